/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A group of tasks as the sidebar shows it. Main thread. */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define EXM_TYPE_GROUP_ITEM (exm_group_item_get_type ())
G_DECLARE_FINAL_TYPE (ExmGroupItem, exm_group_item, EXM, GROUP_ITEM, GObject)

/**
 * exm_group_item_new:
 * @path: of the group, as "News/Local", as exm_group_normalize() gives it
 *
 * Properties, for reading and with notification: "expanded", whether its tasks are
 * listed; "n-tasks" and "n-needs-you", tasks in it and in its groups.
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
guint exm_group_item_get_n_tasks (ExmGroupItem *self);
guint exm_group_item_get_n_needs_you (ExmGroupItem *self);

/* Takes over what the tree says of it now; notifies of what changed. */
void exm_group_item_update (ExmGroupItem *self,
                            gboolean expanded,
                            guint n_tasks,
                            guint n_needs_you);

G_END_DECLS
