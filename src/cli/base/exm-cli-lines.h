/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Lines from a file descriptor, in memory of at most one line: an endless line is read to
 * its end without being kept. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ExmCliLines ExmCliLines;

typedef enum
{
  EXM_CLI_LINES_LINE,     /* a line was read */
  EXM_CLI_LINES_TOO_LONG, /* a line was longer than allowed; it was passed over */
  EXM_CLI_LINES_MORE,     /* bytes came, but no whole line yet */
  EXM_CLI_LINES_END,
  EXM_CLI_LINES_FAILED, /* see errno */
} ExmCliLinesStatus;

/**
 * exm_cli_lines_new:
 * @fd: what to read, not closed
 * @max_bytes: of a line
 *
 * Returns: (transfer full): a reader
 */
ExmCliLines *exm_cli_lines_new (int fd, gsize max_bytes);

void exm_cli_lines_free (ExmCliLines *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmCliLines, exm_cli_lines_free)

/* Returns: whether exm_cli_lines_next() can answer without reading */
gboolean exm_cli_lines_has_line (ExmCliLines *self);

/**
 * exm_cli_lines_next:
 * @line: (out) (transfer none): the line without its line feed, valid until the next call
 * @n_bytes: (out): its length
 *
 * Takes a line from the buffer if there is one, else reads once, which may block. What
 * follows the last line feed counts as a line.
 *
 * Returns: what came
 */
ExmCliLinesStatus
exm_cli_lines_next (ExmCliLines *self, const char **line, gsize *n_bytes);

G_END_DECLS
