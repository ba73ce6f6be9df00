/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "kernel/exm-segment.h"

#include <math.h>

/* The best segment of a stretch, and C just before and at its end. */
typedef struct
{
  size_t head;
  size_t tail;
  double gain; /* 0: none found */
  double before;
  double at;
} Best;

static inline double
weight_at (const double *weights, size_t i)
{
  return isfinite (weights[i]) ? weights[i] : 0.0;
}

/* Looks at weights first...end-1. @sum is C(first - 1), and C(end - 1) afterwards. */
static Best
best_of_stretch (const double *weights, size_t first, size_t end, double *sum)
{
  Best best = { first, first, 0, *sum, *sum };
  size_t lowest = first;
  double lowest_sum = *sum;
  for (size_t i = first; i < end; i++)
    {
      *sum += weight_at (weights, i);
      if (*sum - lowest_sum > best.gain)
        best = (Best){ lowest, i, *sum - lowest_sum, lowest_sum, *sum };
      /* The last of equally low places: leaves zeros before the head out. */
      if (*sum <= lowest_sum)
        {
          lowest = i + 1;
          lowest_sum = *sum;
        }
    }
  return best;
}

static void
find_margins (const double *weights, size_t n, const Best *best, ExmSegment *segment)
{
  segment->head_margin = segment->tail_margin = best->gain;
  double sum = 0;
  for (size_t i = 0; i < n; i++)
    {
      double before = sum;
      sum += weight_at (weights, i);
      if (i <= best->tail && i != best->head)
        segment->head_margin = fmin (segment->head_margin, before - best->before);
      if (i >= best->head && i != best->tail)
        segment->tail_margin = fmin (segment->tail_margin, best->at - sum);
    }
}

void
exm_segment_max (const double *weights, size_t n, double *cumulative, ExmSegment *segment)
{
  *segment = (ExmSegment){ 0 };
  double sum = 0;
  for (size_t i = 0; cumulative != NULL && i < n; i++)
    cumulative[i] = sum += weight_at (weights, i);

  sum = 0;
  Best best = best_of_stretch (weights, 0, n, &sum);
  if (!(best.gain > 0))
    return;
  segment->found = true;
  segment->head = best.head;
  segment->tail = best.tail;
  segment->gain = best.gain;

  sum = 0;
  Best left = best_of_stretch (weights, 0, best.head, &sum);
  sum = best.at;
  Best right = best_of_stretch (weights, best.tail + 1, n, &sum);
  segment->second_gain = fmax (left.gain, right.gain);
  find_margins (weights, n, &best, segment);
}
