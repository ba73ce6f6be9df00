/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Puts a whole new database file into the place of another one. */

#pragma once

#include "store/db/exm-store-error.h"

G_BEGIN_DECLS

/**
 * exm_store_swap_make_name:
 * @path: a file
 * @word: why it is copied or moved, e.g. "damaged"
 *
 * Returns: (transfer full): "PATH.WORD-TIME", a name that is not taken
 */
char *exm_store_swap_make_name (const char *path, const char *word);

/**
 * exm_store_swap:
 * @path: a database file, which may be missing
 * @part: what takes its place: closed, in the same folder
 * @word: for exm_store_swap_make_name()
 * @kept: (out) (transfer full) (nullable): where the file is that was there; %NULL if
 *   there was none
 * @error: (out): %EXM_STORE_ERROR_BUSY if somebody has the file open; nothing was changed
 *
 * A process that ends anywhere in between leaves either file whole. What is in the log of
 * the old file is put into it first; where it is too damaged for that, its log is kept
 * beside it. Blocks for the disk. Any thread.
 */
gboolean exm_store_swap (
    const char *path, const char *part, const char *word, char **kept, GError **error);

G_END_DECLS
