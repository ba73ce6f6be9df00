/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Workbench: a task's example beside a target page, the curves under them, and the
 * inspector. All of it shows one #ExmAnalysis.
 *
 * Actions, installed on the class: "page.looks-right" (Enter; not while the example is
 * marked by keys), "page.accept" (the same, for the button), ".wrong", ".mark",
 * ".move-ends", ".previous", ".next", ".undo", ".redo", ".fit", ".inspector",
 * ".other-page", ".add-example", ".extract-anyway", ".use-method" (its name and
 * parameters), ".allow-host", ".compare-methods", ".leave-review", ".train-method" and
 * ".shipped-model" (a method that is trained). */

#pragma once

#include "app/analysis/exm-analysis.h"
#include "app/setup/exm-setup.h"
#include "app/widgets/exm-screen.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_WORKBENCH_PAGE (exm_workbench_page_get_type ())
G_DECLARE_FINAL_TYPE (ExmWorkbenchPage, exm_workbench_page, EXM, WORKBENCH_PAGE, AdwBin)

/**
 * exm_workbench_page_set_setup:
 * @setup: (nullable): a task that is being set up: shows its example and pages, and tells
 *   it the marks on the example. Ends what exm_screen_set_task()
 *   began
 * @bar: (nullable): the row above the verdict
 */
void
exm_workbench_page_set_setup (ExmWorkbenchPage *self, ExmSetup *setup, GtkWidget *bar);

/**
 * exm_workbench_page_open_article:
 * @id: of an article of the task, which need not be one of the pages that are stepped
 *   through
 * @line: of its page, to be brought into view; %EXM_NONE: where the body begins
 */
void exm_workbench_page_open_article (ExmWorkbenchPage *self, gint64 id, guint line);

/* Shows one of the pages that are stepped through. */
void exm_workbench_page_show_item (ExmWorkbenchPage *self, ExmPageItem *item);

/* @tab: of the inspector */
void exm_workbench_page_show_tab (ExmWorkbenchPage *self, const char *tab);

/**
 * exm_workbench_page_replace_target:
 * @pane: (nullable): shown in place of the target; %NULL for the target again
 *
 * The target comes back by itself when it is asked for.
 */
void exm_workbench_page_replace_target (ExmWorkbenchPage *self, GtkWidget *pane);

/* Gives the chart the keyboard. */
void exm_workbench_page_focus_chart (ExmWorkbenchPage *self);

/**
 * exm_workbench_page_set_review:
 * @id: the article that was opened from the queue, 0 for none
 *
 * While it is shown, "Looks Right" ends the review of it ("win.end-review"), and there is
 * a way back to the queue.
 */
void exm_workbench_page_set_review (ExmWorkbenchPage *self, gint64 id);

/* Returns: (transfer none): what is shown; the same one for the life of the page */
ExmAnalysis *exm_workbench_page_get_analysis (ExmWorkbenchPage *self);

/* Returns: (transfer none): #ExmPageItem; the page that is shown is selected */
GtkSingleSelection *exm_workbench_page_get_pages (ExmWorkbenchPage *self);

G_END_DECLS
