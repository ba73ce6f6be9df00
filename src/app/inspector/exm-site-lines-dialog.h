/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The lines of a task's pages: on how many pages each stands, what that makes of it, and
 * what the operator rules of it. */

#pragma once

#include "app/session/exm-session.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_SITE_LINES_DIALOG (exm_site_lines_dialog_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmSiteLinesDialog, exm_site_lines_dialog, EXM, SITE_LINES_DIALOG, AdwWindow)

/**
 * exm_site_lines_dialog_new:
 * @session: that has started
 * @task_uid: a task of it
 *
 * Returns: (transfer none): a window of its own, to be made transient for the one that it
 *   belongs to, and presented
 */
GtkWindow *exm_site_lines_dialog_new (ExmSession *session, const char *task_uid);

G_END_DECLS
