/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/session/exm-keep-estimate.h"

/* Runs that are looked at. */
#define MAX_RUNS 100u

typedef struct
{
  ExmResources *resources; /* (owned) */
  char *uid;               /* (owned) */
  GPtrArray *runs;         /* (owned) (nullable) (element-type ExmRun) */
} Estimate;

static void
estimate_free (gpointer data)
{
  Estimate *self = data;

  g_object_unref (self->resources);
  g_free (self->uid);
  g_clear_pointer (&self->runs, g_ptr_array_unref);
  g_free (self);
}

guint64
exm_keep_estimate_compute (const GPtrArray *runs,
                           const ExmHeldSize *held,
                           gint64 now_usec)
{
  guint64 n_articles = 0;
  gint64 since_usec = now_usec;
  double article = held->n_articles > 0 ? (double) held->n_bytes / held->n_articles
                                        : EXM_KEEP_ESTIMATE_ARTICLE_BYTES;

  for (guint i = 0; i < runs->len; i++)
    {
      const ExmRun *run = g_ptr_array_index (runs, i);
      /* The first one brings what was there before. */
      n_articles += run->counts.n_articles - run->counts.n_backlog;
      since_usec = MIN (since_usec, run->started_usec);
    }
  double days = (double) MAX (now_usec - since_usec, G_TIME_SPAN_DAY) / G_TIME_SPAN_DAY;
  return (guint64) (article * (double) n_articles / days);
}

static void
on_measured (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  const Estimate *self = g_task_get_task_data (task);
  GError *error = NULL;
  ExmHeldSize held = { 0 };

  if (!exm_resources_measure_finish (result, &held, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  guint64 *bytes = g_new (guint64, 1);
  *bytes = exm_keep_estimate_compute (self->runs, &held, g_get_real_time ());
  g_task_return_pointer (task, bytes, g_free);
}

static void
on_runs_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Estimate *self = g_task_get_task_data (task);
  GError *error = NULL;

  self->runs = exm_store_reader_read_finish (EXM_STORE_READER (source), result, &error);
  if (self->runs == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  exm_resources_measure_async (self->resources, self->uid, g_task_get_cancellable (task),
                               on_measured, g_object_ref (task));
}

void
exm_keep_estimate_async (ExmSession *session,
                         const char *uid,
                         GCancellable *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer data)
{
  GTask *task = g_task_new (session, cancellable, callback, data);
  const ExmStoreQuery query = { .kind = EXM_READ_RUNS, .uid = uid, .limit = MAX_RUNS };
  Estimate *self = g_new0 (Estimate, 1);

  self->resources = g_object_ref (exm_session_get_resources (session));
  self->uid = g_strdup (uid);
  g_task_set_source_tag (task, exm_keep_estimate_async);
  g_task_set_task_data (task, self, estimate_free);
  exm_store_reader_read_async (exm_session_get_reader (session), &query, cancellable,
                               on_runs_read, task);
}

guint64
exm_keep_estimate_finish (GAsyncResult *result, GError **error)
{
  g_autofree guint64 *bytes = g_task_propagate_pointer (G_TASK (result), error);

  return bytes != NULL ? *bytes : 0;
}
