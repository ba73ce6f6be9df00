/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "kernel/exm-cpu.h"

#include <stdlib.h>
#include <string.h>

bool
exm_cpu_has (ExmCpu cpu)
{
#ifdef __x86_64__
  __builtin_cpu_init ();
  if (cpu == EXM_CPU_AVX2)
    return __builtin_cpu_supports ("avx2");
  if (cpu == EXM_CPU_AVX512)
    return __builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("avx512vl")
           && __builtin_cpu_supports ("avx512bw")
           && __builtin_cpu_supports ("avx512vbmi2")
           && __builtin_cpu_supports ("avx512vpopcntdq");
#endif
  return cpu == EXM_CPU_PORTABLE;
}

ExmCpu
exm_cpu_get (void)
{
  static const char *const names[] = { "portable", "avx2", "avx512" };
  const char *asked = getenv ("EXEMPLAR_CPU");
  ExmCpu best = EXM_CPU_PORTABLE;

  for (unsigned cpu = EXM_CPU_PORTABLE; cpu <= EXM_CPU_AVX512; cpu++)
    {
      if (!exm_cpu_has (cpu))
        continue;
      best = cpu;
      if (asked != NULL && strcmp (asked, names[cpu]) == 0)
        break;
    }
  return best;
}
