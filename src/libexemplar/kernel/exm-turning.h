/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <stdbool.h>
#include <stddef.h>

/**
 * ExmTurningPoint:
 * @found: whether the curve has two levels, with a turn between them inside the text; if
 *   not, @position is 0
 * @position: the first (head) or last (tail) character of the new text
 * @threshold: values that round to it or above are of the high level
 * @low: mean of the low level
 * @high: mean of the high level
 */
typedef struct
{
  bool found;
  size_t position;
  double threshold;
  double low;
  double high;
} ExmTurningPoint;

/**
 * exm_turning_points:
 * @fs: (array length=n): a literal FS, exm_curve_literal()
 * @bs: (array length=n): the BS of the same width
 * @n: characters of the target
 * @w: the width of their windows, characters
 * @head: (out): where FS turns
 * @tail: (out): where BS turns
 *
 * The turning points of the patent (CN103699591 A): where the target stops being the
 * template, read off FS from the head and off BS from the tail. The rule, for FS:
 *
 * 1. The values are split into a low and a high level at the threshold that maximises the
 *    variance between the two (N. Otsu, "A threshold selection method from gray-level
 *    histograms", IEEE Trans. SMC 9(1), 1979), over a histogram of 257 bins, bin k
 * holding the values that round to k/256 (values outside 0...1 and not-a-numbers go to
 * the nearer end, the latter to 0). Of equally good thresholds the middle one. Levels
 * less than a quarter apart are one level: not found.
 * 2. The curve falls for good at the x that puts the fewest values on the wrong side: low
 *    ones before x, high ones at or after x; of equals the smallest x. x = n (it never
 *    falls): not found.
 * 3. A window that begins w characters before the new text is the last all of template;
 *    between that and the new text the curve goes down as the window slides in. So head =
 *    x + w · (threshold - low) / (high - low), rounded, but n - 1 at most; and 0 for x =
 * 0, a curve that begins low.
 *
 * For BS the same from the other end: tail is the last character of the new text. The two
 * are found apart from each other: where drift or a repeated text misleads them the head
 * may lie behind the tail, which the caller has to look at.
 *
 * Pure; any thread. Cost: linear, 2 KB of stack.
 */
void exm_turning_points (const float *fs,
                         const float *bs,
                         size_t n,
                         unsigned w,
                         ExmTurningPoint *head,
                         ExmTurningPoint *tail);
