/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Groups whose tasks are not listed: the same ones in the sidebar and in the table. Main
 * thread. */

#pragma once

#include "app/session/exm-session.h"

G_BEGIN_DECLS

#define EXM_TYPE_CLOSED_GROUPS (exm_closed_groups_get_type ())
G_DECLARE_FINAL_TYPE (ExmClosedGroups, exm_closed_groups, EXM, CLOSED_GROUPS, GObject)

/* Returns: (transfer none): those of the session; its signal "changed" tells that they
 * are others */
ExmClosedGroups *exm_closed_groups_get (ExmSession *session);

gboolean exm_closed_groups_contains (ExmClosedGroups *self, const char *path);

/* Closes the group, or opens it. */
void exm_closed_groups_toggle (ExmClosedGroups *self, const char *path);

/* @paths: (array zero-terminated=1): all that are closed */
void exm_closed_groups_set (ExmClosedGroups *self, const char *const *paths);

/* Returns: (transfer full): the same, by name */
char **exm_closed_groups_dup (ExmClosedGroups *self);

G_END_DECLS
