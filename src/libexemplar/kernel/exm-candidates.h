/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Internal to the kernel: where in the example a group of windows may be found, by the
 * short sequences of characters ("grams") that it shares with places there. */

#pragma once

#include "kernel/exm-curve-text.h"
#include "kernel/exm-grams.h"

/* Characters of a whole group. */
#define EXM_GROUP_SPAN                                                                   \
  (EXM_CURVE_GRID_WINDOW + EXM_CURVE_GRID_STRIDE * (EXM_CURVE_GROUP - 1))

/* Bins of diagonals; a band of 3,432 characters needs 219 of them. */
#define EXM_CANDIDATES_BINS 256u

typedef struct
{
  uint16_t *hashes;   /* (owned): of A's grams */
  uint16_t *hashes_b; /* (owned): and of B's */
  void *heads;        /* (owned): for each hash, its first place in B from n_passed on */
  void *next;         /* (owned): for each place in B the next one with its hash */
  size_t n_b;         /* grams of B */
  size_t n_passed;
  bool wide;                               /* whether places are 32 bits each, or 16 */
  uint16_t votes[EXM_CANDIDATES_BINS + 8]; /* zero between calls; some are never used */
} ExmCandidates;

/* Works in buffers of @workspace, as long as @self is used. Returns: false when out of
 * memory */
bool exm_candidates_init (ExmCandidates *self,
                          const ExmCurveText *text,
                          ExmCurveSide side,
                          ExmCurveWorkspace *workspace);

/* The two places in B[lo,hi) for which most grams of A[x,x+span) speak, as first
 * characters of 32 neighbouring diagonals, in @starts; they may lie before B. @lo must
 * not be less than in the call before. @diagonal: place less x where the windows would be
 * found if the text just went on: of equal places the nearer one comes first. Returns:
 * how many there are */
unsigned exm_candidates_find (ExmCandidates *self,
                              size_t x,
                              unsigned span,
                              size_t lo,
                              size_t hi,
                              ptrdiff_t diagonal,
                              ptrdiff_t starts[2]);
