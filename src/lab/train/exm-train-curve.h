/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The loss curve of a training, for files. */

#pragma once

#include "lab/train/exm-train-model.h"

G_BEGIN_DECLS

/**
 * exm_train_curve_write_csv:
 *
 * Returns: (transfer full): a row an epoch: its number, the loss of the pages learned
 *   from, and of those held back, empty where there are none
 */
GString *exm_train_curve_write_csv (const ExmTrainModelReport *report);

/**
 * exm_train_curve_write_svg:
 * @name: of what was trained, UTF-8
 *
 * Returns: (transfer full): a picture: the same as two curves
 */
GString *exm_train_curve_write_svg (const ExmTrainModelReport *report, const char *name);

/**
 * exm_train_curve_get_top:
 * @losses: (element-type double): of epochs
 * @held_losses: (element-type double): the same, may be empty
 *
 * Returns: where an axis for them ends: a round number above all of them
 */
double exm_train_curve_get_top (const GArray *losses, const GArray *held_losses);

G_END_DECLS
