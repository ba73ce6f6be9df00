/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A page as the methods see it that strip the tags from the source and look at what is
 * left, row by row. */

#pragma once

#include "types/exm-page-text.h"

G_BEGIN_DECLS

/**
 * ExmSourceRow:
 * @line: the line of the page that stands in it, %EXM_NONE for an empty row
 * @n_text: characters of text, white space not counted
 * @n_bytes: bytes of the source from the end of the row with text before, markup too; 0
 *   for an empty row
 */
typedef struct
{
  guint line;
  guint n_text;
  guint n_bytes;
} ExmSourceRow;

/**
 * exm_source_rows_new:
 * @page: a page
 *
 * A row for each line that is not flagged, and between them as many empty ones as the
 * stripped source has: its line feeds that stand in no tag, comment, script or style
 * count. Where it has none between two lines, as on pages that are written without line
 * feeds, the start and end tags of block elements there count instead. A paragraph that
 * is wrapped in the source is one row. Any thread; O(page).
 *
 * Returns: (transfer full) (element-type ExmSourceRow): the rows, in order
 */
GArray *exm_source_rows_new (const ExmPageText *page);

G_END_DECLS
