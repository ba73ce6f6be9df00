/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The body of exm-windows-portable.c, -avx2.c and -avx512.c, which say how many 64-bit
 * lanes a vector has (N_LANES) and what the compiler may use. The method is that of
 * exm-lev-step.h; a lane is a window. */

#pragma once

#include "exm-windows.h"

#include <string.h>

typedef uint64_t Vector __attribute__ ((vector_size (8 * N_LANES), aligned (8)));

/* A step waits for the one before it: two vectors go together. */
#define N_TOGETHER 2u

/* N_LANES windows. */
typedef struct
{
  Vector vp[EXM_WINDOW_WORDS];
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

/* One column: @masks are those of its character. A lane's rows are the bits from its
 * offset on. */
static inline __attribute__ ((always_inline)) void
lanes_step (Lanes *lanes, const uint64_t *masks, unsigned words, unsigned last_bit)
{
  Vector p_in = { 0 }, n_in = { 0 };
#pragma GCC unroll 4
  for (unsigned k = 0; k < words; k++)
    {
      Vector eq = fill (masks[k]) >> lanes->offset
                  | fill (masks[k + 1]) << 1 << (fill (63) - lanes->offset);
      Vector vp = lanes->vp[k], vn = lanes->vn[k];
      Vector xv = eq | vn, x = k > 0 ? eq | n_in : eq;
      Vector xh = (((x & vp) + vp) ^ vp) | x;
      Vector p = vn | ~(xh | vp), n = vp & xh;
      if (k + 1 == words)
        lanes->above += (p >> last_bit & 1) - (n >> last_bit & 1);
      Vector p1 = p << 1 | p_in, n1 = n << 1 | n_in;
      p_in = p >> 63;
      n_in = n >> 63;
      lanes->vp[k] = n1 | ~(xv | p1);
      lanes->vn[k] = p1 & xv;
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
          lanes[v].vp[k] = fill (~(uint64_t) 0);
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
