/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/analysis/exm-method-trials.h"

#include "app/analysis/exm-analysis-job.h"
#include "app/chart/exm-chart-lanes.h"
#include "methods/exm-method-table.h"

#include <math.h>
#include <string.h>

/* Trial of a method on a page: belongs to the main thread, is lent to a pool thread while
 * its task runs, and comes back. */
typedef struct
{
  ExmAnalysisJob *job;    /* (owned): in; the pages, the method and its parameters */
  guint index;            /* in; which trial it is */
  gboolean wants_example; /* in; whether @example is asked for */
  ExmChartLanes *lanes;   /* (owned) (nullable): out */
  char *excerpt;          /* (owned) (nullable): out; the first words of the body */
  ExmResult *example; /* (owned) (nullable): out; the method's for the first example */
  guint n_lines;      /* out; lines of the body */
  guint n_chars;      /* out; characters in them, as exm_analysis_count_body() counts */
} Run;

/* Characters of the body that a row shows. */
#define EXCERPT_CHARS 90

static void
run_free (gpointer data)
{
  Run *run = data;

  exm_analysis_job_free (run->job);
  g_clear_pointer (&run->lanes, exm_chart_lanes_unref);
  g_clear_pointer (&run->example, exm_result_unref);
  g_free (run->excerpt);
  g_free (run);
}

static void
describe (Run *run, const ExmPageText *page, const ExmResultData *data)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  g_autoptr (GString) excerpt = g_string_new (NULL);
  guint n_excerpt = 0;

  for (guint i = 0; i < n_lines; i++)
    {
      if (data->verdicts[i] != EXM_VERDICT_KEPT)
        continue;
      run->n_chars += lines[i].n_chars + (run->n_lines > 0);
      run->n_lines++;
      if (n_excerpt >= EXCERPT_CHARS)
        continue;
      const char *text = exm_page_text_get_line (page, i);
      guint n = MIN (lines[i].n_chars, EXCERPT_CHARS - n_excerpt);
      if (n_excerpt > 0)
        g_string_append_c (excerpt, ' ');
      g_string_append_len (excerpt, text, g_utf8_offset_to_pointer (text, n) - text);
      n_excerpt += n;
    }
  run->excerpt = g_strdup (excerpt->str);
}

static void
run_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Run *run = data;
  GError *error = NULL;
  ExmResult *result = NULL;

  if (exm_analysis_job_read (run->job, cancellable, &error))
    result = exm_analysis_job_extract_target (run->job, cancellable, &error);
  if (result == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  const ExmPageText *page = exm_prepared_get_page (run->job->input.target->prepared);
  describe (run, page, exm_result_get (result));
  run->lanes = exm_chart_lanes_new (page, result);
  if (run->wants_example)
    run->example = exm_analysis_job_look_back (run->job, cancellable);
  g_task_return_pointer (task, result, (GDestroyNotify) exm_result_unref);
}

/* Methods run side by side only where one of them waits for a browser: that takes a
 * hundred times as long, and is no work for this process. */
enum
{
  SLOT_READS,
  SLOT_LOOKS,
  N_SLOTS
};

/* One method at a time: the processor is the worker's too. */
typedef struct
{
  GCancellable *running; /* (owned) (nullable) */
  guint index;           /* while one runs */
} Slot;

struct _ExmMethodTrials
{
  GObject parent_instance;

  ExmAnalysis *analysis; /* (owned) */
  ExmPageText *page;     /* (owned) (nullable): what the results are of */
  GArray *trials;        /* (owned) (element-type ExmMethodTrial) */
  gboolean *wanted;      /* (owned): one a trial */
  gboolean *due;         /* (owned): one a trial: what is known of it is not current */
  char *task_method;     /* (owned) (nullable): what the parameters were taken of */
  char *task_parameters; /* (owned) (nullable) */
  Slot slots[N_SLOTS];
  guint first; /* runs before the others */
  guint agreement_id;
  gboolean active;
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (ExmMethodTrials, exm_method_trials, G_TYPE_OBJECT)

static ExmMethodTrial *
get (ExmMethodTrials *self, guint index)
{
  return &g_array_index (self->trials, ExmMethodTrial, index);
}

static gboolean
looks (const ExmMethodTrial *trial)
{
  return (trial->method->needs & EXM_NEEDS_LAYOUT) != 0;
}

static Slot *
get_slot (ExmMethodTrials *self, guint index)
{
  return &self->slots[looks (get (self, index)) ? SLOT_LOOKS : SLOT_READS];
}

static void
tell (ExmMethodTrials *self, guint index)
{
  g_signal_emit (self, changed_signal, 0, index);
}

/* Agreement */

/* A line without a token, as "* * *", counts too. */
static guint
weigh (const ExmLine *line)
{
  return MAX (line->n_tokens, 1);
}

/* F1 of the tokens of the kept lines; -1 where the two are not of one page, or where no
 * body is shown. */
static double
agree (ExmMethodTrials *self, const ExmMethodTrial *trial)
{
  guint n_shown, n_lines;
  const guint8 *shown = exm_analysis_get_verdicts (self->analysis, &n_shown);
  guint64 both = 0, sum = 0;

  if (trial->result == NULL || self->page == NULL
      || exm_analysis_get_head (self->analysis) == EXM_NONE)
    return -1;
  const ExmResultData *data = exm_result_get (trial->result);
  const ExmLine *lines = exm_page_text_get_lines (self->page, &n_lines);
  if (n_shown != data->n_lines || n_lines != n_shown)
    return -1;
  for (guint i = 0; i < n_lines; i++)
    {
      gboolean here = data->verdicts[i] == EXM_VERDICT_KEPT;
      gboolean there = shown[i] == EXM_VERDICT_KEPT;
      both += here && there ? 2 * weigh (&lines[i]) : 0;
      sum += (guint64) (here + there) * weigh (&lines[i]);
    }
  return sum > 0 ? (double) both / (double) sum : -1;
}

static gboolean
on_agreement_due (gpointer data)
{
  ExmMethodTrials *self = data;

  self->agreement_id = 0;
  for (guint i = 0; i < self->trials->len; i++)
    {
      ExmMethodTrial *trial = get (self, i);
      trial->agreement = agree (self, trial);
      if (trial->result != NULL)
        tell (self, i);
    }
  return G_SOURCE_REMOVE;
}

/* Once for all changes of a turn of the main loop: a drag makes many. */
static void
queue_agreement (ExmMethodTrials *self)
{
  if (self->agreement_id == 0 && self->active)
    self->agreement_id = g_idle_add (on_agreement_due, self);
}

GArray *
exm_method_trials_list_differences (ExmMethodTrials *self, guint index)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (ExmMethodDifference));
  guint n_shown;
  const ExmMethodTrial *trial = get (self, index);
  const guint8 *shown = exm_analysis_get_verdicts (self->analysis, &n_shown);
  if (trial->result == NULL || exm_result_get (trial->result)->n_lines != n_shown)
    return list;
  const guint8 *found = exm_result_get (trial->result)->verdicts;
  for (guint i = 0; i < n_shown; i++)
    {
      const ExmMethodDifference difference = { i, found[i] == EXM_VERDICT_KEPT };
      if (difference.added != (shown[i] == EXM_VERDICT_KEPT))
        g_array_append_val (list, difference);
    }
  return list;
}

/* Running */

static void
forget (ExmMethodTrial *trial)
{
  g_clear_pointer (&trial->result, exm_result_unref);
  g_clear_pointer (&trial->example, exm_result_unref);
  g_clear_pointer (&trial->lanes, exm_chart_lanes_unref);
  g_clear_pointer (&trial->message, g_free);
  g_clear_pointer (&trial->excerpt, g_free);
  trial->n_lines = trial->n_chars = 0;
  trial->agreement = -1;
}

static void start_next (ExmMethodTrials *self);

static void
on_ran (GObject *source, GAsyncResult *result, gpointer data)
{
  GWeakRef *weak = data;
  g_autoptr (ExmMethodTrials) self = g_weak_ref_get (weak);
  Run *run = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmResult) found = g_task_propagate_pointer (G_TASK (result), &error);

  g_weak_ref_clear (weak);
  g_free (weak);
  Slot *slot = self != NULL ? get_slot (self, run->index) : NULL;
  if (slot == NULL || g_task_get_cancellable (G_TASK (result)) != slot->running)
    return;
  g_clear_object (&slot->running);
  ExmMethodTrial *trial = get (self, run->index);
  forget (trial);
  trial->state = found != NULL ? EXM_TRIAL_DONE : EXM_TRIAL_FAILED;
  trial->message = error != NULL ? g_strdup (error->message) : NULL;
  trial->result = g_steal_pointer (&found);
  trial->example = g_steal_pointer (&run->example);
  trial->lanes = g_steal_pointer (&run->lanes);
  trial->excerpt = g_steal_pointer (&run->excerpt);
  trial->n_lines = run->n_lines;
  trial->n_chars = run->n_chars;
  trial->agreement = agree (self, trial);
  tell (self, run->index);
  start_next (self);
}

static void
start (ExmMethodTrials *self, guint index)
{
  ExmMethodTrial *trial = get (self, index);
  Run *run = g_new0 (Run, 1);
  GWeakRef *weak = g_new (GWeakRef, 1);
  Slot *slot = get_slot (self, index);

  run->index = slot->index = index;
  run->wants_example = looks (trial);
  run->job = exm_analysis_make_job (self->analysis);
  g_free (run->job->input.method);
  run->job->input.method = g_strdup (trial->method->name);
  g_free (run->job->input.parameters);
  run->job->input.parameters = exm_method_trials_dup_parameters (self, index);
  self->due[index] = FALSE;
  trial->state = EXM_TRIAL_RUNNING;
  slot->running = g_cancellable_new ();
  g_weak_ref_init (weak, self);
  g_autoptr (GTask) task = g_task_new (NULL, slot->running, on_ran, weak);
  g_task_set_source_tag (task, start);
  g_task_set_task_data (task, run, run_free);
  g_task_run_in_thread (task, run_in_thread);
  tell (self, index);
}

static gboolean
is_next (ExmMethodTrials *self, guint index)
{
  return self->wanted[index] && self->due[index]
         && get_slot (self, index)->running == NULL;
}

static void
start_next (ExmMethodTrials *self)
{
  if (!self->active || self->page == NULL || exm_analysis_get_busy (self->analysis))
    return;
  if (is_next (self, self->first))
    start (self, self->first);
  for (guint i = 0; i < self->trials->len; i++)
    if (is_next (self, i))
      start (self, i);
}

/* A slot that was ended is due again. */
static void
stop_slot (ExmMethodTrials *self, Slot *slot)
{
  if (slot->running == NULL)
    return;
  g_cancellable_cancel (slot->running);
  g_clear_object (&slot->running);
  ExmMethodTrial *trial = get (self, slot->index);
  self->due[slot->index] = TRUE;
  trial->state = trial->result != NULL ? EXM_TRIAL_DONE : EXM_TRIAL_WAITING;
}

static void
stop (ExmMethodTrials *self)
{
  for (guint i = 0; i < N_SLOTS; i++)
    stop_slot (self, &self->slots[i]);
}

/* The task's own parameters are where its method starts from. */
static void
take_task_parameters (ExmMethodTrials *self)
{
  const char *name = exm_analysis_get_method (self->analysis);
  const char *text = exm_analysis_get_input (self->analysis)->parameters;

  if (g_strcmp0 (self->task_method, name) == 0
      && g_strcmp0 (self->task_parameters, text) == 0)
    return;
  g_free (self->task_method);
  self->task_method = g_strdup (name);
  g_free (self->task_parameters);
  self->task_parameters = g_strdup (text);
  for (guint i = 0; i < self->trials->len; i++)
    {
      ExmMethodTrial *trial = get (self, i);
      double *values = strcmp (trial->method->name, name) == 0
                           ? exm_method_parse_parameters (trial->method, text, NULL)
                           : NULL;
      if (values == NULL)
        continue;
      g_free (trial->parameters);
      trial->parameters = values;
    }
}

/* The page, or what the methods are told beside it, is another. */
static void
on_changed (ExmMethodTrials *self)
{
  ExmPageText *page = exm_analysis_get_page (self->analysis);
  gboolean is_same = page == self->page;

  stop (self);
  take_task_parameters (self);
  if (page != NULL)
    exm_page_text_ref (page);
  g_clear_pointer (&self->page, exm_page_text_unref);
  self->page = page;
  for (guint i = 0; i < self->trials->len; i++)
    {
      ExmMethodTrial *trial = get (self, i);
      self->due[i] = TRUE;
      if (is_same && trial->result != NULL)
        continue;
      forget (trial);
      trial->state = EXM_TRIAL_WAITING;
      tell (self, i);
    }
  start_next (self);
}

static void
on_busy_notify (ExmMethodTrials *self)
{
  if (exm_analysis_get_busy (self->analysis))
    stop (self);
  else
    start_next (self);
}

static void
trial_clear (gpointer data)
{
  ExmMethodTrial *trial = data;

  forget (trial);
  g_free (trial->parameters);
}

static void
exm_method_trials_dispose (GObject *object)
{
  ExmMethodTrials *self = EXM_METHOD_TRIALS (object);

  g_clear_handle_id (&self->agreement_id, g_source_remove);
  for (guint i = 0; i < N_SLOTS; i++)
    {
      g_cancellable_cancel (self->slots[i].running);
      g_clear_object (&self->slots[i].running);
    }
  G_OBJECT_CLASS (exm_method_trials_parent_class)->dispose (object);
}

static void
exm_method_trials_finalize (GObject *object)
{
  ExmMethodTrials *self = EXM_METHOD_TRIALS (object);

  g_array_unref (self->trials);
  g_clear_pointer (&self->page, exm_page_text_unref);
  g_object_unref (self->analysis);
  g_free (self->wanted);
  g_free (self->due);
  g_free (self->task_method);
  g_free (self->task_parameters);
  G_OBJECT_CLASS (exm_method_trials_parent_class)->finalize (object);
}

static void
exm_method_trials_class_init (ExmMethodTrialsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = exm_method_trials_dispose;
  G_OBJECT_CLASS (klass)->finalize = exm_method_trials_finalize;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
exm_method_trials_init (ExmMethodTrials *self)
{
  guint n;
  const ExmMethod *const *methods = exm_method_get_all (&n);

  self->trials = g_array_sized_new (FALSE, TRUE, sizeof (ExmMethodTrial), n);
  g_array_set_clear_func (self->trials, trial_clear);
  self->wanted = g_new0 (gboolean, n);
  self->due = g_new0 (gboolean, n);
  for (guint i = 0; i < n; i++)
    {
      const ExmMethodTrial trial
          = { .method = methods[i],
              .agreement = -1,
              .parameters = exm_method_parse_parameters (methods[i], NULL, NULL) };
      g_array_append_val (self->trials, trial);
    }
}

ExmMethodTrials *
exm_method_trials_new (ExmAnalysis *analysis)
{
  ExmMethodTrials *self = g_object_new (EXM_TYPE_METHOD_TRIALS, NULL);

  self->analysis = g_object_ref (analysis);
  g_signal_connect_object (analysis, "changed", G_CALLBACK (on_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (analysis, "pages-changed", G_CALLBACK (on_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (analysis, "boundaries-changed", G_CALLBACK (queue_agreement),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (analysis, "notify::busy", G_CALLBACK (on_busy_notify), self,
                           G_CONNECT_SWAPPED);
  on_changed (self);
  return self;
}

guint
exm_method_trials_get_n (ExmMethodTrials *self)
{
  return self->trials->len;
}

const ExmMethodTrial *
exm_method_trials_get (ExmMethodTrials *self, guint index)
{
  g_return_val_if_fail (index < self->trials->len, NULL);

  return get (self, index);
}

void
exm_method_trials_set_active (ExmMethodTrials *self, gboolean active)
{
  if (self->active == !!active)
    return;
  self->active = !!active;
  if (self->active)
    {
      queue_agreement (self);
      start_next (self);
    }
  else
    stop (self);
}

void
exm_method_trials_set_wanted (ExmMethodTrials *self, guint index, gboolean wanted)
{
  g_return_if_fail (index < self->trials->len);

  if (self->wanted[index] == !!wanted)
    return;
  self->wanted[index] = !!wanted;
  Slot *slot = get_slot (self, index);
  if (!wanted && slot->running != NULL && slot->index == index)
    {
      stop_slot (self, slot);
      tell (self, index);
    }
  start_next (self);
}

void
exm_method_trials_set_parameter (ExmMethodTrials *self,
                                 guint index,
                                 guint parameter,
                                 double value)
{
  g_return_if_fail (index < self->trials->len);
  g_return_if_fail (parameter < get (self, index)->method->n_parameters);

  ExmMethodTrial *trial = get (self, index);
  const ExmMethodParameter *range = &trial->method->parameters[parameter];
  value = CLAMP (value, range->low, range->high);
  if (fabs (trial->parameters[parameter] - value) < 1e-9)
    return;
  trial->parameters[parameter] = value;
  self->first = index;
  self->due[index] = TRUE;
  /* Another one that runs is not made to wait: it is over in a moment. */
  Slot *slot = get_slot (self, index);
  if (slot->running != NULL && slot->index == index)
    stop_slot (self, slot);
  start_next (self);
  tell (self, index);
}

char *
exm_method_trials_dup_parameters (ExmMethodTrials *self, guint index)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const ExmMethodTrial *trial = get (self, index);
  for (guint i = 0; i < trial->method->n_parameters; i++)
    {
      const ExmMethodParameter *parameter = &trial->method->parameters[i];
      char number[G_ASCII_DTOSTR_BUF_SIZE];
      if (fabs (trial->parameters[i] - parameter->value) < 1e-9)
        continue;
      g_ascii_formatd (number, sizeof number, "%.10g", trial->parameters[i]);
      g_string_append_printf (text, "%s%s=%s", text->len > 0 ? " " : "", parameter->name,
                              number);
    }
  return text->len > 0 ? g_strdup (text->str) : NULL;
}

gboolean
exm_method_trials_is_in_use (ExmMethodTrials *self, guint index, gboolean exactly)
{
  const ExmMethodTrial *trial = get (self, index);
  if (strcmp (trial->method->name, exm_analysis_get_method (self->analysis)) != 0)
    return FALSE;
  if (!exactly)
    return TRUE;
  g_autofree double *values = exm_method_parse_parameters (
      trial->method, exm_analysis_get_input (self->analysis)->parameters, NULL);
  for (guint i = 0; values != NULL && i < trial->method->n_parameters; i++)
    if (fabs (values[i] - trial->parameters[i]) > 1e-9)
      return FALSE;
  return values != NULL;
}
