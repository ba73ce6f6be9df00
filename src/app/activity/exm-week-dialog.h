/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The last seven days of all tasks, for a person to read: what needs a look, what was
 * mended, how many articles came, and what waits. */

#pragma once

#include "app/session/exm-session.h"

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * exm_week_dialog_present:
 * @parent: with which it goes; its "win.go" shows the task of a row
 * @session: what is read by, on GLib's task pool
 */
void exm_week_dialog_present (GtkWindow *parent, ExmSession *session);

G_END_DECLS
