/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "kernel/exm-candidates.h"

#include "kernel/exm-workspace.h"

#include <stdlib.h>
#include <string.h>

/* Each gram of the group votes for its first places in the band, in bins of neighbouring
 * diagonals. */
#define MAX_HITS 8u
#define BIN_BITS 4u
#define LEAST_VOTES 4u

/* Diagonals are counted from lo; a gram at the end of the group may lie at lo. */
#define BEFORE_LO 64u

#define MAX_GRAMS (EXM_GROUP_SPAN - EXM_GRAM + 1)

/* Places of an example that is not longer than that are 16 bits: half the memory to go
 * through, which is what the votes wait for. All bits set are nowhere. */
#define MAX_NARROW 0xfffeu

#define INLINE static inline __attribute__ ((always_inline))

INLINE uint32_t
get_place (const void *places, size_t i, bool wide)
{
  return wide ? ((const uint32_t *) places)[i] : ((const uint16_t *) places)[i];
}

INLINE void
set_place (void *places, size_t i, uint32_t place, bool wide)
{
  if (wide)
    ((uint32_t *) places)[i] = place;
  else
    ((uint16_t *) places)[i] = (uint16_t) place;
}

static size_t
count_grams (size_t n_chars)
{
  return n_chars >= EXM_GRAM ? n_chars - EXM_GRAM + 1 : 0;
}

INLINE void
chain (ExmCandidates *self, bool wide)
{
  const uint16_t *hashes_b = self->hashes_b;
  void *heads = self->heads, *next = self->next;

#pragma GCC unroll 4
  for (size_t j = self->n_b; j-- > 0;)
    {
      set_place (next, j, get_place (heads, hashes_b[j], wide), wide);
      set_place (heads, hashes_b[j], (uint32_t) j, wide);
    }
}

bool
exm_candidates_init (ExmCandidates *self,
                     const ExmCurveText *text,
                     ExmCurveSide side,
                     ExmCurveWorkspace *workspace)
{
  size_t n_a = count_grams (text->n_a), n_b = count_grams (text->n_b);
  bool wide = n_b > MAX_NARROW;
  const size_t place_size = wide ? sizeof (uint32_t) : sizeof (uint16_t);
  const size_t heads_size = place_size << EXM_GRAM_BITS;
  uint16_t *hashes = exm_workspace_get (workspace, side, EXM_BUFFER_HASHES,
                                        (n_a + 1) * sizeof *hashes);
  uint16_t *hashes_b = exm_workspace_get (workspace, side, EXM_BUFFER_HASHES_B,
                                          (n_b + 1) * sizeof *hashes_b);
  void *heads = exm_workspace_get (workspace, side, EXM_BUFFER_HEADS, heads_size);
  void *next
      = exm_workspace_get (workspace, side, EXM_BUFFER_NEXT, (n_b + 1) * place_size);

  *self = (ExmCandidates){
    .hashes = hashes,
    .hashes_b = hashes_b,
    .heads = heads,
    .next = next,
    .n_b = n_b,
    .wide = wide,
  };
  if (hashes == NULL || hashes_b == NULL || heads == NULL || next == NULL)
    return false;
  ExmGramsFunc hash_grams = exm_grams_get ();
  hash_grams (text->sides[side].a, n_a, hashes);
  hash_grams (text->sides[side].b, n_b, hashes_b);
  memset (heads, 0xff, heads_size);
  if (wide)
    chain (self, true);
  else
    chain (self, false);
  return true;
}

/* Grams with a place in the band that has not voted yet: it in the lower half, in the
 * upper one what makes it a diagonal. */
typedef struct
{
  uint64_t grams[MAX_GRAMS + 1];
  unsigned n;
} Frontier;

/* Without a branch, which could not be foreseen: what does not count is written over. */
INLINE void
frontier_add (Frontier *self, uint32_t place, uint64_t shift, uint32_t hi)
{
  self->grams[self->n] = shift | place;
  self->n += place < hi;
}

/* Takes the places before @lo out of the chains, in their order: each is then the first
 * of its chain. */
INLINE void
pass (ExmCandidates *self, size_t lo, bool wide)
{
  const uint16_t *hashes_b = self->hashes_b;
  const void *next = self->next;
  void *heads = self->heads;
  size_t j = self->n_passed, end = lo < self->n_b ? lo : self->n_b;

#pragma GCC unroll 4
  for (; j < end; j++)
    set_place (heads, hashes_b[j], get_place (next, j, wide), wide);
  self->n_passed = j;
}

/* All vote for their first place, then those that have one for their second... Returns:
 * how many votes there were */
INLINE unsigned
vote (ExmCandidates *self,
      const uint16_t *hashes,
      unsigned n,
      uint32_t lo,
      uint32_t hi,
      bool wide)
{
  const void *heads = self->heads, *next = self->next;
  uint16_t *votes = self->votes;
  Frontier frontier;
  unsigned n_votes = 0;

  frontier.n = 0;
#pragma GCC unroll 5
  for (unsigned i = 0; i < n; i++)
    frontier_add (&frontier, get_place (heads, hashes[i], wide),
                  (uint64_t) (BEFORE_LO - i - lo) << 32, hi);
  for (unsigned hit = 0; hit < MAX_HITS && frontier.n > 0; hit++)
    {
      unsigned n_open = frontier.n;
      n_votes += n_open;
      frontier.n = 0;
#pragma GCC unroll 2
      for (unsigned k = 0; k < n_open; k++)
        {
          uint64_t gram = frontier.grams[k];
          uint32_t place = (uint32_t) gram;
          votes[(uint32_t) (place + (gram >> 32)) >> BIN_BITS]++;
          frontier_add (&frontier, get_place (next, place, wide), gram - place, hi);
        }
    }
  return n_votes;
}

/* The compiler's vectors: SSE2, NEON, or plain words without. */
typedef int16_t Votes __attribute__ ((vector_size (16)));
typedef uint64_t Bits __attribute__ ((vector_size (16)));
#define N_LANES 8u

INLINE Votes
load (const uint16_t *votes)
{
  Votes words;
  memcpy (&words, votes, sizeof words);
  return words;
}

/* Pairs of neighbouring bins that have votes enough. */
typedef struct
{
  uint8_t bins[EXM_CANDIDATES_BINS]; /* the first of either */
  uint16_t votes[EXM_CANDIDATES_BINS];
  unsigned n;
} Pairs;

/* Whether any pair has. */
INLINE bool
has_pair (const uint16_t *votes, unsigned n_bins)
{
  const Votes enough = (Votes){ 0 } + (int16_t) (LEAST_VOTES - 1);
  Votes any = { 0 };

  for (unsigned first = 0; first < n_bins; first += N_LANES)
    any |= load (votes + first) + load (votes + first + 1) > enough;
  Bits bits = (Bits) any;
  return (bits[0] | bits[1]) != 0;
}

static void
pairs_init (Pairs *self, const uint16_t *votes, unsigned n_bins)
{
  self->n = 0;
  for (unsigned first = 0; first < n_bins; first += N_LANES)
    if (has_pair (votes + first, N_LANES))
      for (unsigned bin = first; bin < first + N_LANES; bin++)
        {
          unsigned sum = (unsigned) votes[bin] + votes[bin + 1];
          self->bins[self->n] = (uint8_t) bin;
          self->votes[self->n] = (uint16_t) sum;
          self->n += sum >= LEAST_VOTES;
        }
}

/* A pair as one number, the better one the greater: more votes, then nearer to the
 * diagonal that the text would go on on, then the first. */
#define VOTES_SHIFT 40u
#define AWAY_SHIFT 8u
#define LAST_BIN (EXM_CANDIDATES_BINS - 1)

#define NO_BIN (-2)

/* The best pair that shares no bin with the pair @other (or NO_BIN). Returns: its first
 * bin, or NO_BIN if there is none */
static int
find_best (const Pairs *self, ptrdiff_t diagonal, int other)
{
  uint64_t best = 0;
  for (unsigned k = 0; k < self->n; k++)
    {
      int bin = self->bins[k];
      ptrdiff_t middle = (ptrdiff_t) (bin + 1) << BIN_BITS;
      uint32_t near = UINT32_MAX - (uint32_t) labs (middle - diagonal);
      uint64_t pair = (uint64_t) self->votes[k] << VOTES_SHIFT
                      | (uint64_t) near << AWAY_SHIFT | (LAST_BIN - (unsigned) bin);
      if (abs (bin - other) > 1 && pair > best)
        best = pair;
    }
  return best > 0 ? (int) (LAST_BIN - (best & LAST_BIN)) : NO_BIN;
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
  ptrdiff_t base = (ptrdiff_t) lo - (ptrdiff_t) BEFORE_LO;
  ptrdiff_t expected = (ptrdiff_t) x + diagonal - base;
  unsigned n_grams = span - EXM_GRAM + 1, n_votes, n = 0;
  const uint16_t *hashes = self->hashes + x;

  if (self->wide)
    {
      pass (self, lo, true);
      n_votes = vote (self, hashes, n_grams, (uint32_t) lo, (uint32_t) hi, true);
    }
  else
    {
      pass (self, lo, false);
      n_votes = vote (self, hashes, n_grams, (uint32_t) lo, (uint32_t) hi, false);
    }
  if (n_votes == 0)
    return 0;
  unsigned n_bins = (unsigned) (((ptrdiff_t) hi - base) >> BIN_BITS) + 1;
  if (n_votes >= LEAST_VOTES && has_pair (self->votes, n_bins))
    {
      Pairs pairs;
      int bin = NO_BIN;
      pairs_init (&pairs, self->votes, n_bins);
      while (n < 2 && (bin = find_best (&pairs, expected, bin)) >= 0)
        starts[n++] = base + ((ptrdiff_t) bin << BIN_BITS);
    }
  memset (self->votes, 0, n_bins * sizeof *self->votes);
  return n;
}
