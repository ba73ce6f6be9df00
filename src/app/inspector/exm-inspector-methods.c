/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/inspector/exm-inspector-methods.h"

#include "app/analysis/exm-method-words.h"
#include "app/inspector/exm-method-detail.h"
#include "app/inspector/exm-method-row.h"
#include "app/widgets/exm-init.h"

#include <glib/gi18n-lib.h>

/* Rows that are made at a time: a part of a frame's worth. */
#define ROWS_AT_A_TIME 3u

struct _ExmInspectorMethods
{
  AdwBin parent_instance;

  GtkStack *stack;             /* (unowned), as all of the template */
  GtkScrolledWindow *scroller; /* (unowned) */
  GtkListBox *list;            /* (unowned) */
  GtkToggleButton *more;       /* (unowned) */
  GtkLabel *more_label;        /* (unowned) */
  GtkStack *side;              /* (unowned) */
  ExmMethodDetail *detail;     /* (unowned) */
  ExmAnalysis *analysis;       /* (owned) (nullable) */
  ExmMethodTrials *trials;     /* (owned) (nullable): once it was seen */
  guint *order;                /* (owned) (nullable): trials as they are listed */
  guint n_rows;                /* of them that are made */
  guint fill_id;
  guint scroll_id;
};

G_DEFINE_FINAL_TYPE (ExmInspectorMethods, exm_inspector_methods, ADW_TYPE_BIN)

static gboolean
is_usual (ExmInspectorMethods *self, guint index)
{
  const char *name = exm_method_trials_get (self->trials, index)->method->name;

  return exm_method_is_usual (name)
         || exm_method_trials_is_in_use (self->trials, index, FALSE);
}

static gboolean
is_shown (ExmInspectorMethods *self, guint index)
{
  return gtk_toggle_button_get_active (self->more) || is_usual (self, index);
}

static gboolean
filter_row (GtkListBoxRow *row, gpointer data)
{
  return is_shown (EXM_INSPECTOR_METHODS (data),
                   exm_method_row_get_index (EXM_METHOD_ROW (row)));
}

/* To have a page laid out takes a while: that is done for those who look. */
static gboolean
is_wanted (ExmInspectorMethods *self, guint index)
{
  const ExmMethod *method = exm_method_trials_get (self->trials, index)->method;
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);

  return is_shown (self, index)
         && ((method->needs & EXM_NEEDS_LAYOUT) == 0
             || exm_method_trials_is_in_use (self->trials, index, FALSE)
             || (row != NULL
                 && exm_method_row_get_index (EXM_METHOD_ROW (row)) == index));
}

static void
update_wanted (ExmInspectorMethods *self)
{
  for (guint i = 0; i < exm_method_trials_get_n (self->trials); i++)
    exm_method_trials_set_wanted (self->trials, i, is_wanted (self, i));
}

static void
show_more (ExmInspectorMethods *self)
{
  guint n = exm_method_trials_get_n (self->trials), n_more = 0;

  for (guint i = 0; i < n; i++)
    n_more += !is_usual (self, i);
  update_wanted (self);
  /* translators: %u is how many there are beside those in the list */
  g_autofree char *words = g_strdup_printf (gtk_toggle_button_get_active (self->more)
                                                ? _ ("Fewer Methods")
                                                : _ ("More Methods (%u)"),
                                            n_more);
  gtk_label_set_label (self->more_label, words);
  gtk_widget_set_visible (GTK_WIDGET (self->more), n_more > 0);
  gtk_list_box_invalidate_filter (self->list);
}

static void
on_more_toggled (ExmInspectorMethods *self)
{
  if (self->trials != NULL)
    show_more (self);
}

static void
on_row_selected (ExmInspectorMethods *self, GtkListBoxRow *row)
{
  gtk_stack_set_visible_child_name (self->side, row != NULL ? "detail" : "none");
  if (row == NULL)
    exm_method_detail_clear (self->detail);
  else
    exm_method_detail_show (self->detail, self->analysis, self->trials,
                            exm_method_row_get_index (EXM_METHOD_ROW (row)));
  if (self->trials != NULL)
    update_wanted (self);
}

static gboolean
on_scroll_due (gpointer data)
{
  ExmInspectorMethods *self = data;
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);
  graphene_rect_t bounds;

  self->scroll_id = 0;
  if (row != NULL
      && gtk_widget_compute_bounds (
          GTK_WIDGET (row), gtk_widget_get_parent (GTK_WIDGET (self->list)), &bounds))
    gtk_adjustment_clamp_page (gtk_scrolled_window_get_vadjustment (self->scroller),
                               (double) bounds.origin.y,
                               (double) (bounds.origin.y + bounds.size.height));
  return G_SOURCE_REMOVE;
}

/* Keeps the chosen method in sight: its detail takes room from the list, and rows
 * above it grow when they know what their methods found. */
static void
on_room_changed (ExmInspectorMethods *self)
{
  if (self->scroll_id == 0)
    self->scroll_id = g_idle_add (on_scroll_due, self);
}

/* Rows */

static void
update_row (ExmInspectorMethods *self, guint index)
{
  for (guint i = 0; i < self->n_rows; i++)
    if (self->order[i] == index)
      exm_method_row_update (
          EXM_METHOD_ROW (gtk_list_box_get_row_at_index (self->list, (int) i)),
          self->trials);
}

static void
on_trial_changed (ExmInspectorMethods *self, guint index)
{
  update_row (self, index);
}

/* The usual ones first, each part in the order of the methods. */
static guint *
make_order (ExmInspectorMethods *self)
{
  guint n = exm_method_trials_get_n (self->trials), at = 0;
  guint *order = g_new (guint, MAX (n, 1));

  for (guint others = 0; others < 2; others++)
    for (guint i = 0; i < n; i++)
      {
        const char *name = exm_method_trials_get (self->trials, i)->method->name;
        if (exm_method_is_usual (name) == (others == 0))
          order[at++] = i;
      }
  return order;
}

static gboolean
on_fill (gpointer data)
{
  ExmInspectorMethods *self = EXM_INSPECTOR_METHODS (data);
  guint n = exm_method_trials_get_n (self->trials);

  for (guint i = 0; i < ROWS_AT_A_TIME && self->n_rows < n; i++, self->n_rows++)
    gtk_list_box_append (self->list,
                         exm_method_row_new (self->trials, self->order[self->n_rows]));
  if (self->n_rows < n)
    return G_SOURCE_CONTINUE;
  self->fill_id = 0;
  return G_SOURCE_REMOVE;
}

static void
show_state (ExmInspectorMethods *self)
{
  gboolean has_page
      = self->analysis != NULL && exm_analysis_get_page (self->analysis) != NULL;

  gtk_stack_set_visible_child_name (self->stack, has_page ? "methods" : "empty");
}

/* The task may go by another method now. */
static void
on_analysis_changed (ExmInspectorMethods *self)
{
  show_state (self);
  if (self->trials == NULL)
    return;
  show_more (self);
  for (guint i = 0; i < exm_method_trials_get_n (self->trials); i++)
    update_row (self, i);
}

static void
begin (ExmInspectorMethods *self)
{
  self->trials = exm_method_trials_new (self->analysis);
  g_signal_connect_object (self->trials, "changed", G_CALLBACK (on_trial_changed), self,
                           G_CONNECT_SWAPPED);
  self->order = make_order (self);
  show_more (self);
  if (on_fill (self) == G_SOURCE_CONTINUE)
    self->fill_id = g_idle_add (on_fill, self);
}

static void
exm_inspector_methods_map (GtkWidget *widget)
{
  ExmInspectorMethods *self = EXM_INSPECTOR_METHODS (widget);

  GTK_WIDGET_CLASS (exm_inspector_methods_parent_class)->map (widget);
  if (self->analysis == NULL)
    return;
  if (self->trials == NULL)
    begin (self);
  exm_method_trials_set_active (self->trials, TRUE);
}

static void
exm_inspector_methods_unmap (GtkWidget *widget)
{
  ExmInspectorMethods *self = EXM_INSPECTOR_METHODS (widget);

  if (self->trials != NULL)
    exm_method_trials_set_active (self->trials, FALSE);
  GTK_WIDGET_CLASS (exm_inspector_methods_parent_class)->unmap (widget);
}

static void
let_go (ExmInspectorMethods *self)
{
  g_clear_handle_id (&self->fill_id, g_source_remove);
  if (self->analysis != NULL)
    g_signal_handlers_disconnect_by_data (self->analysis, self);
  if (self->trials != NULL)
    exm_method_trials_set_active (self->trials, FALSE);
  g_clear_object (&self->trials);
  g_clear_object (&self->analysis);
  g_clear_pointer (&self->order, g_free);
  self->n_rows = 0;
}

static void
remove_rows (ExmInspectorMethods *self)
{
  GtkListBoxRow *row;

  gtk_list_box_unselect_all (self->list);
  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
}

static void
exm_inspector_methods_dispose (GObject *object)
{
  /* The list tells its selection while there is somebody to be told. */
  if (EXM_INSPECTOR_METHODS (object)->list != NULL)
    remove_rows (EXM_INSPECTOR_METHODS (object));
  let_go (EXM_INSPECTOR_METHODS (object));
  g_clear_handle_id (&EXM_INSPECTOR_METHODS (object)->scroll_id, g_source_remove);
  /* Before the template lets go of it, which leaves the bin with what is no more. */
  adw_bin_set_child (ADW_BIN (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), EXM_TYPE_INSPECTOR_METHODS);
  G_OBJECT_CLASS (exm_inspector_methods_parent_class)->dispose (object);
}

static void
exm_inspector_methods_class_init (ExmInspectorMethodsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_inspector_methods_dispose;
  widget_class->map = exm_inspector_methods_map;
  widget_class->unmap = exm_inspector_methods_unmap;
  g_type_ensure (EXM_TYPE_METHOD_DETAIL);
  gtk_widget_class_set_template_from_resource (widget_class, EXM_APP_RESOURCES
                                               "exm-inspector-methods.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmInspectorMethods, stack);
  gtk_widget_class_bind_template_child (widget_class, ExmInspectorMethods, scroller);
  gtk_widget_class_bind_template_child (widget_class, ExmInspectorMethods, list);
  gtk_widget_class_bind_template_child (widget_class, ExmInspectorMethods, more);
  gtk_widget_class_bind_template_child (widget_class, ExmInspectorMethods, more_label);
  gtk_widget_class_bind_template_child (widget_class, ExmInspectorMethods, side);
  gtk_widget_class_bind_template_child (widget_class, ExmInspectorMethods, detail);
  gtk_widget_class_bind_template_callback (widget_class, on_more_toggled);
  gtk_widget_class_bind_template_callback (widget_class, on_row_selected);
}

static void
exm_inspector_methods_init (ExmInspectorMethods *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_list_box_set_filter_func (self->list, filter_row, self, NULL);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scroller);
  g_signal_connect_object (adjustment, "notify::page-size", G_CALLBACK (on_room_changed),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (adjustment, "notify::upper", G_CALLBACK (on_room_changed),
                           self, G_CONNECT_SWAPPED);
}

void
exm_inspector_methods_set_analysis (ExmInspectorMethods *self, ExmAnalysis *analysis)
{
  remove_rows (self);
  let_go (self);
  if (analysis != NULL)
    {
      self->analysis = g_object_ref (analysis);
      g_signal_connect_object (analysis, "changed", G_CALLBACK (on_analysis_changed),
                               self, G_CONNECT_SWAPPED);
      g_signal_connect_object (analysis, "pages-changed", G_CALLBACK (show_state), self,
                               G_CONNECT_SWAPPED);
    }
  show_state (self);
  if (analysis != NULL && gtk_widget_get_mapped (GTK_WIDGET (self)))
    {
      begin (self);
      exm_method_trials_set_active (self->trials, TRUE);
    }
}
