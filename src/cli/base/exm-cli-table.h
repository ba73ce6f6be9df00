/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows of text: aligned columns under titles on a terminal; elsewhere a line each, cells
 * separated by tabs, for programs. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ExmCliTable:
 * @titles: of the columns, %NULL-terminated, translated
 * @rows: those that wait to be printed
 * @n_printed: those that were
 */
typedef struct
{
  const char *const *titles; /* (unowned) */
  GPtrArray *rows;           /* (owned) (element-type GStrv) */
  guint n_printed;
} ExmCliTable;

void exm_cli_table_init (ExmCliTable *self, const char *const *titles);

void exm_cli_table_clear (ExmCliTable *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmCliTable, exm_cli_table_clear)

/**
 * exm_cli_table_add:
 * @self: the table
 * @...: a cell for each title, UTF-8 or %NULL for an empty one; copied, on one line
 */
void exm_cli_table_add (ExmCliTable *self, ...);

/**
 * exm_cli_table_add_row:
 * @cells: as for exm_cli_table_add(), as many as there are titles
 */
void exm_cli_table_add_row (ExmCliTable *self, const char *const *cells);

/**
 * exm_cli_table_append_aligned:
 * @width: columns of a line; a last cell that is too long for it is cut
 * @out: gets the rows that wait, in aligned columns wherever they go; they stay
 */
void exm_cli_table_append_aligned (const ExmCliTable *self, guint width, GString *out);

/* Prints the rows that were added and forgets them; the titles only above the first
 * ones. On a terminal, a last cell that is too long for the line is cut. Returns: %FALSE
 * if standard output cannot be written */
gboolean exm_cli_table_print (ExmCliTable *self);

G_END_DECLS
