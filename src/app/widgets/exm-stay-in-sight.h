/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A list whose chosen row was gone to, and is not lost when the list becomes lower. */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * exm_stay_in_sight:
 * @view: with its model, a #GtkSingleSelection, in a scrolled window
 *
 * From now on the row that was chosen last is wholly seen again when the list gets
 * another height, as from a detail below it that says more; not once somebody has
 * scrolled. GTK alone keeps the part of the list at which that row was, and cuts it. Main
 * thread; O(1) a change.
 */
void exm_stay_in_sight (GtkListView *view);

G_END_DECLS
