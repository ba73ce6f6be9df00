/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The question which older articles of a task to collect: it says in numbers what each
 * answer would bring. */

#pragma once

#include "app/session/exm-session.h"

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * exm_older_dialog_present:
 * @over: a widget of the window that asks
 * @uid: a task
 *
 * Asks as soon as the numbers are known, and collects what is chosen. What goes wrong is
 * told in a toast.
 */
void exm_older_dialog_present (GtkWidget *over, ExmSession *session, const char *uid);

G_END_DECLS
