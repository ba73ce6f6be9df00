/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Text looked at sixteen bytes at a time, its end too, without reading behind it. Only
 * where the compiler knows SSE2, as EXM_HAS_BYTE_BLOCK says. */

#pragma once

#include <glib.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#define EXM_HAS_BYTE_BLOCK 1

G_BEGIN_DECLS

/**
 * exm_byte_block_load:
 * @p: where to begin
 * @n: bytes there
 *
 * Returns: the first sixteen of them; NULs in the place of those that are missing
 */
static inline __m128i
exm_byte_block_load (const char *p, gsize n)
{
  guint64 low, high;
  guint32 first, last;

  if (G_LIKELY (n >= 16))
    return _mm_loadu_si128 ((const __m128i *) p);
  if (n >= 8)
    {
      memcpy (&low, p, 8);
      memcpy (&high, p + n - 8, 8);
      /* In two steps, since a word cannot be shifted by all of its bits. */
      high = high >> 1 >> (8 * (16 - n) - 1);
      return _mm_set_epi64x ((gint64) high, (gint64) low);
    }
  if (n >= 4)
    {
      memcpy (&first, p, 4);
      memcpy (&last, p + n - 4, 4);
      return _mm_cvtsi64_si128 ((gint64) (first | (guint64) last << 8 * (n - 4)));
    }
  if (n == 0)
    return _mm_setzero_si128 ();
  return _mm_cvtsi32_si128 ((guint8) p[0] | (guint8) p[n / 2] << 8 * (n / 2)
                            | (guint8) p[n - 1] << 8 * (n - 1));
}

/**
 * exm_byte_block_in:
 * @low: a byte
 * @span: a number
 *
 * Returns: which bytes are @low … @low + @span: all bits of these are set
 */
static inline __m128i
exm_byte_block_in (__m128i block, char low, char span)
{
  __m128i from = _mm_sub_epi8 (block, _mm_set1_epi8 (low));
  return _mm_cmpeq_epi8 (_mm_min_epu8 (from, _mm_set1_epi8 (span)), from);
}

/* Returns: @block with capital letters of ASCII as small ones */
static inline __m128i
exm_byte_block_lower (__m128i block)
{
  __m128i upper = exm_byte_block_in (block, 'A', 'Z' - 'A');
  return _mm_or_si128 (block, _mm_and_si128 (upper, _mm_set1_epi8 (0x20)));
}

/* Which bytes of @block begin characters U+4E00 … U+9FFF; of the last byte it is not
 * always known. */
static inline guint
exm_byte_block_find_han (__m128i block)
{
  __m128i next = _mm_srli_si128 (block, 1);
  __m128i from_4e00 = _mm_and_si128 (_mm_cmpeq_epi8 (block, _mm_set1_epi8 ((char) 0xe4)),
                                     exm_byte_block_in (next, (char) 0xb8, 0xbf - 0xb8));
  __m128i lead = _mm_or_si128 (exm_byte_block_in (block, (char) 0xe5, 4), from_4e00);

  return (guint) _mm_movemask_epi8 (lead);
}

/* Five characters of three bytes fill a block but for its last byte. */
#define EXM_BYTE_BLOCK_HAN 15u

/**
 * exm_byte_block_get_han:
 * @p: where to begin, at a character of valid UTF-8
 * @n: bytes there
 * @first: (out): a block from @p on
 * @second: (out): one from %EXM_BYTE_BLOCK_HAN bytes behind @p on
 *
 * Most Chinese text between two marks is not longer than both blocks, so that one look
 * at it tells its end without a branch.
 *
 * Returns: how many bytes from @p on, twice %EXM_BYTE_BLOCK_HAN at most, are characters
 * U+4E00 … U+9FFF
 */
static inline guint
exm_byte_block_get_han (const char *p, gsize n, __m128i *first, __m128i *second)
{
  const guint leads = 0x09249249; /* every third byte */
  gsize n_first = MIN (n, EXM_BYTE_BLOCK_HAN);

  if (G_LIKELY (n >= EXM_BYTE_BLOCK_HAN + sizeof *second))
    {
      *first = _mm_loadu_si128 ((const __m128i *) p);
      *second = _mm_loadu_si128 ((const __m128i *) (p + EXM_BYTE_BLOCK_HAN));
    }
  else
    {
      *first = exm_byte_block_load (p, n);
      *second = exm_byte_block_load (p + n_first, n - n_first);
    }
  guint found = exm_byte_block_find_han (*first)
                | exm_byte_block_find_han (*second) << EXM_BYTE_BLOCK_HAN;
  return (guint) __builtin_ctz ((~found & leads) | 1u << 2 * EXM_BYTE_BLOCK_HAN);
}

G_END_DECLS

#endif
