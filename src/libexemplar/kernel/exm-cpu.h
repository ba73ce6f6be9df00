/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Internal to the kernel: which instructions to use. All paths give the same bytes. */

#pragma once

#include <stdbool.h>

typedef enum
{
  EXM_CPU_PORTABLE,
  EXM_CPU_AVX2,
  EXM_CPU_AVX512, /* with the VL, BW and VBMI2 extensions */
} ExmCpu;

/* The best path of this processor, or, for tests and measurements, the one that the
 * environment variable EXEMPLAR_CPU names (portable, avx2, avx512) where the processor
 * has it. */
ExmCpu exm_cpu_get (void);

/* Whether the processor and this build have a path. */
bool exm_cpu_has (ExmCpu cpu);
