/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* All methods on the stored pages of a task: how good each is beside bodies that are
 * known, and how fast. Runs on the pool while it is open; can be ended with what is done
 * so far, and written to a file. */

#pragma once

#include "exm-session.h"

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
 * Opens it and begins.
 */
void
exm_compare_dialog_present (GtkWindow *parent, ExmSession *session, const char *uid);

G_END_DECLS
