/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Internal to the kernel: windows of any width that begin near each other, searched in
 * the same stretches of the example, side by side. */

#pragma once

#include "kernel/exm-curve-text.h"

#define EXM_WINDOWS 8u

/* Windows of a job begin at most so many characters apart. */
#define EXM_WINDOWS_SPREAD 31u

/**
 * ExmWindowsJob:
 * @masks: @words + 1 words for each code: at which characters from A[x0] on it stands,
 *   up to the end of the last window
 * @b: the example's codes
 * @stretches: (array length=n_stretches): where to look
 * @n_stretches: how many
 * @w: width of the windows, 1...256
 * @words: ceil (w / 64)
 * @n: windows, 1...%EXM_WINDOWS
 * @offsets: where each begins, from A[x0] on: 0...%EXM_WINDOWS_SPREAD; zero beyond @n
 * @best: (inout): for each window, the least distance to a substring of a stretch, if it
 *   is less than what is there before, which is at most @w
 */
typedef struct
{
  const uint64_t *masks;
  const uint32_t *b;
  const ExmCurveStretch *stretches;
  unsigned n_stretches;
  unsigned w;
  unsigned words;
  unsigned n;
  uint64_t offsets[EXM_WINDOWS];
  uint64_t best[EXM_WINDOWS];
} ExmWindowsJob;

typedef void (*ExmWindowsFunc) (ExmWindowsJob *job);

void exm_windows_portable (ExmWindowsJob *job);
void exm_windows_avx2 (ExmWindowsJob *job);
void exm_windows_avx512 (ExmWindowsJob *job);

/* Returns: that of exm_cpu_get() */
ExmWindowsFunc exm_windows_get (void);
