/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/compare/exm-comparison-view.h"

#include "app/compare/exm-comparison-choice.h"
#include "app/compare/exm-comparison-detail.h"
#include "app/compare/exm-comparison-row.h"
#include "app/compare/exm-comparison-words.h"
#include "app/widgets/exm-idle-fill.h"
#include "app/widgets/exm-init.h"
#include "app/widgets/exm-stay-in-sight.h"
#include "app/widgets/exm-toast.h"

#include <glib/gi18n-lib.h>

/* Size of a window of its own. */
#define WIDTH 1000
#define HEIGHT 700

/* Rows that are seen with a difference that is gone to, where there is room. */
#define AROUND_ROWS 5

struct _ExmComparisonView
{
  AdwBin parent_instance;

  ExmComparisonChoice *choice;   /* (unowned), as all of the template */
  GtkLabel *position;            /* (unowned) */
  GtkLabel *summary;             /* (unowned) */
  GtkWidget *heads;              /* (unowned) */
  GtkLabel *left_head;           /* (unowned) */
  GtkLabel *right_head;          /* (unowned) */
  GtkStack *stack;               /* (unowned) */
  GtkLabel *problem;             /* (unowned) */
  GtkListView *view;             /* (unowned) */
  ExmComparisonDetail *detail;   /* (unowned) */
  ExmLineComparison *comparison; /* (owned) (nullable) */
  ExmComparisonRows *rows;       /* (owned) */
  GtkSingleSelection *selection; /* (owned) */
  GPtrArray *bound;  /* (owned) (element-type GtkListItem): that show a row; unowned
                      * themselves */
  GtkWindow *window; /* (unowned) (nullable): that was opened with the same */
  guint layout_id;
  guint focus_id;
  gboolean is_holding;
  gboolean anew;     /* there was nothing to compare since the rows were set */
  gboolean updating; /* what changes now is not the operator's doing */
};

G_DEFINE_FINAL_TYPE (ExmComparisonView, exm_comparison_view, ADW_TYPE_BIN)

static guint
get_selected (ExmComparisonView *self)
{
  guint position = gtk_single_selection_get_selected (self->selection);

  return position != GTK_INVALID_LIST_POSITION ? position : G_MAXUINT;
}

static void
show_detail (ExmComparisonView *self)
{
  exm_comparison_detail_show (
      self->detail,
      self->comparison != NULL ? exm_line_comparison_get_diff (self->comparison) : NULL,
      exm_comparison_rows_get (self->rows, get_selected (self)));
}

/* Rows */

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  gtk_list_item_set_child (item, g_object_new (EXM_TYPE_COMPARISON_ROW, NULL));
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  ExmComparisonView *self = EXM_COMPARISON_VIEW (data);
  ExmComparisonRow *row = EXM_COMPARISON_ROW (gtk_list_item_get_child (item));

  g_ptr_array_add (self->bound, item);
  exm_comparison_row_show (row, self->comparison,
                           exm_comparison_item_get_row (gtk_list_item_get_item (item)),
                           exm_comparison_rows_get_beside (self->rows));
}

static void
on_unbind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  g_ptr_array_remove_fast (EXM_COMPARISON_VIEW (data)->bound, item);
}

static void
on_body_changed (ExmComparisonView *self)
{
  for (guint i = 0; i < self->bound->len; i++)
    gtk_widget_queue_draw (gtk_list_item_get_child (g_ptr_array_index (self->bound, i)));
}

/* Which row */

static void
show_position (ExmComparisonView *self)
{
  guint n, at = exm_comparison_rows_count (self->rows, get_selected (self), &n);
  /* translators: the third of 17 differences */
  g_autofree char *words = g_strdup_printf (_ ("%1$u/%2$u"), at, n);
  GtkWidget *widget = GTK_WIDGET (self);

  gtk_label_set_label (self->position, n > 0 ? words : "");
  gtk_widget_action_set_enabled (
      widget, "compare.next",
      exm_comparison_rows_step (self->rows, get_selected (self), TRUE) != G_MAXUINT);
  gtk_widget_action_set_enabled (
      widget, "compare.previous",
      exm_comparison_rows_step (self->rows, get_selected (self), FALSE) != G_MAXUINT);
}

static void
on_selected_notify (ExmComparisonView *self)
{
  const ExmComparedRow *row = exm_comparison_rows_get (self->rows, get_selected (self));

  show_position (self);
  show_detail (self);
  if (self->updating || row == NULL || row->kind == EXM_ROW_FOLD
      || self->comparison == NULL)
    return;
  self->updating = TRUE;
  exm_line_comparison_point (self->comparison, row->left, row->right);
  self->updating = FALSE;
}

/* Keys go on from the row that was gone to, once it is there. */
static gboolean
on_focus (gpointer data)
{
  ExmComparisonView *self = EXM_COMPARISON_VIEW (data);

  self->focus_id = 0;
  for (guint i = 0; i < self->bound->len; i++)
    {
      GtkListItem *item = g_ptr_array_index (self->bound, i);
      if (gtk_list_item_get_position (item) == get_selected (self))
        gtk_widget_grab_focus (gtk_widget_get_parent (gtk_list_item_get_child (item)));
    }
  return G_SOURCE_REMOVE;
}

/* @seen: a row beside it that is to be seen too */
static void
go_to (ExmComparisonView *self, guint position, guint seen)
{
  gtk_single_selection_set_selected (self->selection, position);
  gtk_widget_activate_action (GTK_WIDGET (self->view), "list.scroll-to-item", "u", seen);
  if (gtk_widget_get_focus_child (GTK_WIDGET (self->view)) != NULL && self->focus_id == 0)
    self->focus_id = g_idle_add_full (G_PRIORITY_LOW, on_focus, self, NULL);
}

/* Shows the line that is current in another view. */
static void
show_current (ExmComparisonView *self)
{
  ExmLineDiff *diff
      = self->comparison != NULL ? exm_line_comparison_get_diff (self->comparison) : NULL;

  if (diff == NULL || self->updating || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  guint line = exm_view_state_get_current_line (
      exm_analysis_get_view (exm_line_comparison_get_analysis (self->comparison)));
  guint index = line != EXM_NONE
                    ? exm_diff_text_find (exm_line_diff_get_right (diff), line)
                    : EXM_NONE;
  guint position = index != EXM_NONE ? exm_comparison_rows_find (self->rows, TRUE, index)
                                     : G_MAXUINT;
  if (position == G_MAXUINT || position == get_selected (self))
    return;
  self->updating = TRUE;
  go_to (self, position, position);
  self->updating = FALSE;
}

/* Enter, or two clicks: a fold opens. */
static void
on_activate (ExmComparisonView *self, guint position)
{
  const ExmComparedRow *row = exm_comparison_rows_get (self->rows, position);

  if (row == NULL || row->kind != EXM_ROW_FOLD)
    return;
  self->updating = TRUE;
  exm_comparison_rows_open (self->rows, position);
  self->updating = FALSE;
  go_to (self, position, position);
}

static ExmComparisonRow *
pick (ExmComparisonView *self, double x, double y)
{
  GtkWidget *widget = gtk_widget_pick (GTK_WIDGET (self->view), x, y, GTK_PICK_DEFAULT);

  /* The list's own item may be a little larger than what is in it. */
  if (widget != NULL && !EXM_IS_COMPARISON_ROW (widget))
    widget = gtk_widget_get_first_child (widget);
  return EXM_IS_COMPARISON_ROW (widget) ? EXM_COMPARISON_ROW (widget) : NULL;
}

static void
on_released (GtkGestureClick *click, int n_press, double x, double y, gpointer data)
{
  ExmComparisonView *self = EXM_COMPARISON_VIEW (data);
  ExmComparisonRow *row = pick (self, x, y);

  if (row != NULL && exm_comparison_row_get (row)->kind == EXM_ROW_FOLD)
    on_activate (self, exm_comparison_rows_find (self->rows, FALSE,
                                                 exm_comparison_row_get (row)->left));
}

static void
on_motion (GtkEventControllerMotion *motion, double x, double y, gpointer data)
{
  ExmComparisonView *self = EXM_COMPARISON_VIEW (data);
  ExmComparisonRow *row = pick (self, x, y);

  if (self->comparison != NULL)
    exm_view_state_set_hover_line (
        exm_analysis_get_view (exm_line_comparison_get_analysis (self->comparison)),
        row != NULL && exm_comparison_row_get (row)->kind != EXM_ROW_FOLD
            ? exm_line_comparison_get_target_line (self->comparison,
                                                   exm_comparison_row_get (row)->right)
            : EXM_NONE);
}

static void
on_leave (GtkEventControllerMotion *motion, gpointer data)
{
  ExmComparisonView *self = EXM_COMPARISON_VIEW (data);

  if (self->comparison != NULL)
    exm_view_state_set_hover_line (
        exm_analysis_get_view (exm_line_comparison_get_analysis (self->comparison)),
        EXM_NONE);
}

/* A row beside the one that is gone to must not push it out of a low list. */
static guint
count_around (ExmComparisonView *self)
{
  GtkWidget *list = GTK_WIDGET (self->view), *row = gtk_widget_get_first_child (list);
  int height = row != NULL ? gtk_widget_get_height (row) : 0;

  return height > 0 ? CLAMP (gtk_widget_get_height (list) / height / 3, 0, AROUND_ROWS)
                    : 0;
}

void
exm_comparison_view_step (ExmComparisonView *self, gboolean forward)
{
  guint position = exm_comparison_rows_step (self->rows, get_selected (self), forward);
  if (position == G_MAXUINT)
    return;
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->rows));
  guint around = count_around (self);
  go_to (self, position,
         forward ? MIN (position + around, n - 1) : position - MIN (position, around));
}

/* Changes of the comparison */

static void
show_rows (ExmComparisonView *self)
{
  ExmComparisonLayout *layout = exm_line_comparison_get_layout (self->comparison);
  gboolean beside = gtk_widget_get_width (GTK_WIDGET (self)) >= EXM_COMPARISON_WIDE;

  self->updating = TRUE;
  /* With other texts, a view that is somewhere in them would make all its rows anew. */
  if (self->anew)
    exm_comparison_rows_set (self->rows, NULL, beside);
  self->anew = FALSE;
  exm_comparison_rows_set (self->rows, layout, beside);
  self->updating = FALSE;
  gtk_widget_set_visible (self->heads, beside);
  show_position (self);
  show_detail (self);
  show_current (self);
}

/* While the next difference is awaited, that of before stays, out of reach. */
static void
show_state (ExmComparisonView *self)
{
  static const char *const pages[] = { [EXM_COMPARISON_EMPTY] = "empty",
                                       [EXM_COMPARISON_BUSY] = "busy",
                                       [EXM_COMPARISON_READY] = "lines",
                                       [EXM_COMPARISON_FAILED] = "problem" };
  ExmComparisonState state = exm_line_comparison_get_state (self->comparison);
  ExmComparedKind kind = exm_line_comparison_get_kind (
      self->comparison, exm_line_comparison_get_choice (self->comparison));
  gboolean ready = state == EXM_COMPARISON_READY;
  g_autofree char *summary = exm_comparison_dup_summary (self->comparison);

  gtk_label_set_label (self->summary, summary);
  gtk_widget_set_visible (GTK_WIDGET (self->summary), *summary != '\0');
  gtk_label_set_label (self->left_head, exm_comparison_get_side_name (kind, FALSE));
  gtk_label_set_label (self->right_head, exm_comparison_get_side_name (kind, TRUE));
  gtk_widget_set_sensitive (GTK_WIDGET (self->view), ready);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "compare.copy", ready);
  if (!ready && exm_line_comparison_get_layout (self->comparison) == NULL)
    self->anew = TRUE;
  if (ready)
    show_rows (self);
  if (state == EXM_COMPARISON_FAILED)
    gtk_label_set_label (self->problem,
                         exm_line_comparison_get_message (self->comparison));
  if (state != EXM_COMPARISON_BUSY
      || g_list_model_get_n_items (G_LIST_MODEL (self->rows)) == 0)
    gtk_stack_set_visible_child_name (self->stack, pages[state]);
}

/* Room */

static gboolean
on_layout (gpointer data)
{
  ExmComparisonView *self = EXM_COMPARISON_VIEW (data);

  self->layout_id = 0;
  if (self->comparison != NULL
      && exm_line_comparison_get_state (self->comparison) == EXM_COMPARISON_READY)
    show_rows (self);
  return G_SOURCE_REMOVE;
}

static GtkSizeRequestMode
exm_comparison_view_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
exm_comparison_view_measure (GtkWidget *widget,
                             GtkOrientation orientation,
                             int for_size,
                             int *minimum,
                             int *natural,
                             int *minimum_baseline,
                             int *natural_baseline)
{
  gtk_widget_measure (adw_bin_get_child (ADW_BIN (widget)), orientation, for_size,
                      minimum, natural, minimum_baseline, natural_baseline);
}

/* Rows cannot be made while widgets are given their places: that comes next. */
static void
exm_comparison_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  ExmComparisonView *self = EXM_COMPARISON_VIEW (widget);
  gboolean beside = width >= EXM_COMPARISON_WIDE;

  gtk_widget_allocate (adw_bin_get_child (ADW_BIN (widget)), width, height, baseline,
                       NULL);
  if (beside != exm_comparison_rows_get_beside (self->rows) && self->layout_id == 0)
    self->layout_id = g_idle_add_full (G_PRIORITY_HIGH, on_layout, self, NULL);
}

static void
set_holding (ExmComparisonView *self, gboolean holding)
{
  if (self->comparison == NULL || self->is_holding == holding)
    return;
  self->is_holding = holding;
  if (holding)
    exm_line_comparison_hold (self->comparison);
  else
    exm_line_comparison_release (self->comparison);
}

static void
exm_comparison_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (exm_comparison_view_parent_class)->map (widget);
  set_holding (EXM_COMPARISON_VIEW (widget), TRUE);
  show_current (EXM_COMPARISON_VIEW (widget));
}

static void
exm_comparison_view_unmap (GtkWidget *widget)
{
  set_holding (EXM_COMPARISON_VIEW (widget), FALSE);
  GTK_WIDGET_CLASS (exm_comparison_view_parent_class)->unmap (widget);
}

/* Actions */

static void
step (GtkWidget *widget, const char *action, GVariant *parameter)
{
  exm_comparison_view_step (EXM_COMPARISON_VIEW (widget),
                            g_str_equal (action, "compare.next"));
}

/* Writes the difference on the pool, as a unified one. */
static void
run_write (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  char **names = g_object_get_data (G_OBJECT (task), "exm-names");

  g_task_return_pointer (task, exm_line_diff_write_unified (data, names[0], names[1]),
                         g_free);
}

static char *
dup_name (ExmLineComparison *self, gboolean right)
{
  ExmComparedKind kind
      = exm_line_comparison_get_kind (self, exm_line_comparison_get_choice (self));
  const ExmAnalysisInput *input
      = exm_analysis_get_input (exm_line_comparison_get_analysis (self));
  const char *name = exm_comparison_get_side_name (kind, right);
  gboolean of_target = right || kind != EXM_COMPARED_EXAMPLE;
  const ExmAnalysisPage *page = of_target                  ? input->target
                                : input->examples->len > 0 ? input->examples->pdata[0]
                                                           : NULL;
  const char *url = page != NULL ? page->url : NULL;
  char *all = url != NULL ? g_strdup_printf ("%s %s", name, url) : g_strdup (name);

  return g_strdelimit (all, "\r\n\t", ' ');
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  ExmComparisonView *self = EXM_COMPARISON_VIEW (source);
  g_autofree char *text = g_task_propagate_pointer (G_TASK (result), NULL);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  exm_toast_show (GTK_WIDGET (self), exm_toast_new (_ ("Comparison copied")));
}

static void
copy (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ExmComparisonView *self = EXM_COMPARISON_VIEW (widget);
  ExmLineDiff *diff
      = self->comparison != NULL ? exm_line_comparison_get_diff (self->comparison) : NULL;

  if (diff == NULL)
    return;
  g_autoptr (GTask) task = g_task_new (self, NULL, on_written, NULL);
  g_task_set_source_tag (task, copy);
  char **names = g_new0 (char *, 3);
  names[0] = dup_name (self->comparison, FALSE);
  names[1] = dup_name (self->comparison, TRUE);
  g_object_set_data_full (G_OBJECT (task), "exm-names", names,
                          (GDestroyNotify) g_strfreev);
  g_task_set_task_data (task, exm_line_diff_ref (diff),
                        (GDestroyNotify) exm_line_diff_unref);
  g_task_run_in_thread (task, run_write);
}

static void
fill_window (GtkWindow *window, gconstpointer unused)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *view = exm_comparison_view_new ();

  gtk_widget_action_set_enabled (view, "compare.open-window", FALSE);
  gtk_widget_set_vexpand (view, TRUE);
  gtk_box_append (GTK_BOX (box), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (box), view);
  adw_window_set_content (ADW_WINDOW (window), box);
  exm_comparison_view_set (EXM_COMPARISON_VIEW (view),
                           g_object_get_data (G_OBJECT (window), "exm-comparison"));
}

/* Returns: (transfer none): a window of its own, with room for both texts beside each
 * other, which is about to be shown */
static GtkWindow *
show_window (GtkWindow *parent, ExmLineComparison *comparison)
{
  GtkWidget *window = adw_window_new ();
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_window_set_title (GTK_WINDOW (window), C_ ("inspector", "Compare"));
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, HEIGHT);
  gtk_window_set_transient_for (GTK_WINDOW (window), parent);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (window), TRUE);
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                        gtk_named_action_new ("window.close")));
  gtk_widget_add_controller (window, keys);
  g_object_set_data_full (G_OBJECT (window), "exm-comparison", g_object_ref (comparison),
                          g_object_unref);
  /* Each in a turn of the main loop of its own. */
  exm_idle_fill_then (GTK_WINDOW (window), fill_window, NULL);
  exm_idle_fill_present (GTK_WINDOW (window));
  return GTK_WINDOW (window);
}

static void
open_window (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ExmComparisonView *self = EXM_COMPARISON_VIEW (widget);
  GtkRoot *root = gtk_widget_get_root (widget);

  if (self->window != NULL)
    gtk_window_present (self->window);
  if (self->window != NULL || self->comparison == NULL)
    return;
  GtkWindow *window = show_window (GTK_WINDOW (root), self->comparison);
  g_set_weak_pointer (&self->window, window);
}

static void
let_go (ExmComparisonView *self)
{
  set_holding (self, FALSE);
  if (self->comparison == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->comparison, self);
  if (self->view != NULL)
    exm_comparison_choice_set (self->choice, NULL);
  g_signal_handlers_disconnect_by_data (
      exm_analysis_get_view (exm_line_comparison_get_analysis (self->comparison)), self);
  g_clear_object (&self->comparison);
}

static void
exm_comparison_view_dispose (GObject *object)
{
  ExmComparisonView *self = EXM_COMPARISON_VIEW (object);

  g_clear_handle_id (&self->layout_id, g_source_remove);
  g_clear_handle_id (&self->focus_id, g_source_remove);
  if (self->view != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  let_go (self);
  if (self->window != NULL)
    gtk_window_destroy (self->window);
  g_clear_weak_pointer (&self->window);
  /* Before the template lets go of it, which leaves the bin with what is no more. */
  adw_bin_set_child (ADW_BIN (self), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_COMPARISON_VIEW);
  self->view = NULL;
  g_clear_object (&self->selection);
  g_clear_object (&self->rows);
  g_clear_pointer (&self->bound, g_ptr_array_unref);
  G_OBJECT_CLASS (exm_comparison_view_parent_class)->dispose (object);
}

/* Those of the workbench, which a window of its own lacks, and Meld's. */
static void
add_keys (GtkWidgetClass *widget_class,
          const char *action,
          guint key,
          GdkModifierType modifiers,
          guint key_with_alt)
{
  gtk_widget_class_add_binding_action (widget_class, key, modifiers, action, NULL);
  gtk_widget_class_add_binding_action (widget_class, key_with_alt, GDK_ALT_MASK, action,
                                       NULL);
}

static void
install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "compare.next", NULL, step);
  gtk_widget_class_install_action (widget_class, "compare.previous", NULL, step);
  gtk_widget_class_install_action (widget_class, "compare.copy", NULL, copy);
  gtk_widget_class_install_action (widget_class, "compare.open-window", NULL,
                                   open_window);
  add_keys (widget_class, "compare.next", GDK_KEY_n, 0, GDK_KEY_Down);
  add_keys (widget_class, "compare.previous", GDK_KEY_n, GDK_SHIFT_MASK, GDK_KEY_Up);
}

static void
exm_comparison_view_class_init (ExmComparisonViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_comparison_view_dispose;
  widget_class->get_request_mode = exm_comparison_view_get_request_mode;
  widget_class->measure = exm_comparison_view_measure;
  widget_class->size_allocate = exm_comparison_view_size_allocate;
  widget_class->map = exm_comparison_view_map;
  widget_class->unmap = exm_comparison_view_unmap;
  install_actions (widget_class);
  g_type_ensure (EXM_TYPE_COMPARISON_CHOICE);
  g_type_ensure (EXM_TYPE_COMPARISON_DETAIL);
  gtk_widget_class_set_template_from_resource (widget_class, EXM_APP_RESOURCES
                                               "exm-comparison-view.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmComparisonView, choice);
  gtk_widget_class_bind_template_child (widget_class, ExmComparisonView, position);
  gtk_widget_class_bind_template_child (widget_class, ExmComparisonView, summary);
  gtk_widget_class_bind_template_child (widget_class, ExmComparisonView, heads);
  gtk_widget_class_bind_template_child (widget_class, ExmComparisonView, left_head);
  gtk_widget_class_bind_template_child (widget_class, ExmComparisonView, right_head);
  gtk_widget_class_bind_template_child (widget_class, ExmComparisonView, stack);
  gtk_widget_class_bind_template_child (widget_class, ExmComparisonView, problem);
  gtk_widget_class_bind_template_child (widget_class, ExmComparisonView, view);
  gtk_widget_class_bind_template_child (widget_class, ExmComparisonView, detail);
  gtk_widget_class_bind_template_callback (widget_class, on_setup);
  gtk_widget_class_bind_template_callback (widget_class, on_bind);
  gtk_widget_class_bind_template_callback (widget_class, on_unbind);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
}

static void
watch_pointer (ExmComparisonView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();

  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click),
                                              GTK_PHASE_CAPTURE);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self->view), GTK_EVENT_CONTROLLER (click));
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (GTK_WIDGET (self->view), motion);
}

static void
exm_comparison_view_init (ExmComparisonView *self)
{
  self->bound = g_ptr_array_new ();
  self->rows = exm_comparison_rows_new ();
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->rows)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_widget_init_template (GTK_WIDGET (self));
  /* A layout manager would not ask us. */
  gtk_widget_set_layout_manager (GTK_WIDGET (self), NULL);
  gtk_list_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
  exm_stay_in_sight (self->view);
  g_signal_connect_swapped (self->selection, "notify::selected",
                            G_CALLBACK (on_selected_notify), self);
  g_signal_connect_object (self->rows, "items-changed", G_CALLBACK (show_position), self,
                           G_CONNECT_SWAPPED);
  watch_pointer (self);
}

GtkWidget *
exm_comparison_view_new (void)
{
  return g_object_new (EXM_TYPE_COMPARISON_VIEW, NULL);
}

void
exm_comparison_view_set (ExmComparisonView *self, ExmLineComparison *comparison)
{
  let_go (self);
  if (comparison == NULL)
    return;
  self->comparison = g_object_ref (comparison);
  g_signal_connect_swapped (comparison, "changed", G_CALLBACK (show_state), self);
  g_signal_connect_swapped (comparison, "body-changed", G_CALLBACK (on_body_changed),
                            self);
  g_signal_connect_swapped (
      exm_analysis_get_view (exm_line_comparison_get_analysis (comparison)),
      "notify::current-line", G_CALLBACK (show_current), self);
  exm_comparison_choice_set (self->choice, comparison);
  show_state (self);
  set_holding (self, gtk_widget_get_mapped (GTK_WIDGET (self)));
}
