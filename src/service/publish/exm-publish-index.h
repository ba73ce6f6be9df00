/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Index of the articles published into a folder, in a small text file there
 * (.exemplar.index): which article owns which file, and which were appended to a shared
 * file. It only grows; each line is on the disk before what it announces is done, so that
 * a process that was killed is continued by the next one.
 *
 *   exemplar published articles 1
 *   file KEY OUTPUT FORMAT PATH
 *   append KEY OUTPUT FORMAT OFFSET LENGTH SHA256 PATH      (fields separated by tabs)
 *   done | void                                             (what became of the append)
 *
 * An empty one is as good as a new one. Losing the file loses the memory: articles that
 * are published again then get a file beside the old one, or a second record. All calls
 * need the folder's lock; one thread at a time. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _ExmPublishIndex ExmPublishIndex;

/* The file, beneath the folder. */
#define EXM_PUBLISH_INDEX_NAME ".exemplar.index"

/**
 * ExmPublishIdentity:
 * @key: of the article, see exm_article_key()
 * @output: what tells the outputs into one folder apart: short hash of format and
 *   template
 * @format: extension of the format
 */
typedef struct
{
  const char *key;    /* (unowned) */
  const char *output; /* (unowned) */
  const char *format; /* (unowned) */
} ExmPublishIdentity;

/**
 * ExmPublishRecord:
 * @path: file beneath the folder
 * @offset: where the record starts in it, bytes
 * @n_bytes: its length
 * @hash: SHA-256 of its bytes, in hexadecimal
 */
typedef struct
{
  char *path; /* (owned) */
  goffset offset;
  gsize n_bytes;
  char *hash; /* (owned) */
} ExmPublishRecord;

/**
 * exm_publish_index_get:
 * @folder: canonical path, which need not be there yet
 *
 * All of a process that publish into one folder share its index: some 20 bytes an
 * article, whose lines are read again when they are needed. Any thread.
 *
 * Returns: (transfer full): to be given back with exm_publish_index_free()
 */
ExmPublishIndex *exm_publish_index_get (const char *folder);

void exm_publish_index_free (ExmPublishIndex *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmPublishIndex, exm_publish_index_free)

/**
 * exm_publish_index_open:
 * @folder: descriptor of the folder
 * @path: its name
 *
 * Reads what is new since the last time, all of it where the file is another one. A last
 * line that was not finished is cut off. Waits for another thread that has it open.
 *
 * Returns: %TRUE if the index can be used until exm_publish_index_close(), which has to
 * be called then, in the same thread
 */
gboolean exm_publish_index_open (ExmPublishIndex *self,
                                 int folder,
                                 const char *path,
                                 GError **error);

void exm_publish_index_close (ExmPublishIndex *self);

/**
 * exm_publish_index_find:
 *
 * Returns: (transfer none) (nullable): path of the file that holds the article, valid
 * until the next call
 */
const char *exm_publish_index_find (ExmPublishIndex *self,
                                    const ExmPublishIdentity *identity);

/**
 * exm_publish_index_may_use:
 * @path: beneath the folder
 * @shared: whether the file holds many articles
 * @known: (out): whether the path was used before, by the same article or output format
 *
 * Returns: %FALSE if the file belongs to another article or to a shared file of another
 *   format
 */
gboolean exm_publish_index_may_use (ExmPublishIndex *self,
                                    const ExmPublishIdentity *identity,
                                    const char *path,
                                    gboolean shared,
                                    gboolean *known);

/**
 * exm_publish_index_claim:
 * @sync: whether it is on the disk when the call returns; else before the file gets its
 *   name, by exm_publish_index_sync() or a sync of all
 *
 * Says that the article's file is @path.
 */
gboolean exm_publish_index_claim (ExmPublishIndex *self,
                                  const ExmPublishIdentity *identity,
                                  const char *path,
                                  gboolean sync,
                                  GError **error);

/* Syncs the index if it has lines that may not be on the disk: those of a process that
 * was killed may not be. Returns: %TRUE once all of it is on the disk */
gboolean exm_publish_index_sync (ExmPublishIndex *self, GError **error);

/* Notes that a sync of all its disk was one of the index too. */
void exm_publish_index_set_synced (ExmPublishIndex *self);

/**
 * exm_publish_index_begin:
 *
 * Says that @record is about to be written. On the disk when the call returns.
 */
gboolean exm_publish_index_begin (ExmPublishIndex *self,
                                  const ExmPublishIdentity *identity,
                                  const ExmPublishRecord *record,
                                  GError **error);

/**
 * exm_publish_index_get_begun:
 *
 * Returns: (transfer none) (nullable): the record that was begun and neither done nor
 *   void, by whatever process; there is at most one
 */
const ExmPublishRecord *exm_publish_index_get_begun (ExmPublishIndex *self);

/**
 * exm_publish_index_end:
 * @done: whether the record that was begun is in its file
 */
gboolean exm_publish_index_end (ExmPublishIndex *self, gboolean done, GError **error);

G_END_DECLS
