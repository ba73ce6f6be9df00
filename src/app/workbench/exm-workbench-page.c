/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/workbench/exm-workbench-page.h"

#include "app/inspector/exm-inspector.h"
#include "app/widgets/exm-init.h"
#include "app/workbench/exm-workbench-page-private.h"
#ifdef EXM_HAVE_LAB
#include "app/lab/exm-compare-dialog.h"
#endif

#include <glib/gi18n-lib.h>

static void init_screen (ExmScreenInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ExmWorkbenchPage,
                               exm_workbench_page,
                               ADW_TYPE_BIN,
                               G_IMPLEMENT_INTERFACE (EXM_TYPE_SCREEN, init_screen))

/* The panes */

static void
on_example_retry_asked (ExmWorkbenchPage *self)
{
  exm_workbench_load_task (self);
}

static void
on_example_charset_chosen (ExmWorkbenchPage *self, const char *charset)
{
  exm_analysis_set_example_charset (self->analysis, self->example_index, charset);
  exm_workbench_save_example_charset (self, charset);
}

static void
on_target_address_entered (ExmWorkbenchPage *self, const char *url)
{
  if (self->session != NULL)
    exm_workbench_fetch_target (self, url);
}

static void
on_target_reload_asked (ExmWorkbenchPage *self)
{
  if (self->wanted_url != NULL)
    {
      g_autofree char *url = g_strdup (self->wanted_url);
      exm_workbench_fetch_target (self, url);
    }
}

static void
on_target_stored_asked (ExmWorkbenchPage *self)
{
  exm_workbench_show_stored (self);
}

static void
on_target_stop_asked (ExmWorkbenchPage *self)
{
  exm_workbench_stop_fetch (self);
}

static void
on_target_charset_chosen (ExmWorkbenchPage *self, const char *charset)
{
  exm_analysis_set_target_charset (self->analysis, charset);
}

static void
on_target_use_as_example (ExmWorkbenchPage *self, gboolean add)
{
  exm_workbench_use_target_as_example (self, add);
}

static void
on_copies_reported (ExmWorkbenchPage *self, const char *words)
{
  exm_workbench_toast (self, words, FALSE);
}

/* Actions */

static void
step (ExmWorkbenchPage *self, int by)
{
  guint selected = gtk_single_selection_get_selected (self->pages);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->pages));
  gint64 position = selected == GTK_INVALID_LIST_POSITION ? (by > 0 ? 0 : (gint64) n - 1)
                                                          : (gint64) selected + by;

  if (position >= 0 && position < n)
    gtk_single_selection_set_selected (self->pages, (guint) position);
  else
    gtk_widget_error_bell (GTK_WIDGET (self));
}

static void
activate_step (GtkWidget *widget, const char *name, GVariant *parameter)
{
  step (EXM_WORKBENCH_PAGE (widget), g_str_equal (name, "page.previous") ? -1 : 1);
}

static void
activate_step_difference (GtkWidget *widget, const char *name, GVariant *parameter)
{
  exm_inspector_step_difference (EXM_WORKBENCH_PAGE (widget)->inspector,
                                 g_str_equal (name, "page.next-difference"));
}

static void
activate_looks_right (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ExmWorkbenchPage *self = EXM_WORKBENCH_PAGE (widget);
  const ExmBenchPage *page = self->target_page;

  /* Nobody has seen what is on its way. */
  if (!exm_workbench_shows_wanted (self))
    {
      gtk_widget_error_bell (widget);
      return;
    }
  if (self->reviewed != 0 && page != NULL && page->article_id == self->reviewed)
    {
      gtk_widget_activate_action (widget, "win.end-review", "b", TRUE);
      return;
    }
  exm_workbench_approve (self);
  step (self, 1);
}

static void
activate_leave_review (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_widget_activate_action (widget, "win.end-review", "b", FALSE);
}

static void
activate_allow_host (GtkWidget *widget, const char *name, GVariant *parameter)
{
  exm_workbench_allow_host (EXM_WORKBENCH_PAGE (widget));
}

static void
activate_wrong (GtkWidget *widget, const char *name, GVariant *parameter)
{
  exm_verdict_row_ask_wrong (EXM_WORKBENCH_PAGE (widget)->verdict_row);
}

/* Where the example is marked already, the first M brings the keyboard there. */
static void
activate_mark (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ExmWorkbenchPage *self = EXM_WORKBENCH_PAGE (widget);
  ExmPageView *view = exm_page_pane_get_view (self->example);
  gboolean marking;

  g_object_get (view, "mark-mode", &marking, NULL);
  if (marking && gtk_event_controller_focus_contains_focus (self->example_focus))
    {
      g_object_set (view, "mark-mode", FALSE, NULL);
      return;
    }
  gtk_widget_set_visible (GTK_WIDGET (self->example), TRUE);
  adw_leaflet_set_visible_child (self->leaflet, GTK_WIDGET (self->example));
  gtk_widget_grab_focus (GTK_WIDGET (view));
  if (!marking)
    g_object_set (view, "mark-mode", TRUE, NULL);
  exm_page_view_mark_by_keys (view);
}

/* The chart's start flag gets the keyboard: arrows move it. */
static void
activate_move_ends (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ExmWorkbenchPage *self = EXM_WORKBENCH_PAGE (widget);
  ExmCurveChart *chart = exm_chart_panel_get_chart (self->chart_panel);

  g_object_set (self->chart_panel, "folded", FALSE, NULL);
  exm_curve_chart_fit_body (chart);
  gtk_widget_grab_focus (exm_curve_chart_get_flag (chart, FALSE));
  exm_workbench_toast (self, _ ("Drag the flags in the chart, or move them with ← and →"),
                       FALSE);
}

static void
undo_and_tell (ExmWorkbenchPage *self)
{
  const char *done = exm_analysis_get_undo_words (self->analysis);

  if (done == NULL)
    return;
  /* translators: %s is what was done, as "Start moved 3 lines up" */
  g_autofree char *words = g_strdup_printf (_ ("Undone: %s"), done);
  exm_analysis_undo (self->analysis);
  exm_workbench_toast (self, words, FALSE);
}

static void
activate_undo (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ExmWorkbenchPage *self = EXM_WORKBENCH_PAGE (widget);

  if (g_str_equal (name, "page.undo"))
    {
      /* What is on its way is what was done last. */
      exm_curve_chart_settle_flag (exm_chart_panel_get_chart (self->chart_panel));
      undo_and_tell (self);
    }
  else
    exm_analysis_redo (self->analysis);
}

static void
activate_fit (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ExmCurveChart *chart
      = exm_chart_panel_get_chart (EXM_WORKBENCH_PAGE (widget)->chart_panel);

  if (exm_chart_range_is_whole (exm_curve_chart_get_range (chart)))
    exm_curve_chart_fit_body (chart);
  else
    exm_curve_chart_fit_all (chart);
}

static void
activate_inspector (GtkWidget *widget, const char *name, GVariant *parameter)
{
  exm_workbench_toggle_inspector (EXM_WORKBENCH_PAGE (widget));
}

static void
activate_misfit (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ExmWorkbenchPage *self = EXM_WORKBENCH_PAGE (widget);

  if (g_str_equal (name, "page.other-page"))
    step (self, 1);
  else if (g_str_equal (name, "page.extract-anyway"))
    exm_analysis_set_force (self->analysis, TRUE);
  else
    exm_workbench_use_target_as_example (self, TRUE);
}

static void
activate_use_method (GtkWidget *widget, const char *name, GVariant *parameter)
{
  const char *method, *parameters;

  g_variant_get (parameter, "(&s&s)", &method, &parameters);
  exm_workbench_use_method (EXM_WORKBENCH_PAGE (widget), method, parameters);
}

#ifdef EXM_HAVE_LAB
static void
activate_train (GtkWidget *widget, const char *name, GVariant *parameter)
{
  exm_workbench_train (EXM_WORKBENCH_PAGE (widget),
                       g_variant_get_string (parameter, NULL));
}

static void
activate_compare (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ExmWorkbenchPage *self = EXM_WORKBENCH_PAGE (widget);

  if (self->task != NULL)
    exm_compare_dialog_present (GTK_WINDOW (gtk_widget_get_root (widget)), self->session,
                                self->task_uid);
}
#endif

static void
activate_shipped_model (GtkWidget *widget, const char *name, GVariant *parameter)
{
  exm_workbench_use_model (EXM_WORKBENCH_PAGE (widget),
                           g_variant_get_string (parameter, NULL), NULL);
}

static void
activate_site_lines (GtkWidget *widget, const char *name, GVariant *parameter)
{
  exm_workbench_show_site_lines (EXM_WORKBENCH_PAGE (widget));
}

/* The keyboard begins on the chart itself, where arrows show another part of it; Tab goes
 * on to its flags, which arrows move. */
static void
focus_chart (ExmWorkbenchPage *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (exm_chart_panel_get_chart (self->chart_panel)));
}

/* Enter is for the page that is looked at, not for the button that led here. */
static void
exm_workbench_page_map (GtkWidget *widget)
{
  ExmWorkbenchPage *self = EXM_WORKBENCH_PAGE (widget);
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (widget));

  GTK_WIDGET_CLASS (exm_workbench_page_parent_class)->map (widget);
  if (focus == NULL || GTK_IS_BUTTON (focus))
    focus_chart (self);
}

static void
exm_workbench_page_dispose (GObject *object)
{
  ExmWorkbenchPage *self = EXM_WORKBENCH_PAGE (object);

  g_clear_handle_id (&self->marks_source, g_source_remove);
  g_clear_handle_id (&self->layout_source, g_source_remove);
  g_cancellable_cancel (self->task_loading);
  g_clear_object (&self->task_loading);
  g_cancellable_cancel (self->page_loading);
  g_clear_object (&self->page_loading);
  g_cancellable_cancel (self->counting);
  g_clear_object (&self->counting);
  g_clear_weak_pointer (&self->toast);
  g_clear_object (&self->setup_signals);
  g_clear_object (&self->setup);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_WORKBENCH_PAGE);
  g_clear_object (&self->pages);
  g_clear_object (&self->calm);
  g_clear_object (&self->articles);
  g_clear_object (&self->analysis);
  g_clear_object (&self->session);
  g_clear_pointer (&self->task, exm_task_unref);
  g_clear_pointer (&self->task_uid, g_free);
  g_clear_pointer (&self->wanted_url, g_free);
  g_clear_pointer (&self->target_page, exm_bench_page_free);
  G_OBJECT_CLASS (exm_workbench_page_parent_class)->dispose (object);
}

static void
install_actions (GtkWidgetClass *class)
{
  static const struct
  {
    const char *name;
    GtkWidgetActionActivateFunc activate;
  } actions[] = {
    { "page.looks-right", activate_looks_right },
    { "page.accept", activate_looks_right },
    { "page.wrong", activate_wrong },
    { "page.mark", activate_mark },
    { "page.move-ends", activate_move_ends },
    { "page.previous", activate_step },
    { "page.next", activate_step },
    { "page.previous-difference", activate_step_difference },
    { "page.next-difference", activate_step_difference },
    { "page.undo", activate_undo },
    { "page.redo", activate_undo },
    { "page.fit", activate_fit },
    { "page.inspector", activate_inspector },
    { "page.other-page", activate_misfit },
    { "page.add-example", activate_misfit },
    { "page.extract-anyway", activate_misfit },
#ifdef EXM_HAVE_LAB
    { "page.compare-methods", activate_compare },
#endif
    { "page.site-lines", activate_site_lines },
    { "page.leave-review", activate_leave_review },
    { "page.allow-host", activate_allow_host },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (class, actions[i].name, NULL, actions[i].activate);
  gtk_widget_class_install_action (class, "page.use-method", "(ss)", activate_use_method);
#ifdef EXM_HAVE_LAB
  gtk_widget_class_install_action (class, "page.train-method", "s", activate_train);
#endif
  gtk_widget_class_install_action (class, "page.shipped-model", "s",
                                   activate_shipped_model);
}

static void
exm_workbench_page_class_init (ExmWorkbenchPageClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = exm_workbench_page_dispose;
  widget_class->map = exm_workbench_page_map;
  widget_class->measure = exm_workbench_measure;
  widget_class->size_allocate = exm_workbench_size_allocate;

  g_type_ensure (EXM_TYPE_CHART_PANEL);
  g_type_ensure (EXM_TYPE_COPIES_BAR);
  g_type_ensure (EXM_TYPE_INSPECTOR);
  g_type_ensure (EXM_TYPE_PAGE_PANE);
  g_type_ensure (EXM_TYPE_VERDICT_ROW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-workbench-page.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmWorkbenchPage, top_bin);
  gtk_widget_class_bind_template_child (widget_class, ExmWorkbenchPage, affects_bar);
  gtk_widget_class_bind_template_child (widget_class, ExmWorkbenchPage, affects);
  gtk_widget_class_bind_template_child (widget_class, ExmWorkbenchPage, reextract);
  gtk_widget_class_bind_template_callback (widget_class, exm_workbench_reextract);
  gtk_widget_class_bind_template_child (widget_class, ExmWorkbenchPage, copies_bar);
  gtk_widget_class_bind_template_callback (widget_class, on_copies_reported);
  gtk_widget_class_bind_template_callback (widget_class, exm_workbench_forget_affected);
  gtk_widget_class_bind_template_child (widget_class, ExmWorkbenchPage, verdict_row);
  gtk_widget_class_bind_template_child (widget_class, ExmWorkbenchPage, flap);
  gtk_widget_class_bind_template_child (widget_class, ExmWorkbenchPage, side_bin);
  gtk_widget_class_bind_template_child (widget_class, ExmWorkbenchPage, outer);
  gtk_widget_class_bind_template_child (widget_class, ExmWorkbenchPage, inner);
  gtk_widget_class_bind_template_child (widget_class, ExmWorkbenchPage, leaflet);
  gtk_widget_class_bind_template_child (widget_class, ExmWorkbenchPage, example);
  gtk_widget_class_bind_template_child (widget_class, ExmWorkbenchPage, target);
  gtk_widget_class_bind_template_child (widget_class, ExmWorkbenchPage, chart_panel);
  gtk_widget_class_bind_template_child (widget_class, ExmWorkbenchPage, inspector);
  gtk_widget_class_bind_template_callback (widget_class, on_example_retry_asked);
  gtk_widget_class_bind_template_callback (widget_class, on_example_charset_chosen);
  gtk_widget_class_bind_template_callback (widget_class, on_target_address_entered);
  gtk_widget_class_bind_template_callback (widget_class, on_target_reload_asked);
  gtk_widget_class_bind_template_callback (widget_class, on_target_stored_asked);
  gtk_widget_class_bind_template_callback (widget_class, on_target_stop_asked);
  gtk_widget_class_bind_template_callback (widget_class, on_target_charset_chosen);
  gtk_widget_class_bind_template_callback (widget_class, on_target_use_as_example);
  gtk_widget_class_bind_template_callback (widget_class, exm_workbench_swap_pages);
  gtk_widget_class_bind_template_callback (widget_class, exm_workbench_next_example);
  gtk_widget_class_bind_template_callback (widget_class, exm_workbench_remove_example);
  install_actions (widget_class);
}

/* Where nothing is compared, the keys are those of the focused widget. */
static void
update_difference_actions (ExmWorkbenchPage *self)
{
  gboolean shown = g_strcmp0 (exm_inspector_get_tab (self->inspector), "compare") == 0;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "page.previous-difference", shown);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "page.next-difference", shown);
}

void
exm_workbench_show_item (ExmWorkbenchPage *self, ExmPageItem *item)
{
  GListModel *pages = G_LIST_MODEL (self->pages);

  for (guint i = 0; i < g_list_model_get_n_items (pages); i++)
    {
      g_autoptr (ExmPageItem) page = g_list_model_get_item (pages, i);
      if (page == item)
        gtk_single_selection_set_selected (self->pages, i);
    }
}

/* The first page is shown, or what is fetched in its place because it does not look like
 * the example; not where the operator wants it all the same. */
static gboolean
wants_other (ExmWorkbenchPage *self, ExmPageItem *selected)
{
  return selected == NULL
         || (exm_setup_is_choosing (self->setup)
             && exm_page_item_get_outcome (selected)->mark == EXM_PAGE_FAIL
             && !exm_analysis_get_force (self->analysis));
}

static void
on_setup_page_ready (ExmWorkbenchPage *self, ExmPageItem *item)
{
  ExmPageItem *selected = gtk_single_selection_get_selected_item (self->pages);

  if (selected == item)
    exm_workbench_on_selected (self);
  else if (wants_other (self, selected))
    exm_workbench_show_item (self, item);
}

static void
on_stored_changed (ExmWorkbenchPage *self, const char *uid)
{
  if (uid == NULL || g_strcmp0 (uid, self->task_uid) == 0)
    exm_workbench_reload_articles (self);
}

static void
set_session (ExmScreen *screen, ExmSession *session)
{
  ExmWorkbenchPage *self = EXM_WORKBENCH_PAGE (screen);

  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  exm_copies_bar_set_session (self->copies_bar, session);
  self->analysis = exm_analysis_new (exm_session_get_engine (session));
  exm_workbench_wire (self);
  g_signal_connect_object (session, "articles-changed", G_CALLBACK (on_stored_changed),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "task-changed", G_CALLBACK (on_stored_changed), self,
                           G_CONNECT_SWAPPED);
}

static void
set_task (ExmScreen *screen, const char *uid)
{
  ExmWorkbenchPage *self = EXM_WORKBENCH_PAGE (screen);

  g_return_if_fail (self->session != NULL);

  if (g_strcmp0 (uid, self->task_uid) == 0 && self->setup == NULL)
    return;
  g_free (self->task_uid);
  self->task_uid = g_strdup (uid);
  gtk_widget_set_visible (GTK_WIDGET (self->example), TRUE);
  adw_bin_set_child (self->top_bin, NULL);
  exm_workbench_load_task (self);
}

static const char *
get_help (ExmScreen *screen)
{
  ExmWorkbenchPage *self = EXM_WORKBENCH_PAGE (screen);
  /* Tab of the inspector, topic. */
  static const char *const topics[][2] = {
    { "pages", "review" },    { "text", "workbench" }, { "lines", "lines" },
    { "methods", "methods" }, { "source", "scripts" },
  };
  const char *tab = exm_inspector_get_tab (self->inspector);

  for (gsize i = 0; i < G_N_ELEMENTS (topics); i++)
    if (g_strcmp0 (tab, topics[i][0]) == 0)
      return topics[i][1];
  return "workbench";
}

static gboolean
can_undo (ExmScreen *screen)
{
  return exm_analysis_can_undo (EXM_WORKBENCH_PAGE (screen)->analysis);
}

static void
init_screen (ExmScreenInterface *iface)
{
  iface->can_undo = can_undo;
  iface->set_session = set_session;
  iface->set_task = set_task;
  iface->get_help = get_help;
}

static void
exm_workbench_page_init (ExmWorkbenchPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  exm_workbench_init_layout (self);
  exm_page_pane_set_role (self->example, _ ("Example"), EXM_PANE_EXAMPLE);
  exm_page_pane_set_role (self->target, _ ("Target"), EXM_PANE_TARGET);
  adw_leaflet_set_visible_child (self->leaflet, GTK_WIDGET (self->target));
  self->example_head = EXM_NONE;

  self->pages = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->pages, FALSE);
  gtk_single_selection_set_can_unselect (self->pages, TRUE);
  g_signal_connect_object (self->pages, "notify::selected-item",
                           G_CALLBACK (exm_workbench_on_selected), self,
                           G_CONNECT_SWAPPED);
  exm_inspector_set_pages (self->inspector, self->pages);
  g_signal_connect_object (self->inspector, "notify::tab",
                           G_CALLBACK (update_difference_actions), self,
                           G_CONNECT_SWAPPED);
  update_difference_actions (self);
  self->setup_signals = g_signal_group_new (EXM_TYPE_SETUP);
  g_signal_group_connect_swapped (self->setup_signals, "proposed",
                                  G_CALLBACK (exm_workbench_load_setup), self);
  g_signal_group_connect_swapped (self->setup_signals, "page-ready",
                                  G_CALLBACK (on_setup_page_ready), self);
  g_signal_group_connect_swapped (self->setup_signals, "examples-changed",
                                  G_CALLBACK (exm_workbench_on_examples_changed), self);
}

void
exm_workbench_page_set_setup (ExmWorkbenchPage *self, ExmSetup *setup, GtkWidget *bar)
{
  g_return_if_fail (EXM_IS_WORKBENCH_PAGE (self));
  g_return_if_fail (self->session != NULL);

  g_clear_pointer (&self->task_uid, g_free);
  exm_workbench_unload (self);
  adw_bin_set_child (self->top_bin, bar);
  if (setup == NULL)
    return;
  self->setup = g_object_ref (setup);
  g_signal_group_set_target (self->setup_signals, setup);
  exm_workbench_load_setup (self);
}

void
exm_workbench_page_open_article (ExmWorkbenchPage *self, gint64 id)
{
  GListModel *pages;
  g_return_if_fail (EXM_IS_WORKBENCH_PAGE (self));

  /* It is looked at alone; the example is a click away. */
  adw_leaflet_set_visible_child (self->leaflet, GTK_WIDGET (self->target));
  gtk_widget_set_visible (GTK_WIDGET (self->example), FALSE);
  pages = G_LIST_MODEL (self->pages);
  for (guint i = 0; i < g_list_model_get_n_items (pages); i++)
    {
      g_autoptr (ExmPageItem) item = g_list_model_get_item (pages, i);
      if (exm_page_item_get_article_id (item) == id)
        {
          gtk_single_selection_set_selected (self->pages, i);
          return;
        }
    }
  gtk_single_selection_set_selected (self->pages, GTK_INVALID_LIST_POSITION);
  exm_workbench_load_article (self, id);
}

void
exm_workbench_page_set_review (ExmWorkbenchPage *self, gint64 id)
{
  g_return_if_fail (EXM_IS_WORKBENCH_PAGE (self));

  self->reviewed = id;
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "page.leave-review", id != 0);
  exm_verdict_row_set_review (self->verdict_row, id != 0);
  if (id != 0)
    focus_chart (self);
}

ExmAnalysis *
exm_workbench_page_get_analysis (ExmWorkbenchPage *self)
{
  g_return_val_if_fail (EXM_IS_WORKBENCH_PAGE (self), NULL);

  return self->analysis;
}

GtkSingleSelection *
exm_workbench_page_get_pages (ExmWorkbenchPage *self)
{
  g_return_val_if_fail (EXM_IS_WORKBENCH_PAGE (self), NULL);

  return self->pages;
}
