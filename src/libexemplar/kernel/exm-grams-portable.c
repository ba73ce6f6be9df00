/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define N_LANES 4u

#include "kernel/exm-cpu.h"
#include "kernel/exm-grams-lanes.h"

void
exm_grams_portable (const uint32_t *codes, size_t n_grams, uint16_t *hashes)
{
  hash_grams (codes, n_grams, hashes);
}

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
