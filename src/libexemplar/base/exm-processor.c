/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-base"

#include "config.h"

#include "base/exm-processor.h"

gboolean
exm_processor_has (ExmProcessor processor)
{
#if defined(__x86_64__)
  __builtin_cpu_init ();
  if (processor == EXM_PROCESSOR_SSE2)
    return TRUE;
  gboolean has_avx2 = __builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("bmi")
                      && __builtin_cpu_supports ("popcnt");
  if (processor == EXM_PROCESSOR_AVX2)
    return has_avx2;
  if (processor == EXM_PROCESSOR_AVX512)
    return has_avx2 && __builtin_cpu_supports ("avx512f")
           && __builtin_cpu_supports ("avx512bw");
#endif
  return processor == EXM_PROCESSOR_PORTABLE;
}

static ExmProcessor
choose (void)
{
  static const char *const names[] = { "portable", "sse2", "avx2", "avx512" };
  const char *asked = g_getenv ("EXEMPLAR_CPU");
  ExmProcessor best = EXM_PROCESSOR_PORTABLE;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      if (!exm_processor_has ((ExmProcessor) i))
        continue;
      best = (ExmProcessor) i;
      if (g_strcmp0 (asked, names[i]) == 0)
        break;
    }
  return best;
}

ExmProcessor
exm_processor_get (void)
{
  static gsize chosen; /* 1 + the processor */

  if (g_once_init_enter (&chosen))
    g_once_init_leave (&chosen, 1 + (gsize) choose ());
  return (ExmProcessor) (chosen - 1);
}
