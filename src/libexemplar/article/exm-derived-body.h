/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Text and Markdown of a body out of its HTML, so that a store needs to hold only that.
 *
 * A rule is what makes them. It never changes, since bodies that are stored by it are
 * read by it: other bytes need a rule with a number of its own, and those before stay.
 * A form of which a rule gives other bytes than were extracted, as of captions without
 * pictures, footnotes, and formulas, is stored itself. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Forms that the rule gives. */
typedef enum
{
  EXM_DERIVED_NONE = 0,
  EXM_DERIVED_TEXT = 1 << 0,
  EXM_DERIVED_MARKDOWN = 1 << 1,
} ExmDerivedForms;

/**
 * exm_derived_body_write_text:
 * @html: as exm_body_write_html() writes it; any other is read as well, to no use
 *
 * Any thread; O(bytes).
 *
 * Returns: (transfer full): the body as exm_body_write_text() has it, if the rule can
 */
char *exm_derived_body_write_text (const char *html);

/* The same as Markdown, as exm_body_write_markdown() has it. */
char *exm_derived_body_write_markdown (const char *html);

/**
 * exm_derived_body_compare:
 * @text: the body as text
 * @markdown: the same as Markdown
 *
 * Returns: the forms that the first rule, which is the only one, gives byte for byte
 */
ExmDerivedForms
exm_derived_body_compare (const char *html, const char *text, const char *markdown);

G_END_DECLS
