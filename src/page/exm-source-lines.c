/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "exm-source-lines.h"

#include "exm-fill.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

typedef struct
{
  GArray *lines; /* (unowned) (element-type ExmSourceLine) */
  guint room;    /* for exm-fill.h */
  gsize start;   /* of the current line */
  ExmMarkupCount count;
} Search;

static inline void
add_line (Search *self, gsize end)
{
  ExmSourceLine *line = exm_fill_next (self->lines, &self->room, sizeof *line);

  *line = (ExmSourceLine){ .n_bytes = (guint32) (end - self->start) };
  self->start = end;
}

/* @newlines: a bit for each byte from @at on. */
static inline void
add_lines (Search *self, gsize at, guint64 newlines)
{
  for (; newlines != 0; newlines &= newlines - 1)
    add_line (self, at + (gsize) __builtin_ctzll (newlines) + 1);
}

static void
find_portable (Search *self, const char *source, gsize at, gsize end)
{
  for (; at < end; at++)
    {
      if (source[at] == '\n')
        add_line (self, at + 1);
      if (source[at] != '<')
        continue;
      if (at + 1 < end && source[at + 1] == '/')
        self->count.n_ends++;
      else
        self->count.n_starts++;
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
find_sse2 (Search *self, const char *source, gsize n_bytes)
{
  gsize at = 0;

  while (n_bytes - at > 16)
    {
      __m128i opens = _mm_setzero_si128 (), ends = _mm_setzero_si128 ();
      for (guint i = 0; i < MAX_BLOCKS && n_bytes - at > 16; i++, at += 16)
        {
          const char *p = source + at;
          __m128i block = _mm_loadu_si128 ((const __m128i *) p);
          __m128i next = _mm_loadu_si128 ((const __m128i *) (p + 1));
          __m128i is_open = _mm_cmpeq_epi8 (block, _mm_set1_epi8 ('<'));
          __m128i is_slash = _mm_cmpeq_epi8 (next, _mm_set1_epi8 ('/'));
          __m128i is_newline = _mm_cmpeq_epi8 (block, _mm_set1_epi8 ('\n'));
          opens = _mm_sub_epi8 (opens, is_open);
          ends = _mm_sub_epi8 (ends, _mm_and_si128 (is_open, is_slash));
          add_lines (self, at, (guint) _mm_movemask_epi8 (is_newline));
        }
      self->count.n_ends += add_up (ends);
      self->count.n_starts += add_up (opens) - add_up (ends);
    }
  return at;
}

#define AVX2 __attribute__ ((target ("avx2,bmi")))

AVX2 static inline guint
add_up_wide (__m256i counts)
{
  return add_up (_mm256_castsi256_si128 (counts))
         + add_up (_mm256_extracti128_si256 (counts, 1));
}

/* Counts in the 32 bytes at @p, behind which another one can be read. Returns: which of
 * them are line feeds. */
AVX2 static inline guint
look_avx2 (const char *p, __m256i *opens, __m256i *ends)
{
  __m256i block = _mm256_loadu_si256 ((const __m256i *) p);
  __m256i next = _mm256_loadu_si256 ((const __m256i *) (p + 1));
  __m256i is_open = _mm256_cmpeq_epi8 (block, _mm256_set1_epi8 ('<'));
  __m256i is_slash = _mm256_cmpeq_epi8 (next, _mm256_set1_epi8 ('/'));
  __m256i is_newline = _mm256_cmpeq_epi8 (block, _mm256_set1_epi8 ('\n'));

  *opens = _mm256_sub_epi8 (*opens, is_open);
  *ends = _mm256_sub_epi8 (*ends, _mm256_and_si256 (is_open, is_slash));
  return (guint) _mm256_movemask_epi8 (is_newline);
}

/* Returns: where it stopped, at most 64 bytes before the end. */
AVX2 static gsize
find_avx2 (Search *self, const char *source, gsize n_bytes)
{
  gsize at = 0;

  while (n_bytes - at > 64)
    {
      __m256i opens = _mm256_setzero_si256 (), ends = _mm256_setzero_si256 ();
      gsize stop = at + 64 * MIN (MAX_BLOCKS / 2, (n_bytes - at - 1) / 64);
      for (; at < stop; at += 64)
        {
          guint64 low = look_avx2 (source + at, &opens, &ends);
          guint64 high = look_avx2 (source + at + 32, &opens, &ends);
          guint64 newlines = low | high << 32;
          if (newlines != 0)
            add_lines (self, at, newlines);
        }
      self->count.n_ends += add_up_wide (ends);
      self->count.n_starts += add_up_wide (opens) - add_up_wide (ends);
    }
  return at;
}

#endif

ExmMarkupCount
exm_source_lines_find_by (ExmProcessor processor,
                          GArray *lines,
                          const char *source,
                          gsize n_bytes)
{
  Search self = { .lines = lines };
  gsize at = 0;

  /* Most pages have longer lines than that, on the average. */
  exm_fill_reserve (lines, &self.room, (guint) (n_bytes / 128));
#if defined(__x86_64__)
  if (processor >= EXM_PROCESSOR_AVX2)
    at = find_avx2 (&self, source, n_bytes);
  else if (processor >= EXM_PROCESSOR_SSE2)
    at = find_sse2 (&self, source, n_bytes);
#endif
  find_portable (&self, source, at, n_bytes);
  if (self.start < n_bytes)
    add_line (&self, n_bytes);
  return self.count;
}

ExmMarkupCount
exm_source_lines_find (GArray *lines, const char *source, gsize n_bytes)
{
  return exm_source_lines_find_by (exm_processor_get (), lines, source, n_bytes);
}
