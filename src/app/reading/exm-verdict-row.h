/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Verdict of the workbench on the target, in one row: how sure it is, how much it found,
 * why, and what the operator can answer. Its buttons use the actions of
 * #ExmWorkbenchPage around it. */

#pragma once

#include "app/analysis/exm-analysis.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_VERDICT_ROW (exm_verdict_row_get_type ())
G_DECLARE_FINAL_TYPE (ExmVerdictRow, exm_verdict_row, EXM, VERDICT_ROW, GtkWidget)

/* @analysis: (nullable) */
void exm_verdict_row_set_analysis (ExmVerdictRow *self, ExmAnalysis *analysis);

/**
 * exm_verdict_row_set_position:
 * @position: which page is shown, 0 for the first; %GTK_INVALID_LIST_POSITION for none
 * @n: how many there are; with fewer than 2 there is nothing to step through
 */
void exm_verdict_row_set_position (ExmVerdictRow *self, guint position, guint n);

/* @tooltip: what the button does that says the page is right
 * @corrected: whether it was put right by hand, which the button says then */
void
exm_verdict_row_set_right (ExmVerdictRow *self, const char *tooltip, gboolean corrected);

/* @review: there is a way back to the queue ("page.leave-review") */
void exm_verdict_row_set_review (ExmVerdictRow *self, gboolean review);

/* @compact: the buttons stand below the verdict, and the inspector has one too */
void exm_verdict_row_set_compact (ExmVerdictRow *self, gboolean compact);

/* Opens the choice behind "Wrong…". */
void exm_verdict_row_ask_wrong (ExmVerdictRow *self);

/* Returns: (transfer full): how much of a page is body, "42 of 310 lines · 3,118
 * characters" */
char *exm_verdict_dup_numbers (ExmAnalysis *analysis);

G_END_DECLS
