/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Whether a line is running text or a label. */

#pragma once

#include "types/exm-page-text.h"

G_BEGIN_DECLS

/**
 * exm_prose_ends:
 * @text: the text of a line
 * @n_bytes: its length
 *
 * Returns: whether it ends like a sentence
 */
gboolean exm_prose_ends (const char *text, gsize n_bytes);

/**
 * exm_prose_measure:
 * @line: a line
 * @text: its text
 *
 * Returns: 0 for a label (a menu entry, a byline) … 1 for a paragraph
 */
float exm_prose_measure (const ExmLine *line, const char *text);

G_END_DECLS
