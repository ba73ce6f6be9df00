/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A small set of hashed words, as #ExmSurvey has them. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ExmWordSet:
 * @slots: (owned): open addressing; 0 is empty
 * @mask: slots less one
 * @n: how many words
 */
typedef struct
{
  guint32 *slots;
  guint mask;
  guint n;
} ExmWordSet;

/**
 * exm_word_set_init:
 * @n_bytes: length of all texts that will be added, at most
 */
void exm_word_set_init (ExmWordSet *self, gsize n_bytes);

void exm_word_set_clear (ExmWordSet *self);

/**
 * exm_word_set_add_text:
 * @text: UTF-8, any case; its words are added as they are on the joined text of a page
 */
void exm_word_set_add_text (ExmWordSet *self, const char *text);

/* Returns: whether @word is in the set */
gboolean exm_word_set_has (const ExmWordSet *self, guint32 word);

/* Cutting a text into words, one code point after the other. */
typedef struct
{
  guint32 hash;   /* of the word so far, 0 between words */
  guint32 before; /* the CJK character before, 0 if there is none */
} ExmWordCutter;

/* FNV-1a over code points. @hash: of the word so far, 0 at its beginning */
static inline guint32
exm_word_cutter_mix (guint32 hash, guint32 c)
{
  return ((hash != 0 ? hash : 0x811c9dc5u) ^ c) * 0x01000193u;
}

/* The same as exm_word_cutter_feed(), for any code point. */
guint exm_word_cutter_feed_other (ExmWordCutter *self, guint32 c, guint32 words[2]);

/**
 * exm_word_cutter_feed:
 * @c: the next code point, lower-cased; 0 at the end of a text
 * @words: (out) (array fixed-size=2): the words that end here: a word of letters, and a
 *   CJK character with the one before it
 *
 * Returns: how many words end
 */
static inline guint
exm_word_cutter_feed (ExmWordCutter *self, guint32 c, guint32 words[2])
{
  if (G_LIKELY (c < 0x80 && g_ascii_isalnum ((gchar) c)))
    {
      self->hash = exm_word_cutter_mix (self->hash, c);
      self->before = 0;
      return 0;
    }
  return exm_word_cutter_feed_other (self, c, words);
}

G_END_DECLS
