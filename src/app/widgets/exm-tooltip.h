/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Tooltips of what there is much of. */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * exm_tooltip_set:
 * @widget: a part of a row, or what changes while something is dragged
 * @text: (nullable): %NULL or "" for none
 *
 * As gtk_widget_set_tooltip_text(), which asks the display server where the pointer is
 * each time, and waits for the answer: of 200 rows of a list that is half a second. Here
 * the text is asked for when the pointer rests. Main thread.
 */
void exm_tooltip_set (GtkWidget *widget, const char *text);

G_END_DECLS
