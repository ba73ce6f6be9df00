/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/setup/exm-setup.h"

#include "app/setup/exm-setup-private.h"
#include "fetch/exm-fetch-record.h"
#include "fetch/exm-url-display.h"

#include <glib/gi18n-lib.h>

static void
take_rendered (ExmSetup *self, const ExmFetched *fetched)
{
  ExmTaskFields *fields = &self->proposal->fields;

  /* The others came without their scripts. */
  g_array_set_size (fields->examples, 1);
  ExmTaskExample *example = &g_array_index (fields->examples, ExmTaskExample, 0);
  g_bytes_unref (self->proposal->bytes);
  self->proposal->bytes = g_bytes_ref (fetched->body);
  g_free (self->proposal->headers);
  self->proposal->headers = exm_fetched_write_record (fetched);
  g_free (example->http_charset);
  example->http_charset = g_strdup (fetched->charset);
  g_clear_pointer (&example->charset, g_free);
  /* Drop the mark, which was made on another text. */
  g_clear_pointer (&example->region_text, g_free);
  fields->rendered = TRUE;
}

static void
on_rendered (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmSetup) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmFetched) fetched
      = exm_worker_fetch_finish (EXM_WORKER (source), result, NULL, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->proposal == NULL)
    return;
  g_clear_object (&self->looking);
  if (fetched != NULL)
    take_rendered (self, fetched);
  exm_setup_show_proposal (self, error != NULL ? error->message : NULL);
}

/* Fetches the example again, as a browser shows it. */
static void
render_example (ExmSetup *self)
{
  const ExmTaskFields *fields = &self->proposal->fields;
  g_auto (GStrv) hosts = exm_task_fields_dup_private_hosts (fields);
  g_autofree char *shown = exm_url_to_display (self->proposal->final_url);
  /* translators: %s is the address of a page whose scripts are run */
  g_autofree char *message = g_strdup_printf (_ ("Rendering %s…"), shown);
  const ExmWorkerFetch wanted = {
    .url = self->proposal->final_url,
    .user_agent = fields->user_agent,
    .timeout_ms = fields->timeout_ms,
    .private_hosts = (const char *const *) hosts,
    .rendered = TRUE,
  };

  exm_setup_stop_pages (self);
  self->looking = g_cancellable_new ();
  exm_setup_set_stage (self, EXM_SETUP_LOOKING, message);
  exm_worker_fetch_async (exm_session_get_worker (self->session), &wanted, self->looking,
                          on_rendered, g_object_ref (self));
}

/* Makes the proposal anew. */
static void
propose_again (ExmSetup *self, gboolean no_browser)
{
  exm_setup_stop_pages (self);
  self->list_scripted = FALSE;
  self->no_browser = no_browser;
  g_clear_pointer (&self->proposal, exm_proposal_free);
  g_list_store_remove_all (self->pages);
  exm_setup_set_note (self, NULL);
  exm_setup_propose (self);
}

gboolean
exm_setup_can_render (ExmSetup *self)
{
  g_return_val_if_fail (EXM_IS_SETUP (self), FALSE);
  if (exm_session_get_worker (self->session) == NULL)
    return FALSE;
  if (self->list_scripted)
    return self->no_browser
           && (self->stage == EXM_SETUP_FAILED || self->stage == EXM_SETUP_READY);
  return self->scripted && self->stage == EXM_SETUP_READY
         && !self->proposal->fields.rendered;
}

void
exm_setup_set_rendered (ExmSetup *self, gboolean rendered)
{
  g_return_if_fail (EXM_IS_SETUP (self));
  g_return_if_fail (!rendered || exm_setup_can_render (self));

  if (!rendered || self->list_scripted)
    propose_again (self, !rendered);
  else
    render_example (self);
}
