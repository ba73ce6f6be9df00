/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The loss of a training by epoch: of the pages learned from, drawn through, and of those
 * held back, dashed. */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_LOSS_CHART (exm_loss_chart_get_type ())
G_DECLARE_FINAL_TYPE (ExmLossChart, exm_loss_chart, EXM, LOSS_CHART, GtkWidget)

/**
 * exm_loss_chart_set_losses:
 * @losses: (element-type double): of each epoch; copied
 * @held_losses: (element-type double): the same; may be empty; copied
 *
 * Updates the words of a screen reader too.
 */
void exm_loss_chart_set_losses (ExmLossChart *self,
                                const GArray *losses,
                                const GArray *held_losses);

G_END_DECLS
