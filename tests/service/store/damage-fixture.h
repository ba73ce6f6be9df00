/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A data folder with many articles, made once, and what damages copies of it. */

#pragma once

#include "store/exm-store.h"

G_BEGIN_DECLS

#define DAMAGE_ARTICLES 240u

/* Makes a copy of the folder with the articles, of two tasks, in @folder. */
void damage_make_store (const char *folder);

/* Changes @n_bytes bytes of the file from @offset on, each by @mask. */
void damage_bytes (
    const char *folder, const char *file, gsize offset, gsize n_bytes, guint8 mask);

/* Destroys the page of exemplar.db on which the table begins. */
void damage_table (const char *folder, const char *table);

/* Lets the article of @id claim another one; both take two bytes in the file. */
void damage_row_id (const char *folder, guint id, guint claimed);

gsize damage_get_size (const char *folder, const char *file);

/* Returns: (transfer full): all bytes of the file */
GBytes *damage_read (const char *folder, const char *file);

/* How many articles are listed; -1 where they cannot be. */
gint damage_count_listed (const char *folder);

/**
 * damage_check_articles:
 * @n_noticed: (out): articles that reading refused
 *
 * Asserts that each article that can be read is what was stored.
 *
 * Returns: how many could be read
 */
guint damage_check_articles (const char *folder, guint *n_noticed);

G_END_DECLS
