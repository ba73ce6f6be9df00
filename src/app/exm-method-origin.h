/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Where the model of a method that is trained comes from, in words. */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * exm_method_origin_show:
 * @label: says whether the task has a model of its own, of what it was trained, and
 *   that one cannot be used
 * @back: shown where there is one to leave
 * @models: (nullable) (element-type utf8): the task's own
 * @method: the method
 */
void
exm_method_origin_show (GtkLabel *label,
                        GtkWidget *back,
                        const GPtrArray *models,
                        const char *method);

G_END_DECLS
