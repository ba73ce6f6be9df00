/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The blocks that a method that looks at pages divided them into, as the views of an
 * analysis show them: over the pages, and as a tree. Main thread only.
 *
 * Properties: "drawn" (gboolean, read-write, %TRUE at first: the operator wants to see
 * them over the pages), "current" (guint, read-write: the block of the target that is
 * looked at, %EXM_NONE for none).
 *
 * Signals: "changed" (exm_shown_blocks_get() has others). */

#pragma once

#include "types/exm-result.h"

#include <glib-object.h>

G_BEGIN_DECLS

#define EXM_TYPE_SHOWN_BLOCKS (exm_shown_blocks_get_type ())
G_DECLARE_FINAL_TYPE (ExmShownBlocks, exm_shown_blocks, EXM, SHOWN_BLOCKS, GObject)

ExmShownBlocks *exm_shown_blocks_new (void);

/**
 * exm_shown_blocks_set:
 * @target: (nullable): the result for the target whose blocks are looked at
 * @example: (nullable): the same method's for the first example
 */
void exm_shown_blocks_set (ExmShownBlocks *self, ExmResult *target, ExmResult *example);

/**
 * exm_shown_blocks_get:
 * @example: (out) (optional) (nullable) (transfer none): as it was set
 *
 * Returns: (nullable) (transfer none): the target's, as it was set
 */
ExmResult *exm_shown_blocks_get (ExmShownBlocks *self, ExmResult **example);

gboolean exm_shown_blocks_get_drawn (ExmShownBlocks *self);

guint exm_shown_blocks_get_current (ExmShownBlocks *self);
void exm_shown_blocks_set_current (ExmShownBlocks *self, guint block);

G_END_DECLS
