/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "html/exm-html-scan.h"

#include "base/exm-processor.h"

#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

static const char *
scan_portable (const char *p, const char *end, ExmHtmlStops stops)
{
  for (; p < end; p++)
    if (*p == stops.bytes[0] || *p == stops.bytes[1] || *p == stops.bytes[2]
        || *p == stops.bytes[3])
      break;
  return p;
}

#if defined(__x86_64__)

/* The first of the stops in @block, or 16 and more. */
static inline guint
find_in_block (__m128i block, const __m128i stops[4])
{
  __m128i ab
      = _mm_or_si128 (_mm_cmpeq_epi8 (block, stops[0]), _mm_cmpeq_epi8 (block, stops[1]));
  __m128i cd
      = _mm_or_si128 (_mm_cmpeq_epi8 (block, stops[2]), _mm_cmpeq_epi8 (block, stops[3]));
  guint found = (guint) _mm_movemask_epi8 (_mm_or_si128 (ab, cd));
  return (guint) __builtin_ctz (found | 1u << 16);
}

/* Texts that are no multiple of a block end in one that overlaps the block before it;
 * most attributes are shorter than that. */
static const char *
scan_sse2 (const char *p, const char *end, ExmHtmlStops stops)
{
  const __m128i all[4] = {
    _mm_set1_epi8 (stops.bytes[0]),
    _mm_set1_epi8 (stops.bytes[1]),
    _mm_set1_epi8 (stops.bytes[2]),
    _mm_set1_epi8 (stops.bytes[3]),
  };
  const char *start = p;
  guint at;

  for (; end - p >= 16; p += 16)
    if ((at = find_in_block (_mm_loadu_si128 ((const __m128i *) p), all)) < 16)
      return p + at;
  if (p == end)
    return end;
  if (end - start >= 16)
    {
      at = find_in_block (_mm_loadu_si128 ((const __m128i *) (end - 16)), all);
      return end - 16 + at;
    }
  if (end - p < 8)
    return scan_portable (p, end, stops);
  if ((at = find_in_block (_mm_loadl_epi64 ((const __m128i *) p), all)) < 8)
    return p + at;
  at = find_in_block (_mm_loadl_epi64 ((const __m128i *) (end - 8)), all);
  return end - 8 + MIN (at, 8);
}

__attribute__ ((target ("avx2"))) static const char *
scan_avx2 (const char *p, const char *end, ExmHtmlStops stops)
{
  const __m256i a = _mm256_set1_epi8 (stops.bytes[0]);
  const __m256i b = _mm256_set1_epi8 (stops.bytes[1]);
  const __m256i c = _mm256_set1_epi8 (stops.bytes[2]);
  const __m256i d = _mm256_set1_epi8 (stops.bytes[3]);

  for (; end - p >= 32; p += 32)
    {
      __m256i block = _mm256_loadu_si256 ((const __m256i *) p);
      __m256i ab
          = _mm256_or_si256 (_mm256_cmpeq_epi8 (block, a), _mm256_cmpeq_epi8 (block, b));
      __m256i cd
          = _mm256_or_si256 (_mm256_cmpeq_epi8 (block, c), _mm256_cmpeq_epi8 (block, d));
      guint found = (guint) _mm256_movemask_epi8 (_mm256_or_si256 (ab, cd));
      if (found != 0)
        return p + __builtin_ctz (found);
    }
  /* As in run_avx2(). */
  _mm256_zeroupper ();
  return scan_sse2 (p, end, stops);
}

#endif

ExmHtmlScan
exm_html_scan_by_name (const char *name)
{
#if defined(__x86_64__)
  gboolean has_avx2 = exm_processor_has (EXM_PROCESSOR_AVX2);

  if (name == NULL)
    return has_avx2 ? scan_avx2 : scan_sse2;
  if (strcmp (name, "avx2") == 0)
    return has_avx2 ? scan_avx2 : NULL;
  if (strcmp (name, "sse2") == 0)
    return scan_sse2;
#endif
  return name == NULL || strcmp (name, "portable") == 0 ? scan_portable : NULL;
}

ExmHtmlScan
exm_html_scan_get (void)
{
  static const char *const names[] = {
    [EXM_PROCESSOR_PORTABLE] = "portable",
    [EXM_PROCESSOR_SSE2] = "sse2",
    [EXM_PROCESSOR_AVX2] = "avx2",
    [EXM_PROCESSOR_AVX512] = "avx2",
  };

  static gsize chosen;

  if (g_once_init_enter (&chosen))
    g_once_init_leave (&chosen,
                       (gsize) exm_html_scan_by_name (names[exm_processor_get ()]));
  return (ExmHtmlScan) chosen;
}
