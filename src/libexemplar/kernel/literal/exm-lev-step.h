/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Internal to the kernel: 64 rows of one column of the edit distance matrix in a few word
 * operations. After G. Myers, "A fast bit-vector algorithm for approximate string
 * matching based on dynamic programming", J. ACM 46(3), 1999 (the block step, section 4),
 * in the form of H. Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau
 * edit distances", Nordic J. of Computing 10, 2003.
 *
 * Row r is bit r. Adjacent cells differ by -1, 0 or +1; vp and vn are the rows where
 * going down to them adds +1 or -1. */

#pragma once

#include <stdint.h>

typedef struct
{
  uint64_t p; /* rows where going right adds +1 */
  uint64_t n; /* rows where it adds -1 */
} ExmLevAcross;

/* One column on. @eq are the rows whose character is the column's. @above is what enters
 * from the row above, in bit 0: +1 above the first row of a global alignment, 0 above
 * that of a search, whose match may start anywhere. Returns: the differences of all 64
 * rows */
static inline ExmLevAcross
exm_lev_step (uint64_t eq, uint64_t *vp, uint64_t *vn, ExmLevAcross above)
{
  uint64_t xv = eq | *vn;
  uint64_t m = eq | above.n;
  uint64_t xh = (((m & *vp) + *vp) ^ *vp) | m;
  ExmLevAcross across = { *vn | ~(xh | *vp), *vp & xh };
  uint64_t p = across.p << 1 | above.p;
  uint64_t n = across.n << 1 | above.n;
  *vp = n | ~(xv | p);
  *vn = p & xv;
  return across;
}

/* Carries the last row, bit 63, from one word into the next. */
static inline ExmLevAcross
exm_lev_carry (ExmLevAcross across)
{
  return (ExmLevAcross){ across.p >> 63, across.n >> 63 };
}
