/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Keeps text of pages, servers and file names from steering a terminal. All that goes to
 * standard error passes here, and all that goes to a terminal on standard output; what
 * goes to a file or a pipe there is data, and stays what it is. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_cli_steers_terminal:
 * @c: a character
 *
 * Returns: whether it is a control character (C0 but line feed and tab, DEL, C1) or one
 *   that changes the direction of text
 */
gboolean exm_cli_steers_terminal (gunichar c);

/**
 * exm_cli_escape:
 * @text: any bytes
 * @n: how many
 *
 * Control characters are written as \u001b, which leaves JSON the JSON it is;
 * bytes that are no UTF-8 as \x9b.
 *
 * Returns: (transfer full) (nullable): @text to be seen; %NULL where nothing had to be
 *   escaped
 */
char *exm_cli_escape (const char *text, gsize n);

/* Has what g_printerr() is given escaped from now on. */
void exm_cli_guard_errors (void);

/**
 * exm_cli_steer:
 * @text: for the terminal on standard error, with escape sequences of ours and nobody
 *   else's text
 */
void exm_cli_steer (const char *text);

G_END_DECLS
