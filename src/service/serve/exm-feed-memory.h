/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Memory of what articles were like when they were served last: "updated" of an entry
 * moves with its text, which the store keeps no time of. A file of the data folder, lost
 * without harm. One thread at a time; blocks on the disk. */

#pragma once

#include "task/exm-article.h"

G_BEGIN_DECLS

#define EXM_FEED_MEMORY_FILE "serve.memory"

/* Articles that are remembered; those that were served longest ago are forgotten first.
 */
#define EXM_FEED_MEMORY_ARTICLES 20000u

typedef struct _ExmFeedMemory ExmFeedMemory;

/* @folder: the data folder. A file that cannot be read is as good as none. */
ExmFeedMemory *exm_feed_memory_new (const char *folder);
void exm_feed_memory_free (ExmFeedMemory *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmFeedMemory, exm_feed_memory_free)

/**
 * exm_feed_memory_update:
 * @article: an article with an address
 * @now_usec: Unix time in microseconds
 *
 * Compares what a reader sees of the article with what it was.
 *
 * Returns: when it was updated, Unix time in microseconds: as its page says, where it is
 *   seen for the first time; now, where it differs; else as it was
 */
gint64
exm_feed_memory_update (ExmFeedMemory *self, const ExmArticle *article, gint64 now_usec);

/**
 * exm_feed_memory_save:
 * @error: (out): naming the file
 *
 * Writes the file, if there is anything new.
 */
gboolean exm_feed_memory_save (ExmFeedMemory *self, GError **error);

G_END_DECLS
