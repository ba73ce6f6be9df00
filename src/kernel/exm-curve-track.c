/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "exm-curve-text.h"
#include "exm-search.h"

#include <stdlib.h>

/* The band: how far before and behind the last good match the example is searched, and by
 * how much at most it grows while the target goes on without one. */
#define BAND_BEFORE 400u
#define BAND_BEHIND 1500u
#define BAND_GROWTH 1500u

struct ExmCurveTrack
{
  ExmCurveAnchor *paths[2]; /* (owned): by ExmCurveSide */
  size_t n_points;          /* of each path */
  size_t n_target;
  unsigned w; /* of the grid windows: 32, less for a shorter target */
};

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

static ExmCurveAnchor
anchor_at (size_t x, size_t p, size_t xp, size_t n_b)
{
  size_t lo = p > BAND_BEFORE ? p - BAND_BEFORE : 0;
  size_t hi = p + BAND_BEHIND + smaller (x - xp, BAND_GROWTH) + EXM_CURVE_GRID_WINDOW;
  return (ExmCurveAnchor){
    .x = (uint32_t) x,
    .lo = (uint32_t) lo,
    .hi = (uint32_t) smaller (hi, n_b),
    .p = (uint32_t) p,
    .xp = (uint32_t) xp,
  };
}

static ExmKernelStatus
follow_side (ExmCurveTrack *track,
             const ExmCurveText *text,
             ExmCurveSide side,
             ExmPoll *poll)
{
  ExmSearch search;
  if (!exm_search_init (&search, text, side, track->w))
    return EXM_KERNEL_NO_MEMORY;
  ExmKernelStatus status = EXM_KERNEL_OK;
  size_t p = 0, xp = 0;
  for (size_t k = 0; k < track->n_points; k++)
    {
      ExmCurveAnchor *anchor = &track->paths[side][k];
      size_t cost = 0, x = k * EXM_CURVE_GRID_STRIDE;
      *anchor = anchor_at (x, p, xp, text->n_b);
      ExmMatch match
          = exm_search_band (&search, x, anchor->lo, anchor->hi, p + (x - xp), &cost);
      anchor->d = match.d;
      anchor->start = (uint32_t) match.start;
      if (is_good (match.d, track->w))
        {
          p = match.start;
          xp = x;
        }
      if (exm_poll (poll, cost))
        {
          status = EXM_KERNEL_CANCELLED;
          break;
        }
    }
  exm_search_clear (&search);
  return status;
}

ExmKernelStatus
exm_curve_track_new (const ExmCurveText *text,
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

  ExmPoll poll = { stop, stop_data, 0 };
  ExmKernelStatus status = EXM_KERNEL_OK;
  for (unsigned side = 0; side < 2 && made->n_points > 0 && status == EXM_KERNEL_OK;
       side++)
    {
      made->paths[side] = malloc (made->n_points * sizeof *made->paths[side]);
      status = made->paths[side] == NULL ? EXM_KERNEL_NO_MEMORY
                                         : follow_side (made, text, side, &poll);
    }
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

const ExmCurveAnchor *
exm_curve_track_get_path (const ExmCurveTrack *track, ExmCurveSide side, size_t *n)
{
  *n = track->n_points;
  return track->paths[side];
}

/* The grid point at or before x. */
static const ExmCurveAnchor *
anchor_before (const ExmCurveTrack *track, ExmCurveSide side, size_t x)
{
  return &track->paths[side][smaller (x / EXM_CURVE_GRID_STRIDE, track->n_points - 1)];
}

float
exm_curve_track_fs (const ExmCurveTrack *track, size_t i)
{
  return exm_curve_value (anchor_before (track, EXM_CURVE_FORWARD, i)->d, track->w);
}

float
exm_curve_track_bs (const ExmCurveTrack *track, size_t i)
{
  size_t x = track->n_target - 1 - i;
  return exm_curve_value (anchor_before (track, EXM_CURVE_BACKWARD, x)->d, track->w);
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

size_t
exm_curve_n_samples (size_t n_target, size_t stride)
{
  return n_target / stride + (n_target % stride != 0);
}

static ExmKernelStatus
sample_side (const ExmCurveText *text,
             const ExmCurveTrack *track,
             ExmCurveSide side,
             unsigned w,
             size_t stride,
             float *values,
             ExmPoll *poll)
{
  ExmSearch search;
  w = (unsigned) smaller (w, text->n_a);
  if (!exm_search_init (&search, text, side, w))
    return EXM_KERNEL_NO_MEMORY;
  ExmKernelStatus status = EXM_KERNEL_OK;
  size_t last_x = text->n_a - w, n = exm_curve_n_samples (text->n_a, stride);
  size_t known_x = SIZE_MAX;
  float known = 0;
  for (size_t k = 0; k < n && status == EXM_KERNEL_OK; k++)
    {
      size_t i = k * stride;
      size_t x = smaller (side == EXM_CURVE_FORWARD ? i : text->n_a - 1 - i, last_x);
      if (x != known_x)
        {
          const ExmCurveAnchor *anchor = anchor_before (track, side, x);
          size_t cost = 0, guess = anchor->p + (x - anchor->xp);
          ExmMatch match
              = exm_search_band (&search, x, anchor->lo, anchor->hi, guess, &cost);
          known = exm_curve_value (match.d, w);
          known_x = x;
          if (exm_poll (poll, cost))
            status = EXM_KERNEL_CANCELLED;
        }
      values[k] = known;
    }
  exm_search_clear (&search);
  return status;
}

ExmKernelStatus
exm_curve_tracked (const ExmCurveText *text,
                   const ExmCurveTrack *track,
                   unsigned w,
                   size_t stride,
                   float *fs,
                   float *bs,
                   ExmKernelStop stop,
                   void *stop_data)
{
  if (w < EXM_KERNEL_MIN_WINDOW || w > EXM_KERNEL_MAX_WINDOW || stride == 0
      || track->n_target != text->n_a)
    return EXM_KERNEL_REFUSED;
  if (text->n_a == 0)
    return EXM_KERNEL_OK;
  ExmPoll poll = { stop, stop_data, 0 };
  ExmKernelStatus status = EXM_KERNEL_OK;
  if (fs != NULL)
    status = sample_side (text, track, EXM_CURVE_FORWARD, w, stride, fs, &poll);
  if (status == EXM_KERNEL_OK && bs != NULL)
    status = sample_side (text, track, EXM_CURVE_BACKWARD, w, stride, bs, &poll);
  return status;
}
