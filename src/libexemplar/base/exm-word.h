/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Short names as words of eight bytes: compared, folded and hashed without a loop over
 * their characters. Nothing is read outside of the name. Any thread; O(1). */

#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

/* A multiplier whose bits are evenly spread: 2⁶⁴ over the golden ratio. */
#define EXM_WORD_MIX G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)

static inline guint64
exm_word_repeat (guint8 byte)
{
  return byte * G_GUINT64_CONSTANT (0x0101010101010101);
}

/**
 * exm_word_load:
 * @p: where the name, or what is left of it, begins
 * @n: its bytes; eight at most are read
 *
 * Returns: a word that no other name of the same length has
 */
static inline guint64
exm_word_load (const char *p, gsize n)
{
  guint64 word;
  guint32 first, last;

  if (n >= 8)
    {
      memcpy (&word, p, sizeof word);
      return word;
    }
  if (n >= 4)
    {
      memcpy (&first, p, sizeof first);
      memcpy (&last, p + n - 4, sizeof last);
      return first | (guint64) last << 32;
    }
  if (n == 0)
    return 0;
  return (guint8) p[0] | (guint64) (guint8) p[n / 2] << 8
         | (guint64) (guint8) p[n - 1] << 16;
}

/**
 * exm_word_first:
 * @p: where the name begins
 * @n: its bytes
 *
 * Returns: its first eight bytes, the first in the lowest; zeros behind a shorter name
 */
static inline guint64
exm_word_first (const char *p, gsize n)
{
  guint32 first, last;

  if (n >= 8)
    return GUINT64_FROM_LE (exm_word_load (p, n));
  if (n >= 4)
    {
      memcpy (&first, p, sizeof first);
      memcpy (&last, p + n - 4, sizeof last);
      return GUINT32_FROM_LE (first) | (guint64) GUINT32_FROM_LE (last) << 8 * (n - 4);
    }
  if (n == 0)
    return 0;
  return (guint8) p[0] | (guint64) (guint8) p[n / 2] << 8 * (n / 2)
         | (guint64) (guint8) p[n - 1] << 8 * (n - 1);
}

/* Returns: @word with the ASCII letters among its bytes in lower case */
static inline guint64
exm_word_lower (guint64 word)
{
  guint64 low = word & exm_word_repeat (0x7f);
  guint64 from_a = low + exm_word_repeat (0x80 - 'A');
  guint64 behind_z = low + exm_word_repeat (0x80 - 'Z' - 1);
  guint64 upper = from_a & ~behind_z & ~word & exm_word_repeat (0x80);

  return word | upper >> 2;
}

/**
 * exm_word_hash:
 * @name: in any case
 *
 * Returns: a hash of the name in lower case; O(@n)
 */
static inline guint64
exm_word_hash (const char *name, gsize n)
{
  guint64 hash = n;

  for (; n > 8; name += 8, n -= 8)
    {
      hash = (hash ^ exm_word_lower (exm_word_load (name, n))) * EXM_WORD_MIX;
      hash ^= hash >> 32;
    }
  hash = (hash ^ exm_word_lower (exm_word_load (name, n))) * EXM_WORD_MIX;
  return hash ^ hash >> 32;
}

G_END_DECLS
