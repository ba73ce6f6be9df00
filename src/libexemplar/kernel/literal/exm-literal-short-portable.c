/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define WORD_BITS 32
#define N_LANES 4u
#define TOGETHER 2u

#include "kernel/literal/exm-literal-lanes.h"

void
exm_literal_short_portable (const ExmLiteralTexts *texts,
                            size_t first,
                            unsigned w,
                            uint64_t *bits)
{
  search_block (texts, first, w, bits);
}
