/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* State that all views of an analysis share: the lines of the target that are pointed at
 * and clicked, the lanes and blocks of a method that is tried. Main thread only.
 *
 * Properties: "hover-line" (guint, read-write: line of the target under the pointer),
 * "current-line" (the one clicked last), "current-block" (block of the target that is
 * looked at), each %EXM_NONE for none; "blocks-drawn" (gboolean, read-write, %TRUE at
 * first: blocks are drawn over the pages).
 *
 * Signals: "lanes-changed" (exm_view_state_get_lanes()), "blocks-changed"
 * (exm_view_state_get_blocks()), "hidden-changed" (exm_view_state_is_hidden()),
 * "example-line-activated" (guint line of the first
 * example, to be brought into view). */

#pragma once

#include "app/chart/exm-chart-lanes.h"
#include "types/exm-result.h"

#include <glib-object.h>

G_BEGIN_DECLS

#define EXM_TYPE_VIEW_STATE (exm_view_state_get_type ())
G_DECLARE_FINAL_TYPE (ExmViewState, exm_view_state, EXM, VIEW_STATE, GObject)

ExmViewState *exm_view_state_new (void);

guint exm_view_state_get_hover_line (ExmViewState *self);
void exm_view_state_set_hover_line (ExmViewState *self, guint line);
guint exm_view_state_get_current_line (ExmViewState *self);
void exm_view_state_set_current_line (ExmViewState *self, guint line);

/**
 * exm_view_state_activate_example_line:
 * @line: of the first example, one that the target does not have; else the line of the
 *   target is made the current one
 *
 * Brings it into view in the example.
 */
void exm_view_state_activate_example_line (ExmViewState *self, guint line);

/**
 * exm_view_state_set_lanes:
 * @lanes: (nullable): of another method's result for the target, looked at beside the
 *   task's: the chart offers these; %NULL for those of the task's
 */
void exm_view_state_set_lanes (ExmViewState *self, ExmChartLanes *lanes);
/* Returns: (transfer none) (nullable) */
ExmChartLanes *exm_view_state_get_lanes (ExmViewState *self);

/**
 * exm_view_state_set_blocks:
 * @target: (nullable): the result for the target whose blocks are looked at
 * @example: (nullable): the same method's for the first example
 */
void
exm_view_state_set_blocks (ExmViewState *self, ExmResult *target, ExmResult *example);

/**
 * exm_view_state_get_blocks:
 * @example: (out) (optional) (nullable) (transfer none): as it was set
 *
 * Returns: (nullable) (transfer none): the target's, as it was set
 */
ExmResult *exm_view_state_get_blocks (ExmViewState *self, ExmResult **example);

/**
 * exm_view_state_set_hidden:
 * @hidden: (array length=n_lines) (nullable): non-zero for each line of the target that
 *   nobody sees on its page; %NULL where that is not known
 */
void exm_view_state_set_hidden (ExmViewState *self, const guint8 *hidden, guint n_lines);
gboolean exm_view_state_is_hidden (ExmViewState *self, guint line);

gboolean exm_view_state_get_blocks_drawn (ExmViewState *self);

guint exm_view_state_get_current_block (ExmViewState *self);
void exm_view_state_set_current_block (ExmViewState *self, guint block);

G_END_DECLS
