/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One line on a terminal that says how far a command is; nothing where standard error is
 * none. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ExmCliProgress:
 * @shown: whether a line stands on the terminal
 * @last_usec: when it was written, monotonic
 *
 * All zero to begin with.
 */
typedef struct
{
  gboolean shown;
  gint64 last_usec;
} ExmCliProgress;

/**
 * exm_cli_progress_say:
 * @format: printf format, then its arguments: the new line, translated
 *
 * Replaces the line, at most ten times a second.
 */
void exm_cli_progress_say (ExmCliProgress *self, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

/**
 * exm_cli_progress_draw:
 * @share: done, 0 … 1
 *
 * Returns: (transfer full): a bar of 20 columns, for the line
 */
char *exm_cli_progress_draw (double share);

/* Takes the line away: before anything else is printed, and at the end. */
void exm_cli_progress_end (ExmCliProgress *self);

G_END_DECLS
