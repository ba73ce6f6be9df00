/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How good a body is beside one that is known: precision, recall and F1 of their tokens,
 * the measure that everything here is judged by. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ExmTokenBag ExmTokenBag;

/**
 * ExmTokenScore:
 * @precision: share of the found tokens that are known, 0 … 1
 * @recall: share of the known tokens that were found, 0 … 1
 * @f1: their harmonic mean, 0 … 1
 */
typedef struct
{
  double precision;
  double recall;
  double f1;
} ExmTokenScore;

/**
 * exm_token_bag_new:
 * @text: UTF-8
 *
 * The tokens of @text as a multiset, after NFKC and case folding: each character of a
 * script that is written without spaces by itself, every other run of letters, digits and
 * underscores as one. The measure's definition for other languages is
 * tests/tools/corpus.py. O(bytes · log tokens).
 *
 * Returns: (transfer full): the bag, with one reference; immutable, any thread
 */
ExmTokenBag *exm_token_bag_new (const char *text);

ExmTokenBag *exm_token_bag_ref (ExmTokenBag *self);
void exm_token_bag_unref (ExmTokenBag *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmTokenBag, exm_token_bag_unref)

/* Returns: how many tokens there are */
guint exm_token_bag_get_n (const ExmTokenBag *self);

/**
 * exm_token_bag_score:
 * @known: what is right
 * @found: what was found
 *
 * Two empty bags agree; an empty one and another one have nothing in common. O(tokens).
 */
ExmTokenScore exm_token_bag_score (const ExmTokenBag *known, const ExmTokenBag *found);

G_END_DECLS
