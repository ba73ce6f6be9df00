/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Code of a body as it is written: indentation, blanks and line breaks of the source,
 * without its tags; and the language that the page says it is in. */

#pragma once

#include "article/exm-body-blocks.h"

G_BEGIN_DECLS

/**
 * exm_body_append_code:
 * @block: a block of code
 *
 * Appends its kept lines with the blanks and line breaks that the source has. O(source
 * of the block).
 */
void exm_body_append_code (const ExmBody *self, const ExmBodyBlock *block, GString *out);

/**
 * exm_body_dup_language:
 * @block: a block of code
 *
 * Returns: (transfer full): the language that the page names ("language-c"), letters,
 *   digits, "+", "#" and "-" only; "" if it names none
 */
char *exm_body_dup_language (const ExmBody *self, const ExmBodyBlock *block);

G_END_DECLS
