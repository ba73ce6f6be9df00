/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Finds the next byte that matters. The ways to do it are one function each, chosen once
 * by what the processor can do; EXEMPLAR_CPU (portable, sse2, avx2) in the environment
 * asks for one of them, which the tests use to compare them. What is near is found
 * without a call. */

#pragma once

#include "base/exm-byte-block.h"

#include <string.h>

G_BEGIN_DECLS

/* Up to four bytes to look for; fewer repeat one of them. */
typedef struct
{
  char bytes[4];
} ExmHtmlStops;

/**
 * ExmHtmlScan:
 * @p: where to begin
 * @end: where to give up; never read
 *
 * Returns: the first byte that is one of @stops, or @end
 */
typedef const char *(*ExmHtmlScan) (const char *p, const char *end, ExmHtmlStops stops);

#ifdef EXM_HAS_BYTE_BLOCK

/* Which bytes of @block are one of @stops. */
static inline guint
exm_html_find_stops (__m128i block, ExmHtmlStops stops)
{
  __m128i ab = _mm_or_si128 (_mm_cmpeq_epi8 (block, _mm_set1_epi8 (stops.bytes[0])),
                             _mm_cmpeq_epi8 (block, _mm_set1_epi8 (stops.bytes[1])));
  __m128i cd = _mm_or_si128 (_mm_cmpeq_epi8 (block, _mm_set1_epi8 (stops.bytes[2])),
                             _mm_cmpeq_epi8 (block, _mm_set1_epi8 (stops.bytes[3])));
  return (guint) _mm_movemask_epi8 (_mm_or_si128 (ab, cd));
}

#endif

/**
 * exm_html_find:
 * @scan: what to look farther with
 *
 * Finds the next stop like @scan; faster where it is mostly near. Inline, because the
 * stops are known when it is compiled.
 */
static inline const char *
exm_html_find (ExmHtmlScan scan, const char *p, const char *end, ExmHtmlStops stops)
{
#ifdef EXM_HAS_BYTE_BLOCK
  for (const char *near = p + 64; end - p >= 16 && p < near; p += 16)
    {
      guint found = exm_html_find_stops (_mm_loadu_si128 ((const __m128i *) p), stops);
      if (found != 0)
        return p + __builtin_ctz (found);
    }
#endif
  return scan (p, end, stops);
}

/**
 * exm_html_find_in_short:
 * @stops: no NUL
 *
 * Finds the next stop like exm_html_find(), in a text that is mostly shorter than a few
 * blocks.
 */
static inline const char *
exm_html_find_in_short (const char *p, const char *end, ExmHtmlStops stops)
{
#ifdef EXM_HAS_BYTE_BLOCK
  for (; p < end; p += 16)
    {
      /* NULs are behind the end. */
      __m128i block = exm_byte_block_load (p, (gsize) (end - p));
      guint found = exm_html_find_stops (block, stops);
      if (found != 0)
        return p + __builtin_ctz (found);
    }
  return end;
#else
  while (p < end && memchr (stops.bytes, *p, sizeof stops.bytes) == NULL)
    p++;
  return p;
#endif
}

/**
 * exm_html_scan_by_name:
 * @name: (nullable): "portable", "sse2" or "avx2"; %NULL for the fastest
 *
 * Returns: the function, %NULL if this processor has none of that name. Any thread.
 */
ExmHtmlScan exm_html_scan_by_name (const char *name);

/**
 * exm_html_scan_get:
 *
 * Returns: the function to use; the same one for the life of the process. Any thread.
 */
ExmHtmlScan exm_html_scan_get (void);

G_END_DECLS
