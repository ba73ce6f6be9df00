/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-serve"

#include "config.h"

#include "serve/exm-feed-builder.h"

#include "publish/formats/exm-article-values.h"
#include "serve/exm-feed-list.h"
#include "serve/exm-feed-page.h"

#include <string.h>

#define LIST_TYPE "text/x-opml; charset=utf-8"
#define ATOM_TYPE "application/atom+xml; charset=utf-8"
#define JSON_TYPE "application/feed+json; charset=utf-8"

struct _ExmFeedBuilder
{
  char *folder;              /* (owned) */
  char *base_url;            /* (owned) */
  ExmStoreReader *reader;    /* (owned) */
  ExmFeedKeys *keys;         /* (owned): of the thread */
  ExmFeedMemory *memory;     /* (owned): of the thread */
  GCancellable *cancellable; /* (owned) */
  GThreadPool *pool;         /* (owned): one thread, of GTask */
  gint n_builds;             /* atomic: under way, or waiting */
};

static void
request_free (gpointer data)
{
  ExmFeedRequest *request = data;

  g_free (request->token);
  g_free (request->file);
  g_free (request);
}

void
exm_feed_answer_free (ExmFeedAnswer *self)
{
  g_clear_pointer (&self->body, g_bytes_unref);
  g_free (self->etag);
  g_free (self);
}

static GBytes *
compress (GBytes *bytes)
{
  g_autoptr (GZlibCompressor) gzip
      = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1);
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream
      = g_converter_output_stream_new (memory, G_CONVERTER (gzip));
  gsize n_bytes;
  const void *data = g_bytes_get_data (bytes, &n_bytes);

  if (!g_output_stream_write_all (stream, data, n_bytes, NULL, NULL, NULL)
      || !g_output_stream_close (stream, NULL, NULL))
    return NULL;
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
}

/* @text: (transfer full). Makes an answer of what was written. */
static ExmFeedAnswer *
make_answer (GString *text, const char *media_type, gint64 changed_usec, gboolean gzip)
{
  ExmFeedAnswer *answer = g_new0 (ExmFeedAnswer, 1);
  g_autofree char *hash
      = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text->str, (gssize) text->len);
  g_autoptr (GBytes) packed = NULL;

  answer->body = g_string_free_to_bytes (text);
  answer->media_type = media_type;
  answer->etag = g_strdup_printf ("W/\"%.32s\"", hash);
  answer->changed_usec = changed_usec;
  packed = gzip ? compress (answer->body) : NULL;
  if (packed == NULL)
    return answer;
  answer->gzip = TRUE;
  g_bytes_unref (answer->body);
  answer->body = g_steal_pointer (&packed);
  return answer;
}

static const ExmServedFeed *
find_feed (const GPtrArray *feeds, const char *key)
{
  for (guint i = 0; i < feeds->len; i++)
    {
      const ExmServedFeed *feed = g_ptr_array_index (feeds, i);
      if (strcmp (feed->key, key) == 0)
        return feed;
    }
  return NULL;
}

static ExmFeedAnswer *
build_list (ExmFeedBuilder *self,
            const GPtrArray *feeds,
            const ExmFeedRequest *request,
            GError **error)
{
  if (!exm_feed_list_make_keys (feeds, self->keys, error))
    return NULL;
  return make_answer (exm_feed_list_write (feeds, self->keys, self->base_url), LIST_TYPE,
                      0, request->gzip);
}

static ExmFeedAnswer *
build_page (ExmFeedBuilder *self,
            const ExmServedFeed *feed,
            const ExmFeedRequest *request,
            GError **error)
{
  gboolean json = strcmp (request->file, EXM_FEED_FILE_JSON) == 0;
  g_autofree char *address
      = exm_feed_list_make_address (self->base_url, request->token, request->file);
  g_autofree char *name
      = g_strdup_printf ("%s %s", exm_feed_keys_get_folder_id (self->keys), feed->key);
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, name, -1);
  g_autofree char *id = exm_article_format_urn (hash);
  g_autoptr (GError) unsaved = NULL;
  gint64 changed_usec = 0;
  const ExmFeedPage page = {
    .reader = self->reader,
    .memory = self->memory,
    .feed = feed,
    .format = json ? EXM_OUTPUT_JSON_FEED : EXM_OUTPUT_ATOM,
    .id = id,
    .address = address,
    .newest = request->newest,
    .before_usec = request->before_usec,
    .before_id = request->before_id,
    .now_usec = g_get_real_time (),
  };
  GString *text = exm_feed_page_write (&page, &changed_usec, self->cancellable, error);

  if (!exm_feed_memory_save (self->memory, &unsaved))
    g_message ("%s", unsaved->message);
  return text != NULL ? make_answer (text, json ? JSON_TYPE : ATOM_TYPE, changed_usec,
                                     request->gzip)
                      : NULL;
}

static ExmFeedAnswer *
not_found (GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "");
  return NULL;
}

static ExmFeedAnswer *
build (ExmFeedBuilder *self, const ExmFeedRequest *request, GError **error)
{
  gboolean is_list = strcmp (request->file, EXM_FEED_FILE_LIST) == 0;
  const char *key;

  if (!exm_feed_keys_read (self->keys, error))
    return NULL;
  key = exm_feed_keys_find (self->keys, request->token);
  if (key == NULL || is_list != (strcmp (key, EXM_SERVED_LIST) == 0))
    return not_found (error);
  g_autoptr (GPtrArray) feeds
      = exm_feed_list_read (self->folder, self->reader, self->cancellable, error);
  if (feeds == NULL)
    return NULL;
  if (is_list)
    return build_list (self, feeds, request, error);
  const ExmServedFeed *feed = find_feed (feeds, key);
  return feed != NULL ? build_page (self, feed, request, error) : not_found (error);
}

static void
build_for (ExmFeedBuilder *self, GTask *task)
{
  GError *error = NULL;
  ExmFeedAnswer *answer = NULL;

  if (g_task_return_error_if_cancelled (task))
    return;
  answer = build (self, g_task_get_task_data (task), &error);
  /* Nothing stays open between requests: who repairs or restores the store puts another
   * file into its place. */
  if (g_atomic_int_get (&self->n_builds) == 1)
    exm_store_reader_release (self->reader);
  if (answer != NULL)
    g_task_return_pointer (task, answer, (GDestroyNotify) exm_feed_answer_free);
  else
    g_task_return_error (task, error);
}

static void
run (gpointer data, gpointer builder)
{
  ExmFeedBuilder *self = builder;
  g_autoptr (GTask) task = data;

  build_for (self, task);
  g_atomic_int_add (&self->n_builds, -1);
}

ExmFeedBuilder *
exm_feed_builder_new (const char *folder, const char *base_url)
{
  ExmFeedBuilder *self = g_new0 (ExmFeedBuilder, 1);

  self->folder = g_strdup (folder);
  self->base_url = g_strdup (base_url);
  self->reader = exm_store_reader_new (folder);
  self->keys = exm_feed_keys_new (folder);
  self->memory = exm_feed_memory_new (folder);
  self->cancellable = g_cancellable_new ();
  self->pool = g_thread_pool_new (run, self, 1, FALSE, NULL);
  return self;
}

/* Waits for the build that is under way. */
static void
end (gpointer data)
{
  ExmFeedBuilder *self = data;

  g_thread_pool_free (self->pool, FALSE, TRUE);
  exm_store_reader_close (self->reader);
  g_object_unref (self->reader);
  g_object_unref (self->cancellable);
  exm_feed_keys_free (self->keys);
  exm_feed_memory_free (self->memory);
  g_free (self->folder);
  g_free (self->base_url);
  g_free (self);
}

static void
end_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  end (data);
  g_task_return_boolean (task, TRUE);
}

void
exm_feed_builder_free (ExmFeedBuilder *self)
{
  g_cancellable_cancel (self->cancellable);
  if (g_atomic_int_get (&self->n_builds) == 0)
    {
      end (self);
      return;
    }
  g_autoptr (GTask) task = g_task_new (NULL, NULL, NULL, NULL);
  g_task_set_source_tag (task, end_in_thread);
  g_task_set_task_data (task, self, NULL);
  g_task_run_in_thread (task, end_in_thread);
}

void
exm_feed_builder_build_async (ExmFeedBuilder *self,
                              const ExmFeedRequest *request,
                              GAsyncReadyCallback callback,
                              gpointer data)
{
  GTask *task = g_task_new (NULL, self->cancellable, callback, data);
  ExmFeedRequest *copy = g_new (ExmFeedRequest, 1);

  *copy = *request;
  copy->token = g_strdup (request->token);
  copy->file = g_strdup (request->file);
  g_task_set_source_tag (task, exm_feed_builder_build_async);
  g_task_set_task_data (task, copy, request_free);
  g_atomic_int_inc (&self->n_builds);
  g_thread_pool_push (self->pool, task, NULL);
}

ExmFeedAnswer *
exm_feed_builder_build_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
