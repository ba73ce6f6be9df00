/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "exm-comb.h"
#include "exm-cpu.h"

#include <stdlib.h>

#define ALIGNMENT 64u

const ExmCombPath *
exm_comb_get (void)
{
#ifdef __x86_64__
  switch (exm_cpu_get ())
    {
    case EXM_CPU_AVX512:
      return &exm_comb_avx512;
    case EXM_CPU_AVX2:
      return &exm_comb_avx2;
    case EXM_CPU_PORTABLE:
    default:
      break;
    }
#endif
  return &exm_comb_portable;
}

/* values[0] is that of the first window, and so on by @step. */
static void
comb_side (const ExmLiteralTexts *texts,
           size_t n,
           unsigned w,
           void *memory,
           float *values,
           ptrdiff_t step,
           ExmPoll *poll,
           ExmKernelStatus *status)
{
  const ExmCombPath *path = exm_comb_get ();
  uint16_t distances[EXM_COMB_MAX_BLOCKS * EXM_KERNEL_MAX_WINDOW];
  float similarity[EXM_KERNEL_MAX_WINDOW + 1];

  for (unsigned d = 0; d <= w; d++)
    similarity[d] = exm_curve_value (d, w);
  for (size_t first = 0; first < n; first += (size_t) path->n_blocks * w)
    {
      size_t left = n - first;
      unsigned n_blocks = path->n_blocks;
      if (left < (size_t) n_blocks * w)
        n_blocks = (unsigned) ((left + w - 1) / w);
      else
        left = (size_t) n_blocks * w;
      path->search (texts, first, n_blocks, w, memory, distances);
      for (size_t i = 0; i < left; i++)
        values[(ptrdiff_t) (first + i) * step] = similarity[distances[i]];
      if (exm_poll (poll, left * (w / 4 + 8)))
        {
          *status = EXM_KERNEL_CANCELLED;
          return;
        }
    }
}

ExmKernelStatus
exm_literal_comb (
    const ExmCurveText *text, unsigned w, float *fs, float *bs, ExmPoll *poll)
{
  char *memory = malloc (exm_comb_get ()->memory_size + ALIGNMENT);
  ExmKernelStatus status = memory == NULL ? EXM_KERNEL_NO_MEMORY : EXM_KERNEL_OK;
  float *values[2] = { fs, bs };

  for (unsigned side = 0; side < 2 && status == EXM_KERNEL_OK; side++)
    {
      bool forward = side == EXM_CURVE_FORWARD;
      ExmLiteralTexts texts;
      if (values[side] == NULL || text->n_a == 0)
        continue;
      if (exm_literal_texts_init (&texts, text, side))
        comb_side (&texts, text->n_a, w,
                   memory + (ALIGNMENT - (uintptr_t) memory % ALIGNMENT),
                   forward ? values[side] : values[side] + (text->n_a - 1),
                   forward ? 1 : -1, poll, &status);
      else
        status = EXM_KERNEL_NO_MEMORY;
      exm_literal_texts_clear (&texts);
    }
  free (memory);
  return status;
}
