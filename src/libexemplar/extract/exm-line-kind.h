/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Lines around a body besides prose: headline, date, byline, caption. Whether they belong
 * to it is a preference, which the operator's region shows. */

#pragma once

#include "types/exm-page-text.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_LINE_KIND_HEADLINE = 1 << 0, /* h1, h2, or named so */
  EXM_LINE_KIND_DATE = 1 << 1,     /* a short line with a date or a time of day */
  EXM_LINE_KIND_BYLINE = 1 << 2, /* a short line that names who wrote it, or where from */
  EXM_LINE_KIND_CAPTION = 1 << 3, /* words to a picture */
} ExmLineKind;

#define EXM_N_LINE_KINDS 4u

/**
 * exm_line_kind_find:
 * @page: a page
 * @kinds: (out caller-allocated): one a line: #ExmLineKind, 0 for none of them
 *
 * By names of elements and classes, and by the words of short lines in the languages that
 * pages are most often in. Pure. Cost: O(page).
 */
void exm_line_kind_find (const ExmPageText *page, guint8 *kinds);

/**
 * exm_line_kind_is_dateline:
 * @text: a line, UTF-8
 * @n_bytes: its length
 *
 * Tells whether a line, however long, begins as one that names a source or an author, and
 * tells a date. Pure. Cost: O(n_bytes).
 */
gboolean exm_line_kind_is_dateline (const char *text, gsize n_bytes);

G_END_DECLS
