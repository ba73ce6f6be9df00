/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Paragraphs for a terminal. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_cli_wrap:
 * @out: gets the lines, each ending with a line feed
 * @text: UTF-8; a line of it is a paragraph; control characters are left out
 * @width: columns of a line, the indent included
 * @indent: columns before each line
 *
 * Breaks at spaces, and between characters of scripts that are written without; closing
 * marks do not begin a line. A wide character takes two columns.
 */
void exm_cli_wrap (GString *out, const char *text, guint width, guint indent);

/**
 * exm_cli_wrap_help:
 * @help: what GOption says of options, one a line
 * @width: columns of a line
 *
 * Descriptions that are too long go on in their column; paragraphs of which a line is too
 * long are wrapped again; all else is left as it is.
 *
 * Returns: (transfer full): the help
 */
char *exm_cli_wrap_help (const char *help, guint width);

/**
 * exm_cli_get_width:
 *
 * Returns: columns to use on standard output: those of the terminal between 40 and 100,
 *   80 where it is none
 */
guint exm_cli_get_width (void);

/**
 * exm_cli_get_columns:
 * @c: a character
 *
 * Returns: the columns of a terminal that it takes: 0, 1 or 2
 */
guint exm_cli_get_columns (gunichar c);

G_END_DECLS
