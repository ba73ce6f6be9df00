/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The evidence lanes of the default method: each looks at every line of the target in one
 * way and says what it saw (0 … 1) and how far that speaks for the body (> 0) or against
 * it (< 0). The evidence z of a line is the sum. */

#pragma once

#include "extract/exm-method.h"
#include "extract/exm-region-model.h"

G_BEGIN_DECLS

/**
 * ExmLaneContext:
 * @input: examples and target
 * @page: (unowned): the target's page text
 * @lines: (unowned) (array length=n_lines): its lines
 * @nodes: (unowned) (array length=n_nodes): its elements
 * @example: (unowned): the example that is most like the target in structure
 * @fs: (unowned): forward similarity of each character of the joined text
 * @bs: (unowned): backward similarity of each character
 * @region: (unowned): what the marked bodies of the examples teach; empty without one
 * @before: (unowned) (nullable): evidence of each line, before the lanes of the task
 * @data: (unowned): where lanes go; its evidence holds the sum of the lanes before
 */
typedef struct
{
  const ExmMethodInput *input;
  const ExmPageText *page;
  const ExmLine *lines;
  guint n_lines;
  const ExmNode *nodes;
  guint n_nodes;
  const ExmPrepared *example;
  const float *fs;
  const float *bs;
  const ExmRegionValues *region;
  const float *before;
  ExmResultData *data;
} ExmLaneContext;

/* A lane (or a few that belong together) measures all lines of the target. */
typedef void (*ExmLaneFunc) (const ExmLaneContext *context);

void exm_lane_novelty (const ExmLaneContext *context);
void exm_lane_prose (const ExmLaneContext *context);
void exm_lane_title (const ExmLaneContext *context);
void exm_lane_links (const ExmLaneContext *context);
void exm_lane_place (const ExmLaneContext *context);
void exm_lane_names (const ExmLaneContext *context);
void exm_lane_declared (const ExmLaneContext *context);
void exm_lane_markers (const ExmLaneContext *context);
void exm_lane_container (const ExmLaneContext *context);
void exm_lane_region (const ExmLaneContext *context);
void exm_lane_appended (const ExmLaneContext *context);
void exm_lane_gallery (const ExmLaneContext *context);
void exm_lane_bias (const ExmLaneContext *context);
void exm_lane_site (const ExmLaneContext *context);
void exm_lane_learned (const ExmLaneContext *context);

/**
 * exm_lane_weigh:
 * @line: a line
 * @evidence: its z
 * @sensitivity: see #ExmMethodInput
 *
 * Weighs a line: its addition to C(x) if it is in the body, tokens · clip (z + .5 +
 * sensitivity, −3, 3); nothing for a flagged line.
 */
double exm_lane_weigh (const ExmLine *line, double evidence, double sensitivity);

/* Returns: whether the operator marked the body on any example */
gboolean exm_lane_has_region (const ExmMethodInput *input);

/**
 * exm_lane_is_marked:
 * @key: the key of a line
 *
 * Returns: whether the operator marked such a line as body on one of the examples
 */
gboolean exm_lane_is_marked (const ExmLaneContext *context, guint64 key);

G_END_DECLS
