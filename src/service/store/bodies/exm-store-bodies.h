/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Bodies that older versions stored three times: as text, HTML and Markdown. What follows
 * from the HTML is taken out, a slice at a time: reading compares, on any thread; storing
 * takes out what was compared, unless the article changed meanwhile. No article,
 * checksum, approval or publication changes. The bytes are free for what is stored next;
 * the file keeps its size. */

#pragma once

#include "store/exm-store.h"

G_BEGIN_DECLS

/**
 * ExmBodyCounts:
 * @n_articles: that were looked at
 * @n_once: of which nothing but HTML is stored
 * @n_text: of which the text has to be stored, too
 * @n_markdown: of which Markdown has to be stored, too
 * @n_bytes: that were taken out
 */
typedef struct
{
  guint64 n_articles;
  guint64 n_once;
  guint64 n_text;
  guint64 n_markdown;
  guint64 n_bytes;
} ExmBodyCounts;

void exm_body_counts_add (ExmBodyCounts *self, const ExmBodyCounts *more);

/* Returns: (transfer full): the counts in words, for exm_said_to_words() */
char *exm_body_counts_say (const ExmBodyCounts *self);

/**
 * ExmBodySlice:
 * @found: (owned): articles of which something is to be taken out
 * @counts: of the slice
 * @last_id: of the last article that was looked at
 * @over: no article is behind that
 */
typedef struct
{
  GArray *found;
  ExmBodyCounts counts;
  gint64 last_id;
  gboolean over;
} ExmBodySlice;

void exm_body_slice_clear (ExmBodySlice *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmBodySlice, exm_body_slice_clear)

/**
 * exm_body_slice_read:
 * @self: (inout): all zero; filled
 * @folder: the data folder
 * @after_id: articles with larger ids are looked at
 * @limit: how many articles
 * @cancellable: (nullable): between articles
 * @error: (out): %EXM_STORE_ERROR
 *
 * Compares each form of a body with what its HTML gives. An article whose checksum is
 * wrong is left as it is. By a connection of its own; any thread. Cost: some 20,000
 * articles a second, or the disk.
 */
gboolean exm_body_slice_read (ExmBodySlice *self,
                              const char *folder,
                              gint64 after_id,
                              guint limit,
                              GCancellable *cancellable,
                              GError **error);

/* The same by the connection of @self, on its thread. */
gboolean exm_store_read_bodies (
    ExmStore *self, gint64 after_id, guint limit, ExmBodySlice *slice, GError **error);

/* Takes out what @slice found, in one transaction. */
gboolean
exm_store_take_out_bodies (ExmStore *self, const ExmBodySlice *slice, GError **error);

/**
 * exm_store_get_bodies_left:
 * @after_id: (out): behind which article to go on; −1 where nothing is left to do
 * @counts: (out) (nullable): of those before
 */
gboolean exm_store_get_bodies_left (ExmStore *self,
                                    gint64 *after_id,
                                    ExmBodyCounts *counts,
                                    GError **error);

/**
 * exm_store_go_on_with_bodies:
 * @slice: the one behind what exm_store_get_bodies_left() told
 * @counts: (out): of all so far
 *
 * Takes out what @slice found and notes where it ended, in one transaction; at the end
 * nothing is left to do.
 */
gboolean exm_store_go_on_with_bodies (ExmStore *self,
                                      const ExmBodySlice *slice,
                                      ExmBodyCounts *counts,
                                      GError **error);

/* Notes that all were looked through, whoever did. */
gboolean exm_store_end_bodies (ExmStore *self, GError **error);

G_END_DECLS
