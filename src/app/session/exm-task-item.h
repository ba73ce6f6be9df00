/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A task as lists show it. The object stays the same while the task exists; its
 * properties follow the store. Main thread. */

#pragma once

#include "store/db/exm-store-values.h"

#include <glib-object.h>

G_BEGIN_DECLS

/* How a task does, worst first. */
typedef enum
{
  EXM_TASK_STATE_FAILED,  /* its last run failed */
  EXM_TASK_STATE_REVIEW,  /* articles wait for a person, or something else ails it */
  EXM_TASK_STATE_RUNNING, /* a run is under way */
  EXM_TASK_STATE_PAUSED,
  EXM_TASK_STATE_IDLE, /* waits for its time */
} ExmTaskState;

#define EXM_TYPE_TASK_ITEM (exm_task_item_get_type ())
G_DECLARE_FINAL_TYPE (ExmTaskItem, exm_task_item, EXM, TASK_ITEM, GObject)

/**
 * exm_task_item_new:
 * @info: as the store lists it
 *
 * Properties, all for reading and with notification: "uid", "name", "group" (nullable),
 * "paused", "running", "next-due" (Unix time in microseconds, 0 for never),
 * "last-run" (likewise), "last-state" and "last-message" (nullable; see #ExmRun),
 * "n-articles", "n-flagged", "n-done" and "n-new" (pages of the run under way), "state"
 * (an #ExmTaskState, as guint), "needs-you" (FAILED or REVIEW), "problem" (see
 * exm_task_item_get_problem()).
 *
 * Returns: (transfer full): an item
 */
ExmTaskItem *exm_task_item_new (const ExmTaskInfo *info);

/* Takes over what the store says now; notifies of what changed. */
void exm_task_item_update (ExmTaskItem *self, const ExmTaskInfo *info);

/* @running: whether a run is under way; @n_done of @n_new pages */
void exm_task_item_set_running (ExmTaskItem *self,
                                gboolean running,
                                guint n_done,
                                guint n_new);

const char *exm_task_item_get_uid (ExmTaskItem *self);
const char *exm_task_item_get_name (ExmTaskItem *self);
gboolean exm_task_item_get_paused (ExmTaskItem *self);
gboolean exm_task_item_get_running (ExmTaskItem *self);
/* Whether it runs, or will by its schedule. */
gboolean exm_task_item_get_active (ExmTaskItem *self);
gint64 exm_task_item_get_next_due (ExmTaskItem *self);
guint exm_task_item_get_n_flagged (ExmTaskItem *self);
guint exm_task_item_get_n_articles (ExmTaskItem *self);
/* Counts those that nobody has read. */
guint exm_task_item_get_n_unread (ExmTaskItem *self);
/* Returns: (nullable): why the last run failed */
const char *exm_task_item_get_last_message (ExmTaskItem *self);
/* Returns: (array fixed-size=EXM_DAILY_DAYS): articles a day, the oldest day first; as
 * they were set last */
const guint *exm_task_item_get_daily (ExmTaskItem *self);
/* Property "daily", a count, notifies. */
void exm_task_item_set_daily (ExmTaskItem *self, const guint *counts);
ExmTaskState exm_task_item_get_state (ExmTaskItem *self);
gboolean exm_task_item_get_needs_you (ExmTaskItem *self);
/* Returns: (transfer none) (nullable): what ails it and is not ignored; until the item is
 * updated */
const ExmProblem *exm_task_item_get_problem (ExmTaskItem *self);
/* Counts its articles that need a person, and one more if the task has a problem that is
 * not ignored. */
guint exm_task_item_count_needs (ExmTaskItem *self);

G_END_DECLS
