/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "kernel/exm-codes.h"
#include "kernel/literal/exm-lev-step.h"
#include "kernel/literal/exm-literal.h"

#include <stdlib.h>
#include <string.h>

/* Distance of the w rows in the table to as many columns. Inlined for each number of
 * words, so that the state stays in registers. */
static inline __attribute__ ((always_inline)) unsigned
window_distance (const uint64_t *table,
                 const uint32_t *columns,
                 unsigned w,
                 unsigned words)
{
  uint64_t vp[EXM_WINDOW_WORDS], vn[EXM_WINDOW_WORDS];
  for (unsigned k = 0; k < words; k++)
    {
      vp[k] = ~(uint64_t) 0;
      vn[k] = 0;
    }
  for (unsigned t = 0; t < w; t++)
    {
      const uint64_t *eq = table + (size_t) columns[t] * words;
      ExmLevAcross above = { 1, 0 };
      for (unsigned k = 0; k < words; k++)
        above = exm_lev_carry (exm_lev_step (eq[k], &vp[k], &vn[k], above));
    }
  /* Along the top to the last column, then down it. */
  int distance = (int) w;
  for (unsigned k = 0; k < words; k++)
    {
      uint64_t used = k + 1 < words ? ~(uint64_t) 0 : ~(uint64_t) 0 >> (64 * words - w);
      distance += __builtin_popcountll (vp[k] & used);
      distance -= __builtin_popcountll (vn[k] & used);
    }
  return (unsigned) distance;
}

static unsigned
window_distance_any (const uint64_t *table, const uint32_t *columns, unsigned w)
{
  switch ((w + 63) / 64)
    {
    case 1:
      return window_distance (table, columns, w, 1);
    case 2:
      return window_distance (table, columns, w, 2);
    case 3:
      return window_distance (table, columns, w, 3);
    default:
      return window_distance (table, columns, w, 4);
    }
}

/* The w codes from i on: the text's own, or @padded filled up with the sentinel. */
static const uint32_t *
window_columns (const uint32_t *b, size_t n_b, size_t i, unsigned w, uint32_t *padded)
{
  if (i + w <= n_b)
    return b + i;
  size_t inside = i < n_b ? n_b - i : 0;
  if (inside > 0)
    memcpy (padded, b + i, inside * sizeof *padded);
  for (size_t t = inside; t < w; t++)
    padded[t] = EXM_CODE_NONE;
  return padded;
}

/* One side, in its own direction: values[0] and on by @step. */
static ExmKernelStatus
scalar_side (const ExmCurveText *text,
             ExmCurveSide side,
             unsigned w,
             float *values,
             ptrdiff_t step,
             ExmPoll *poll)
{
  unsigned words = (w + 63) / 64;
  uint64_t *table = exm_curve_text_new_table (text, words);
  if (table == NULL)
    return EXM_KERNEL_NO_MEMORY;
  const ExmCurveCodes *codes = &text->sides[side];
  uint32_t padded[EXM_KERNEL_MAX_WINDOW];
  ExmKernelStatus status = EXM_KERNEL_OK;
  for (size_t i = 0; i < text->n_a; i++)
    {
      /* Rows past the end of A are A's sentinel: no column equals it. */
      unsigned rows = text->n_a - i < w ? (unsigned) (text->n_a - i) : w;
      const uint32_t *pattern = codes->a + i;
      for (unsigned r = 0; r < rows; r++)
        table[(size_t) pattern[r] * words + r / 64] |= (uint64_t) 1 << r % 64;
      const uint32_t *columns = window_columns (codes->b, text->n_b, i, w, padded);
      values[(ptrdiff_t) i * step]
          = exm_curve_value (window_distance_any (table, columns, w), w);
      for (unsigned r = 0; r < rows; r++)
        table[(size_t) pattern[r] * words + r / 64] = 0;
      if (exm_poll (poll, (size_t) w * words + 2 * w))
        {
          status = EXM_KERNEL_CANCELLED;
          break;
        }
    }
  free (table);
  return status;
}

ExmKernelStatus
exm_literal_scalar (
    const ExmCurveText *text, unsigned w, float *fs, float *bs, ExmPoll *poll)
{
  ExmKernelStatus status = EXM_KERNEL_OK;
  if (fs != NULL)
    status = scalar_side (text, EXM_CURVE_FORWARD, w, fs, 1, poll);
  if (status == EXM_KERNEL_OK && bs != NULL)
    status = scalar_side (text, EXM_CURVE_BACKWARD, w, bs + (text->n_a - 1), -1, poll);
  return status;
}
