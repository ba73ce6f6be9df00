/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Text of a page inside the syntax of a file format. Pure; any thread. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_quote_json:
 * @out: appended to
 * @text: (nullable): UTF-8, or "null" is appended
 *
 * A JSON string that is also a double-quoted YAML scalar: quotation marks, backslashes
 * and all that is not printable in YAML are escaped, on one line.
 */
void exm_quote_json (GString *out, const char *text);

/**
 * exm_quote_csv:
 * @out: appended to
 * @text: (nullable): UTF-8
 *
 * A field by RFC 4180, quoted where it must be. Spreadsheet programs take a field that
 * starts with = + - @, their full-width forms, TAB, CR or LF for a formula or may strip
 * what comes before one: such a field gets an apostrophe in front.
 */
void exm_quote_csv (GString *out, const char *text);

/**
 * exm_quote_html:
 * @out: appended to
 * @text: (nullable): UTF-8
 *
 * Text for an element or a double-quoted attribute; control characters are left out.
 */
void exm_quote_html (GString *out, const char *text);

/**
 * exm_quote_xml:
 * @out: appended to
 * @text: (nullable): UTF-8 or not
 *
 * Text for an element or a double-quoted attribute of XML 1.0, on one line: line feeds
 * and tabs are references to characters; what XML cannot hold is left out.
 */
void exm_quote_xml (GString *out, const char *text);

/**
 * exm_quote_xml_element:
 * @start: what goes before it, as a tag
 * @text: (nullable): as of exm_quote_line(); without any, nothing is written
 * @end: what goes behind it
 */
void exm_quote_xml_element (GString *out,
                            const char *start,
                            const char *text,
                            const char *end);

/**
 * exm_quote_json_member:
 * @name: of a member, ASCII
 * @text: (nullable): as of exm_quote_line(); without any, nothing is written
 *
 * Writes a comma, the name and the text.
 */
void exm_quote_json_member (GString *out, const char *name, const char *text);

/**
 * exm_quote_markdown:
 * @out: appended to
 * @text: UTF-8, lines separated by line feeds
 *
 * Each line a paragraph of text that means nothing in CommonMark.
 */
void exm_quote_markdown (GString *out, const char *text);

/**
 * exm_quote_line:
 * @text: (nullable): UTF-8
 *
 * Returns: (transfer full) (nullable): @text on one line, runs of white space and control
 *   characters as one space; %NULL for nothing
 */
char *exm_quote_line (const char *text);

G_END_DECLS
