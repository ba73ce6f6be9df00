/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "kernel/exm-cpu.h"
#include "kernel/literal/exm-literal.h"

#include <stdlib.h>

struct ExmCurveLiteral
{
  size_t n;           /* characters of the target */
  unsigned words;     /* a window and side */
  uint64_t *sides[2]; /* (owned): by ExmCurveSide; word k of window i is [k * n + i] */
  unsigned w_max;
};

const ExmLiteralPath *
exm_literal_get (void)
{
#ifdef __x86_64__
  switch (exm_cpu_get ())
    {
    case EXM_CPU_AVX512:
      return &exm_literal_avx512;
    case EXM_CPU_AVX2:
      return &exm_literal_avx2;
    case EXM_CPU_PORTABLE:
    default:
      break;
    }
#endif
  return &exm_literal_portable;
}

/* Called with each block's words. */
typedef void (*BlockFunc) (const uint64_t *bits, size_t first, size_t n, void *data);

static ExmKernelStatus
search_side (const ExmCurveText *text,
             ExmCurveSide side,
             unsigned w,
             BlockFunc func,
             void *data,
             ExmPoll *poll)
{
  uint64_t bits[EXM_WINDOW_WORDS * EXM_LITERAL_BLOCK];
  const ExmLiteralPath *path = exm_literal_get ();
  ExmLiteralSearch search = w <= EXM_LITERAL_SHORT ? path->search_short : path->search;
  ExmLiteralTexts texts;
  ExmKernelStatus status = EXM_KERNEL_OK;

  if (!exm_literal_texts_init (&texts, text, side))
    status = EXM_KERNEL_NO_MEMORY;
  for (size_t first = 0; first < text->n_a && status == EXM_KERNEL_OK;
       first += EXM_LITERAL_BLOCK)
    {
      size_t left = text->n_a - first;
      search (&texts, first, w, bits);
      func (bits, first, left < EXM_LITERAL_BLOCK ? left : EXM_LITERAL_BLOCK, data);
      if (exm_poll (poll, EXM_LITERAL_BLOCK * w * (w / 64 + 1) / 4))
        status = EXM_KERNEL_CANCELLED;
    }
  exm_literal_texts_clear (&texts);
  return status;
}

typedef struct
{
  float *values; /* of the first window */
  ptrdiff_t stride;
  unsigned w;
} Curve;

static void
on_curve_block (const uint64_t *bits, size_t first, size_t n, void *data)
{
  const Curve *curve = data;
  ExmLiteralReading reading = {
    .bits = bits,
    .step = EXM_LITERAL_BLOCK,
    .n = n,
    .w = curve->w,
    .values = curve->values + (ptrdiff_t) first * curve->stride,
    .stride = curve->stride,
  };
  exm_literal_get ()->read (&reading);
}

ExmKernelStatus
exm_curve_literal (const ExmCurveText *text,
                   unsigned w,
                   float *fs,
                   float *bs,
                   ExmKernelStop stop,
                   void *stop_data)
{
  if (w < EXM_KERNEL_MIN_WINDOW || w > EXM_KERNEL_MAX_WINDOW)
    return EXM_KERNEL_REFUSED;
  if (text->n_a == 0)
    return EXM_KERNEL_OK;
  ExmPoll poll = { stop, stop_data, 0 };
  if (text->n_codes > EXM_LITERAL_MAX_CODES)
    return exm_literal_scalar (text, w, fs, bs, &poll);
  /* Up to there bands are as fast. */
  if (w > EXM_LITERAL_SHORT)
    return exm_literal_comb (text, w, fs, bs, &poll);
  ExmKernelStatus status = EXM_KERNEL_OK;
  Curve forward = { fs, 1, w }, backward = { bs, -1, w };
  if (fs != NULL)
    status = search_side (text, EXM_CURVE_FORWARD, w, on_curve_block, &forward, &poll);
  if (bs != NULL)
    backward.values += text->n_a - 1;
  if (status == EXM_KERNEL_OK && bs != NULL)
    status = search_side (text, EXM_CURVE_BACKWARD, w, on_curve_block, &backward, &poll);
  return status;
}

typedef struct
{
  ExmCurveLiteral *curves;
  ExmCurveSide side;
} Keeper;

static void
on_kept_block (const uint64_t *bits, size_t first, size_t n, void *data)
{
  const Keeper *keeper = data;
  const ExmCurveLiteral *curves = keeper->curves;
  for (unsigned k = 0; k < curves->words; k++)
    for (size_t i = 0; i < n; i++)
      curves->sides[keeper->side][k * curves->n + first + i]
          = bits[k * EXM_LITERAL_BLOCK + i];
}

ExmKernelStatus
exm_curve_literal_new (const ExmCurveText *text,
                       unsigned w_max,
                       ExmKernelStop stop,
                       void *stop_data,
                       ExmCurveLiteral **curves)
{
  *curves = NULL;
  if (w_max < EXM_KERNEL_MIN_WINDOW || w_max > EXM_KERNEL_MAX_WINDOW
      || text->n_codes > EXM_LITERAL_MAX_CODES)
    return EXM_KERNEL_REFUSED;
  ExmCurveLiteral *made = calloc (1, sizeof *made);
  if (made == NULL)
    return EXM_KERNEL_NO_MEMORY;
  made->n = text->n_a;
  made->w_max = w_max;
  made->words = (w_max + 63) / 64;

  ExmPoll poll = { stop, stop_data, 0 };
  ExmKernelStatus status = EXM_KERNEL_OK;
  for (unsigned side = 0; side < 2 && status == EXM_KERNEL_OK; side++)
    {
      Keeper keeper = { made, side };
      made->sides[side]
          = malloc ((made->words * made->n + EXM_LITERAL_BEYOND) * sizeof (uint64_t));
      status = made->sides[side] == NULL
                   ? EXM_KERNEL_NO_MEMORY
                   : search_side (text, side, w_max, on_kept_block, &keeper, &poll);
    }
  if (status == EXM_KERNEL_OK)
    *curves = made;
  else
    exm_curve_literal_free (made);
  return status;
}

void
exm_curve_literal_free (ExmCurveLiteral *curves)
{
  if (curves == NULL)
    return;
  free (curves->sides[EXM_CURVE_FORWARD]);
  free (curves->sides[EXM_CURVE_BACKWARD]);
  free (curves);
}

ExmKernelStatus
exm_curve_literal_fill (const ExmCurveLiteral *curves, unsigned w, float *fs, float *bs)
{
  if (w < EXM_KERNEL_MIN_WINDOW || w > curves->w_max)
    return EXM_KERNEL_REFUSED;
  ExmLiteralReading reading = { .step = curves->n, .n = curves->n, .w = w };
  if (fs != NULL)
    {
      reading.bits = curves->sides[EXM_CURVE_FORWARD];
      reading.values = fs;
      reading.stride = 1;
      exm_literal_get ()->read (&reading);
    }
  if (bs != NULL && curves->n > 0)
    {
      reading.bits = curves->sides[EXM_CURVE_BACKWARD];
      reading.values = bs + (curves->n - 1);
      reading.stride = -1;
      exm_literal_get ()->read (&reading);
    }
  return EXM_KERNEL_OK;
}
