/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Compiled for AVX2 and AVX-512, which has one instruction for three operands of logic.
 */

#include "kernel/exm-lanes.h"

#include <immintrin.h>

#ifdef EXM_PATH_AVX512
#define search_jobs exm_lanes_avx512
#else
#define search_jobs exm_lanes_avx2
#endif

#define INLINE static inline __attribute__ ((always_inline))

typedef struct
{
  __m256i not_vp; /* ~VP: and-not is one instruction, or-not is two */
  __m256i vn;
  __m256i key;
} Lanes;

/* Functions of three words, each one instruction with AVX-512. */
#ifdef __AVX512VL__
#define TERNARY(a, b, c, table, instead) _mm256_ternarylogic_epi32 (a, b, c, table)
#else
#define TERNARY(a, b, c, table, instead) (instead)
#endif

/* (a ^ b) | c */
INLINE __m256i
xor_or (__m256i a, __m256i b, __m256i c)
{
  return TERNARY (a, b, c, 0xbe, _mm256_or_si256 (_mm256_xor_si256 (a, b), c));
}

/* a | (~b & c) */
INLINE __m256i
or_and_not (__m256i a, __m256i b, __m256i c)
{
  return TERNARY (a, b, c, 0xf2, _mm256_or_si256 (a, _mm256_andnot_si256 (b, c)));
}

/* (a | b) & ~c */
INLINE __m256i
or_but_not (__m256i a, __m256i b, __m256i c)
{
  return TERNARY (a, b, c, 0x54, _mm256_andnot_si256 (c, _mm256_or_si256 (a, b)));
}

INLINE __m256i
lanes_step (Lanes *lanes, __m256i eq, __m256i best)
{
  __m256i not_vp = lanes->not_vp, vn = lanes->vn;
  /* With v for VP, (x & v) + v is ~(~v - (x & v)). */
  __m256i sum = _mm256_sub_epi32 (not_vp, _mm256_andnot_si256 (not_vp, eq));
  __m256i xh = xor_or (sum, not_vp, eq);
  __m256i p = or_and_not (vn, xh, not_vp);
  __m256i n = _mm256_andnot_si256 (not_vp, xh);
  __m256i xv = _mm256_or_si256 (eq, vn);
  __m256i p1 = _mm256_add_epi32 (p, p), n1 = _mm256_add_epi32 (n, n);
  lanes->not_vp = or_but_not (xv, p1, n1);
  lanes->vn = _mm256_and_si256 (p1, xv);

  /* The last row's sign bits are 0 or -1. */
  __m256i change
      = _mm256_sub_epi32 (_mm256_srai_epi32 (n, 31), _mm256_srai_epi32 (p, 31));
  __m256i key = _mm256_add_epi32 (lanes->key, _mm256_set1_epi32 (1));
  lanes->key = _mm256_add_epi32 (key, _mm256_slli_epi32 (change, EXM_LANES_COLUMN_BITS));
  return _mm256_min_epi32 (best, lanes->key);
}

INLINE __m256i
load_lanes (const uint32_t *words)
{
  return _mm256_loadu_si256 ((const __m256i *) (const void *) words);
}

INLINE void
store_lanes (uint32_t *words, __m256i lanes)
{
  _mm256_storeu_si256 ((__m256i *) (void *) words, lanes);
}

/* Window l has bits 4l...4l+31 of the mask. */
INLINE __m256i
window_rows (const uint64_t *mask)
{
  const int *halves = (const int *) (const void *) mask;
  const __m256i shift = load_lanes (exm_lanes_shifts);
  __m256i low = _mm256_set1_epi32 (halves[0]), high = _mm256_set1_epi32 (halves[1]);
#ifdef __AVX512VBMI2__
  return _mm256_shrdv_epi32 (low, high, shift);
#else
  const __m256i back = _mm256_setr_epi32 (32, 28, 24, 20, 16, 12, 8, 4);
  return _mm256_or_si256 (_mm256_srlv_epi32 (low, shift), _mm256_sllv_epi32 (high, back));
#endif
}

/* A job's next columns. */
typedef struct
{
  const uint64_t *masks;
  const uint32_t *at;
  Lanes lanes;
  __m256i best;
} Walk;

/* Returns: how many columns there are until the end of a stretch */
INLINE uint32_t
walk_begin (Walk *walk, ExmLanesJob *job)
{
  if (job->left == 0)
    {
      const ExmCurveStretch *stretch = &job->stretches[job->next++];
      __m256i key
          = _mm256_set1_epi32 ((int) (32u << EXM_LANES_COLUMN_BITS | job->column));
      job->left = stretch->hi - stretch->lo;
      job->column += job->left;
      walk->lanes = (Lanes){ _mm256_setzero_si256 (), _mm256_setzero_si256 (), key };
    }
  else
    walk->lanes = (Lanes){ load_lanes (job->not_vp), load_lanes (job->vn),
                           load_lanes (job->key) };
  walk->masks = job->masks;
  walk->at = job->b + (job->stretches[job->next - 1].hi - job->left);
  walk->best = load_lanes (job->best);
  return job->left;
}

INLINE void
walk_end (const Walk *walk, ExmLanesJob *job, uint32_t n)
{
  job->left -= n;
  store_lanes (job->best, walk->best);
  store_lanes (job->not_vp, walk->lanes.not_vp);
  store_lanes (job->vn, walk->lanes.vn);
  store_lanes (job->key, walk->lanes.key);
}

INLINE void
walk_step (Walk *walk, uint32_t t)
{
  walk->best
      = lanes_step (&walk->lanes, window_rows (&walk->masks[walk->at[t]]), walk->best);
}

static inline void
search_alone (ExmLanesJob *job)
{
  while (!exm_lanes_is_done (job))
    {
      Walk walk;
      uint32_t n = walk_begin (&walk, job);
      for (uint32_t t = 0; t < n; t++)
        walk_step (&walk, t);
      walk_end (&walk, job, n);
    }
}

void
search_jobs (ExmLanesJob jobs[2])
{
  if (exm_lanes_is_done (&jobs[0]))
    search_alone (&jobs[1]);
  else if (exm_lanes_is_done (&jobs[1]))
    search_alone (&jobs[0]);
  else
    do
      {
        Walk a, b;
        uint32_t n_a = walk_begin (&a, &jobs[0]), n_b = walk_begin (&b, &jobs[1]);
        uint32_t n = n_a < n_b ? n_a : n_b;
        for (uint32_t t = 0; t < n; t++)
          {
            walk_step (&a, t);
            walk_step (&b, t);
          }
        walk_end (&a, &jobs[0], n);
        walk_end (&b, &jobs[1], n);
      }
    while (!exm_lanes_is_done (&jobs[0]) && !exm_lanes_is_done (&jobs[1]));
}
