/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Helpers of the tests of curves. */

#pragma once

#include "kernel/exm-curve.h"

#include "texts.h"

G_BEGIN_DECLS

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmCurveText, exm_curve_text_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmCurveTrack, exm_curve_track_free)

/* Each instruction set; what the processor has not is the next lesser one. */
#define N_PROCESSOR_PATHS 3u
static const char *const processor_paths[N_PROCESSOR_PATHS]
    = { "portable", "avx2", "avx512" };

ExmCurveText *test_prepare (const Text *a, const Text *b);

ExmCurveTrack *test_follow (const ExmCurveText *text);

float test_similarity (guint d, gsize w);

/* A stop callback that says so when it is asked for the @stop_at-th time. */
typedef struct
{
  guint stop_at;
  guint asked;
} Stopper;

bool test_on_stop (void *data);

G_END_DECLS
