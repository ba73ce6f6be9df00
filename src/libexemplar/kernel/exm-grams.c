/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "kernel/exm-grams.h"

#include "kernel/exm-cpu.h"

#include <string.h>

/* Compiled once for each path: N_LANES is the number of 32-bit lanes of a vector. */
#if defined(EXM_PATH_AVX512)
#define N_LANES 8u
#define hash_grams exm_grams_avx512
#elif defined(EXM_PATH_AVX2)
#define N_LANES 8u
#define hash_grams exm_grams_avx2
#else
#define N_LANES 4u
#define hash_grams exm_grams_portable
#endif

/* 2^32 over the golden ratio (Knuth, The Art of Computer Programming 3, 6.4). */
#define MULTIPLIER 2654435761u

typedef uint32_t Words __attribute__ ((vector_size (4 * N_LANES)));
typedef uint16_t Halves __attribute__ ((vector_size (2 * N_LANES)));

static inline Words
load (const uint32_t *codes)
{
  Words words;
  memcpy (&words, codes, sizeof words);
  return words;
}

/* Multiplied out, not rolled, so that no hash waits for the one before it. */
void
hash_grams (const uint32_t *codes, size_t n_grams, uint16_t *hashes)
{
  size_t i = 0;
  for (; i + N_LANES <= n_grams; i += N_LANES)
    {
      const uint32_t *c = codes + i;
      Words sum = load (c) + (load (c + 1) << 5) + (load (c + 2) << 10)
                  + (load (c + 3) << 15) + (load (c + 4) << 20) + (load (c + 5) << 25);
      Words mixed = sum * MULTIPLIER;
      mixed = (mixed ^ mixed << 7) >> (32 - EXM_GRAM_BITS);
      Halves narrow = __builtin_convertvector(mixed, Halves);
      memcpy (hashes + i, &narrow, sizeof narrow);
    }
  for (; i < n_grams; i++)
    {
      uint32_t sum = 0;
      for (unsigned k = 0; k < EXM_GRAM; k++)
        sum += codes[i + k] << 5 * k;
      uint32_t mixed = sum * MULTIPLIER;
      hashes[i] = (uint16_t) ((mixed ^ mixed << 7) >> (32 - EXM_GRAM_BITS));
    }
}

#ifdef EXM_PATH_PORTABLE

ExmGramsFunc
exm_grams_get (void)
{
#ifdef __x86_64__
  switch (exm_cpu_get ())
    {
    case EXM_CPU_AVX512:
      return exm_grams_avx512;
    case EXM_CPU_AVX2:
      return exm_grams_avx2;
    case EXM_CPU_PORTABLE:
    default:
      break;
    }
#endif
  return exm_grams_portable;
}

#endif
