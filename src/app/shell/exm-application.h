/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The process: one instance a user, one session, and what goes on when no window is
 * open. */

#pragma once

#include "app/session/exm-session.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_APPLICATION (exm_application_get_type ())
G_DECLARE_FINAL_TYPE (ExmApplication, exm_application, EXM, APPLICATION, AdwApplication)

/**
 * exm_application_new:
 * @folder: (nullable): data folder; %NULL for that of the environment or the user
 *
 * With the user's folder there is one instance a user; with any other one, one a process.
 *
 * Returns: (transfer full): the application
 */
ExmApplication *exm_application_new (const char *folder);

/* When main() began, for --startup-time; monotonic, in microseconds. */
void exm_application_set_start_time (ExmApplication *self, gint64 start_usec);

/* Returns: (transfer none): there from startup to shutdown */
ExmSession *exm_application_get_session (ExmApplication *self);

G_END_DECLS
