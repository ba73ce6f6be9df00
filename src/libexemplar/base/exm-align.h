/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which lines of two texts are the same lines, in the order that both have. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ExmAlignRow:
 * @key: exm_text_key() of the line
 * @weight: what it is worth to find it, as its words; 0 counts as 1
 * @behind_gap: lines were left out in front of it
 */
typedef struct
{
  guint64 key;
  guint weight;
  gboolean behind_gap;
} ExmAlignRow;

/**
 * exm_align_keys:
 * @rows: (array length=n_rows): lines of the one text
 * @keys: (array length=n_keys): lines of the other, by their keys
 * @partners: (out caller-allocated) (array length=n_rows): for each row the line of the
 *   other text, %G_MAXUINT32 if it has none
 *
 * Lines with equal keys are put in pairs so that as much weight as possible is found, in
 * the order of both texts. Of equally good ways that one is taken in which rows next to
 * each other have partners that are so too, and a gap stands for something. Of a line
 * that the other text has very often, a few places are tried, about where as many of them
 * were before. Pure; any thread. Cost: O(n log n) in the lines of both.
 */
void exm_align_keys (const ExmAlignRow *rows,
                     guint n_rows,
                     const guint64 *keys,
                     guint n_keys,
                     guint *partners);

G_END_DECLS
