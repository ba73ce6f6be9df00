/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A look at a text before words are searched in it: a text that lacks the first pair of
 * bytes of a word lacks the word. */

#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

/* Pairs of bytes that stand side by side in a text, five bits of each. */
typedef struct
{
  guint32 seconds[32];
} ExmBytePairs;

/**
 * exm_byte_pairs_read:
 * @self: (out): the pairs
 * @text: a terminated text
 *
 * Cost: O(bytes).
 */
static inline void
exm_byte_pairs_read (ExmBytePairs *self, const char *text)
{
  memset (self, 0, sizeof *self);
  for (const char *p = text; *p != '\0'; p++)
    self->seconds[(guchar) p[0] & 31] |= 1u << ((guchar) p[1] & 31);
}

/**
 * exm_byte_pairs_may_have:
 * @word: of two bytes at least
 *
 * Returns: %FALSE where the text surely lacks the word. O(1).
 */
static inline gboolean
exm_byte_pairs_may_have (const ExmBytePairs *self, const char *word)
{
  return self->seconds[(guchar) word[0] & 31] >> ((guchar) word[1] & 31) & 1;
}

G_END_DECLS
