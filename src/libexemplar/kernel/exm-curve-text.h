/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Internal to the kernel: the inside of an ExmCurveText. */

#pragma once

#include "kernel/exm-curve.h"
#include "kernel/exm-poll.h"

#define EXM_WINDOW_WORDS (EXM_KERNEL_MAX_WINDOW / 64)

/* Both texts in the alphabet of A: codes of A are 1...n_codes, a character of B that A
 * does not have is EXM_CODE_NONE. */
typedef struct
{
  uint32_t *a; /* (owned) */
  uint32_t *b; /* (owned) */
} ExmCurveCodes;

struct ExmCurveText
{
  ExmCurveCodes sides[2]; /* by ExmCurveSide: as given, and both reversed */
  size_t n_a;
  size_t n_b;
  uint32_t n_codes;
};

static inline float
exm_curve_value (unsigned distance, unsigned w)
{
  return (float) (w - distance) / (float) w;
}

/* Returns: (nullable) (transfer full): a zeroed pattern table: @words words for each
 * code, code 0 first */
uint64_t *exm_curve_text_new_table (const ExmCurveText *text, unsigned words);
