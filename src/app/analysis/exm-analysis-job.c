/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/analysis/exm-analysis-job.h"

#include "fetch/exm-url-key.h"
#include "jobs/exm-article-job.h"

ExmAnalysisPage *
exm_analysis_page_new (GBytes *bytes, const ExmPageHints *hints, const char *region_text)
{
  ExmAnalysisPage *page = g_new0 (ExmAnalysisPage, 1);

  page->bytes = g_bytes_ref (bytes);
  page->region_text = g_strdup (region_text);
  if (hints != NULL)
    {
      page->url = g_strdup (hints->url);
      page->http_charset = g_strdup (hints->http_charset);
      page->charset = g_strdup (hints->override_charset);
    }
  return page;
}

ExmAnalysisPage *
exm_analysis_page_copy (const ExmAnalysisPage *page)
{
  const ExmPageHints hints = { page->url, page->http_charset, page->charset };
  ExmAnalysisPage *copy = exm_analysis_page_new (page->bytes, &hints, page->region_text);

  copy->prepared = page->prepared != NULL ? exm_prepared_ref (page->prepared) : NULL;
  copy->region_lost = page->region_lost;
  return copy;
}

void
exm_analysis_page_free (ExmAnalysisPage *page)
{
  g_bytes_unref (page->bytes);
  g_free (page->url);
  g_free (page->http_charset);
  g_free (page->charset);
  g_free (page->region_text);
  g_clear_pointer (&page->prepared, exm_prepared_unref);
  g_free (page);
}

void
exm_analysis_job_free (ExmAnalysisJob *job)
{
  g_object_unref (job->engine);
  g_ptr_array_unref (job->examples);
  g_clear_pointer (&job->target, exm_analysis_page_free);
  g_clear_pointer (&job->sibling, exm_analysis_page_free);
  g_clear_pointer (&job->compared, exm_prepared_unref);
  g_array_unref (job->regions);
  g_free (job->method);
  g_free (job->parameters);
  g_clear_pointer (&job->models, g_ptr_array_unref);
  g_clear_pointer (&job->bias, exm_bias_unref);
  g_clear_pointer (&job->site, exm_site_stat_unref);
  g_clear_pointer (&job->result, exm_result_unref);
  g_clear_pointer (&job->metadata, exm_metadata_unref);
  g_clear_pointer (&job->example_results, g_ptr_array_unref);
  g_free (job);
}

static gboolean
read_page (ExmEngine *engine,
           ExmAnalysisPage *page,
           GCancellable *cancellable,
           GError **error)
{
  const ExmPageHints hints = { page->url, page->http_charset, page->charset };
  g_autoptr (GError) problem = NULL;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (page->prepared != NULL)
    return TRUE;
  page->prepared
      = exm_engine_prepare (engine, page->bytes, &hints, page->region_text, &problem);
  page->region_lost
      = g_error_matches (problem, EXM_ENGINE_ERROR, EXM_ENGINE_ERROR_REGION);
  if (page->region_lost)
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
  for (guint i = 0; i < job->examples->len; i++)
    {
      job->place = EXM_ANALYSIS_PLACE_EXAMPLE;
      if (!read_page (job->engine, g_ptr_array_index (job->examples, i), cancellable,
                      error))
        return FALSE;
    }
  job->place = EXM_ANALYSIS_PLACE_TARGET;
  if (job->target != NULL && !read_page (job->engine, job->target, cancellable, error))
    return FALSE;
  /* The target can do without. */
  if (job->sibling != NULL)
    read_page (job->engine, job->sibling, cancellable, NULL);
  job->place = EXM_ANALYSIS_PLACE_NONE;
  return TRUE;
}

static void
unref_result (gpointer result)
{
  if (result != NULL)
    exm_result_unref (result);
}

/* An example with what is marked on it now. */
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
  for (guint i = 0; i < job->examples->len; i++)
    {
      const ExmAnalysisPage *example = g_ptr_array_index (job->examples, i);
      if (example->bytes != NULL && job->target->bytes != NULL
          && g_bytes_equal (example->bytes, job->target->bytes))
        return TRUE;
    }
  return FALSE;
}

/* What the target is compared with: as when the worker collects it.
 *
 * Returns: (transfer full) (element-type ExmPrepared): some of @marked, or the sibling */
static GPtrArray *
choose (ExmAnalysisJob *job, GPtrArray *marked)
{
  GPtrArray *chosen
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_prepared_unref);
  g_autofree char *url_key
      = job->target->url != NULL ? exm_url_get_key (job->target->url, NULL) : NULL;
  const ExmAnalysisPage *first = NULL;

  for (guint i = 0; i < marked->len; i++)
    {
      const ExmAnalysisPage *example = g_ptr_array_index (job->examples, i);
      ExmPrepared *prepared = g_ptr_array_index (marked, i);
      g_autofree char *key
          = example->url != NULL ? exm_url_get_key (example->url, NULL) : NULL;
      if (!exm_article_job_compares (key, exm_prepared_get_region (prepared) != NULL,
                                     url_key))
        continue;
      first = first != NULL ? first : example;
      g_ptr_array_add (chosen, exm_prepared_ref (prepared));
    }
  if ((chosen->len == 0 || is_example (job)) && job->sibling != NULL
      && job->sibling->prepared != NULL)
    {
      first = first != NULL ? first : job->sibling;
      g_ptr_array_add (chosen, exm_prepared_ref (job->sibling->prepared));
    }
  if (chosen->len == 0)
    {
      /* Compared with itself, which says what is the matter. */
      first = g_ptr_array_index (job->examples, 0);
      g_ptr_array_add (chosen, exm_prepared_ref (g_ptr_array_index (marked, 0)));
    }
  job->compared = exm_prepared_ref (first->prepared);
  return chosen;
}

/* What the target says of an example, if it can say anything. */
static ExmResult *
extract_example (ExmAnalysisJob *job,
                 ExmPrepared *example,
                 const ExmExtractOptions *options,
                 GCancellable *cancellable)
{
  return exm_engine_extract (job->engine, example, &job->target->prepared, 1, options,
                             cancellable, NULL);
}

/* Returns: (transfer full) (element-type ExmPrepared): the examples as they are marked */
static GPtrArray *
mark_all (const ExmAnalysisJob *job)
{
  GPtrArray *marked
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_prepared_unref);

  for (guint i = 0; i < job->examples->len; i++)
    {
      const ExmAnalysisPage *example = g_ptr_array_index (job->examples, i);
      g_ptr_array_add (marked, mark (example->prepared,
                                     &g_array_index (job->regions, ExmRegionEdit, i)));
    }
  return marked;
}

/* Returns: (transfer full) (nullable): the task's own for the method; what cannot be used
 * is told where the task is opened */
static ExmMethodModel *
find_model (const ExmAnalysisJob *job)
{
  return exm_method_model_find (job->models, job->method, NULL);
}

static ExmExtractOptions
get_options (const ExmAnalysisJob *job, const ExmMethodModel *model)
{
  return (ExmExtractOptions){
    .method = job->method,
    .parameters = job->parameters,
    .model = model,
    .window = job->window,
    .sensitivity = job->sensitivity,
    .bias = job->bias,
    .site = job->site,
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

  return exm_engine_extract (job->engine, job->target->prepared,
                             (ExmPrepared *const *) marked->pdata, marked->len, &options,
                             cancellable, error);
}

ExmResult *
exm_analysis_job_look_back (ExmAnalysisJob *job, GCancellable *cancellable)
{
  g_autoptr (ExmMethodModel) model = find_model (job);
  const ExmExtractOptions options = get_options (job, model);
  const ExmAnalysisPage *example
      = job->examples->len > 0 ? g_ptr_array_index (job->examples, 0) : NULL;

  return example != NULL ? extract_example (job, example->prepared, &options, cancellable)
                         : NULL;
}

gboolean
exm_analysis_job_extract (ExmAnalysisJob *job, GCancellable *cancellable, GError **error)
{
  g_autoptr (ExmMethodModel) model = find_model (job);
  const ExmExtractOptions options = get_options (job, model);

  if (job->target == NULL || job->examples->len == 0)
    return !g_cancellable_set_error_if_cancelled (cancellable, error);
  g_autoptr (GPtrArray) marked = mark_all (job);
  g_autoptr (GPtrArray) chosen = choose (job, marked);
  job->place = EXM_ANALYSIS_PLACE_RESULT;
  job->result = exm_article_job_extract (job->engine, job->target->prepared, chosen,
                                         is_example (job), &options, cancellable, error);
  if (job->result == NULL)
    return FALSE;
  job->metadata = exm_engine_read_metadata_beside (
      job->engine, job->target->prepared, job->result,
      (ExmPrepared *const *) chosen->pdata, chosen->len);
  job->example_results = g_ptr_array_new_with_free_func (unref_result);
  for (guint i = 0; i < marked->len; i++)
    {
      ExmResult *result
          = extract_example (job, g_ptr_array_index (marked, i), &options, cancellable);
      g_ptr_array_add (job->example_results, result);
    }
  job->place = EXM_ANALYSIS_PLACE_NONE;
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}
