/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The body of exm-lanes-avx2.c and exm-lanes-avx512.c, which differ by what the compiler
 * may use: with AVX-512 three operands of logic are one instruction. */

#pragma once

#include "exm-lanes.h"

#include <immintrin.h>

static inline __m256i
or_not (__m256i a, __m256i b)
{
#ifdef __AVX512VL__
  return _mm256_ternarylogic_epi32 (a, b, b, 0xf3);
#else
  return _mm256_or_si256 (a, _mm256_xor_si256 (b, _mm256_set1_epi32 (-1)));
#endif
}

typedef struct
{
  __m256i vp;
  __m256i vn;
  __m256i key;
} Lanes;

static inline __attribute__ ((always_inline)) __m256i
lanes_step (Lanes *lanes, __m256i eq, __m256i best)
{
  const __m256i unit = _mm256_set1_epi32 (1 << EXM_LANES_COLUMN_BITS);
  __m256i vp = lanes->vp, vn = lanes->vn;
  __m256i sum = _mm256_add_epi32 (_mm256_and_si256 (eq, vp), vp);
  __m256i xh = _mm256_or_si256 (_mm256_xor_si256 (sum, vp), eq);
  __m256i p = or_not (vn, _mm256_or_si256 (xh, vp));
  __m256i n = _mm256_and_si256 (vp, xh);
  __m256i xv = _mm256_or_si256 (eq, vn);
  __m256i p1 = _mm256_add_epi32 (p, p), n1 = _mm256_add_epi32 (n, n);
  lanes->vp = or_not (n1, _mm256_or_si256 (xv, p1));
  lanes->vn = _mm256_and_si256 (p1, xv);

  __m256i up = _mm256_and_si256 (_mm256_srli_epi32 (p, 31 - EXM_LANES_COLUMN_BITS), unit);
  __m256i down
      = _mm256_and_si256 (_mm256_srli_epi32 (n, 31 - EXM_LANES_COLUMN_BITS), unit);
  __m256i key = _mm256_add_epi32 (lanes->key, _mm256_set1_epi32 (1));
  lanes->key = _mm256_sub_epi32 (_mm256_add_epi32 (key, up), down);
  return _mm256_min_epi32 (best, lanes->key);
}

/* Window l has bits 4l...4l+31 of the mask. */
static inline __attribute__ ((always_inline)) __m256i
window_rows (const uint64_t *mask)
{
  const int *halves = (const int *) (const void *) mask;
  const __m256i shift = _mm256_setr_epi32 (0, 4, 8, 12, 16, 20, 24, 28);
  __m256i low = _mm256_set1_epi32 (halves[0]), high = _mm256_set1_epi32 (halves[1]);
#ifdef __AVX512VBMI2__
  return _mm256_shrdv_epi32 (low, high, shift);
#else
  const __m256i back = _mm256_setr_epi32 (32, 28, 24, 20, 16, 12, 8, 4);
  return _mm256_or_si256 (_mm256_srlv_epi32 (low, shift), _mm256_sllv_epi32 (high, back));
#endif
}

/* A job on its way through its stretches. */
typedef struct
{
  const ExmLanesJob *job;
  const uint32_t *at; /* the next column */
  uint32_t left;      /* columns of this stretch that are left */
  unsigned stretch;   /* the one that comes next */
  uint32_t column;    /* columns before it */
} Walk;

static inline __attribute__ ((always_inline)) void
walk_on (Walk *walk, Lanes *lanes)
{
  const ExmLanesJob *job = walk->job;
  if (walk->left > 0 || walk->stretch >= job->n)
    return;
  const ExmCurveStretch *stretch = &job->stretches[walk->stretch++];
  walk->at = job->b + stretch->lo;
  walk->left = stretch->hi - stretch->lo;
  *lanes = (Lanes){ _mm256_set1_epi32 (-1), _mm256_setzero_si256 (),
                    _mm256_set1_epi32 (
                        (int) (32u << EXM_LANES_COLUMN_BITS | walk->column)) };
  walk->column += walk->left;
}

static inline __attribute__ ((always_inline)) __m256i
walk_alone (Walk *walk, Lanes *lanes, __m256i best)
{
  const uint64_t *masks = walk->job->masks;
  while (walk->left > 0)
    {
      for (; walk->left > 0; walk->left--)
        best = lanes_step (lanes, window_rows (&masks[*walk->at++]), best);
      walk_on (walk, lanes);
    }
  return best;
}

static inline void
search_jobs (ExmLanesJob jobs[2])
{
  const __m256i nothing = _mm256_set1_epi32 ((int) EXM_LANES_NOTHING);
  const uint64_t *masks_a = jobs[0].masks, *masks_b = jobs[1].masks;
  Walk a = { .job = &jobs[0] }, b = { .job = &jobs[1] };
  Lanes lanes_a = { nothing, nothing, nothing }, lanes_b = lanes_a;
  __m256i best_a = nothing, best_b = nothing;

  walk_on (&a, &lanes_a);
  walk_on (&b, &lanes_b);
  while (a.left > 0 && b.left > 0)
    {
      uint32_t both = a.left < b.left ? a.left : b.left;
      const uint32_t *at_a = a.at, *at_b = b.at;
      a.left -= both;
      b.left -= both;
      a.at += both;
      b.at += both;
      for (uint32_t t = 0; t < both; t++)
        {
          best_a = lanes_step (&lanes_a, window_rows (&masks_a[at_a[t]]), best_a);
          best_b = lanes_step (&lanes_b, window_rows (&masks_b[at_b[t]]), best_b);
        }
      walk_on (&a, &lanes_a);
      walk_on (&b, &lanes_b);
    }
  best_a = walk_alone (&a, &lanes_a, best_a);
  best_b = walk_alone (&b, &lanes_b, best_b);
  _mm256_storeu_si256 ((__m256i *) (void *) jobs[0].best, best_a);
  _mm256_storeu_si256 ((__m256i *) (void *) jobs[1].best, best_b);
}
