/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Keyboard focus, and the widgets that Tab brings it to; a fault ends the test.
 * Windows are any, with dialogs. */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Returns: whether @widget is @whole or a part of it; both may be %NULL */
gboolean test_focus_is_inside (GtkWidget *widget, GtkWidget *whole);

/**
 * test_focus_need:
 * @window: (type GtkWindow): whose focus is to be on something that is seen
 * @place: (nullable): and within this
 *
 * Returns: (transfer none): what has the focus
 */
#define test_focus_need(window, place) test_focus_need_at (window, place, G_STRLOC)
GtkWidget *test_focus_need_at (gpointer window, GtkWidget *place, const char *where);

/* Presses Tab until the focus is within @goal. */
#define test_focus_tab_to(window, goal) test_focus_tab_to_at (window, goal, G_STRLOC)
void test_focus_tab_to_at (gpointer window, GtkWidget *goal, const char *where);

/**
 * test_focus_assert_round:
 * @window: (type GtkWindow): in which it is
 * @...: widgets
 *
 * Tab goes round: from where the focus is to each of the widgets and back, and Shift+Tab
 * does too.
 */
#define test_focus_assert_round(window, ...)                                             \
  test_focus_assert_round_at (window, G_STRLOC, (GtkWidget *[]){ __VA_ARGS__, NULL })
void test_focus_assert_round_at (gpointer window, const char *where, GtkWidget **wanted);

G_END_DECLS
