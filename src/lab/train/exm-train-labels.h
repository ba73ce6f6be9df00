/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which lines of a page a known body is made of, and how good another choice of lines is.
 */

#pragma once

#include "types/exm-page-text.h"

G_BEGIN_DECLS

typedef struct _ExmTrainLabels ExmTrainLabels;

/**
 * exm_train_labels_new:
 * @page: a page
 * @body: its body as text
 *
 * The words of the page that are seen are aligned with those of @body: the longest chain
 * of runs of three words that both have in the same order. Cost: O(words · log words).
 *
 * Returns: (transfer full): the labels
 */
ExmTrainLabels *exm_train_labels_new (const ExmPageText *page, const char *body);

void exm_train_labels_free (ExmTrainLabels *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmTrainLabels, exm_train_labels_free)

/**
 * exm_train_labels_get:
 * @line: a line
 *
 * Returns: the share of its words that is body, 0 … 1
 */
float exm_train_labels_get (const ExmTrainLabels *self, guint line);

/**
 * exm_train_labels_score:
 * @verdicts: (array): an #ExmVerdict a line
 *
 * Returns: F1 of the words of the kept lines against those of the body, as multisets
 */
double exm_train_labels_score (const ExmTrainLabels *self, const guint8 *verdicts);

G_END_DECLS
