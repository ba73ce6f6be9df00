/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "kernel/exm-curve-text.h"

#include "kernel/exm-codes.h"

#include <stdlib.h>
#include <string.h>

/* An array that is never NULL for being empty. */
static uint32_t *
new_codes (size_t n)
{
  return malloc ((n > 0 ? n : 1) * sizeof (uint32_t));
}

static bool
allocate (ExmCurveText *text)
{
  bool all = true;
  for (unsigned side = 0; side < 2; side++)
    {
      text->sides[side].a = new_codes (text->n_a);
      text->sides[side].b = new_codes (text->n_b);
      all = all && text->sides[side].a != NULL && text->sides[side].b != NULL;
    }
  return all;
}

/* The compiler's vectors: SSE2, NEON, or plain words without. */
typedef uint32_t Words __attribute__ ((vector_size (16)));
#define N_LANES 4u

static void
reverse (const uint32_t *from, size_t n, uint32_t *to)
{
  size_t i = 0;
  for (; i + N_LANES <= n; i += N_LANES)
    {
      Words words;
      memcpy (&words, from + i, sizeof words);
      words = (Words){ words[3], words[2], words[1], words[0] };
      memcpy (to + (n - N_LANES - i), &words, sizeof words);
    }
  for (; i < n; i++)
    to[n - 1 - i] = from[i];
}

static ExmKernelStatus
encode (ExmCurveText *text,
        const uint32_t *target,
        const uint32_t *example,
        ExmPoll *poll)
{
  ExmCodeMap map;
  if (!exm_code_map_init (&map))
    return EXM_KERNEL_NO_MEMORY;
  const ExmCurveCodes *forward = &text->sides[EXM_CURVE_FORWARD];
  const ExmCurveCodes *backward = &text->sides[EXM_CURVE_BACKWARD];
  ExmKernelStatus status
      = exm_code_map_add_text (&map, target, text->n_a, forward->a, poll);
  if (status == EXM_KERNEL_OK)
    status = exm_code_map_look_up_text (&map, example, text->n_b, forward->b, poll);
  if (status == EXM_KERNEL_OK)
    {
      reverse (forward->a, text->n_a, backward->a);
      reverse (forward->b, text->n_b, backward->b);
      text->n_codes = map.n_codes;
    }
  exm_code_map_clear (&map);
  return status;
}

ExmKernelStatus
exm_curve_text_new (const uint32_t *target,
                    size_t n_target,
                    const uint32_t *example,
                    size_t n_example,
                    ExmKernelStop stop,
                    void *stop_data,
                    ExmCurveText **text)
{
  *text = NULL;
  if (n_target > EXM_KERNEL_MAX_CHARS || n_example > EXM_KERNEL_MAX_CHARS)
    return EXM_KERNEL_REFUSED;
  ExmCurveText *made = calloc (1, sizeof *made);
  if (made == NULL)
    return EXM_KERNEL_NO_MEMORY;
  made->n_a = n_target;
  made->n_b = n_example;

  ExmPoll poll = { stop, stop_data, 0 };
  ExmKernelStatus status = EXM_KERNEL_NO_MEMORY;
  if (allocate (made))
    status = encode (made, target, example, &poll);
  if (status == EXM_KERNEL_OK)
    *text = made;
  else
    exm_curve_text_free (made);
  return status;
}

void
exm_curve_text_free (ExmCurveText *text)
{
  if (text == NULL)
    return;
  for (unsigned side = 0; side < 2; side++)
    {
      free (text->sides[side].a);
      free (text->sides[side].b);
    }
  free (text);
}

size_t
exm_curve_text_get_length (const ExmCurveText *text)
{
  return text->n_a;
}

uint64_t *
exm_curve_text_new_table (const ExmCurveText *text, unsigned words)
{
  return calloc (((size_t) text->n_codes + 1) * words, sizeof (uint64_t));
}
