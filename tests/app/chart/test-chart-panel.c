/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The tools around the chart: every control does what it says, says it to everybody, and
 * all of them find room. */

#include "app/chart/exm-chart-panel.h"
#include "chart-fixture.h"
#include "test-gui.h"
#include "test-pointer.h"

#include <string.h>

typedef struct
{
  GtkWidget *window; /* (owned) */
  ExmChartPanel *panel;
  ExmCurveChart *chart;
  ExmChartData *data; /* (owned) */
} Fixture;

static void
set_up (Fixture *self, gconstpointer unused)
{
  self->data = chart_fixture_load ("en-example.html", "en-target.html", FALSE);
  self->window = gtk_window_new ();
  self->panel = EXM_CHART_PANEL (exm_chart_panel_new ());
  self->chart = exm_chart_panel_get_chart (self->panel);
  gtk_window_set_decorated (GTK_WINDOW (self->window), FALSE);
  /* It lies below the pages, and its list of lanes opens over them. */
  gtk_widget_set_margin_top (GTK_WIDGET (self->panel), 440);
  gtk_window_set_default_size (GTK_WINDOW (self->window), 700, 880);
  gtk_window_set_child (GTK_WINDOW (self->window), GTK_WIDGET (self->panel));
  exm_chart_panel_set_data (self->panel, self->data);
  gtk_window_present (GTK_WINDOW (self->window));
  test_gui_settle (GTK_WIDGET (self->panel));
}

/* A copy under way holds it for a moment. */
static gboolean
is_gone (gpointer data)
{
  return ((Fixture *) data)->panel == NULL;
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  g_object_add_weak_pointer (G_OBJECT (self->panel), (gpointer *) &self->panel);
  gtk_window_destroy (GTK_WINDOW (self->window));
  test_gui_wait_until (is_gone, self, "the panel's end");
  exm_chart_data_unref (self->data);
}

static GtkWidget *
need (Fixture *self, GType type, const char *text)
{
  return test_gui_need (self->panel, type, text);
}

static void
test_legend (Fixture *self, gconstpointer unused)
{
  static const struct
  {
    const char *id, *prop, *words;
  } buttons[] = {
    { "fs_button", "show-fs", "Forward similarity FS" },
    { "bs_button", "show-bs", "Backward similarity BS" },
    { "c_button", "show-c", "Cumulative evidence C(x): the body is its greatest rise" },
    { "seen_button", "show-seen", "Seen in the example" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (buttons); i++)
    {
      GtkWidget *button = need (self, GTK_TYPE_TOGGLE_BUTTON, buttons[i].id);
      gboolean shown;
      gtk_test_accessible_assert_property (
          GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, buttons[i].words);
      g_assert_cmpstr (gtk_widget_get_tooltip_text (button), ==, buttons[i].words);
      test_pointer_click (button);
      g_object_get (self->chart, buttons[i].prop, &shown, NULL);
      g_assert_false (shown);
    }
  g_object_set (self->chart, "show-fs", TRUE, NULL);
  g_assert_true (gtk_toggle_button_get_active (
      GTK_TOGGLE_BUTTON (need (self, GTK_TYPE_TOGGLE_BUTTON, "fs_button"))));
}

/* Only literal curves set boundaries, and only then the legend says so. */
static void
test_measuring (Fixture *self, gconstpointer unused)
{
  double window, sensitivity;
  gboolean literal;

  GtkWidget *menu = need (self, GTK_TYPE_MENU_BUTTON, "How It Is Measured");
  test_pointer_click (menu);
  test_pointer_click (need (self, GTK_TYPE_CHECK_BUTTON, "literal_button"));
  g_object_get (self->panel, "literal", &literal, NULL);
  g_assert_true (literal);
  GtkWidget *fs = need (self, GTK_TYPE_TOGGLE_BUTTON, "fs_button");
  g_assert_nonnull (strstr (gtk_widget_get_tooltip_text (fs), "sets"));
  g_object_set (self->panel, "literal", FALSE, NULL);
  g_assert_null (strstr (gtk_widget_get_tooltip_text (fs), "sets"));
  g_assert_true (gtk_check_button_get_active (
      GTK_CHECK_BUTTON (need (self, GTK_TYPE_CHECK_BUTTON, "tracked_button"))));

  GtkWidget *scale = need (self, GTK_TYPE_SCALE, "window_scale");
  gtk_widget_grab_focus (scale);
  test_keys (scale, "Right Right Right");
  g_object_get (self->panel, "window", &window, NULL);
  g_assert_cmpfloat (window, ==, 35);
  test_keys (scale, "End");
  g_object_get (self->panel, "window", &window, NULL);
  g_assert_cmpfloat (window, ==, 256);
  gtk_range_set_value (GTK_RANGE (need (self, GTK_TYPE_SCALE, "sensitivity_scale")), .5);
  g_object_get (self->panel, "sensitivity", &sensitivity, NULL);
  g_assert_cmpfloat_with_epsilon (sensitivity, .5, 1e-9);
  gtk_menu_button_popdown (GTK_MENU_BUTTON (menu));
  test_gui_settle (GTK_WIDGET (self->panel));
}

/* Whether somewhere at @x, from top to bottom, there is a tooltip. */
static gboolean
has_tooltip (GtkWidget *chart, int x)
{
  g_autoptr (GtkTooltip) tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  gboolean found = FALSE;

  for (int y = 0; y < gtk_widget_get_height (chart) && !found; y += 4)
    g_signal_emit_by_name (chart, "query-tooltip", x, y, FALSE, tooltip, &found);
  return found;
}

static void
test_lanes (Fixture *self, gconstpointer unused)
{
  GtkWidget *chart = GTK_WIDGET (self->chart);
  int before, after;

  gtk_widget_measure (chart, GTK_ORIENTATION_VERTICAL, -1, &before, NULL, NULL, NULL);
  test_pointer_click (need (self, GTK_TYPE_MENU_BUTTON, "More kinds of evidence"));
  test_pointer_click (need (self, GTK_TYPE_WIDGET, "Prose"));
  g_assert_true (exm_curve_chart_get_lane_shown (self->chart, "prose"));
  gtk_widget_measure (chart, GTK_ORIENTATION_VERTICAL, -1, &after, NULL, NULL, NULL);
  g_assert_cmpint (after, >, before);
  test_gui_settle (chart);
  /* Its name says what it means; the curves beside it do not. */
  g_assert_true (has_tooltip (chart, 8));
  g_assert_false (has_tooltip (chart, gtk_widget_get_width (chart) / 2));
  /* Literal results have fewer lanes: what they have not is not shown, but not lost. */
  g_autoptr (ExmChartData) literal
      = chart_fixture_load ("en-example.html", "en-target.html", TRUE);
  exm_chart_panel_set_data (self->panel, literal);
  gtk_widget_measure (chart, GTK_ORIENTATION_VERTICAL, -1, &after, NULL, NULL, NULL);
  g_assert_cmpint (after, ==, before);
  exm_chart_panel_set_data (self->panel, self->data);
  gtk_widget_measure (chart, GTK_ORIENTATION_VERTICAL, -1, &after, NULL, NULL, NULL);
  g_assert_cmpint (after, >, before);
  test_gui_settle (chart);
}

static void
assert_legend (Fixture *self, gboolean sensitive)
{
  static const char *const names[]
      = { "fs_button", "bs_button", "c_button", "seen_button" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_cmpint (
        gtk_widget_get_sensitive (need (self, GTK_TYPE_TOGGLE_BUTTON, names[i])), ==,
        sensitive);
}

/* A page that is looked at alone, by a method that adds nothing up, has no curves: there
 * is nothing to show or hide. */
static void
test_missing_curves (Fixture *self, gconstpointer unused)
{
  g_autoptr (ExmChartData) alone = chart_fixture_compare (
      NULL, "<p>Some words that are said alone, one after the other.</p>", FALSE);

  assert_legend (self, TRUE);
  exm_chart_panel_set_data (self->panel, alone);
  assert_legend (self, FALSE);
  exm_chart_panel_set_data (self->panel, self->data);
  assert_legend (self, TRUE);
}

static gboolean
has_content (gpointer data)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (data));
  return gdk_clipboard_get_content (clipboard) != NULL;
}

/* Chooses @words in the chart's menu, by pointer or by keys alone. */
static void
choose (Fixture *self, const char *words, gboolean by_keys)
{
  GtkWidget *menu = need (self, GTK_TYPE_MENU_BUTTON, "More");

  if (!by_keys)
    {
      test_pointer_click (menu);
      test_gui_settle (GTK_WIDGET (self->panel));
      test_pointer_click (test_gui_need (menu, GTK_TYPE_LABEL, words));
      return;
    }
  gtk_widget_child_focus (menu, GTK_DIR_TAB_FORWARD);
  test_keys (menu, "Return");
  test_gui_settle (GTK_WIDGET (self->panel));
  for (guint i = 0; i < 20; i++)
    {
      GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (menu));
      if (focus != NULL && test_gui_find (focus, GTK_TYPE_LABEL, words) != NULL)
        break;
      test_keys (menu, "Down");
    }
  test_keys (menu, "Return");
}

static void
assert_copied (Fixture *self,
               const char *item,
               gboolean by_keys,
               const char *kind,
               const char *contains)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (self->panel));
  g_auto (GValue) value = G_VALUE_INIT;
  g_autoptr (GError) error = NULL;

  gdk_clipboard_set_content (clipboard, NULL);
  choose (self, item, by_keys);
  test_gui_wait_until (has_content, self->panel, "a copy");
  g_value_init (&value, G_TYPE_STRING);
  gdk_content_provider_get_value (gdk_clipboard_get_content (clipboard), &value, &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (g_value_get_string (&value), contains));
  g_assert_true (gdk_content_formats_contain_mime_type (
      gdk_clipboard_get_formats (clipboard), kind));
}

static void
test_copies (Fixture *self, gconstpointer unused)
{
  g_object_set (self->panel, "page-name", "A page <of> ours", NULL);
  for (guint by_keys = 0; by_keys < 2; by_keys++)
    {
      assert_copied (self, "Copy as SVG", by_keys != 0, "image/svg+xml",
                     "<title>A page &lt;of&gt; ours</title>");
      assert_copied (self, "Copy as CSV", by_keys != 0, "text/csv",
                     "x,fs,bs,line,c\n0,1,");
    }
  /* Nobody waits for the last one. */
  g_assert_true (
      gtk_widget_activate_action (GTK_WIDGET (self->panel), "chart.copy-csv", NULL));
}

static void
test_folding (Fixture *self, gconstpointer unused)
{
  gboolean folded;

  g_assert_true (
      gtk_widget_activate_action (GTK_WIDGET (self->panel), "chart.folded", NULL));
  g_object_get (self->panel, "folded", &folded, NULL);
  g_assert_true (folded);
  test_gui_settle (GTK_WIDGET (self->panel));
  int height;
  gtk_widget_measure (GTK_WIDGET (self->chart), GTK_ORIENTATION_VERTICAL, -1, NULL,
                      &height, NULL, NULL);
  g_assert_cmpint (height, ==, 16);
  g_assert_null (test_gui_find (self->panel, GTK_TYPE_TOGGLE_BUTTON, "fs_button"));
  test_pointer_click (need (self, GTK_TYPE_TOGGLE_BUTTON, "Show Curves"));
  g_object_get (self->panel, "folded", &folded, NULL);
  g_assert_false (folded);
  test_gui_settle (GTK_WIDGET (self->panel));
  need (self, GTK_TYPE_TOGGLE_BUTTON, "fs_button");
}

static void
test_ranges (Fixture *self, gconstpointer unused)
{
  ExmChartRange *range = exm_curve_chart_get_range (self->chart);

  g_assert_true (exm_chart_range_is_whole (range));
  test_pointer_click (need (self, GTK_TYPE_BUTTON, "Fit Body (Z)"));
  g_assert_false (exm_chart_range_is_whole (range));
  g_assert_true (
      gtk_widget_activate_action (GTK_WIDGET (self->panel), "chart.whole", NULL));
  g_assert_true (exm_chart_range_is_whole (range));
  exm_curve_chart_set_boundary (self->chart, FALSE, self->data->head + 1);
  exm_curve_chart_set_boundary (self->chart, TRUE, self->data->tail - 1);
  g_assert_true (
      gtk_widget_activate_action (GTK_WIDGET (self->panel), "chart.reset", NULL));
  g_assert_cmpuint (exm_curve_chart_get_head (self->chart), ==, self->data->head);
  g_assert_cmpuint (exm_curve_chart_get_tail (self->chart), ==, self->data->tail);
}

/* Beside the inspector in a window of 900 there are 549 pixels, for text of any language:
 * so some are kept free. */
static void
test_room (Fixture *self, gconstpointer unused)
{
  int width, height;

  gtk_widget_measure (GTK_WIDGET (self->panel), GTK_ORIENTATION_HORIZONTAL, -1, &width,
                      NULL, NULL, NULL);
  g_assert_cmpint (width, <=, 549);
  gtk_widget_measure (GTK_WIDGET (self->chart), GTK_ORIENTATION_VERTICAL, -1, &height,
                      NULL, NULL, NULL);
  g_assert_cmpint (height, <=, 190);

  /* From right to left, the tools change sides and the text does not. */
  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  test_gui_settle (GTK_WIDGET (self->panel));
  GtkWidget *fs = need (self, GTK_TYPE_TOGGLE_BUTTON, "fs_button");
  graphene_rect_t tool, start, end;
  g_assert_true (gtk_widget_compute_bounds (fs, GTK_WIDGET (self->panel), &tool));
  g_assert_cmpfloat (tool.origin.x, >, 350);
  g_assert_true (gtk_widget_compute_bounds (exm_curve_chart_get_flag (self->chart, FALSE),
                                            GTK_WIDGET (self->panel), &start));
  g_assert_true (gtk_widget_compute_bounds (exm_curve_chart_get_flag (self->chart, TRUE),
                                            GTK_WIDGET (self->panel), &end));
  g_assert_cmpfloat (start.origin.x, <, end.origin.x);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*func) (Fixture *self, gconstpointer unused);
  } tests[] = {
    { "/app/chart-panel/legend", test_legend },
    { "/app/chart-panel/missing-curves", test_missing_curves },
    { "/app/chart-panel/measuring", test_measuring },
    { "/app/chart-panel/lanes", test_lanes },
    { "/app/chart-panel/copies", test_copies },
    { "/app/chart-panel/folding", test_folding },
    { "/app/chart-panel/ranges", test_ranges },
    { "/app/chart-panel/room", test_room },
  };

  test_gui_init (&argc, &argv);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].func, tear_down);
  return g_test_run ();
}
