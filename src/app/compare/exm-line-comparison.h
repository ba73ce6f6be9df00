/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Comparison of an analysis with another text, line by line: its example, the body that
 * is stored for the article, or the page of the same address at another time. Lines are
 * aligned on GLib's task pool, and only while a view holds the comparison.
 *
 * Main thread only. */

#pragma once

#include "app/analysis/exm-analysis.h"
#include "app/compare/exm-comparison-job.h"
#include "app/compare/exm-comparison-layout.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_COMPARISON_EMPTY,  /* there are not two texts */
  EXM_COMPARISON_BUSY,   /* nothing is known yet */
  EXM_COMPARISON_READY,  /* there is a difference, maybe that of before until the next */
  EXM_COMPARISON_FAILED, /* see exm_line_comparison_get_message() */
} ExmComparisonState;

/* Signals: "changed" (state, difference or summary), "choices-changed" (what can be
 * compared), "body-changed" (exm_line_comparison_is_body()). */
#define EXM_TYPE_LINE_COMPARISON (exm_line_comparison_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmLineComparison, exm_line_comparison, EXM, LINE_COMPARISON, GObject)

/**
 * exm_line_comparison_new:
 * @analysis: what is looked at; kept
 *
 * Returns: (transfer full): a comparison with its example
 */
ExmLineComparison *exm_line_comparison_new (ExmAnalysis *analysis);

/* Returns: (transfer none) */
ExmAnalysis *exm_line_comparison_get_analysis (ExmLineComparison *self);

/**
 * exm_line_comparison_set_stored:
 * @reader: (nullable): of the store
 * @article_id: the article that was made of the target, 0 for none
 * @page_hash: (nullable): under which the target is stored
 *
 * Tells what is stored of the target; to be called again when that changed.
 */
void exm_line_comparison_set_stored (ExmLineComparison *self,
                                     ExmStoreReader *reader,
                                     gint64 article_id,
                                     const char *page_hash);

/**
 * exm_line_comparison_hold:
 *
 * Keeps the comparison up to date until exm_line_comparison_release() was called as
 * often.
 */
void exm_line_comparison_hold (ExmLineComparison *self);
void exm_line_comparison_release (ExmLineComparison *self);

/* Choices of the other text, the example first. */
guint exm_line_comparison_get_n_choices (ExmLineComparison *self);
ExmComparedKind exm_line_comparison_get_kind (ExmLineComparison *self, guint choice);
/* Returns: (transfer none) (nullable): what the page is compared with, if it is one */
ExmStoredPage *exm_line_comparison_get_version (ExmLineComparison *self, guint choice);
void exm_line_comparison_set_choice (ExmLineComparison *self, guint choice);
guint exm_line_comparison_get_choice (ExmLineComparison *self);

ExmComparisonState exm_line_comparison_get_state (ExmLineComparison *self);
/* Returns: (transfer none) (nullable): why it failed */
const char *exm_line_comparison_get_message (ExmLineComparison *self);
/* Returns: (transfer none) (nullable): while ready */
ExmLineDiff *exm_line_comparison_get_diff (ExmLineComparison *self);
/* Returns: (transfer none) (nullable): its rows, while ready */
ExmComparisonLayout *exm_line_comparison_get_layout (ExmLineComparison *self);

/**
 * exm_line_comparison_is_body:
 * @right: the right text, not the left one
 * @index: a line of that text
 *
 * Returns: whether that is a line of the body of its page; O(1)
 */
gboolean
exm_line_comparison_is_body (ExmLineComparison *self, gboolean right, guint index);

/**
 * exm_line_comparison_get_target_line:
 * @index: a line of the right text
 *
 * Returns: the line of the target, %EXM_NONE where the difference is of another page yet
 */
guint exm_line_comparison_get_target_line (ExmLineComparison *self, guint index);

/**
 * exm_line_comparison_point:
 * @left: a line of the left text, %EXM_NONE for none
 * @right: a line of the right one, the same
 *
 * Shows it in all views of the analysis.
 */
void exm_line_comparison_point (ExmLineComparison *self, guint left, guint right);

G_END_DECLS
