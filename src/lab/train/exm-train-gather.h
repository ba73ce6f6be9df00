/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages with known bodies, gathered one by one to train a method's model: those of a task
 * or of a corpus, and the examples on which an operator marked the body. */

#pragma once

#include "lab/benchmark/exm-method-comparison.h"
#include "lab/train/exm-train-model.h"

G_BEGIN_DECLS

typedef struct _ExmTrainGather ExmTrainGather;

/**
 * exm_train_gather_new:
 * @layout: of the model that is trained
 *
 * Returns: (transfer full): no pages yet; belongs to one thread at a time
 */
ExmTrainGather *exm_train_gather_new (const ExmModelLayout *layout);

void exm_train_gather_free (ExmTrainGather *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmTrainGather, exm_train_gather_free)

/**
 * exm_train_gather_add:
 * @page: as it is loaded for a comparison
 *
 * Adds the page if its body is known, and those of its examples that are marked. A page
 * that is an article and an example counts once. The host is what sites are told apart
 * by. O(page).
 */
void exm_train_gather_add (ExmTrainGather *self, const ExmComparedPage *page);

/* Adds an example, if its body is marked. */
void exm_train_gather_add_example (ExmTrainGather *self, ExmPrepared *example);

/* Returns: (transfer none): what can be learned from */
const ExmTrainRows *exm_train_gather_get_rows (const ExmTrainGather *self);

G_END_DECLS
