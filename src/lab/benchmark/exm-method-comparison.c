/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-engine"

#include "config.h"

#include "lab/benchmark/exm-method-comparison.h"

#include "article/exm-body.h"
#include "lab/benchmark/exm-token-bag.h"
#include "methods/exm-method-table.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include <time.h>

/* Outcome of one method on one page. */
typedef struct
{
  ExmTokenBag *bag; /* (owned) (nullable): its body, until the page is done */
  char *failure;    /* (owned) (nullable): why there is no result */
  gboolean empty;
  double seconds;
  ExmTokenScore score;
} Attempt;

/* Outcome of one page. */
typedef struct
{
  gboolean done;
  gboolean scored;
  Attempt *attempts; /* (owned) (nullable): one a method */
  double *agreement; /* (owned) (nullable): F1 of the bodies of each two methods */
} Outcome;

typedef struct
{
  ExmEngine *engine;
  const ExmMethodComparisonOptions *options;
  GCancellable *cancellable;
  Outcome *outcomes; /* (owned): one a page; written by the thread that has the page */
  guint n_methods;
  GMutex lock;
  guint n_told;
} Work;

void
exm_compared_page_clear (ExmComparedPage *self)
{
  g_clear_pointer (&self->target, exm_prepared_unref);
  g_clear_pointer (&self->examples, g_ptr_array_unref);
  g_clear_pointer (&self->body, g_free);
  g_clear_pointer (&self->bias, exm_bias_unref);
}

static void
method_free (gpointer data)
{
  ExmComparedMethod *method = data;

  g_free (method->method);
  g_free (method->parameters);
  g_clear_pointer (&method->model, exm_method_model_unref);
  g_free (method);
}

GPtrArray *
exm_compared_methods_new (void)
{
  return g_ptr_array_new_with_free_func (method_free);
}

gboolean
exm_compared_methods_add (GPtrArray *methods,
                          const char *name,
                          const char *parameters,
                          GError **error)
{
  const ExmMethod *found = exm_method_find (name, error);

  if (found == NULL)
    return FALSE;
  g_autofree double *values = exm_method_parse_parameters (found, parameters, error);
  if (values == NULL)
    return FALSE;
  ExmComparedMethod *method = g_new0 (ExmComparedMethod, 1);
  method->method = g_strdup (found->name);
  method->parameters = g_strdup (parameters);
  g_ptr_array_add (methods, method);
  return TRUE;
}

gboolean
exm_compared_methods_use_models (GPtrArray *methods,
                                 const GPtrArray *texts,
                                 GError **error)
{
  g_autoptr (GError) first = NULL;

  for (guint i = 0; i < methods->len; i++)
    {
      ExmComparedMethod *method = g_ptr_array_index (methods, i);
      g_clear_pointer (&method->model, exm_method_model_unref);
      method->model
          = exm_method_model_find (texts, method->method, first == NULL ? &first : NULL);
    }
  if (first == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&first));
  return FALSE;
}

static double
get_seconds (clockid_t clock)
{
  struct timespec now;

  if (clock_gettime (clock, &now) != 0)
    return 0;
  return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

/* Runs one method. Returns %FALSE if it was cancelled. */
static gboolean
attempt (const Work *work,
         const ExmComparedMethod *method,
         const ExmComparedPage *page,
         Attempt *made)
{
  const ExmExtractOptions options = {
    .method = method->method,
    .parameters = method->parameters,
    .model = method->model,
    .site = work->options->site,
    .sensitivity = work->options->sensitivity,
    .bias = page->bias,
    .table = page->table,
    .brief = TRUE,
  };
  gboolean laid_out
      = (exm_method_find (method->method, NULL)->needs & EXM_NEEDS_LAYOUT) != 0;
  clockid_t clock = laid_out ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  double before = get_seconds (clock);
  g_autoptr (ExmResult) result = exm_engine_extract (
      work->engine, page->target, (ExmPrepared *const *) page->examples->pdata,
      page->examples->len, &options, work->cancellable, &error);

  made->seconds = get_seconds (clock) - before;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return FALSE;
  if (result != NULL)
    {
      text = exm_body_write_text (exm_prepared_get_page (page->target), result);
      made->empty = exm_result_get (result)->head == EXM_NONE;
    }
  else
    made->failure = g_strdup (error->message);
  made->bag = exm_token_bag_new (text != NULL ? text : "");
  return TRUE;
}

static Attempt *
find_default (const Work *work, Attempt *attempts)
{
  for (guint i = 0; i < work->n_methods; i++)
    {
      const ExmComparedMethod *method = g_ptr_array_index (work->options->methods, i);
      if (strcmp (method->method, EXM_METHOD_DEFAULT) == 0 && method->parameters == NULL)
        return &attempts[i];
    }
  return NULL;
}

/* Sets @bag to what the page is scored with, %NULL if there is nothing. Returns %FALSE if
 * it was cancelled. */
static gboolean
find_reference (const Work *work,
                const ExmComparedPage *page,
                Attempt *attempts,
                ExmTokenBag **bag)
{
  static const ExmComparedMethod usual = { (char *) EXM_METHOD_DEFAULT, NULL, NULL };
  Attempt own = { 0 };
  gboolean finished = TRUE;

  *bag = NULL;
  if (work->options->reference == EXM_COMPARED_WITH_KNOWN)
    {
      *bag = page->body != NULL ? exm_token_bag_new (page->body) : NULL;
      return TRUE;
    }
  Attempt *made = find_default (work, attempts);
  if (made == NULL && page->target != NULL)
    {
      made = &own;
      finished = attempt (work, &usual, page, &own);
    }
  if (finished && made != NULL && made->failure == NULL && made->bag != NULL)
    *bag = exm_token_bag_ref (made->bag);
  g_clear_pointer (&own.bag, exm_token_bag_unref);
  g_free (own.failure);
  return finished;
}

static void
score (const Work *work, const ExmTokenBag *reference, Outcome *outcome)
{
  Attempt *attempts = outcome->attempts;
  guint n = work->n_methods;

  outcome->scored = reference != NULL;
  for (guint i = 0; reference != NULL && i < n; i++)
    attempts[i].score = exm_token_bag_score (reference, attempts[i].bag);
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < n; k++)
      {
        double *place = &outcome->agreement[i * n + k];
        if (attempts[i].failure != NULL || attempts[k].failure != NULL)
          *place = -1;
        else if (k < i)
          *place = outcome->agreement[k * n + i];
        else
          *place = exm_token_bag_score (attempts[i].bag, attempts[k].bag).f1;
      }
}

static void
outcome_clear (Outcome *outcome, guint n_methods)
{
  for (guint i = 0; outcome->attempts != NULL && i < n_methods; i++)
    {
      g_clear_pointer (&outcome->attempts[i].bag, exm_token_bag_unref);
      g_free (outcome->attempts[i].failure);
    }
  g_clear_pointer (&outcome->attempts, g_free);
  g_clear_pointer (&outcome->agreement, g_free);
}

/* Returns %FALSE if it was cancelled. */
static gboolean
compare_page (const Work *work, guint index, Outcome *outcome)
{
  g_auto (ExmComparedPage) page = { 0 };
  g_autoptr (GError) error = NULL;
  ExmTokenBag *reference = NULL;
  gboolean loaded = work->options->load (index, work->options->data, &page, &error);
  gboolean finished = TRUE;

  outcome->attempts = g_new0 (Attempt, work->n_methods);
  outcome->agreement = g_new0 (double, (gsize) work->n_methods * work->n_methods);
  if (page.examples == NULL)
    page.examples = g_ptr_array_new ();
  for (guint i = 0; finished && i < work->n_methods; i++)
    {
      Attempt *made = &outcome->attempts[i];
      if (loaded)
        finished
            = attempt (work, g_ptr_array_index (work->options->methods, i), &page, made);
      else
        {
          made->failure = g_strdup (error->message);
          made->bag = exm_token_bag_new ("");
        }
    }
  finished = finished && find_reference (work, &page, outcome->attempts, &reference);
  if (finished)
    score (work, reference, outcome);
  g_clear_pointer (&reference, exm_token_bag_unref);
  for (guint i = 0; i < work->n_methods; i++)
    g_clear_pointer (&outcome->attempts[i].bag, exm_token_bag_unref);
  return finished;
}

/* Pool thread; pages are counted from 1, since a pool takes no %NULL. */
static void
work_on (gpointer data, gpointer user_data)
{
  Work *work = user_data;
  guint index = GPOINTER_TO_UINT (data) - 1;
  Outcome *outcome = &work->outcomes[index];

  if (g_cancellable_is_cancelled (work->cancellable))
    return;
  outcome->done = compare_page (work, index, outcome);
  if (!outcome->done || work->options->progress == NULL)
    return;
  g_mutex_lock (&work->lock);
  work->options->progress (++work->n_told, work->options->n_pages, work->options->data);
  g_mutex_unlock (&work->lock);
}

static void
cause_free (gpointer data)
{
  ExmComparedCause *cause = data;

  g_free (cause->message);
  g_free (cause);
}

static int
compare_causes (gconstpointer a, gconstpointer b)
{
  const ExmComparedCause *x = *(ExmComparedCause *const *) a;
  const ExmComparedCause *y = *(ExmComparedCause *const *) b;

  if (x->n != y->n)
    return x->n > y->n ? -1 : 1;
  return x->first < y->first ? -1 : x->first > y->first;
}

static void
count_cause (GPtrArray *causes, GHashTable *places, const char *message, guint index)
{
  ExmComparedCause *cause = g_hash_table_lookup (places, message);

  if (cause == NULL)
    {
      cause = g_new0 (ExmComparedCause, 1);
      cause->message = g_strdup (message);
      cause->first = index;
      g_ptr_array_add (causes, cause);
      g_hash_table_insert (places, cause->message, cause);
    }
  cause->n++;
}

/* In the order of the pages, so that the sums do not depend on the threads. */
static void
sum_up_method (const Work *work, guint method, ExmMethodComparison *self)
{
  g_autoptr (GHashTable) places = g_hash_table_new (g_str_hash, g_str_equal);
  ExmComparedScore *sum = &self->scores[method];
  double n = MAX (self->n_scored, 1);

  sum->causes = g_ptr_array_new_with_free_func (cause_free);
  for (guint i = 0; i < self->n_pages; i++)
    {
      const Outcome *outcome = &work->outcomes[i];
      if (!outcome->done)
        continue;
      const Attempt *made = &outcome->attempts[method];
      sum->seconds += made->seconds;
      sum->n_empty += made->empty;
      sum->n_failed += made->failure != NULL;
      if (made->failure != NULL)
        count_cause (sum->causes, places, made->failure, i);
      if (!outcome->scored)
        continue;
      sum->precision += made->score.precision / n;
      sum->recall += made->score.recall / n;
      sum->f1 += made->score.f1 / n;
      sum->good += (made->score.f1 >= EXM_COMPARED_GOOD_FROM) / n;
      sum->lost += (made->score.f1 < EXM_COMPARED_LOST_BELOW) / n;
    }
  g_ptr_array_sort (sum->causes, compare_causes);
}

static void
sum_up_agreement (const Work *work, ExmMethodComparison *self)
{
  gsize n_cells = (gsize) work->n_methods * work->n_methods;

  self->agreement = g_new0 (double, n_cells);
  for (gsize cell = 0; cell < n_cells; cell++)
    {
      guint n = 0;
      for (guint i = 0; i < self->n_pages; i++)
        {
          const Outcome *outcome = &work->outcomes[i];
          if (!outcome->done || outcome->agreement[cell] < 0)
            continue;
          self->agreement[cell] += outcome->agreement[cell];
          n++;
        }
      self->agreement[cell] = n > 0 ? self->agreement[cell] / n : (double) NAN;
    }
}

static ExmMethodComparison *
sum_up (const Work *work)
{
  ExmMethodComparison *self = g_new0 (ExmMethodComparison, 1);

  self->methods = exm_compared_methods_new ();
  self->scores = g_new0 (ExmComparedScore, work->n_methods);
  self->n_pages = work->options->n_pages;
  self->reference = work->options->reference;
  for (guint i = 0; i < self->n_pages; i++)
    {
      self->n_done += work->outcomes[i].done;
      self->n_scored += work->outcomes[i].done && work->outcomes[i].scored;
    }
  for (guint i = 0; i < work->n_methods; i++)
    {
      const ExmComparedMethod *asked = g_ptr_array_index (work->options->methods, i);
      ExmComparedMethod *method = g_new0 (ExmComparedMethod, 1);
      method->method = g_strdup (asked->method);
      method->parameters = g_strdup (asked->parameters);
      if (asked->model != NULL)
        method->model = exm_method_model_ref (asked->model);
      g_ptr_array_add (self->methods, method);
      sum_up_method (work, i, self);
    }
  sum_up_agreement (work, self);
  return self;
}

ExmMethodComparison *
exm_method_comparison_run (ExmEngine *engine,
                           const ExmMethodComparisonOptions *options,
                           GCancellable *cancellable)
{
  Work work = {
    .engine = engine,
    .options = options,
    .cancellable = cancellable,
    .outcomes = g_new0 (Outcome, MAX (options->n_pages, 1)),
    .n_methods = options->methods->len,
  };

  g_return_val_if_fail (options->methods->len > 0, NULL);
  g_mutex_init (&work.lock);
  GThreadPool *pool
      = g_thread_pool_new (work_on, &work, (int) MAX (options->n_threads, 1), TRUE, NULL);
  for (guint i = 0; i < options->n_pages; i++)
    g_thread_pool_push (pool, GUINT_TO_POINTER (i + 1), NULL);
  g_thread_pool_free (pool, FALSE, TRUE);
  ExmMethodComparison *self = sum_up (&work);
  for (guint i = 0; i < options->n_pages; i++)
    outcome_clear (&work.outcomes[i], work.n_methods);
  g_free (work.outcomes);
  g_mutex_clear (&work.lock);
  return self;
}

void
exm_method_comparison_free (ExmMethodComparison *self)
{
  for (guint i = 0; i < self->methods->len; i++)
    g_ptr_array_unref (self->scores[i].causes);
  g_free (self->scores);
  g_free (self->agreement);
  g_ptr_array_unref (self->methods);
  g_free (self);
}

double
exm_method_comparison_get_agreement (const ExmMethodComparison *self, guint a, guint b)
{
  return self->agreement[(gsize) a * self->methods->len + b];
}

double
exm_method_comparison_get_speed (const ExmMethodComparison *self, guint index)
{
  const ExmComparedScore *score = &self->scores[index];
  guint n = self->n_done - score->n_failed;

  return score->seconds > 0 ? n / score->seconds : 0;
}

char *
exm_compared_method_describe (const ExmComparedMethod *self)
{
  gboolean has_parameters = self->parameters != NULL && *self->parameters != '\0';
  g_autoptr (GString) out = g_string_new (self->method);

  if (has_parameters)
    g_string_append_printf (out, " (%s)", self->parameters);
  if (self->model != NULL)
    /* translators: behind the name of a method: it goes by a model of the task's own */
    g_string_append_printf (out, " (%s)", _ ("own model"));
  return g_strdup (out->str);
}
