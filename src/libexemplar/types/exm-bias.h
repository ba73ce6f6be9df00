/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Bias of a task, learnt from labels on some of its pages and applied to the others.
 * Immutable, reference counted, usable from any thread. */

#pragma once

#include "types/exm-label.h"

G_BEGIN_DECLS

typedef struct _ExmBias ExmBias;

#define EXM_TYPE_BIAS (exm_bias_get_type ())
GType exm_bias_get_type (void);

/**
 * exm_bias_new:
 * @labels: (array length=n_labels): of all the pages that count
 *
 * Returns: (transfer full): what they say together, with one reference
 */
ExmBias *exm_bias_new (const ExmLabel *labels, guint n_labels);

ExmBias *exm_bias_ref (ExmBias *self);
void exm_bias_unref (ExmBias *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmBias, exm_bias_unref)

/**
 * exm_bias_judge_key:
 * @key: of a line
 *
 * Returns: 1 if lines of that key were called body, −1 if they were called noise, between
 *   if both; lines that an end was moved over count half; 0 if nothing was said
 */
float exm_bias_judge_key (const ExmBias *self, guint64 key);

/**
 * exm_bias_judge_place:
 * @class_path: of a line's block
 *
 * Returns: the same of the lines that hung there, but a single one says little: ±1/2, of
 *   many up to ±1
 */
float exm_bias_judge_place (const ExmBias *self, guint64 class_path);

G_END_DECLS
