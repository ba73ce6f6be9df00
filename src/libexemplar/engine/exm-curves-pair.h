/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Two pages whose curves are drawn again and again, at one width after another: what does
 * not depend on the width is worked out once. */

#pragma once

#include "extract/exm-prepared.h"
#include "kernel/exm-curve.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * ExmCurvesPair:
 *
 * Immutable but for what it remembers; reference counted; usable from any thread.
 */
typedef struct ExmCurvesPair ExmCurvesPair;

/**
 * exm_curves_pair_new:
 * @target: the page that is shown
 * @example: the page it is compared with
 *
 * Cost: none; the work is done when curves are asked for.
 *
 * Returns: (transfer full): the pair
 */
ExmCurvesPair *exm_curves_pair_new (ExmPrepared *target, ExmPrepared *example);

ExmCurvesPair *exm_curves_pair_ref (ExmCurvesPair *self);
void exm_curves_pair_unref (ExmCurvesPair *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmCurvesPair, exm_curves_pair_unref)

/**
 * exm_curves_pair_is_of:
 *
 * Returns: whether the pair is of these very pages
 */
gboolean exm_curves_pair_is_of (const ExmCurvesPair *self,
                                const ExmPrepared *target,
                                const ExmPrepared *example);

/**
 * exm_curves_pair_measure:
 * @literal: windows at the same distance from the ends, not tracked ones
 * @window: their width, 1...256 characters
 * @stride: characters from one sample to the next
 * @part: which samples
 * @fs: (out) (array): a value each
 * @bs: (out) (array): a value each
 * @cancellable: (nullable): ends it early; but what is kept for later is finished, unless
 *   the target is long
 * @error: %EXM_EXTRACT_ERROR, or %G_IO_ERROR_CANCELLED
 *
 * Cost: the first tracked curves that of exm_curve_track_new() too, all of them that of
 * exm_curve_tracked(). The first literal ones cost exm_curve_literal(), the next ones
 * exm_curve_literal_new() for all widths at once (128 bytes a character are kept), all
 * that follow exm_curve_literal_fill(): about 1 ms for 100,000 characters. Above 2
 * million characters each costs exm_curve_literal().
 *
 * Returns: %TRUE if done
 */
gboolean exm_curves_pair_measure (ExmCurvesPair *self,
                                  gboolean literal,
                                  guint window,
                                  gsize stride,
                                  const ExmCurvePart *part,
                                  float *fs,
                                  float *bs,
                                  GCancellable *cancellable,
                                  GError **error);

G_END_DECLS
