/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The connection of mail by which the weekly report goes out: one that is known, or a new
 * one, entered as that of an output is. */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_WEEK_MAIL_DIALOG (exm_week_mail_dialog_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmWeekMailDialog, exm_week_mail_dialog, EXM, WEEK_MAIL_DIALOG, AdwWindow)

/**
 * exm_week_mail_dialog_new:
 * @parent: with which it goes
 * @folder: (nullable): the data folder, which has the connections
 * @to: (nullable): the one that is chosen
 *
 * Its signal "chosen" has the name of the connection, when that is saved and Save is
 * clicked.
 *
 * Returns: (transfer none): the dialog, not presented yet
 */
GtkWindow *
exm_week_mail_dialog_new (GtkWindow *parent, const char *folder, const char *to);

G_END_DECLS
