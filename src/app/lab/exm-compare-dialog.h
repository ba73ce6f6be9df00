/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Methods on the stored pages of a task: how good each is beside bodies that are known,
 * how fast, and how far any two agree. Runs on the pool while it is open; can be ended
 * with what is done so far, and written to a file. */

#pragma once

#include "app/session/exm-session.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_COMPARE_DIALOG (exm_compare_dialog_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmCompareDialog, exm_compare_dialog, EXM, COMPARE_DIALOG, AdwWindow)

/**
 * exm_compare_dialog_present:
 * @parent: it is modal for
 * @uid: the task
 *
 * Opens it with the choice of methods. Main thread.
 */
void exm_compare_dialog_present (GtkWindow *parent, ExmSession *session, const char *uid);

/**
 * exm_compare_dialog_save:
 * @self: with a comparison that has ended
 * @file: its name ends with .csv, .md or .svg; replaced
 *
 * Writes the comparison; says in the window if it cannot. Main thread.
 */
void exm_compare_dialog_save (ExmCompareDialog *self, GFile *file);

G_END_DECLS
