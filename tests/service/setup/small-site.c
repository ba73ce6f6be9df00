/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "small-site.h"

#include <libsoup/soup.h>
#include <string.h>

static const char *
find_type (const char *path)
{
  if (strcmp (path, "/robots.txt") == 0)
    return "text/plain";
  return g_str_has_suffix (path, ".xml") ? "application/rss+xml" : "text/html";
}

static void
add_header (SoupServerMessage *message, const char *header)
{
  const char *colon = strchr (header, ':');
  g_autofree char *name = g_strndup (header, (gsize) (colon - header));

  soup_message_headers_replace (soup_server_message_get_response_headers (message), name,
                                colon + 2);
}

static void
on_request (SoupServer *server,
            SoupServerMessage *message,
            const char *path,
            GHashTable *query,
            gpointer data)
{
  Site *self = data;
  const Page *page = self->pages;

  g_ptr_array_add (self->asked, g_strdup (path));
  if (strcmp (path, SLOW) == 0)
    {
      soup_server_message_pause (message);
      g_async_queue_push (self->held, g_object_ref (message));
      return;
    }
  while (page->path != NULL && strcmp (page->path, path) != 0)
    page++;
  soup_server_message_set_status (message,
                                  page->path == NULL  ? SOUP_STATUS_NOT_FOUND
                                  : page->status != 0 ? page->status
                                                      : SOUP_STATUS_OK,
                                  NULL);
  if (page->header != NULL)
    add_header (message, page->header);
  if (page->path == NULL || page->text == NULL)
    return;
  g_auto (GStrv) parts = g_strsplit (page->text, "%s", -1);
  char *text = g_strjoinv (self->base, parts);
  soup_server_message_set_response (message,
                                    page->type != NULL ? page->type : find_type (path),
                                    SOUP_MEMORY_TAKE, text, strlen (text));
}

static gpointer
serve (gpointer data)
{
  Site *self = data;
  g_autoptr (GError) error = NULL;

  g_main_context_push_thread_default (self->context);
  g_autoptr (SoupServer) server = soup_server_new (NULL, NULL);
  soup_server_add_handler (server, NULL, on_request, self, NULL);
  soup_server_listen_local (server, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, &error);
  g_assert_no_error (error);
  GSList *uris = soup_server_get_uris (server);
  g_async_queue_push (self->addresses, g_strdup_printf ("http://127.0.0.1:%d",
                                                        g_uri_get_port (uris->data)));
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
  g_main_loop_run (self->loop);
  soup_server_disconnect (server);
  g_main_context_pop_thread_default (self->context);
  return NULL;
}

void
site_start (Site *self, const Page *pages)
{
  *self = (Site){
    .pages = pages,
    .context = g_main_context_new (),
    .addresses = g_async_queue_new_full (g_free),
    .held = g_async_queue_new_full (g_object_unref),
    .asked = g_ptr_array_new_with_free_func (g_free),
  };
  self->loop = g_main_loop_new (self->context, FALSE);
  self->thread = g_thread_new ("site", serve, self);
  self->base = g_async_queue_pop (self->addresses);
}

static gboolean
on_stop (gpointer data)
{
  g_main_loop_quit (data);
  return G_SOURCE_REMOVE;
}

/* The loop may not run yet. */
void
site_stop (Site *self)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_source_set_callback (source, on_stop, self->loop, NULL);
  g_source_attach (source, self->context);
  g_thread_join (self->thread);
  g_main_loop_unref (self->loop);
  g_main_context_unref (self->context);
  g_async_queue_unref (self->addresses);
  g_async_queue_unref (self->held);
  g_ptr_array_unref (self->asked);
  g_free (self->base);
}

ExmProposal *
site_propose_with (Site *self, const char *path, ExmRenderer *renderer, GError **error)
{
  g_autofree char *url = g_strconcat (self->base, path, NULL);
  const ExmProposalRequest request = { .place = url, .renderer = renderer };
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_init (&fields);
  return exm_proposal_new (&request, &fields, NULL, error);
}

ExmProposal *
site_propose (Site *self, const char *path, GError **error)
{
  return site_propose_with (self, path, NULL, error);
}

void
site_assert_source (Site *self, const ExmProposal *proposal, const char *expected)
{
  g_assert_cmpuint (proposal->fields.sources->len, ==, 1);
  const ExmTaskSource *source
      = &g_array_index (proposal->fields.sources, ExmTaskSource, 0);
  g_autofree char *found
      = g_strdup_printf ("%s %s", exm_source_kind_get_name (source->kind),
                         source->pattern + strlen (self->base));
  g_assert_cmpstr (found, ==, expected);
}

void
site_assert_patterns (Site *self, GPtrArray *patterns, const char *expected)
{
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint i = 0; i < patterns->len; i++)
    g_string_append_printf (found, "%s%s", i > 0 ? " " : "",
                            (char *) g_ptr_array_index (patterns, i)
                                + strlen (self->base));
  g_assert_cmpstr (found->str, ==, expected);
}

void
site_assert_asked_once (Site *self)
{
  for (guint i = 0; i < self->asked->len; i++)
    for (guint k = 0; k < i; k++)
      g_assert_cmpstr (g_ptr_array_index (self->asked, i), !=,
                       g_ptr_array_index (self->asked, k));
}

gboolean
site_was_asked (Site *self, const char *path)
{
  return g_ptr_array_find_with_equal_func (self->asked, path, g_str_equal, NULL);
}
