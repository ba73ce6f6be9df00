/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/workbench/exm-linked-views.h"

#include "app/analysis/exm-method-words.h"

#include <glib/gi18n-lib.h>

struct _ExmLinkedViews
{
  GObject parent_instance;

  ExmAnalysis *analysis;      /* (owned) */
  ExmPagePane *example;       /* (unowned) */
  ExmPagePane *target;        /* (unowned) */
  ExmChartPanel *chart_panel; /* (unowned) */
  gpointer activated_in;      /* (unowned) (nullable): the view that is clicked now */
  guint marks_source;
  guint example_index;  /* which example is shown */
  guint example_head;   /* where the example's body starts, %EXM_NONE if not known */
  gboolean body_wanted; /* bring the bodies into view with the next marks */
};

G_DEFINE_FINAL_TYPE (ExmLinkedViews, exm_linked_views, G_TYPE_OBJECT)

static ExmCurveChart *
get_chart (ExmLinkedViews *self)
{
  return exm_chart_panel_get_chart (self->chart_panel);
}

static ExmViewState *
get_state (ExmLinkedViews *self)
{
  return exm_analysis_get_view (self->analysis);
}

/* Blocks of a method that looks at pages: of the method that is looked at, or of the
 * task's while the chart shows a lane of it. */

static gboolean
has_blocks (ExmResult *result)
{
  return result != NULL && exm_result_get (result)->blocks != NULL;
}

/* Whether the chart shows a lane of the task's method. */
static gboolean
is_lane_shown (ExmLinkedViews *self, const ExmResult *result)
{
  const GArray *lanes = exm_result_get (result)->lanes;
  ExmCurveChart *chart = get_chart (self);
  gboolean found = FALSE;

  for (guint i = 0; i < lanes->len && !found; i++)
    found = exm_curve_chart_get_lane_shown (chart, g_array_index (lanes, ExmLane, i).id);
  return found;
}

/* A result may be of the page before for a moment. */
static void
draw (ExmPagePane *pane, ExmPageText *page, ExmResult *result)
{
  guint n_lines = 0;

  if (page == NULL)
    return;
  exm_page_text_get_lines (page, &n_lines);
  gboolean fits = has_blocks (result) && exm_result_get (result)->n_lines == n_lines;
  exm_page_view_set_blocks (exm_page_pane_get_view (pane), fits ? result : NULL);
}

static void
show_block (ExmLinkedViews *self)
{
  exm_page_view_set_block (exm_page_pane_get_view (self->target),
                           exm_view_state_get_current_block (get_state (self)));
}

static void
show_blocks (ExmLinkedViews *self)
{
  ExmViewState *shown = get_state (self);
  ExmResult *own = exm_analysis_get_result (self->analysis);
  ExmResult *example = NULL, *target = exm_view_state_get_blocks (shown, &example);

  if (target == NULL && has_blocks (own) && is_lane_shown (self, own))
    {
      target = own;
      example = exm_analysis_get_example_result (self->analysis, 0);
    }
  if (!exm_view_state_get_blocks_drawn (shown))
    target = example = NULL;
  draw (self->target, exm_analysis_get_page (self->analysis), target);
  draw (self->example, exm_analysis_get_example_page (self->analysis, 0), example);
  show_block (self);
}

/* Marks in the pages */

static void
mark_target (ExmLinkedViews *self)
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
mark_example (ExmLinkedViews *self)
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
show_body (ExmLinkedViews *self)
{
  if (exm_view_state_get_current_line (get_state (self)) != EXM_NONE)
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
  ExmLinkedViews *self = data;

  self->marks_source = 0;
  mark_target (self);
  mark_example (self);
  show_blocks (self);
  if (self->body_wanted)
    show_body (self);
  self->body_wanted = FALSE;
  return G_SOURCE_REMOVE;
}

/* Once for all changes of a turn of the main loop: a drag makes many. */
static void
queue_marks (ExmLinkedViews *self)
{
  if (self->marks_source == 0)
    self->marks_source
        = g_idle_add_full (GDK_PRIORITY_REDRAW + 5, on_marks_due, self, NULL);
}

/* The analysis changed */

static void
show_flags (ExmLinkedViews *self)
{
  ExmCurveChart *chart = get_chart (self);

  exm_curve_chart_set_boundary (chart, FALSE, exm_analysis_get_head (self->analysis));
  exm_curve_chart_set_boundary (chart, TRUE, exm_analysis_get_tail (self->analysis));
}

static void
on_boundaries_changed (ExmLinkedViews *self)
{
  show_flags (self);
  queue_marks (self);
}

static void
show_busy (ExmLinkedViews *self)
{
  g_object_set (get_chart (self), "busy", exm_analysis_get_chart_busy (self->analysis),
                NULL);
}

static void
on_chart_changed (ExmLinkedViews *self)
{
  exm_chart_panel_set_data (self->chart_panel,
                            exm_analysis_get_chart_data (self->analysis));
  show_flags (self);
  show_busy (self);
}

static void
on_chart_range_changed (ExmLinkedViews *self)
{
  ExmChartRange *range = exm_curve_chart_get_range (get_chart (self));

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
exm_linked_views_show_example (ExmLinkedViews *self, guint index)
{
  const GPtrArray *examples = exm_analysis_get_input (self->analysis)->examples;

  self->example_index = index < examples->len ? index : 0;
  exm_page_pane_set_position (self->example, self->example_index, MAX (examples->len, 1));
  show_page (self->example,
             examples->len > 0 ? examples->pdata[self->example_index] : NULL);
  queue_marks (self);
}

guint
exm_linked_views_get_example (ExmLinkedViews *self)
{
  return self->example_index;
}

/* Tells which lines of the target nobody sees, once its page stands. */
static void
show_hidden (ExmLinkedViews *self)
{
  ExmPageText *page = exm_analysis_get_page (self->analysis);
  const guint8 *hidden = exm_page_view_get_hidden (exm_page_pane_get_view (self->target));
  guint n_lines = 0;

  if (page != NULL)
    exm_page_text_get_lines (page, &n_lines);
  exm_view_state_set_hidden (get_state (self), hidden, n_lines);
}

static void
on_pages_changed (ExmLinkedViews *self)
{
  exm_linked_views_show_example (self, self->example_index);
  show_page (self->target, exm_analysis_get_input (self->analysis)->target);
  show_hidden (self);
  queue_marks (self);
}

/* Shows the body as it was before a mark moved it, for a moment. */
static void
show_ghost (ExmLinkedViews *self)
{
  ExmRegionEffect effect;

  if (!exm_analysis_get_region_effect (self->analysis, &effect) || effect.head == EXM_NONE
      || (effect.head == exm_analysis_get_head (self->analysis)
          && effect.tail == exm_analysis_get_tail (self->analysis)))
    return;
  exm_page_view_show_ghost (exm_page_pane_get_view (self->target), effect.head,
                            effect.tail);
  exm_curve_chart_show_ghost (get_chart (self), effect.head, effect.tail);
}

static void
on_changed (ExmLinkedViews *self)
{
  show_busy (self);
  queue_marks (self);
  if (exm_analysis_get_result (self->analysis) == NULL)
    return;
  self->body_wanted = TRUE;
  show_ghost (self);
}

static void
show_lanes (ExmLinkedViews *self)
{
  ExmChartLanes *lanes;

  lanes = exm_view_state_get_lanes (get_state (self));
  exm_chart_panel_set_lanes (
      self->chart_panel, lanes,
      lanes != NULL ? exm_method_describe (exm_result_get (lanes->result)->method)
                    : NULL);
}

/* Lines of the target are known again on the first example. */
static guint
find_twin (ExmLinkedViews *self, guint line)
{
  return line != EXM_NONE && self->example_index == 0
             ? exm_analysis_find_in_example (self->analysis, line)
             : EXM_NONE;
}

static guint
find_in_target (ExmLinkedViews *self, guint line)
{
  return line != EXM_NONE && self->example_index == 0
             ? exm_analysis_find_in_target (self->analysis, line)
             : EXM_NONE;
}

static void
on_hover_line_notify (ExmLinkedViews *self)
{
  guint line = exm_view_state_get_hover_line (get_state (self));
  guint twin = find_twin (self, line);

  g_object_set (exm_page_pane_get_view (self->target), "hover-line", line, NULL);
  g_object_set (exm_page_pane_get_view (self->example), "hover-line", twin, NULL);
  g_object_set (get_chart (self), "hover-line", line, NULL);
}

/* A line that was clicked comes into view everywhere but where it was clicked. */
static void
on_current_line_notify (ExmLinkedViews *self)
{
  guint line = exm_view_state_get_current_line (get_state (self));
  ExmPageView *target = exm_page_pane_get_view (self->target),
              *example = exm_page_pane_get_view (self->example);
  ExmCurveChart *chart = get_chart (self);

  if (line == EXM_NONE)
    return;
  guint twin = find_twin (self, line);
  if (self->activated_in != target)
    exm_page_view_scroll_to_line (target, line);
  if (self->activated_in != example && twin != EXM_NONE)
    exm_page_view_scroll_to_line (example, twin);
  ExmChartData *data = exm_curve_chart_get_data (chart);
  if (self->activated_in == chart || data == NULL || line >= data->n_lines)
    return;
  ExmChartRange *range = exm_curve_chart_get_range (chart);
  double begin = exm_chart_range_get_begin (range), end = exm_chart_range_get_end (range);
  double at = exm_chart_data_get_start (data, line);
  if (at < begin || at > end)
    exm_chart_range_pan (range, at - (begin + end) / 2);
}

static void
activate (ExmLinkedViews *self, gpointer view, guint line)
{
  self->activated_in = view;
  /* The same line may be clicked again after the views were scrolled. */
  if (line == exm_view_state_get_current_line (get_state (self)))
    on_current_line_notify (self);
  else
    exm_view_state_set_current_line (get_state (self), line);
  self->activated_in = NULL;
}

/* The views were used */

static void
on_example_line_asked (ExmLinkedViews *self, guint line)
{
  exm_page_view_scroll_to_line (exm_page_pane_get_view (self->example), line);
}

static void
on_target_line_hovered (ExmPageView *view, guint line, ExmLinkedViews *self)
{
  exm_view_state_set_hover_line (get_state (self), line);
}

static void
on_target_line_activated (ExmPageView *view, guint line, ExmLinkedViews *self)
{
  activate (self, view, line);
}

static void
on_example_line_hovered (ExmPageView *view, guint line, ExmLinkedViews *self)
{
  exm_view_state_set_hover_line (get_state (self), find_in_target (self, line));
}

static void
on_example_line_activated (ExmPageView *view, guint line, ExmLinkedViews *self)
{
  line = find_in_target (self, line);
  if (line != EXM_NONE)
    activate (self, view, line);
}

/* Says below the page what to do until it is done; the page itself says how much a
 * click would mark. */
static void
update_hint (ExmLinkedViews *self)
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
on_region_picked (ExmPageView *view, guint first, guint last, ExmLinkedViews *self)
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
on_chart_line_hovered (ExmCurveChart *chart, guint line, ExmLinkedViews *self)
{
  exm_view_state_set_hover_line (get_state (self), line);
}

static void
on_chart_line_activated (ExmCurveChart *chart, guint line, ExmLinkedViews *self)
{
  activate (self, chart, line);
}

static void
on_boundary_moving (ExmCurveChart *chart, gboolean tail, guint line, ExmLinkedViews *self)
{
  exm_analysis_preview_boundary (self->analysis, tail, line);
  exm_page_view_scroll_to_line (exm_page_pane_get_view (self->target), line);
}

static void
on_boundary_moved (ExmCurveChart *chart, gboolean tail, guint line, ExmLinkedViews *self)
{
  exm_analysis_set_boundary (self->analysis, tail, line);
  show_flags (self);
  exm_page_view_scroll_to_line (exm_page_pane_get_view (self->target), line);
}

static void
next_example (ExmLinkedViews *self)
{
  guint n = exm_analysis_get_n_examples (self->analysis);

  if (n > 1)
    exm_linked_views_show_example (self, (self->example_index + 1) % n);
}

/* A signal of one of the views, and its handler. */
typedef struct
{
  const char *signal;
  GCallback callback;
} Link;

static void
connect (ExmLinkedViews *self,
         gpointer object,
         const Link *links,
         guint n_links,
         GConnectFlags flags)
{
  for (guint i = 0; i < n_links; i++)
    g_signal_connect_object (object, links[i].signal, links[i].callback, self, flags);
}

static void
connect_views (ExmLinkedViews *self)
{
  static const Link of_target[] = {
    { "line-hovered", G_CALLBACK (on_target_line_hovered) },
    { "line-activated", G_CALLBACK (on_target_line_activated) },
  };
  static const Link of_example[] = {
    { "line-hovered", G_CALLBACK (on_example_line_hovered) },
    { "line-activated", G_CALLBACK (on_example_line_activated) },
    { "region-picked", G_CALLBACK (on_region_picked) },
  };
  static const Link of_modes[] = {
    { "loaded", G_CALLBACK (show_body) },
    { "notify::mark-mode", G_CALLBACK (update_hint) },
    { "notify::mark-keys", G_CALLBACK (update_hint) },
  };
  static const Link of_chart[] = {
    { "line-hovered", G_CALLBACK (on_chart_line_hovered) },
    { "line-activated", G_CALLBACK (on_chart_line_activated) },
    { "boundary-moving", G_CALLBACK (on_boundary_moving) },
    { "boundary-moved", G_CALLBACK (on_boundary_moved) },
  };
  ExmPageView *example = exm_page_pane_get_view (self->example),
              *target = exm_page_pane_get_view (self->target);
  ExmCurveChart *chart = get_chart (self);

  g_signal_connect_object (self->example, "next-asked", G_CALLBACK (next_example), self,
                           G_CONNECT_SWAPPED);
  connect (self, target, of_target, G_N_ELEMENTS (of_target), 0);
  connect (self, target, of_modes, 1, G_CONNECT_SWAPPED);
  g_signal_connect_object (target, "settled", G_CALLBACK (show_hidden), self,
                           G_CONNECT_SWAPPED);
  connect (self, example, of_example, G_N_ELEMENTS (of_example), 0);
  connect (self, example, of_modes, G_N_ELEMENTS (of_modes), G_CONNECT_SWAPPED);
  connect (self, chart, of_chart, G_N_ELEMENTS (of_chart), 0);
  g_signal_connect_object (chart, "lanes-shown-changed", G_CALLBACK (queue_marks), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (exm_curve_chart_get_range (chart), "changed",
                           G_CALLBACK (on_chart_range_changed), self, G_CONNECT_SWAPPED);
}

static void
connect_analysis (ExmLinkedViews *self)
{
  static const Link links[] = {
    { "pages-changed", G_CALLBACK (on_pages_changed) },
    { "changed", G_CALLBACK (on_changed) },
    { "boundaries-changed", G_CALLBACK (on_boundaries_changed) },
    { "chart-changed", G_CALLBACK (on_chart_changed) },
    { "notify::busy", G_CALLBACK (show_busy) },
  };
  static const Link of_state[] = {
    { "example-line-activated", G_CALLBACK (on_example_line_asked) },
    { "lanes-changed", G_CALLBACK (show_lanes) },
    { "blocks-changed", G_CALLBACK (queue_marks) },
    { "notify::blocks-drawn", G_CALLBACK (queue_marks) },
    { "notify::current-block", G_CALLBACK (show_block) },
    { "notify::hover-line", G_CALLBACK (on_hover_line_notify) },
    { "notify::current-line", G_CALLBACK (on_current_line_notify) },
  };
  static const char *const settings[] = { "window", "literal", "sensitivity" };

  connect (self, self->analysis, links, G_N_ELEMENTS (links), G_CONNECT_SWAPPED);
  connect (self, get_state (self), of_state, G_N_ELEMENTS (of_state), G_CONNECT_SWAPPED);
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    g_object_bind_property (self->analysis, settings[i], self->chart_panel, settings[i],
                            G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
}

static void
exm_linked_views_finalize (GObject *object)
{
  ExmLinkedViews *self = EXM_LINKED_VIEWS (object);

  g_clear_handle_id (&self->marks_source, g_source_remove);
  g_object_unref (self->analysis);
  G_OBJECT_CLASS (exm_linked_views_parent_class)->finalize (object);
}

static void
exm_linked_views_class_init (ExmLinkedViewsClass *class)
{
  G_OBJECT_CLASS (class)->finalize = exm_linked_views_finalize;
}

static void
exm_linked_views_init (ExmLinkedViews *self)
{
  self->example_head = EXM_NONE;
}

ExmLinkedViews *
exm_linked_views_new (ExmAnalysis *analysis,
                      ExmPagePane *example,
                      ExmPagePane *target,
                      ExmChartPanel *chart_panel)
{
  ExmLinkedViews *self = g_object_new (EXM_TYPE_LINKED_VIEWS, NULL);

  self->analysis = g_object_ref (analysis);
  self->example = example;
  self->target = target;
  self->chart_panel = chart_panel;
  connect_views (self);
  connect_analysis (self);
  show_busy (self);
  return self;
}
