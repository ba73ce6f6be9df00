/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A list whose newest row comes first, and which is looked at from its top. */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * exm_stay_at_top:
 * @view: with its model
 *
 * From now on a view that shows its first row goes on showing the first one when others
 * come before it; one that was scrolled stays where it is. GTK alone keeps the rows that
 * are seen, and the newest ones come above of them. Main thread; O(1) a change.
 */
void exm_stay_at_top (GtkListView *view);

G_END_DECLS
