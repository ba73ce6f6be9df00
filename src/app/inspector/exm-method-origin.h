/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Where the model of a method that is trained comes from, in words. */

#pragma once

#include "extract/exm-method.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * exm_method_origin_show:
 * @label: in a box with all of it; says whether the task has a model of its own, of what
 * it was trained, and that one cannot be used
 * @train: trains one
 * @shipped: leaves it; shown where there is one
 * @models: (nullable) (element-type utf8): the task's own
 * @method: what the buttons are for; without training there is nothing to show
 */
void exm_method_origin_show (GtkLabel *label,
                             GtkActionable *train,
                             GtkActionable *shipped,
                             const GPtrArray *models,
                             const ExmMethod *method);

G_END_DECLS
