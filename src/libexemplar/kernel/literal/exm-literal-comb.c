/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "kernel/exm-cpu.h"
#include "kernel/literal/exm-comb.h"

#define MAX_BEFORE EXM_COMB_BEFORE (EXM_KERNEL_MAX_WINDOW)
#define MAX_BEHIND EXM_COMB_BEHIND (EXM_KERNEL_MAX_WINDOW)
#define MAX_WINDOWS (EXM_COMB_MAX_BLOCKS * EXM_KERNEL_MAX_WINDOW)

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

/* The distances of @n_blocks blocks of windows from @first on. */
static void
search (const ExmCurveText *text,
        ExmCurveSide side,
        size_t first,
        unsigned n_blocks,
        unsigned w,
        uint16_t *distances)
{
  const ExmCurveCodes *codes = &text->sides[side];
  uint16_t a[MAX_BEFORE + MAX_WINDOWS + MAX_BEHIND];
  uint16_t b[MAX_BEFORE + MAX_WINDOWS + MAX_BEHIND];
  const uint16_t *texts[2] = { a + EXM_COMB_BEFORE (w), b + EXM_COMB_BEFORE (w) };
  ptrdiff_t from = (ptrdiff_t) first - EXM_COMB_BEFORE ((int) w);
  size_t n = EXM_COMB_BEFORE (w) + (size_t) n_blocks * w + EXM_COMB_BEHIND (w);

  exm_literal_put_codes (codes->a, text->n_a, EXM_LITERAL_NOT_IN_A, from, n, a);
  exm_literal_put_codes (codes->b, text->n_b, EXM_LITERAL_NOT_IN_B, from, n, b);
  exm_comb_get ()->search (texts, n_blocks, w, distances);
}

/* values[0] is that of the first window, and so on by @step. */
static ExmKernelStatus
comb_side (const ExmCurveText *text,
           ExmCurveSide side,
           unsigned w,
           float *values,
           ptrdiff_t step,
           ExmPoll *poll)
{
  unsigned most = exm_comb_get ()->n_blocks;
  uint16_t distances[MAX_WINDOWS];
  float similarity[EXM_KERNEL_MAX_WINDOW + 1];

  for (unsigned d = 0; d <= w; d++)
    similarity[d] = exm_curve_value (d, w);
  for (size_t first = 0, n; first < text->n_a; first += n)
    {
      size_t n_blocks = (text->n_a - first + w - 1) / w;
      n_blocks = n_blocks < most ? n_blocks : most;
      n = n_blocks * w < text->n_a - first ? n_blocks * w : text->n_a - first;
      search (text, side, first, (unsigned) n_blocks, w, distances);
      for (size_t i = 0; i < n; i++)
        values[(ptrdiff_t) (first + i) * step] = similarity[distances[i]];
      if (exm_poll (poll, n * (w / 4 + 8)))
        return EXM_KERNEL_CANCELLED;
    }
  return EXM_KERNEL_OK;
}

ExmKernelStatus
exm_literal_comb (
    const ExmCurveText *text, unsigned w, float *fs, float *bs, ExmPoll *poll)
{
  ExmKernelStatus status = EXM_KERNEL_OK;

  if (text->n_a == 0)
    return status;
  if (fs != NULL)
    status = comb_side (text, EXM_CURVE_FORWARD, w, fs, 1, poll);
  if (status == EXM_KERNEL_OK && bs != NULL)
    status = comb_side (text, EXM_CURVE_BACKWARD, w, bs + (text->n_a - 1), -1, poll);
  return status;
}
