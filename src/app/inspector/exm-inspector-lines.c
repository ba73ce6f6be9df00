/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/inspector/exm-inspector-lines-private.h"

#include "app/inspector/exm-line-row.h"
#include "app/widgets/exm-init.h"

#include <adwaita.h>

G_DEFINE_FINAL_TYPE (ExmInspectorLines, exm_inspector_lines, GTK_TYPE_WIDGET)

static guint
get_selected_line (ExmInspectorLines *self)
{
  ExmLineItem *item = gtk_single_selection_get_selected_item (self->selection);

  return item != NULL ? exm_line_item_get_line (item) : EXM_NONE;
}

/* What the analysis tells */

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
    if (exm_inspector_lines_get_row (g_ptr_array_index (self->rows, i)) != NULL)
      exm_inspector_lines_show_row (self, g_ptr_array_index (self->rows, i));
}

static void
on_view_map (GtkWidget *view, gpointer data)
{
  ExmInspectorLines *self = EXM_INSPECTOR_LINES (data);

  if (self->stale)
    show_rows (self);
  exm_inspector_lines_fill_rows (self);
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
      ExmLineRow *row = exm_inspector_lines_get_row (g_ptr_array_index (self->rows, i));
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

/* What the operator says */

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
      GtkWidget *row
          = GTK_WIDGET (exm_inspector_lines_get_row (g_ptr_array_index (self->rows, i)));
      if (row == NULL || exm_line_row_get_line (EXM_LINE_ROW (row)) != line)
        continue;
      exm_inspector_lines_open_menu (self, row, gtk_widget_get_width (row) / 2.0,
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
  gtk_widget_class_bind_template_callback (widget_class, exm_inspector_lines_on_setup);
  gtk_widget_class_bind_template_callback (widget_class, exm_inspector_lines_on_bind);
  gtk_widget_class_bind_template_callback (widget_class, exm_inspector_lines_on_unbind);
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
                           "value-changed", G_CALLBACK (exm_inspector_lines_fill_rows),
                           self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

void
exm_inspector_lines_set_analysis (ExmInspectorLines *self, ExmAnalysis *analysis)
{
  g_return_if_fail (EXM_IS_INSPECTOR_LINES (self));

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
  g_signal_connect_swapped (view, "notify::hover-line", G_CALLBACK (show_hovered), self);
  g_signal_connect_swapped (view, "notify::current-line", G_CALLBACK (show_current),
                            self);
  show_all (self);
}
