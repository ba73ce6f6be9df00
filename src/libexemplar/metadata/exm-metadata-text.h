/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Fields from the lines themselves: what stands around the head and the tail of the body
 * as prose (来源：, 作者：, By …, Published: …), and the script it is written in. */

#pragma once

#include "metadata/exm-metadata-field.h"

G_BEGIN_DECLS

/**
 * exm_metadata_find_anchor:
 * @page: a page text
 * @body_first: first line of the body, %EXM_NONE if not known
 *
 * Returns: the line around which patterns are looked for: @body_first, else the line
 * after the first h1, else %EXM_NONE
 */
guint exm_metadata_find_anchor (const ExmPageText *page, guint body_first);

/**
 * exm_metadata_read_text:
 * @self: where to put what is found
 * @anchor: of exm_metadata_find_anchor()
 * @body_last: last line of the body, %EXM_NONE if not known: editors are often named
 * there
 *
 * O(lines near the anchor).
 */
void exm_metadata_read_text (ExmMetadataReader *self, guint anchor, guint body_last);

/**
 * exm_metadata_guess_language:
 * @page: a page text
 *
 * The language that the script of the first 20,000 characters gives away: zh, ja, ko, ru,
 * uk, th, ar, fa, he, el. Latin letters give nothing away.
 *
 * Returns: (transfer none) (nullable): BCP 47
 */
const char *exm_metadata_guess_language (const ExmPageText *page);

G_END_DECLS
