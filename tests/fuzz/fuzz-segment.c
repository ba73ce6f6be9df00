/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Weights of any kind: the segment is that of all pairs. Even first byte: the rest are
 * small whole numbers, odd: doubles as they lie there, finite or not. */

#include "fuzz.h"

#include "kernel/exm-segment.h"

#include "oracle.h"

#include <math.h>
#include <string.h>

#define MAX_WEIGHTS 48u

/* All pairs of small whole numbers: exact. */
static void
check_exact (const double *weights, gsize n, const ExmSegment *found)
{
  ExmSegment expected = oracle_segment (weights, n);

  FUZZ_EXPECT (found->found == expected.found);
  FUZZ_EXPECT (found->head == expected.head && found->tail == expected.tail);
  FUZZ_EXPECT (found->gain <= expected.gain && found->gain >= expected.gain);
  FUZZ_EXPECT (found->second_gain <= expected.second_gain
               && found->second_gain >= expected.second_gain);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  double weights[MAX_WEIGHTS] = { 0 }, sums[MAX_WEIGHTS];
  ExmSegment found;
  gsize n = 0;

  if (size < 1)
    return 0;
  gboolean exact = data[0] % 2 == 0;
  gsize step = exact ? 1 : sizeof (double);
  for (gsize i = 1; i + step <= size && n < MAX_WEIGHTS; i += step, n++)
    if (exact)
      weights[n] = (gint8) data[i];
    else
      memcpy (&weights[n], data + i, step);
  exm_segment_max (weights, n, sums, &found);
  if (exact)
    check_exact (weights, n, &found);
  if (!found.found)
    return 0;
  FUZZ_EXPECT (found.head <= found.tail && found.tail < n);
  FUZZ_EXPECT (found.gain > 0);
  FUZZ_EXPECT (!isnan (found.gain) && !isnan (found.second_gain));
  return 0;
}
