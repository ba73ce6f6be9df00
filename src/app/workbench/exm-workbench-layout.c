/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/workbench/exm-workbench-layout.h"

/* From this width on both pages and a comfortable inspector have room. */
#define WIDE 1200
#define WIDE_INSPECTOR 389
#define NARROW_INSPECTOR 340
/* On a very wide screen it grows, up to a column of text that is still easy to read. */
#define INSPECTOR_PART .2
#define GREATEST_INSPECTOR 560
/* Below this width a page and the inspector have no room beside each other. */
#define NARROW 740
#define LEAST_WIDTH 340
/* Width of a page beside another one: a window of 1280 has room for two of them, the
 * inspector and the sidebar. */
#define PANE_WIDTH 336
/* From this height on the chart grows with the window. */
#define TALL 900
#define CHART_PART .3
/* In a low window it leaves at least as much to the pages. */
#define GREATEST_CHART_PART .45
#define GREATEST_CHART 460

static int
measure_least_width (GtkWidget *child)
{
  int least;

  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  return least;
}

/* The page can be made narrower than it is laid out now: it is laid out anew then. */
void
exm_workbench_layout_measure (ExmWorkbenchLayout *self,
                              GtkOrientation orientation,
                              int for_size,
                              int *minimum,
                              int *natural)
{
  GtkWidget *child = adw_bin_get_child (self->page);

  if (orientation == GTK_ORIENTATION_VERTICAL && for_size >= 0)
    for_size = MAX (for_size, measure_least_width (child));
  gtk_widget_measure (child, orientation, for_size, minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = MIN (*minimum, LEAST_WIDTH);
}

/* A chart that is folded takes what it needs; else it has its part of the height. */
static void
place_chart (ExmWorkbenchLayout *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->inner)), least, natural;
  gboolean folded;

  g_object_get (self->chart_panel, "folded", &folded, NULL);
  if (folded || height <= 0)
    {
      gtk_paned_set_position (self->inner, -1);
      return;
    }
  gtk_widget_measure (GTK_WIDGET (self->chart_panel), GTK_ORIENTATION_VERTICAL, -1,
                      &least, &natural, NULL, NULL);
  natural = MAX (least, MIN (natural, (int) (height * GREATEST_CHART_PART)));
  int wanted = MAX (MIN ((int) (height * CHART_PART), GREATEST_CHART), natural);
  gtk_paned_set_position (self->inner, height - wanted);
}

/* Over the page in a narrow window, beside it else. */
static void
place_inspector (ExmWorkbenchLayout *self)
{
  GtkWidget *inspector = GTK_WIDGET (self->inspector);
  int pane_width = self->is_narrow ? -1 : PANE_WIDTH;

  g_object_ref (inspector);
  adw_flap_set_reveal_flap (self->flap, FALSE);
  if (self->is_narrow)
    {
      gtk_paned_set_end_child (self->outer, NULL);
      gtk_widget_set_visible (inspector, TRUE);
      adw_bin_set_child (self->side_bin, inspector);
    }
  else
    {
      adw_bin_set_child (self->side_bin, NULL);
      gtk_paned_set_end_child (self->outer, inspector);
    }
  g_object_unref (inspector);
  gtk_widget_set_size_request (GTK_WIDGET (self->example), pane_width, -1);
  gtk_widget_set_size_request (GTK_WIDGET (self->target), pane_width, -1);
  adw_leaflet_set_can_unfold (self->leaflet, !self->is_narrow);
  g_object_set (self->chart_panel, "compact", self->is_narrow, NULL);
  exm_verdict_row_set_compact (self->verdict_row, self->is_narrow);
}

static int
choose_inspector_width (int width)
{
  return width < WIDE
             ? NARROW_INSPECTOR
             : CLAMP ((int) (width * INSPECTOR_PART), WIDE_INSPECTOR, GREATEST_INSPECTOR);
}

static gboolean
on_layout_due (gpointer data)
{
  ExmWorkbenchLayout *self = data;
  int width = gtk_widget_get_width (GTK_WIDGET (self->page));
  gboolean narrow = width > 0 && width < NARROW;

  self->source = 0;
  if (narrow != self->is_narrow)
    {
      self->is_narrow = narrow;
      place_inspector (self);
    }
  if (!narrow)
    gtk_paned_set_position (self->outer, width - choose_inspector_width (width));
  place_chart (self);
  return G_SOURCE_REMOVE;
}

/* 0 to 2: how much has room beside each other. */
static int
get_width_class (int width)
{
  return (width >= NARROW) + (width >= WIDE);
}

/* Widgets cannot be moved about while they are given their places: that comes next,
 * before anything is drawn. */
void
exm_workbench_layout_allocate (ExmWorkbenchLayout *self,
                               int width,
                               int height,
                               int baseline)
{
  GtkWidget *child = adw_bin_get_child (self->page);
  gboolean placed = self->placed_width != 0
                    && get_width_class (width) == get_width_class (self->placed_width)
                    && (height >= TALL) == (self->placed_height >= TALL);

  self->placed_width = width;
  self->placed_height = height;
  gtk_widget_allocate (child, MAX (width, measure_least_width (child)), height, baseline,
                       NULL);
  if (!placed && self->source == 0)
    self->source = g_idle_add_full (G_PRIORITY_HIGH, on_layout_due, self, NULL);
}

void
exm_workbench_layout_toggle_inspector (ExmWorkbenchLayout *self)
{
  GtkWidget *inspector = GTK_WIDGET (self->inspector);

  if (self->is_narrow)
    adw_flap_set_reveal_flap (self->flap, !adw_flap_get_reveal_flap (self->flap));
  else
    gtk_widget_set_visible (inspector, !gtk_widget_get_visible (inspector));
}

void
exm_workbench_layout_begin (ExmWorkbenchLayout *self)
{
  GtkWidget *page = GTK_WIDGET (self->page);

  /* A layout manager would not ask us. */
  gtk_widget_set_layout_manager (page, NULL);
  gtk_widget_set_overflow (page, GTK_OVERFLOW_HIDDEN);
  g_signal_connect_swapped (self->chart_panel, "notify::folded", G_CALLBACK (place_chart),
                            self);
}

void
exm_workbench_layout_end (ExmWorkbenchLayout *self)
{
  g_clear_handle_id (&self->source, g_source_remove);
  g_signal_handlers_disconnect_by_data (self->chart_panel, self);
}

void
exm_workbench_layout_swap_pages (ExmWorkbenchLayout *self)
{
  GtkWidget *example = GTK_WIDGET (self->example);
  gboolean folded = adw_leaflet_get_folded (self->leaflet);
  gboolean shown
      = gtk_widget_get_visible (example)
        && (!folded || adw_leaflet_get_visible_child (self->leaflet) == example);
  ExmPagePane *pane = folded && !shown ? self->example : self->target;

  gtk_widget_set_visible (example, folded || !shown);
  adw_leaflet_set_visible_child (self->leaflet, GTK_WIDGET (pane));
  /* The button that was pressed may be away; this one brings it back. */
  exm_page_pane_focus_swap_button (pane);
}

void
exm_workbench_layout_show_example (ExmWorkbenchLayout *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->example), TRUE);
  adw_leaflet_set_visible_child (self->leaflet, GTK_WIDGET (self->example));
}

void
exm_workbench_layout_show_target (ExmWorkbenchLayout *self)
{
  adw_leaflet_set_visible_child (self->leaflet, GTK_WIDGET (self->target));
  gtk_widget_set_visible (GTK_WIDGET (self->example), FALSE);
}
