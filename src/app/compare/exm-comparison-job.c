/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/compare/exm-comparison-job.h"

#include "app/compare/exm-comparison-words.h"
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

/* As it would have been extracted by the examples of now, and by what was said of its
 * lines. Returns: (transfer none) (nullable): the page, whose verdicts @job has */
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
  const ExmPageHints hints = { job->url, job->version->charset, job->charset };
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

/* As text */

static void
run_write (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  char **names = g_object_get_data (G_OBJECT (task), "exm-names");

  g_task_return_pointer (task, exm_line_diff_write_unified (data, names[0], names[1]),
                         g_free);
}

static char *
dup_name (ExmLineComparison *self, gboolean right)
{
  ExmComparedKind kind
      = exm_line_comparison_get_kind (self, exm_line_comparison_get_choice (self));
  const ExmAnalysisInput *input
      = exm_analysis_get_input (exm_line_comparison_get_analysis (self));
  const char *name = exm_comparison_get_side_name (kind, right);
  gboolean of_target = right || kind != EXM_COMPARED_EXAMPLE;
  const ExmAnalysisPage *page = of_target                  ? input->target
                                : input->examples->len > 0 ? input->examples->pdata[0]
                                                           : NULL;
  const char *url = page != NULL ? page->url : NULL;
  char *all = url != NULL ? g_strdup_printf ("%s %s", name, url) : g_strdup (name);

  return g_strdelimit (all, "\r\n\t", ' ');
}

void
exm_comparison_write_async (ExmLineComparison *self,
                            GAsyncReadyCallback callback,
                            gpointer data)
{
  ExmLineDiff *diff = exm_line_comparison_get_diff (self);

  g_autoptr (GTask) task = g_task_new (self, NULL, callback, data);
  g_task_set_source_tag (task, exm_comparison_write_async);
  if (diff == NULL)
    {
      g_task_return_pointer (task, NULL, NULL);
      return;
    }
  char **names = g_new0 (char *, 3);
  names[0] = dup_name (self, FALSE);
  names[1] = dup_name (self, TRUE);
  g_object_set_data_full (G_OBJECT (task), "exm-names", names,
                          (GDestroyNotify) g_strfreev);
  g_task_set_task_data (task, exm_line_diff_ref (diff),
                        (GDestroyNotify) exm_line_diff_unref);
  g_task_run_in_thread (task, run_write);
}

char *
exm_comparison_write_finish (ExmLineComparison *self, GAsyncResult *result)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), NULL);
}
