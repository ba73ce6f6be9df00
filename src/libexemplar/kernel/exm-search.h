/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Internal to the kernel: the best match of a window anywhere in a band. */

#pragma once

#include "kernel/exm-curve-text.h"

typedef struct
{
  const ExmCurveCodes *codes; /* (unowned) */
  uint64_t *table; /* (owned): exm_curve_text_new_table(), all zero between calls */
  unsigned w;      /* window width, 1...32 */
} ExmSearch;

/* A substring that starts at @start has distance @d. */
typedef struct
{
  unsigned d;
  size_t start;
} ExmMatch;

/* Returns: false when out of memory */
bool exm_search_init (ExmSearch *search,
                      const ExmCurveText *text,
                      ExmCurveSide side,
                      unsigned w);

void exm_search_clear (ExmSearch *search);

/* The least distance of A[x,x+w) to a substring of B[lo,hi), and its smallest start.
 * @guess: a place where the window may be repeated as it is, to save the search; has no
 * influence on the result. @cost is increased by the units of work. */
ExmMatch exm_search_band (
    const ExmSearch *search, size_t x, size_t lo, size_t hi, size_t guess, size_t *cost);
