/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "stored-site.h"

#include <libsoup/soup.h>
#include <stdio.h>
#include <string.h>

/* Links of the list page: the files, again and again. */
#define N_LINKS 11u

struct _StoredSite
{
  GPtrArray *pages;       /* (owned) (element-type GBytes) */
  GThread *thread;        /* (owned) */
  GMainContext *context;  /* (owned) */
  GMainLoop *loop;        /* (owned) */
  GAsyncQueue *addresses; /* (owned): of the server, once it listens */
  char *url;              /* (owned) */
};

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Returns: (element-type utf8): paths of the HTML files */
static GPtrArray *
list_files (const char *folder)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".html"))
      g_ptr_array_add (files, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (files, compare_names);
  return files;
}

GPtrArray *
stored_site_list (const char *folder)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr (GPtrArray) files = list_files (path);
      if (files->len > 1)
        g_ptr_array_add (names, g_strdup (name));
    }
  g_ptr_array_sort (names, compare_names);
  return names;
}

static GBytes *
make_list (void)
{
  GString *html = g_string_new ("<title>Stored pages</title><h1>Stored pages</h1><ul>");

  for (guint i = 0; i < N_LINKS; i++)
    g_string_append_printf (html,
                            "<li><a href=\"/news/2026/%u.html\">Stored article number %u "
                            "of this site, as it was</a></li>",
                            1000 + i, i + 1);
  g_string_append (html, "</ul>");
  return g_string_free_to_bytes (html);
}

static void
on_request (SoupServer *server,
            SoupServerMessage *message,
            const char *path,
            GHashTable *query,
            gpointer data)
{
  StoredSite *self = data;
  g_autoptr (GBytes) page = NULL;
  guint number;

  if (strcmp (path, "/news/") == 0)
    page = make_list ();
  else if (sscanf (path, "/news/2026/%u.html", &number) == 1 && number >= 1000)
    page = g_bytes_ref (
        g_ptr_array_index (self->pages, (number - 1000) % self->pages->len));
  soup_server_message_set_status (
      message, page != NULL ? SOUP_STATUS_OK : SOUP_STATUS_NOT_FOUND, NULL);
  if (page == NULL)
    return;
  soup_message_headers_set_content_type (
      soup_server_message_get_response_headers (message), "text/html", NULL);
  soup_message_body_append_bytes (soup_server_message_get_response_body (message), page);
}

static gpointer
serve (gpointer data)
{
  StoredSite *self = data;
  g_autoptr (GError) error = NULL;

  g_main_context_push_thread_default (self->context);
  g_autoptr (SoupServer) server = soup_server_new (NULL, NULL);
  soup_server_add_handler (server, NULL, on_request, self, NULL);
  if (!soup_server_listen_local (server, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, &error))
    g_error ("Stored pages cannot be served: %s", error->message);
  GSList *uris = soup_server_get_uris (server);
  g_async_queue_push (self->addresses, g_strdup_printf ("http://127.0.0.1:%d/news/",
                                                        g_uri_get_port (uris->data)));
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
  g_main_loop_run (self->loop);
  soup_server_disconnect (server);
  g_main_context_pop_thread_default (self->context);
  return NULL;
}

StoredSite *
stored_site_start (const char *folder)
{
  StoredSite *self = g_new0 (StoredSite, 1);
  g_autoptr (GPtrArray) files = list_files (folder);

  self->pages = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  for (guint i = 0; i < files->len; i++)
    {
      char *text;
      gsize length;
      if (g_file_get_contents (g_ptr_array_index (files, i), &text, &length, NULL))
        g_ptr_array_add (self->pages, g_bytes_new_take (text, length));
    }
  self->context = g_main_context_new ();
  self->loop = g_main_loop_new (self->context, FALSE);
  self->addresses = g_async_queue_new_full (g_free);
  self->thread = g_thread_new ("stored-site", serve, self);
  self->url = g_async_queue_pop (self->addresses);
  return self;
}

const char *
stored_site_get_url (StoredSite *self)
{
  return self->url;
}

static gboolean
quit (gpointer data)
{
  g_main_loop_quit (data);
  return G_SOURCE_REMOVE;
}

void
stored_site_stop (StoredSite *self)
{
  g_main_context_invoke (self->context, quit, self->loop);
  g_thread_join (self->thread);
  g_main_loop_unref (self->loop);
  g_main_context_unref (self->context);
  g_async_queue_unref (self->addresses);
  g_ptr_array_unref (self->pages);
  g_free (self->url);
  g_free (self);
}
