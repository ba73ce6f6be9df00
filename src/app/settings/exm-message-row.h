/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* An output that is messages, in the settings of a task: the connection, which articles
 * are sent, and when. */

#pragma once

#include "task/exm-task.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_MESSAGE_ROW (exm_message_row_get_type ())
G_DECLARE_FINAL_TYPE (ExmMessageRow, exm_message_row, EXM, MESSAGE_ROW, AdwExpanderRow)

/**
 * exm_message_row_new:
 * @output: with a kind
 * @folder: (nullable): the data folder, which has the connections
 *
 * Its signal "changed" tells of what a person changes. Its button saves the connection at
 * once and sends a sample, whose answer is shown.
 */
GtkWidget *exm_message_row_new (const ExmTaskOutput *output, const char *folder);

/* Leaves the connection alone to be set, and with @keeps_time the time, for outputs of
 * which no more is kept. */
void exm_message_row_simplify (ExmMessageRow *self, gboolean keeps_time);

/* Puts what is shown into @fields as one more output. */
void exm_message_row_get (ExmMessageRow *self, ExmTaskFields *fields);

/* Returns: (transfer full) (nullable): what is wrong with it */
char *exm_message_row_check (ExmMessageRow *self);

G_END_DECLS
