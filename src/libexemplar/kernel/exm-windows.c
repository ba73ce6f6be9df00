/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Compiled once for each path: N_LANES is the number of 64-bit lanes of a vector. The
 * method is that of exm-lev-step.h; a lane is a window. */

#include "kernel/exm-windows.h"

#include "kernel/exm-cpu.h"

#include <string.h>

#if defined(EXM_PATH_AVX512)
#define N_LANES 8u
#elif defined(EXM_PATH_AVX2)
#define N_LANES 4u
#else
#define N_LANES 2u
#endif

typedef uint64_t Vector __attribute__ ((vector_size (8 * N_LANES), aligned (8)));

#include "kernel/exm-vector.h"

/* A step waits for the one before it: two vectors go together. */
#define N_TOGETHER 2u

/* N_LANES windows. */
typedef struct
{
  Vector not_vp[EXM_WINDOW_WORDS]; /* ~VP: and-not is one instruction, or-not is two */
  Vector vn[EXM_WINDOW_WORDS];
  Vector offset;
  Vector best;  /* least distance */
  Vector above; /* by how much the distance at this column is more */
} Lanes;

static inline __attribute__ ((always_inline)) Vector
fill (uint64_t word)
{
  return (Vector){ 0 } + word;
}

/* The 64 bits of two words from bit @offset on. */
static inline __attribute__ ((always_inline)) Vector
funnel (uint64_t low, uint64_t high, Vector offset)
{
#if N_LANES == 8 && defined(__AVX512VBMI2__)
  return (Vector) _mm512_shrdv_epi64 (_mm512_set1_epi64 ((long long) low),
                                      _mm512_set1_epi64 ((long long) high),
                                      (__m512i) offset);
#else
  return fill (low) >> offset | fill (high) << 1 << (fill (63) - offset);
#endif
}

/* One column: @masks are those of its character. A lane's rows are the bits from its
 * offset on. */
static inline __attribute__ ((always_inline)) void
lanes_step (Lanes *lanes, const uint64_t *masks, unsigned words, unsigned last_bit)
{
  Vector p_in = { 0 }, n_in = { 0 };
#pragma GCC unroll 4
  for (unsigned k = 0; k < words; k++)
    {
      Vector eq = funnel (masks[k], masks[k + 1], lanes->offset);
      Vector not_vp = lanes->not_vp[k], vn = lanes->vn[k];
      Vector x = k > 0 ? eq | n_in : eq;
      /* With v for VP, (x & v) + v is ~(~v - (x & v)). */
      Vector xh = xor_or (not_vp - but_not (not_vp, x), not_vp, x);
      Vector d0 = xh | vn;
      Vector p = or_and_not (vn, xh, not_vp), n = but_not (not_vp, xh);
      if (k + 1 == words)
        lanes->above += (p >> last_bit & 1) - (n >> last_bit & 1);
      Vector p1 = k > 0 ? p << 1 | p_in : p << 1, n1 = k > 0 ? n << 1 | n_in : n << 1;
      if (k + 1 < words)
        {
          p_in = p >> 63;
          n_in = n >> 63;
        }
      lanes->not_vp[k] = or_but_not (d0, p1, n1);
      lanes->vn[k] = p1 & d0;
    }
  /* A distance falls by one at most: one that is less than the best is less by one. */
  Vector less = lanes->above >> 63;
  lanes->best -= less;
  lanes->above += less;
}

static inline __attribute__ ((always_inline)) void
search_stretch (Lanes *lanes,
                const ExmWindowsJob *job,
                const ExmCurveStretch *stretch,
                unsigned words,
                unsigned n_vectors)
{
  unsigned last_bit = (job->w - 1) % 64;
#pragma GCC unroll 2
  for (unsigned v = 0; v < n_vectors; v++)
    {
#pragma GCC unroll 4
      for (unsigned k = 0; k < words; k++)
        {
          lanes[v].not_vp[k] = fill (0);
          lanes[v].vn[k] = fill (0);
        }
      lanes[v].above = fill (job->w) - lanes[v].best;
    }
  for (uint32_t j = stretch->lo; j < stretch->hi; j++)
    {
      const uint64_t *masks = job->masks + (size_t) job->b[j] * (words + 1);
#pragma GCC unroll 2
      for (unsigned v = 0; v < n_vectors; v++)
        lanes_step (&lanes[v], masks, words, last_bit);
    }
}

/* The windows from @first on. */
static inline __attribute__ ((always_inline)) void
search_windows (ExmWindowsJob *job, unsigned first, unsigned words, unsigned n_vectors)
{
  Lanes lanes[N_TOGETHER];
#pragma GCC unroll 2
  for (unsigned v = 0; v < n_vectors; v++)
    {
      memcpy (&lanes[v].offset, job->offsets + first + v * N_LANES, sizeof (Vector));
      memcpy (&lanes[v].best, job->best + first + v * N_LANES, sizeof (Vector));
    }
  for (unsigned s = 0; s < job->n_stretches; s++)
    search_stretch (lanes, job, &job->stretches[s], words, n_vectors);
#pragma GCC unroll 2
  for (unsigned v = 0; v < n_vectors; v++)
    memcpy (job->best + first + v * N_LANES, &lanes[v].best, sizeof (Vector));
}

static inline __attribute__ ((always_inline)) void
search_job_words (ExmWindowsJob *job, unsigned words)
{
  for (unsigned first = 0; first < job->n; first += N_TOGETHER * N_LANES)
    if (N_LANES < EXM_WINDOWS && job->n - first > N_LANES)
      search_windows (job, first, words, N_TOGETHER);
    else
      search_windows (job, first, words, 1);
}

static void
search_job (ExmWindowsJob *job)
{
  switch (job->words)
    {
    case 1:
      search_job_words (job, 1);
      break;
    case 2:
      search_job_words (job, 2);
      break;
    case 3:
      search_job_words (job, 3);
      break;
    default:
      search_job_words (job, 4);
      break;
    }
}

#if defined(EXM_PATH_AVX512)

void
exm_windows_avx512 (ExmWindowsJob *job)
{
  /* Half a vector is done faster by instructions of that size: there are more at a time.
   */
  if (job->n <= N_LANES / 2)
    exm_windows_avx2 (job);
  else
    search_job (job);
}

#elif defined(EXM_PATH_AVX2)

void
exm_windows_avx2 (ExmWindowsJob *job)
{
  search_job (job);
}

#else

void
exm_windows_portable (ExmWindowsJob *job)
{
  search_job (job);
}

ExmWindowsFunc
exm_windows_get (void)
{
#ifdef __x86_64__
  switch (exm_cpu_get ())
    {
    case EXM_CPU_AVX512:
      return exm_windows_avx512;
    case EXM_CPU_AVX2:
      return exm_windows_avx2;
    case EXM_CPU_PORTABLE:
    default:
      break;
    }
#endif
  return exm_windows_portable;
}

#endif
