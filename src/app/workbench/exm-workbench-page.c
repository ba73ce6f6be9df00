/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/workbench/exm-workbench-page.h"

#include "app/analysis/exm-effect-words.h"
#include "app/inspector/exm-site-lines-dialog.h"
#include "app/widgets/exm-init.h"
#include "app/workbench/exm-affected-bar.h"
#include "app/workbench/exm-copies-bar.h"
#include "app/workbench/exm-target-article.h"
#include "app/workbench/exm-workbench-layout.h"
#include "app/workbench/exm-workbench-loader.h"
#ifdef EXM_HAVE_LAB
#include "app/lab/exm-compare-dialog.h"
#include "app/lab/exm-train-dialog.h"
#endif

#include <glib/gi18n-lib.h>

struct _ExmWorkbenchPage
{
  AdwBin parent_instance;

  ExmToaster *toaster;         /* (owned) */
  ExmPageSelection *selection; /* (owned) */
  ExmWorkbenchLayout layout;

  /* Made with the session, all (owned) (nullable). */
  ExmAnalysis *analysis;
  ExmWorkbenchTask *task;
  ExmTargetPage *target_page;
  ExmTargetArticle *article;
  ExmLinkedViews *views;
  ExmWorkbenchLoader *loader;

  GtkEventControllerFocus *example_focus; /* (unowned): on the example's view */
  gint64 reviewed; /* the article that was opened from the queue, or 0 */

  /* Children of the template, all (unowned). */
  AdwBin *top_bin;
  ExmAffectedBar *affected_bar;
  ExmCopiesBar *copies_bar;
  ExmVerdictRow *verdict_row;
  AdwFlap *flap;
  AdwBin *side_bin;
  GtkPaned *outer;
  GtkPaned *inner;
  AdwLeaflet *leaflet;
  ExmPagePane *example;
  ExmPagePane *target;
  ExmChartPanel *chart_panel;
  ExmInspector *inspector;

  GtkWidget *replacement; /* (unowned) (nullable): of the target */
};

static void init_screen (ExmScreenInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ExmWorkbenchPage,
                               exm_workbench_page,
                               ADW_TYPE_BIN,
                               G_IMPLEMENT_INTERFACE (EXM_TYPE_SCREEN, init_screen))

static ExmSetup *
get_setup (ExmWorkbenchPage *self)
{
  return self->task != NULL ? exm_workbench_task_get_setup (self->task) : NULL;
}

static ExmStoreReader *
get_reader (ExmWorkbenchPage *self)
{
  return exm_session_get_reader (exm_workbench_task_get_session (self->task));
}

/* Shows in the inspector what is stored of the target. */
static void
show_stored (ExmWorkbenchPage *self)
{
  const ExmBenchPage *page = exm_target_page_get (self->target_page);

  exm_inspector_set_stored (self->inspector, get_reader (self),
                            page != NULL ? page->article_id : 0,
                            page != NULL ? page->hash : NULL);
}

static void
on_moved (ExmWorkbenchPage *self)
{
  guint n, position = exm_page_selection_get_position (self->selection, &n);

  if (self->verdict_row != NULL)
    exm_verdict_row_set_position (self->verdict_row, position, n);
}

static void
on_begun (ExmWorkbenchPage *self)
{
  exm_affected_bar_leave_task (self->affected_bar);
  exm_copies_bar_set_task (self->copies_bar, FALSE);
  show_stored (self);
}

static void
on_opened (ExmWorkbenchPage *self)
{
  exm_copies_bar_set_task (self->copies_bar, TRUE);
}

/* The first step is a click on the example. */
static void
on_setup_opened (ExmWorkbenchPage *self)
{
  adw_leaflet_set_visible_child (self->leaflet, GTK_WIDGET (self->example));
}

static void
reload_articles (ExmWorkbenchPage *self)
{
  if (self->loader != NULL)
    exm_workbench_loader_reload_articles (self->loader);
}

static void
reopen (ExmWorkbenchPage *self)
{
  exm_workbench_loader_reopen (self->loader);
}

/* The target */

/* Shows what the button does that approves the target. */
static void
update_right (ExmWorkbenchPage *self)
{
  g_autoptr (GArray) labels = exm_analysis_list_labels (self->analysis);
  gboolean waits = exm_target_article_waits (self->article);

  exm_verdict_row_set_right (
      self->verdict_row,
      waits ? _ ("Publish what is held of it, and show the next (Enter)")
            : _ ("Show the next page (Enter)"),
      waits && labels != NULL && labels->len > 0);
}

static void
on_target_changed (ExmWorkbenchPage *self)
{
  exm_affected_bar_leave_page (self->affected_bar);
  show_stored (self);
}

static void
on_target_loaded (ExmWorkbenchPage *self)
{
  update_right (self);
  exm_workbench_loader_follow (self->loader);
}

/* Articles that were extracted anew */

static void
on_article_extracted (ExmWorkbenchPage *self, ExmArticle *before)
{
  g_autoptr (GPtrArray) old
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_article_unref);

  if (before != NULL)
    g_ptr_array_add (old, exm_article_ref (before));
  reload_articles (self);
  exm_copies_bar_find (self->copies_bar, old);
}

static void
on_affected_extracted (ExmWorkbenchPage *self, GPtrArray *old)
{
  reload_articles (self);
  if (old->len == 0 || self->copies_bar == NULL)
    return;
  exm_copies_bar_forget_updated (self->copies_bar);
  exm_copies_bar_find (self->copies_bar, old);
}

static void
on_affected_undone (ExmWorkbenchPage *self, GPtrArray *old)
{
  reload_articles (self);
  if (self->copies_bar != NULL)
    exm_copies_bar_find_again (self->copies_bar, old);
}

static void
on_affected (ExmWorkbenchPage *self, gint64 but)
{
  if (self->affected_bar != NULL)
    exm_affected_bar_count (self->affected_bar, but);
}

static void
on_task_saved (ExmWorkbenchPage *self)
{
  on_affected (self, 0);
}

/* The panes */

static void
on_example_charset_chosen (ExmWorkbenchPage *self, const char *charset)
{
  guint index = exm_linked_views_get_example (self->views);

  exm_analysis_set_example_charset (self->analysis, index, charset);
  exm_workbench_task_save_charset (self->task, index, charset);
}

static void
on_target_use_as_example (ExmWorkbenchPage *self, gboolean beside)
{
  const ExmBenchPage *page = exm_target_page_get (self->target_page);

  if (page != NULL && page->bytes != NULL)
    exm_workbench_task_add_example (self->task, page->bytes, page->url, page->hash,
                                    page->http_charset, beside);
}

static void
remove_example (ExmWorkbenchPage *self)
{
  exm_workbench_task_remove_example (self->task,
                                     exm_linked_views_get_example (self->views));
}

static void
swap_pages (ExmWorkbenchPage *self)
{
  exm_workbench_layout_swap_pages (&self->layout);
}

static void
on_copies_reported (ExmWorkbenchPage *self, const char *words)
{
  exm_toaster_show (self->toaster, words);
}

/* Actions */

static void
step (ExmWorkbenchPage *self, int by)
{
  if (!exm_page_selection_step (self->selection, by))
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
  const ExmBenchPage *page = exm_target_page_get (self->target_page);

  /* Nobody has seen what is on its way. */
  if (!exm_target_page_shows_wanted (self->target_page))
    {
      gtk_widget_error_bell (widget);
      return;
    }
  if (self->reviewed != 0 && page != NULL && page->article_id == self->reviewed)
    {
      gtk_widget_activate_action (widget, "win.end-review", "b", TRUE);
      return;
    }
  exm_target_article_approve (self->article);
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
  exm_target_page_allow_host (EXM_WORKBENCH_PAGE (widget)->target_page);
}

static void
activate_wrong (GtkWidget *widget, const char *name, GVariant *parameter)
{
  exm_verdict_row_ask_wrong (EXM_WORKBENCH_PAGE (widget)->verdict_row);
}

/* The first M brings the keyboard to an example that is marked already. */
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
  exm_workbench_layout_show_example (&self->layout);
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
  exm_toaster_show (self->toaster,
                    _ ("Drag the flags in the chart, or move them with ← and →"));
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
  exm_toaster_show (self->toaster, words);
}

static void
activate_undo (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ExmWorkbenchPage *self = EXM_WORKBENCH_PAGE (widget);

  if (g_str_equal (name, "page.undo"))
    {
      /* A drag that is under way was done last. */
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
  exm_workbench_layout_toggle_inspector (&EXM_WORKBENCH_PAGE (widget)->layout);
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
    on_target_use_as_example (self, TRUE);
}

static void
activate_use_method (GtkWidget *widget, const char *name, GVariant *parameter)
{
  const char *method, *parameters;

  g_variant_get (parameter, "(&s&s)", &method, &parameters);
  exm_workbench_task_use_method (EXM_WORKBENCH_PAGE (widget)->task, method, parameters);
}

#ifdef EXM_HAVE_LAB
static void
on_use_model (ExmWorkbenchPage *self, const ExmMethodModel *model)
{
  exm_workbench_task_use_model (self->task, exm_method_model_get_layout (model)->method,
                                model);
}

static void
activate_train (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ExmWorkbenchPage *self = EXM_WORKBENCH_PAGE (widget);
  const char *method = g_variant_get_string (parameter, NULL);
  ExmTask *task = exm_workbench_task_get (self->task);
  g_autoptr (GError) error = NULL;

  if (task == NULL)
    return;
  g_autoptr (ExmMethodModel) own
      = exm_method_model_find (exm_task_get (task)->models, method, &error);
  ExmTrainDialog *dialog = exm_train_dialog_present (
      GTK_WINDOW (gtk_widget_get_root (widget)),
      exm_workbench_task_get_session (self->task),
      exm_workbench_task_get_uid (self->task), method, own != NULL);
  /* It is modal: the task stays the same while it is open. */
  g_signal_connect_object (dialog, "use-model", G_CALLBACK (on_use_model), self,
                           G_CONNECT_SWAPPED);
}

static void
activate_compare (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ExmWorkbenchTask *task = EXM_WORKBENCH_PAGE (widget)->task;

  if (exm_workbench_task_get (task) != NULL)
    exm_compare_dialog_present (GTK_WINDOW (gtk_widget_get_root (widget)),
                                exm_workbench_task_get_session (task),
                                exm_workbench_task_get_uid (task));
}
#endif

static void
activate_shipped_model (GtkWidget *widget, const char *name, GVariant *parameter)
{
  exm_workbench_task_use_model (EXM_WORKBENCH_PAGE (widget)->task,
                                g_variant_get_string (parameter, NULL), NULL);
}

static void
activate_site_lines (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ExmWorkbenchTask *task = EXM_WORKBENCH_PAGE (widget)->task;

  if (exm_workbench_task_get (task) == NULL)
    return;
  GtkWindow *dialog = exm_site_lines_dialog_new (exm_workbench_task_get_session (task),
                                                 exm_workbench_task_get_uid (task));
  gtk_window_set_transient_for (dialog, GTK_WINDOW (gtk_widget_get_root (widget)));
  gtk_window_present (dialog);
}

/* The analysis changed */

/* While the example is marked by keys, Enter marks. */
static void
update_looks_right (ExmWorkbenchPage *self)
{
  gboolean marking;

  g_object_get (exm_page_pane_get_view (self->example), "mark-mode", &marking, NULL);
  gboolean found = exm_analysis_get_head (self->analysis) != EXM_NONE;
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "page.accept", found);
  gtk_widget_action_set_enabled (
      GTK_WIDGET (self), "page.looks-right",
      found
          && !(marking
               && gtk_event_controller_focus_contains_focus (self->example_focus)));
}

static void
on_pages_changed (ExmWorkbenchPage *self)
{
  gboolean has_task
      = exm_workbench_task_get (self->task) != NULL || get_setup (self) != NULL;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "page.add-example", has_task);
  exm_page_pane_set_can_be_example (
      self->target, exm_analysis_get_page (self->analysis) != NULL && has_task);
}

static void
on_undo_clicked (AdwToast *toast, gpointer analysis)
{
  exm_analysis_undo (analysis);
}

static void
unref_closure (gpointer data, GClosure *closure)
{
  g_object_unref (data);
}

static void
show_step (ExmWorkbenchPage *self, const char *words)
{
  exm_toaster_show_button (self->toaster, words, NULL, G_CALLBACK (on_undo_clicked),
                           g_object_ref (self->analysis), unref_closure);
}

/* Says what a mark did to the target: "Sure 81 → 97%, +3 −5 lines". */
static void
show_effect (ExmWorkbenchPage *self)
{
  ExmRegionEffect effect;

  if (!exm_analysis_get_region_effect (self->analysis, &effect))
    return;
  g_autofree char *words
      = exm_effect_dup_words (effect.before, exm_analysis_get_confidence (self->analysis),
                              effect.n_added, effect.n_removed);
  if (exm_analysis_can_undo (self->analysis))
    show_step (self, words);
  else
    exm_toaster_show (self->toaster, words);
}

static void
on_changed (ExmWorkbenchPage *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean known = exm_analysis_get_result (self->analysis) != NULL;
  gboolean stored = exm_workbench_task_get (self->task) != NULL;

  update_looks_right (self);
  update_right (self);
  gtk_widget_action_set_enabled (widget, "page.move-ends", known);
#ifdef EXM_HAVE_LAB
  gtk_widget_action_set_enabled (widget, "page.compare-methods", stored);
  gtk_widget_action_set_enabled (widget, "page.train-method", stored);
#endif
  gtk_widget_action_set_enabled (widget, "page.site-lines", stored);
  if (!known)
    return;
  show_effect (self);
  exm_workbench_task_save_regions (self->task);
}

static void
on_failed (ExmWorkbenchPage *self)
{
  ExmAnalysisPlace place;
  const char *message = exm_analysis_get_message (self->analysis, &place);
  gboolean of_example = place == EXM_ANALYSIS_PLACE_EXAMPLE;

  if (exm_analysis_get_state (self->analysis) == EXM_ANALYSIS_FAILED)
    exm_page_pane_show_status (
        of_example ? self->example : self->target, "dialog-error-symbolic",
        _ ("The page cannot be read"), message,
        !of_example && exm_target_page_get_wanted_url (self->target_page) != NULL, NULL);
}

static void
on_edited (ExmWorkbenchPage *self, const char *words)
{
  /* The effect of a mark on the example is told when it is known. */
  if (exm_analysis_get_busy (self->analysis))
    return;
  /* translators: %s is what was done, as "Start moved 3 lines up", to a page that is
   * shown while a task is set up */
  g_autofree char *all = g_strdup_printf (_ ("%s; only here, not for the task"), words);
  show_step (self, get_setup (self) == NULL ? words : all);
}

static void
on_labels_changed (ExmWorkbenchPage *self)
{
  if (get_setup (self) == NULL)
    exm_target_article_save_labels (self->article);
  update_right (self);
}

static void
update_undo (ExmWorkbenchPage *self)
{
  gboolean moving
      = self->chart_panel != NULL
        && exm_curve_chart_holds_flag (exm_chart_panel_get_chart (self->chart_panel));

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "page.undo",
                                 moving || exm_analysis_can_undo (self->analysis));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "page.redo",
                                 exm_analysis_can_redo (self->analysis));
}

static void
on_copied (ExmWorkbenchPage *self, gboolean as_svg)
{
  exm_toaster_show (self->toaster,
                    as_svg ? _ ("Curves copied as SVG") : _ ("Curves copied as CSV"));
}

/* A signal of a part, and its handler. */
typedef struct
{
  gpointer object;
  const char *signal;
  GCallback callback;
} Link;

static void
connect (ExmWorkbenchPage *self)
{
  ExmPageView *example = exm_page_pane_get_view (self->example);
  const Link links[] = {
    { self->analysis, "pages-changed", G_CALLBACK (on_pages_changed) },
    { self->analysis, "changed", G_CALLBACK (on_changed) },
    { self->analysis, "edited", G_CALLBACK (on_edited) },
    { self->analysis, "labels-changed", G_CALLBACK (on_labels_changed) },
    { self->analysis, "notify::state", G_CALLBACK (on_failed) },
    { self->analysis, "notify::can-undo", G_CALLBACK (update_undo) },
    { self->task, "saved", G_CALLBACK (on_task_saved) },
    { self->target_page, "changed", G_CALLBACK (on_target_changed) },
    { self->target_page, "loaded", G_CALLBACK (on_target_loaded) },
    { self->loader, "begun", G_CALLBACK (on_begun) },
    { self->loader, "opened", G_CALLBACK (on_opened) },
    { self->loader, "setup-opened", G_CALLBACK (on_setup_opened) },
    { self->loader, "reloaded", G_CALLBACK (show_stored) },
    { self->article, "stored", G_CALLBACK (reload_articles) },
    { self->article, "extracted", G_CALLBACK (on_article_extracted) },
    { self->article, "affected", G_CALLBACK (on_affected) },
    { self->chart_panel, "copied", G_CALLBACK (on_copied) },
    { exm_chart_panel_get_chart (self->chart_panel), "boundary-moving",
      G_CALLBACK (update_undo) },
    { self->example_focus, "notify::contains-focus", G_CALLBACK (update_looks_right) },
    { example, "notify::mark-mode", G_CALLBACK (update_looks_right) },
    { example, "notify::mark-keys", G_CALLBACK (update_looks_right) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (links); i++)
    g_signal_connect_object (links[i].object, links[i].signal, links[i].callback, self,
                             G_CONNECT_SWAPPED);
}

/* The widget */

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
exm_workbench_page_measure (GtkWidget *widget,
                            GtkOrientation orientation,
                            int for_size,
                            int *minimum,
                            int *natural,
                            int *minimum_baseline,
                            int *natural_baseline)
{
  exm_workbench_layout_measure (&EXM_WORKBENCH_PAGE (widget)->layout, orientation,
                                for_size, minimum, natural);
}

static void
exm_workbench_page_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  exm_workbench_layout_allocate (&EXM_WORKBENCH_PAGE (widget)->layout, width, height,
                                 baseline);
}

static void
exm_workbench_page_dispose (GObject *object)
{
  ExmWorkbenchPage *self = EXM_WORKBENCH_PAGE (object);

  exm_workbench_layout_end (&self->layout);
  if (self->task != NULL)
    {
      exm_workbench_task_close (self->task);
      exm_target_page_close (self->target_page);
    }
  if (self->loader != NULL)
    g_object_run_dispose (G_OBJECT (self->loader));
  g_clear_object (&self->loader);
  g_clear_object (&self->views);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_WORKBENCH_PAGE);
  g_clear_object (&self->selection);
  g_clear_object (&self->article);
  g_clear_object (&self->target_page);
  g_clear_object (&self->task);
  g_clear_object (&self->analysis);
  g_clear_object (&self->toaster);
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
  widget_class->measure = exm_workbench_page_measure;
  widget_class->size_allocate = exm_workbench_page_size_allocate;

  g_type_ensure (EXM_TYPE_AFFECTED_BAR);
  g_type_ensure (EXM_TYPE_CHART_PANEL);
  g_type_ensure (EXM_TYPE_COPIES_BAR);
  g_type_ensure (EXM_TYPE_INSPECTOR);
  g_type_ensure (EXM_TYPE_PAGE_PANE);
  g_type_ensure (EXM_TYPE_VERDICT_ROW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-workbench-page.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmWorkbenchPage, top_bin);
  gtk_widget_class_bind_template_child (widget_class, ExmWorkbenchPage, affected_bar);
  gtk_widget_class_bind_template_callback (widget_class, on_affected_extracted);
  gtk_widget_class_bind_template_callback (widget_class, on_affected_undone);
  gtk_widget_class_bind_template_child (widget_class, ExmWorkbenchPage, copies_bar);
  gtk_widget_class_bind_template_callback (widget_class, on_copies_reported);
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
  gtk_widget_class_bind_template_callback (widget_class, reopen);
  gtk_widget_class_bind_template_callback (widget_class, on_example_charset_chosen);
  gtk_widget_class_bind_template_callback (widget_class, on_target_use_as_example);
  gtk_widget_class_bind_template_callback (widget_class, swap_pages);
  gtk_widget_class_bind_template_callback (widget_class, remove_example);
  install_actions (widget_class);
}

/* Keys are those of the focused widget while nothing is compared. */
static void
update_difference_actions (ExmWorkbenchPage *self)
{
  gboolean shown = g_strcmp0 (exm_inspector_get_tab (self->inspector), "compare") == 0;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "page.previous-difference", shown);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "page.next-difference", shown);
}

static void
on_stored_changed (ExmWorkbenchPage *self, const char *uid)
{
  if (uid == NULL || exm_workbench_task_is (self->task, uid))
    reload_articles (self);
}

static void
set_session (ExmScreen *screen, ExmSession *session)
{
  ExmWorkbenchPage *self = EXM_WORKBENCH_PAGE (screen);

  g_return_if_fail (self->task == NULL);

  self->analysis = exm_analysis_new (exm_session_get_engine (session));
  self->task = exm_workbench_task_new (session, self->analysis, self->toaster);
  self->target_page = exm_target_page_new (self->task, self->analysis, self->target);
  self->article = exm_target_article_new (self->task, self->target_page, self->analysis,
                                          self->toaster);
  self->views = exm_linked_views_new (self->analysis, self->example, self->target,
                                      self->chart_panel);
  self->loader = exm_workbench_loader_new (self->task, self->analysis, self->target_page,
                                           self->selection, self->views, self->toaster,
                                           self->example, self->target);
  exm_affected_bar_bind (self->affected_bar, self->task, self->target_page,
                         self->analysis, self->toaster);
  exm_copies_bar_set_session (self->copies_bar, session);
  connect (self);
  exm_verdict_row_set_analysis (self->verdict_row, self->analysis);
  exm_inspector_set_analysis (self->inspector, self->analysis);
  update_undo (self);
  on_changed (self);
  g_signal_connect_object (session, "articles-changed", G_CALLBACK (on_stored_changed),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "task-changed", G_CALLBACK (on_stored_changed), self,
                           G_CONNECT_SWAPPED);
}

static void
set_task (ExmScreen *screen, const char *uid)
{
  ExmWorkbenchPage *self = EXM_WORKBENCH_PAGE (screen);

  g_return_if_fail (self->task != NULL);

  if (g_strcmp0 (uid, exm_workbench_task_get_uid (self->task)) == 0
      && get_setup (self) == NULL)
    return;
  gtk_widget_set_visible (GTK_WIDGET (self->example), TRUE);
  adw_bin_set_child (self->top_bin, NULL);
  exm_workbench_loader_open (self->loader, uid);
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
init_layout (ExmWorkbenchPage *self)
{
  self->layout = (ExmWorkbenchLayout){ .page = ADW_BIN (self),
                                       .flap = self->flap,
                                       .side_bin = self->side_bin,
                                       .outer = self->outer,
                                       .inner = self->inner,
                                       .leaflet = self->leaflet,
                                       .example = self->example,
                                       .target = self->target,
                                       .chart_panel = self->chart_panel,
                                       .inspector = self->inspector,
                                       .verdict_row = self->verdict_row };
  exm_workbench_layout_begin (&self->layout);
}

static void
exm_workbench_page_init (ExmWorkbenchPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  init_layout (self);
  exm_page_pane_set_role (self->example, _ ("Example"), EXM_PANE_EXAMPLE);
  exm_page_pane_set_role (self->target, _ ("Target"), EXM_PANE_TARGET);
  adw_leaflet_set_visible_child (self->leaflet, GTK_WIDGET (self->target));
  self->example_focus = GTK_EVENT_CONTROLLER_FOCUS (gtk_event_controller_focus_new ());
  gtk_widget_add_controller (GTK_WIDGET (exm_page_pane_get_view (self->example)),
                             GTK_EVENT_CONTROLLER (self->example_focus));

  self->toaster = exm_toaster_new (GTK_WIDGET (self));
  self->selection = exm_page_selection_new ();
  const Link links[] = {
    { self->selection, "moved", G_CALLBACK (on_moved) },
    { self->inspector, "notify::tab", G_CALLBACK (update_difference_actions) },
  };
  for (guint i = 0; i < G_N_ELEMENTS (links); i++)
    g_signal_connect_object (links[i].object, links[i].signal, links[i].callback, self,
                             G_CONNECT_SWAPPED);
  exm_inspector_set_pages (self->inspector,
                           exm_page_selection_get_model (self->selection));
  update_difference_actions (self);
}

void
exm_workbench_page_set_setup (ExmWorkbenchPage *self, ExmSetup *setup, GtkWidget *bar)
{
  g_return_if_fail (EXM_IS_WORKBENCH_PAGE (self));
  g_return_if_fail (self->task != NULL);

  exm_workbench_loader_open_setup (self->loader, setup);
  adw_bin_set_child (self->top_bin, bar);
}

void
exm_workbench_page_open_article (ExmWorkbenchPage *self, gint64 id, guint line)
{
  g_return_if_fail (EXM_IS_WORKBENCH_PAGE (self));

  /* It is looked at alone; the example is a click away. */
  exm_workbench_layout_show_target (&self->layout);
  if (!exm_page_selection_select_article (self->selection, id))
    exm_target_page_load_article (self->target_page, id);
  exm_target_page_want_line (self->target_page, id, line);
}

void
exm_workbench_page_show_item (ExmWorkbenchPage *self, ExmPageItem *item)
{
  exm_page_selection_select_item (self->selection, item);
}

void
exm_workbench_page_show_tab (ExmWorkbenchPage *self, const char *tab)
{
  exm_inspector_set_tab (self->inspector, tab);
}

/* The target may be asked for elsewhere. Without it there are no curves to look at, and
 * what stands in its place gets their room. */
static void
on_target_visible_notify (ExmWorkbenchPage *self)
{
  gboolean shown = gtk_widget_get_visible (GTK_WIDGET (self->target));

  gtk_widget_set_visible (GTK_WIDGET (self->chart_panel), shown);
  if (shown && self->replacement != NULL)
    gtk_widget_set_visible (self->replacement, FALSE);
}

void
exm_workbench_page_replace_target (ExmWorkbenchPage *self, GtkWidget *pane)
{
  if (pane != NULL && gtk_widget_get_parent (pane) == NULL)
    {
      self->replacement = pane;
      gtk_widget_set_hexpand (pane, TRUE);
      g_signal_connect_object (self->target, "notify::visible",
                               G_CALLBACK (on_target_visible_notify), self,
                               G_CONNECT_SWAPPED);
      adw_leaflet_append (self->leaflet, pane);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->target), pane == NULL);
  if (self->replacement != NULL)
    gtk_widget_set_visible (self->replacement, pane != NULL);
  adw_leaflet_set_visible_child (self->leaflet,
                                 pane != NULL ? pane : GTK_WIDGET (self->target));
}

void
exm_workbench_page_focus_chart (ExmWorkbenchPage *self)
{
  focus_chart (self);
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

  return exm_page_selection_get_model (self->selection);
}
