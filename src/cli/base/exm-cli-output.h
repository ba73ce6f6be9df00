/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Standard output, files and errors. A failed write, as on a full disk, is reported once;
 * a reader of standard output that went away is no failure. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_cli_complain:
 * @format: printf format, then its arguments
 *
 * An error, on standard error, after the program's name.
 */
void exm_cli_complain (const char *format, ...) G_GNUC_PRINTF (1, 2);

/**
 * exm_cli_complain_of:
 * @messages: (element-type utf8): what to tell, a line each; empty from then on
 */
void exm_cli_complain_of (GPtrArray *messages);

/**
 * exm_cli_complain_unless:
 * @done: whether something was done
 * @error: why not; a pointer to it, as arguments are evaluated in any order
 *
 * Returns: @done; if not, that was complained about
 */
gboolean exm_cli_complain_unless (gboolean done, GError *const *error);

/**
 * exm_cli_print:
 * @text: for standard output, escaped where that is a terminal; kept in a buffer until it
 *   is full or flushed
 *
 * Returns: %FALSE if it could not be written
 */
gboolean exm_cli_print (const char *text);

/* Returns: %FALSE if anything for standard output, now or before, could not be written
 * */
gboolean exm_cli_flush (void);

/**
 * exm_cli_save:
 * @path: (nullable): a file; %NULL or "-" for standard output
 * @data: what is to be in it
 * @n_bytes: its length
 *
 * A regular file is replaced in one step, so that what was in it is not lost to a full
 * disk; pipes and devices are written to.
 *
 * Returns: %FALSE if it could not be written
 */
gboolean exm_cli_save (const char *path, const char *data, gsize n_bytes);

G_END_DECLS
