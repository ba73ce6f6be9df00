/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Model of a marked region, to judge lines elsewhere: which class names, ids and class
 * paths held body and which did not, and which lines of the template stood just before
 * and just after it. Immutable once built. */

#pragma once

#include "extract/exm-method.h"

G_BEGIN_DECLS

typedef struct _ExmRegionModel ExmRegionModel;

/**
 * ExmRegionValues:
 * @paths: (owned): log odds of body by where the line hangs, −3 … 3, 0 where no example
 *   has anything like it
 * @ends: (owned): −1 before the template line that stood before the region or behind the
 *   one that stood behind it, else 0; the mean over the examples that have a region
 * @inclusion: (owned): for a short line, headline or caption: whether lines of its kind
 * and place near the ends of the regions were in (to 1) or out (to −1); 0 if not known
 *
 * Each has one value a line of the target.
 */
typedef struct
{
  float *paths;
  float *ends;
  float *inclusion;
} ExmRegionValues;

void exm_region_values_clear (ExmRegionValues *values);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmRegionValues, exm_region_values_clear)

/**
 * exm_region_model_new:
 * @input: whose examples are asked for their regions; it has to outlive the model
 *
 * Cost: O(lines of the examples).
 *
 * Returns: (transfer full) (nullable): what all regions together teach; %NULL if there is
 *   none
 */
ExmRegionModel *exm_region_model_new (const ExmMethodInput *input);

void exm_region_model_free (ExmRegionModel *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmRegionModel, exm_region_model_free)

/**
 * exm_region_model_measure:
 * @target: a page of the same section
 * @values: (out caller-allocated): one value a line of @target
 *
 * Cost: O(lines of the target and the examples).
 */
void exm_region_model_measure (const ExmRegionModel *self,
                               const ExmPrepared *target,
                               ExmRegionValues *values);

G_END_DECLS
