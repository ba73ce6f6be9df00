/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "exm-store-outage.h"

#include "exm-store-private.h"
#include "exm-table-event.h"
#include "exm-table-output.h"
#include "exm-table-publish-queue.h"
#include "exm-table-task.h"

void
exm_outage_clear (ExmOutage *self)
{
  g_free (self->message);
  g_free (self->said);
  *self = (ExmOutage){ 0 };
}

gboolean
exm_store_count_outage (ExmStore *self,
                        const ExmPublication *publication,
                        const char *message,
                        const char *said,
                        gint64 now_usec,
                        ExmOutage *outage,
                        GError **error)
{
  const char *key = publication->output_key;
  gint64 task = 0;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_PUBLISH, error);

  return transaction != NULL
         && exm_table_task_find (self->main, publication->task_uid, &task, error)
         && exm_table_output_fail (self->main, task, key, publication->attempts == 0,
                                   message, said, now_usec, error)
         && exm_table_output_get_outage (self->main, task, key, outage, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_tell_outage (ExmStore *self,
                       const ExmPublication *publication,
                       const ExmOutage *outage,
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
      || (outage->event_id != 0
          && !exm_table_event_change (self->main, outage->event_id, message, said,
                                      &changed, error)))
    return FALSE;
  /* The first time, or when so much happened since that it was forgotten. */
  if (!changed
      && (!exm_table_event_insert (self->main, task, EXM_EVENT_WARNING, message, said,
                                   outage->since_usec, error)
          || !exm_table_output_set_event (self->main, task, publication->output_key,
                                          exm_db_get_last_id (self->main), error)))
    return FALSE;
  return exm_transaction_commit (transaction, error);
}

gboolean
exm_store_end_outage (ExmStore *self,
                      const ExmPublication *publication,
                      ExmOutage *ended,
                      GError **error)
{
  const char *key = publication->output_key;
  g_auto (ExmOutage) outage = { 0 };
  gint64 task = 0;
  gboolean waits = FALSE;

  *ended = (ExmOutage){ 0 };
  if (!exm_table_task_find (self->main, publication->task_uid, &task, error)
      || !exm_table_output_get_outage (self->main, task, key, &outage, error))
    return FALSE;
  if (outage.since_usec == 0)
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
      *ended = outage;
      outage = (ExmOutage){ 0 };
    }
  return TRUE;
}

gboolean
exm_store_get_outage (ExmStore *self,
                      const char *uid,
                      const char *output_key,
                      ExmOutage *outage,
                      GError **error)
{
  gint64 task = 0;
  gboolean has_tried = FALSE, has_failed = FALSE;

  *outage = (ExmOutage){ 0 };
  if (!exm_table_task_find (self->main, uid, &task, error)
      || !exm_table_publish_has_tried (self->main, task, output_key, &has_tried, error)
      || !exm_table_publish_has_failed (self->main, task, output_key, &has_failed, error))
    return FALSE;
  return !(has_tried || has_failed)
         || exm_table_output_get_outage (self->main, task, output_key, outage, error);
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
