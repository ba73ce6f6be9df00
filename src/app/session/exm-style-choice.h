/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Choice of which tasks' pages are shown with their own style sheets, fonts and pictures:
 * one for all tasks, kept in the settings, and others for single ones. Main thread.
 *
 * Signal: "changed" (): it may be another one for any task. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define EXM_TYPE_STYLE_CHOICE (exm_style_choice_get_type ())
G_DECLARE_FINAL_TYPE (ExmStyleChoice, exm_style_choice, EXM, STYLE_CHOICE, GObject)

/* Returns: (transfer full): pages of all tasks are shown with them; nothing is kept */
ExmStyleChoice *exm_style_choice_new (void);

/* @settings: (nullable): where it is kept, with the keys "page-styles" and
 * "task-page-styles" */
void exm_style_choice_set_settings (ExmStyleChoice *self, GSettings *settings);

/**
 * exm_style_choice_get:
 * @uid: (nullable): of a task; %NULL for one that is not stored yet
 *
 * Returns: whether its pages are shown with them
 */
gboolean exm_style_choice_get (ExmStyleChoice *self, const char *uid);

/* Chooses for one task; what all tasks have is no choice of its own. */
void exm_style_choice_set (ExmStyleChoice *self, const char *uid, gboolean styled);

G_END_DECLS
