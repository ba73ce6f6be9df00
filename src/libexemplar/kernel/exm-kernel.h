/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Types and limits of the kernel. Texts are arrays of code points, lower-cased by the
 * caller if case is not to count; any 32-bit value is a character. Lengths and positions
 * are in characters. No function keeps global state: every one may be called from any
 * thread, and an object, once made, may be read by many threads. Nothing here aborts. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Longest text that is taken, characters. */
#define EXM_KERNEL_MAX_CHARS 16000000u

/* Window widths that are taken, characters. */
#define EXM_KERNEL_MIN_WINDOW 1u
#define EXM_KERNEL_MAX_WINDOW 256u

/**
 * ExmKernelStatus:
 * @EXM_KERNEL_OK: done
 * @EXM_KERNEL_NO_MEMORY: out of memory; nothing is returned
 * @EXM_KERNEL_REFUSED: a text is longer than %EXM_KERNEL_MAX_CHARS, or a width or stride
 *   is out of range; no text was read
 * @EXM_KERNEL_CANCELLED: the stop callback said so; output arrays hold partial results
 */
typedef enum
{
  EXM_KERNEL_OK,
  EXM_KERNEL_NO_MEMORY,
  EXM_KERNEL_REFUSED,
  EXM_KERNEL_CANCELLED,
} ExmKernelStatus;

/**
 * ExmKernelStop:
 * @data: what the caller handed in with it
 *
 * Asked every few milliseconds of work, on the calling thread, and never after it has
 * answered true. It must be cheap.
 *
 * Returns: true to cancel
 */
typedef bool (*ExmKernelStop) (void *data);
