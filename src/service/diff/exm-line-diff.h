/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How two texts differ, line by line. Immutable, reference counted, any thread. */

#pragma once

#include "diff/exm-diff-text.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _ExmLineDiff ExmLineDiff;

typedef enum
{
  EXM_DIFF_SAME,    /* both have it */
  EXM_DIFF_CHANGED, /* both have it, in other words or with other numbers */
  EXM_DIFF_LEFT,    /* only the left text */
  EXM_DIFF_RIGHT,   /* only the right one */
} ExmDiffKind;

/* Lines of two texts that belong together, by their indices; %EXM_NONE for none. */
typedef struct
{
  guint left;
  guint right;
  ExmDiffKind kind;
} ExmDiffPair;

/* Pairs of each kind. */
typedef struct
{
  guint n[EXM_DIFF_RIGHT + 1];
} ExmDiffCounts;

/**
 * exm_line_diff_new:
 * @left: a text; kept
 * @right: another one; kept
 * @cancellable: (nullable): ends it early
 * @error: (out): %G_IO_ERROR_CANCELLED
 *
 * Lines with equal keys are aligned (exm_align_keys()). Between them, lines that keep
 * half of their characters or more are changed ones: the way in the order of both texts
 * that keeps most characters, by the Levenshtein distance of their first
 * %EXM_DIFF_CHARS characters. Where many lines lie between, only those at about the same
 * place are tried, and no more in all than takes about a second. Any thread.
 * Cost: O(n log n) for the alignment.
 *
 * Returns: (transfer full): the difference
 */
ExmLineDiff *exm_line_diff_new (ExmDiffText *left,
                                ExmDiffText *right,
                                GCancellable *cancellable,
                                GError **error);

/* Characters of a line by which it is compared. */
#define EXM_DIFF_CHARS 1000u

ExmLineDiff *exm_line_diff_ref (ExmLineDiff *self);
void exm_line_diff_unref (ExmLineDiff *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmLineDiff, exm_line_diff_unref)

/* Returns: (transfer none): as they were given */
ExmDiffText *exm_line_diff_get_left (const ExmLineDiff *self);
ExmDiffText *exm_line_diff_get_right (const ExmLineDiff *self);

/**
 * exm_line_diff_get_pairs:
 * @n: (out): their number
 *
 * Returns: (transfer none): every line of both texts once, in their order; of lines that
 *   only one has, the left ones before the right ones
 */
const ExmDiffPair *exm_line_diff_get_pairs (const ExmLineDiff *self, guint *n);

void exm_line_diff_count (const ExmLineDiff *self, ExmDiffCounts *counts);

/**
 * exm_line_diff_write_unified:
 * @left_name: of the left text, without a line feed
 * @right_name: of the right one
 *
 * Any thread; O(bytes).
 *
 * Returns: (transfer full): as `diff -u` writes it, with three lines around; "" where
 *   nothing differs
 */
char *exm_line_diff_write_unified (const ExmLineDiff *self,
                                   const char *left_name,
                                   const char *right_name);

/* Bytes of a line, from the first one on. */
typedef struct
{
  guint start;
  guint end;
} ExmDiffSpan;

/**
 * exm_diff_mark_words:
 * @left: UTF-8
 * @right: UTF-8
 * @left_spans: (out) (transfer full) (element-type ExmDiffSpan): what of it is not in
 *   @right
 * @right_spans: (out) (transfer full) (element-type ExmDiffSpan): the other way round
 *
 * Compares words, CJK characters and marks, in order. What is between the first and the
 * last difference is one span where it has too many of them. Any thread; at most a few
 * milliseconds.
 */
void exm_diff_mark_words (const char *left,
                          const char *right,
                          GArray **left_spans,
                          GArray **right_spans);

G_END_DECLS
