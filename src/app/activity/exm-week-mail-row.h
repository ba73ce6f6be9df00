/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The row of the week that says whether it goes out by mail, and what became of the last
 * one; a click chooses the connection, its button ends the mails. */

#pragma once

#include "app/session/exm-session.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_WEEK_MAIL_ROW (exm_week_mail_row_get_type ())
G_DECLARE_FINAL_TYPE (ExmWeekMailRow, exm_week_mail_row, EXM, WEEK_MAIL_ROW, AdwActionRow)

/* @session: is read and written; what went wrong is told in the innermost toast overlay
 */
GtkWidget *exm_week_mail_row_new (ExmSession *session);

G_END_DECLS
