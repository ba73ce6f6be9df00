/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The body of the exm-literal-*.c of each instruction set, which say how many bits a word
 * has (WORD_BITS: 64, or 32 for windows up to 32 characters), how many words a vector
 * (N_LANES), how many vectors go together (TOGETHER, for one word a window, and
 * TOGETHER_WIDE for more), and what the compiler may use.
 *
 * Neighbouring windows are the lanes. A window's matrix is gone through column by column
 * in a band along its main diagonal: H. Hyyrö, "A bit-vector algorithm for computing
 * Levenshtein and Damerau edit distances", Nordic J. of Computing 10, 2003, section 6.
 * Two strings of w characters are at most w apart, and whatever strays k from the
 * diagonal costs 2k; so a band of w diagonals says the distance exactly, at w and at
 * every smaller width.
 *
 * Bit e of a window's words is the row c + e - DIAGONAL of column c (both from 1). Which
 * characters around a place of A equal one of B is then the same for all windows that
 * have this one at the same distance: no pattern table, no shifts. Rows above the first
 * one count up from it, so that no way through them is shorter; rows behind the last have
 * no influence on it. */

#pragma once

#include "exm-literal.h"

#include <string.h>

#ifdef __SSE2__
#include <immintrin.h>
#endif

#define INLINE static inline __attribute__ ((always_inline))

#if WORD_BITS == 64
typedef uint64_t Word;
#define MAX_WORDS EXM_WINDOW_WORDS
#else
typedef uint32_t Word;
#define MAX_WORDS 1
#endif

typedef Word Vector
    __attribute__ ((vector_size (WORD_BITS / 8 * N_LANES), aligned (WORD_BITS / 8)));

#include "exm-vector.h"

/* The main diagonal's bit, counted over all words of a window. With 64 bits a word it is
 * the last one of a half, so that as many columns as a half has bits fit below it. */
#if WORD_BITS == 64
#define DIAGONAL(words) (32 * (words) -1)
#else
#define DIAGONAL(words) 16
#endif

#define MAX_TOGETHER 4

/* Columns after which what the diagonal said is put away. */
#define HISTORY (WORD_BITS / 2)

/* A little more than there are: words 4 KiB apart would share cache lines. */
#define N_COLUMNS (EXM_LITERAL_BLOCK + EXM_KERNEL_MAX_WINDOW + 8)

/* matches[k][y]: bit e is A[first+y+WORD_BITS·k+e-DIAGONAL] == B[first+y]. */
typedef struct
{
  Word words[MAX_WORDS][N_COLUMNS];
} Matches;

/* Which of a[0]...a[WORD_BITS-1] equal c. */
INLINE Word
compare (const uint16_t *a, uint16_t c)
{
  Word bits = 0;
#if defined(__AVX512BW__)
  __m512i wanted = _mm512_set1_epi16 ((short) c);
  for (unsigned k = 0; k < WORD_BITS / 32; k++)
    bits |= (Word) _mm512_cmpeq_epi16_mask (_mm512_loadu_si512 (a + 32 * k), wanted)
            << 32 * k;
#elif defined(__AVX2__)
  __m256i wanted = _mm256_set1_epi16 ((short) c);
  for (unsigned k = 0; k < WORD_BITS / 32; k++)
    {
      const __m256i *at = (const __m256i *) (const void *) (a + 32 * k);
      __m256i low = _mm256_cmpeq_epi16 (_mm256_loadu_si256 (at), wanted);
      __m256i high = _mm256_cmpeq_epi16 (_mm256_loadu_si256 (at + 1), wanted);
      __m256i both = _mm256_permute4x64_epi64 (_mm256_packs_epi16 (low, high), 0xd8);
      bits |= (Word) (uint32_t) _mm256_movemask_epi8 (both) << 32 * k;
    }
#elif defined(__SSE2__)
  __m128i wanted = _mm_set1_epi16 ((short) c);
  for (unsigned k = 0; k < WORD_BITS / 16; k++)
    {
      const __m128i *at = (const __m128i *) (const void *) (a + 16 * k);
      __m128i low = _mm_cmpeq_epi16 (_mm_loadu_si128 (at), wanted);
      __m128i high = _mm_cmpeq_epi16 (_mm_loadu_si128 (at + 1), wanted);
      bits |= (Word) (uint16_t) _mm_movemask_epi8 (_mm_packs_epi16 (low, high)) << 16 * k;
    }
#else
  for (unsigned s = 0; s < WORD_BITS; s++)
    bits |= (Word) (a[s] == c) << s;
#endif
  return bits;
}

INLINE void
find_matches (Matches *matches,
              const ExmLiteralTexts *texts,
              size_t first,
              unsigned w,
              unsigned words)
{
  const uint16_t *a = texts->a + (ptrdiff_t) first - (ptrdiff_t) DIAGONAL (words);
  for (unsigned y = 0; y < EXM_LITERAL_BLOCK + w; y++)
    {
      uint16_t c = texts->b[first + y];
      for (unsigned k = 0; k < words; k++)
        matches->words[k][y] = compare (a + y + WORD_BITS * k, c);
    }
}

INLINE Vector
load (const Word *words)
{
  Vector vector;
  memcpy (&vector, words, sizeof vector);
  return vector;
}

INLINE Vector
fill (Word word)
{
  return (Vector){ 0 } + word;
}

/* N_LANES windows. */
typedef struct
{
  Vector not_vp[MAX_WORDS]; /* ~VP: and-not is one instruction, or-not is two */
  Vector vn[MAX_WORDS];
  Vector kept; /* from the diagonal's bit down: where the distance did not grow, the last
                * column first */
  Vector out;  /* the same put away, from bit 0 up */
} Lanes;

/* The words @from...@to-1 of one column: @matches are theirs, N_COLUMNS apart. */
INLINE void
lanes_step (Lanes *lanes, const Word *matches, unsigned words, unsigned from, unsigned to)
{
  Vector d0[MAX_WORDS], p[MAX_WORDS], n[MAX_WORDS];
  unsigned diagonal = DIAGONAL (words) / WORD_BITS;
#pragma GCC unroll 4
  for (unsigned k = from; k < to; k++)
    {
      Vector not_vp = lanes->not_vp[k], vn = lanes->vn[k];
      Vector x = load (matches + k * N_COLUMNS);
      if (k > from)
        x |= n[k - 1] >> (WORD_BITS - 1);
      /* With v for VP, (x & v) + v is ~(~v - (x & v)). */
      d0[k] = xor_or (not_vp - but_not (not_vp, x), not_vp, x | vn);
      p[k] = or_and_not (vn, d0[k], not_vp);
      n[k] = but_not (not_vp, d0[k]);
    }
  lanes->kept = or_and (lanes->kept >> 1, d0[diagonal],
                        fill ((Word) 1 << DIAGONAL (words) % WORD_BITS));
#pragma GCC unroll 4
  for (unsigned k = from; k < to; k++)
    {
      Vector x = d0[k] >> 1;
      if (k + 1 < to)
        x |= d0[k + 1] << (WORD_BITS - 1);
      lanes->not_vp[k] = or_but_not (x, p[k], n[k]);
      lanes->vn[k] = x & p[k];
    }
}

/* The columns @t...@end-1. */
INLINE void
lanes_run (Lanes *lanes,
           const Word *matches,
           unsigned t,
           unsigned end,
           unsigned words,
           unsigned from,
           unsigned to,
           unsigned n_vectors)
{
  for (; t < end; t++)
#pragma GCC unroll 4
    for (unsigned v = 0; v < n_vectors; v++)
      lanes_step (&lanes[v], matches + t + v * N_LANES, words, from, to);
}

INLINE unsigned
clamp (unsigned value, unsigned least, unsigned most)
{
  return value < least ? least : value > most ? most : value;
}

/* The columns @t...@end-1. Of three words or more the first is all above the window in
 * the beginning, and the last all behind it in the end. */
INLINE void
search_part (Lanes *lanes,
             const Word *matches,
             unsigned t,
             unsigned end,
             unsigned w,
             unsigned words,
             unsigned n_vectors)
{
  if (words < 3)
    lanes_run (lanes, matches, t, end, words, 0, words, n_vectors);
  else
    {
      unsigned first = clamp (DIAGONAL (words) - WORD_BITS, t, end);
      unsigned below = WORD_BITS * (words - 1) - DIAGONAL (words);
      unsigned last = clamp (w - below, first, end);
      lanes_run (lanes, matches, t, first, words, 1, words, n_vectors);
      lanes_run (lanes, matches, first, last, words, 0, words, n_vectors);
      lanes_run (lanes, matches, last, end, words, 0, words - 1, n_vectors);
    }
}

/* Before the first column: rows below the first one count up. */
INLINE void
lanes_init (Lanes *lanes, unsigned words)
{
#pragma GCC unroll 4
  for (unsigned k = 0; k < words; k++)
    {
      unsigned diagonal = DIAGONAL (words);
      Word above = 0;
      if (WORD_BITS * k + WORD_BITS <= diagonal)
        above = ~(Word) 0;
      else if (WORD_BITS * k < diagonal)
        above = ((Word) 1 << diagonal % WORD_BITS) - 1;
      lanes->not_vp[k] = lanes->vn[k] = fill (above);
    }
  lanes->kept = lanes->out = fill (0);
}

INLINE void
store (uint64_t *bits, Vector words)
{
  for (unsigned l = 0; l < N_LANES; l++)
    bits[l] = words[l];
}

/* The windows from @lane on. */
INLINE void
search_lanes (const Matches *matches,
              unsigned lane,
              unsigned w,
              unsigned words,
              unsigned n_vectors,
              uint64_t *bits)
{
  Lanes lanes[MAX_TOGETHER];
#pragma GCC unroll 4
  for (unsigned v = 0; v < n_vectors; v++)
    lanes_init (&lanes[v], words);
  for (unsigned t = 0; t < w; t += HISTORY)
    {
      unsigned n = clamp (w - t, 1, HISTORY), bit = t % WORD_BITS;
      unsigned unused = DIAGONAL (words) % WORD_BITS + 1 - n;
      search_part (lanes, matches->words[0] + lane, t, t + n, w, words, n_vectors);
#pragma GCC unroll 4
      for (unsigned v = 0; v < n_vectors; v++)
        {
          Vector kept = lanes[v].kept >> unused << bit;
          lanes[v].out = bit == 0 ? kept : lanes[v].out | kept;
          if (bit != 0 || t + n == w)
            store (bits + t / WORD_BITS * EXM_LITERAL_BLOCK + lane + v * N_LANES,
                   lanes[v].out);
        }
    }
}

INLINE void
search_words (const Matches *matches,
              unsigned w,
              unsigned words,
              unsigned n_vectors,
              uint64_t *bits)
{
  for (unsigned lane = 0; lane < EXM_LITERAL_BLOCK; lane += n_vectors * N_LANES)
    search_lanes (matches, lane, w, words, n_vectors, bits);
}

/* ExmLiteralPath.search, for as many bits a word. */
static void
search_block (const ExmLiteralTexts *texts, size_t first, unsigned w, uint64_t *bits)
{
  Matches matches;
  unsigned words = (w + WORD_BITS - 1) / WORD_BITS;
  find_matches (&matches, texts, first, w, words);
#if WORD_BITS == 32
  search_words (&matches, w, 1, TOGETHER, bits);
#else
  switch (words)
    {
    case 1:
      search_words (&matches, w, 1, TOGETHER, bits);
      break;
    case 2:
      search_words (&matches, w, 2, TOGETHER_WIDE, bits);
      break;
    case 3:
      search_words (&matches, w, 3, TOGETHER_WIDE, bits);
      break;
    default:
      search_words (&matches, w, 4, TOGETHER_WIDE, bits);
      break;
    }
#endif
}
