/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The window: the sidebar chooses the scope (a task or all), the view switcher what is
 * seen of it. */

#pragma once

#include "app/session/exm-session.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_WINDOW (exm_window_get_type ())
G_DECLARE_FINAL_TYPE (ExmWindow, exm_window, EXM, WINDOW, AdwApplicationWindow)

/**
 * exm_window_new:
 * @session: is started if it is not
 * @settings: (nullable): what the window looked like; %NULL where nothing is remembered
 *
 * Properties: "task-uid" (nullable): the scope, %NULL for all tasks; "view": name of the
 * page that is shown; "session", for reading.
 *
 * Returns: (transfer none): a window that is not shown yet
 */
ExmWindow *exm_window_new (GtkApplication *app, ExmSession *session, GSettings *settings);

ExmSession *exm_window_get_session (ExmWindow *self);

/* Returns: (nullable): %NULL also for what needs a person, of all tasks */
const char *exm_window_get_task_uid (ExmWindow *self);

/* @uid: (nullable): %NULL for all tasks; a task that is not listed yet is shown when it
 * is */
void exm_window_set_task_uid (ExmWindow *self, const char *uid);

/* Returns: (nullable): "workbench", "articles", "activity", "settings" */
const char *exm_window_get_view (ExmWindow *self);

/* @name: of a page; nothing happens if it is not there or not for this scope */
void exm_window_set_view (ExmWindow *self, const char *name);

/**
 * exm_window_set_up:
 * @address: as it would be pasted
 *
 * Shows the set-up of a new task and looks at @address, as soon as the session stands.
 */
void exm_window_set_up (ExmWindow *self, const char *address);

G_END_DECLS
