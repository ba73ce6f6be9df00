/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/analysis/exm-analysis-job.h"

#include "fetch/exm-url-key.h"
#include "jobs/exm-article-job.h"

void
exm_analysis_output_clear (ExmAnalysisOutput *self)
{
  g_clear_pointer (&self->result, exm_result_unref);
  g_clear_pointer (&self->metadata, exm_metadata_unref);
  g_clear_pointer (&self->compared, exm_prepared_unref);
  g_clear_pointer (&self->example_results, g_ptr_array_unref);
}

void
exm_analysis_job_free (ExmAnalysisJob *job)
{
  g_object_unref (job->engine);
  exm_analysis_input_clear (&job->input);
  g_array_unref (job->regions);
  exm_analysis_output_clear (&job->output);
  g_free (job);
}

/* Reads a page; a region that is not on it is left out. */
static gboolean
read_page (ExmEngine *engine,
           ExmAnalysisPage *page,
           GCancellable *cancellable,
           GError **error)
{
  const ExmPageHints hints = exm_analysis_page_get_hints (page);
  g_autoptr (GError) problem = NULL;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (page->prepared != NULL)
    return TRUE;
  page->prepared
      = exm_engine_prepare (engine, page->bytes, &hints, page->region_text, &problem);
  if (g_error_matches (problem, EXM_ENGINE_ERROR, EXM_ENGINE_ERROR_REGION))
    {
      g_clear_error (&problem);
      page->prepared = exm_engine_prepare (engine, page->bytes, &hints, NULL, &problem);
    }
  if (problem != NULL)
    g_propagate_error (error, g_steal_pointer (&problem));
  return page->prepared != NULL;
}

gboolean
exm_analysis_job_read (ExmAnalysisJob *job, GCancellable *cancellable, GError **error)
{
  for (guint i = 0; i < job->input.examples->len; i++)
    {
      job->place = EXM_ANALYSIS_PLACE_EXAMPLE;
      if (!read_page (job->engine, g_ptr_array_index (job->input.examples, i),
                      cancellable, error))
        return FALSE;
    }
  job->place = EXM_ANALYSIS_PLACE_TARGET;
  if (job->input.target != NULL
      && !read_page (job->engine, job->input.target, cancellable, error))
    return FALSE;
  /* The target can do without. */
  if (job->input.sibling != NULL)
    read_page (job->engine, job->input.sibling, cancellable, NULL);
  job->place = EXM_ANALYSIS_PLACE_NONE;
  return TRUE;
}

void
exm_analysis_job_read_in_thread (GTask *task,
                                 gpointer source,
                                 gpointer data,
                                 GCancellable *cancellable)
{
  GError *error = NULL;

  if (exm_analysis_job_read (data, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
unref_result (gpointer result)
{
  if (result != NULL)
    exm_result_unref (result);
}

/* Returns: (transfer full): an example with the body that is marked on it now */
static ExmPrepared *
mark (ExmPrepared *prepared, const ExmRegionEdit *edit)
{
  if (!edit->edited)
    return exm_prepared_ref (prepared);
  return exm_prepared_new (exm_prepared_get_page (prepared), edit->region);
}

/* Whether the target is one of the examples, byte for byte. */
static gboolean
is_example (const ExmAnalysisJob *job)
{
  for (guint i = 0; i < job->input.examples->len; i++)
    {
      const ExmAnalysisPage *example = g_ptr_array_index (job->input.examples, i);
      if (example->bytes != NULL && job->input.target->bytes != NULL
          && g_bytes_equal (example->bytes, job->input.target->bytes))
        return TRUE;
    }
  return FALSE;
}

/* Chooses the pages that the target is compared with, as when the worker collects it.
 *
 * Returns: (transfer full) (element-type ExmPrepared): some of @marked, or the sibling */
static GPtrArray *
choose (ExmAnalysisJob *job, GPtrArray *marked)
{
  GPtrArray *chosen
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_prepared_unref);
  g_autofree char *url_key = job->input.target->url != NULL
                                 ? exm_url_get_key (job->input.target->url, NULL)
                                 : NULL;
  const ExmAnalysisPage *first = NULL;

  for (guint i = 0; i < marked->len; i++)
    {
      const ExmAnalysisPage *example = g_ptr_array_index (job->input.examples, i);
      ExmPrepared *prepared = g_ptr_array_index (marked, i);
      g_autofree char *key
          = example->url != NULL ? exm_url_get_key (example->url, NULL) : NULL;
      if (!exm_article_job_compares (key, exm_prepared_get_region (prepared) != NULL,
                                     url_key))
        continue;
      first = first != NULL ? first : example;
      g_ptr_array_add (chosen, exm_prepared_ref (prepared));
    }
  if ((chosen->len == 0 || is_example (job)) && job->input.sibling != NULL
      && job->input.sibling->prepared != NULL)
    {
      first = first != NULL ? first : job->input.sibling;
      g_ptr_array_add (chosen, exm_prepared_ref (job->input.sibling->prepared));
    }
  if (chosen->len == 0)
    {
      /* Compared with itself, which says what is the matter. */
      first = g_ptr_array_index (job->input.examples, 0);
      g_ptr_array_add (chosen, exm_prepared_ref (g_ptr_array_index (marked, 0)));
    }
  job->output.compared = exm_prepared_ref (first->prepared);
  return chosen;
}

/* Returns: (transfer full) (nullable): an example extracted by the target, if it can be
 */
static ExmResult *
extract_example (ExmAnalysisJob *job,
                 ExmPrepared *example,
                 const ExmExtractOptions *options,
                 GCancellable *cancellable)
{
  return exm_engine_extract (job->engine, example, &job->input.target->prepared, 1,
                             options, cancellable, NULL);
}

/* Returns: (transfer full) (element-type ExmPrepared): the examples as they are marked */
static GPtrArray *
mark_all (const ExmAnalysisJob *job)
{
  GPtrArray *marked
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_prepared_unref);

  for (guint i = 0; i < job->input.examples->len; i++)
    {
      const ExmAnalysisPage *example = g_ptr_array_index (job->input.examples, i);
      g_ptr_array_add (marked, mark (example->prepared,
                                     &g_array_index (job->regions, ExmRegionEdit, i)));
    }
  return marked;
}

/* Returns: (transfer full) (nullable): the task's own model of the method; one that
 * cannot be used is told of where the task is opened */
static ExmMethodModel *
find_model (const ExmAnalysisJob *job)
{
  return exm_method_model_find (job->input.models, job->input.method, NULL);
}

static ExmExtractOptions
get_options (const ExmAnalysisJob *job, const ExmMethodModel *model)
{
  return (ExmExtractOptions){
    .method = job->input.method,
    .parameters = job->input.parameters,
    .model = model,
    .window = job->input.window,
    .sensitivity = job->input.sensitivity,
    .bias = job->input.bias,
    .site = job->input.site,
  };
}

ExmResult *
exm_analysis_job_extract_target (ExmAnalysisJob *job,
                                 GCancellable *cancellable,
                                 GError **error)
{
  g_autoptr (ExmMethodModel) model = find_model (job);
  const ExmExtractOptions options = get_options (job, model);
  g_autoptr (GPtrArray) marked = mark_all (job);

  return exm_engine_extract (job->engine, job->input.target->prepared,
                             (ExmPrepared *const *) marked->pdata, marked->len, &options,
                             cancellable, error);
}

ExmResult *
exm_analysis_job_look_back (ExmAnalysisJob *job, GCancellable *cancellable)
{
  g_autoptr (ExmMethodModel) model = find_model (job);
  const ExmExtractOptions options = get_options (job, model);
  const ExmAnalysisPage *example
      = job->input.examples->len > 0 ? g_ptr_array_index (job->input.examples, 0) : NULL;

  return example != NULL ? extract_example (job, example->prepared, &options, cancellable)
                         : NULL;
}

/* The examples while they are extracted by the target. */
typedef struct
{
  ExmAnalysisJob *job;              /* (unowned) */
  GPtrArray *marked;                /* (unowned) (element-type ExmPrepared) */
  const ExmExtractOptions *options; /* (unowned) */
  GCancellable *cancellable;        /* (unowned) (nullable) */
} LookingBack;

/* Returns: (transfer full) (element-type ExmResult): of each example, %NULL where there
 * is none */
static gpointer
look_back (gpointer data)
{
  const LookingBack *back = data;
  GPtrArray *results = g_ptr_array_new_with_free_func (unref_result);

  for (guint i = 0; i < back->marked->len; i++)
    g_ptr_array_add (results,
                     extract_example (back->job, g_ptr_array_index (back->marked, i),
                                      back->options, back->cancellable));
  return results;
}

static gboolean
extract_target (ExmAnalysisJob *job,
                GPtrArray *marked,
                const ExmExtractOptions *options,
                GCancellable *cancellable,
                GError **error)
{
  g_autoptr (GPtrArray) chosen = choose (job, marked);

  job->place = EXM_ANALYSIS_PLACE_RESULT;
  job->output.result
      = exm_article_job_extract (job->engine, job->input.target->prepared, chosen,
                                 is_example (job), options, cancellable, error);
  if (job->output.result == NULL)
    return FALSE;
  job->output.metadata = exm_engine_read_metadata_beside (
      job->engine, job->input.target->prepared, job->output.result,
      (ExmPrepared *const *) chosen->pdata, chosen->len, NULL);
  return TRUE;
}

/* The examples on a thread beside, as long as the target takes. */
static gboolean
extract (ExmAnalysisJob *job, GCancellable *cancellable, GError **error)
{
  g_autoptr (ExmMethodModel) model = find_model (job);
  const ExmExtractOptions options = get_options (job, model);

  if (job->input.target == NULL || job->input.examples->len == 0)
    return !g_cancellable_set_error_if_cancelled (cancellable, error);
  g_autoptr (GPtrArray) marked = mark_all (job);
  LookingBack back = { job, marked, &options, cancellable };
  GThread *beside = g_thread_try_new ("exm-look-back", look_back, &back, NULL);
  gboolean done = extract_target (job, marked, &options, cancellable, error);
  g_autoptr (GPtrArray) results
      = beside != NULL ? g_thread_join (beside) : look_back (&back);
  if (!done)
    return FALSE;
  job->output.example_results = g_steal_pointer (&results);
  job->place = EXM_ANALYSIS_PLACE_NONE;
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

void
exm_analysis_job_extract_in_thread (GTask *task,
                                    gpointer source,
                                    gpointer data,
                                    GCancellable *cancellable)
{
  GError *error = NULL;

  if (extract (data, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}
