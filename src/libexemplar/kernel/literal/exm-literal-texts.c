/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "kernel/literal/exm-literal.h"

#include <stdlib.h>
#include <string.h>

#define BEFORE EXM_KERNEL_MAX_WINDOW
#define BEHIND (EXM_LITERAL_BLOCK + 2 * EXM_KERNEL_MAX_WINDOW)

/* The compiler's vectors: SSE2, NEON, or plain words without. */
#define N_LANES 8u
typedef uint32_t Words __attribute__ ((vector_size (4 * N_LANES), aligned (4)));
typedef uint16_t Halves __attribute__ ((vector_size (2 * N_LANES), aligned (2)));

void
exm_literal_put_codes (const uint32_t *codes,
                       size_t n,
                       uint16_t nothing,
                       ptrdiff_t from,
                       size_t n_put,
                       uint16_t *to)
{
  size_t before = from < 0 ? (size_t) -from : 0, first = from < 0 ? 0 : (size_t) from;
  size_t i = 0, inside = first < n ? n - first : 0;

  before = before < n_put ? before : n_put;
  inside = inside < n_put - before ? inside : n_put - before;
  for (size_t k = 0; k < before; k++)
    to[k] = nothing;
  for (size_t k = before + inside; k < n_put; k++)
    to[k] = nothing;
  codes += first;
  to += before;
  for (; i + N_LANES <= inside; i += N_LANES)
    {
      Words words;
      memcpy (&words, codes + i, sizeof words);
      Halves halves = __builtin_convertvector(words, Halves);
      memcpy (to + i, &halves, sizeof halves);
    }
  for (; i < inside; i++)
    to[i] = (uint16_t) codes[i];
}

bool
exm_literal_texts_init (ExmLiteralTexts *texts,
                        const ExmCurveText *text,
                        ExmCurveSide side)
{
  const ExmCurveCodes *codes = &text->sides[side];
  size_t room = BEFORE + text->n_a + BEHIND;
  uint16_t *memory = malloc (2 * room * sizeof *memory);

  texts->memory = memory;
  if (memory == NULL)
    return false;
  exm_literal_put_codes (codes->a, text->n_a, EXM_LITERAL_NOT_IN_A, -(ptrdiff_t) BEFORE,
                         room, memory);
  exm_literal_put_codes (codes->b, text->n_b, EXM_LITERAL_NOT_IN_B, -(ptrdiff_t) BEFORE,
                         room, memory + room);
  texts->a = memory + BEFORE;
  texts->b = memory + room + BEFORE;
  return true;
}

void
exm_literal_texts_clear (ExmLiteralTexts *texts)
{
  free (texts->memory);
  texts->memory = NULL;
}
