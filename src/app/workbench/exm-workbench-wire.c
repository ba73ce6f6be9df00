/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One analysis in all views: what is pointed at, clicked, dragged or marked in one is
 * seen in the others. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/analysis/exm-effect-words.h"
#include "app/widgets/exm-toast.h"
#include "app/workbench/exm-workbench-page-private.h"

#include <glib/gi18n-lib.h>

#define TOAST_SECONDS 8

AdwToast *
exm_workbench_toast (ExmWorkbenchPage *self, const char *words, gboolean undo)
{
  GtkWidget *overlay
      = gtk_widget_get_ancestor (GTK_WIDGET (self), ADW_TYPE_TOAST_OVERLAY);

  if (overlay == NULL)
    return NULL;
  /* Of many small steps only the last is worth a toast. */
  if (self->toast != NULL)
    exm_toast_dismiss (self->toast);
  AdwToast *toast = exm_toast_new (words);
  adw_toast_set_timeout (toast, TOAST_SECONDS);
  if (undo)
    {
      adw_toast_set_button_label (toast, _ ("Undo"));
      g_signal_connect_object (toast, "button-clicked", G_CALLBACK (exm_analysis_undo),
                               self->analysis, G_CONNECT_SWAPPED);
    }
  g_set_weak_pointer (&self->toast, toast);
  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (overlay), toast);
  return toast;
}

/* Marks in the pages */

static void
mark_target (ExmWorkbenchPage *self)
{
  guint n;
  const guint8 *verdicts = exm_analysis_get_verdicts (self->analysis, &n);

  if (exm_analysis_get_page (self->analysis) == NULL)
    return;
  exm_page_view_set_marks (exm_page_pane_get_view (self->target), n > 0 ? verdicts : NULL,
                           n, exm_analysis_get_head (self->analysis),
                           exm_analysis_get_tail (self->analysis), NULL);
}

/* The example shows what is marked on it; without a mark, what the target teaches. */
static void
mark_example (ExmWorkbenchPage *self)
{
  const guint index = self->example_index;
  ExmPageText *page = exm_analysis_get_example_page (self->analysis, index);
  guint n, n_lines, head = EXM_NONE, tail = EXM_NONE;

  if (page == NULL)
    return;
  exm_page_text_get_lines (page, &n_lines);
  const guint8 *verdicts = exm_analysis_get_example_verdicts (self->analysis, index, &n);
  g_autofree guint8 *region = exm_analysis_dup_region_lines (self->analysis, index);
  exm_analysis_get_region (self->analysis, index, &head, &tail);
  for (guint i = 0; region == NULL && verdicts != NULL && i < n; i++)
    if (verdicts[i] == EXM_VERDICT_KEPT)
      {
        head = head == EXM_NONE ? i : head;
        tail = i;
      }
  /* Verdicts that are not known tint nothing. */
  g_autofree guint8 *none = g_new0 (guint8, MAX (n_lines, 1));
  exm_page_view_set_marks (exm_page_pane_get_view (self->example),
                           n == n_lines ? verdicts : none, n_lines, head, tail, region);
  self->example_head = head;
}

/* Brings the body into view, until the operator has looked elsewhere. */
static void
show_body (ExmWorkbenchPage *self)
{
  if (exm_view_state_get_current_line (exm_analysis_get_view (self->analysis))
      != EXM_NONE)
    return;
  if (exm_analysis_get_head (self->analysis) != EXM_NONE)
    exm_page_view_scroll_to_line (exm_page_pane_get_view (self->target),
                                  exm_analysis_get_head (self->analysis));
  if (self->example_head != EXM_NONE)
    exm_page_view_scroll_to_line (exm_page_pane_get_view (self->example),
                                  self->example_head);
}

static gboolean
on_marks_due (gpointer data)
{
  ExmWorkbenchPage *self = data;

  self->marks_source = 0;
  mark_target (self);
  mark_example (self);
  exm_workbench_show_blocks (self);
  if (self->body_wanted)
    show_body (self);
  self->body_wanted = FALSE;
  return G_SOURCE_REMOVE;
}

/* Once for all changes of a turn of the main loop: a drag makes many. */
static void
queue_marks (ExmWorkbenchPage *self)
{
  /* The views go one after the other. */
  if (self->marks_source == 0 && self->analysis != NULL)
    self->marks_source
        = g_idle_add_full (GDK_PRIORITY_REDRAW + 5, on_marks_due, self, NULL);
}

/* The analysis changed */

static void
show_flags (ExmWorkbenchPage *self)
{
  ExmCurveChart *chart = exm_chart_panel_get_chart (self->chart_panel);

  exm_curve_chart_set_boundary (chart, FALSE, exm_analysis_get_head (self->analysis));
  exm_curve_chart_set_boundary (chart, TRUE, exm_analysis_get_tail (self->analysis));
}

static void
on_boundaries_changed (ExmWorkbenchPage *self)
{
  show_flags (self);
  queue_marks (self);
}

static void
show_busy (ExmWorkbenchPage *self)
{
  g_object_set (exm_chart_panel_get_chart (self->chart_panel), "busy",
                exm_analysis_get_chart_busy (self->analysis), NULL);
}

static void
on_chart_changed (ExmWorkbenchPage *self)
{
  exm_chart_panel_set_data (self->chart_panel,
                            exm_analysis_get_chart_data (self->analysis));
  show_flags (self);
  show_busy (self);
}

static void
on_chart_range_changed (ExmWorkbenchPage *self)
{
  ExmChartRange *range
      = exm_curve_chart_get_range (exm_chart_panel_get_chart (self->chart_panel));

  exm_analysis_set_chart_seen (self->analysis, exm_chart_range_get_begin (range),
                               exm_chart_range_get_end (range));
}

/* @page: (nullable) */
static void
show_page (ExmPagePane *pane, const ExmAnalysisPage *page)
{
  exm_page_pane_set_charset (pane, page != NULL ? page->charset : NULL);
  if (page == NULL || page->prepared == NULL)
    return;
  exm_page_pane_set_address (pane, page->url);
  exm_page_pane_show_page (pane, exm_prepared_get_page (page->prepared), page->url);
}

void
exm_workbench_show_example (ExmWorkbenchPage *self, guint index)
{
  ExmAnalysis *analysis = self->analysis;
  guint n = exm_analysis_get_n_examples (analysis);

  self->example_index = index < n ? index : 0;
  exm_page_pane_set_position (self->example, self->example_index, MAX (n, 1));
  show_page (self->example,
             n > 0
                 ? exm_analysis_get_input (analysis)->examples->pdata[self->example_index]
                 : NULL);
  queue_marks (self);
}

static void
on_pages_changed (ExmWorkbenchPage *self)
{
  ExmAnalysis *analysis = self->analysis;

  exm_workbench_show_example (self, self->example_index);
  show_page (self->target, exm_analysis_get_input (analysis)->target);
  gboolean has_task = self->task != NULL || self->setup != NULL;
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "page.add-example", has_task);
  exm_page_pane_set_can_be_example (self->target,
                                    exm_analysis_get_page (analysis) != NULL && has_task);
  queue_marks (self);
}

/* Where the target's body was before a mark moved it stays to be seen for a moment. */
static void
show_ghost (ExmWorkbenchPage *self, const ExmRegionEffect *effect)
{
  if (effect->head == EXM_NONE
      || (effect->head == exm_analysis_get_head (self->analysis)
          && effect->tail == exm_analysis_get_tail (self->analysis)))
    return;
  exm_page_view_show_ghost (exm_page_pane_get_view (self->target), effect->head,
                            effect->tail);
  exm_curve_chart_show_ghost (exm_chart_panel_get_chart (self->chart_panel), effect->head,
                              effect->tail);
}

/* What a mark did to the target: "Sure 81 → 97%, +3 −5 lines". */
static void
tell_effect (ExmWorkbenchPage *self)
{
  ExmRegionEffect effect;

  if (!exm_analysis_get_region_effect (self->analysis, &effect))
    return;
  show_ghost (self, &effect);
  g_autofree char *text
      = exm_effect_dup_words (effect.before, exm_analysis_get_confidence (self->analysis),
                              effect.n_added, effect.n_removed);
  exm_workbench_toast (self, text, exm_analysis_can_undo (self->analysis));
}

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
on_changed (ExmWorkbenchPage *self)
{
  gboolean known = exm_analysis_get_result (self->analysis) != NULL;

  show_busy (self);
  queue_marks (self);
  update_looks_right (self);
  exm_workbench_update_right (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "page.move-ends", known);
#ifdef EXM_HAVE_LAB
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "page.compare-methods",
                                 self->task != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "page.train-method",
                                 self->task != NULL);
#endif
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "page.site-lines",
                                 self->task != NULL);
  if (!known)
    return;
  self->body_wanted = TRUE;
  tell_effect (self);
  exm_workbench_save_regions (self);
}

static void
on_failed (ExmWorkbenchPage *self)
{
  ExmAnalysisPlace place;
  const char *message = exm_analysis_get_message (self->analysis, &place);

  if (exm_analysis_get_state (self->analysis) != EXM_ANALYSIS_FAILED)
    return;
  exm_page_pane_show_status (
      place == EXM_ANALYSIS_PLACE_EXAMPLE ? self->example : self->target,
      "dialog-error-symbolic", _ ("The page cannot be read"), message,
      place != EXM_ANALYSIS_PLACE_EXAMPLE && self->wanted_url != NULL, NULL);
}

static void
on_edited (ExmWorkbenchPage *self, const char *words)
{
  gboolean kept = self->setup == NULL;

  /* What a mark on the example does is told when it is known. */
  if (exm_analysis_get_busy (self->analysis))
    return;
  /* translators: %s is what was done, as "Start moved 3 lines up", to a page that is
   * shown while a task is set up */
  g_autofree char *all = g_strdup_printf (_ ("%s; only here, not for the task"), words);
  exm_workbench_toast (self, kept ? words : all, TRUE);
}

static void
on_undo_notify (ExmWorkbenchPage *self)
{
  gboolean moving
      = self->chart_panel != NULL
        && exm_curve_chart_holds_flag (exm_chart_panel_get_chart (self->chart_panel));

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "page.undo",
                                 moving || exm_analysis_can_undo (self->analysis));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "page.redo",
                                 exm_analysis_can_redo (self->analysis));
}

/* Lines of the target are known again on the first example. */
static guint
find_twin (ExmWorkbenchPage *self, guint line)
{
  return line != EXM_NONE && self->example_index == 0
             ? exm_analysis_find_in_example (self->analysis, line)
             : EXM_NONE;
}

static guint
find_in_target (ExmWorkbenchPage *self, guint line)
{
  return line != EXM_NONE && self->example_index == 0
             ? exm_analysis_find_in_target (self->analysis, line)
             : EXM_NONE;
}

static void
on_hover_line_notify (ExmWorkbenchPage *self)
{
  guint line = exm_view_state_get_hover_line (exm_analysis_get_view (self->analysis));
  guint twin = find_twin (self, line);

  g_object_set (exm_page_pane_get_view (self->target), "hover-line", line, NULL);
  g_object_set (exm_page_pane_get_view (self->example), "hover-line", twin, NULL);
  g_object_set (exm_chart_panel_get_chart (self->chart_panel), "hover-line", line, NULL);
}

/* A line that was clicked comes into view everywhere but where it was clicked. */
static void
on_current_line_notify (ExmWorkbenchPage *self)
{
  guint line = exm_view_state_get_current_line (exm_analysis_get_view (self->analysis));
  ExmPageView *target = exm_page_pane_get_view (self->target),
              *example = exm_page_pane_get_view (self->example);
  ExmCurveChart *chart = exm_chart_panel_get_chart (self->chart_panel);

  if (line == EXM_NONE)
    return;
  guint twin = find_twin (self, line);
  if (self->activated_in != GTK_WIDGET (target))
    exm_page_view_scroll_to_line (target, line);
  if (self->activated_in != GTK_WIDGET (example) && twin != EXM_NONE)
    exm_page_view_scroll_to_line (example, twin);
  ExmChartData *data = exm_curve_chart_get_data (chart);
  if (self->activated_in == GTK_WIDGET (chart) || data == NULL || line >= data->n_lines)
    return;
  ExmChartRange *range = exm_curve_chart_get_range (chart);
  double begin = exm_chart_range_get_begin (range), end = exm_chart_range_get_end (range);
  double at = exm_chart_data_get_start (data, line);
  if (at < begin || at > end)
    exm_chart_range_pan (range, at - (begin + end) / 2);
}

static void
activate (ExmWorkbenchPage *self, gpointer view, guint line)
{
  self->activated_in = view;
  /* The same line may be clicked again after the views were scrolled. */
  if (line == exm_view_state_get_current_line (exm_analysis_get_view (self->analysis)))
    on_current_line_notify (self);
  else
    exm_view_state_set_current_line (exm_analysis_get_view (self->analysis), line);
  self->activated_in = NULL;
}

/* The views were used */

static void
on_example_line_asked (ExmWorkbenchPage *self, guint line)
{
  exm_page_view_scroll_to_line (exm_page_pane_get_view (self->example), line);
}

static void
on_target_line_hovered (ExmPageView *view, guint line, ExmWorkbenchPage *self)
{
  exm_view_state_set_hover_line (exm_analysis_get_view (self->analysis), line);
}

static void
on_target_line_activated (ExmPageView *view, guint line, ExmWorkbenchPage *self)
{
  activate (self, view, line);
}

static void
on_example_line_hovered (ExmPageView *view, guint line, ExmWorkbenchPage *self)
{
  exm_view_state_set_hover_line (exm_analysis_get_view (self->analysis),
                                 find_in_target (self, line));
}

static void
on_example_line_activated (ExmPageView *view, guint line, ExmWorkbenchPage *self)
{
  line = find_in_target (self, line);
  if (line != EXM_NONE)
    activate (self, view, line);
}

/* What to do is said below the page until it is done; the page itself says how much a
 * click would mark. */
static void
update_hint (ExmWorkbenchPage *self)
{
  ExmPageView *view = exm_page_pane_get_view (self->example);
  guint n_lines;
  g_autofree guint8 *lines = exm_page_view_dup_region (view, &n_lines);
  gboolean marking, by_keys;
  const char *hint = NULL;

  g_object_get (view, "mark-mode", &marking, "mark-keys", &by_keys, NULL);
  if (marking && by_keys && lines == NULL)
    hint = _ ("Enter marks · ↑ ↓ choose a line · Esc clears");
  else if (marking && by_keys)
    hint
        = _ ("↑ ↓ widen and narrow · ← → choose a line · Space adds it or takes it out · "
             "Shift extends, Alt takes out · Esc clears");
  else if (marking && !by_keys && lines == NULL)
    hint = _ ("Click the article in the example");
  exm_page_pane_set_hint (self->example, hint);
}

static void
on_region_picked (ExmPageView *view, guint first, guint last, ExmWorkbenchPage *self)
{
  guint n_lines;
  g_autofree guint8 *lines = exm_page_view_dup_region (view, &n_lines);

  if (lines == NULL)
    exm_analysis_clear_region (self->analysis, self->example_index);
  else
    exm_analysis_set_region_lines (self->analysis, self->example_index, lines, n_lines);
  update_hint (self);
}

static void
on_mark_mode_notify (ExmPageView *view, GParamSpec *pspec, ExmWorkbenchPage *self)
{
  update_looks_right (self);
  update_hint (self);
}

static void
on_chart_line_hovered (ExmCurveChart *chart, guint line, ExmWorkbenchPage *self)
{
  exm_view_state_set_hover_line (exm_analysis_get_view (self->analysis), line);
}

static void
on_chart_line_activated (ExmCurveChart *chart, guint line, ExmWorkbenchPage *self)
{
  activate (self, chart, line);
}

static void
on_boundary_moving (ExmCurveChart *chart,
                    gboolean tail,
                    guint line,
                    ExmWorkbenchPage *self)
{
  exm_analysis_preview_boundary (self->analysis, tail, line);
  on_undo_notify (self);
  exm_page_view_scroll_to_line (exm_page_pane_get_view (self->target), line);
}

static void
on_boundary_moved (ExmCurveChart *chart,
                   gboolean tail,
                   guint line,
                   ExmWorkbenchPage *self)
{
  exm_analysis_set_boundary (self->analysis, tail, line);
  show_flags (self);
  exm_page_view_scroll_to_line (exm_page_pane_get_view (self->target), line);
}

static void
on_copied (ExmWorkbenchPage *self, gboolean as_svg)
{
  exm_workbench_toast (
      self, as_svg ? _ ("Curves copied as SVG") : _ ("Curves copied as CSV"), FALSE);
}

static void
wire_views (ExmWorkbenchPage *self)
{
  ExmPageView *example = exm_page_pane_get_view (self->example),
              *target = exm_page_pane_get_view (self->target);
  ExmCurveChart *chart = exm_chart_panel_get_chart (self->chart_panel);

  g_signal_connect_object (self->chart_panel, "copied", G_CALLBACK (on_copied), self,
                           G_CONNECT_SWAPPED);
  self->example_focus = GTK_EVENT_CONTROLLER_FOCUS (gtk_event_controller_focus_new ());
  gtk_widget_add_controller (GTK_WIDGET (example),
                             GTK_EVENT_CONTROLLER (self->example_focus));
  g_signal_connect_object (self->example_focus, "notify::contains-focus",
                           G_CALLBACK (update_looks_right), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (target, "line-hovered", G_CALLBACK (on_target_line_hovered),
                           self, 0);
  g_signal_connect_object (target, "line-activated",
                           G_CALLBACK (on_target_line_activated), self, 0);
  g_signal_connect_object (target, "loaded", G_CALLBACK (show_body), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (example, "loaded", G_CALLBACK (show_body), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (example, "line-hovered", G_CALLBACK (on_example_line_hovered),
                           self, 0);
  g_signal_connect_object (example, "line-activated",
                           G_CALLBACK (on_example_line_activated), self, 0);
  g_signal_connect_object (example, "region-picked", G_CALLBACK (on_region_picked), self,
                           0);
  g_signal_connect_object (example, "notify::mark-mode", G_CALLBACK (on_mark_mode_notify),
                           self, 0);
  g_signal_connect_object (example, "notify::mark-keys", G_CALLBACK (on_mark_mode_notify),
                           self, 0);
  g_signal_connect_object (chart, "line-hovered", G_CALLBACK (on_chart_line_hovered),
                           self, 0);
  g_signal_connect_object (chart, "line-activated", G_CALLBACK (on_chart_line_activated),
                           self, 0);
  g_signal_connect_object (chart, "lanes-shown-changed", G_CALLBACK (queue_marks), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (chart, "boundary-moving", G_CALLBACK (on_boundary_moving),
                           self, 0);
  g_signal_connect_object (chart, "boundary-moved", G_CALLBACK (on_boundary_moved), self,
                           0);
  g_signal_connect_object (exm_curve_chart_get_range (chart), "changed",
                           G_CALLBACK (on_chart_range_changed), self, G_CONNECT_SWAPPED);
}

void
exm_workbench_wire (ExmWorkbenchPage *self)
{
  static const struct
  {
    const char *signal;
    GCallback callback;
  } connections[] = {
    { "pages-changed", G_CALLBACK (on_pages_changed) },
    { "changed", G_CALLBACK (on_changed) },
    { "boundaries-changed", G_CALLBACK (on_boundaries_changed) },
    { "chart-changed", G_CALLBACK (on_chart_changed) },
    { "edited", G_CALLBACK (on_edited) },
    { "labels-changed", G_CALLBACK (exm_workbench_save_labels) },
    { "labels-changed", G_CALLBACK (exm_workbench_update_right) },
    { "notify::busy", G_CALLBACK (show_busy) },
    { "notify::state", G_CALLBACK (on_failed) },
    { "notify::can-undo", G_CALLBACK (on_undo_notify) },
  };
  static const struct
  {
    const char *signal;
    GCallback callback;
  } shared[] = {
    { "example-line-activated", G_CALLBACK (on_example_line_asked) },
    { "lanes-changed", G_CALLBACK (exm_workbench_show_lanes) },
    { "notify::hover-line", G_CALLBACK (on_hover_line_notify) },
    { "notify::current-line", G_CALLBACK (on_current_line_notify) },
    { "blocks-changed", G_CALLBACK (queue_marks) },
    { "notify::blocks-drawn", G_CALLBACK (queue_marks) },
    { "notify::current-block", G_CALLBACK (exm_workbench_show_block) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (connections); i++)
    g_signal_connect_object (self->analysis, connections[i].signal,
                             connections[i].callback, self, G_CONNECT_SWAPPED);
  wire_views (self);
  for (guint i = 0; i < G_N_ELEMENTS (shared); i++)
    g_signal_connect_object (exm_analysis_get_view (self->analysis), shared[i].signal,
                             shared[i].callback, self, G_CONNECT_SWAPPED);
  exm_verdict_row_set_analysis (self->verdict_row, self->analysis);
  exm_inspector_set_analysis (self->inspector, self->analysis);
  g_object_bind_property (self->analysis, "window", self->chart_panel, "window",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  g_object_bind_property (self->analysis, "literal", self->chart_panel, "literal",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  g_object_bind_property (self->analysis, "sensitivity", self->chart_panel, "sensitivity",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  on_undo_notify (self);
  on_changed (self);
}
