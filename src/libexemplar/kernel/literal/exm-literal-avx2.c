/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define WORD_BITS 64
#define N_LANES 4u
#define TOGETHER 2u
#define TOGETHER_WIDE 4u

#include "kernel/literal/exm-literal-lanes.h"
#include "kernel/literal/exm-literal-read.h"

const ExmLiteralPath exm_literal_avx2
    = { search_block, exm_literal_short_avx2, read_windows };
