/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The help: its topics beside the one that is read. Actions: "help.back", "help.forward",
 * "help.topics", "help.search". */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_HELP_WINDOW (exm_help_window_get_type ())
G_DECLARE_FINAL_TYPE (ExmHelpWindow, exm_help_window, EXM, HELP_WINDOW, AdwWindow)

/* @settings: (nullable): they keep its size
 *
 * Returns: (transfer none): a window that comes up and is filled step by step, see
 *   exm_idle_fill_then(), which is also how it is to be told its first topic; main thread
 */
GtkWindow *exm_help_window_new (GSettings *settings);

/**
 * exm_help_window_show_topic:
 * @name: of a topic, as "curves"; one that does not exist shows the first topic
 *
 * The topic before it is one step back.
 */
void exm_help_window_show_topic (ExmHelpWindow *self, const char *name);

/* Returns: (nullable): the name of the topic that is shown */
const char *exm_help_window_get_topic (ExmHelpWindow *self);

G_END_DECLS
