/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Categories of elements in the standard, as bits. */

#pragma once

#include "html/exm-tag.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_HTML_SPECIAL = 1 << 0,      /* 13.2.4.2: "special" */
  EXM_HTML_FORMATTING = 1 << 1,   /* 13.2.4.2: "formatting" */
  EXM_HTML_IMPLIED = 1 << 2,      /* its end is implied */
  EXM_HTML_THOROUGH = 1 << 3,     /* its end is implied when done thoroughly */
  EXM_HTML_SCOPE = 1 << 4,        /* ends each scope but that of tables */
  EXM_HTML_LIST_SCOPE = 1 << 5,   /* ends the scope of list items too */
  EXM_HTML_BUTTON_SCOPE = 1 << 6, /* ends the scope of buttons too */
  EXM_HTML_TABLE_SCOPE = 1 << 7,  /* ends the scope of tables */
  EXM_HTML_CLOSES_P = 1 << 8,     /* a plain block: its start tag ends a paragraph */
  EXM_HTML_BLOCK_END = 1 << 9,    /* its end tag ends what is open in it */
  EXM_HTML_TABLE_PART = 1 << 10,  /* what is misplaced in it goes before the table */
  EXM_HTML_BREAKS_OUT = 1 << 11,  /* its start tag ends SVG and MathML */
  EXM_HTML_RESETS = 1 << 12,      /* tells the insertion mode again */
  EXM_HTML_HEADING = 1 << 13,     /* h1 … h6 */
  EXM_HTML_CELL_PART = 1 << 14,   /* caption, col, colgroup, and parts of a table */
} ExmHtmlTraits;

extern const guint16 exm_html_traits[EXM_N_TAGS];

static inline gboolean
exm_html_tag_is (ExmTag tag, ExmHtmlTraits traits)
{
  return (exm_html_traits[tag] & traits) != 0;
}

G_END_DECLS
