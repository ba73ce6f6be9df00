/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "exm-setup.h"

#include "exm-setup-private.h"
#include "exm-url.h"

#include <glib/gi18n-lib.h>

static void
take_rendered (ExmSetup *self, const ExmFetched *fetched)
{
  ExmTaskFields *fields = &self->proposal->fields;
  ExmTaskExample *example = &g_array_index (fields->examples, ExmTaskExample, 0);

  g_bytes_unref (self->proposal->bytes);
  self->proposal->bytes = g_bytes_ref (fetched->body);
  g_free (example->http_charset);
  example->http_charset = g_strdup (fetched->charset);
  g_clear_pointer (&example->charset, g_free);
  /* What was marked was marked on another text. */
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

gboolean
exm_setup_can_render (ExmSetup *self)
{
  g_return_val_if_fail (EXM_IS_SETUP (self), FALSE);
  return self->scripted && self->stage == EXM_SETUP_READY
         && !self->proposal->fields.rendered
         && exm_session_get_worker (self->session) != NULL;
}

void
exm_setup_render (ExmSetup *self)
{
  g_return_if_fail (EXM_IS_SETUP (self));
  g_return_if_fail (exm_setup_can_render (self));

  const ExmTaskFields *fields = &self->proposal->fields;
  g_autofree char *shown = exm_url_to_display (self->proposal->final_url);
  /* translators: %s is the address of a page whose scripts are run */
  g_autofree char *message = g_strdup_printf (_ ("Rendering %s…"), shown);
  g_autoptr (GPtrArray) hosts = exm_setup_list_hosts (self);
  const ExmWorkerFetch wanted = {
    .url = self->proposal->final_url,
    .user_agent = fields->user_agent,
    .timeout_ms = fields->timeout_ms,
    .private_hosts = (const char *const *) hosts->pdata,
    .rendered = TRUE,
  };

  exm_setup_stop_pages (self);
  self->looking = g_cancellable_new ();
  exm_setup_set_stage (self, EXM_SETUP_LOOKING, message);
  exm_worker_fetch_async (exm_session_get_worker (self->session), &wanted, self->looking,
                          on_rendered, g_object_ref (self));
}
