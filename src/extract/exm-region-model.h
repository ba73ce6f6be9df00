/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a marked region on an example says about lines elsewhere: which class names, ids
 * and class paths held body and which did not, and which lines of the template stood just
 * before and just after it. Immutable once built. */

#pragma once

#include "exm-prepared.h"

G_BEGIN_DECLS

typedef struct _ExmRegionModel ExmRegionModel;

/**
 * exm_region_model_new:
 * @example: a page with a region
 *
 * Cost: O(lines).
 *
 * Returns: (transfer full): what its region teaches
 */
ExmRegionModel *
exm_region_model_new (const ExmPrepared *example);

void
exm_region_model_free (ExmRegionModel *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmRegionModel, exm_region_model_free)

/**
 * exm_region_model_measure:
 * @target: a page of the same section
 * @paths: (out caller-allocated): one a line: log odds of body by where the line hangs,
 *   −3 … 3, 0 where the example has nothing like it
 * @ends: (out caller-allocated): one a line: −1 before the template line that stood
 * before the region or behind the one that stood behind it, else 0
 *
 * Cost: O(lines of both).
 */
void
exm_region_model_measure (const ExmRegionModel *self,
                          const ExmPrepared *target,
                          float *paths,
                          float *ends);

G_END_DECLS
