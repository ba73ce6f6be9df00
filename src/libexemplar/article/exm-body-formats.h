/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Escapes that the formats of a body share: Markdown falls back to HTML where it has no
 * syntax of its own. */

#pragma once

#include "article/exm-body-blocks.h"

G_BEGIN_DECLS

extern const ExmBodyFormat exm_body_html_format;

/**
 * exm_body_append_html_table:
 * @table: the element of a table block
 *
 * Appends the table with the kept lines of its cells, escaped, without blank lines.
 */
void exm_body_append_html_table (const ExmBody *self, guint32 table, GString *out);

G_END_DECLS
