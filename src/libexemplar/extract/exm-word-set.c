/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-word-set.h"

#include "base/exm-text.h"

/* No text is longer than this in a set: what a page declares of itself is short. */
#define MAX_BYTES (256u * 1024u)

#define FIRST_CJK 0x2e80u

static gboolean
is_word (guint32 c)
{
  if (c < 128)
    return g_ascii_isalnum ((gchar) c);
  return g_unichar_isalnum (c) || g_unichar_ismark (c);
}

static guint32
hash_pair (guint32 before, guint32 c)
{
  /* A hash of 0 goes on as such: it is no beginning. */
  guint32 hash = exm_word_cutter_mix (0, before);
  return hash != 0 ? exm_word_cutter_mix (hash, c) : c * 0x01000193u;
}

guint
exm_word_cutter_feed_other (ExmWordCutter *self, guint32 c, guint32 words[2])
{
  gboolean cjk = c >= FIRST_CJK && exm_char_is_cjk (c);
  guint n = 0;

  if (!cjk && is_word (c))
    {
      self->hash = exm_word_cutter_mix (self->hash, c);
      self->before = 0;
      return 0;
    }
  if (self->hash != 0)
    words[n++] = self->hash;
  self->hash = 0;
  if (cjk && self->before != 0)
    words[n++] = hash_pair (self->before, c);
  self->before = cjk ? c : 0;
  return n;
}

void
exm_word_set_init (ExmWordSet *self, gsize n_bytes)
{
  self->mask = 63;
  while (self->mask < MIN (n_bytes, MAX_BYTES))
    self->mask = 2 * self->mask + 1;
  self->slots = g_new0 (guint32, self->mask + 1u);
  self->n = 0;
}

void
exm_word_set_clear (ExmWordSet *self)
{
  g_clear_pointer (&self->slots, g_free);
}

static guint
find_slot (const ExmWordSet *self, guint32 word)
{
  guint slot = (word ^ word >> 15) & self->mask;

  while (self->slots[slot] != 0 && self->slots[slot] != word)
    slot = (slot + 1) & self->mask;
  return slot;
}

gboolean
exm_word_set_has (const ExmWordSet *self, guint32 word)
{
  return word != 0 && self->slots[find_slot (self, word)] != 0;
}

void
exm_word_set_add_text (ExmWordSet *self, const char *text)
{
  ExmWordCutter cutter = { 0 };
  guint32 words[2];
  const char *p = text;
  gboolean more = TRUE;

  while (more && self->n < self->mask / 2)
    {
      gunichar c = g_utf8_get_char (p);
      more = c != 0;
      guint n = exm_word_cutter_feed (&cutter, more ? g_unichar_tolower (c) : 0, words);
      for (guint i = 0; i < n; i++)
        {
          guint slot = find_slot (self, words[i]);
          self->n += self->slots[slot] == 0 && words[i] != 0;
          self->slots[slot] = words[i];
        }
      p = more ? g_utf8_next_char (p) : p;
    }
}
