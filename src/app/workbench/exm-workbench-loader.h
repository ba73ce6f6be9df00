/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Loads what the workbench shows into its parts: a stored task with its examples and
 * articles, or one that is set up; the page that is selected becomes the target. Main
 * thread.
 *
 * Signals: "begun": another task, without its pages yet; "opened": a stored one was read;
 * "setup-opened": one that is set up has an example; "reloaded": its articles were read
 * anew. */

#pragma once

#include "app/workbench/exm-linked-views.h"
#include "app/workbench/exm-page-selection.h"
#include "app/workbench/exm-target-page.h"

G_BEGIN_DECLS

#define EXM_TYPE_WORKBENCH_LOADER (exm_workbench_loader_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmWorkbenchLoader, exm_workbench_loader, EXM, WORKBENCH_LOADER, GObject)

/* The panes live as long as the loader; all others are kept. */
ExmWorkbenchLoader *exm_workbench_loader_new (ExmWorkbenchTask *task,
                                              ExmAnalysis *analysis,
                                              ExmTargetPage *target_page,
                                              ExmPageSelection *selection,
                                              ExmLinkedViews *views,
                                              ExmToaster *toaster,
                                              ExmPagePane *example,
                                              ExmPagePane *target);

/* Opens a stored task, or none, and stops what is under way. @uid: (nullable) */
void exm_workbench_loader_open (ExmWorkbenchLoader *self, const char *uid);
void exm_workbench_loader_reopen (ExmWorkbenchLoader *self);

/* Opens a task that is set up. @setup: (nullable) */
void exm_workbench_loader_open_setup (ExmWorkbenchLoader *self, ExmSetup *setup);

/* Reads the task and the list of its articles anew; the page that is shown stays. */
void exm_workbench_loader_reload_articles (ExmWorkbenchLoader *self);

/* Selects the article that is shown or on its way, if nothing else is. */
void exm_workbench_loader_follow (ExmWorkbenchLoader *self);

G_END_DECLS
