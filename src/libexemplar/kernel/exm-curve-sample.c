/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "kernel/exm-curve-text.h"
#include "kernel/exm-windows.h"

#include <stdlib.h>

size_t
exm_curve_n_samples (size_t n_target, size_t stride)
{
  return n_target / stride + (n_target % stride != 0);
}

static size_t
smaller (size_t a, size_t b)
{
  return a < b ? a : b;
}

/* Samples of one side that wait until they can be searched together. */
typedef struct
{
  const ExmCurveText *text;
  const ExmCurveCodes *codes;
  const ExmCurveGroup *path;
  size_t n_groups;
  ExmWindowsFunc search;
  uint64_t *masks; /* (owned): zero between searches */
  unsigned w;
  unsigned words;
  size_t x[EXM_WINDOWS]; /* within one group's characters */
  float *values[EXM_WINDOWS];
  unsigned n;
} Sampler;

#define GROUP_CHARS (EXM_CURVE_GRID_STRIDE * EXM_CURVE_GROUP)

/* Caps a distance, as on the grid. */
static unsigned
farthest (const Sampler *self)
{
  if (self->text->n_a < EXM_CURVE_GRID_WINDOW)
    return self->w;
  return (EXM_CURVE_FAR * self->w + EXM_CURVE_GRID_WINDOW - 1) / EXM_CURVE_GRID_WINDOW;
}

/* The group's stretches, longer by what the window is longer. Returns: their length */
static size_t
lengthen (const Sampler *self, const ExmCurveGroup *group, ExmCurveStretch *stretches)
{
  unsigned w = self->w;
  size_t longer = w > EXM_CURVE_GRID_WINDOW ? w - EXM_CURVE_GRID_WINDOW : 0, sum = 0;
  for (unsigned s = 0; s < group->n_stretches; s++)
    {
      stretches[s] = group->stretches[s];
      stretches[s].hi = (uint32_t) smaller (stretches[s].hi + longer, self->text->n_b);
      sum += stretches[s].hi - stretches[s].lo;
    }
  return sum;
}

/* Finds the values of all that wait. Returns: units of work */
static size_t
sampler_flush (Sampler *self)
{
  if (self->n == 0)
    return 0;
  size_t first = smaller (self->x[0], self->x[self->n - 1]);
  unsigned n_rows = self->w, stride = self->words + 1;
  const uint32_t *a = self->codes->a + first;
  const ExmCurveGroup *group
      = &self->path[smaller (first / GROUP_CHARS, self->n_groups - 1)];
  ExmCurveStretch stretches[EXM_CURVE_MAX_STRETCHES];
  size_t cost = lengthen (self, group, stretches) * self->words;
  ExmWindowsJob job = {
    .masks = self->masks,
    .b = self->codes->b,
    .stretches = stretches,
    .n_stretches = group->n_stretches,
    .w = self->w,
    .words = self->words,
    .n = self->n,
  };
  for (unsigned l = 0; l < EXM_WINDOWS; l++)
    {
      job.best[l] = farthest (self);
      job.offsets[l] = l < self->n ? self->x[l] - first : 0;
      if (n_rows < self->w + job.offsets[l])
        n_rows = self->w + (unsigned) job.offsets[l];
    }
  if (job.n_stretches > 0)
    {
      for (unsigned r = 0; r < n_rows; r++)
        self->masks[(size_t) a[r] * stride + r / 64] |= (uint64_t) 1 << r % 64;
      self->search (&job);
      for (unsigned r = 0; r < n_rows; r++)
        self->masks[(size_t) a[r] * stride + r / 64] = 0;
    }
  for (unsigned l = 0; l < self->n; l++)
    *self->values[l] = exm_curve_value ((unsigned) job.best[l], self->w);
  self->n = 0;
  return 2 * cost + 4 * (size_t) n_rows;
}

static size_t
sampler_add (Sampler *self, size_t x, float *value)
{
  size_t cost = 0;
  if (self->n == EXM_WINDOWS
      || (self->n > 0 && self->x[0] / GROUP_CHARS != x / GROUP_CHARS))
    cost = sampler_flush (self);
  self->x[self->n] = x;
  self->values[self->n++] = value;
  return cost;
}

static ExmKernelStatus
sample_side (Sampler *self,
             ExmCurveSide side,
             size_t stride,
             const ExmCurvePart *part,
             float *values,
             ExmPoll *poll)
{
  const ExmCurveText *text = self->text;
  size_t last_x = text->n_a - self->w, before = SIZE_MAX;
  for (size_t k = 0; k < part->n; k++)
    {
      size_t i = (part->first + k) * stride, cost;
      size_t x = smaller (side == EXM_CURVE_FORWARD ? i : text->n_a - 1 - i, last_x);
      if (x == before)
        {
          cost = sampler_flush (self);
          values[k] = values[k - 1];
        }
      else
        cost = sampler_add (self, x, &values[k]);
      before = x;
      if (exm_poll (poll, cost))
        return EXM_KERNEL_CANCELLED;
    }
  sampler_flush (self);
  return EXM_KERNEL_OK;
}

static ExmKernelStatus
make_side (const ExmCurveText *text,
           const ExmCurveTrack *track,
           ExmCurveSide side,
           unsigned w,
           size_t stride,
           const ExmCurvePart *part,
           float *values,
           ExmPoll *poll)
{
  Sampler sampler = { .text = text, .codes = &text->sides[side] };
  sampler.path = exm_curve_track_get_path (track, side, &sampler.n_groups);
  sampler.search = exm_windows_get ();
  sampler.w = (unsigned) smaller (w, text->n_a);
  sampler.words = (sampler.w + 63) / 64;
  sampler.masks = exm_curve_text_new_table (text, sampler.words + 1);
  if (sampler.masks == NULL)
    return EXM_KERNEL_NO_MEMORY;
  ExmKernelStatus status = sample_side (&sampler, side, stride, part, values, poll);
  free (sampler.masks);
  return status;
}

ExmKernelStatus
exm_curve_tracked_part (const ExmCurveText *text,
                        const ExmCurveTrack *track,
                        unsigned w,
                        size_t stride,
                        const ExmCurvePart *part,
                        float *fs,
                        float *bs,
                        ExmKernelStop stop,
                        void *stop_data)
{
  if (w < EXM_KERNEL_MIN_WINDOW || w > EXM_KERNEL_MAX_WINDOW || stride == 0
      || exm_curve_track_get_length (track) != text->n_a)
    return EXM_KERNEL_REFUSED;
  size_t n = exm_curve_n_samples (text->n_a, stride);
  if (part->first > n || part->n > n - part->first)
    return EXM_KERNEL_REFUSED;
  if (part->n == 0)
    return EXM_KERNEL_OK;
  ExmPoll poll = { stop, stop_data, 0 };
  ExmKernelStatus status = EXM_KERNEL_OK;
  if (fs != NULL)
    status = make_side (text, track, EXM_CURVE_FORWARD, w, stride, part, fs, &poll);
  if (status == EXM_KERNEL_OK && bs != NULL)
    status = make_side (text, track, EXM_CURVE_BACKWARD, w, stride, part, bs, &poll);
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
  const ExmCurvePart all
      = { 0, stride > 0 ? exm_curve_n_samples (text->n_a, stride) : 0 };

  return exm_curve_tracked_part (text, track, w, stride, &all, fs, bs, stop, stop_data);
}
