/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "kernel/exm-turning.h"

#include <math.h>

#define N_STEPS 256
#define N_BINS (N_STEPS + 1)
#define LEAST_CONTRAST .25

/* A curve read from either end. */
typedef struct
{
  const float *values; /* (unowned) */
  size_t n;
  bool from_end;
} Reader;

static unsigned
bin_at (const Reader *reader, size_t x)
{
  float value = reader->values[reader->from_end ? reader->n - 1 - x : x];
  if (!(value > 0))
    return 0;
  return value >= 1 ? N_STEPS : (unsigned) lrintf (value * N_STEPS);
}

/* Splits the histogram into bins below the result and the others; also the mean bin of
 * either part. Returns: 0 when all values are in one bin */
static unsigned
split (const size_t *counts, double *low, double *high)
{
  double n = 0, sum = 0;
  for (unsigned k = 0; k < N_BINS; k++)
    {
      n += (double) counts[k];
      sum += (double) counts[k] * k;
    }
  double n_low = 0, sum_low = 0, most = 0;
  unsigned first = 0, last = 0;
  for (unsigned k = 1; k < N_BINS; k++)
    {
      n_low += (double) counts[k - 1];
      sum_low += (double) counts[k - 1] * (k - 1);
      if (n_low < 1 || n - n_low < 1)
        continue;
      double mean_low = sum_low / n_low, mean_high = (sum - sum_low) / (n - n_low);
      double apart = mean_high - mean_low;
      double between = n_low * (n - n_low) * apart * apart;
      /* Empty bins leave every sum as it is: equal here means the same split. */
      if (between > most)
        {
          first = k;
          most = between;
          *low = mean_low;
          *high = mean_high;
        }
      if (between >= most)
        last = k;
    }
  return (first + last) / 2;
}

/* The x with the fewest values on the wrong side. */
static size_t
find_fall (const Reader *reader, unsigned threshold)
{
  /* Wrong at x less wrong at 0: a value that comes to lie before x is wrong from then on
   * if low, and no longer if high. */
  ptrdiff_t wrong = 0, least = 0;
  size_t fall = 0;
  for (size_t x = 0; x < reader->n; x++)
    {
      wrong += bin_at (reader, x) < threshold ? 1 : -1;
      if (wrong < least)
        {
          least = wrong;
          fall = x + 1;
        }
    }
  return fall;
}

static ExmTurningPoint
find_turn (const Reader *reader, unsigned w)
{
  size_t counts[N_BINS] = { 0 };
  for (size_t x = 0; x < reader->n; x++)
    counts[bin_at (reader, x)]++;
  ExmTurningPoint point = { 0 };
  double low = 0, high = 0;
  unsigned threshold = split (counts, &low, &high);
  point.threshold = (double) threshold / N_STEPS;
  point.low = low / N_STEPS;
  point.high = high / N_STEPS;
  if (threshold == 0 || point.high - point.low < LEAST_CONTRAST)
    return point;

  size_t fall = find_fall (reader, threshold);
  point.found = fall < reader->n;
  if (!point.found || fall == 0)
    return point;
  double ramp = w * (point.threshold - point.low) / (point.high - point.low);
  point.position = fall + (size_t) lround (ramp);
  if (point.position > reader->n - 1)
    point.position = reader->n - 1;
  return point;
}

void
exm_turning_points (const float *fs,
                    const float *bs,
                    size_t n,
                    unsigned w,
                    ExmTurningPoint *head,
                    ExmTurningPoint *tail)
{
  *head = find_turn (&(Reader){ fs, n, false }, w);
  *tail = find_turn (&(Reader){ bs, n, true }, w);
  if (tail->found)
    tail->position = n - 1 - tail->position;
}
