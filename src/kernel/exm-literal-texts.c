/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "exm-codes.h"
#include "exm-literal.h"

#include <stdlib.h>
#include <string.h>

/* What equals no code of the other text. */
#define NO_CODE_OF_A 0xfffeu
#define NO_CODE_OF_B EXM_CODE_NONE

#define BEFORE (2 * EXM_KERNEL_MAX_WINDOW)
#define BEHIND (EXM_LITERAL_BLOCK + 3 * EXM_KERNEL_MAX_WINDOW)

/* The compiler's vectors: SSE2, NEON, or plain words without. */
#define N_LANES 8u
typedef uint32_t Words __attribute__ ((vector_size (4 * N_LANES), aligned (4)));
typedef uint16_t Halves __attribute__ ((vector_size (2 * N_LANES), aligned (2)));

/* @codes between so much of what equals nothing that @to has @room characters. */
static void
put_codes (const uint32_t *codes, size_t n, uint16_t nothing, size_t room, uint16_t *to)
{
  size_t i = 0;

  for (; i < BEFORE; i++)
    to[i] = nothing;
  to += BEFORE;
  for (i = 0; i + N_LANES <= n; i += N_LANES)
    {
      Words words;
      memcpy (&words, codes + i, sizeof words);
      Halves halves = __builtin_convertvector(words, Halves);
      memcpy (to + i, &halves, sizeof halves);
    }
  for (; i < n; i++)
    to[i] = (uint16_t) codes[i];
  for (; i < room - BEFORE; i++)
    to[i] = nothing;
}

bool
exm_literal_texts_init (ExmLiteralTexts *texts,
                        const ExmCurveText *text,
                        ExmCurveSide side)
{
  const ExmCurveCodes *codes = &text->sides[side];
  size_t n_b = text->n_b < text->n_a + BEHIND ? text->n_b : text->n_a + BEHIND;
  size_t room = BEFORE + text->n_a + BEHIND;
  uint16_t *memory = malloc (2 * room * sizeof *memory);

  texts->memory = memory;
  if (memory == NULL)
    return false;
  put_codes (codes->a, text->n_a, NO_CODE_OF_A, room, memory);
  put_codes (codes->b, n_b, NO_CODE_OF_B, room, memory + room);
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
