/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The rows of the list of lines, which have their parts where they are seen. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/inspector/exm-inspector-lines-private.h"

#include <adwaita.h>

/* Rows that get their parts at a time, and those that have them at once: what is seen. */
#define FILLED_ROWS 10u
#define SEEN_ROWS 20u
/* Rows above and below what is seen that keep their parts, and parts that are kept though
 * no row has them. */
#define MARGIN_ROWS 20u
#define SPARE_ROWS 40u

static void
on_row_entered (GtkEventControllerMotion *motion, double x, double y, gpointer data)
{
  ExmInspectorLines *self = EXM_INSPECTOR_LINES (data);
  GtkWidget *row = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (motion));

  if (self->analysis != NULL)
    exm_view_state_set_hover_line (exm_analysis_get_view (self->analysis),
                                   exm_line_row_get_line (EXM_LINE_ROW (row)));
}

static void
on_row_left (GtkEventControllerMotion *motion, gpointer data)
{
  ExmInspectorLines *self = EXM_INSPECTOR_LINES (data);

  if (self->analysis != NULL)
    exm_view_state_set_hover_line (exm_analysis_get_view (self->analysis), EXM_NONE);
}

void
exm_inspector_lines_open_menu (ExmInspectorLines *self,
                               GtkWidget *widget,
                               double x,
                               double y)
{
  double place_x, place_y;

  if (!gtk_widget_translate_coordinates (widget, GTK_WIDGET (self), x, y, &place_x,
                                         &place_y))
    return;
  const GdkRectangle place = { (int) place_x, (int) place_y, 1, 1 };
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &place);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
on_row_secondary_pressed (
    GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  ExmInspectorLines *self = EXM_INSPECTOR_LINES (data);
  GtkWidget *row = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));
  guint position
      = exm_line_list_find (self->lines, exm_line_row_get_line (EXM_LINE_ROW (row)));

  gtk_single_selection_set_selected (self->selection, position);
  exm_inspector_lines_open_menu (self, row, x, y);
}

ExmLineRow *
exm_inspector_lines_get_row (GtkListItem *item)
{
  return (ExmLineRow *) adw_bin_get_child (ADW_BIN (gtk_list_item_get_child (item)));
}

void
exm_inspector_lines_show_row (ExmInspectorLines *self, GtkListItem *item)
{
  guint line = exm_line_item_get_line (gtk_list_item_get_item (item));

  exm_line_row_show (exm_inspector_lines_get_row (item), self->analysis, line);
  exm_line_row_set_hovered (
      exm_inspector_lines_get_row (item),
      line == exm_view_state_get_hover_line (exm_analysis_get_view (self->analysis)));
}

/* What is empty yet takes its place already. */
static void
keep_place (ExmInspectorLines *self, GtkListItem *item)
{
  gtk_widget_set_size_request (gtk_list_item_get_child (item), -1, self->row_height);
}

static void
measure_row (ExmInspectorLines *self, GtkWidget *row)
{
  gtk_widget_measure (row, GTK_ORIENTATION_VERTICAL, -1, NULL, &self->row_height, NULL,
                      NULL);
  for (guint i = 0; i < self->rows->len; i++)
    keep_place (self, g_ptr_array_index (self->rows, i));
}

static GtkWidget *
make_parts (ExmInspectorLines *self)
{
  GtkWidget *row = exm_line_row_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect (motion, "enter", G_CALLBACK (on_row_entered), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_row_left), self);
  gtk_widget_add_controller (row, motion);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (on_row_secondary_pressed), self);
  gtk_widget_add_controller (row, GTK_EVENT_CONTROLLER (click));
  return g_object_ref_sink (row);
}

static void
fill_row (ExmInspectorLines *self, GtkListItem *item)
{
  g_autoptr (GtkWidget) row = self->spare->len > 0
                                  ? g_ptr_array_steal_index_fast (self->spare, 0)
                                  : make_parts (self);

  adw_bin_set_child (ADW_BIN (gtk_list_item_get_child (item)), row);
  exm_inspector_lines_show_row (self, item);
  self->n_filled++;
  if (self->row_height == 0)
    measure_row (self, row);
}

static void
strip_row (ExmInspectorLines *self, GtkListItem *item)
{
  GtkWidget *row = GTK_WIDGET (exm_inspector_lines_get_row (item));

  if (row == NULL)
    return;
  g_ptr_array_add (self->spare, g_object_ref (row));
  adw_bin_set_child (ADW_BIN (gtk_list_item_get_child (item)), NULL);
}

/* The positions from *@first to before *@end are seen, or near to what is. */
static void
get_near (ExmInspectorLines *self, guint *first, guint *end)
{
  GtkAdjustment *place = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->view));
  double n = g_list_model_get_n_items (G_LIST_MODEL (self->lines));
  double upper = gtk_adjustment_get_upper (place);

  *first = 0;
  *end = SEEN_ROWS;
  if (self->row_height == 0 || n == 0 || upper < n * self->row_height)
    return;
  double top = gtk_adjustment_get_value (place) * n / upper;
  double bottom = top + gtk_adjustment_get_page_size (place) * n / upper;
  *first = (guint) MAX (top - MARGIN_ROWS, 0);
  *end = (guint) (bottom + MARGIN_ROWS);
}

/* Up to @most rows that are near get what they lack. */
static gboolean
fill_near (ExmInspectorLines *self, guint most)
{
  guint first, end;

  get_near (self, &first, &end);
  for (guint i = 0; i < self->rows->len && self->n_filled < most; i++)
    {
      GtkListItem *item = g_ptr_array_index (self->rows, i);
      guint position = gtk_list_item_get_position (item);
      if (position >= first && position < end
          && exm_inspector_lines_get_row (item) == NULL)
        fill_row (self, item);
    }
  return self->n_filled < most;
}

/* Up to @most rows that are far give away what they have. */
static gboolean
strip_far (ExmInspectorLines *self, guint most)
{
  guint first, end, n = 0;

  get_near (self, &first, &end);
  for (guint i = 0; i < self->rows->len && n < most; i++)
    {
      GtkListItem *item = g_ptr_array_index (self->rows, i);
      guint position = gtk_list_item_get_position (item);
      if ((position >= first && position < end)
          || exm_inspector_lines_get_row (item) == NULL)
        continue;
      strip_row (self, item);
      n++;
    }
  for (; self->spare->len > SPARE_ROWS && n < most; n++)
    g_ptr_array_remove_index_fast (self->spare, 0);
  return n < most;
}

/* A view has 200 rows, seen or not: those near what is seen have their parts, which they
 * get, and give away, a few at a time. */
static gboolean
on_fill (gpointer data)
{
  ExmInspectorLines *self = EXM_INSPECTOR_LINES (data);
  gboolean seen = gtk_widget_get_mapped (GTK_WIDGET (self->view));

  self->n_filled = 0;
  if (seen && !fill_near (self, FILLED_ROWS))
    return G_SOURCE_CONTINUE;
  if (!strip_far (self, FILLED_ROWS))
    return G_SOURCE_CONTINUE;
  self->n_filled = 0;
  self->fill_id = 0;
  return G_SOURCE_REMOVE;
}

static void
fill_soon (ExmInspectorLines *self)
{
  if (self->fill_id == 0)
    self->fill_id = g_idle_add (on_fill, self);
}

void
exm_inspector_lines_fill_rows (ExmInspectorLines *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self->view)))
    return;
  fill_near (self, SEEN_ROWS);
  fill_soon (self);
}

void
exm_inspector_lines_on_setup (GtkSignalListItemFactory *factory,
                              GtkListItem *item,
                              gpointer data)
{
  gtk_list_item_set_child (item, adw_bin_new ());
  keep_place (EXM_INSPECTOR_LINES (data), item);
}

void
exm_inspector_lines_on_bind (GtkSignalListItemFactory *factory,
                             GtkListItem *item,
                             gpointer data)
{
  ExmInspectorLines *self = EXM_INSPECTOR_LINES (data);

  g_ptr_array_add (self->rows, item);
  if (exm_inspector_lines_get_row (item) != NULL)
    exm_inspector_lines_show_row (self, item);
  else
    exm_inspector_lines_fill_rows (self);
}

void
exm_inspector_lines_on_unbind (GtkSignalListItemFactory *factory,
                               GtkListItem *item,
                               gpointer data)
{
  ExmInspectorLines *self = EXM_INSPECTOR_LINES (data);

  g_ptr_array_remove_fast (self->rows, item);
  /* With its row it would be thrown away, which costs more than to keep it. */
  strip_row (self, item);
  fill_soon (self);
}
