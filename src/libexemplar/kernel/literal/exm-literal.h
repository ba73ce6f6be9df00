/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Internal to the kernel: the literal curves' windows, many side by side.
 *
 * Window i compares A[i,i+w) with B[i,i+w): its cells on the main diagonal are those of
 * every smaller window that begins there too, and from one to the next the distance
 * grows by 0 or 1. One bit a character of the window, set where it does not grow, hence
 * says the distance at every width: d(w) = w - (bits set among the first w). */

#pragma once

#include "kernel/exm-codes.h"
#include "kernel/exm-curve-text.h"

#define EXM_LITERAL_BLOCK 512u

/**
 * ExmLiteralTexts:
 * @a: A[0]; two windows more before it and three and a block behind the last equal
 * nothing
 * @b: B[0]; the same, where B is cut to what can be looked at
 * @memory: (owned): both
 *
 * Codes of A and B as 16 bits, so that many can be compared at once.
 */
typedef struct
{
  const uint16_t *a;
  const uint16_t *b;
  uint16_t *memory;
} ExmLiteralTexts;

/* Returns: false when out of memory; @texts can be cleared then, too */
bool exm_literal_texts_init (ExmLiteralTexts *texts,
                             const ExmCurveText *text,
                             ExmCurveSide side);

void exm_literal_texts_clear (ExmLiteralTexts *texts);

/* Codes before and behind a text, which occur in neither. */
#define EXM_LITERAL_NOT_IN_A 0xfffeu
#define EXM_LITERAL_NOT_IN_B EXM_CODE_NONE

/* Puts the codes @from...@from+@n_put-1 of a text into @to, @nothing for those before its
 * first and behind its last. */
void exm_literal_put_codes (const uint32_t *codes,
                            size_t n,
                            uint16_t nothing,
                            ptrdiff_t from,
                            size_t n_put,
                            uint16_t *to);

/* The largest number of codes that 16 bits can tell apart, two sentinels aside. */
#define EXM_LITERAL_MAX_CODES 0xfffdu

/* Windows are read so many at a time, less one. */
#define EXM_LITERAL_BEYOND 7u

/**
 * ExmLiteralReading:
 * @bits: word k of window i is bits[k * step + i]; EXM_LITERAL_BEYOND more may be read
 * @step: see there
 * @n: windows
 * @w: width that is asked for
 * @values: (out): where the first window's similarity goes
 * @stride: 1 or -1: where the next one goes
 */
typedef struct
{
  const uint64_t *bits;
  size_t step;
  size_t n;
  unsigned w;
  float *values;
  ptrdiff_t stride;
} ExmLiteralReading;

/* Fills the words of EXM_LITERAL_BLOCK windows of @texts from @first on, @w wide: word k
 * of window first + i is bits[k * EXM_LITERAL_BLOCK + i]. */
typedef void (*ExmLiteralSearch) (const ExmLiteralTexts *texts,
                                  size_t first,
                                  unsigned w,
                                  uint64_t *bits);

/* The widest window of @search_short. */
#define EXM_LITERAL_SHORT 32u

/**
 * ExmLiteralPath:
 * @search: for any width
 * @search_short: for widths up to EXM_LITERAL_SHORT
 * @read: turns words into similarities
 *
 * The same for one instruction set.
 */
typedef struct
{
  ExmLiteralSearch search;
  ExmLiteralSearch search_short;
  void (*read) (const ExmLiteralReading *reading);
} ExmLiteralPath;

void exm_literal_short_portable (const ExmLiteralTexts *texts,
                                 size_t first,
                                 unsigned w,
                                 uint64_t *bits);
void exm_literal_short_avx2 (const ExmLiteralTexts *texts,
                             size_t first,
                             unsigned w,
                             uint64_t *bits);
void exm_literal_short_avx512 (const ExmLiteralTexts *texts,
                               size_t first,
                               unsigned w,
                               uint64_t *bits);

extern const ExmLiteralPath exm_literal_portable;
extern const ExmLiteralPath exm_literal_avx2;
extern const ExmLiteralPath exm_literal_avx512;

/* Returns: that of exm_cpu_get() */
const ExmLiteralPath *exm_literal_get (void);

/* The curves by combing (exm-comb.h), at any width; for up to EXM_LITERAL_MAX_CODES
 * codes. */
ExmKernelStatus exm_literal_comb (
    const ExmCurveText *text, unsigned w, float *fs, float *bs, ExmPoll *poll);

/* The curves window by window, for any number of codes; what the others are measured
 * against. */
ExmKernelStatus exm_literal_scalar (
    const ExmCurveText *text, unsigned w, float *fs, float *bs, ExmPoll *poll);
