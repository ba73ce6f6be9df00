/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/analysis/exm-analysis.h"

#include "app/analysis/exm-analysis-private.h"
#include "kernel/exm-curve.h"

enum
{
  PROP_STATE = 1,
  PROP_BUSY,
  PROP_MESSAGE,
  PROP_HOVER_LINE,
  PROP_CURRENT_LINE,
  PROP_WINDOW,
  PROP_LITERAL,
  PROP_SENSITIVITY,
  PROP_FORCE,
  PROP_CAN_UNDO,
  PROP_CAN_REDO,
  N_PROPS
};

enum
{
  SIGNAL_PAGES_CHANGED,
  SIGNAL_CHANGED,
  SIGNAL_BOUNDARIES_CHANGED,
  SIGNAL_CHART_CHANGED,
  SIGNAL_EDITED,
  SIGNAL_LABELS_CHANGED,
  SIGNAL_LANES_CHANGED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ExmAnalysis, exm_analysis, G_TYPE_OBJECT)

void
exm_analysis_emit_changed (ExmAnalysis *self)
{
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

void
exm_analysis_emit_chart_changed (ExmAnalysis *self)
{
  g_signal_emit (self, signals[SIGNAL_CHART_CHANGED], 0);
}

void
exm_analysis_emit_lanes_changed (ExmAnalysis *self)
{
  g_signal_emit (self, signals[SIGNAL_LANES_CHANGED], 0);
}

void
exm_analysis_emit_pages_changed (ExmAnalysis *self)
{
  g_signal_emit (self, signals[SIGNAL_PAGES_CHANGED], 0);
}

void
exm_analysis_emit_labels_changed (ExmAnalysis *self)
{
  g_signal_emit (self, signals[SIGNAL_LABELS_CHANGED], 0);
}

void
exm_analysis_emit_edited (ExmAnalysis *self, const char *words)
{
  g_signal_emit (self, signals[SIGNAL_EDITED], 0, words);
}

void
exm_analysis_notify_undo (ExmAnalysis *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CAN_UNDO]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CAN_REDO]);
}

static void
set_state (ExmAnalysis *self, ExmAnalysisState state)
{
  if (self->state == state)
    return;
  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

static void
set_busy (ExmAnalysis *self, gboolean busy)
{
  if (self->busy == busy)
    return;
  self->busy = busy;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
}

static void
set_message (ExmAnalysis *self, const char *message, ExmAnalysisPlace place)
{
  self->place = place;
  if (g_strcmp0 (self->message, message) == 0)
    return;
  g_free (self->message);
  self->message = g_strdup (message);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MESSAGE]);
}

void
exm_analysis_update_shown (ExmAnalysis *self)
{
  exm_shown_clear (&self->shown);
  g_clear_pointer (&self->body_text, g_free);
  if (self->result != NULL && self->target != NULL && self->target->prepared != NULL
      && (self->force || exm_result_get (self->result)->fits))
    {
      ExmPageText *page = exm_prepared_get_page (self->target->prepared);
      ExmEdits view = *self->edits;
      if (self->preview_head != EXM_NONE)
        view.target.head = self->preview_head;
      if (self->preview_tail != EXM_NONE)
        view.target.tail = self->preview_tail;
      exm_edits_apply (&view, page, exm_result_get (self->result), &self->shown);
    }
  else if (self->result != NULL)
    {
      self->shown.n_lines = exm_result_get (self->result)->n_lines;
      self->shown.verdicts = g_new0 (guint8, MAX (self->shown.n_lines, 1));
    }
  g_signal_emit (self, signals[SIGNAL_BOUNDARIES_CHANGED], 0);
}

void
exm_analysis_forget_result (ExmAnalysis *self)
{
  gboolean had_one = self->result != NULL;

  g_clear_pointer (&self->result, exm_result_unref);
  g_clear_pointer (&self->metadata, exm_metadata_unref);
  g_clear_pointer (&self->example_results, g_ptr_array_unref);
  self->preview_head = self->preview_tail = EXM_NONE;
  self->effect_known = FALSE;
  if (!had_one)
    return;
  exm_analysis_update_shown (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
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

/* The last picture is kept while another one is on its way, not longer. */
static void
drop_chart (ExmAnalysis *self)
{
  exm_analysis_stop_chart (self);
  g_clear_pointer (&self->pair, exm_curves_pair_unref);
  if (self->chart == NULL)
    return;
  g_clear_pointer (&self->chart, exm_chart_data_unref);
  exm_analysis_emit_chart_changed (self);
}

ExmAnalysisJob *
exm_analysis_make_job (ExmAnalysis *self)
{
  ExmAnalysisJob *job = g_new0 (ExmAnalysisJob, 1);
  gboolean is_own = self->literal == exm_analysis_is_method_literal (self);

  job->engine = g_object_ref (self->engine);
  job->examples
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_analysis_page_free);
  for (guint i = 0; i < self->examples->len; i++)
    g_ptr_array_add (job->examples,
                     exm_analysis_page_copy (g_ptr_array_index (self->examples, i)));
  if (self->target != NULL)
    job->target = exm_analysis_page_copy (self->target);
  if (self->sibling != NULL)
    job->sibling = exm_analysis_page_copy (self->sibling);
  job->regions = exm_region_edits_copy (self->edits->regions);
  /* The operator may look at the one kind of curves while the task goes by the other. */
  job->method = g_strdup (self->literal ? EXM_METHOD_LITERAL
                          : is_own      ? self->method
                                        : NULL);
  job->parameters = g_strdup (is_own ? self->parameters : NULL);
  job->models = self->models != NULL ? g_ptr_array_ref (self->models) : NULL;
  job->window = self->window;
  job->sensitivity = self->sensitivity;
  job->bias = self->bias != NULL ? exm_bias_ref (self->bias) : NULL;
  job->site = self->site != NULL ? exm_site_stat_ref (self->site) : NULL;
  return job;
}

static gboolean
take_page (ExmAnalysisPage *page, const ExmAnalysisPage *done)
{
  if (page->prepared != NULL || done->prepared == NULL)
    return FALSE;
  page->prepared = exm_prepared_ref (done->prepared);
  page->region_lost = done->region_lost;
  return TRUE;
}

/* The pages of a job that was not overtaken are the ones we have. */
static void
take_pages (ExmAnalysis *self, const ExmAnalysisJob *job)
{
  gboolean changed = FALSE;

  for (guint i = 0; i < self->examples->len; i++)
    changed |= take_page (g_ptr_array_index (self->examples, i),
                          g_ptr_array_index (job->examples, i));
  if (self->target != NULL)
    changed |= take_page (self->target, job->target);
  if (self->sibling != NULL && job->sibling != NULL)
    take_page (self->sibling, job->sibling);
  if (self->target != NULL && self->target->prepared != NULL && self->labels != NULL)
    {
      exm_corrections_take (
          &self->edits->target, exm_prepared_get_page (self->target->prepared),
          (const ExmLabel *) (gpointer) self->labels->data, self->labels->len);
      g_clear_pointer (&self->labels, g_array_unref);
    }
  if (changed)
    g_signal_emit (self, signals[SIGNAL_PAGES_CHANGED], 0);
}

static void
take_result (ExmAnalysis *self, ExmAnalysisJob *job)
{
  if (self->region_changed && self->result != NULL && job->result != NULL)
    note_effect (self, self->result, job->result);
  else
    self->effect_known = FALSE;
  self->region_changed = FALSE;
  g_clear_pointer (&self->result, exm_result_unref);
  g_clear_pointer (&self->metadata, exm_metadata_unref);
  g_clear_pointer (&self->example_results, g_ptr_array_unref);
  self->result = g_steal_pointer (&job->result);
  self->metadata = g_steal_pointer (&job->metadata);
  self->example_results = g_steal_pointer (&job->example_results);
  g_clear_pointer (&self->compared, exm_prepared_unref);
  self->compared = g_steal_pointer (&job->compared);
  exm_analysis_update_shown (self);
  set_message (self, NULL, EXM_ANALYSIS_PLACE_NONE);
  set_state (self, EXM_ANALYSIS_READY);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
  if (self->result != NULL)
    exm_analysis_restart_chart (self);
  else
    drop_chart (self);
}

static void
fail (ExmAnalysis *self, ExmAnalysisPlace place, const GError *error)
{
  exm_analysis_forget_result (self);
  drop_chart (self);
  set_message (self, error->message, place);
  set_busy (self, FALSE);
  set_state (self, EXM_ANALYSIS_FAILED);
}

static void
run_read (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;

  if (exm_analysis_job_read (data, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
run_extract (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;

  if (exm_analysis_job_extract (data, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* A task does not hold the analysis, which could else be finalized on the pool's thread.
 */
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

/* The analysis that a task was for; %NULL if it is gone or has asked for something else.
 */
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
  take_result (self, job);
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
    run_task (self, run_extract, on_extracted);
}

void
exm_analysis_restart (ExmAnalysis *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (self->examples->len == 0 && self->target == NULL)
    {
      set_busy (self, FALSE);
      set_message (self, NULL, EXM_ANALYSIS_PLACE_NONE);
      exm_analysis_forget_result (self);
      drop_chart (self);
      set_state (self, EXM_ANALYSIS_EMPTY);
      return;
    }
  self->cancellable = g_cancellable_new ();
  set_busy (self, TRUE);
  if (self->result == NULL)
    set_state (self, EXM_ANALYSIS_LOADING);
  run_task (self, run_read, on_read);
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
    case PROP_MESSAGE:
      g_value_set_string (value, self->message);
      break;
    case PROP_HOVER_LINE:
      g_value_set_uint (value, self->hover_line);
      break;
    case PROP_CURRENT_LINE:
      g_value_set_uint (value, self->current_line);
      break;
    case PROP_WINDOW:
      g_value_set_uint (value, self->window);
      break;
    case PROP_LITERAL:
      g_value_set_boolean (value, self->literal);
      break;
    case PROP_SENSITIVITY:
      g_value_set_double (value, self->sensitivity);
      break;
    case PROP_FORCE:
      g_value_set_boolean (value, self->force);
      break;
    case PROP_CAN_UNDO:
      g_value_set_boolean (value, exm_analysis_can_undo (self));
      break;
    case PROP_CAN_REDO:
      g_value_set_boolean (value, exm_analysis_can_redo (self));
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
    case PROP_HOVER_LINE:
      exm_analysis_set_hover_line (self, g_value_get_uint (value));
      break;
    case PROP_CURRENT_LINE:
      exm_analysis_set_current_line (self, g_value_get_uint (value));
      break;
    case PROP_WINDOW:
      exm_analysis_set_window (self, g_value_get_uint (value));
      break;
    case PROP_LITERAL:
      exm_analysis_set_literal (self, g_value_get_boolean (value));
      break;
    case PROP_SENSITIVITY:
      exm_analysis_set_sensitivity (self, g_value_get_double (value));
      break;
    case PROP_FORCE:
      exm_analysis_set_force (self, g_value_get_boolean (value));
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
  exm_analysis_stop_chart (self);
  G_OBJECT_CLASS (exm_analysis_parent_class)->dispose (object);
}

static void
exm_analysis_finalize (GObject *object)
{
  ExmAnalysis *self = EXM_ANALYSIS (object);

  g_object_unref (self->engine);
  g_ptr_array_unref (self->examples);
  g_clear_pointer (&self->target, exm_analysis_page_free);
  g_clear_pointer (&self->sibling, exm_analysis_page_free);
  g_clear_pointer (&self->compared, exm_prepared_unref);
  g_clear_pointer (&self->labels, g_array_unref);
  g_clear_pointer (&self->bias, exm_bias_unref);
  g_clear_pointer (&self->site, exm_site_stat_unref);
  g_clear_pointer (&self->result, exm_result_unref);
  g_clear_pointer (&self->metadata, exm_metadata_unref);
  g_clear_pointer (&self->example_results, g_ptr_array_unref);
  g_clear_pointer (&self->chart, exm_chart_data_unref);
  g_clear_pointer (&self->pair, exm_curves_pair_unref);
  exm_edits_free (self->edits);
  exm_shown_clear (&self->shown);
  g_ptr_array_unref (self->undo);
  g_ptr_array_unref (self->redo);
  g_free (self->method);
  g_free (self->parameters);
  g_clear_pointer (&self->models, g_ptr_array_unref);
  g_clear_pointer (&self->lanes, exm_chart_lanes_unref);
  g_object_unref (self->blocks);
  g_free (self->message);
  g_free (self->body_text);
  G_OBJECT_CLASS (exm_analysis_parent_class)->finalize (object);
}

static void
install_signals (GType type)
{
  signals[SIGNAL_PAGES_CHANGED] = g_signal_new ("pages-changed", type, G_SIGNAL_RUN_LAST,
                                                0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL,
                                          NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_BOUNDARIES_CHANGED] = g_signal_new (
      "boundaries-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_CHART_CHANGED] = g_signal_new ("chart-changed", type, G_SIGNAL_RUN_LAST,
                                                0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_LABELS_CHANGED] = g_signal_new (
      "labels-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_LANES_CHANGED] = g_signal_new ("lanes-changed", type, G_SIGNAL_RUN_LAST,
                                                0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_EDITED] = g_signal_new ("edited", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                         NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  g_signal_new ("example-line-activated", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_UINT);
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
  properties[PROP_MESSAGE] = g_param_spec_string ("message", NULL, NULL, NULL, readable);
  properties[PROP_HOVER_LINE]
      = g_param_spec_uint ("hover-line", NULL, NULL, 0, G_MAXUINT32, EXM_NONE, writable);
  properties[PROP_CURRENT_LINE] = g_param_spec_uint ("current-line", NULL, NULL, 0,
                                                     G_MAXUINT32, EXM_NONE, writable);
  properties[PROP_WINDOW] = g_param_spec_uint ("window", NULL, NULL, 1, MAX_WINDOW,
                                               EXM_CURVE_GRID_WINDOW, writable);
  properties[PROP_LITERAL]
      = g_param_spec_boolean ("literal", NULL, NULL, FALSE, writable);
  properties[PROP_SENSITIVITY] = g_param_spec_double (
      "sensitivity", NULL, NULL, -MAX_SENSITIVITY, MAX_SENSITIVITY, 0, writable);
  properties[PROP_FORCE] = g_param_spec_boolean ("force", NULL, NULL, FALSE, writable);
  properties[PROP_CAN_UNDO]
      = g_param_spec_boolean ("can-undo", NULL, NULL, FALSE, readable);
  properties[PROP_CAN_REDO]
      = g_param_spec_boolean ("can-redo", NULL, NULL, FALSE, readable);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  install_signals (G_TYPE_FROM_CLASS (class));
}

static void
exm_analysis_init (ExmAnalysis *self)
{
  self->examples
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_analysis_page_free);
  self->edits = exm_edits_new ();
  self->blocks = exm_shown_blocks_new ();
  self->undo = g_ptr_array_new_with_free_func (exm_analysis_step_free);
  self->redo = g_ptr_array_new_with_free_func (exm_analysis_step_free);
  self->shown = (ExmShown){ .head = EXM_NONE, .tail = EXM_NONE };
  self->preview_head = self->preview_tail = EXM_NONE;
  self->hover_line = self->current_line = EXM_NONE;
  self->window = EXM_CURVE_GRID_WINDOW;
}

ExmAnalysis *
exm_analysis_new (ExmEngine *engine)
{
  ExmAnalysis *self = g_object_new (EXM_TYPE_ANALYSIS, NULL);

  self->engine = g_object_ref (engine);
  return self;
}
