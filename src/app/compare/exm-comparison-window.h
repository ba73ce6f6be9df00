/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A comparison in a window of its own, with room for both texts beside each other. */

#pragma once

#include "app/compare/exm-line-comparison.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * exm_comparison_window_open:
 * @parent: with which it goes
 * @comparison: what it shows, whatever is compared
 *
 * Returns: (transfer none): the window, which is about to be shown
 */
GtkWindow *exm_comparison_window_open (GtkWindow *parent, ExmLineComparison *comparison);

G_END_DECLS
