/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-focus.h"

#include "test-gui.h"
#include "test-pointer.h"

/* More stops than any screen has. */
#define MAX_STOPS 150u
/* Between two looks at where Tab has come. */
#define STOPS_AT_ONCE 6u

gboolean
test_focus_is_inside (GtkWidget *widget, GtkWidget *whole)
{
  return widget != NULL && whole != NULL
         && (widget == whole || gtk_widget_is_ancestor (widget, whole));
}

GtkWidget *
test_focus_need_at (gpointer window, GtkWidget *place, const char *where)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));
  g_autofree char *found = test_gui_describe (focus), *wanted = test_gui_describe (place);

  if (focus == NULL || focus == window || !gtk_widget_get_mapped (focus))
    g_error ("%s: the focus is lost, on %s", where, found);
  if (place != NULL && !test_focus_is_inside (focus, place))
    g_error ("%s: the focus is on %s, not in %s", where, found, wanted);
  return focus;
}

typedef struct
{
  GtkWidget *window; /* (unowned) */
  GtkWidget *goal;   /* (unowned) */
  GPtrArray *stops;  /* (owned) (element-type GtkWidget): also those that go meanwhile */
  gboolean left;     /* it was elsewhere */
  gboolean arrived;
} Walk;

static void
on_focus (GtkWindow *window, GParamSpec *pspec, Walk *walk)
{
  GtkWidget *focus = gtk_window_get_focus (window);

  if (focus == NULL)
    return;
  g_ptr_array_add (walk->stops, g_object_ref (focus));
  gboolean there = test_focus_is_inside (focus, walk->goal);
  walk->left = walk->left || !there;
  walk->arrived = walk->arrived || (there && walk->left);
}

static void
walk_begin (Walk *walk, gpointer window, GtkWidget *goal)
{
  *walk = (Walk){ .window = window,
                  .goal = goal,
                  .stops = g_ptr_array_new_with_free_func (g_object_unref) };
  g_signal_connect (window, "notify::focus-widget", G_CALLBACK (on_focus), walk);
}

/* Presses @key until the focus has come into the goal. */
static gboolean
walk_on (Walk *walk, const char *key, guint at_once)
{
  g_autoptr (GString) keys = g_string_new (key);

  for (guint i = 1; i < at_once; i++)
    g_string_append_printf (keys, " %s", key);
  for (guint i = 0; i < MAX_STOPS && !walk->arrived; i += at_once)
    test_keys (walk->window, keys->str);
  return walk->arrived;
}

static gboolean
has_stop (const Walk *walk, GtkWidget *wanted)
{
  for (guint i = 0; i < walk->stops->len; i++)
    if (test_focus_is_inside (g_ptr_array_index (walk->stops, i), wanted))
      return TRUE;
  return FALSE;
}

static void
walk_end (Walk *walk)
{
  g_signal_handlers_disconnect_by_data (walk->window, walk);
  g_ptr_array_unref (walk->stops);
}

void
test_focus_tab_to_at (gpointer window, GtkWidget *goal, const char *where)
{
  g_autofree char *wanted = test_gui_describe (goal);
  Walk walk;

  if (test_focus_is_inside (gtk_window_get_focus (GTK_WINDOW (window)), goal))
    return;
  walk_begin (&walk, window, goal);
  walk.left = TRUE;
  gboolean arrived = walk_on (&walk, "Tab", 1);
  walk_end (&walk);
  if (!arrived)
    g_error ("%s: Tab does not come to %s", where, wanted);
}

static void
assert_round_by (const char *key,
                 gpointer window,
                 GtkWidget *start,
                 const char *where,
                 GtkWidget **all)
{
  g_autofree char *place = test_gui_describe (start);
  Walk walk;

  walk_begin (&walk, window, start);
  gboolean arrived = walk_on (&walk, key, STOPS_AT_ONCE);
  g_autofree char *last = test_gui_describe (gtk_window_get_focus (GTK_WINDOW (window)));
  if (!arrived)
    g_error ("%s: %s does not come back to %s; it is on %s", where, key, place, last);
  for (guint i = 0; all[i] != NULL; i++)
    if (!has_stop (&walk, all[i]))
      {
        g_autofree char *missing = test_gui_describe (all[i]);
        g_error ("%s: %s from %s does not come to %s", where, key, place, missing);
      }
  walk_end (&walk);
  /* It may have gone on. */
  test_focus_tab_to_at (window, start, where);
}

void
test_focus_assert_round_at (gpointer window, const char *where, GtkWidget **wanted)
{
  GtkWidget *start = test_focus_need_at (window, NULL, where);
  GtkWidget *list = gtk_widget_get_ancestor (start, GTK_TYPE_LIST_VIEW);

  /* Tab comes back to a row, to whichever of its parts. */
  start = list != NULL ? list : start;
  assert_round_by ("Tab", window, start, where, wanted);
  assert_round_by ("shift+Tab", window, start, where, wanted);
}
