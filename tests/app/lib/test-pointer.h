/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The pointer and the keyboard of the test's screen, as the X server sees them: what
 * happens here went through all of GTK. Every function returns once the server has taken
 * it and the main loop has seen it. Coordinates are those of the widget, in logical
 * pixels; negative ones count from its right or lower edge. */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void test_pointer_move (GtkWidget *widget, double x, double y);

/* In the middle of the widget. */
void test_pointer_click (GtkWidget *widget);

/* Waits for the toast of @title in @root, and lets the pointer rest on it, which is how
 * long it stays. */
void test_pointer_hold_toast (gpointer root, const char *title);

/**
 * test_pointer_undo:
 * @root: (type GtkWidget): what the toast is shown in
 * @title: of the toast
 *
 * Waits for the toast and clicks on its "Undo", not on that of one that still goes.
 */
void test_pointer_undo (gpointer root, const char *title);

/* @button: 1 is the first one */
void test_pointer_click_at (GtkWidget *widget, double x, double y, guint button);

/* Clicks with the first button while @key, as "shift", is held down. */
void test_pointer_click_with (GtkWidget *widget, double x, double y, const char *key);

/* With the first button, in 8 steps. */
void test_pointer_drag (
    GtkWidget *widget, double from_x, double from_y, double to_x, double to_y);

/* The keyboard goes to the window of @widget. */
void test_pointer_focus_window (GtkWidget *widget);

/**
 * test_keys:
 * @widget: in the window that gets them
 * @keys: as "ctrl+k", "Return", "alt+2"; several are separated by spaces
 */
void test_keys (GtkWidget *widget, const char *keys);

/* Types a text, letter by letter. */
void test_type (GtkWidget *widget, const char *text);

G_END_DECLS
