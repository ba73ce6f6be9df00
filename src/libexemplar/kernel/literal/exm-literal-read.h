/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A part of the exm-literal-*.c: from the bits of windows to their similarity. */

#pragma once

#include "kernel/literal/exm-literal.h"

#include <string.h>

#ifdef __SSE2__
#include <immintrin.h>
#endif

/* Windows that are read together: their bits are vectors, of the size that the compiler
 * may use. */
#define N_READ 8u

typedef uint64_t ReadWords __attribute__ ((vector_size (8 * N_READ), aligned (8)));

#ifdef __AVX512VPOPCNTDQ__
static inline void
count_kept (const uint64_t *bits, size_t step, unsigned w, uint64_t counts[N_READ])
{
  __m512i sum = _mm512_setzero_si512 ();
  for (unsigned t = 0; t < w; t += 64, bits += step)
    {
      uint64_t used = w - t < 64 ? ~(~(uint64_t) 0 << (w - t)) : ~(uint64_t) 0;
      __m512i words = _mm512_and_si512 (_mm512_loadu_si512 (bits),
                                        _mm512_set1_epi64 ((long long) used));
      sum = _mm512_add_epi64 (sum, _mm512_popcnt_epi64 (words));
    }
  _mm512_storeu_si512 (counts, sum);
}
#else
/* The bits of each byte, then the bytes' sums: four words have 32 bits a byte at most. */
static inline void
count_kept (const uint64_t *bits, size_t step, unsigned w, uint64_t counts[N_READ])
{
  ReadWords sum = { 0 };
  for (unsigned t = 0; t < w; t += 64, bits += step)
    {
      uint64_t used = w - t < 64 ? ~(~(uint64_t) 0 << (w - t)) : ~(uint64_t) 0;
      ReadWords words;
      memcpy (&words, bits, sizeof words);
      words &= used;
      words -= words >> 1 & 0x5555555555555555u;
      words = (words & 0x3333333333333333u) + (words >> 2 & 0x3333333333333333u);
      sum += (words + (words >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    }
  /* At most 256 in all: into 16 bits each, then over these. */
  sum = (sum & 0x00ff00ff00ff00ffu) + (sum >> 8 & 0x00ff00ff00ff00ffu);
  sum += sum >> 32;
  sum += sum >> 16;
  sum &= 0x1ffu;
  memcpy (counts, &sum, sizeof sum);
}
#endif

static inline __attribute__ ((always_inline)) void
read_some (const ExmLiteralReading *reading,
           const float *similarity,
           size_t i,
           unsigned n,
           ptrdiff_t stride)
{
  uint64_t counts[N_READ];
  float *values = reading->values + (ptrdiff_t) i * stride;

  count_kept (reading->bits + i, reading->step, reading->w, counts);
  for (unsigned l = 0; l < n; l++)
    values[(ptrdiff_t) l * stride] = similarity[counts[l]];
}

/* @stride is known to the compiler. */
static inline __attribute__ ((always_inline)) void
read_all (const ExmLiteralReading *reading, const float *similarity, ptrdiff_t stride)
{
  size_t n = reading->n, i = 0;

  for (; i + N_READ <= n; i += N_READ)
    read_some (reading, similarity, i, N_READ, stride);
  if (i < n)
    read_some (reading, similarity, i, (unsigned) (n - i), stride);
}

static void
read_windows (const ExmLiteralReading *reading)
{
  float similarity[EXM_KERNEL_MAX_WINDOW + 1];
  unsigned w = reading->w;

  for (unsigned kept = 0; kept <= w; kept++)
    similarity[kept] = exm_curve_value (w - kept, w);
  if (reading->stride == 1)
    read_all (reading, similarity, 1);
  else
    read_all (reading, similarity, -1);
}
