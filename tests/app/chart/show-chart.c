/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* show-chart FILE.png [--dark] [--width=N] [--zh] [--literal] [--small] [--drag]
 * [--lanes]
 *
 * Draws the chart of two test pages, for those who work on it. Run by run-gui. */

#include "app/chart/exm-chart-panel.h"
#include "chart-fixture.h"
#include "test-gui.h"
#include "test-pointer.h"

static gboolean dark, zh, literal, drag, lanes, folded, busy, settings;
static int width = 885, height = 240, paragraphs, zoom = 1;

static const GOptionEntry entries[] = {
  { "dark", 0, 0, G_OPTION_ARG_NONE, &dark, "Dark", NULL },
  { "zh", 0, 0, G_OPTION_ARG_NONE, &zh, "Chinese pages", NULL },
  { "literal", 0, 0, G_OPTION_ARG_NONE, &literal, "The literal curves", NULL },
  { "paragraphs", 0, 0, G_OPTION_ARG_INT, &paragraphs, "Of a page of our own", "N" },
  { "zoom", 0, 0, G_OPTION_ARG_INT, &zoom, "How much nearer", "N" },
  { "drag", 0, 0, G_OPTION_ARG_NONE, &drag, "A flag was dragged", NULL },
  { "lanes", 0, 0, G_OPTION_ARG_NONE, &lanes, "Two more lanes", NULL },
  { "folded", 0, 0, G_OPTION_ARG_NONE, &folded, "Folded", NULL },
  { "busy", 0, 0, G_OPTION_ARG_NONE, &busy, "Busy", NULL },
  { "settings", 0, 0, G_OPTION_ARG_NONE, &settings, "Settings open", NULL },
  { "width", 0, 0, G_OPTION_ARG_INT, &width, "Pixels", "N" },
  { "height", 0, 0, G_OPTION_ARG_INT, &height, "Pixels", "N" },
  G_OPTION_ENTRY_NULL,
};

static ExmChartData *
make_data (void)
{
  if (paragraphs > 0)
    {
      g_autofree char *example = chart_fixture_make_page (1, (guint) paragraphs);
      g_autofree char *target = chart_fixture_make_page (2, (guint) paragraphs);
      return chart_fixture_compare (example, target, literal);
    }
  return zh ? chart_fixture_load ("zh-example.html", "zh-target.html", literal)
            : chart_fixture_load ("en-example.html", "en-target.html", literal);
}

/* As AdwApplication does. */
static void
load_style (gboolean dark_too)
{
  static const char *const names[] = { "style.css", "style-dark.css" };

  for (guint i = 0; i < (dark_too ? 2 : 1); i++)
    {
      g_autoptr (GtkCssProvider) style = gtk_css_provider_new ();
      g_autofree char *path
          = g_strconcat ("/io/github/exemplar_workbench/Exemplar/", names[i], NULL);
      gtk_css_provider_load_from_resource (style, path);
      gtk_style_context_add_provider_for_display (
          gdk_display_get_default (), GTK_STYLE_PROVIDER (style),
          GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
    }
}

/* Left in the midst of it: the button stays down. */
static void
drag_flag (GtkWidget *chart)
{
  GtkWidget *flag = exm_curve_chart_get_flag (EXM_CURVE_CHART (chart), FALSE);
  const char *const words[] = { "xdotool", "mousedown", "1", NULL };
  graphene_rect_t place;

  if (!gtk_widget_compute_bounds (flag, chart, &place))
    return;
  double px = (double) place.origin.x + (double) place.size.width / 2;
  test_pointer_move (chart, px, 90);
  g_spawn_sync (NULL, (char **) words, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL,
                NULL, NULL);
  test_gui_settle (chart);
  test_pointer_move (chart, px + 60, 90);
  test_pointer_move (chart, px + 125, 90);
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("FILE.png");
  g_autoptr (GError) error = NULL;

  test_gui_init (&argc, &argv);
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || argc != 2)
    g_error ("%s", error != NULL ? error->message : "a file is missing");
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      dark ? ADW_COLOR_SCHEME_FORCE_DARK
                                           : ADW_COLOR_SCHEME_FORCE_LIGHT);
  load_style (dark);
  g_autoptr (ExmChartData) data = make_data ();
  GtkWidget *window = gtk_window_new ();
  GtkWidget *panel = exm_chart_panel_new ();
  GtkWidget *chart = GTK_WIDGET (exm_chart_panel_get_chart (EXM_CHART_PANEL (panel)));
  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  gtk_window_set_child (GTK_WINDOW (window), panel);
  exm_chart_panel_set_data (EXM_CHART_PANEL (panel), data);
  if (lanes)
    {
      exm_curve_chart_set_lane_shown (EXM_CURVE_CHART (chart), "prose", TRUE);
      exm_curve_chart_set_lane_shown (EXM_CURVE_CHART (chart), "links", TRUE);
    }
  g_object_set (chart, "folded", folded, "busy", busy, NULL);
  gtk_window_present (GTK_WINDOW (window));
  int least;
  gtk_widget_measure (panel, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  g_print ("at least %d px wide\n", least);
  test_gui_settle (chart);
  if (zoom > 1)
    exm_curve_chart_zoom (EXM_CURVE_CHART (chart), zoom);
  test_gui_settle (chart);
  if (drag)
    drag_flag (chart);
  test_gui_settle (chart);
  if (settings)
    test_pointer_click (
        test_gui_need (panel, GTK_TYPE_MENU_BUTTON, "How It Is Measured"));
  test_gui_settle (chart);
  test_gui_shoot (chart, argv[1]);
  gtk_window_destroy (GTK_WINDOW (window));
  return 0;
}
