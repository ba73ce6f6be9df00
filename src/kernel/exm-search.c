/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "exm-search.h"

#include "exm-lev-step.h"

#include <stdlib.h>
#include <string.h>

/* Stretches of a band that are searched side by side, to hide the latency of the step. */
#define LANES 4

/* A match found so far as one number: distance in the high half, start in the low, so
 * that the least number is the least distance and, among equals, the smallest start. */
static inline uint64_t
key_of (unsigned d, size_t start)
{
  return (uint64_t) d << 32 | (uint32_t) start;
}

bool
exm_search_init (ExmSearch *search,
                 const ExmCurveText *text,
                 ExmCurveSide side,
                 unsigned w)
{
  search->codes = &text->sides[side];
  search->w = w;
  search->words = (w + 63) / 64;
  search->table = exm_curve_text_new_table (text, search->words);
  return search->table != NULL;
}

void
exm_search_clear (ExmSearch *search)
{
  free (search->table);
  search->table = NULL;
}

/* What one column on does to the key of the last row: its distance changes by the
 * difference there, its start goes down by one. */
static inline uint64_t
key_change (ExmLevAcross across, unsigned last_bit)
{
  return ((across.p >> last_bit & 1) << 32) - ((across.n >> last_bit & 1) << 32) - 1;
}

typedef struct
{
  const uint32_t *next; /* (unowned): one behind the next column */
  uint64_t vp;
  uint64_t vn;
  uint64_t key;
  uint64_t best;
} Lane;

static inline Lane
lane_at (const ExmSearch *search, size_t end)
{
  uint64_t key = key_of (search->w, end);
  return (Lane){ search->codes->b + end, ~(uint64_t) 0, 0, key, key };
}

static inline void
lane_step (Lane *lane, const uint64_t *table, unsigned last_bit)
{
  ExmLevAcross across
      = exm_lev_step (table[*--lane->next], &lane->vp, &lane->vn, (ExmLevAcross){ 0, 0 });
  lane->key += key_change (across, last_bit);
  lane->best = lane->key < lane->best ? lane->key : lane->best;
}

/* Windows of up to 64 characters: LANES stretches of @span columns, lane l going down
 * from ends[l]. A stretch that does not begin at the end of the band still reports real
 * matches of it, and the exact distance from 2w columns on: a match of distance at most w
 * is at most 2w long. Returns: the best key */
static uint64_t
search_lanes (const ExmSearch *search, const size_t *ends, size_t span)
{
  const uint64_t *table = search->table;
  unsigned last_bit = search->w - 1;
  /* One by one, not an array: they are to live in registers. */
  Lane a = lane_at (search, ends[0]), b = lane_at (search, ends[1]);
  Lane c = lane_at (search, ends[2]), d = lane_at (search, ends[3]);
  for (size_t t = 0; t < span; t++)
    {
      lane_step (&a, table, last_bit);
      lane_step (&b, table, last_bit);
      lane_step (&c, table, last_bit);
      lane_step (&d, table, last_bit);
    }
  uint64_t ab = a.best < b.best ? a.best : b.best;
  uint64_t cd = c.best < d.best ? c.best : d.best;
  return ab < cd ? ab : cd;
}

static uint64_t
search_by_lanes (const ExmSearch *search, size_t lo, size_t hi, size_t *cost)
{
  size_t overlap = 2 * (size_t) search->w;
  size_t span = (hi - lo + (LANES - 1) * overlap + LANES - 1) / LANES;
  /* A band too short to share: every lane takes all of it. */
  if (span <= overlap || span > hi - lo)
    span = hi - lo;
  size_t ends[LANES];
  for (unsigned l = 0; l < LANES; l++)
    {
      size_t down = l * (span > overlap ? span - overlap : 0);
      ends[l] = hi - lo >= span + down ? hi - down : lo + span;
    }
  *cost += LANES * span;
  return search_lanes (search, ends, span);
}

/* Wider windows: one stretch; the words of a column hide the latency of each other. */
static inline __attribute__ ((always_inline)) uint64_t
search_wide (const ExmSearch *search, size_t lo, size_t hi, unsigned words)
{
  uint64_t vp[EXM_WINDOW_WORDS], vn[EXM_WINDOW_WORDS];
  for (unsigned k = 0; k < words; k++)
    {
      vp[k] = ~(uint64_t) 0;
      vn[k] = 0;
    }
  unsigned last_bit = (search->w - 1) % 64;
  uint64_t key = key_of (search->w, hi), best = key;
  for (size_t j = hi; j-- > lo;)
    {
      const uint64_t *eq = search->table + (size_t) search->codes->b[j] * words;
      ExmLevAcross across = { 0, 0 };
      for (unsigned k = 0; k < words; k++)
        across = exm_lev_step (eq[k], &vp[k], &vn[k], exm_lev_carry (across));
      key += key_change (across, last_bit);
      best = key < best ? key : best;
    }
  return best;
}

static uint64_t
search_any (const ExmSearch *search, size_t lo, size_t hi, size_t *cost)
{
  if (search->words == 1)
    return search_by_lanes (search, lo, hi, cost);
  *cost += (hi - lo) * search->words;
  switch (search->words)
    {
    case 2:
      return search_wide (search, lo, hi, 2);
    case 3:
      return search_wide (search, lo, hi, 3);
    default:
      return search_wide (search, lo, hi, 4);
    }
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
  unsigned words = search->words, w = search->w;
  for (unsigned r = 0; r < w; r++)
    {
      uint64_t *rows = search->table + (size_t) window[w - 1 - r] * words + r / 64;
      *rows = in ? *rows | (uint64_t) 1 << r % 64 : 0;
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
  uint64_t best = search_any (search, lo, hi, cost);
  set_pattern (search, x, false);
  return (ExmMatch){ (unsigned) (best >> 32), (size_t) (uint32_t) best };
}
