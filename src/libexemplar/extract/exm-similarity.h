/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The kernel's curves for two prepared pages, with GLib's cancelling and errors. */

#pragma once

#include "extract/exm-prepared.h"
#include "kernel/exm-curve.h"

#include <gio/gio.h>

G_BEGIN_DECLS

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmCurveText, exm_curve_text_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmCurveTrack, exm_curve_track_free)

/**
 * exm_similarity_check:
 * @status: what the kernel answered
 * @error: (out): %EXM_EXTRACT_ERROR, or %G_IO_ERROR_CANCELLED
 *
 * Returns: %TRUE if @status is good
 */
gboolean exm_similarity_check (ExmKernelStatus status, GError **error);

/**
 * exm_similarity_stop:
 * @cancellable: (type GCancellable) (nullable): passed as the kernel's stop data
 *
 * An #ExmKernelStop.
 */
bool exm_similarity_stop (void *cancellable);

/**
 * exm_similarity_pair:
 * @target: the page that x runs over
 * @example: the page it is compared with
 *
 * Returns: (transfer full): both texts, ready for any number of curves; %NULL with error
 */
ExmCurveText *exm_similarity_pair (const ExmPrepared *target,
                                   const ExmPrepared *example,
                                   GCancellable *cancellable,
                                   GError **error);

/**
 * exm_similarity_tracked:
 * @fs: (out) (transfer full): forward similarity of each character of the target
 * @bs: (out) (transfer full): backward similarity of each character of the target
 *
 * The tracked curves on their grid: w 32, stride 4. See exm_curve_track_new().
 *
 * Returns: %FALSE with error
 */
gboolean exm_similarity_tracked (const ExmPrepared *target,
                                 const ExmPrepared *example,
                                 GCancellable *cancellable,
                                 float **fs,
                                 float **bs,
                                 GError **error);

G_END_DECLS
