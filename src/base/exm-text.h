/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Questions about characters and short texts that every room asks the same way. All
 * functions are pure and may be called from any thread. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_char_is_space:
 * @c: a code point
 *
 * White space that collapses in a page text: Unicode white space, U+00A0, U+3000, the
 * zero-width space and the byte order mark, and the control characters.
 */
gboolean
exm_char_is_space (gunichar c);

/**
 * exm_char_is_cjk:
 * @c: a code point
 *
 * Han, kana and bopomofo characters: scripts written without spaces, of which one
 * character carries about as much as a short word.
 */
gboolean
exm_char_is_cjk (gunichar c);

/**
 * exm_char_is_sentence_mark:
 * @c: a code point
 *
 * The marks of running prose, Western and CJK: full stop, comma, semicolon, colon,
 * exclamation and question mark, quotation marks and brackets.
 */
gboolean
exm_char_is_sentence_mark (gunichar c);

typedef enum
{
  EXM_CHAR_SPACE = 1 << 0, /* exm_char_is_space() */
  EXM_CHAR_CJK = 1 << 1,   /* exm_char_is_cjk() */
  EXM_CHAR_MARK = 1 << 2,  /* exm_char_is_sentence_mark() */
  EXM_CHAR_WORD = 1 << 3,  /* a letter or digit that is not CJK */
} ExmCharFacts;

/* What exm_char_get_facts() says of 256 characters each, made when first asked for. */
extern const guint8 *exm_char_blocks[256];

/**
 * exm_char_find_facts:
 * @c: a code point
 *
 * What exm_char_get_facts() does, and keeps the answer for it.
 */
guint8
exm_char_find_facts (gunichar c);

/**
 * exm_char_get_facts:
 * @c: a code point
 *
 * Returns: all #ExmCharFacts at once. Any thread; O(1).
 */
static inline guint8
exm_char_get_facts (gunichar c)
{
  if (c < 0x10000)
    {
      const guint8 *block = g_atomic_pointer_get (&exm_char_blocks[c >> 8]);
      if (block != NULL)
        return block[c & 0xff];
    }
  return exm_char_find_facts (c);
}

/**
 * exm_text_key:
 * @text: UTF-8, need not be terminated
 * @n_bytes: its length
 *
 * Two lines with equal keys are the same line on two pages: the hash is taken of the text
 * after NFKC, lower-casing, collapsing white space, and folding every run of digits to
 * one "0" (so that dates and counters of a template match).
 *
 * Returns: a 64-bit hash; 0 only for text that is empty after folding.
 */
guint64
exm_text_key (const char *text, gsize n_bytes);

/**
 * exm_text_squeeze:
 * @text: UTF-8, need not be terminated
 * @n_bytes: its length
 *
 * NFKC, lower-cased, letters and digits only: the form in which a text copied from
 * elsewhere is looked for on a page, whatever became of its quotation marks and spaces.
 *
 * Returns: (transfer full): terminated UTF-8
 */
char *
exm_text_squeeze (const char *text, gsize n_bytes);

/**
 * exm_text_count_tokens:
 * @text: UTF-8, need not be terminated
 * @n_bytes: its length
 *
 * Tokens as accuracy is measured: each CJK character by itself, every other run of
 * letters and digits as one.
 */
guint
exm_text_count_tokens (const char *text, gsize n_bytes);

/**
 * exm_text_append_number:
 * @value: a number, below 1e15
 *
 * As files for programs have it, whatever the locale: four digits after the point at
 * most, none that are zero; "" if it is not finite.
 */
void
exm_text_append_number (GString *out, double value);

G_END_DECLS
