/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The body of exm-literal-portable.c, -avx2.c and -avx512.c, which say how many 64-bit
 * lanes a vector has (N_LANES) and what the compiler may use.
 *
 * The method is that of exm-lev-step.h; neighbouring windows are the lanes. For each
 * character of B, bits say which characters of A around it are equal; the rows that match
 * in a column are then the same shift of these bits in every lane, since the windows go
 * along a diagonal. No table of patterns is needed. */

#pragma once

#include "exm-literal.h"

#include <string.h>

#ifdef __SSE2__
#include <immintrin.h>
#endif

typedef uint64_t Vector __attribute__ ((vector_size (8 * N_LANES), aligned (8)));

#define MAX_WORDS EXM_WINDOW_WORDS
/* A little more than there are: words 4 KiB apart would share cache lines. */
#define N_COLUMNS (EXM_LITERAL_BLOCK + EXM_KERNEL_MAX_WINDOW + 8)

/* matches[m][y]: bit s is A[first+y-64·words+64·m+s] == B[first+y]. */
typedef struct
{
  uint64_t words[2 * MAX_WORDS][N_COLUMNS];
} Matches;

/* Which of a[0]...a[63] equal c. */
static inline __attribute__ ((always_inline)) uint64_t
compare_64 (const uint16_t *a, uint16_t c)
{
  uint64_t bits = 0;
#if defined(__AVX512BW__)
  __m512i wanted = _mm512_set1_epi16 ((short) c);
  for (unsigned k = 0; k < 2; k++)
    bits |= (uint64_t) _mm512_cmpeq_epi16_mask (_mm512_loadu_si512 (a + 32 * k), wanted)
            << 32 * k;
#elif defined(__AVX2__)
  __m256i wanted = _mm256_set1_epi16 ((short) c);
  for (unsigned k = 0; k < 2; k++)
    {
      const __m256i *at = (const __m256i *) (const void *) (a + 32 * k);
      __m256i low = _mm256_cmpeq_epi16 (_mm256_loadu_si256 (at), wanted);
      __m256i high = _mm256_cmpeq_epi16 (_mm256_loadu_si256 (at + 1), wanted);
      __m256i both = _mm256_permute4x64_epi64 (_mm256_packs_epi16 (low, high), 0xd8);
      bits |= (uint64_t) (uint32_t) _mm256_movemask_epi8 (both) << 32 * k;
    }
#elif defined(__SSE2__)
  __m128i wanted = _mm_set1_epi16 ((short) c);
  for (unsigned k = 0; k < 4; k++)
    {
      const __m128i *at = (const __m128i *) (const void *) (a + 16 * k);
      __m128i low = _mm_cmpeq_epi16 (_mm_loadu_si128 (at), wanted);
      __m128i high = _mm_cmpeq_epi16 (_mm_loadu_si128 (at + 1), wanted);
      bits |= (uint64_t) (uint16_t) _mm_movemask_epi8 (_mm_packs_epi16 (low, high))
              << 16 * k;
    }
#else
  for (unsigned s = 0; s < 64; s++)
    bits |= (uint64_t) (a[s] == c) << s;
#endif
  return bits;
}

static inline __attribute__ ((always_inline)) void
find_matches (Matches *matches,
              const ExmLiteralTexts *texts,
              size_t first,
              unsigned w,
              unsigned words)
{
  const uint16_t *a = texts->a + (ptrdiff_t) first - (ptrdiff_t) (64 * words);
  for (unsigned y = 0; y < EXM_LITERAL_BLOCK + w; y++)
    {
      uint16_t c = texts->b[first + y];
      for (unsigned m = 0; m < 2 * words; m++)
        matches->words[m][y] = compare_64 (a + y + 64 * m, c);
    }
}

static inline __attribute__ ((always_inline)) Vector
load (const uint64_t *words)
{
  Vector vector;
  memcpy (&vector, words, sizeof vector);
  return vector;
}

static inline __attribute__ ((always_inline)) Vector
fill (uint64_t word)
{
  return (Vector){ 0 } + word;
}

/* N_LANES windows. */
typedef struct
{
  Vector not_vp[MAX_WORDS]; /* ~VP: and-not is one instruction, or-not is two */
  Vector vn[MAX_WORDS];
  Vector kept; /* where the distance does not grow along the diagonal: a word of it */
} Lanes;

/* 64 neighbouring bits of two words, from bit @shift on. */
static inline __attribute__ ((always_inline)) Vector
funnel (Vector low, Vector high, unsigned shift)
{
#ifdef __AVX512VBMI2__
  return (Vector) _mm512_shrdv_epi64 ((__m512i) low, (__m512i) high,
                                      _mm512_set1_epi64 (shift));
#else
  return low >> shift | high << (64 - shift);
#endif
}

/* ~(a | b) | c and the like are one instruction with AVX-512; the compiler sees it. One
 * column: @matches are those of its first row, word by word N_COLUMNS apart; the
 * diagonal is at bit @diagonal of word @row. */
static inline __attribute__ ((always_inline)) void
lanes_step (Lanes *lanes,
            const uint64_t *matches,
            unsigned shift,
            unsigned words,
            unsigned row,
            uint64_t diagonal)
{
  Vector p_in = fill (1), n_in = { 0 };
  Vector low = load (matches);
#pragma GCC unroll 4
  for (unsigned k = 0; k < words; k++)
    {
      Vector eq = low;
      if (shift != 0)
        {
          Vector high = load (matches + (k + 1) * N_COLUMNS);
          eq = funnel (low, high, shift);
          low = high;
        }
      else if (k + 1 < words)
        low = load (matches + (k + 1) * N_COLUMNS);
      Vector not_vp = lanes->not_vp[k], vn = lanes->vn[k];
      Vector x = k > 0 ? eq | n_in : eq;
      /* With v for VP, (x & v) + v is ~(~v - (x & v)). */
      Vector xh = ((not_vp - (x & ~not_vp)) ^ not_vp) | x;
      Vector d0 = xh | vn;
      Vector p = vn | (~xh & not_vp), n = xh & ~not_vp;
      if (k == row)
        lanes->kept |= d0 & fill (diagonal);
      Vector p1 = p << 1 | p_in, n1 = k > 0 ? n << 1 | n_in : n << 1;
      if (k + 1 < words)
        {
          p_in = p >> 63;
          n_in = n >> 63;
        }
      lanes->not_vp[k] = (d0 | p1) & ~n1;
      lanes->vn[k] = p1 & d0;
    }
}

/* The columns 64·row and on, up to 64 of them. */
static inline __attribute__ ((always_inline)) void
search_row (Lanes *lanes,
            const Matches *matches,
            unsigned lane,
            unsigned w,
            unsigned words,
            unsigned row,
            unsigned n_vectors)
{
  unsigned first = 64 * row, n = w - first < 64 ? w - first : 64;
  const uint64_t *at = matches->words[words - row] + lane + first;
#pragma GCC unroll 4
  for (unsigned v = 0; v < n_vectors; v++)
    {
      lanes[v].kept = fill (0);
      lanes_step (&lanes[v], at + v * N_LANES, 0, words, row, 1);
    }
  at -= N_COLUMNS;
  for (unsigned t = 1; t < n; t++)
#pragma GCC unroll 4
    for (unsigned v = 0; v < n_vectors; v++)
      lanes_step (&lanes[v], at + t + v * N_LANES, 64 - t, words, row, (uint64_t) 1 << t);
}

static inline __attribute__ ((always_inline)) void
search_lanes (const Matches *matches,
              unsigned w,
              unsigned words,
              unsigned n_vectors,
              uint64_t *bits)
{
  for (unsigned lane = 0; lane < EXM_LITERAL_BLOCK; lane += n_vectors * N_LANES)
    {
      Lanes lanes[2];
#pragma GCC unroll 4
      for (unsigned v = 0; v < n_vectors; v++)
#pragma GCC unroll 4
        for (unsigned k = 0; k < words; k++)
          {
            lanes[v].not_vp[k] = fill (0);
            lanes[v].vn[k] = fill (0);
          }
#pragma GCC unroll 4
      for (unsigned row = 0; row < words; row++)
        {
          search_row (lanes, matches, lane, w, words, row, n_vectors);
#pragma GCC unroll 4
          for (unsigned v = 0; v < n_vectors; v++)
            memcpy (bits + row * EXM_LITERAL_BLOCK + lane + v * N_LANES, &lanes[v].kept,
                    sizeof (Vector));
        }
    }
}

static void
search_block (const ExmLiteralTexts *texts,
              size_t first,
              unsigned w,
              unsigned words,
              uint64_t *bits)
{
  Matches matches;
  find_matches (&matches, texts, first, w, words);
  /* A step waits for the one before it: short windows go two vectors at a time. */
  switch (words)
    {
    case 1:
      search_lanes (&matches, w, 1, 2, bits);
      break;
    case 2:
      search_lanes (&matches, w, 2, 1, bits);
      break;
    case 3:
      search_lanes (&matches, w, 3, 1, bits);
      break;
    default:
      search_lanes (&matches, w, 4, 1, bits);
      break;
    }
}

static inline unsigned
count_bits (uint64_t word)
{
#ifdef __POPCNT__
  return (unsigned) __builtin_popcountll (word);
#else
  /* Without the instruction the compiler calls a function. */
  word -= word >> 1 & 0x5555555555555555u;
  word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
  word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu;
  return (unsigned) (word * 0x0101010101010101u >> 56);
#endif
}

static void
read_windows (const ExmLiteralReading *reading)
{
  float similarity[EXM_KERNEL_MAX_WINDOW + 1];
  unsigned w = reading->w, whole = w / 64;
  uint64_t rest = w % 64 != 0 ? ~(~(uint64_t) 0 << w % 64) : 0;

  for (unsigned kept = 0; kept <= w; kept++)
    similarity[kept] = exm_curve_value (w - kept, w);
  for (size_t i = 0; i < reading->n; i++)
    {
      const uint64_t *word = reading->bits + i;
      unsigned kept = 0;
      for (unsigned k = 0; k < whole; k++, word += reading->step)
        kept += count_bits (*word);
      if (rest != 0)
        kept += count_bits (*word & rest);
      reading->values[(ptrdiff_t) i * reading->stride] = similarity[kept];
    }
}
