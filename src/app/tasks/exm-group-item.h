/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A group of tasks as the sidebar and the table show it. Main thread. */

#pragma once

#include "store/db/exm-store-values.h"

#include <glib-object.h>

G_BEGIN_DECLS

/* Sums over the tasks in a group and in its groups; when one of them ran last, and when
 * one that is not paused runs next, 0 for never. */
typedef struct
{
  gint64 last_run_usec;
  gint64 next_due_usec;
  guint n_tasks;
  guint n_needs_you;
  guint n_articles;
  guint daily[EXM_DAILY_DAYS]; /* articles a day, the oldest day first */
} ExmGroupCounts;

#define EXM_TYPE_GROUP_ITEM (exm_group_item_get_type ())
G_DECLARE_FINAL_TYPE (ExmGroupItem, exm_group_item, EXM, GROUP_ITEM, GObject)

/**
 * exm_group_item_new:
 * @path: of the group, as "News/Local", as exm_group_normalize() gives it
 *
 * Properties, for reading and with notification: "expanded", whether its tasks are
 * listed; "counts", see exm_group_item_get_counts().
 *
 * Returns: (transfer full): an expanded one without tasks
 */
ExmGroupItem *exm_group_item_new (const char *path);

const char *exm_group_item_get_path (ExmGroupItem *self);
/* Returns: the last part of its path */
const char *exm_group_item_get_title (ExmGroupItem *self);
/* Returns: how many groups it is in */
guint exm_group_item_get_depth (ExmGroupItem *self);
gboolean exm_group_item_get_expanded (ExmGroupItem *self);
/* Returns: (transfer none): until they change */
const ExmGroupCounts *exm_group_item_get_counts (ExmGroupItem *self);

/* Takes over what the tree says of it now; notifies of what changed. */
void exm_group_item_update (ExmGroupItem *self,
                            gboolean expanded,
                            const ExmGroupCounts *counts);

G_END_DECLS
