/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How much of one text stands in another one, whatever became of spaces, case and
 * punctuation between them. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ExmShingles ExmShingles;

/**
 * exm_shingles_new:
 *
 * Returns: (transfer full): an empty set
 */
ExmShingles *exm_shingles_new (void);

void exm_shingles_free (ExmShingles *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmShingles, exm_shingles_free)

/**
 * exm_shingles_add:
 * @text: UTF-8, need not be terminated
 * @n_bytes: its length
 *
 * All runs of 16 bytes of the letters and digits of @text: about three words, or five
 * Chinese characters. O(bytes), 8 bytes or more a byte.
 */
void exm_shingles_add (ExmShingles *self, const char *text, gsize n_bytes);

/**
 * exm_shingles_measure:
 * @text: UTF-8, need not be terminated
 * @n_bytes: its length
 *
 * Looks at a run every 32 bytes of the letters and digits of @text, and at the last one.
 * O(bytes); several threads at once may measure.
 *
 * Returns: the share of them that is in the set, 0 … 1; 0 for a text that is too short
 */
double exm_shingles_measure (const ExmShingles *self, const char *text, gsize n_bytes);

G_END_DECLS
