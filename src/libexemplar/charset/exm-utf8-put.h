/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Writing of UTF-8 into a buffer that the decoder has sized before. */

#pragma once

#include <glib.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

G_BEGIN_DECLS

/**
 * exm_utf8_put_ascii:
 * @p: bytes
 * @end: behind them
 * @to: (inout): where they go, then behind the copy: room for @end - @p bytes and 15
 *
 * Copies ASCII without NUL from @p on.
 *
 * Returns: where something else begins
 */
static inline const guint8 *
exm_utf8_put_ascii (const guint8 *p, const guint8 *end, char **to)
{
#if defined(__SSE2__)
  for (; end - p >= 16; p += 16, *to += 16)
    {
      __m128i block = _mm_loadu_si128 ((const __m128i *) p);
      __m128i nuls = _mm_cmpeq_epi8 (block, _mm_setzero_si128 ());
      guint other = (guint) _mm_movemask_epi8 (_mm_or_si128 (block, nuls));
      _mm_storeu_si128 ((__m128i *) *to, block);
      if (other != 0)
        {
          guint n = (guint) __builtin_ctz (other);
          *to += n;
          return p + n;
        }
    }
#endif
  for (; p < end && *p < 0x80 && *p != 0; p++)
    *(*to)++ = (char) *p;
  return p;
}

/**
 * exm_utf8_put_char:
 * @to: room for four bytes
 *
 * Returns: behind the character
 */
static inline char *
exm_utf8_put_char (char *to, guint32 c)
{
  if (c < 0x80)
    *to++ = (char) c;
  else if (c < 0x800)
    {
      *to++ = (char) (0xc0 | c >> 6);
      *to++ = (char) (0x80 | (c & 0x3f));
    }
  else if (c < 0x10000)
    {
      *to++ = (char) (0xe0 | c >> 12);
      *to++ = (char) (0x80 | (c >> 6 & 0x3f));
      *to++ = (char) (0x80 | (c & 0x3f));
    }
  else
    {
      *to++ = (char) (0xf0 | c >> 18);
      *to++ = (char) (0x80 | (c >> 12 & 0x3f));
      *to++ = (char) (0x80 | (c >> 6 & 0x3f));
      *to++ = (char) (0x80 | (c & 0x3f));
    }
  return to;
}

G_END_DECLS
