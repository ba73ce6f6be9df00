/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "kernel/exm-curve-text.h"
#include "kernel/exm-grams.h"
#include "kernel/exm-lanes.h"
#include "kernel/exm-search.h"
#include "kernel/exm-workspace.h"

#include <stdlib.h>
#include <string.h>

/* --- Candidates --- */

/* Characters of a whole group. */
#define EXM_GROUP_SPAN                                                                   \
  (EXM_CURVE_GRID_WINDOW + EXM_CURVE_GRID_STRIDE * (EXM_CURVE_GROUP - 1))

/* Bins of diagonals; a band of 3,432 characters needs 219 of them. */
#define EXM_CANDIDATES_BINS 256u

typedef struct
{
  uint16_t *hashes;   /* (owned): of A's grams */
  uint16_t *hashes_b; /* (owned): and of B's */
  void *heads;        /* (owned): for each hash, its first place in B from n_passed on */
  void *next;         /* (owned): for each place in B the next one with its hash */
  size_t n_b;         /* grams of B */
  size_t n_passed;
  bool wide;                               /* whether places are 32 bits each, or 16 */
  uint16_t votes[EXM_CANDIDATES_BINS + 8]; /* zero between calls; some are never used */
} ExmCandidates;

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

/* Works in buffers of @workspace, as long as @self is used. Returns: false when out of
 * memory */
static bool
candidates_init (ExmCandidates *self,
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

/* The two places in B[lo,hi) for which most grams of A[x,x+span) speak, as first
 * characters of 32 neighbouring diagonals, in @starts; they may lie before B. @lo must
 * not be less than in the call before. @diagonal: place less x where the windows would be
 * found if the text just went on: of equal places the nearer one comes first. Returns:
 * how many there are */
static unsigned
candidates_find (ExmCandidates *self,
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

/* --- Tracks --- */

/* The band: how far before and behind the last good match the example is searched, and by
 * how much at most it grows while the target goes on without one. */
#define BAND_BEFORE 400u
#define BAND_BEHIND 1500u
#define BAND_GROWTH 1500u

/* How far behind a good match the text is expected to just go on, and by how much the
 * place may have shifted then. */
#define GOES_ON 96u
#define SHIFT 8u

/* Units of work of a group, at most. */
#define GROUP_COST 250u

/* Neighbouring diagonals that a candidate stands for. */
#define CANDIDATE_WIDTH 32u

struct ExmCurveTrack
{
  ExmCurveGroup *paths[2]; /* (owned): by ExmCurveSide */
  size_t n_groups;         /* of each path */
  size_t n_points;
  size_t n_target;
  unsigned w; /* of the grid windows: 32, less for a shorter target */
};

/* One side on its way. */
typedef struct
{
  const ExmCurveText *text;
  const ExmCurveCodes *codes;
  ExmCandidates candidates;
  uint64_t *masks; /* all zero between groups */
  ptrdiff_t p;     /* where in B the last good window begins */
  size_t xp;       /* and where in A */
  size_t lo;       /* of the band: never goes back */
  size_t group;    /* the one that comes next, or whose job is being done */
} Follower;

static size_t
smaller (size_t a, size_t b)
{
  return a < b ? a : b;
}

/* FS >= .6 in whole numbers. */
static bool
is_good (unsigned d, unsigned w)
{
  return 5 * d <= 2 * w;
}

static bool
follower_init (Follower *self,
               const ExmCurveText *text,
               ExmCurveSide side,
               ExmCurveWorkspace *workspace)
{
  *self = (Follower){
    .text = text,
    .codes = &text->sides[side],
    .masks = exm_workspace_get (workspace, side, EXM_BUFFER_MASKS,
                                ((size_t) text->n_codes + 1) * sizeof (uint64_t)),
  };
  return self->masks != NULL
         && candidates_init (&self->candidates, text, side, workspace);
}

/* Adds B[from,from+length), as far as there is such a place, in the order of places;
 * what overlaps becomes one. */
static void
add_stretch (ExmCurveGroup *group, const Follower *self, ptrdiff_t from, size_t length)
{
  ptrdiff_t to = from + (ptrdiff_t) length, n_b = (ptrdiff_t) self->text->n_b;
  from = from > 0 ? from : 0;
  to = to < n_b ? to : n_b;
  if (from >= to)
    return;
  ExmCurveStretch added = { (uint32_t) from, (uint32_t) to };
  unsigned kept = 0, n = group->n_stretches;
  ExmCurveStretch before[EXM_CURVE_MAX_STRETCHES];
  memcpy (before, group->stretches, sizeof before);
  for (unsigned i = 0; i < n; i++)
    if (before[i].lo <= added.hi && added.lo <= before[i].hi)
      {
        added.lo = before[i].lo < added.lo ? before[i].lo : added.lo;
        added.hi = before[i].hi > added.hi ? before[i].hi : added.hi;
      }
    else
      before[kept++] = before[i];
  unsigned at = 0;
  while (at < kept && before[at].lo < added.lo)
    at++;
  memcpy (group->stretches, before, at * sizeof added);
  group->stretches[at] = added;
  memcpy (group->stretches + at + 1, before + at, (kept - at) * sizeof added);
  group->n_stretches = (uint8_t) (kept + 1);
}

static unsigned
group_span (unsigned n)
{
  return EXM_CURVE_GRID_WINDOW + EXM_CURVE_GRID_STRIDE * (n - 1);
}

/* Whether the whole group stands in B where it would if the text just went on. */
static bool
just_goes_on (Follower *self, size_t x, unsigned n, ExmCurveGroup *group)
{
  unsigned span = group_span (n);
  ptrdiff_t at = (ptrdiff_t) x + self->p - (ptrdiff_t) self->xp;

  if (x - self->xp > GOES_ON || at < 0 || (size_t) at + span > self->text->n_b
      || memcmp (self->codes->a + x, self->codes->b + at, span * sizeof (uint32_t)) != 0)
    return false;
  add_stretch (group, self, at, span);
  self->xp = x + EXM_CURVE_GRID_STRIDE * (n - 1);
  self->p = at + (ptrdiff_t) (EXM_CURVE_GRID_STRIDE * (n - 1));
  return true;
}

static void
choose_stretches (Follower *self, size_t x, unsigned span, ExmCurveGroup *group)
{
  ptrdiff_t diagonal = self->p - (ptrdiff_t) self->xp;
  size_t p = self->p > 0 ? (size_t) self->p : 0;
  size_t lo = p > BAND_BEFORE ? p - BAND_BEFORE : 0;
  size_t hi
      = p + BAND_BEHIND + smaller (x - self->xp, BAND_GROWTH) + EXM_CURVE_GRID_WINDOW;
  ptrdiff_t starts[2];

  self->lo = lo > self->lo ? lo : self->lo;
  unsigned n = candidates_find (&self->candidates, x, span, self->lo,
                                smaller (hi, self->text->n_b), diagonal, starts);
  for (unsigned i = 0; i < n; i++)
    add_stretch (group, self, starts[i], CANDIDATE_WIDTH + span);
  if (x - self->xp <= GOES_ON)
    add_stretch (group, self, (ptrdiff_t) x + diagonal - (ptrdiff_t) SHIFT,
                 span + 2 * SHIFT);
}

/* The character of B behind the column of a best value. */
static size_t
find_column (const ExmCurveGroup *group, uint32_t column)
{
  unsigned s = 0;
  while (column > group->stretches[s].hi - group->stretches[s].lo)
    {
      column -= group->stretches[s].hi - group->stretches[s].lo;
      s++;
    }
  return group->stretches[s].lo + column;
}

/* Groups are whole but for the last one. */
static void
add_masks (uint64_t *masks, const uint32_t *a, unsigned span)
{
  uint64_t bit = 1;
#pragma GCC unroll 6
  for (unsigned r = 0; r < span; r++, bit += bit)
    masks[a[r]] |= bit;
}

static void
clear_masks (uint64_t *masks, const uint32_t *a, unsigned span)
{
#pragma GCC unroll 6
  for (unsigned r = 0; r < span; r++)
    masks[a[r]] = 0;
}

/* A group's place and number of windows. */
static unsigned
group_windows (const ExmCurveTrack *track, size_t group, size_t *x)
{
  size_t first = group * EXM_CURVE_GROUP;
  *x = first * EXM_CURVE_GRID_STRIDE;
  return (unsigned) smaller (track->n_points - first, EXM_CURVE_GROUP);
}

/* Finds out where the next group is to be looked for, and makes @job of it: without
 * stretches where nothing is to be searched. */
static void
begin_group (Follower *self, ExmCurveTrack *track, ExmCurveGroup *path, ExmLanesJob *job)
{
  size_t x;
  unsigned n = group_windows (track, self->group, &x), span = group_span (n);
  ExmCurveGroup *group = &path[self->group];

  job->n = 0;
  if (just_goes_on (self, x, n, group))
    return;
  choose_stretches (self, x, span, group);
  job->stretches = group->stretches;
  job->n = group->n_stretches;
  if (job->n > 0)
    add_masks (self->masks, self->codes->a + x, span);
  else
    memset (group->d, EXM_CURVE_FAR, n);
}

/* Takes what the search found. */
static void
end_group (Follower *self,
           ExmCurveTrack *track,
           ExmCurveGroup *path,
           const ExmLanesJob *job)
{
  size_t x;
  unsigned n = group_windows (track, self->group, &x);
  ExmCurveGroup *group = &path[self->group];

  clear_masks (self->masks, self->codes->a + x, group_span (n));
  for (unsigned l = 0; l < n; l++)
    {
      group->d[l] = (uint8_t) (job->best[l] >> EXM_LANES_COLUMN_BITS);
      if (is_good (group->d[l], EXM_CURVE_GRID_WINDOW))
        {
          size_t end = find_column (group, job->best[l] & EXM_LANES_COLUMN_MASK);
          self->p = (ptrdiff_t) end - (ptrdiff_t) EXM_CURVE_GRID_WINDOW;
          self->xp = x + (size_t) l * EXM_CURVE_GRID_STRIDE;
        }
    }
}

/* So many groups without a search are passed before anybody else has his turn. */
#define MAX_IDLE_GROUPS 64u

/* Takes what was found and goes on to the next group that is to be searched. Returns: how
 * many groups are done */
static size_t
follower_go_on (Follower *self,
                ExmCurveTrack *track,
                ExmCurveGroup *path,
                ExmLanesJob *job)
{
  size_t before = self->group;

  if (job->n > 0)
    {
      end_group (self, track, path, job);
      self->group++;
    }
  job->n = 0;
  while (self->group < track->n_groups && self->group - before < MAX_IDLE_GROUPS)
    {
      begin_group (self, track, path, job);
      if (job->n > 0)
        break;
      self->group++;
    }
  exm_lanes_begin (job);
  return self->group - before;
}

/* Leaves the workspace as it was. */
static void
follower_clear (Follower *self, const ExmCurveTrack *track, const ExmLanesJob *job)
{
  size_t x;
  if (job->n == 0)
    return;
  unsigned n = group_windows (track, self->group, &x);
  clear_masks (self->masks, self->codes->a + x, group_span (n));
}

/* A target shorter than a window: one window, looked for in all that a band can hold. */
static ExmKernelStatus
follow_short_text (ExmCurveTrack *track, const ExmCurveText *text)
{
  size_t hi = smaller (BAND_BEHIND + EXM_CURVE_GRID_WINDOW, text->n_b);

  for (unsigned side = 0; side < 2; side++)
    {
      ExmSearch search;
      ExmCurveGroup *group = &track->paths[side][0];
      size_t cost = 0;
      if (!exm_search_init (&search, text, side, track->w))
        return EXM_KERNEL_NO_MEMORY;
      group->d[0] = (uint8_t) exm_search_band (&search, 0, 0, hi, 0, &cost).d;
      group->stretches[0] = (ExmCurveStretch){ 0, (uint32_t) hi };
      group->n_stretches = 1;
      exm_search_clear (&search);
    }
  return EXM_KERNEL_OK;
}

/* Both sides side by side, each at its own pace. */
static ExmKernelStatus
follow (ExmCurveTrack *track,
        const ExmCurveText *text,
        ExmCurveWorkspace *workspace,
        ExmPoll *poll)
{
  ExmLanesFunc search = exm_lanes_get ();
  ExmKernelStatus status = EXM_KERNEL_OK;
  Follower sides[2];
  ExmLanesJob jobs[2];

  for (unsigned side = 0; side < 2; side++)
    {
      if (!follower_init (&sides[side], text, side, workspace))
        status = EXM_KERNEL_NO_MEMORY;
      jobs[side].masks = sides[side].masks;
      jobs[side].b = sides[side].codes->b;
      jobs[side].n = 0;
      exm_lanes_begin (&jobs[side]);
    }
  while (status == EXM_KERNEL_OK
         && (sides[0].group < track->n_groups || sides[1].group < track->n_groups))
    {
      size_t n_done = 0;
      search (jobs);
      for (unsigned side = 0; side < 2; side++)
        if (exm_lanes_is_done (&jobs[side]))
          n_done += follower_go_on (&sides[side], track, track->paths[side], &jobs[side]);
      if (exm_poll (poll, n_done * GROUP_COST))
        status = EXM_KERNEL_CANCELLED;
    }
  for (unsigned side = 0; side < 2; side++)
    follower_clear (&sides[side], track, &jobs[side]);
  exm_workspace_shrink (workspace);
  return status;
}

ExmKernelStatus
exm_curve_track_new (const ExmCurveText *text,
                     ExmCurveWorkspace *workspace,
                     ExmKernelStop stop,
                     void *stop_data,
                     ExmCurveTrack **track)
{
  *track = NULL;
  ExmCurveTrack *made = calloc (1, sizeof *made);
  if (made == NULL)
    return EXM_KERNEL_NO_MEMORY;
  made->n_target = text->n_a;
  made->w = (unsigned) smaller (EXM_CURVE_GRID_WINDOW, text->n_a);
  if (text->n_a > 0)
    made->n_points = (text->n_a - made->w) / EXM_CURVE_GRID_STRIDE + 1;
  made->n_groups = (made->n_points + EXM_CURVE_GROUP - 1) / EXM_CURVE_GROUP;

  ExmPoll poll = { stop, stop_data, 0 };
  ExmKernelStatus status = EXM_KERNEL_OK;
  for (unsigned side = 0; side < 2; side++)
    {
      made->paths[side] = calloc (made->n_groups + 1, sizeof *made->paths[side]);
      if (made->paths[side] == NULL)
        status = EXM_KERNEL_NO_MEMORY;
    }
  ExmCurveWorkspace *own = workspace == NULL ? exm_curve_workspace_new () : NULL;
  if (workspace == NULL)
    workspace = own;
  if (workspace == NULL)
    status = EXM_KERNEL_NO_MEMORY;
  if (status == EXM_KERNEL_OK && made->n_groups > 0)
    status = text->n_a < EXM_CURVE_GRID_WINDOW ? follow_short_text (made, text)
                                               : follow (made, text, workspace, &poll);
  exm_curve_workspace_free (own);
  if (status == EXM_KERNEL_OK)
    *track = made;
  else
    exm_curve_track_free (made);
  return status;
}

void
exm_curve_track_free (ExmCurveTrack *track)
{
  if (track == NULL)
    return;
  free (track->paths[EXM_CURVE_FORWARD]);
  free (track->paths[EXM_CURVE_BACKWARD]);
  free (track);
}

const ExmCurveGroup *
exm_curve_track_get_path (const ExmCurveTrack *track, ExmCurveSide side, size_t *n)
{
  *n = track->n_groups;
  return track->paths[side];
}

size_t
exm_curve_track_get_length (const ExmCurveTrack *track)
{
  return track->n_target;
}

/* FS or BS of the grid window at or before x. */
static float
value_before (const ExmCurveTrack *track, ExmCurveSide side, size_t x)
{
  size_t point = smaller (x / EXM_CURVE_GRID_STRIDE, track->n_points - 1);
  const ExmCurveGroup *group = &track->paths[side][point / EXM_CURVE_GROUP];
  return exm_curve_value (group->d[point % EXM_CURVE_GROUP], track->w);
}

float
exm_curve_track_fs (const ExmCurveTrack *track, size_t i)
{
  return value_before (track, EXM_CURVE_FORWARD, i);
}

float
exm_curve_track_bs (const ExmCurveTrack *track, size_t i)
{
  return value_before (track, EXM_CURVE_BACKWARD, track->n_target - 1 - i);
}

/* Writes the values of a side in its own direction, a stride of equal ones at a time.
 * @step: 1, or −1 where @to is the last value */
static void
fill_side (const ExmCurveTrack *track, ExmCurveSide side, float *to, ptrdiff_t step)
{
  for (size_t x = 0; x < track->n_target;)
    {
      size_t point = smaller (x / EXM_CURVE_GRID_STRIDE, track->n_points - 1);
      size_t end
          = point + 1 < track->n_points ? x + EXM_CURVE_GRID_STRIDE : track->n_target;
      float value = value_before (track, side, x);
      for (; x < end; x++, to += step)
        *to = value;
    }
}

void
exm_curve_track_fill (const ExmCurveTrack *track, float *fs, float *bs)
{
  if (fs != NULL)
    fill_side (track, EXM_CURVE_FORWARD, fs, 1);
  if (bs != NULL && track->n_target > 0)
    fill_side (track, EXM_CURVE_BACKWARD, bs + track->n_target - 1, -1);
}
