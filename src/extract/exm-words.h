/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The words by which templates name their parts, in class names and in short lines. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  EXM_WORDS_NONE = 0,
  EXM_WORDS_BODY = 1 << 0,
  EXM_WORDS_NOISE = 1 << 1,
  EXM_WORDS_COMMENT = 1 << 2,
} ExmWordClass;

/**
 * exm_words_classify:
 * @names: class names or an id, as written
 *
 * Cuts @names at everything that is not a letter and between a lower-case and an
 * upper-case letter, and looks each word up. O(length); any thread.
 *
 * Returns: the classes that any of its words belongs to
 */
ExmWordClass
exm_words_classify (const char *names);

/**
 * exm_words_classify_line:
 * @line: the text of a line
 * @n_bytes: its length
 *
 * Whether a line opens a part of the page that comes after the article:
 * "Comments (12)", "Related stories", 相关新闻. Only short lines do.
 *
 * Returns: %EXM_WORDS_COMMENT, %EXM_WORDS_NOISE, or %EXM_WORDS_NONE
 */
ExmWordClass
exm_words_classify_line (const char *line, gsize n_bytes);

G_END_DECLS
