/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A list that changes a few rows at a time. A list view keeps a widget for each of 200
 * rows, seen or not, and makes or destroys as many when its model becomes another one:
 * that takes several frames. This model follows another one in steps, from the top, so
 * that what is seen is right with the first of them and the window answers meanwhile.
 * Main thread only. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define EXM_TYPE_BATCHED_LIST_MODEL (exm_batched_list_model_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmBatchedListModel, exm_batched_list_model, EXM, BATCHED_LIST_MODEL, GObject)

/* Rows that a step takes out, and rows that it puts in. Fewer change at once. */
#define EXM_BATCHED_LIST_MODEL_STEP 4u

/**
 * exm_batched_list_model_new:
 * @source: what is followed; its items are the same objects as long as they are in it
 *
 * Each step costs a look at all items.
 *
 * Returns: (transfer full): a #GListModel with the items of @source
 */
ExmBatchedListModel *exm_batched_list_model_new (GListModel *source);

/* Returns: whether steps are still to come */
gboolean exm_batched_list_model_is_behind (ExmBatchedListModel *self);

G_END_DECLS
