/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define N_LANES 16u
#define TOGETHER 2u

#include "kernel/literal/exm-comb-lanes.h"

const ExmCombPath exm_comb_avx2 = { search_blocks, N_BLOCKS };
