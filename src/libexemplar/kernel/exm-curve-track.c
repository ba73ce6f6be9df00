/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "kernel/exm-candidates.h"
#include "kernel/exm-curve-text.h"
#include "kernel/exm-lanes.h"
#include "kernel/exm-search.h"
#include "kernel/exm-workspace.h"

#include <stdlib.h>
#include <string.h>

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
         && exm_candidates_init (&self->candidates, text, side, workspace);
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
  unsigned n = exm_candidates_find (&self->candidates, x, span, self->lo,
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

void
exm_curve_track_fill (const ExmCurveTrack *track, float *fs, float *bs)
{
  for (size_t i = 0; i < track->n_target; i++)
    {
      if (fs != NULL)
        fs[i] = exm_curve_track_fs (track, i);
      if (bs != NULL)
        bs[i] = exm_curve_track_bs (track, i);
    }
}
