/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <stdbool.h>
#include <stddef.h>

/**
 * ExmSegment:
 * @found: whether any weight is positive; if not, the other fields are 0
 * @head: first index of the segment
 * @tail: last index of the segment (inclusive)
 * @gain: its weight, C(tail) - C(head - 1)
 * @second_gain: the weight of the best segment that shares no index with this one; 0 if
 *   no weight outside is positive. A gain close to it means that the choice is unsure
 * @head_margin: what the gain loses when the head moves to its next best place, at or
 *   before the tail; the whole gain if there is no other place
 * @tail_margin: the same for the tail, at or after the head
 */
typedef struct
{
  bool found;
  size_t head;
  size_t tail;
  double gain;
  double second_gain;
  double head_margin;
  double tail_margin;
} ExmSegment;

/**
 * exm_segment_max:
 * @weights: (array length=n): positive speaks for the body, negative against it; a weight
 *   that is not finite counts as 0
 * @n: how many
 * @cumulative: (out) (array length=n) (nullable): C(i), the sum of the weights 0...i
 * @segment: (out): the segment of greatest weight
 *
 * The pair of head and tail that maximises C(tail) - C(head - 1), with C(-1) = 0, found
 * in one pass: Kadane's algorithm, J. Bentley, "Algorithm design techniques" (Programming
 * Pearls), Comm. ACM 27(9), 1984.
 *
 * Of segments of equal gain the one with the smallest tail is taken, and then with the
 * greatest head: the first one, without weights of zero at its edges. All sums are
 * differences of C as rounded, so equal input gives equal output.
 *
 * Pure; any thread. Cost: three passes, no memory.
 */
void exm_segment_max (const double *weights,
                      size_t n,
                      double *cumulative,
                      ExmSegment *segment);
