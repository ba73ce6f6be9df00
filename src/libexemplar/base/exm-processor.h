/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which instructions the functions that read text may use. All ways give the same bytes.
 * The kernel, which knows nothing of GLib, has a choice of its own by the same variable.
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  EXM_PROCESSOR_PORTABLE,
  EXM_PROCESSOR_SSE2,   /* all that x86-64 has for certain */
  EXM_PROCESSOR_AVX2,   /* with BMI and POPCNT */
  EXM_PROCESSOR_AVX512, /* all of AVX2, and AVX-512 of bytes */
} ExmProcessor;

/* Returns: whether this processor and this build have @processor. Any thread. */
gboolean exm_processor_has (ExmProcessor processor);

/**
 * exm_processor_get:
 *
 * Returns: the best that there is or, for tests and measurements, what EXEMPLAR_CPU in
 * the environment asks for (portable, sse2, avx2, avx512) and there is. Asked once: the
 * same for the life of the process. Any thread; O(1).
 */
ExmProcessor exm_processor_get (void);

G_END_DECLS
