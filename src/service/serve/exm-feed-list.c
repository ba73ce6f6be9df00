/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-serve"

#include "config.h"

#include "serve/exm-feed-list.h"

#include "publish/formats/exm-quote.h"
#include "saved/exm-saved-searches.h"

#include <string.h>

/* Lines that cannot be read are told by the command that lists searches. */
static GPtrArray *
read_searches (const char *folder)
{
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  GPtrArray *searches = exm_saved_searches_load (folder, messages, &error);

  if (searches != NULL)
    return searches;
  g_message ("Saved searches have no feeds: %s", error->message);
  return g_ptr_array_new ();
}

GPtrArray *
exm_feed_list_read (const char *folder,
                    ExmStoreReader *reader,
                    GCancellable *cancellable,
                    GError **error)
{
  const ExmStoreQuery query = { .kind = EXM_READ_TASKS };
  g_autoptr (GError) local_error = NULL;
  g_autoptr (GPtrArray) tasks
      = exm_store_reader_read (reader, &query, cancellable, &local_error);

  if (g_error_matches (local_error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND))
    tasks = g_ptr_array_new ();
  else if (tasks == NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local_error));
      return NULL;
    }
  g_autoptr (GPtrArray) searches = read_searches (folder);
  return exm_served_feed_list (tasks, searches);
}

gboolean
exm_feed_list_make_keys (const GPtrArray *feeds, ExmFeedKeys *keys, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  g_ptr_array_add (names, (gpointer) EXM_SERVED_LIST);
  for (guint i = 0; i < feeds->len; i++)
    {
      const ExmServedFeed *feed = g_ptr_array_index (feeds, i);
      g_ptr_array_add (names, feed->key);
    }
  g_ptr_array_add (names, NULL);
  return exm_feed_keys_make (keys, (const char *const *) names->pdata, error);
}

char *
exm_feed_list_make_address (const char *base_url, const char *token, const char *file)
{
  return g_strdup_printf ("%s/feeds/%s/%s", base_url, token, file);
}

GString *
exm_feed_list_write (const GPtrArray *feeds,
                     const ExmFeedKeys *keys,
                     const char *base_url)
{
  GString *out = g_string_new ("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                               "<opml version=\"2.0\"><head><title>Exemplar</title>"
                               "</head><body>\n");

  for (guint i = 0; i < feeds->len; i++)
    {
      const ExmServedFeed *feed = g_ptr_array_index (feeds, i);
      const char *token = exm_feed_keys_get (keys, feed->key);
      if (token == NULL)
        continue;
      g_autofree char *title = exm_quote_line (feed->title);
      g_autofree char *address
          = exm_feed_list_make_address (base_url, token, EXM_FEED_FILE_ATOM);
      g_string_append (out, "<outline type=\"rss\" text=\"");
      exm_quote_xml (out, title);
      exm_quote_xml_element (out, "\" xmlUrl=\"", address, "\"");
      if (feed->group != NULL && strchr (feed->group, ',') == NULL)
        exm_quote_xml_element (out, " category=\"/", feed->group, "\"");
      g_string_append (out, "/>\n");
    }
  g_string_append (out, "</body></opml>\n");
  return out;
}
