/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A view of the scope, as the window sees it: the workbench, the articles, the activity,
 * the settings. All calls on the main thread. */

#pragma once

#include "app/session/exm-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_SCREEN (exm_screen_get_type ())
G_DECLARE_INTERFACE (ExmScreen, exm_screen, EXM, SCREEN, GtkWidget)

struct _ExmScreenInterface
{
  GTypeInterface parent_iface;

  void (*set_session) (ExmScreen *self, ExmSession *session);
  void (*set_task) (ExmScreen *self, const char *uid);
  const char *(*get_help) (ExmScreen *self); /* (nullable): no topic of its own */
  gboolean (*can_undo) (ExmScreen *self);    /* (nullable): it never can */
};

/**
 * exm_screen_set_session:
 * @session: whose tasks are shown; the screen keeps a reference
 *
 * Called once, before exm_screen_set_task().
 */
void exm_screen_set_session (ExmScreen *self, ExmSession *session);

/* @uid: (nullable): the task that is shown; %NULL for all tasks */
void exm_screen_set_task (ExmScreen *self, const char *uid);

/* Returns: (nullable): the name of the topic of the help that is about what the screen
 * shows now; %NULL for the one about the view as a whole */
const char *exm_screen_get_help (ExmScreen *self);

/* Returns: whether "page.undo" takes something back that was done where it stands now */
gboolean exm_screen_can_undo (ExmScreen *self);

G_END_DECLS
