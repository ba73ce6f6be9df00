/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/compare/exm-comparison-job.h"

#include "app/compare/exm-comparison-layout.h"
#include "extract/exm-corrections.h"
#include "page/exm-page-reader.h"
#include "task/exm-article.h"

void
exm_comparison_job_free (gpointer data)
{
  ExmComparisonJob *job = data;

  g_clear_pointer (&job->page, exm_page_text_unref);
  g_clear_pointer (&job->example, exm_page_text_unref);
  g_clear_pointer (&job->extraction, exm_analysis_job_free);
  g_clear_pointer (&job->version, exm_stored_page_unref);
  g_clear_object (&job->reader);
  g_clear_pointer (&job->labels, g_array_unref);
  g_free (job->verdicts);
  g_free (job->version_verdicts);
  g_free (job->url);
  g_free (job->charset);
  g_clear_pointer (&job->further, g_ptr_array_unref);
  g_free (job);
}

static ExmDiffText *
read_stored (const ExmComparisonJob *job, GCancellable *cancellable, GError **error)
{
  const ExmStoreQuery query = { .kind = EXM_READ_ARTICLE, .id = job->article_id };
  g_autoptr (ExmArticle) article
      = exm_store_reader_read (job->reader, &query, cancellable, error);

  return article != NULL ? exm_diff_text_new_body (exm_article_get (article)->text)
                         : NULL;
}

/* Extracts the version by the examples of now, and by the labels of its lines.
 *
 * Returns: (transfer none) (nullable): the page, whose verdicts @job has */
static ExmPageText *
extract (ExmComparisonJob *job,
         GBytes *bytes,
         const ExmPageHints *hints,
         GCancellable *cancellable,
         GError **error)
{
  ExmAnalysisJob *extraction = job->extraction;

  g_clear_pointer (&extraction->input.target, exm_analysis_page_free);
  extraction->input.target = exm_analysis_page_new (bytes, hints, NULL);
  if (!exm_analysis_job_read (extraction, cancellable, error))
    return NULL;
  g_autoptr (ExmResult) found
      = exm_analysis_job_extract_target (extraction, cancellable, error);
  if (found == NULL)
    return NULL;
  ExmPageText *page = exm_prepared_get_page (extraction->input.target->prepared);
  g_autoptr (ExmResult) result
      = job->labels != NULL
            ? exm_corrections_obey (page, found,
                                    (const ExmLabel *) (gpointer) job->labels->data,
                                    job->labels->len)
            : exm_result_ref (found);
  const ExmResultData *data = exm_result_get (result);
  job->version_verdicts = g_memdup2 (data->verdicts, data->n_lines);
  job->n_version_verdicts = data->n_lines;
  return page;
}

static ExmDiffText *
read_version (ExmComparisonJob *job, GCancellable *cancellable, GError **error)
{
  gboolean of_body = job->kind == EXM_COMPARED_BODIES;
  const ExmStoreQuery query = { .kind = EXM_READ_PAGE, .hash = job->version->hash };
  const ExmPageHints hints = { .url = job->url,
                               .http_charset = job->version->charset,
                               .override_charset = job->charset,
                               .further = job->further };
  g_autoptr (GBytes) bytes
      = exm_store_reader_read (job->reader, &query, cancellable, error);

  if (bytes != NULL && job->extraction != NULL)
    {
      /* The whole page can be looked at without its body. */
      ExmPageText *page
          = extract (job, bytes, &hints, cancellable, of_body ? error : NULL);
      if (page != NULL && of_body)
        return exm_diff_text_new_page (page, job->version_verdicts,
                                       job->n_version_verdicts);
      if (page != NULL)
        return exm_diff_text_new_page (page, NULL, 0);
      if (of_body)
        return NULL;
    }
  g_autoptr (ExmPageText) page
      = bytes != NULL ? exm_page_read (bytes, &hints, error) : NULL;

  return page != NULL ? exm_diff_text_new_page (page, NULL, 0) : NULL;
}

static ExmDiffText *
read_left (ExmComparisonJob *job, GCancellable *cancellable, GError **error)
{
  switch (job->kind)
    {
    case EXM_COMPARED_STORED:
      return read_stored (job, cancellable, error);
    case EXM_COMPARED_VERSION:
    case EXM_COMPARED_BODIES:
      return read_version (job, cancellable, error);
    case EXM_COMPARED_EXAMPLE:
    default:
      return exm_diff_text_new_page (job->example, NULL, 0);
    }
}

void
exm_comparison_job_run (GTask *task,
                        gpointer source,
                        gpointer data,
                        GCancellable *cancellable)
{
  ExmComparisonJob *job = data;
  GError *error = NULL;
  g_autoptr (ExmDiffText) left = read_left (job, cancellable, &error);
  g_autoptr (ExmDiffText) right
      = exm_diff_text_new_page (job->page, job->verdicts, job->n_verdicts);
  g_autoptr (ExmLineDiff) diff
      = left != NULL ? exm_line_diff_new (left, right, cancellable, &error) : NULL;

  if (diff == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, exm_comparison_layout_new (diff),
                           (GDestroyNotify) exm_comparison_layout_unref);
}
