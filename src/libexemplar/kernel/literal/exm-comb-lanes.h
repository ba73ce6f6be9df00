/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The body of the exm-comb-*.c of each instruction set, which say how many 16-bit lanes a
 * vector has (N_LANES), how many rows go together (TOGETHER), and what the compiler may
 * use. What is computed and why stands in exm-comb.h.
 *
 * A lane is one half of a block, so that lanes have nothing to do with each other: half
 * of them comb downwards from the anchors of so many blocks, half upwards. */

#pragma once

#include "kernel/literal/exm-comb.h"

#include <string.h>

#ifdef __SSE2__
#include <immintrin.h>
#endif

#define INLINE static inline __attribute__ ((always_inline))

#define N_BLOCKS (N_LANES / 2)

/* Characters that are put into their places together. */
#define SQUARE 8u

/* Whole groups of rows; the columns in whole squares. */
#define MAX_ROWS (EXM_KERNEL_MAX_WINDOW + TOGETHER)
#define MAX_COLUMNS (MAX_ROWS + EXM_KERNEL_MAX_WINDOW + 2 * SQUARE)

typedef uint16_t Lanes __attribute__ ((vector_size (2 * N_LANES)));

/* Strands that come to the left of the diagonal, and that leave it. */
enum
{
  ENTERS,
  ENTERS_TOO,
  LEAVES,
  LEAVES_TOO,
  N_EVENTS,
};

typedef struct
{
  Lanes strands[MAX_COLUMNS][2]; /* where those that go down have begun */
  Lanes b[MAX_COLUMNS];
  Lanes a[MAX_ROWS + SQUARE];
  Lanes events[MAX_ROWS][N_EVENTS]; /* as offsets in the masks of exm-comb-walk.h */
  unsigned n_rows;
  unsigned n_columns;
  unsigned half; /* columns of the band on either side of the diagonal */
  unsigned top;  /* the number of the first strand that begins at the top */
} Comb;

INLINE Lanes
fill (unsigned word)
{
  return (Lanes){ 0 } + (uint16_t) word;
}

INLINE Lanes
least (Lanes x, Lanes y)
{
#if defined(__AVX512BW__)
  return (Lanes) _mm512_min_epu16 ((__m512i) x, (__m512i) y);
#elif defined(__AVX2__)
  return (Lanes) _mm256_min_epu16 ((__m256i) x, (__m256i) y);
#elif defined(__SSE2__)
  /* Signed, which SSE2 has: strands stay far below 2^15. */
  return (Lanes) _mm_min_epi16 ((__m128i) x, (__m128i) y);
#else
  Lanes less = (Lanes) (x < y);
  return (less & x) | (~less & y);
#endif
}

INLINE Lanes
most (Lanes x, Lanes y)
{
#if defined(__AVX512BW__)
  return (Lanes) _mm512_max_epu16 ((__m512i) x, (__m512i) y);
#elif defined(__AVX2__)
  return (Lanes) _mm256_max_epu16 ((__m256i) x, (__m256i) y);
#elif defined(__SSE2__)
  return (Lanes) _mm_max_epi16 ((__m128i) x, (__m128i) y);
#else
  Lanes less = (Lanes) (x < y);
  return (less & y) | (~less & x);
#endif
}

/* (x, y) minus z: returns the other element. */
INLINE Lanes
other (Lanes x, Lanes y, Lanes z)
{
#if defined(__AVX512BW__)
  return (Lanes) _mm512_ternarylogic_epi32 ((__m512i) x, (__m512i) y, (__m512i) z, 0x96);
#else
  return x ^ y ^ z;
#endif
}

/* A pair's larger one, where its smaller one is known. */
INLINE Lanes
larger (Lanes x, Lanes y, Lanes smaller)
{
#if defined(__AVX512BW__)
  return other (x, y, smaller);
#else
  (void) smaller;
  return most (x, y);
#endif
}

#include "kernel/literal/exm-comb-walk.h"

/* The strands of a row: those of its character and of the wildcard behind it. */
typedef struct
{
  Lanes character;
  Lanes wildcard;
} Row;

/* Crosses two strands: they turn away from each other where the characters @a and @b are
 * equal, or have crossed before; the first is then above. A wildcard equals only that of
 * the other side. */
INLINE void
comb_cell (Row *row, Lanes column[2], Lanes a, Lanes b)
{
  Lanes right, down, h = row->character, v = column[0];
#if defined(__AVX512BW__)
  __mmask32 unlike = _mm512_cmpneq_epu16_mask ((__m512i) a, (__m512i) b);
  right = (Lanes) _mm512_mask_min_epu16 ((__m512i) v, unlike, (__m512i) h, (__m512i) v);
  down = other (h, v, right);
#else
  Lanes same = (Lanes) (a == b);
#if defined(__SSE2__) && !defined(__AVX2__)
  right = least (h | same >> 1, v);
#else
  right = least (h | same, v);
#endif
  down = most (h, ~same & v);
#endif
  Lanes up = least (right, column[1]), low = least (row->wildcard, down);
  row->character = up;
  column[0] = larger (row->wildcard, down, low);
  row->wildcard = larger (right, column[1], up);
  column[1] = low;
}

/* The columns @k...@end-1 of the rows from @first on. */
INLINE void
comb_columns (Comb *comb, Row *rows, unsigned first, unsigned k, unsigned end)
{
  for (; k < end; k++)
    {
      Lanes b = comb->b[k], column[2] = { comb->strands[k][0], comb->strands[k][1] };
#pragma GCC unroll 4
      for (unsigned r = 0; r < TOGETHER; r++)
        comb_cell (&rows[r], column, comb->a[first + r], b);
      comb->strands[k][0] = column[0];
      comb->strands[k][1] = column[1];
    }
}

/* The column @k, which row @first + @on crosses at the diagonal. */
INLINE void
comb_diagonal (Comb *comb,
               const Offsets *offsets,
               Row *rows,
               unsigned first,
               unsigned k,
               unsigned on)
{
  Lanes *events = comb->events[first + on];
  Lanes b = comb->b[k], column[2] = { comb->strands[k][0], comb->strands[k][1] };
#pragma GCC unroll 4
  for (unsigned r = 0; r < TOGETHER; r++)
    {
      if (r == on)
        {
          events[ENTERS] = offsets_of (offsets, column[0]);
          events[ENTERS_TOO] = offsets_of (offsets, column[1]);
        }
      comb_cell (&rows[r], column, comb->a[first + r], b);
      if (r == on)
        {
          events[LEAVES] = offsets_of (offsets, rows[r].character);
          events[LEAVES_TOO] = offsets_of (offsets, rows[r].wildcard);
        }
    }
  comb->strands[k][0] = column[0];
  comb->strands[k][1] = column[1];
}

static void
comb_all (Comb *comb, const Offsets *offsets)
{
  unsigned half = comb->half;

  for (unsigned k = 0; k < comb->n_columns; k++)
    {
      comb->strands[k][0] = fill (comb->top + 2 * k);
      comb->strands[k][1] = fill (comb->top + 2 * k + 1);
    }
  for (unsigned first = 0; first < comb->n_rows; first += TOGETHER)
    {
      Row rows[TOGETHER];
#pragma GCC unroll 4
      for (unsigned r = 0; r < TOGETHER; r++)
        {
          rows[r].character = fill (comb->top - 1 - 2 * (first + r));
          rows[r].wildcard = fill (comb->top - 2 - 2 * (first + r));
        }
      comb_columns (comb, rows, first, first, first + half);
#pragma GCC unroll 4
      for (unsigned r = 0; r < TOGETHER; r++)
        comb_diagonal (comb, offsets, rows, first, first + half + r, r);
      comb_columns (comb, rows, first, first + half + TOGETHER,
                    first + 2 * half + TOGETHER - 1);
    }
}

typedef uint16_t Eight __attribute__ ((vector_size (2 * SQUARE)));

#define MIX(x, y, ...) __builtin_shufflevector (x, y, __VA_ARGS__)
#define MIX_LOW(x, y) MIX (x, y, 0, 8, 1, 9, 2, 10, 3, 11)
#define MIX_HIGH(x, y) MIX (x, y, 4, 12, 5, 13, 6, 14, 7, 15)

/* Up to there, the last one first. */
INLINE Eight
load_back (const uint16_t *from)
{
  Eight x;
  memcpy (&x, from - (SQUARE - 1), sizeof x);
  return MIX (x, x, 7, 6, 5, 4, 3, 2, 1, 0);
}

/* The @n characters from @from[l] on become lane l, some more with them; back from there
 * for an upper half. */
static void
put_lanes (const uint16_t *const from[N_LANES], unsigned n, Lanes *to)
{
  for (unsigned lane = 0; lane < N_LANES; lane += SQUARE)
    for (unsigned i = 0; i < n; i += SQUARE)
      {
        Eight x[SQUARE], y[SQUARE];
#pragma GCC unroll 8
        for (unsigned l = 0; l < SQUARE; l++)
          if (lane + l < N_BLOCKS)
            memcpy (&x[l], from[lane + l] + i, sizeof x[l]);
          else
            x[l] = load_back (from[lane + l] - i);
#pragma GCC unroll 3
        for (unsigned round = 0; round < 3; round++)
          {
#pragma GCC unroll 4
            for (unsigned l = 0; l < SQUARE / 2; l++)
              {
                y[2 * l] = MIX_LOW (x[l], x[l + SQUARE / 2]);
                y[2 * l + 1] = MIX_HIGH (x[l], x[l + SQUARE / 2]);
              }
            memcpy (x, y, sizeof x);
          }
#pragma GCC unroll 8
        for (unsigned l = 0; l < SQUARE; l++)
          memcpy ((uint16_t *) &to[i + l] + lane, &x[l], sizeof x[l]);
      }
}

/* ExmCombPath.search, see there. */
static void
search_blocks (const uint16_t *texts[2],
               unsigned n_blocks,
               unsigned w,
               uint16_t *distances)
{
  Comb all, *comb = &all;
  const uint16_t *a[N_LANES], *b[N_LANES];
  unsigned half = (w + 1) / 2;

  comb->half = half;
  comb->n_rows = (w + TOGETHER - 1) / TOGETHER * TOGETHER;
  comb->n_columns = comb->n_rows + 2 * half + TOGETHER;
  comb->top = 2 * comb->n_rows;
  for (unsigned k = 0; k < N_BLOCKS; k++)
    {
      /* Blocks that are not asked for repeat the last one. */
      unsigned anchor = w * (k < n_blocks ? k + 1 : n_blocks);
      a[k] = texts[0] + anchor;
      b[k] = texts[1] + anchor - half;
      a[N_BLOCKS + k] = texts[0] + anchor - 1;
      b[N_BLOCKS + k] = texts[1] + anchor - 1 + half;
    }
  put_lanes (a, comb->n_rows, comb->a);
  put_lanes (b, comb->n_columns, comb->b);

  Offsets offsets = offsets_for (comb, w);
  comb_all (comb, &offsets);
  walk_blocks (comb, n_blocks, w, distances);
}
