/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "kernel/literal/exm-lev.h"

#include "kernel/exm-codes.h"
#include "kernel/literal/exm-lev-step.h"

#include <stdlib.h>

#define COLUMNS_BETWEEN_POLLS 65536u

/* Rows of the matrix are the pattern's characters, columns the text's. */
typedef struct
{
  uint32_t *pattern; /* (owned): codes */
  uint32_t *text;    /* (owned): codes in the pattern's alphabet */
  size_t n_pattern;
  size_t n_text;
  uint64_t *table; /* (owned): by code, the rows of the block that have it */
  int8_t *across;  /* (owned): by column, the difference that leaves the block above */
  ExmPoll poll;
} Matrix;

static void
matrix_clear (Matrix *matrix)
{
  free (matrix->pattern);
  free (matrix->text);
  free (matrix->table);
  free (matrix->across);
}

static ExmKernelStatus
matrix_init (Matrix *matrix, const uint32_t *pattern, const uint32_t *text)
{
  ExmCodeMap map;
  if (!exm_code_map_init (&map))
    return EXM_KERNEL_NO_MEMORY;
  ExmKernelStatus status = EXM_KERNEL_NO_MEMORY;
  matrix->pattern = malloc (matrix->n_pattern * sizeof *matrix->pattern);
  matrix->text = malloc (matrix->n_text * sizeof *matrix->text);
  matrix->across = malloc (matrix->n_text);
  if (matrix->pattern != NULL && matrix->text != NULL && matrix->across != NULL)
    status = exm_code_map_add_text (&map, pattern, matrix->n_pattern, matrix->pattern,
                                    &matrix->poll);
  if (status == EXM_KERNEL_OK)
    status = exm_code_map_look_up_text (&map, text, matrix->n_text, matrix->text,
                                        &matrix->poll);
  if (status == EXM_KERNEL_OK)
    {
      matrix->table = calloc ((size_t) map.n_codes + 1, sizeof *matrix->table);
      if (matrix->table == NULL)
        status = EXM_KERNEL_NO_MEMORY;
    }
  exm_code_map_clear (&map);
  return status;
}

/* Takes the rows first...first+rows-1 over all columns. @down is increased by the sum of
 * their vertical differences in the last column. Returns: false when cancelled */
static bool
matrix_run_block (Matrix *matrix, size_t first, unsigned rows, size_t *down)
{
  const uint32_t *pattern = matrix->pattern + first;
  for (unsigned r = 0; r < rows; r++)
    matrix->table[pattern[r]] |= (uint64_t) 1 << r;

  uint64_t vp = ~(uint64_t) 0, vn = 0;
  for (size_t j = 0; j < matrix->n_text; j++)
    {
      ExmLevAcross above = { matrix->across[j] > 0, matrix->across[j] < 0 };
      ExmLevAcross below = exm_lev_carry (
          exm_lev_step (matrix->table[matrix->text[j]], &vp, &vn, above));
      matrix->across[j] = (int8_t) ((int) below.p - (int) below.n);
      if ((j + 1) % COLUMNS_BETWEEN_POLLS == 0
          && exm_poll (&matrix->poll, COLUMNS_BETWEEN_POLLS))
        return false;
    }
  uint64_t used = ~(uint64_t) 0 >> (64 - rows);
  /* May wrap below zero on the way; the whole sum does not. */
  *down += (size_t) __builtin_popcountll (vp & used);
  *down -= (size_t) __builtin_popcountll (vn & used);

  for (unsigned r = 0; r < rows; r++)
    matrix->table[pattern[r]] = 0;
  return !exm_poll (&matrix->poll, matrix->n_text % COLUMNS_BETWEEN_POLLS + 2 * rows);
}

static ExmKernelStatus
matrix_distance (Matrix *matrix, size_t *distance)
{
  for (size_t j = 0; j < matrix->n_text; j++)
    matrix->across[j] = 1;
  /* The lower right corner: along the top, then down the last column. */
  size_t sum = matrix->n_text;
  for (size_t first = 0; first < matrix->n_pattern; first += 64)
    {
      size_t left = matrix->n_pattern - first;
      if (!matrix_run_block (matrix, first, left < 64 ? (unsigned) left : 64, &sum))
        return EXM_KERNEL_CANCELLED;
    }
  *distance = sum;
  return EXM_KERNEL_OK;
}

ExmKernelStatus
exm_lev_distance (const uint32_t *a,
                  size_t n_a,
                  const uint32_t *b,
                  size_t n_b,
                  ExmKernelStop stop,
                  void *stop_data,
                  size_t *distance)
{
  if (n_a > EXM_KERNEL_MAX_CHARS || n_b > EXM_KERNEL_MAX_CHARS)
    return EXM_KERNEL_REFUSED;
  while (n_a > 0 && n_b > 0 && a[n_a - 1] == b[n_b - 1])
    n_a--, n_b--;
  while (n_a > 0 && n_b > 0 && a[0] == b[0])
    a++, b++, n_a--, n_b--;
  if (n_a == 0 || n_b == 0)
    {
      *distance = n_a + n_b;
      return EXM_KERNEL_OK;
    }

  /* The longer text as rows: a block that is not full costs as much as a full one. */
  bool a_is_longer = n_a >= n_b;
  Matrix matrix = {
    .n_pattern = a_is_longer ? n_a : n_b,
    .n_text = a_is_longer ? n_b : n_a,
    .poll = { stop, stop_data, 0 },
  };
  ExmKernelStatus status
      = matrix_init (&matrix, a_is_longer ? a : b, a_is_longer ? b : a);
  if (status == EXM_KERNEL_OK)
    status = matrix_distance (&matrix, distance);
  matrix_clear (&matrix);
  return status;
}
