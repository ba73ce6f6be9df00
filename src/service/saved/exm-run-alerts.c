/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-saved"

#include "config.h"

#include "saved/exm-run-alerts.h"

#include "saved/exm-saved-searches.h"
#include "task/exm-article.h"

void
exm_run_span_free (ExmRunSpan *self)
{
  g_free (self->task_uid);
  g_free (self->task_name);
  g_free (self);
}

static gboolean
judge (ExmSearchIndex *index,
       const ExmRunSpan *run,
       const ExmSavedSearch *search,
       GPtrArray *alerts,
       GCancellable *cancellable,
       GError **error)
{
  const ExmArticleFilter filter = {
    .task_uid = run->task_uid,
    .state = exm_article_state_get_name (EXM_ARTICLE_GOOD),
    .since_usec = run->from_usec,
    .until_usec = run->to_usec,
    .fresh = TRUE,
  };
  g_autoptr (ExmSearchQuery) query = exm_search_query_new (search->words);
  gint64 n_found = 0;

  if (!exm_search_index_count (index, query, &filter, 0, &n_found, cancellable, error))
    return FALSE;
  if (n_found == 0)
    return TRUE;
  ExmWorkerEvent *alert = exm_worker_event_new (EXM_WORKER_ALERT);
  alert->task_uid = g_strdup (run->task_uid);
  alert->task_name = g_strdup (run->task_name);
  alert->message = g_strdup (search->name);
  alert->n_articles = (guint) MIN (n_found, G_MAXINT);
  g_ptr_array_add (alerts, alert);
  return TRUE;
}

gboolean
exm_run_alerts_find (const char *folder,
                     ExmSearchIndex *index,
                     GPtrArray *runs,
                     GPtrArray *alerts,
                     GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func (g_free);

  if (runs->len == 0)
    return TRUE;
  g_autoptr (GPtrArray) searches = exm_saved_searches_load (folder, messages, error);
  if (searches == NULL)
    return FALSE;
  for (guint i = 0; i < searches->len; i++)
    {
      const ExmSavedSearch *search = searches->pdata[i];
      for (guint j = 0; search->alerts && j < runs->len; j++)
        if (!judge (index, runs->pdata[j], search, alerts, cancellable, error))
          return FALSE;
    }
  return TRUE;
}
