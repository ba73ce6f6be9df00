/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Internal to the kernel: literal windows by string combing, in O(1) steps of 16 bits a
 * window and column of a band instead of one for every row.
 *
 * After A. Tiskin, "Semi-local string comparison: algorithmic techniques and
 * applications", Math. in Computer Science 1, 2008 (the seaweed algorithm, and the edit
 * distance by a wildcard behind every character of both texts), and for the vectors
 * N. Mishin, D. Berezun, A. Tiskin, "Efficient parallel algorithms for string
 * comparison", ICPP 2021. That neighbouring windows share it, as follows, is our own.
 *
 * The windows i...i+w-1 are a block; all of them contain their anchor m = i + w - 1 or
 * end at it. A way through the matrix of window x crosses the anchor's row somewhere, at
 * a column y, so that its distance is the least of U(x,y) + V(y,x+w), where U is the
 * distance of A[x,m) to B[x,y) and V that of A[m,x+w) to B[y,x+w). V comes from combing
 * the rows m, m+1... one by one: strands begin at the top and at the left and go down and
 * to the right; two of them cross once and then never again, nor where both characters
 * are the same. V(y,e) is y - m + the number of strands that begin at or behind y in row
 * m and lie before column e after row e. From a row to the next those two come to be
 * counted that stood in the diagonal's column, and those two cease that leave it to the
 * right. U is the same upwards from the anchor, on reversed texts; its rows are taken
 * back one by one as x goes on.
 *
 * A way that strays k from the diagonal costs 2k at least, and none more than w: a band
 * of w/2 columns on either side is enough. */

#pragma once

#include "kernel/literal/exm-literal.h"

/**
 * ExmCombPath:
 * @search: finds the @w * @n_blocks distances of the windows from texts[0] (of A) and
 *   texts[1] (of B) on, of which EXM_COMB_BEFORE (w) characters more can be read before
 *   and EXM_COMB_BEHIND (w) behind the last block; @n_blocks is 1 or more. Its memory is
 *   on the stack: up to 220 KB
 * @n_blocks: the most that it takes
 *
 * The same for one instruction set.
 */
typedef struct
{
  void (*search) (const uint16_t *texts[2],
                  unsigned n_blocks,
                  unsigned w,
                  uint16_t *distances);
  unsigned n_blocks;
} ExmCombPath;

/* The rows and the band's half, rounded up. */
#define EXM_COMB_BEFORE(w) ((w) / 2 + 32)
#define EXM_COMB_BEHIND(w) ((w) + (w) / 2 + 32)

/* The largest n_blocks. */
#define EXM_COMB_MAX_BLOCKS 16u

extern const ExmCombPath exm_comb_portable;
extern const ExmCombPath exm_comb_avx2;
extern const ExmCombPath exm_comb_avx512;

/* Returns: that of exm_cpu_get() */
const ExmCombPath *exm_comb_get (void);
