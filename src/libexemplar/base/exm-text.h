/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Questions about short texts that every room asks the same way. All functions are pure
 * and may be called from any thread. */

#pragma once

#include "base/exm-char.h"

G_BEGIN_DECLS

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
guint64 exm_text_key (const char *text, gsize n_bytes);

/**
 * exm_text_folded_key:
 * @folded: text that was folded as exm_text_key() says, character by character with
 *   exm_char_put_folded()
 * @n_bytes: its length
 *
 * Returns: what exm_text_key() returns for the text itself
 */
guint64 exm_text_folded_key (const char *folded, gsize n_bytes);

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
char *exm_text_squeeze (const char *text, gsize n_bytes);

/**
 * exm_text_count_tokens:
 * @text: UTF-8, need not be terminated
 * @n_bytes: its length
 *
 * Tokens as accuracy is measured: each CJK character by itself, every other run of
 * letters and digits as one.
 */
guint exm_text_count_tokens (const char *text, gsize n_bytes);

/**
 * exm_text_append_number:
 * @value: a number, below 1e15
 *
 * As files for programs have it, whatever the locale: four digits after the point at
 * most, none that are zero; "" if it is not finite.
 */
void exm_text_append_number (GString *out, double value);

/* Whether @text begins with @start; most differ in the first byte, and no length is
 * measured. */
static inline gboolean
exm_text_begins (const char *text, const char *start)
{
  while (*start != '\0' && *text == *start)
    text++, start++;
  return *start == '\0';
}

/**
 * exm_text_has_word:
 * @text: words parted by single spaces
 * @word: as it is written
 *
 * Returns: whether @word is one of them
 */
gboolean exm_text_has_word (const char *text, const char *word);

G_END_DECLS
