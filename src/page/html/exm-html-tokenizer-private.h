/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The parts of the tokenizer. Each takes @p behind what it was known by, and returns
 * where to go on; a tag or document type that the page's end cuts is no token, which a
 * token of type %EXM_HTML_EOF says. */

#pragma once

#include "exm-html-tokenizer.h"

G_BEGIN_DECLS

/* White space of the standard's tokenizer. */
static inline gboolean
exm_html_is_space (char c)
{
  return c == ' ' || c == '\n' || c == '\t' || c == '\f' || c == '\r';
}

static inline gboolean
exm_html_is_letter (char c)
{
  return (guint8) ((c | 0x20) - 'a') <= 'z' - 'a';
}

/* @p: at the first letter of the name. */
const char *
exm_html_read_tag (ExmHtmlTokenizer *self, const char *p, ExmHtmlToken *token);

/* @p: behind the name. */
const char *
exm_html_read_attributes (ExmHtmlTokenizer *self, const char *p, ExmHtmlToken *token);

/* @p: behind "<!doctype". */
const char *
exm_html_read_doctype (ExmHtmlTokenizer *self, const char *p, ExmHtmlToken *token);

/* @p: in RCDATA, raw text or a script. Returns: the "<" of the end tag that ends it, or
 * the end of the page. */
const char *
exm_html_find_raw_end (ExmHtmlTokenizer *self, const char *p);

G_END_DECLS
