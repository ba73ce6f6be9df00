/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Slow and obvious versions of what the kernel computes: cell by cell, from the
 * definitions. */

#pragma once

#include "kernel/exm-curve.h"
#include "kernel/exm-segment.h"

#include <glib.h>

G_BEGIN_DECLS

/* The Levenshtein distance by the whole matrix. */
size_t oracle_distance (const guint32 *a, gsize n_a, const guint32 *b, gsize n_b);

/* The literal FS at i, in whole numbers: w·(1 - FS[i]). */
guint oracle_literal (
    const guint32 *a, gsize n_a, const guint32 *b, gsize n_b, gsize i, guint w);

/* The least distance of the window to a substring of b[lo,hi) and its smallest start: one
 * matrix whose cells carry the distance and the smallest start that reaches it. */
guint oracle_search (
    const guint32 *window, guint w, const guint32 *b, gsize lo, gsize hi, gsize *start);

/* The same by a matrix of its own for each start. */
guint oracle_search_all_starts (
    const guint32 *window, guint w, const guint32 *b, gsize lo, gsize hi, gsize *start);

/* The codes by which grams are hashed: A's characters numbered from 1 as they first come,
 * 0 for any other. */
void
oracle_number (const guint32 *a, gsize n_a, const guint32 *text, gsize n, guint32 *codes);

/* The path of the tracked curves along a side; both texts in codes, reversed for the
 * backward side. Returns: (transfer full): groups of #ExmCurveGroup */
GArray *oracle_path (const guint32 *a, gsize n_a, const guint32 *b, gsize n_b);

/* Whether two groups say the same; what is beyond their stretches does not count. */
gboolean oracle_is_same_group (const ExmCurveGroup *a, const ExmCurveGroup *b);

/* The segment by all pairs. */
ExmSegment oracle_segment (const double *weights, gsize n);

G_END_DECLS
