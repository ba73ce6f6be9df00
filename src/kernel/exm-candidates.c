/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "exm-candidates.h"

#include "exm-workspace.h"

#include <stdlib.h>
#include <string.h>

/* Each gram of the group votes for its first places in the band, in bins of neighbouring
 * diagonals. */
#define MAX_HITS 8u
#define BIN_BITS 4u
#define LEAST_VOTES 4u

/* Diagonals are counted from lo; a gram at the end of the group may lie at lo. */
#define BEFORE_LO 64u

#define NOWHERE UINT32_MAX

/* 2^32 over the golden ratio (Knuth, The Art of Computer Programming 3, 6.4). */
#define MULTIPLIER 2654435761u

/* The compiler's vectors: SSE2, NEON, or plain words without. */
typedef uint32_t Words __attribute__ ((vector_size (16)));
#define N_LANES 4u

static inline Words
load (const uint32_t *codes)
{
  Words words;
  memcpy (&words, codes, sizeof words);
  return words;
}

/* The hash of the 6-gram at each place; multiplied out, not rolled, so that no hash waits
 * for the one before it. */
static void
hash_grams (const uint32_t *codes, size_t n_grams, uint16_t *hashes)
{
  size_t i = 0;
  for (; i + N_LANES <= n_grams; i += N_LANES)
    {
      const uint32_t *c = codes + i;
      Words sum = load (c) + (load (c + 1) << 5) + (load (c + 2) << 10)
                  + (load (c + 3) << 15) + (load (c + 4) << 20) + (load (c + 5) << 25);
      Words mixed = sum * MULTIPLIER;
      mixed = (mixed ^ mixed << 7) >> (32 - EXM_GRAM_BITS);
      for (unsigned l = 0; l < N_LANES; l++)
        hashes[i + l] = (uint16_t) mixed[l];
    }
  for (; i < n_grams; i++)
    {
      uint32_t sum = 0;
      for (unsigned k = 0; k < EXM_GRAM; k++)
        sum += codes[i + k] << 5 * k;
      uint32_t mixed = sum * MULTIPLIER;
      hashes[i] = (uint16_t) ((mixed ^ mixed << 7) >> (32 - EXM_GRAM_BITS));
    }
}

static size_t
count_grams (size_t n_chars)
{
  return n_chars >= EXM_GRAM ? n_chars - EXM_GRAM + 1 : 0;
}

bool
exm_candidates_init (ExmCandidates *self,
                     const ExmCurveText *text,
                     ExmCurveSide side,
                     ExmCurveWorkspace *workspace)
{
  size_t n_a = count_grams (text->n_a), n_b = count_grams (text->n_b);
  const size_t heads_size = sizeof (uint32_t) << EXM_GRAM_BITS;
  uint16_t *hashes = exm_workspace_get (workspace, side, EXM_BUFFER_HASHES,
                                        (n_a + 1) * sizeof *hashes);
  uint16_t *hashes_b = exm_workspace_get (workspace, side, EXM_BUFFER_HASHES_B,
                                          (n_b + 1) * sizeof *hashes_b);
  uint32_t *heads = exm_workspace_get (workspace, side, EXM_BUFFER_HEADS, heads_size);
  uint32_t *next
      = exm_workspace_get (workspace, side, EXM_BUFFER_NEXT, (n_b + 1) * sizeof *next);

  *self = (ExmCandidates){ .hashes = hashes, .heads = heads, .next = next };
  if (hashes == NULL || hashes_b == NULL || heads == NULL || next == NULL)
    return false;
  hash_grams (text->sides[side].a, n_a, hashes);
  hash_grams (text->sides[side].b, n_b, hashes_b);
  /* All are NOWHERE. */
  memset (heads, 0xff, heads_size);
  for (size_t j = n_b; j-- > 0;)
    {
      next[j] = heads[hashes_b[j]];
      heads[hashes_b[j]] = (uint32_t) j;
    }
  return true;
}

static void
vote (ExmCandidates *self, const uint16_t *hashes, unsigned n, uint32_t lo, uint32_t hi)
{
  for (unsigned i = 0; i < n; i++)
    {
      uint32_t *head = &self->heads[hashes[i]];
      uint32_t place = *head;
      while (place < lo)
        place = self->next[place];
      *head = place;
      for (unsigned hit = 0; hit < MAX_HITS && place < hi; hit++)
        {
          unsigned bin = (place + BEFORE_LO - i - lo) >> BIN_BITS;
          if (self->votes[bin]++ == 0)
            self->touched[self->n_touched++] = (uint8_t) bin;
          place = self->next[place];
        }
    }
}

typedef struct
{
  unsigned votes;
  unsigned away; /* from the diagonal that the text would go on on */
  unsigned bin;
} Pair;

static bool
is_better (Pair a, Pair b)
{
  if (a.votes != b.votes)
    return a.votes > b.votes;
  if (a.away != b.away)
    return a.away < b.away;
  return a.bin < b.bin;
}

static Pair
weigh_pair (const ExmCandidates *self, unsigned bin, ptrdiff_t diagonal)
{
  ptrdiff_t middle = (ptrdiff_t) (bin + 1) << BIN_BITS;
  return (Pair){
    .votes = (unsigned) self->votes[bin] + self->votes[bin + 1],
    .away = (unsigned) labs (middle - diagonal),
    .bin = bin,
  };
}

/* The best pair of neighbouring bins that shares none with @other. */
static Pair
find_pair (const ExmCandidates *self, ptrdiff_t diagonal, const Pair *other)
{
  Pair best = { LEAST_VOTES - 1, 0, 0 };
  for (unsigned t = 0; t < self->n_touched; t++)
    for (unsigned back = 0; back < 2; back++)
      {
        if (self->touched[t] < back)
          continue;
        Pair pair = weigh_pair (self, self->touched[t] - back, diagonal);
        bool apart
            = other == NULL || pair.bin > other->bin + 1 || pair.bin + 1 < other->bin;
        if (apart && pair.votes >= LEAST_VOTES && is_better (pair, best))
          best = pair;
      }
  return best;
}

unsigned
exm_candidates_find (ExmCandidates *self,
                     size_t x,
                     unsigned span,
                     size_t lo,
                     size_t hi,
                     ptrdiff_t diagonal,
                     ptrdiff_t starts[2])
{
  unsigned n = 0;
  ptrdiff_t base = (ptrdiff_t) lo - (ptrdiff_t) BEFORE_LO;
  ptrdiff_t expected = (ptrdiff_t) x + diagonal - base;
  Pair found[2];

  vote (self, self->hashes + x, span - EXM_GRAM + 1, (uint32_t) lo, (uint32_t) hi);
  while (n < 2)
    {
      found[n] = find_pair (self, expected, n > 0 ? &found[0] : NULL);
      if (found[n].votes < LEAST_VOTES)
        break;
      starts[n] = base + (ptrdiff_t) (found[n].bin << BIN_BITS);
      n++;
    }
  while (self->n_touched > 0)
    self->votes[self->touched[--self->n_touched]] = 0;
  return n;
}
