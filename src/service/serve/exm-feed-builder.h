/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A thread that builds what the server of feeds answers: it reads the store and writes
 * page after page, so that the server's own thread never waits. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * ExmFeedRequest:
 * @token: of the address
 * @file: the end of the address
 * @newest: see ExmFeedPage
 * @before_usec: see ExmFeedPage
 * @before_id: see ExmFeedPage
 * @gzip: whether it may be compressed
 */
typedef struct
{
  char *token;
  char *file;
  guint newest;
  gint64 before_usec;
  gint64 before_id;
  gboolean gzip;
} ExmFeedRequest;

/**
 * ExmFeedAnswer:
 * @body: maybe compressed
 * @media_type: with its charset
 * @etag: the same for the same text, compressed or not; quoted
 * @changed_usec: when anything of it changed last, Unix time in microseconds, 0 for not
 *   known
 * @gzip: whether it is compressed
 */
typedef struct
{
  GBytes *body;           /* (owned) */
  const char *media_type; /* (unowned) */
  char *etag;             /* (owned) */
  gint64 changed_usec;
  gboolean gzip;
} ExmFeedAnswer;

void exm_feed_answer_free (ExmFeedAnswer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmFeedAnswer, exm_feed_answer_free)

typedef struct _ExmFeedBuilder ExmFeedBuilder;

/**
 * exm_feed_builder_new:
 * @folder: the data folder; it need not be there yet
 * @base_url: of the addresses in feeds, without "/" at its end
 */
ExmFeedBuilder *exm_feed_builder_new (const char *folder, const char *base_url);

/* Cancels what is being built; its thread ends when it comes to it, and is not waited
 * for. Answers that were not fetched are errors. */
void exm_feed_builder_free (ExmFeedBuilder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmFeedBuilder, exm_feed_builder_free)

/**
 * exm_feed_builder_build_async:
 * @request: copied
 * @callback: called in the thread-default main context of the calling thread
 *
 * Requests are answered one after the other.
 */
void exm_feed_builder_build_async (ExmFeedBuilder *self,
                                   const ExmFeedRequest *request,
                                   GAsyncReadyCallback callback,
                                   gpointer data);

/**
 * exm_feed_builder_build_finish:
 * @error: (out): %G_IO_ERROR_NOT_FOUND where nothing has this address; others where it
 *   cannot be read now
 *
 * Returns: (transfer full): the answer
 */
ExmFeedAnswer *exm_feed_builder_build_finish (GAsyncResult *result, GError **error);

G_END_DECLS
