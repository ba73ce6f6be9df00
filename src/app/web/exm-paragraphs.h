/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Paragraphs of a body's HTML, as exm_body_write_html() writes it: a link beside each of
 * them, and the line of the body's text that each begins with. Pure. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Scheme of the links: "exemplar-why:3" stands beside the fourth paragraph. */
#define EXM_PARAGRAPH_SCHEME "exemplar-why:"

/**
 * exm_paragraphs_append:
 * @html: a fragment
 * @label: name of each link, for those who do not see it
 *
 * Appends @html with an empty link of class "exemplar-why" at the end of each paragraph,
 * heading, item, caption, table and piece of code that has text; O(@html).
 */
void exm_paragraphs_append (GString *out, const char *html, const char *label);

/**
 * exm_paragraphs_find_line:
 * @html: the fragment, without links of ours
 * @text: the same body, a line each
 * @n: number of a paragraph, from 0
 *
 * Returns: the line of @text that the paragraph begins with, %G_MAXUINT if it is not
 *   there
 */
guint exm_paragraphs_find_line (const char *html, const char *text, guint n);

G_END_DECLS
