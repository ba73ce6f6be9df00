/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Internal to the kernel: the inside of an ExmCurveWorkspace. */

#pragma once

#include "kernel/exm-curve.h"

/* Buffers of each side. */
typedef enum
{
  EXM_BUFFER_HASHES,
  EXM_BUFFER_HASHES_B,
  EXM_BUFFER_HEADS,
  EXM_BUFFER_NEXT,
  EXM_BUFFER_MASKS, /* all zero whenever nobody uses it */
  EXM_N_BUFFERS,
} ExmBuffer;

struct ExmCurveWorkspace
{
  void *buffers[2][EXM_N_BUFFERS]; /* (owned): by ExmCurveSide */
  size_t sizes[2][EXM_N_BUFFERS];  /* bytes */
};

/* Returns: (transfer none) (nullable): at least @size bytes; zeroed when new, else as
 * they were left; NULL when out of memory */
void *exm_workspace_get (ExmCurveWorkspace *self,
                         ExmCurveSide side,
                         ExmBuffer buffer,
                         size_t size);

/* Gives back what is too large to be kept. */
void exm_workspace_shrink (ExmCurveWorkspace *self);
