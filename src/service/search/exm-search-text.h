/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Search texts: a text as full-text search sees it, folded into units. A unit is a whole
 * word of an alphabet, or a character of a script without spaces between words: Han,
 * kana, Hangul, Thai, Lao, Khmer, Burmese. Immutable once made; any thread. */

#pragma once

#include "search/exm-search-fold.h"

G_BEGIN_DECLS

/**
 * ExmSearchUnit:
 * @start: where it stands in the source, in bytes
 * @end: where it ends there
 * @folded: where its folded form stands in @folded of the text, in bytes
 * @n_folded: its length in bytes
 * @is_word: a word, else a character
 * @joined: nothing stands between it and the unit before
 */
typedef struct
{
  guint start;
  guint end;
  guint folded;
  guint n_folded : 30;
  guint is_word : 1;
  guint joined : 1;
} ExmSearchUnit;

/**
 * ExmSearchText:
 * @folded: (owned): folded forms of all units, one behind the other
 * @units: (owned) (element-type ExmSearchUnit)
 */
typedef struct
{
  GString *folded;
  GArray *units;
} ExmSearchText;

/**
 * exm_search_text_new:
 * @source: (nullable): what is not UTF-8 counts as a gap
 *
 * Cost: about 20 ns a character.
 *
 * Returns: (transfer full): its search text
 */
ExmSearchText *exm_search_text_new (const char *source);

void exm_search_text_free (ExmSearchText *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmSearchText, exm_search_text_free)

static inline const ExmSearchUnit *
exm_search_text_get_unit (const ExmSearchText *self, guint i)
{
  return &g_array_index (self->units, ExmSearchUnit, i);
}

/**
 * exm_search_text_find:
 * @part: the units to look for; none are found nowhere
 * @prefix: the last one of @part, if it is a word, need only begin the one that is found
 * @from: the first unit to look at
 *
 * Finds @part in @self, unit by unit. Units that are joined in @part must be so in @self;
 * those that are not may be. Cost: O(units), about 2 ns each.
 *
 * Returns: index of the first unit of the next place, %G_MAXUINT for none
 */
guint exm_search_text_find (const ExmSearchText *self,
                            const ExmSearchText *part,
                            gboolean prefix,
                            guint from);

/* Bytes of a word that its token has. */
#define EXM_SEARCH_TOKEN_BYTES 60u

/**
 * ExmSearchTokenFunc:
 * @token: valid until it returns
 * @n_bytes: its length
 * @goes_on: of a query: tokens that begin with it will do
 */
typedef void (*ExmSearchTokenFunc) (const char *token,
                                    gsize n_bytes,
                                    gboolean goes_on,
                                    gpointer data);

/**
 * exm_search_text_foreach_token:
 * @is_query: a text that has the tokens may have @self; else they are those of a text
 * @prefix: of a query: its last word may go on
 *
 * Calls @func with what an index has of the text: words, cut to %EXM_SEARCH_TOKEN_BYTES,
 * pairs of characters that are joined, and characters that begin no pair. A query for a
 * character thus asks for what begins with it.
 */
void exm_search_text_foreach_token (const ExmSearchText *self,
                                    gboolean is_query,
                                    gboolean prefix,
                                    ExmSearchTokenFunc func,
                                    gpointer data);

/* Returns: whether a text that has the tokens of @self, a query, has @self */
gboolean exm_search_text_is_token (const ExmSearchText *self);

G_END_DECLS
