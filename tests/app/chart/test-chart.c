/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The chart in a window, by pointer and by keys: what is dragged, stepped, enlarged and
 * pointed at, and what others are told of it. */

#include "app/chart/exm-chart-flag.h"
#include "app/chart/exm-chart-panel.h"
#include "app/chart/exm-curve-chart-private.h"
#include "chart-fixture.h"
#include "test-gui.h"
#include "test-pointer.h"

#include <math.h>
#include <time.h>

typedef struct
{
  GtkWidget *window; /* (owned) */
  ExmChartPanel *panel;
  ExmCurveChart *chart;
  GtkWidget *widget;  /* the chart */
  ExmChartData *data; /* (owned) */
  GString *events;    /* (owned) */
} Fixture;

static void
on_boundary_moved (ExmCurveChart *chart, gboolean tail, guint line, Fixture *self)
{
  g_string_append_printf (self->events, "moved %s %u;", tail ? "tail" : "head", line);
}

static void
on_boundary_moving (ExmCurveChart *chart, gboolean tail, guint line, Fixture *self)
{
  g_string_append_printf (self->events, "%s %u;", tail ? "tail" : "head", line);
}

static void
on_line_activated (ExmCurveChart *chart, guint line, Fixture *self)
{
  g_string_append_printf (self->events, "activated %u;", line);
}

static void
on_line_hovered (ExmCurveChart *chart, guint line, Fixture *self)
{
  if (line == EXM_NONE)
    g_string_append (self->events, "left;");
  else
    g_string_append_printf (self->events, "hovered %u;", line);
  /* As all views are told which line it is, this one too. */
  g_object_set (chart, "hover-line", line, NULL);
}

static ExmChartData *
make_data (guint n_paragraphs)
{
  g_autofree char *example = chart_fixture_make_page (1, n_paragraphs);
  g_autofree char *target = chart_fixture_make_page (2, n_paragraphs);

  return chart_fixture_compare (example, target, FALSE);
}

static void
set_up (Fixture *self, gconstpointer unused)
{
  self->events = g_string_new (NULL);
  self->data = make_data (16);
  self->window = gtk_window_new ();
  self->panel = EXM_CHART_PANEL (exm_chart_panel_new ());
  self->chart = exm_chart_panel_get_chart (self->panel);
  self->widget = GTK_WIDGET (self->chart);
  gtk_window_set_decorated (GTK_WINDOW (self->window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (self->window), 900, 260);
  gtk_window_set_child (GTK_WINDOW (self->window), GTK_WIDGET (self->panel));
  exm_chart_panel_set_data (self->panel, self->data);
  g_signal_connect (self->chart, "boundary-moved", G_CALLBACK (on_boundary_moved), self);
  g_signal_connect (self->chart, "line-activated", G_CALLBACK (on_line_activated), self);
  gtk_window_present (GTK_WINDOW (self->window));
  test_gui_settle (self->widget);
  exm_curve_chart_fit_all (self->chart);
  test_gui_settle (self->widget);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  g_object_add_weak_pointer (G_OBJECT (self->chart), (gpointer *) &self->chart);
  gtk_window_destroy (GTK_WINDOW (self->window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_null (self->chart);
  exm_chart_data_unref (self->data);
  g_string_free (self->events, TRUE);
}

static void
assert_events (Fixture *self, const char *expected)
{
  g_assert_cmpstr (self->events->str, ==, expected);
  g_string_truncate (self->events, 0);
}

/* The middle of a flag's widget is where its line is drawn. */
static double
get_flag_px (Fixture *self, gboolean tail)
{
  GtkWidget *flag = exm_curve_chart_get_flag (self->chart, tail);
  graphene_rect_t place;

  g_assert_true (gtk_widget_compute_bounds (flag, self->widget, &place));
  return (double) place.origin.x + (double) place.size.width / 2;
}

/* Runs xdotool while the main loop turns: keys and buttons that stay down. */
static void
hold (Fixture *self, const char *what, const char *which)
{
  const char *const words[] = { "xdotool", what, which, NULL };
  g_autoptr (GError) error = NULL;

  g_spawn_sync (NULL, (char **) words, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL,
                NULL, &error);
  g_assert_no_error (error);
  gdk_display_sync (gtk_widget_get_display (self->widget));
  test_gui_settle (self->widget);
}

static void
test_drag (Fixture *self, gconstpointer unused)
{
  double y = 80, head_px = get_flag_px (self, FALSE);
  guint head = self->data->head;

  /* A few lines on, far from any turning point of C(x). */
  guint wanted = head + 4;
  double head_x = exm_chart_data_get_start (self->data, head);
  double tail_x = exm_chart_data_get_end (self->data, self->data->tail);
  double scale = (get_flag_px (self, TRUE) - head_px) / (tail_x - head_x);
  double px
      = head_px + (exm_chart_data_get_start (self->data, wanted) - head_x) * scale + 2;
  test_pointer_drag (self->widget, head_px + 3, y, px + 3, y);
  g_autofree char *moved = g_strdup_printf ("moved head %u;", wanted);
  assert_events (self, moved);
  g_assert_cmpuint (exm_curve_chart_get_head (self->chart), ==, wanted);
  g_assert_cmpfloat_with_epsilon (get_flag_px (self, FALSE), px - 2, 1.5);
  g_assert_cmpuint (self->data->head, ==, head);

  /* Past the end: it stops there. */
  test_pointer_drag (self->widget, px - 2, y, 890, y);
  g_assert_cmpuint (exm_curve_chart_get_head (self->chart), ==, self->data->tail);
  g_string_truncate (self->events, 0);

  /* Back to ours. */
  exm_curve_chart_reset_boundary (self->chart, FALSE);
  moved[0] = '\0';
  g_autofree char *back = g_strdup_printf ("moved head %u;", head);
  assert_events (self, back);
  exm_curve_chart_reset_boundary (self->chart, FALSE);
  assert_events (self, "");
}

static void
test_magnets (Fixture *self, gconstpointer unused)
{
  double y = 80, head_px = get_flag_px (self, FALSE);
  guint head = self->data->head;

  exm_curve_chart_set_boundary (self->chart, FALSE, head + 3);
  test_gui_settle (self->widget);
  double px = get_flag_px (self, FALSE);
  /* Six pixels from the ring it is drawn there, though another line's start is nearer. */
  g_assert_cmpuint (self->data->row_of[head], >, 0);
  exm_chart_range_set (
      exm_curve_chart_get_range (self->chart), 0,
      exm_chart_range_get_length (exm_curve_chart_get_range (self->chart)));
  test_pointer_drag (self->widget, px, y, head_px - 6, y);
  g_assert_cmpuint (exm_curve_chart_get_head (self->chart), ==, head);

  exm_curve_chart_set_boundary (self->chart, FALSE, head + 3);
  test_gui_settle (self->widget);
  guint before = head - 1;
  g_autoptr (GError) error = NULL;
  double start = exm_chart_data_get_start (self->data, before);
  double scale = (px - head_px)
                 / (exm_chart_data_get_start (self->data, head + 3)
                    - exm_chart_data_get_start (self->data, head));
  double before_px
      = head_px - (exm_chart_data_get_start (self->data, head) - start) * scale;
  /* The line before is nearer than the ring, which is within reach: only Ctrl goes there.
   */
  g_assert_cmpfloat (head_px - before_px, >, 1);
  g_assert_cmpfloat (head_px - before_px, <, 8);
  hold (self, "keydown", "ctrl");
  test_pointer_drag (self->widget, px, y, floor (before_px), y);
  hold (self, "keyup", "ctrl");
  g_assert_cmpuint (exm_curve_chart_get_head (self->chart), ==, before);
}

static void
test_drag_signals (Fixture *self, gconstpointer unused)
{
  double px = get_flag_px (self, TRUE), y = 90;
  guint tail = self->data->tail;

  g_signal_connect (self->chart, "boundary-moving", G_CALLBACK (on_boundary_moving),
                    self);
  test_pointer_move (self->widget, px - 2, y);
  GdkCursor *cursor = gtk_widget_get_cursor (self->widget);
  g_assert_nonnull (cursor);
  g_assert_cmpstr (gdk_cursor_get_name (cursor), ==, "ew-resize");
  hold (self, "mousedown", "1");
  test_pointer_move (self->widget, px - 80, y);
  guint there = exm_curve_chart_get_tail (self->chart);
  g_assert_cmpuint (there, <, tail);
  g_autofree char *moving = g_strdup_printf ("tail %u;", there);
  assert_events (self, moving);
  /* Data that come meanwhile leave the flag in the hand. */
  g_autoptr (ExmChartData) newer = make_data (16);
  exm_chart_panel_set_data (self->panel, newer);
  g_assert_cmpuint (exm_curve_chart_get_tail (self->chart), ==, there);
  test_keys (self->widget, "Escape");
  g_assert_cmpuint (exm_curve_chart_get_tail (self->chart), ==, tail);
  hold (self, "mouseup", "1");
  g_autofree char *back = g_strdup_printf ("tail %u;", tail);
  assert_events (self, back);
  test_pointer_move (self->widget, px - 80, y);
  g_assert_null (gtk_widget_get_cursor (self->widget));
}

static void
test_double_click (Fixture *self, gconstpointer unused)
{
  GtkSettings *settings = gtk_widget_get_settings (self->widget);
  guint head = self->data->head;

  /* However long it takes until the second one comes. */
  g_object_set (settings, "gtk-double-click-time", 20000, NULL);
  exm_curve_chart_set_boundary (self->chart, FALSE, head + 2);
  test_gui_settle (self->widget);
  test_pointer_move (self->widget, get_flag_px (self, FALSE), 90);
  const char *const words[]
      = { "xdotool", "click", "--repeat", "2", "--delay", "40", "1", NULL };
  g_autoptr (GError) error = NULL;
  g_spawn_sync (NULL, (char **) words, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL,
                NULL, &error);
  g_assert_no_error (error);
  test_gui_settle (self->widget);
  gtk_settings_reset_property (settings, "gtk-double-click-time");
  g_assert_cmpuint (exm_curve_chart_get_head (self->chart), ==, head);
  g_autofree char *back = g_strdup_printf ("moved head %u;", head);
  assert_events (self, back);
}

static void
test_keys_on_flags (Fixture *self, gconstpointer unused)
{
  guint head = self->data->head, tail = self->data->tail;
  GtkWidget *start = exm_curve_chart_get_flag (self->chart, FALSE);
  GtkWidget *end = exm_curve_chart_get_flag (self->chart, TRUE);

  gtk_widget_grab_focus (start);
  test_keys (self->widget, "Tab");
  g_assert_true (gtk_widget_has_focus (end));
  test_keys (self->widget, "shift+Tab");
  g_assert_true (gtk_widget_has_focus (start));

  test_keys (self->widget, "Right Right Left Return");
  g_autofree char *one = g_strdup_printf ("moved head %u;", head + 1);
  assert_events (self, one);
  test_keys (self->widget, "shift+Right Escape");
  g_assert_cmpuint (exm_curve_chart_get_head (self->chart), ==, head + 1);
  assert_events (self, "");
  test_keys (self->widget, "shift+Right Return");
  g_autofree char *ten = g_strdup_printf ("moved head %u;", head + 11);
  assert_events (self, ten);
  test_keys (self->widget, "Home");
  g_autofree char *home = g_strdup_printf ("moved head %u;", head);
  assert_events (self, home);

  /* Going to the other flag ends the move. */
  test_keys (self->widget, "Left Tab");
  g_autofree char *left = g_strdup_printf ("moved head %u;", head - 1);
  assert_events (self, left);
  test_keys (self->widget, "shift+Right shift+Right shift+Right Return");
  g_autofree char *last
      = g_strdup_printf ("moved tail %u;", MIN (tail + 30, self->data->n_lines - 1));
  assert_events (self, last);
}

static gboolean
has_events (gpointer data)
{
  return ((Fixture *) data)->events->len > 0;
}

/* Without Return, a pause ends it. */
static void
test_keys_settle (Fixture *self, gconstpointer unused)
{
  gtk_widget_grab_focus (exm_curve_chart_get_flag (self->chart, TRUE));
  test_keys (self->widget, "Left");
  test_gui_wait_until (has_events, self, "the boundary");
  g_autofree char *moved = g_strdup_printf ("moved tail %u;", self->data->tail - 1);
  assert_events (self, moved);
}

static void
test_pointing (Fixture *self, gconstpointer unused)
{
  guint hover;

  g_signal_connect (self->chart, "line-hovered", G_CALLBACK (on_line_hovered), self);
  guint middle = (self->data->head + self->data->tail) / 2;
  double from = get_flag_px (self, FALSE), to = get_flag_px (self, TRUE);
  double head_x = exm_chart_data_get_start (self->data, self->data->head);
  double tail_x = exm_chart_data_get_end (self->data, self->data->tail);
  double x = exm_chart_data_get_start (self->data, middle) + 20;
  double px = from + (x - head_x) * (to - from) / (tail_x - head_x);
  test_pointer_move (self->widget, px, 70);
  g_object_get (self->chart, "hover-line", &hover, NULL);
  g_assert_cmpuint (hover, ==, middle);
  /* The bubble says which line it is. */
  g_assert_true (self->chart->pointed);
  g_autofree char *expected
      = g_strdup_printf ("hovered %u;activated %u;", middle, middle);
  test_pointer_click_at (self->widget, px, 70, 1);
  assert_events (self, expected);
  test_pointer_move (GTK_WIDGET (self->panel), 400, 20);
  assert_events (self, "left;");
  /* Another view's pointer: nobody is told what everybody knows. */
  g_object_set (self->chart, "hover-line", middle, NULL);
  assert_events (self, "");
}

static void
test_range (Fixture *self, gconstpointer unused)
{
  ExmChartRange *range = exm_curve_chart_get_range (self->chart);
  double length = exm_chart_range_get_length (range);

  g_assert_cmpfloat (length, ==, (double) self->data->curves->n_chars);
  gtk_widget_grab_focus (self->widget);
  test_keys (self->widget, "plus plus");
  g_assert_cmpfloat_with_epsilon (exm_chart_range_get_end (range)
                                      - exm_chart_range_get_begin (range),
                                  length / 1.25 / 1.25, 1e-6);
  double begin = exm_chart_range_get_begin (range);
  test_keys (self->widget, "Right");
  g_assert_cmpfloat (exm_chart_range_get_begin (range), >, begin);
  test_keys (self->widget, "0");
  g_assert_true (exm_chart_range_is_whole (range));
  test_keys (self->widget, "z");
  g_assert_cmpfloat (exm_chart_range_get_begin (range), <=,
                     exm_chart_data_get_start (self->data, self->data->head));
  g_assert_cmpfloat (exm_chart_range_get_end (range), >=,
                     exm_chart_data_get_end (self->data, self->data->tail));
  g_assert_false (exm_chart_range_is_whole (range));

  /* The wheel, with Ctrl about the pointer, without it sideways. */
  begin = exm_chart_range_get_begin (range);
  test_pointer_click_at (self->widget, 300, 60, 4);
  g_assert_cmpfloat (exm_chart_range_get_begin (range), <, begin);
  double span = exm_chart_range_get_end (range) - exm_chart_range_get_begin (range);
  hold (self, "keydown", "ctrl");
  test_pointer_click_at (self->widget, 300, 60, 4);
  hold (self, "keyup", "ctrl");
  g_assert_cmpfloat_with_epsilon (exm_chart_range_get_end (range)
                                      - exm_chart_range_get_begin (range),
                                  span / 1.25, 1e-6);

  /* The page is dragged the other way than the box of the overview. */
  begin = exm_chart_range_get_begin (range);
  double y = 60, strip = gtk_widget_get_height (self->widget) - 8;
  test_pointer_drag (self->widget, 400, y, 440, y);
  g_assert_cmpfloat (exm_chart_range_get_begin (range), <, begin);
  g_string_truncate (self->events, 0);
  test_pointer_click_at (self->widget, 800, strip, 1);
  g_assert_cmpfloat (exm_chart_range_get_end (range), >, length * .8);
  assert_events (self, "");
  begin = exm_chart_range_get_begin (range);
  test_pointer_drag (self->widget, 800, strip, 700, strip);
  g_assert_cmpfloat (exm_chart_range_get_begin (range), <, begin - length * .08);
  assert_events (self, "");
}

static void
test_small_body (Fixture *self, gconstpointer unused)
{
  ExmChartRange *range = exm_curve_chart_get_range (self->chart);
  GString *html = g_string_new (NULL);

  for (guint i = 0; i < 200; i++)
    g_string_append_printf (html, "<ul><li><a href='/%u'>A link of the menu</a></ul>", i);
  g_autofree char *example = g_strconcat (
      html->str, "<div><p>An article of some length, which says a thing or two.</div>",
      NULL);
  g_autofree char *target = g_strconcat (
      html->str,
      "<div><p>Here, however, is another one: it goes on about the weather, "
      "at length, as such articles do.</div>",
      NULL);
  g_string_free (html, TRUE);
  g_autoptr (ExmChartData) data = chart_fixture_compare (example, target, FALSE);
  g_assert_cmpuint (data->head, !=, EXM_NONE);
  exm_chart_panel_set_data (self->panel, data);
  g_assert_false (exm_chart_range_is_whole (range));
  g_assert_cmpfloat (exm_chart_range_get_begin (range), <=,
                     exm_chart_data_get_start (data, data->head));
  /* Other data of the page leave the view where the user put it. */
  exm_curve_chart_fit_all (self->chart);
  g_autoptr (ExmChartData) again = chart_fixture_compare (example, target, TRUE);
  exm_chart_panel_set_data (self->panel, again);
  g_assert_true (exm_chart_range_is_whole (range));
  exm_chart_panel_set_data (self->panel, NULL);
  g_assert_cmpuint (exm_curve_chart_get_head (self->chart), ==, EXM_NONE);
  test_gui_settle (self->widget);
  g_assert_false (gtk_widget_get_visible (exm_curve_chart_get_flag (self->chart, FALSE)));
}

static gboolean
says_busy (gpointer data)
{
  Fixture *self = data;
  return test_gui_find (self->widget, GTK_TYPE_LABEL, "Reading page…") != NULL;
}

static gboolean
spins (gpointer data)
{
  Fixture *self = data;
  GtkWidget *spinner = test_gui_find (self->widget, GTK_TYPE_SPINNER, NULL);
  return spinner != NULL && gtk_spinner_get_spinning (GTK_SPINNER (spinner));
}

static void
test_busy (Fixture *self, gconstpointer unused)
{
  gint64 start = g_get_monotonic_time ();

  g_object_set (self->chart, "busy", TRUE, NULL);
  g_assert_false (says_busy (self));
  test_gui_wait_until (says_busy, self, "words");
  g_assert_cmpint (g_get_monotonic_time () - start, >=, 290 * 1000);
  g_assert_false (spins (self));
  test_gui_wait_until (spins, self, "a spinner");
  g_assert_cmpint (g_get_monotonic_time () - start, >=, 990 * 1000);
  g_object_set (self->chart, "busy", FALSE, NULL);
  test_gui_settle (self->widget);
  g_assert_false (says_busy (self));
  g_assert_false (spins (self));
}

static void
test_accessible (Fixture *self, gconstpointer unused)
{
  GtkAccessible *start = GTK_ACCESSIBLE (exm_curve_chart_get_flag (self->chart, FALSE));
  g_autofree char *words = g_strdup_printf ("Body starts at line %u of %u",
                                            self->data->head + 1, self->data->n_lines);
  g_autofree char *next = g_strdup_printf ("Body starts at line %u of %u",
                                           self->data->head + 2, self->data->n_lines);

  gtk_test_accessible_assert_role (start, GTK_ACCESSIBLE_ROLE_SLIDER);
  gtk_test_accessible_assert_property (start, GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Body starts");
  gtk_test_accessible_assert_property (start, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words);
  exm_curve_chart_set_boundary (self->chart, FALSE, self->data->head + 1);
  gtk_test_accessible_assert_property (start, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, next);
  gtk_test_accessible_assert_property (start, GTK_ACCESSIBLE_PROPERTY_VALUE_NOW,
                                       (double) self->data->head + 2);
  g_object_set (self->chart, "busy", TRUE, NULL);
  gtk_test_accessible_assert_state (GTK_ACCESSIBLE (self->chart),
                                    GTK_ACCESSIBLE_STATE_BUSY, TRUE);
}

/* Milliseconds that a frame may take: one at 60 Hz. The aim is half of that (the message
 * tells); a processor that is shared takes twice as long for the same work. Sanitizers
 * look at every pixel. */
#ifdef __SANITIZE_ADDRESS__
#define FRAME_MS 60.0
#else
#define FRAME_MS 16.0
#endif

typedef struct
{
  double record; /* milliseconds: the snapshot itself */
  double paint;  /* milliseconds: its pixels, by the slowest renderer */
} Cost;

/* Time of this thread alone: others may be at work too. */
static double
get_cpu_ms (void)
{
  struct timespec now;

  g_assert_cmpint (clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now), ==, 0);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

static void
time_snapshot (Fixture *self, Cost *least)
{
  int width = gtk_widget_get_width (self->widget);
  int height = gtk_widget_get_height (self->widget);
  cairo_surface_t *pixels
      = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cairo_t *cr = cairo_create (pixels);
  double start = get_cpu_ms ();
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  GTK_WIDGET_GET_CLASS (self->widget)->snapshot (self->widget, snapshot);
  GskRenderNode *node = gtk_snapshot_free_to_node (snapshot);
  double recorded = get_cpu_ms ();
  g_assert_nonnull (node);
  gsk_render_node_draw (node, cr);
  double painted = get_cpu_ms ();
  least->record = MIN (least->record, recorded - start);
  least->paint = MIN (least->paint, painted - recorded);
  gsk_render_node_unref (node);
  cairo_destroy (cr);
  cairo_surface_destroy (pixels);
}

/* A hundred thousand characters at 1280 pixels: what moves with the pointer, and what
 * another range changes. The best of some, for other work may be going on. */
static void
test_speed (Fixture *self, gconstpointer unused)
{
  ExmChartRange *range = exm_curve_chart_get_range (self->chart);
  Cost hover = { 1e9, 1e9 }, pan = { 1e9, 1e9 }, zoom = { 1e9, 1e9 };

  g_autoptr (ExmChartData) data = make_data (340);
  g_assert_cmpuint (data->curves->n_chars, >, 100 * 1000);
  gtk_window_set_default_size (GTK_WINDOW (self->window), 1280, 260);
  exm_chart_panel_set_data (self->panel, data);
  test_gui_settle (self->widget);
  for (guint i = 1; i < 12; i++)
    {
      exm_chart_range_set (range, i, exm_chart_range_get_length (range) - 12 + i);
      time_snapshot (self, &pan);
      g_object_set (self->chart, "hover-line", data->head + i, NULL);
      time_snapshot (self, &hover);
    }
  for (guint i = 0; i < 12; i++)
    {
      exm_curve_chart_zoom (self->chart, 1.5);
      time_snapshot (self, &zoom);
    }
  g_test_message ("%d px: hovering %.2f ms and %.2f ms of pixels; panning %.2f ms and "
                  "%.2f ms of pixels; zooming %.2f ms and %.2f ms of pixels",
                  gtk_widget_get_width (self->widget), hover.record, hover.paint,
                  pan.record, pan.paint, zoom.record, zoom.paint);
  g_assert_cmpfloat (hover.record + hover.paint, <, FRAME_MS);
  g_assert_cmpfloat (pan.record + pan.paint, <, FRAME_MS);
  g_assert_cmpfloat (zoom.record + zoom.paint, <, FRAME_MS);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*func) (Fixture *self, gconstpointer unused);
  } tests[] = {
    { "/app/chart/drag", test_drag },
    { "/app/chart/magnets", test_magnets },
    { "/app/chart/drag-signals", test_drag_signals },
    { "/app/chart/double-click", test_double_click },
    { "/app/chart/keys/flags", test_keys_on_flags },
    { "/app/chart/keys/settle", test_keys_settle },
    { "/app/chart/pointing", test_pointing },
    { "/app/chart/range", test_range },
    { "/app/chart/small-body", test_small_body },
    { "/app/chart/busy", test_busy },
    { "/app/chart/accessible", test_accessible },
    { "/app/chart/speed", test_speed },
  };

  test_gui_init (&argc, &argv);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].func, tear_down);
  return g_test_run ();
}
