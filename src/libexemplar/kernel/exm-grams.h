/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Internal to the kernel: short sequences of characters ("grams") as numbers. */

#pragma once

#include <stddef.h>
#include <stdint.h>

/* Characters of a gram, and bits of its hash. */
#define EXM_GRAM 6u
#define EXM_GRAM_BITS 15u

/* The hash of the gram that begins at each of the @n_grams characters from @codes[0] on,
 * where EXM_GRAM - 1 more stand behind the last. */
typedef void (*ExmGramsFunc) (const uint32_t *codes, size_t n_grams, uint16_t *hashes);

void exm_grams_portable (const uint32_t *codes, size_t n_grams, uint16_t *hashes);
void exm_grams_avx2 (const uint32_t *codes, size_t n_grams, uint16_t *hashes);
void exm_grams_avx512 (const uint32_t *codes, size_t n_grams, uint16_t *hashes);

/* Returns: that of exm_cpu_get() */
ExmGramsFunc exm_grams_get (void);
