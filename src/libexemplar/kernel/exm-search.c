/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "kernel/exm-search.h"

#include <stdlib.h>
#include <string.h>

/* A band is searched in eight stretches side by side, as
 * two vectors of four words. Compiler's vectors: SSE2, NEON, or plain words without. */
typedef uint32_t Words __attribute__ ((vector_size (16)));
typedef int32_t Masks __attribute__ ((vector_size (16)));
#define N_LANES 8u

/* A match found so far as one number: distance in the high part, start less lo in the
 * low, so that the least number is the least distance and, among equals, the smallest
 * start. A band is 3,432 long at most. */
#define KEY_BITS 12u

typedef struct
{
  Words vp;
  Words vn;
  Words key;
  Words best;
} Lanes;

bool
exm_search_init (ExmSearch *search,
                 const ExmCurveText *text,
                 ExmCurveSide side,
                 unsigned w)
{
  search->codes = &text->sides[side];
  search->w = w;
  search->table = exm_curve_text_new_table (text, 1);
  return search->table != NULL;
}

void
exm_search_clear (ExmSearch *search)
{
  free (search->table);
  search->table = NULL;
}

/* The words of the table for four columns @step apart, going down. */
static inline Words
gather (const uint64_t *table, const uint32_t *b, ptrdiff_t step)
{
  return (Words){ (uint32_t) table[b[0]], (uint32_t) table[b[-step]],
                  (uint32_t) table[b[-2 * step]], (uint32_t) table[b[-3 * step]] };
}

/* exm_lev_step() of exm-lev-step.h for a search, in 32-bit words whose last row is
 * bit 31. */
static inline void
lanes_step (Lanes *lanes, Words eq)
{
  Words vp = lanes->vp, vn = lanes->vn;
  Words xh = (((eq & vp) + vp) ^ vp) | eq;
  Words p = vn | ~(xh | vp);
  Words n = vp & xh;
  Words xv = eq | vn;
  lanes->vp = n << 1 | ~(xv | p << 1);
  lanes->vn = p << 1 & xv;

  /* The distance changes by the difference at the last row, the start goes down by one.
   */
  const uint32_t unit = 1u << KEY_BITS;
  lanes->key += (p >> (31 - KEY_BITS) & unit) - (n >> (31 - KEY_BITS) & unit) - 1;
  /* Signed, which SSE2 has: keys stay far below 2^31. */
  Masks less = (Masks) lanes->key < (Masks) lanes->best;
  lanes->best = ((Words) less & lanes->key) | (~(Words) less & lanes->best);
}

static inline Lanes
lanes_at (const ExmSearch *search, size_t start, size_t step)
{
  uint32_t key = (uint32_t) (search->w << KEY_BITS | start);
  uint32_t down = (uint32_t) step;
  Words keys = { key, key - down, key - 2 * down, key - 3 * down };
  /* Rows below the pattern's first are alike everything: zero all along. */
  uint32_t rows = ~(uint32_t) 0 << (32 - search->w);
  return (Lanes){ (Words){ rows, rows, rows, rows }, { 0 }, keys, keys };
}

/* Lane l goes down from hi - l·step. One that does not begin at hi still reports real
 * matches, and the exact distance from 2w columns on, which is where the lane before it
 * ends: a match of distance at most w is at most 2w long. Returns: the best key */
static uint32_t
search_by_lanes (const ExmSearch *search, size_t lo, size_t hi, size_t *cost)
{
  size_t n = hi - lo, overlap = 2 * (size_t) search->w;
  size_t step = n > overlap ? (n - overlap) / N_LANES : 0;
  size_t span = n - (N_LANES - 1) * step;
  Lanes upper = lanes_at (search, n, step);
  Lanes lower = lanes_at (search, n - 4 * step, step);
  const uint32_t *b = search->codes->b + hi;
  uint32_t low_rows = ~(~(uint32_t) 0 << (32 - search->w));
  Words always = { low_rows, low_rows, low_rows, low_rows };
  for (size_t t = 0; t < span; t++)
    {
      b--;
      lanes_step (&upper, gather (search->table, b, (ptrdiff_t) step) | always);
      lanes_step (&lower,
                  gather (search->table, b - 4 * step, (ptrdiff_t) step) | always);
    }
  *cost += N_LANES / 2 * span;
  uint32_t least = UINT32_MAX;
  for (unsigned l = 0; l < 4; l++)
    {
      least = upper.best[l] < least ? upper.best[l] : least;
      least = lower.best[l] < least ? lower.best[l] : least;
    }
  return least;
}

static inline bool
is_repeated_at (const ExmSearch *search, size_t x, size_t j)
{
  const uint32_t *window = search->codes->a + x, *b = search->codes->b + j;
  return b[0] == window[0] && memcmp (b, window, search->w * sizeof *b) == 0;
}

/* The window reversed into the table, or taken out again. */
static void
set_pattern (const ExmSearch *search, size_t x, bool in)
{
  const uint32_t *window = search->codes->a + x;
  unsigned w = search->w;
  for (unsigned r = 0; r < w; r++)
    {
      uint64_t *rows = search->table + window[w - 1 - r];
      *rows = in ? *rows | (uint64_t) 1 << (32 - w + r) : 0;
    }
}

ExmMatch
exm_search_band (
    const ExmSearch *search, size_t x, size_t lo, size_t hi, size_t guess, size_t *cost)
{
  *cost += 4 * search->w;
  if (guess >= lo && guess < hi && hi - guess >= search->w
      && is_repeated_at (search, x, guess))
    {
      /* No distance is below 0, and a match of distance 0 is the window itself: the
       * smallest start is its first occurrence, at the guess or before. */
      size_t first = lo;
      while (!is_repeated_at (search, x, first))
        first++;
      *cost += first - lo;
      return (ExmMatch){ 0, first };
    }
  set_pattern (search, x, true);
  uint32_t best = search_by_lanes (search, lo, hi, cost);
  set_pattern (search, x, false);
  return (ExmMatch){ best >> KEY_BITS, lo + (best & ((1u << KEY_BITS) - 1)) };
}
