/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "kernel/exm-kernel.h"

/**
 * exm_lev_distance:
 * @a: (array length=n_a): a text; may be NULL when empty
 * @n_a: its length, characters
 * @b: (array length=n_b): the other
 * @n_b: its length, characters
 * @stop: (nullable): asked whether to cancel
 * @stop_data: for @stop
 * @distance: (out): the distance; set only on %EXM_KERNEL_OK
 *
 * The Levenshtein distance: the least number of characters to insert, delete or replace
 * that turns one text into the other. Bit-parallel, 64 rows at a time (Myers 1999, J. ACM
 * 46(3); Hyyrö 2003), after cutting off what both texts begin and end with.
 *
 * Cost: about n_a·n_b/64 steps of 2 ns; memory about 9 bytes a character.
 *
 * Returns: how it went
 */
ExmKernelStatus exm_lev_distance (const uint32_t *a,
                                  size_t n_a,
                                  const uint32_t *b,
                                  size_t n_b,
                                  ExmKernelStop stop,
                                  void *stop_data,
                                  size_t *distance);
