/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Bar that counts the stored articles that a correction holds for too, and extracts them
 * anew when it is asked to. Main thread; nothing blocks.
 *
 * Signals: "extracted" (#GPtrArray of #ExmArticle as they were): some were, which a toast
 * takes back; "undone" (the same): they are what they were. */

#pragma once

#include "app/workbench/exm-target-page.h"

G_BEGIN_DECLS

#define EXM_TYPE_AFFECTED_BAR (exm_affected_bar_get_type ())
G_DECLARE_FINAL_TYPE (ExmAffectedBar, exm_affected_bar, EXM, AFFECTED_BAR, AdwBin)

/* Binds the bar to a workbench; called once, all are kept. */
void exm_affected_bar_bind (ExmAffectedBar *self,
                            ExmWorkbenchTask *task,
                            ExmTargetPage *page,
                            ExmAnalysis *analysis,
                            ExmToaster *toaster);

/**
 * exm_affected_bar_count:
 * @but: the article that was extracted anew already, 0 for none
 *
 * Offers to extract the others anew, once they are counted; hides the bar where all
 * corrections were taken back.
 */
void exm_affected_bar_count (ExmAffectedBar *self, gint64 but);

/* Hides the bar, and stops an extraction that is under way. */
void exm_affected_bar_forget (ExmAffectedBar *self);

/* Notes that another page is shown: corrections of the one before cannot be undone there.
 */
void exm_affected_bar_leave_page (ExmAffectedBar *self);

/* Forgets the task before: see exm_affected_bar_forget(). */
void exm_affected_bar_leave_task (ExmAffectedBar *self);

G_END_DECLS
