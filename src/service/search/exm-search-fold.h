/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Folding of characters for full-text search: case, width, diacritics, Arabic vowel signs
 * and alef forms, Hebrew points. Pure functions, any thread. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Bytes that the folded form of a cluster may take. */
#define EXM_SEARCH_FOLD_BYTES 256u

/* How a folded character is searched for. */
typedef enum
{
  EXM_SEARCH_GAP,       /* separates: spaces, marks, symbols */
  EXM_SEARCH_WORD,      /* a letter or digit of a word, which is found whole */
  EXM_SEARCH_CHARACTER, /* of a script without spaces, which is found by itself */
} ExmSearchClass;

/* Returns: the class of a folded character */
ExmSearchClass exm_search_get_class (gunichar folded);

/**
 * exm_search_fold:
 * @text: valid UTF-8, not at its end
 * @folded: (out): gets the folded form, without NUL; may be empty
 * @n_folded: (out): its length in bytes
 *
 * Folds the next cluster of @text: a character, with what it composes with.
 *
 * Returns: (transfer none): where the next cluster begins
 */
const char *
exm_search_fold (const char *text, char folded[EXM_SEARCH_FOLD_BYTES], gsize *n_folded);

G_END_DECLS
