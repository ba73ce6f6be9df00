/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/outputs/exm-store-output-failure.h"

#include "store/exm-store-private.h"
#include "store/tables/exm-table-event.h"
#include "store/tables/exm-table-output.h"
#include "store/tables/exm-table-publish-queue.h"
#include "store/tables/exm-table-task.h"

gboolean
exm_store_count_output_failure (ExmStore *self,
                                const ExmPublication *publication,
                                guint n_articles,
                                guint n_others,
                                const char *message,
                                const char *said,
                                gint64 now_usec,
                                ExmOutputFailure *output_failure,
                                GError **error)
{
  const char *key = publication->output_key;
  gint64 task = 0;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_PUBLISH, error);

  return transaction != NULL
         && exm_table_task_find (self->main, publication->task_uid, &task, error)
         && exm_table_output_fail (self->main, task, key, n_articles, n_others, message,
                                   said, now_usec, error)
         && exm_table_output_get_output_failure (self->main, task, key, output_failure,
                                                 error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_tell_output_failure (ExmStore *self,
                               const ExmPublication *publication,
                               const ExmOutputFailure *output_failure,
                               const char *message,
                               const char *said,
                               GError **error)
{
  gint64 task = 0;
  gboolean changed = FALSE;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_EVENT, error);

  if (transaction == NULL
      || !exm_table_task_find (self->main, publication->task_uid, &task, error)
      || (output_failure->event_id != 0
          && !exm_table_event_change (self->main, output_failure->event_id, message, said,
                                      &changed, error)))
    return FALSE;
  /* The first time, or when so much happened since that it was forgotten. */
  if (!changed
      && (!exm_table_event_insert (self->main, task, EXM_EVENT_WARNING, message, said,
                                   output_failure->since_usec, error)
          || !exm_table_output_set_event (self->main, task, publication->output_key,
                                          exm_db_get_last_id (self->main), error)))
    return FALSE;
  return exm_transaction_commit (transaction, error);
}

gboolean
exm_store_end_output_failure (ExmStore *self,
                              const ExmPublication *publication,
                              ExmOutputFailure *ended,
                              GError **error)
{
  const char *key = publication->output_key;
  g_auto (ExmOutputFailure) output_failure = { 0 };
  gint64 task = 0;
  gboolean waits = FALSE;

  *ended = (ExmOutputFailure){ 0 };
  if (!exm_table_task_find (self->main, publication->task_uid, &task, error)
      || !exm_table_output_get_output_failure (self->main, task, key, &output_failure,
                                               error))
    return FALSE;
  if (output_failure.since_usec == 0)
    return TRUE;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_PUBLISH, error);
  if (transaction == NULL
      || !exm_table_publish_has_tried (self->main, task, key, &waits, error)
      || (!waits && !exm_table_output_recover (self->main, task, key, error))
      || !exm_transaction_commit (transaction, error))
    return FALSE;
  if (!waits)
    {
      *ended = output_failure;
      output_failure = (ExmOutputFailure){ 0 };
    }
  return TRUE;
}

gboolean
exm_store_get_output_failure (ExmStore *self,
                              const char *uid,
                              const char *output_key,
                              ExmOutputFailure *output_failure,
                              GError **error)
{
  gint64 task = 0;
  gboolean has_tried = FALSE, has_failed = FALSE;

  *output_failure = (ExmOutputFailure){ 0 };
  if (!exm_table_task_find (self->main, uid, &task, error)
      || !exm_table_publish_has_tried (self->main, task, output_key, &has_tried, error)
      || !exm_table_publish_has_failed (self->main, task, output_key, &has_failed, error))
    return FALSE;
  return !(has_tried || has_failed)
         || exm_table_output_get_output_failure (self->main, task, output_key,
                                                 output_failure, error);
}

gboolean
exm_store_probe_output (ExmStore *self,
                        const char *uid,
                        const char *output_key,
                        gint64 now_usec,
                        GError **error)
{
  gint64 task = 0;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_PUBLISH, error);

  return transaction != NULL && exm_table_task_find (self->main, uid, &task, error)
         && exm_table_publish_probe (self->main, task, output_key,
                                     EXM_STORE_PUBLISH_ATTEMPTS, now_usec, error)
         && exm_transaction_commit (transaction, error);
}
