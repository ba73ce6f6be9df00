/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A row of the list of methods: what it is called, what it finds, and how far that
 * agrees with the body that is shown. */

#pragma once

#include "app/analysis/exm-method-trials.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_METHOD_ROW (exm_method_row_get_type ())
G_DECLARE_FINAL_TYPE (ExmMethodRow, exm_method_row, EXM, METHOD_ROW, GtkListBoxRow)

/* @index: the trial that it shows, for good */
GtkWidget *exm_method_row_new (ExmMethodTrials *trials, guint index);

guint exm_method_row_get_index (ExmMethodRow *self);

/* Shows what is known of the trial now. */
void exm_method_row_update (ExmMethodRow *self, ExmMethodTrials *trials);

G_END_DECLS
