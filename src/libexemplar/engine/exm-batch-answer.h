/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Answer to a page of a batch or an archive, and its JSON. */

#pragma once

#include "engine/exm-engine.h"

G_BEGIN_DECLS

/**
 * ExmBatchAnswer:
 * @target: (owned) (nullable): the page
 * @result: (owned) (nullable): of it
 * @metadata: (owned) (nullable): of it
 * @error: (owned) (nullable): why there is no result
 *
 * All zero to begin with.
 */
typedef struct
{
  ExmPrepared *target;
  ExmResult *result;
  ExmMetadata *metadata;
  GError *error;
} ExmBatchAnswer;

void exm_batch_answer_clear (ExmBatchAnswer *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmBatchAnswer, exm_batch_answer_clear)

/**
 * exm_batch_answer_extract:
 * @self: with a target
 * @engine: shared by all threads
 * @examples: (array length=n_examples): pages of the same section
 * @options: method and settings
 * @cancellable: (nullable): ends it early
 *
 * Fills in result, metadata and error. Any thread; see exm_engine_extract() for the cost.
 */
void exm_batch_answer_extract (ExmBatchAnswer *self,
                               ExmEngine *engine,
                               ExmPrepared *const *examples,
                               guint n_examples,
                               const ExmExtractOptions *options,
                               GCancellable *cancellable);

/**
 * exm_batch_answer_write:
 * @out: (transfer full): a JSON object that was begun, with members of the caller's own
 *
 * Adds what was found, as exm_batch_process() tells, and ends the object.
 *
 * Returns: (transfer full): @out as text on one line
 */
char *exm_batch_answer_write (const ExmBatchAnswer *self, GString *out);

G_END_DECLS
