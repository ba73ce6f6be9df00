/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Lines in the order of their bytes, however many: sorted runs on the disk, then merged.
 * One thread. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _ExmLineSort ExmLineSort;

/**
 * exm_line_sort_new:
 * @folder: on whose disk the runs are
 * @n_memory: bytes of lines that are in memory
 *
 * Returns: (transfer full): no lines
 */
ExmLineSort *exm_line_sort_new (const char *folder, gsize n_memory);

void exm_line_sort_free (ExmLineSort *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmLineSort, exm_line_sort_free)

/**
 * exm_line_sort_add:
 * @line: (transfer full): with the line break that ends it, and no other
 * @error: (out): %G_IO_ERROR
 */
gboolean exm_line_sort_add (ExmLineSort *self, char *line, GError **error);

/**
 * exm_line_sort_foreach:
 * @func: is given each line, the same ones as often as they were added
 * @error: (out): %G_IO_ERROR
 *
 * Once, when all are there. O(lines × (log lines + runs)).
 */
gboolean exm_line_sort_foreach (ExmLineSort *self,
                                void (*func) (const char *line, gpointer data),
                                gpointer data,
                                GError **error);

/* Compares two strings by their bytes. @a: points to one; @b: to the other */
int exm_line_sort_compare (gconstpointer a, gconstpointer b);

G_END_DECLS
