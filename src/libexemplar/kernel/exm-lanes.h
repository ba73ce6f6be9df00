/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Internal to the kernel: the eight windows of a group, each searched in the same
 * stretches of the example, side by side. */

#pragma once

#include "kernel/exm-curve.h"

/* Bits of the column in a best value; stretches have 260 columns at most in all. */
#define EXM_LANES_COLUMN_BITS 9u
#define EXM_LANES_COLUMN_MASK ((1u << EXM_LANES_COLUMN_BITS) - 1)

/* Result of a window without a match nearer than EXM_CURVE_FAR. */
#define EXM_LANES_NOTHING (EXM_CURVE_FAR << EXM_LANES_COLUMN_BITS | EXM_LANES_COLUMN_MASK)

/**
 * ExmLanesJob:
 * @masks: for each code, at which of the group's characters it stands: bit r is
 *   A[x0+r]
 * @b: the example's codes
 * @stretches: (array length=n): where to look, none of them empty
 * @n: how many; 0: there is nothing to do
 * @best: (out): for window l, A[x0+4l,x0+4l+32), the least distance to a substring of a
 *   stretch, above EXM_LANES_COLUMN_BITS the number of columns gone through up to the end
 *   of the first such substring, counted on over all stretches; EXM_LANES_NOTHING if no
 *   distance is below EXM_CURVE_FAR
 * @next: the stretch that comes next
 * @column: columns of the stretches before it
 * @left: columns that are left of the stretch before it
 * @not_vp: the state of the search: rows of each window where going down does not add 1
 * @vn: rows where it takes 1 away
 * @key: as @best, at this column
 */
typedef struct
{
  const uint64_t *masks;
  const uint32_t *b;
  const ExmCurveStretch *stretches;
  unsigned n;
  unsigned next;
  uint32_t column;
  uint32_t left;
  uint32_t best[EXM_CURVE_GROUP];
  uint32_t not_vp[EXM_CURVE_GROUP];
  uint32_t vn[EXM_CURVE_GROUP];
  uint32_t key[EXM_CURVE_GROUP];
} ExmLanesJob;

/* By how many bits a mask is shifted for each window. Not a constant that the compiler
 * sees: clang 14 takes a funnel shift by a known 0 for one by all 32 bits. */
extern const uint32_t exm_lanes_shifts[EXM_CURVE_GROUP];

/* Makes a job of what is in it up to @n. */
void exm_lanes_begin (ExmLanesJob *job);

static inline bool
exm_lanes_is_done (const ExmLanesJob *job)
{
  return job->left == 0 && job->next >= job->n;
}

/* Goes on with two jobs until one of them is done, or with the only one that is not: a
 * step of the search waits for the one before it, so that two searches take little longer
 * than one. */
typedef void (*ExmLanesFunc) (ExmLanesJob jobs[2]);

void exm_lanes_portable (ExmLanesJob jobs[2]);
void exm_lanes_avx2 (ExmLanesJob jobs[2]);
void exm_lanes_avx512 (ExmLanesJob jobs[2]);

/* Returns: that of exm_cpu_get() */
ExmLanesFunc exm_lanes_get (void);
