/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define N_LANES 8u

#include "kernel/exm-grams-lanes.h"

void
exm_grams_avx2 (const uint32_t *codes, size_t n_grams, uint16_t *hashes)
{
  hash_grams (codes, n_grams, hashes);
}
