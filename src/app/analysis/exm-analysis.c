/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/analysis/exm-analysis.h"

#include "app/analysis/exm-chart-job.h"
#include "app/analysis/exm-line-reasons.h"
#include "app/analysis/exm-shown-body.h"
#include "extract/exm-region-locate.h"
#include "kernel/exm-curve.h"

#include <glib/gi18n-lib.h>

#define MAX_WINDOW 256u
#define METHOD_LITERAL "exemplar-literal"
#define MAX_SENSITIVITY 3.0

struct _ExmAnalysis
{
  GObject parent_instance;

  ExmEngine *engine;         /* (owned) */
  ExmAnalysisInput input;    /* (owned): its fields */
  ExmEdits *edits;           /* (owned) */
  ExmAnalysisOutput output;  /* (owned): its fields */
  ExmShownBody shown;        /* (owned): its fields */
  ExmChartJob *chart;        /* (owned) */
  GArray *labels;            /* (owned) (nullable): of the target, not taken yet */
  GCancellable *cancellable; /* (owned) (nullable): of the last request */
  ExmViewState *view;        /* (owned) */
  char *message;             /* (owned) (nullable) */
  ExmAnalysisState state;
  ExmAnalysisPlace place;
  ExmRegionEffect effect;
  gboolean effect_known; /* the result came of a change of a region */
  gboolean region_changed;
  gboolean busy;
  gboolean literal;
  gboolean force;
};

enum
{
  PROP_STATE = 1,
  PROP_BUSY,
  PROP_WINDOW,
  PROP_LITERAL,
  PROP_SENSITIVITY,
  PROP_CAN_UNDO,
  N_PROPS
};

enum
{
  SIGNAL_PAGES_CHANGED,
  SIGNAL_CHANGED,
  SIGNAL_BOUNDARIES_CHANGED,
  SIGNAL_CHART_CHANGED,
  SIGNAL_LABELS_CHANGED,
  SIGNAL_EDITED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ExmAnalysis, exm_analysis, G_TYPE_OBJECT)

static void
emit (ExmAnalysis *self, guint signal)
{
  g_signal_emit (self, signals[signal], 0);
}

static void
notify (ExmAnalysis *self, guint property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

static void
set_state (ExmAnalysis *self, ExmAnalysisState state)
{
  if (self->state == state)
    return;
  self->state = state;
  notify (self, PROP_STATE);
}

static void
set_busy (ExmAnalysis *self, gboolean busy)
{
  if (self->busy == busy)
    return;
  self->busy = busy;
  notify (self, PROP_BUSY);
}

static void
set_message (ExmAnalysis *self, const char *message, ExmAnalysisPlace place)
{
  g_autofree char *old = self->message;

  self->place = place;
  self->message = g_strdup (message);
}

/* The result */

static ExmPageText *
get_text (const ExmAnalysisPage *page)
{
  return page != NULL && page->prepared != NULL ? exm_prepared_get_page (page->prepared)
                                                : NULL;
}

/* Puts edits and result together again. */
static void
update_shown (ExmAnalysis *self)
{
  gboolean fits = self->force || exm_analysis_get_fits (self);

  exm_shown_body_update (&self->shown, self->output.result,
                         fits ? get_text (self->input.target) : NULL,
                         &self->edits->target);
  emit (self, SIGNAL_BOUNDARIES_CHANGED);
}

/* Forgets the result of the pages before. */
static void
forget_result (ExmAnalysis *self)
{
  gboolean had_one = self->output.result != NULL;

  exm_analysis_output_clear (&self->output);
  exm_chart_job_forget_result (self->chart);
  exm_shown_body_stop_drag (&self->shown);
  self->effect_known = FALSE;
  if (!had_one)
    return;
  update_shown (self);
  emit (self, SIGNAL_CHANGED);
}

/* Compares what a region changed: the kept lines before and after. */
static void
note_effect (ExmAnalysis *self, ExmResult *before, ExmResult *after)
{
  const ExmResultData *a = exm_result_get (before), *b = exm_result_get (after);

  self->effect_known = a->n_lines == b->n_lines;
  self->effect
      = (ExmRegionEffect){ a->confidence, self->shown.head, self->shown.tail, 0, 0 };
  for (guint i = 0; i < MIN (a->n_lines, b->n_lines); i++)
    {
      gboolean was = a->verdicts[i] == EXM_VERDICT_KEPT,
               is = b->verdicts[i] == EXM_VERDICT_KEPT;
      self->effect.n_added += is && !was;
      self->effect.n_removed += was && !is;
    }
}

static void
restart_chart (ExmAnalysis *self)
{
  exm_chart_job_stop (self->chart);
  if (self->output.result != NULL && get_text (self->input.target) != NULL)
    exm_chart_job_start (self->chart, self->input.target->prepared, self->output.compared,
                         self->output.result, self->input.window, self->literal);
}

static void
take_pages (ExmAnalysis *self, const ExmAnalysisJob *job)
{
  gboolean changed = exm_analysis_input_take_pages (&self->input, &job->input);
  ExmPageText *page = get_text (self->input.target);

  if (page != NULL && self->labels != NULL)
    {
      exm_corrections_take (&self->edits->target, page,
                            (const ExmLabel *) (gpointer) self->labels->data,
                            self->labels->len);
      g_clear_pointer (&self->labels, g_array_unref);
    }
  if (changed)
    emit (self, SIGNAL_PAGES_CHANGED);
}

static void
take_output (ExmAnalysis *self, ExmAnalysisJob *job)
{
  self->effect_known = FALSE;
  if (self->region_changed && self->output.result != NULL && job->output.result != NULL)
    note_effect (self, self->output.result, job->output.result);
  self->region_changed = FALSE;
  exm_analysis_output_clear (&self->output);
  self->output = job->output;
  job->output = (ExmAnalysisOutput){ 0 };
  update_shown (self);
  set_message (self, NULL, EXM_ANALYSIS_PLACE_NONE);
  set_state (self, EXM_ANALYSIS_READY);
  emit (self, SIGNAL_CHANGED);
  /* The last chart is kept while another one is on its way, not longer. */
  if (self->output.result != NULL)
    restart_chart (self);
  else
    exm_chart_job_drop (self->chart);
}

static void
fail (ExmAnalysis *self, ExmAnalysisPlace place, const GError *error)
{
  forget_result (self);
  exm_chart_job_drop (self->chart);
  set_message (self, error->message, place);
  set_busy (self, FALSE);
  set_state (self, EXM_ANALYSIS_FAILED);
}

/* Requests */

static gboolean
is_method_literal (ExmAnalysis *self)
{
  return g_strcmp0 (self->input.method, METHOD_LITERAL) == 0;
}

ExmAnalysisJob *
exm_analysis_make_job (ExmAnalysis *self)
{
  ExmAnalysisJob *job = g_new0 (ExmAnalysisJob, 1);

  job->engine = g_object_ref (self->engine);
  exm_analysis_input_copy (&self->input, &job->input);
  job->regions = exm_region_edits_copy (self->edits->regions);
  /* The operator may look at the one kind of curves while the task goes by the other. */
  if (self->literal != is_method_literal (self))
    {
      g_clear_pointer (&job->input.method, g_free);
      g_clear_pointer (&job->input.parameters, g_free);
      job->input.method = self->literal ? g_strdup (METHOD_LITERAL) : NULL;
    }
  return job;
}

/* Runs a task that does not hold the analysis, which could else be finalized on the
 * pool's thread. */
static void
run_task (ExmAnalysis *self, GTaskThreadFunc func, GAsyncReadyCallback callback)
{
  GWeakRef *weak = g_new (GWeakRef, 1);
  g_weak_ref_init (weak, self);
  g_autoptr (GTask) task = g_task_new (NULL, self->cancellable, callback, weak);

  g_task_set_source_tag (task, run_task);
  g_task_set_task_data (task, exm_analysis_make_job (self),
                        (GDestroyNotify) exm_analysis_job_free);
  g_task_run_in_thread (task, func);
}

/* Returns: (transfer full) (nullable): the analysis that a task was for; %NULL if it is
 * gone or has asked for something else */
static ExmAnalysis *
end_task (GAsyncResult *result, gpointer data)
{
  GWeakRef *weak = data;
  ExmAnalysis *self = g_weak_ref_get (weak);

  g_weak_ref_clear (weak);
  g_free (weak);
  if (self != NULL && g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    g_clear_object (&self);
  return self;
}

static void
on_extracted (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmAnalysis) self = end_task (result, data);
  ExmAnalysisJob *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;

  if (self == NULL)
    return;
  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      fail (self, job->place, error);
      return;
    }
  set_busy (self, FALSE);
  take_output (self, job);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmAnalysis) self = end_task (result, data);
  ExmAnalysisJob *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;

  if (self == NULL)
    return;
  take_pages (self, job);
  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      fail (self, job->place, error);
      return;
    }
  /* A handler of "pages-changed" may have asked for something else. */
  if (g_task_get_cancellable (G_TASK (result)) == self->cancellable)
    run_task (self, exm_analysis_job_extract_in_thread, on_extracted);
}

/* Starts the work anew with what is there now; a request under way is cancelled. */
static void
restart (ExmAnalysis *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (self->input.examples->len == 0 && self->input.target == NULL)
    {
      set_busy (self, FALSE);
      set_message (self, NULL, EXM_ANALYSIS_PLACE_NONE);
      forget_result (self);
      exm_chart_job_drop (self->chart);
      set_state (self, EXM_ANALYSIS_EMPTY);
      return;
    }
  self->cancellable = g_cancellable_new ();
  set_busy (self, TRUE);
  if (self->output.result == NULL)
    set_state (self, EXM_ANALYSIS_LOADING);
  run_task (self, exm_analysis_job_read_in_thread, on_read);
}

/* Pages */

/* Forgets edits of the target, or of the @examples too, and the lines that are shown. */
static void
forget_edits (ExmAnalysis *self, gboolean examples)
{
  exm_shown_body_stop_drag (&self->shown);
  exm_edits_forget (self->edits, examples);
  self->region_changed = FALSE;
  notify (self, PROP_CAN_UNDO);
}

static void
forget_lines (ExmAnalysis *self)
{
  exm_view_state_set_hover_line (self->view, EXM_NONE);
  exm_view_state_set_current_line (self->view, EXM_NONE);
}

void
exm_analysis_clear (ExmAnalysis *self)
{
  gboolean had_pages = self->input.examples->len > 0 || self->input.target != NULL;

  g_ptr_array_set_size (self->input.examples, 0);
  g_clear_pointer (&self->input.target, exm_analysis_page_free);
  forget_edits (self, TRUE);
  forget_lines (self);
  restart (self);
  if (had_pages)
    emit (self, SIGNAL_PAGES_CHANGED);
}

void
exm_analysis_set_example (ExmAnalysis *self,
                          GBytes *bytes,
                          const ExmPageHints *hints,
                          const char *region_text)
{
  g_ptr_array_set_size (self->input.examples, 0);
  forget_edits (self, TRUE);
  forget_result (self);
  exm_analysis_add_example (self, bytes, hints, region_text);
}

void
exm_analysis_add_example (ExmAnalysis *self,
                          GBytes *bytes,
                          const ExmPageHints *hints,
                          const char *region_text)
{
  g_ptr_array_add (self->input.examples,
                   exm_analysis_page_new (bytes, hints, region_text));
  exm_edits_add_example (self->edits);
  restart (self);
}

void
exm_analysis_set_target (ExmAnalysis *self, GBytes *bytes, const ExmPageHints *hints)
{
  exm_analysis_input_drop_target (&self->input);
  g_clear_pointer (&self->labels, g_array_unref);
  if (bytes != NULL)
    self->input.target = exm_analysis_page_new (bytes, hints, NULL);
  forget_edits (self, FALSE);
  forget_lines (self);
  forget_result (self);
  exm_analysis_set_force (self, FALSE);
  restart (self);
  if (bytes == NULL)
    emit (self, SIGNAL_PAGES_CHANGED);
}

void
exm_analysis_set_target_lore (ExmAnalysis *self,
                              const GArray *labels,
                              ExmBias *bias,
                              ExmSiteStat *site)
{
  g_clear_pointer (&self->labels, g_array_unref);
  self->labels = labels != NULL ? g_array_copy ((GArray *) labels) : NULL;
  g_clear_pointer (&self->input.bias, exm_bias_unref);
  self->input.bias = bias != NULL ? exm_bias_ref (bias) : NULL;
  g_clear_pointer (&self->input.site, exm_site_stat_unref);
  self->input.site = site != NULL ? exm_site_stat_ref (site) : NULL;
  restart (self);
}

void
exm_analysis_set_target_sibling (ExmAnalysis *self, GBytes *bytes, const char *url)
{
  const ExmPageHints hints = { .url = url };

  if (bytes == NULL && self->input.sibling == NULL)
    return;
  g_clear_pointer (&self->input.sibling, exm_analysis_page_free);
  if (bytes != NULL)
    self->input.sibling = exm_analysis_page_new (bytes, &hints, NULL);
  restart (self);
}

static ExmAnalysisPage *
get_example (ExmAnalysis *self, guint index)
{
  return index < self->input.examples->len
             ? g_ptr_array_index (self->input.examples, index)
             : NULL;
}

static void
set_charset (ExmAnalysis *self, ExmAnalysisPage *page, const char *charset)
{
  if (page == NULL || g_strcmp0 (page->charset, charset) == 0)
    return;
  g_free (page->charset);
  page->charset = g_strdup (charset);
  g_clear_pointer (&page->prepared, exm_prepared_unref);
  forget_edits (self, FALSE);
  forget_lines (self);
  forget_result (self);
  restart (self);
}

void
exm_analysis_set_example_charset (ExmAnalysis *self, guint index, const char *charset)
{
  set_charset (self, get_example (self, index), charset);
}

void
exm_analysis_set_target_charset (ExmAnalysis *self, const char *charset)
{
  set_charset (self, self->input.target, charset);
}

const ExmAnalysisInput *
exm_analysis_get_input (ExmAnalysis *self)
{
  return &self->input;
}

guint
exm_analysis_get_n_examples (ExmAnalysis *self)
{
  return self->input.examples->len;
}

ExmPageText *
exm_analysis_get_example_page (ExmAnalysis *self, guint index)
{
  return get_text (get_example (self, index));
}

ExmPageText *
exm_analysis_get_page (ExmAnalysis *self)
{
  return get_text (self->input.target);
}

const char *
exm_analysis_get_target_url (ExmAnalysis *self)
{
  return self->input.target != NULL ? self->input.target->url : NULL;
}

GBytes *
exm_analysis_get_target_bytes (ExmAnalysis *self)
{
  return self->input.target != NULL ? self->input.target->bytes : NULL;
}

/* Returns: the line of another page with the same text, the nearest to @line */
static guint
find_like (ExmPageText *from, ExmPageText *in, guint line)
{
  guint n_from = 0, n_in = 0, best = EXM_NONE, distance = G_MAXUINT;
  const ExmLine *lines = from != NULL ? exm_page_text_get_lines (from, &n_from) : NULL,
                *others = in != NULL ? exm_page_text_get_lines (in, &n_in) : NULL;

  for (guint i = 0; line < n_from && i < n_in; i++)
    {
      guint away = i > line ? i - line : line - i;
      if (others[i].key == lines[line].key && away < distance)
        {
          best = i;
          distance = away;
        }
    }
  return best;
}

guint
exm_analysis_find_in_example (ExmAnalysis *self, guint line)
{
  return find_like (exm_analysis_get_page (self), exm_analysis_get_example_page (self, 0),
                    line);
}

guint
exm_analysis_find_in_target (ExmAnalysis *self, guint line)
{
  return find_like (exm_analysis_get_example_page (self, 0), exm_analysis_get_page (self),
                    line);
}

/* Settings */

const char *
exm_analysis_get_method (ExmAnalysis *self)
{
  return self->input.method != NULL ? self->input.method : EXM_METHOD_DEFAULT;
}

void
exm_analysis_set_method (ExmAnalysis *self, const char *method, const char *parameters)
{
  if (g_strcmp0 (self->input.method, method) != 0
      || g_strcmp0 (self->input.parameters, parameters) != 0)
    {
      g_autofree char *old_method = self->input.method,
                      *old_parameters = self->input.parameters;
      self->input.method = g_strdup (method);
      self->input.parameters = g_strdup (parameters);
      restart (self);
    }
  exm_analysis_set_literal (self, is_method_literal (self));
}

static gboolean
are_same_texts (const GPtrArray *a, const GPtrArray *b)
{
  guint n_a = a != NULL ? a->len : 0, n_b = b != NULL ? b->len : 0;
  gboolean same = n_a == n_b;

  for (guint i = 0; same && i < n_a; i++)
    same = g_str_equal (g_ptr_array_index (a, i), g_ptr_array_index (b, i));
  return same;
}

void
exm_analysis_set_models (ExmAnalysis *self, const GPtrArray *models)
{
  if (are_same_texts (self->input.models, models))
    return;
  /* Jobs that go on hold on to the old ones. */
  g_clear_pointer (&self->input.models, g_ptr_array_unref);
  self->input.models = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; models != NULL && i < models->len; i++)
    g_ptr_array_add (self->input.models, g_strdup (g_ptr_array_index (models, i)));
  restart (self);
}

static void
set_window (ExmAnalysis *self, guint window)
{
  window = CLAMP (window, 1, MAX_WINDOW);
  if (self->input.window == window)
    return;
  self->input.window = window;
  /* The curves follow the hand at once. The tracked method decides by its own windows,
   * the literal one by these, and its result comes when it is there. */
  restart_chart (self);
  if (self->literal)
    restart (self);
  notify (self, PROP_WINDOW);
}

void
exm_analysis_set_literal (ExmAnalysis *self, gboolean literal)
{
  if (self->literal == !!literal)
    return;
  self->literal = !!literal;
  restart (self);
  notify (self, PROP_LITERAL);
}

void
exm_analysis_set_sensitivity (ExmAnalysis *self, double sensitivity)
{
  sensitivity = CLAMP (sensitivity, -MAX_SENSITIVITY, MAX_SENSITIVITY);
  if (self->input.sensitivity == sensitivity)
    return;
  self->input.sensitivity = sensitivity;
  restart (self);
  notify (self, PROP_SENSITIVITY);
}

gboolean
exm_analysis_get_force (ExmAnalysis *self)
{
  return self->force;
}

void
exm_analysis_set_force (ExmAnalysis *self, gboolean force)
{
  if (self->force == !!force)
    return;
  self->force = !!force;
  if (self->output.result == NULL)
    return;
  update_shown (self);
  emit (self, SIGNAL_CHANGED);
}

/* Corrections */

/* Works out what follows from edits that were changed. */
static void
take_change (ExmAnalysis *self, ExmEditsChange change)
{
  exm_shown_body_stop_drag (&self->shown);
  if ((change & EXM_EDITS_REGIONS) != 0)
    {
      self->region_changed = TRUE;
      restart (self);
    }
  update_shown (self);
  notify (self, PROP_CAN_UNDO);
  if ((change & EXM_EDITS_TARGET) != 0)
    emit (self, SIGNAL_LABELS_CHANGED);
}

/* @stepped: whether the operator made a step that can be taken back */
static void
take_step (ExmAnalysis *self, gboolean stepped)
{
  if (!stepped)
    return;
  g_autofree char *words = g_strdup (exm_edits_get_undo_words (self->edits));
  take_change (self, exm_edits_compare_last (self->edits));
  g_signal_emit (self, signals[SIGNAL_EDITED], 0, words);
}

void
exm_analysis_undo (ExmAnalysis *self)
{
  if (exm_analysis_can_undo (self))
    take_change (self, exm_edits_undo (self->edits));
}

void
exm_analysis_redo (ExmAnalysis *self)
{
  if (exm_analysis_can_redo (self))
    take_change (self, exm_edits_redo (self->edits));
}

gboolean
exm_analysis_can_undo (ExmAnalysis *self)
{
  return self->edits->undo->len > 0;
}

gboolean
exm_analysis_can_redo (ExmAnalysis *self)
{
  return self->edits->redo->len > 0;
}

const char *
exm_analysis_get_undo_words (ExmAnalysis *self)
{
  return exm_edits_get_undo_words (self->edits);
}

gboolean
exm_analysis_is_edited (ExmAnalysis *self)
{
  return exm_edits_is_edited (self->edits, self->input.examples);
}

void
exm_analysis_set_region_lines (ExmAnalysis *self,
                               guint index,
                               const guint8 *inside,
                               guint n_inside)
{
  ExmPageText *page = exm_analysis_get_example_page (self, index);
  guint n_lines;

  if (page == NULL)
    return;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  g_autofree guint8 *mask = g_new0 (guint8, MAX (n_lines, 1));
  for (guint i = 0; i < MIN (n_lines, n_inside); i++)
    mask[i] = inside[i] && (lines[i].flags & EXM_LINE_FLAGGED) == 0;
  g_autoptr (ExmRegion) region = exm_region_new (mask, n_lines);
  if (exm_region_get_n_inside (region) > 0)
    take_step (self, exm_edits_set_region (self->edits, index, get_example (self, index),
                                           g_steal_pointer (&region),
                                           _ ("Body marked on the example")));
}

void
exm_analysis_clear_region (ExmAnalysis *self, guint index)
{
  take_step (self, exm_edits_set_region (self->edits, index, get_example (self, index),
                                         NULL, _ ("Mark on the example cleared")));
}

gboolean
exm_analysis_get_region (ExmAnalysis *self, guint index, guint *first, guint *last)
{
  const ExmRegion *region
      = exm_edits_get_region (self->edits, index, get_example (self, index));

  return region != NULL && exm_region_get_range (region, first, last);
}

guint8 *
exm_analysis_dup_region_lines (ExmAnalysis *self, guint index)
{
  const ExmRegion *region
      = exm_edits_get_region (self->edits, index, get_example (self, index));
  ExmPageText *page = exm_analysis_get_example_page (self, index);
  guint n_lines;

  if (region == NULL || page == NULL)
    return NULL;
  exm_page_text_get_lines (page, &n_lines);
  guint8 *inside = g_new0 (guint8, MAX (n_lines, 1));
  for (guint i = 0; i < n_lines; i++)
    inside[i] = exm_region_contains (region, i);
  return inside;
}

char *
exm_analysis_dup_region_text (ExmAnalysis *self, guint index)
{
  const ExmAnalysisPage *page = get_example (self, index);

  if (page == NULL)
    return NULL;
  const ExmRegionEdit *edit = &g_array_index (self->edits->regions, ExmRegionEdit, index);
  if (!edit->edited || page->prepared == NULL)
    return g_strdup (page->region_text);
  return edit->region != NULL ? exm_region_write (get_text (page), edit->region) : NULL;
}

gboolean
exm_analysis_get_region_effect (ExmAnalysis *self, ExmRegionEffect *effect)
{
  if (self->effect_known)
    *effect = self->effect;
  return self->effect_known;
}

void
exm_analysis_preview_boundary (ExmAnalysis *self, gboolean tail, guint line)
{
  if (exm_shown_body_drag (&self->shown, tail, line, self->output.result,
                           &self->edits->target))
    update_shown (self);
}

void
exm_analysis_set_boundary (ExmAnalysis *self, gboolean tail, guint line)
{
  if (self->output.result == NULL || (line != EXM_NONE && line >= self->shown.n_lines))
    return;
  if (exm_shown_body_stop_drag (&self->shown))
    update_shown (self);
  take_step (self, exm_edits_set_boundary (self->edits, tail, line,
                                           exm_result_get (self->output.result),
                                           self->shown.head, self->shown.tail));
}

void
exm_analysis_set_line_label (ExmAnalysis *self, guint line, ExmLineLabel label)
{
  if (line < self->shown.n_lines)
    take_step (self, exm_edits_set_label (self->edits, line, label));
}

ExmLineLabel
exm_analysis_get_line_label (ExmAnalysis *self, guint line)
{
  return exm_edits_get_label (self->edits, line);
}

GArray *
exm_analysis_list_labels (ExmAnalysis *self)
{
  ExmPageText *page = exm_analysis_get_page (self);
  ExmResult *result = self->output.result;

  return page != NULL ? exm_corrections_list (
             &self->edits->target, page, result != NULL ? exm_result_get (result) : NULL)
                      : NULL;
}

GArray *
exm_analysis_list_line_labels (ExmAnalysis *self)
{
  /* Beginning and end of the page are left out. */
  const ExmCorrections lines = { EXM_NONE, EXM_NONE, self->edits->target.labels };
  ExmPageText *page = exm_analysis_get_page (self);

  return page != NULL ? exm_corrections_list (&lines, page, NULL) : NULL;
}

/* Output */

ExmAnalysisState
exm_analysis_get_state (ExmAnalysis *self)
{
  return self->state;
}

gboolean
exm_analysis_get_busy (ExmAnalysis *self)
{
  return self->busy;
}

const char *
exm_analysis_get_message (ExmAnalysis *self, ExmAnalysisPlace *place)
{
  if (place != NULL)
    *place = self->place;
  return self->message;
}

ExmResult *
exm_analysis_get_result (ExmAnalysis *self)
{
  return self->output.result;
}

ExmMetadata *
exm_analysis_get_metadata (ExmAnalysis *self)
{
  return self->output.metadata;
}

const guint8 *
exm_analysis_get_verdicts (ExmAnalysis *self, guint *n)
{
  *n = self->shown.n_lines;
  return self->shown.verdicts;
}

guint
exm_analysis_get_head (ExmAnalysis *self)
{
  return self->shown.head;
}

guint
exm_analysis_get_tail (ExmAnalysis *self)
{
  return self->shown.tail;
}

ExmViewState *
exm_analysis_get_view (ExmAnalysis *self)
{
  return self->view;
}

ExmResult *
exm_analysis_get_example_result (ExmAnalysis *self, guint index)
{
  const GPtrArray *results = self->output.example_results;

  return results != NULL && index < results->len ? g_ptr_array_index (results, index)
                                                 : NULL;
}

const guint8 *
exm_analysis_get_example_verdicts (ExmAnalysis *self, guint index, guint *n)
{
  ExmResult *result = exm_analysis_get_example_result (self, index);

  *n = 0;
  if (result == NULL || !exm_analysis_get_fits (self))
    return NULL;
  *n = exm_result_get (result)->n_lines;
  return exm_result_get (result)->verdicts;
}

const char *
exm_analysis_get_body_text (ExmAnalysis *self)
{
  return exm_shown_body_get_text (&self->shown, exm_analysis_get_page (self));
}

void
exm_analysis_count_body (ExmAnalysis *self, guint *n_lines, guint *n_chars)
{
  exm_shown_body_count (&self->shown, exm_analysis_get_page (self), n_lines, n_chars);
}

gboolean
exm_analysis_get_fits (ExmAnalysis *self)
{
  return self->output.result == NULL || exm_result_get (self->output.result)->fits;
}

double
exm_analysis_get_confidence (ExmAnalysis *self)
{
  return self->output.result != NULL ? exm_result_get (self->output.result)->confidence
                                     : -1;
}

ExmSureness
exm_analysis_get_sureness (ExmAnalysis *self)
{
  return exm_sureness_from_confidence (exm_analysis_get_confidence (self));
}

char *
exm_analysis_dup_why (ExmAnalysis *self)
{
  return self->output.result != NULL ? exm_body_reasons_dup (
             exm_analysis_get_page (self), exm_result_get (self->output.result))
                                     : g_strdup ("");
}

char **
exm_analysis_dup_reasons (ExmAnalysis *self, guint line)
{
  g_autoptr (GStrvBuilder) all = g_strv_builder_new ();
  ExmPageText *page = exm_analysis_get_page (self);
  ExmLineLabel label = exm_analysis_get_line_label (self, line);

  if (label == EXM_LINE_LABEL_BODY)
    g_strv_builder_add (all, _ ("You marked it as body"));
  else if (label == EXM_LINE_LABEL_NOISE)
    g_strv_builder_add (all, _ ("You marked it as noise"));
  if (exm_view_state_is_hidden (exm_analysis_get_view (self), line))
    /* translators: of a line that the page's style sheets hide */
    g_strv_builder_add (all, _ ("Not visible on the page"));
  if (self->output.result != NULL && page != NULL && line < self->shown.n_lines)
    {
      g_auto (GStrv) found
          = exm_line_reasons_dup (page, exm_result_get (self->output.result), line,
                                  self->shown.verdicts[line] == EXM_VERDICT_KEPT);
      g_strv_builder_addv (all, (const char **) found);
    }
  return g_strv_builder_end (all);
}

ExmChartData *
exm_analysis_get_chart_data (ExmAnalysis *self)
{
  return exm_chart_job_get_data (self->chart);
}

gboolean
exm_analysis_get_chart_busy (ExmAnalysis *self)
{
  return self->busy || exm_chart_job_is_running (self->chart);
}

void
exm_analysis_set_chart_seen (ExmAnalysis *self, double begin, double end)
{
  exm_chart_job_set_seen (self->chart, begin, end);
}

void
exm_analysis_unbind (ExmAnalysis **analysis, gpointer user)
{
  if (*analysis == NULL)
    return;
  g_signal_handlers_disconnect_by_data (*analysis, user);
  g_signal_handlers_disconnect_by_data ((*analysis)->view, user);
  g_clear_object (analysis);
}

/* The object */

static void
on_chart_changed (ExmAnalysis *self)
{
  emit (self, SIGNAL_CHART_CHANGED);
}

static void
exm_analysis_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  ExmAnalysis *self = EXM_ANALYSIS (object);

  switch (id)
    {
    case PROP_STATE:
      g_value_set_uint (value, self->state);
      break;
    case PROP_BUSY:
      g_value_set_boolean (value, self->busy);
      break;
    case PROP_WINDOW:
      g_value_set_uint (value, self->input.window);
      break;
    case PROP_LITERAL:
      g_value_set_boolean (value, self->literal);
      break;
    case PROP_SENSITIVITY:
      g_value_set_double (value, self->input.sensitivity);
      break;
    case PROP_CAN_UNDO:
      g_value_set_boolean (value, exm_analysis_can_undo (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
exm_analysis_set_property (GObject *object,
                           guint id,
                           const GValue *value,
                           GParamSpec *pspec)
{
  ExmAnalysis *self = EXM_ANALYSIS (object);

  switch (id)
    {
    case PROP_WINDOW:
      set_window (self, g_value_get_uint (value));
      break;
    case PROP_LITERAL:
      exm_analysis_set_literal (self, g_value_get_boolean (value));
      break;
    case PROP_SENSITIVITY:
      exm_analysis_set_sensitivity (self, g_value_get_double (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
exm_analysis_dispose (GObject *object)
{
  ExmAnalysis *self = EXM_ANALYSIS (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  exm_chart_job_stop (self->chart);
  G_OBJECT_CLASS (exm_analysis_parent_class)->dispose (object);
}

static void
exm_analysis_finalize (GObject *object)
{
  ExmAnalysis *self = EXM_ANALYSIS (object);

  g_object_unref (self->engine);
  exm_analysis_input_clear (&self->input);
  exm_edits_free (self->edits);
  exm_analysis_output_clear (&self->output);
  exm_shown_body_clear (&self->shown);
  g_object_unref (self->chart);
  g_clear_pointer (&self->labels, g_array_unref);
  g_object_unref (self->view);
  g_free (self->message);
  G_OBJECT_CLASS (exm_analysis_parent_class)->finalize (object);
}

static void
install_signals (GType type)
{
  static const char *const names[] = { "pages-changed", "changed", "boundaries-changed",
                                       "chart-changed", "labels-changed" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    signals[i] = g_signal_new (names[i], type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                               G_TYPE_NONE, 0);
  signals[SIGNAL_EDITED] = g_signal_new ("edited", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                         NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
exm_analysis_class_init (ExmAnalysisClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  const GParamFlags writable
      = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = exm_analysis_get_property;
  object_class->set_property = exm_analysis_set_property;
  object_class->dispose = exm_analysis_dispose;
  object_class->finalize = exm_analysis_finalize;

  properties[PROP_STATE] = g_param_spec_uint ("state", NULL, NULL, 0, EXM_ANALYSIS_FAILED,
                                              EXM_ANALYSIS_EMPTY, readable);
  properties[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE, readable);
  properties[PROP_WINDOW] = g_param_spec_uint ("window", NULL, NULL, 1, MAX_WINDOW,
                                               EXM_CURVE_GRID_WINDOW, writable);
  properties[PROP_LITERAL]
      = g_param_spec_boolean ("literal", NULL, NULL, FALSE, writable);
  properties[PROP_SENSITIVITY] = g_param_spec_double (
      "sensitivity", NULL, NULL, -MAX_SENSITIVITY, MAX_SENSITIVITY, 0, writable);
  properties[PROP_CAN_UNDO]
      = g_param_spec_boolean ("can-undo", NULL, NULL, FALSE, readable);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  install_signals (G_TYPE_FROM_CLASS (class));
}

static void
exm_analysis_init (ExmAnalysis *self)
{
  exm_analysis_input_init (&self->input);
  self->input.window = EXM_CURVE_GRID_WINDOW;
  self->edits = exm_edits_new ();
  exm_shown_body_init (&self->shown);
  self->chart = exm_chart_job_new ();
  g_signal_connect_object (self->chart, "changed", G_CALLBACK (on_chart_changed), self,
                           G_CONNECT_SWAPPED);
  self->view = exm_view_state_new ();
}

ExmAnalysis *
exm_analysis_new (ExmEngine *engine)
{
  ExmAnalysis *self = g_object_new (EXM_TYPE_ANALYSIS, NULL);

  self->engine = g_object_ref (engine);
  return self;
}
