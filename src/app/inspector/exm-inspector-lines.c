/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/inspector/exm-inspector-lines.h"

#include "app/analysis/exm-line-list.h"
#include "app/inspector/exm-line-detail.h"
#include "app/inspector/exm-line-row.h"
#include "app/widgets/exm-init.h"

#include <adwaita.h>

struct _ExmInspectorLines
{
  GtkWidget parent_instance;

  GtkWidget *box;                /* (unowned) */
  GtkSpinButton *start;          /* (unowned) */
  GtkSpinButton *end;            /* (unowned) */
  GtkDropDown *filter;           /* (unowned) */
  GtkListView *view;             /* (unowned) */
  GtkPopoverMenu *menu;          /* (unowned) */
  GtkStack *stack;               /* (unowned) */
  ExmLineDetail *detail;         /* (unowned) */
  ExmAnalysis *analysis;         /* (owned) (nullable) */
  ExmLineList *lines;            /* (owned) */
  GtkSingleSelection *selection; /* (owned) */
  GPtrArray *rows;               /* (owned) (element-type GtkListItem): that show a line;
                                  * unowned themselves */
  GPtrArray *spare;              /* (owned) (element-type ExmLineRow): without a line */
  gboolean updating;             /* what changes now is not the operator's doing */
  gboolean stale;                /* rows that nobody saw show what was */
  gboolean behind;               /* the current line is not in the list yet */
  guint fill_id;                 /* 0 where every row has, or lacks, what it should */
  guint n_filled;                /* rows that got them in this turn of the main loop */
  int row_height;                /* 0 until a row was made: all are as high */
};

G_DEFINE_FINAL_TYPE (ExmInspectorLines, exm_inspector_lines, GTK_TYPE_WIDGET)

/* Rows, which have their parts where they are seen */

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

static void
open_menu (ExmInspectorLines *self, GtkWidget *widget, double x, double y)
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
  open_menu (self, row, x, y);
}

static ExmLineRow *
get_row (GtkListItem *item)
{
  return (ExmLineRow *) adw_bin_get_child (ADW_BIN (gtk_list_item_get_child (item)));
}

static void
show_row (ExmInspectorLines *self, GtkListItem *item)
{
  guint line = exm_line_item_get_line (gtk_list_item_get_item (item));

  exm_line_row_show (get_row (item), self->analysis, line);
  exm_line_row_set_hovered (
      get_row (item),
      line == exm_view_state_get_hover_line (exm_analysis_get_view (self->analysis)));
}

/* An empty row takes its place already. */
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
  GtkWidget *row = g_object_new (EXM_TYPE_LINE_ROW, NULL);
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
  show_row (self, item);
  self->n_filled++;
  if (self->row_height == 0)
    measure_row (self, row);
}

static void
strip_row (ExmInspectorLines *self, GtkListItem *item)
{
  GtkWidget *row = GTK_WIDGET (get_row (item));

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
      if (position >= first && position < end && get_row (item) == NULL)
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
      if ((position >= first && position < end) || get_row (item) == NULL)
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

static void
fill_rows (ExmInspectorLines *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self->view)))
    return;
  fill_near (self, SEEN_ROWS);
  fill_soon (self);
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  gtk_list_item_set_child (item, adw_bin_new ());
  keep_place (EXM_INSPECTOR_LINES (data), item);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  ExmInspectorLines *self = EXM_INSPECTOR_LINES (data);

  g_ptr_array_add (self->rows, item);
  if (get_row (item) != NULL)
    show_row (self, item);
  else
    fill_rows (self);
}

static void
on_unbind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  ExmInspectorLines *self = EXM_INSPECTOR_LINES (data);

  g_ptr_array_remove_fast (self->rows, item);
  /* With its row it would be thrown away, which costs more than to keep it. */
  strip_row (self, item);
  fill_soon (self);
}

/* The list */

static guint
get_selected_line (ExmInspectorLines *self)
{
  ExmLineItem *item = gtk_single_selection_get_selected_item (self->selection);

  return item != NULL ? exm_line_item_get_line (item) : EXM_NONE;
}

/* Changes of the analysis */

static void
show_boundary (ExmInspectorLines *self, GtkSpinButton *button, guint line, guint n_lines)
{
  gboolean known = line != EXM_NONE && n_lines > 0;

  gtk_spin_button_set_range (button, known ? 1 : 0, MAX (n_lines, 1));
  gtk_spin_button_set_value (button, known ? line + 1 : 0);
  gtk_widget_set_sensitive (GTK_WIDGET (button), known);
}

static void
show_boundaries (ExmInspectorLines *self)
{
  guint n_lines = 0;

  if (self->analysis == NULL)
    return;
  exm_analysis_get_verdicts (self->analysis, &n_lines);
  self->updating = TRUE;
  show_boundary (self, self->start, exm_analysis_get_head (self->analysis), n_lines);
  show_boundary (self, self->end, exm_analysis_get_tail (self->analysis), n_lines);
  self->updating = FALSE;
}

/* Not while nobody sees it: it is shown when the rows are. */
static void
show_detail (ExmInspectorLines *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    exm_line_detail_show (self->detail, self->analysis, get_selected_line (self));
}

static void
show_rows (ExmInspectorLines *self)
{
  /* Nobody sees them: they wait until somebody does. */
  self->stale = !gtk_widget_get_mapped (GTK_WIDGET (self->view));
  for (guint i = 0; !self->stale && i < self->rows->len; i++)
    if (get_row (g_ptr_array_index (self->rows, i)) != NULL)
      show_row (self, g_ptr_array_index (self->rows, i));
}

static void
on_view_map (GtkWidget *view, gpointer data)
{
  ExmInspectorLines *self = EXM_INSPECTOR_LINES (data);

  if (self->stale)
    show_rows (self);
  fill_rows (self);
}

static void
show_all (ExmInspectorLines *self)
{
  guint n = exm_line_list_get_n_lines (self->lines);

  show_boundaries (self);
  show_rows (self);
  show_detail (self);
  gtk_stack_set_visible_child_name (self->stack, n > 0 ? "lines" : "empty");
}

static void
show_hovered (ExmInspectorLines *self)
{
  guint hovered = exm_view_state_get_hover_line (exm_analysis_get_view (self->analysis));

  for (guint i = 0; i < self->rows->len; i++)
    {
      ExmLineRow *row = get_row (g_ptr_array_index (self->rows, i));
      guint line = row != NULL ? exm_line_row_get_line (row) : EXM_NONE;
      if (row != NULL)
        exm_line_row_set_hovered (row, line != EXM_NONE && line == hovered);
    }
}

static void
scroll_to_current (ExmInspectorLines *self)
{
  guint line = exm_view_state_get_current_line (exm_analysis_get_view (self->analysis));
  guint n = exm_line_list_get_n_lines (self->lines);
  guint position = line != EXM_NONE ? exm_line_list_find (self->lines, line) : n;

  self->behind
      = position < n && position >= g_list_model_get_n_items (G_LIST_MODEL (self->lines));
  if (position >= n || self->behind)
    return;
  gtk_single_selection_set_selected (self->selection, position);
  gtk_widget_activate_action (GTK_WIDGET (self->view), "list.scroll-to-item", "u",
                              position);
}

static void
show_current (ExmInspectorLines *self)
{
  if (!self->updating)
    {
      self->updating = TRUE;
      scroll_to_current (self);
      self->updating = FALSE;
    }
}

static void
on_lines_told (ExmInspectorLines *self)
{
  if (self->behind && self->analysis != NULL)
    show_current (self);
}

/* A list that is not on the screen has no place to scroll to. */
static void
on_map (GtkWidget *widget, gpointer data)
{
  ExmInspectorLines *self = EXM_INSPECTOR_LINES (widget);

  if (self->analysis != NULL)
    show_current (self);
  show_detail (self);
}

/* Corrections */

static void
on_selected_notify (GtkSingleSelection *selection, GParamSpec *pspec, gpointer data)
{
  ExmInspectorLines *self = EXM_INSPECTOR_LINES (data);
  guint line = get_selected_line (self);

  show_detail (self);
  if (self->updating || self->analysis == NULL || line == EXM_NONE)
    return;
  self->updating = TRUE;
  exm_view_state_set_current_line (exm_analysis_get_view (self->analysis), line);
  self->updating = FALSE;
}

static void
on_boundary_changed (GtkSpinButton *button, gpointer data)
{
  ExmInspectorLines *self = EXM_INSPECTOR_LINES (data);
  int value = gtk_spin_button_get_value_as_int (button);

  if (!self->updating && self->analysis != NULL && value > 0)
    exm_analysis_set_boundary (self->analysis, button == self->end, (guint) value - 1);
}

static void
on_filter_changed (GtkDropDown *drop_down, GParamSpec *pspec, gpointer data)
{
  ExmInspectorLines *self = EXM_INSPECTOR_LINES (data);

  self->updating = TRUE;
  exm_line_list_set_filter (self->lines,
                            (ExmLineFilter) gtk_drop_down_get_selected (drop_down));
  self->updating = FALSE;
  if (self->analysis != NULL)
    show_all (self);
}

static void
mark_selected (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ExmInspectorLines *self = EXM_INSPECTOR_LINES (widget);
  const char *label = g_variant_get_string (parameter, NULL);
  guint line = get_selected_line (self);

  if (self->analysis == NULL || line == EXM_NONE)
    return;
  exm_analysis_set_line_label (self->analysis, line,
                               g_str_equal (label, "body")    ? EXM_LINE_LABEL_BODY
                               : g_str_equal (label, "noise") ? EXM_LINE_LABEL_NOISE
                                                              : EXM_LINE_LABEL_AUTO);
}

/* By the keyboard: below the line that is selected. */
static void
open_menu_of_selected (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ExmInspectorLines *self = EXM_INSPECTOR_LINES (widget);
  guint line = get_selected_line (self);

  for (guint i = 0; i < self->rows->len && line != EXM_NONE; i++)
    {
      GtkWidget *row = GTK_WIDGET (get_row (g_ptr_array_index (self->rows, i)));
      if (row == NULL || exm_line_row_get_line (EXM_LINE_ROW (row)) != line)
        continue;
      open_menu (self, row, gtk_widget_get_width (row) / 2.0,
                 gtk_widget_get_height (row));
      return;
    }
}

static void
exm_inspector_lines_dispose (GObject *object)
{
  ExmInspectorLines *self = EXM_INSPECTOR_LINES (object);

  exm_analysis_unbind (&self->analysis, self);
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_INSPECTOR_LINES);
  g_clear_object (&self->selection);
  g_clear_object (&self->lines);
  g_clear_handle_id (&self->fill_id, g_source_remove);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_pointer (&self->spare, g_ptr_array_unref);
  G_OBJECT_CLASS (exm_inspector_lines_parent_class)->dispose (object);
}

static void
exm_inspector_lines_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  ExmInspectorLines *self = EXM_INSPECTOR_LINES (widget);

  gtk_widget_size_allocate (self->box, &(GtkAllocation){ 0, 0, width, height }, baseline);
  gtk_popover_present (GTK_POPOVER (self->menu));
}

static void
exm_inspector_lines_measure (GtkWidget *widget,
                             GtkOrientation orientation,
                             int for_size,
                             int *minimum,
                             int *natural,
                             int *minimum_baseline,
                             int *natural_baseline)
{
  gtk_widget_measure (EXM_INSPECTOR_LINES (widget)->box, orientation, for_size, minimum,
                      natural, minimum_baseline, natural_baseline);
}

static void
exm_inspector_lines_class_init (ExmInspectorLinesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (EXM_TYPE_LINE_DETAIL);
  G_OBJECT_CLASS (klass)->dispose = exm_inspector_lines_dispose;
  widget_class->size_allocate = exm_inspector_lines_size_allocate;
  widget_class->measure = exm_inspector_lines_measure;
  gtk_widget_class_install_action (widget_class, "lines.mark", "s", mark_selected);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_b, 0, "lines.mark", "s",
                                       "body");
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_n, 0, "lines.mark", "s",
                                       "noise");
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_BackSpace, 0, "lines.mark",
                                       "s", "auto");
  gtk_widget_class_install_action (widget_class, "lines.menu", NULL,
                                   open_menu_of_selected);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "lines.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK,
                                       "lines.menu", NULL);
  gtk_widget_class_set_template_from_resource (widget_class, EXM_APP_RESOURCES
                                               "exm-inspector-lines.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmInspectorLines, box);
  gtk_widget_class_bind_template_child (widget_class, ExmInspectorLines, start);
  gtk_widget_class_bind_template_child (widget_class, ExmInspectorLines, end);
  gtk_widget_class_bind_template_child (widget_class, ExmInspectorLines, filter);
  gtk_widget_class_bind_template_child (widget_class, ExmInspectorLines, view);
  gtk_widget_class_bind_template_child (widget_class, ExmInspectorLines, menu);
  gtk_widget_class_bind_template_child (widget_class, ExmInspectorLines, stack);
  gtk_widget_class_bind_template_child (widget_class, ExmInspectorLines, detail);
  gtk_widget_class_bind_template_callback (widget_class, on_setup);
  gtk_widget_class_bind_template_callback (widget_class, on_bind);
  gtk_widget_class_bind_template_callback (widget_class, on_unbind);
  gtk_widget_class_bind_template_callback (widget_class, on_boundary_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_filter_changed);
}

static void
exm_inspector_lines_init (ExmInspectorLines *self)
{
  self->lines = exm_line_list_new ();
  self->rows = g_ptr_array_new ();
  self->spare = g_ptr_array_new_with_free_func (g_object_unref);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->lines)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_widget_init_template (GTK_WIDGET (self));
  /* They have names of their own, which that of the mnemonic would be read behind. */
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (self->start),
                                 GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (self->end),
                                 GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  gtk_list_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect (self->selection, "notify::selected", G_CALLBACK (on_selected_notify),
                    self);
  g_signal_connect_object (self->selection, "items-changed", G_CALLBACK (on_lines_told),
                           self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect (self, "map", G_CALLBACK (on_map), NULL);
  g_signal_connect_after (self->view, "map", G_CALLBACK (on_view_map), self);
  g_signal_connect_object (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->view)),
                           "value-changed", G_CALLBACK (fill_rows), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

void
exm_inspector_lines_set_analysis (ExmInspectorLines *self, ExmAnalysis *analysis)
{
  exm_analysis_unbind (&self->analysis, self);
  if (analysis != NULL)
    self->analysis = g_object_ref (analysis);
  self->updating = TRUE;
  exm_line_list_set_analysis (self->lines, analysis);
  self->updating = FALSE;
  show_detail (self);
  if (analysis == NULL)
    return;
  /* After the list, so that rows and list agree. */
  g_signal_connect_swapped (analysis, "changed", G_CALLBACK (show_all), self);
  g_signal_connect_swapped (analysis, "boundaries-changed", G_CALLBACK (show_all), self);
  g_signal_connect_swapped (analysis, "pages-changed", G_CALLBACK (show_all), self);
  ExmViewState *view = exm_analysis_get_view (analysis);
  g_signal_connect_swapped (view, "hidden-changed", G_CALLBACK (show_all), self);
  g_signal_connect_swapped (view, "notify::hover-line", G_CALLBACK (show_hovered), self);
  g_signal_connect_swapped (view, "notify::current-line", G_CALLBACK (show_current),
                            self);
  show_all (self);
}
