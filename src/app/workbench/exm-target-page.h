/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Target page of the workbench: loads a stored article, a page of a set-up or one that
 * the operator asks for into the analysis, and shows in its pane how far that is. The
 * page before stays until there is another one. Main thread.
 *
 * Signals: "changed": there is another page, which the analysis gets next; "loaded": it
 * has it; "given-up": the wanted page is the shown one again; "fetched": a page arrived
 * by its address; "refetched" (const char *hash): one in place of the lost one that is
 * shown. */

#pragma once

#include "app/analysis/exm-bench-load.h"
#include "app/web/exm-page-pane.h"
#include "app/workbench/exm-workbench-task.h"

G_BEGIN_DECLS

#define EXM_TYPE_TARGET_PAGE (exm_target_page_get_type ())
G_DECLARE_FINAL_TYPE (ExmTargetPage, exm_target_page, EXM, TARGET_PAGE, GObject)

/* All are kept; @pane until exm_target_page_close(). */
ExmTargetPage *
exm_target_page_new (ExmWorkbenchTask *task, ExmAnalysis *analysis, ExmPagePane *pane);

/* Lets go of the pane, and of a load that is under way. */
void exm_target_page_close (ExmTargetPage *self);

/* Forgets the page, and stops a load that is under way. */
void exm_target_page_clear (ExmTargetPage *self);

/* Forgets the page; the pane stays as it is. */
void exm_target_page_drop (ExmTargetPage *self);

void exm_target_page_load_article (ExmTargetPage *self, gint64 id);

/* Makes a line the current one as soon as the article is extracted and its page stands.
 * @line: %EXM_NONE: none is waited for any more */
void exm_target_page_want_line (ExmTargetPage *self, gint64 id, guint line);

/* Shows a page that is stepped through; loads it if it is an article. */
void exm_target_page_show_item (ExmTargetPage *self, ExmPageItem *item);

/* @url: as the operator wrote it */
void exm_target_page_fetch (ExmTargetPage *self, const char *url);

/* Lets the task fetch from the host that was refused, and tries again. */
void exm_target_page_allow_host (ExmTargetPage *self);

/* Says that the task has no article. */
void exm_target_page_show_none (ExmTargetPage *self);

/* Returns: (transfer none) (nullable): the page that the analysis has as its target */
ExmBenchPage *exm_target_page_get (ExmTargetPage *self);

/* Returns: (nullable): the address that is fetched, or was last */
const char *exm_target_page_get_wanted_url (ExmTargetPage *self);

/* Returns: the article that is shown or on its way, 0 for none of the store */
gint64 exm_target_page_get_wanted (ExmTargetPage *self);

/* Returns: whether the page that was asked for last is shown: while an article is on its
 * way, and where it cannot be read, analysis and result are those of the page before */
gboolean exm_target_page_shows_wanted (ExmTargetPage *self);

/* Returns: whether there is no page, and none on its way */
gboolean exm_target_page_is_idle (ExmTargetPage *self);

G_END_DECLS
