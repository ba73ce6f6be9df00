/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-pointer.h"

#include "test-gui.h"

#include <gdk/x11/gdkx.h>

#define DRAG_STEPS 8

static void
on_waited (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  g_subprocess_wait_check_finish (G_SUBPROCESS (source), result, &error);
  g_assert_no_error (error);
  *(gboolean *) data = TRUE;
}

static gboolean
is_true (gpointer data)
{
  return *(gboolean *) data;
}

/* Runs xdotool with @words, which is freed, while the main loop turns. */
static void
run (GtkWidget *widget, GPtrArray *words)
{
  g_autoptr (GError) error = NULL;
  /* It may go away by what it is about to get. */
  g_autoptr (GtkWidget) kept = g_object_ref (widget);
  GdkDisplay *display = gtk_widget_get_display (widget);
  gboolean done = FALSE;

  g_ptr_array_insert (words, 0, g_strdup ("xdotool"));
  g_ptr_array_add (words, NULL);
  g_autoptr (GSubprocess) tool = g_subprocess_newv (
      (const char *const *) words->pdata, G_SUBPROCESS_FLAGS_STDOUT_SILENCE, &error);
  g_assert_no_error (error);
  g_subprocess_wait_check_async (tool, NULL, on_waited, &done);
  test_gui_wait_until (is_true, &done, "xdotool");
  g_ptr_array_unref (words);
  gdk_display_sync (display);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  if (gtk_widget_get_mapped (kept) && gtk_widget_get_frame_clock (kept) != NULL)
    test_gui_settle (kept);
}

static GPtrArray *
make_words (void)
{
  return g_ptr_array_new_with_free_func (g_free);
}

static void
add (GPtrArray *words, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_ptr_array_add (words, g_strdup_vprintf (format, args));
  va_end (args);
}

static gulong
get_xid (GtkWidget *widget)
{
  GdkSurface *surface = gtk_native_get_surface (gtk_widget_get_native (widget));

  return (gulong) gdk_x11_surface_get_xid (GDK_X11_SURFACE (surface));
}

/* Adds "mousemove" to a place on a widget. */
static void
add_move (GPtrArray *words, GtkWidget *widget, double x, double y)
{
  GtkNative *native = gtk_widget_get_native (widget);
  graphene_point_t place;
  double left, top;

  g_assert_nonnull (native);
  test_gui_settle (widget);
  x = x < 0 ? gtk_widget_get_width (widget) + x : x;
  y = y < 0 ? gtk_widget_get_height (widget) + y : y;
  g_assert_true (gtk_widget_compute_point (
      widget, GTK_WIDGET (native), &GRAPHENE_POINT_INIT ((float) x, (float) y), &place));
  gtk_native_get_surface_transform (native, &left, &top);
  add (words, "mousemove");
  add (words, "--window");
  add (words, "%lu", get_xid (widget));
  add (words, "%d", (int) (place.x + left));
  add (words, "%d", (int) (place.y + top));
}

void
test_pointer_move (GtkWidget *widget, double x, double y)
{
  GPtrArray *words = make_words ();

  add_move (words, widget, x, y);
  run (widget, words);
}

void
test_pointer_click_at (GtkWidget *widget, double x, double y, guint button)
{
  GPtrArray *words = make_words ();

  /* A widget below the last place's tooltip is not clicked before that goes. */
  test_pointer_move (widget, x, y);
  add_move (words, widget, x, y);
  add (words, "click");
  add (words, "%u", button);
  run (widget, words);
}

void
test_pointer_click_with (GtkWidget *widget, double x, double y, const char *key)
{
  GPtrArray *words = make_words ();

  add_move (words, widget, x, y);
  add (words, "keydown");
  add (words, "%s", key);
  add (words, "click");
  add (words, "1");
  add (words, "keyup");
  add (words, "%s", key);
  run (widget, words);
}

void
test_pointer_click (GtkWidget *widget)
{
  /* It may go away by it, as a toast's button does. */
  g_autoptr (GtkWidget) kept = g_object_ref (widget);

  test_pointer_click_at (widget, gtk_widget_get_width (widget) / 2.0,
                         gtk_widget_get_height (widget) / 2.0, 1);
}

static GtkWidget *
need_toast (gpointer root, const char *title)
{
  GtkWidget *label = test_gui_need (root, GTK_TYPE_LABEL, title);
  GtkWidget *toast = gtk_widget_get_ancestor (label, g_type_from_name ("AdwToastWidget"));

  g_assert_nonnull (toast);
  return toast;
}

void
test_pointer_hold_toast (gpointer root, const char *title)
{
  test_pointer_move (need_toast (root, title), 8, 8);
}

void
test_pointer_undo (gpointer root, const char *title)
{
  /* Its only button that has words. */
  test_pointer_click (test_gui_need (need_toast (root, title), GTK_TYPE_BUTTON, NULL));
}

void
test_pointer_drag (
    GtkWidget *widget, double from_x, double from_y, double to_x, double to_y)
{
  GPtrArray *words = make_words ();

  add_move (words, widget, from_x, from_y);
  add (words, "mousedown");
  add (words, "1");
  run (widget, words);
  for (int i = 1; i <= DRAG_STEPS; i++)
    test_pointer_move (widget, from_x + (to_x - from_x) * i / DRAG_STEPS,
                       from_y + (to_y - from_y) * i / DRAG_STEPS);
  words = make_words ();
  add (words, "mouseup");
  add (words, "1");
  run (widget, words);
}

void
test_pointer_focus_window (GtkWidget *widget)
{
  GPtrArray *words = make_words ();

  add (words, "windowfocus");
  add (words, "--sync");
  add (words, "%lu", get_xid (widget));
  run (widget, words);
}

void
test_keys (GtkWidget *widget, const char *keys)
{
  g_auto (GStrv) names = g_strsplit (keys, " ", -1);
  GPtrArray *words = make_words ();

  test_pointer_focus_window (widget);
  add (words, "key");
  for (guint i = 0; names[i] != NULL; i++)
    add (words, "%s", names[i]);
  run (widget, words);
}

void
test_type (GtkWidget *widget, const char *text)
{
  GPtrArray *words = make_words ();

  test_pointer_focus_window (widget);
  add (words, "type");
  add (words, "--delay");
  add (words, "2");
  add (words, "%s", text);
  run (widget, words);
}
