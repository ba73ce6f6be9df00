/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "exm-curve-text.h"
#include "exm-search.h"

size_t
exm_curve_n_samples (size_t n_target, size_t stride)
{
  return n_target / stride + (n_target % stride != 0);
}

/* How far a match may stick out of a stretch that was chosen for windows of 32. */
static size_t
smaller (size_t a, size_t b)
{
  return a < b ? a : b;
}

/* The least distance of A[x,x+w) in the stretches of its group, which are taken longer
 * by what the window is longer. What is farther away than the cap counts as the cap, as
 * on the grid. */
static unsigned
search_group (const ExmSearch *search,
              const ExmCurveText *text,
              const ExmCurveGroup *group,
              size_t x,
              size_t *cost)
{
  unsigned w = search->w;
  unsigned best = (EXM_CURVE_FAR * w + EXM_CURVE_GRID_WINDOW - 1) / EXM_CURVE_GRID_WINDOW;
  size_t longer = w > EXM_CURVE_GRID_WINDOW ? w - EXM_CURVE_GRID_WINDOW : 0;
  size_t n = text->n_a < EXM_CURVE_GRID_WINDOW ? text->n_a : 0;
  if (n > 0)
    best = w;
  for (unsigned s = 0; s < group->n_stretches && best > 0; s++)
    {
      size_t lo = group->stretches[s].lo;
      size_t hi = smaller (group->stretches[s].hi + longer, text->n_b);
      unsigned d = exm_search_band (search, x, lo, hi, lo, cost).d;
      best = d < best ? d : best;
    }
  return best;
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
  size_t last_x = text->n_a - w, n = exm_curve_n_samples (text->n_a, stride), n_groups;
  const ExmCurveGroup *path = exm_curve_track_get_path (track, side, &n_groups);
  size_t known_x = SIZE_MAX;
  float known = 0;
  for (size_t k = 0; k < n && status == EXM_KERNEL_OK; k++)
    {
      size_t i = k * stride;
      size_t x = smaller (side == EXM_CURVE_FORWARD ? i : text->n_a - 1 - i, last_x);
      if (x != known_x)
        {
          size_t cost = 0;
          size_t g = x / (EXM_CURVE_GRID_STRIDE * EXM_CURVE_GROUP);
          const ExmCurveGroup *group = &path[smaller (g, n_groups - 1)];
          known = exm_curve_value (search_group (&search, text, group, x, &cost), w);
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
      || exm_curve_track_get_length (track) != text->n_a)
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
