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
  EXM_WORDS_SHARE = 1 << 3,   /* share, print, follow, subscribe to a letter */
  EXM_WORDS_RELATED = 1 << 4, /* other articles */
  EXM_WORDS_META = 1 << 5,    /* date, byline, section, key words */
  EXM_WORDS_CAPTION = 1 << 6, /* pictures and what stands under them */
  EXM_WORDS_AD = 1 << 7,
  EXM_WORDS_AUTHOR = 1 << 8,  /* who wrote it, in a box of its own */
  EXM_WORDS_PAYWALL = 1 << 9, /* subscribe to read on; donate */
  EXM_WORDS_LEGAL = 1 << 10,  /* copyright, terms, advertisement */
  EXM_WORDS_TEXT = 1 << 11,   /* often a body, too weak a word for the hand rules */
  EXM_WORDS_TALK = 1 << 12,   /* often comments, likewise */
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
ExmWordClass exm_words_classify (const char *names);

/**
 * exm_words_classify_line:
 * @line: the text of a line
 * @n_bytes: its length
 *
 * Whether a line opens a part of the page that comes after the article:
 * "Comments (12)", "Related stories", 相关新闻. Only short lines do. Known in English,
 * Chinese of both scripts, German, French, Spanish, Portuguese, Italian, Russian,
 * Japanese, Korean and Turkish.
 *
 * Returns: %EXM_WORDS_COMMENT; %EXM_WORDS_NOISE and what kind of it; or %EXM_WORDS_NONE
 */
ExmWordClass exm_words_classify_line (const char *line, gsize n_bytes);

G_END_DECLS
