/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Saved searches as a source of what is published: what they found of new articles is
 * stored with the end of their wait, and their outputs are those of a task that never
 * runs. */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "worker/exm-core.h"

#include "base/exm-fail-point.h"
#include "base/exm-said-error.h"
#include "saved/exm-new-articles.h"
#include "saved/exm-saved-searches.h"
#include "store/exm-store-judge.h"
#include "worker/exm-core-storage.h"

#include <glib/gi18n-lib.h>

static ExmCoreTask *
make_source (ExmCore *self, const ExmSavedSearch *search)
{
  ExmCoreTask *source = g_new0 (ExmCoreTask, 1);
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_init (&fields);
  fields.name = g_strdup (search->name);
  exm_saved_search_add_outputs (search, &fields);
  source->task = exm_task_new (&fields);
  source->engine = g_object_ref (self->engine);
  source->publishers
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  source->revived = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return source;
}

ExmCoreTask *
exm_core_get_search (ExmCore *self, const char *name, GError **error)
{
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func (g_free);
  ExmCoreTask *source = g_hash_table_lookup (self->searches, name);

  g_assert (g_thread_self () == self->thread);
  if (source != NULL)
    return source;
  g_autoptr (GPtrArray) searches
      = exm_saved_searches_load (self->folder, messages, error);
  const ExmSavedSearch *search
      = searches != NULL ? exm_saved_searches_find (searches, name) : NULL;
  if (searches != NULL && search == NULL)
    exm_said_set_error (error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_TEMPLATE,
                        N_ ("There is no saved search “%s”"), name);
  if (search == NULL)
    return NULL;
  source = make_source (self, search);
  g_hash_table_insert (self->searches, g_strdup (name), source);
  return source;
}

/* Adds one to the alert of the search and the task. */
static void
count_alert (GPtrArray *alerts, const ExmNewArticle *found)
{
  for (guint i = 0; i < alerts->len; i++)
    {
      ExmWorkerEvent *alert = g_ptr_array_index (alerts, i);
      if (g_str_equal (alert->message, found->search)
          && g_str_equal (alert->task_uid, found->task_uid))
        {
          alert->n_articles++;
          return;
        }
    }
  ExmWorkerEvent *alert = exm_worker_event_new (EXM_WORKER_ALERT);
  alert->task_uid = g_strdup (found->task_uid);
  alert->task_name = g_strdup (found->task_name);
  alert->message = g_strdup (found->search);
  alert->n_articles = 1;
  g_ptr_array_add (alerts, alert);
}

/* One that was deleted meanwhile, or whose search was, needs nothing. */
static gboolean
store_verdict (ExmCore *self,
               const ExmNewArticle *found,
               GPtrArray *alerts,
               GError **error)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) problem = NULL;
  g_autoptr (ExmArticle) article
      = exm_store_get_article (self->store, found->id, &problem);
  const ExmCoreTask *source
      = article != NULL ? exm_core_get_search (self, found->search, &problem) : NULL;

  if (source == NULL)
    {
      if (!exm_core_is_store_failure (problem))
        return TRUE;
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  const ExmArticleFields *fields = exm_article_get (article);
  gboolean alert = found->alerts && fields->state == EXM_ARTICLE_GOOD;
  g_autoptr (GArray) outputs
      = exm_core_list_outputs (source->task, fields->state, fields, FALSE, keys);
  if (!exm_store_add_verdict (self->store, found->id, article, found->search,
                              (const ExmCommitOutput *) (gpointer) outputs->data,
                              outputs->len, alert, exm_core_now (self), error))
    return FALSE;
  if (alert)
    count_alert (alerts, found);
  return TRUE;
}

gboolean
exm_core_end_judging (ExmCore *self, gint64 last, const GPtrArray *found, GError **error)
{
  g_autoptr (GPtrArray) alerts
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_worker_event_free);

  g_assert (g_thread_self () == self->thread);
  g_hash_table_remove_all (self->searches);
  exm_fail_point ("worker.judge.before");
  if (!exm_store_begin_group (self->store, error))
    return FALSE;
  gboolean done = TRUE;
  for (guint i = 0; done && i < found->len; i++)
    done = store_verdict (self, g_ptr_array_index (found, i), alerts, error);
  if (!done || !exm_store_end_judging (self->store, last, error))
    {
      exm_store_drop_group (self->store);
      return FALSE;
    }
  if (!exm_store_commit_group (self->store, error))
    return FALSE;
  exm_fail_point ("worker.judge.after");
  while (alerts->len > 0)
    exm_core_emit (self, g_ptr_array_steal_index (alerts, 0));
  return TRUE;
}
