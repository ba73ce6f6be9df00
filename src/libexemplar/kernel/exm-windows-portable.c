/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define N_LANES 2u

#include "kernel/exm-cpu.h"
#include "kernel/exm-windows-lanes.h"

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
