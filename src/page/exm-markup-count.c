/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "exm-markup-count.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

static void
count_portable (ExmMarkupCount *count, const char *source, gsize at, gsize end)
{
  for (; at < end; at++)
    {
      if (source[at] != '<')
        continue;
      if (at + 1 < end && source[at + 1] == '/')
        count->n_ends++;
      else
        count->n_starts++;
    }
}

#if defined(__x86_64__)

/* Blocks after which what is counted in bytes is added up. */
#define MAX_BLOCKS 255u

static inline guint
add_up (__m128i counts)
{
  __m128i sums = _mm_sad_epu8 (counts, _mm_setzero_si128 ());
  return (guint) (_mm_cvtsi128_si32 (sums)
                  + _mm_cvtsi128_si32 (_mm_unpackhi_epi64 (sums, sums)));
}

/* Returns: where it stopped, at most 16 bytes before the end. */
static gsize
count_sse2 (ExmMarkupCount *count, const char *source, gsize n_bytes)
{
  gsize at = 0;

  while (n_bytes - at > 16)
    {
      __m128i opens = _mm_setzero_si128 (), ends = _mm_setzero_si128 ();
      for (guint i = 0; i < MAX_BLOCKS && n_bytes - at > 16; i++, at += 16)
        {
          const __m128i *p = (const __m128i *) (source + at);
          const __m128i *next = (const __m128i *) (source + at + 1);
          __m128i is_open = _mm_cmpeq_epi8 (_mm_loadu_si128 (p), _mm_set1_epi8 ('<'));
          __m128i is_slash = _mm_cmpeq_epi8 (_mm_loadu_si128 (next), _mm_set1_epi8 ('/'));
          opens = _mm_sub_epi8 (opens, is_open);
          ends = _mm_sub_epi8 (ends, _mm_and_si128 (is_open, is_slash));
        }
      count->n_ends += add_up (ends);
      count->n_starts += add_up (opens) - add_up (ends);
    }
  return at;
}

#define AVX2 __attribute__ ((target ("avx2")))

AVX2 static inline guint
add_up_wide (__m256i counts)
{
  return add_up (_mm256_castsi256_si128 (counts))
         + add_up (_mm256_extracti128_si256 (counts, 1));
}

/* Returns: where it stopped, at most 32 bytes before the end. */
AVX2 static gsize
count_avx2 (ExmMarkupCount *count, const char *source, gsize n_bytes)
{
  gsize at = 0;

  while (n_bytes - at > 32)
    {
      __m256i opens = _mm256_setzero_si256 (), ends = _mm256_setzero_si256 ();
      for (guint i = 0; i < MAX_BLOCKS && n_bytes - at > 32; i++, at += 32)
        {
          const __m256i *p = (const __m256i *) (source + at);
          const __m256i *next = (const __m256i *) (source + at + 1);
          __m256i is_open
              = _mm256_cmpeq_epi8 (_mm256_loadu_si256 (p), _mm256_set1_epi8 ('<'));
          __m256i is_slash
              = _mm256_cmpeq_epi8 (_mm256_loadu_si256 (next), _mm256_set1_epi8 ('/'));
          opens = _mm256_sub_epi8 (opens, is_open);
          ends = _mm256_sub_epi8 (ends, _mm256_and_si256 (is_open, is_slash));
        }
      count->n_ends += add_up_wide (ends);
      count->n_starts += add_up_wide (opens) - add_up_wide (ends);
    }
  return at;
}

#endif

ExmMarkupCount
exm_markup_count_by (ExmProcessor processor, const char *source, gsize n_bytes)
{
  ExmMarkupCount count = { 0 };
  gsize at = 0;

#if defined(__x86_64__)
  if (processor >= EXM_PROCESSOR_AVX2)
    at = count_avx2 (&count, source, n_bytes);
  else if (processor >= EXM_PROCESSOR_SSE2)
    at = count_sse2 (&count, source, n_bytes);
#endif
  count_portable (&count, source, at, n_bytes);
  return count;
}

ExmMarkupCount
exm_markup_count (const char *source, gsize n_bytes)
{
  return exm_markup_count_by (exm_processor_get (), source, n_bytes);
}
