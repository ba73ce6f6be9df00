/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define WORD_BITS 64
#define N_LANES 8u
#define TOGETHER 2u
#define TOGETHER_WIDE 4u

#include "kernel/literal/exm-literal-lanes.h"
#include "kernel/literal/exm-literal-read.h"

const ExmLiteralPath exm_literal_avx512
    = { search_block, exm_literal_short_avx512, read_windows };
