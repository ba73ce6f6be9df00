/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Task on the workbench, a stored one or one that is set up: what is changed here, its
 * examples, their marks, its method and models, goes into it. Main thread.
 *
 * Signals: "saved": stored articles would be extracted otherwise now; "examples-saved":
 * there are other pages to look at. */

#pragma once

#include "app/analysis/exm-analysis.h"
#include "app/setup/exm-setup.h"
#include "app/workbench/exm-toaster.h"

G_BEGIN_DECLS

#define EXM_TYPE_WORKBENCH_TASK (exm_workbench_task_get_type ())
G_DECLARE_FINAL_TYPE (ExmWorkbenchTask, exm_workbench_task, EXM, WORKBENCH_TASK, GObject)

/* @analysis: whose marks and settings are the task's; all are kept */
ExmWorkbenchTask *
exm_workbench_task_new (ExmSession *session, ExmAnalysis *analysis, ExmToaster *toaster);

/* Lets go of the session: nothing more is begun. */
void exm_workbench_task_close (ExmWorkbenchTask *self);

/* Returns: (transfer none) (nullable): %NULL after exm_workbench_task_close() */
ExmSession *exm_workbench_task_get_session (ExmWorkbenchTask *self);

/**
 * exm_workbench_task_set:
 * @uid: (nullable): of the stored task that is shown
 * @setup: (nullable): a task that is being set up
 *
 * The stored task itself follows by exm_workbench_task_take().
 */
void exm_workbench_task_set (ExmWorkbenchTask *self, const char *uid, ExmSetup *setup);

/* @task: (nullable): as it is stored now */
void exm_workbench_task_take (ExmWorkbenchTask *self, ExmTask *task);

/* Returns: (transfer none) (nullable) */
const char *exm_workbench_task_get_uid (ExmWorkbenchTask *self);
ExmTask *exm_workbench_task_get (ExmWorkbenchTask *self);
ExmSetup *exm_workbench_task_get_setup (ExmWorkbenchTask *self);

/* Returns: whether the stored task is still the one that is shown */
gboolean exm_workbench_task_is (ExmWorkbenchTask *self, const char *uid);

/* Lets the stored task fetch from @host, which has a private address. */
void exm_workbench_task_allow_host (ExmWorkbenchTask *self, const char *host);

/* Gives the task the marks on its examples, if it has others. */
void exm_workbench_task_save_regions (ExmWorkbenchTask *self);

/* @index: which example; @charset: (nullable): the encoding that the operator chose */
void exm_workbench_task_save_charset (ExmWorkbenchTask *self,
                                      guint index,
                                      const char *charset);

/**
 * exm_workbench_task_add_example:
 * @bytes: the page
 * @hash: (nullable): of the stored page
 * @beside: whether it stands beside the others, not in place of the first
 *
 * A toast takes it back.
 */
void exm_workbench_task_add_example (ExmWorkbenchTask *self,
                                     GBytes *bytes,
                                     const char *url,
                                     const char *hash,
                                     const char *http_charset,
                                     gboolean beside);

/* Removes an example, if there are others. A toast takes it back. */
void exm_workbench_task_remove_example (ExmWorkbenchTask *self, guint index);

/**
 * exm_workbench_task_use_method:
 * @parameters: "" for those that the method has of itself
 *
 * A toast takes it back.
 */
void exm_workbench_task_use_method (ExmWorkbenchTask *self,
                                    const char *method,
                                    const char *parameters);

/**
 * exm_workbench_task_use_model:
 * @model: (nullable): the stored task's own model of @method, %NULL for the program's
 *
 * A toast takes it back.
 */
void exm_workbench_task_use_model (ExmWorkbenchTask *self,
                                   const char *method,
                                   const ExmMethodModel *model);

G_END_DECLS
