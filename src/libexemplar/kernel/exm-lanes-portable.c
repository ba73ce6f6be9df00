/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "kernel/exm-cpu.h"
#include "kernel/exm-lanes.h"

/* The compiler's vectors: SSE2, NEON, or plain words without. */
typedef uint32_t Words __attribute__ ((vector_size (16)));
typedef int32_t Masks __attribute__ ((vector_size (16)));

typedef struct
{
  Words vp;
  Words vn;
  Words key;
  Words best;
} Lanes;

static inline void
lanes_start (Lanes *lanes, uint32_t column)
{
  uint32_t key = 32u << EXM_LANES_COLUMN_BITS | column;
  lanes->vp = ~(Words){ 0 };
  lanes->vn = (Words){ 0 };
  lanes->key = (Words){ key, key, key, key };
}

/* exm_lev_step() for a search, four windows of 32 rows at a time. */
static inline void
lanes_step (Lanes *lanes, Words eq)
{
  Words vp = lanes->vp, vn = lanes->vn;
  Words xh = (((eq & vp) + vp) ^ vp) | eq;
  Words p = vn | ~(xh | vp);
  Words n = vp & xh;
  Words xv = eq | vn;
  lanes->vp = n << 1 | ~(xv | p << 1);
  lanes->vn = p << 1 & xv;

  /* The last row's sign bits are 0 or -1. */
  Words change = (Words) (((Masks) n >> 31) - ((Masks) p >> 31));
  lanes->key += (change << EXM_LANES_COLUMN_BITS) + 1;
  /* Signed, which SSE2 has: keys stay far below 2^31. */
  Masks less = (Masks) lanes->key < (Masks) lanes->best;
  lanes->best = ((Words) less & lanes->key) | (~(Words) less & lanes->best);
}

static inline Words
window_rows (uint64_t mask, unsigned first)
{
  return (Words){ (uint32_t) (mask >> first), (uint32_t) (mask >> (first + 4)),
                  (uint32_t) (mask >> (first + 8)), (uint32_t) (mask >> (first + 12)) };
}

/* All of it: its two halves wait for each other's steps already. */
static void
search (ExmLanesJob *job)
{
  const Words nothing
      = { EXM_LANES_NOTHING, EXM_LANES_NOTHING, EXM_LANES_NOTHING, EXM_LANES_NOTHING };
  Lanes left = { .best = nothing }, right = { .best = nothing };

  for (; job->next < job->n; job->next++)
    {
      const ExmCurveStretch *stretch = &job->stretches[job->next];
      lanes_start (&left, job->column);
      lanes_start (&right, job->column);
      for (uint32_t j = stretch->lo; j < stretch->hi; j++)
        {
          uint64_t mask = job->masks[job->b[j]];
          lanes_step (&left, window_rows (mask, 0));
          lanes_step (&right, window_rows (mask, 16));
        }
      job->column += stretch->hi - stretch->lo;
    }
  for (unsigned l = 0; l < 4; l++)
    {
      job->best[l] = left.best[l];
      job->best[l + 4] = right.best[l];
    }
}

void
exm_lanes_portable (ExmLanesJob jobs[2])
{
  for (unsigned k = 0; k < 2; k++)
    if (!exm_lanes_is_done (&jobs[k]))
      search (&jobs[k]);
}

const uint32_t exm_lanes_shifts[EXM_CURVE_GROUP] = { 0, 4, 8, 12, 16, 20, 24, 28 };

void
exm_lanes_begin (ExmLanesJob *job)
{
  job->next = 0;
  job->column = 0;
  job->left = 0;
  for (unsigned l = 0; l < EXM_CURVE_GROUP; l++)
    job->best[l] = EXM_LANES_NOTHING;
}

ExmLanesFunc
exm_lanes_get (void)
{
#ifdef __x86_64__
  switch (exm_cpu_get ())
    {
    case EXM_CPU_AVX512:
      return exm_lanes_avx512;
    case EXM_CPU_AVX2:
      return exm_lanes_avx2;
    case EXM_CPU_PORTABLE:
    default:
      break;
    }
#endif
  return exm_lanes_portable;
}
