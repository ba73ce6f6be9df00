/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Knowledge of a task's pages beside their articles: labels of lines by operators, and on
 * how many pages each line stands. */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/exm-store.h"

#include "store/exm-store-private.h"
#include "store/tables/exm-table-label.h"
#include "store/tables/exm-table-line-stat.h"
#include "store/tables/exm-table-task.h"

gboolean
exm_store_put_labels (ExmStore *self,
                      const char *uid,
                      const char *url_key,
                      const char *page_hash,
                      const GArray *labels,
                      gint64 now_usec,
                      guint *n_changed,
                      GError **error)
{
  gint64 task = 0;
  guint n = 0;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_TASK, error);

  if (transaction == NULL || !exm_table_task_find (self->main, uid, &task, error)
      || !exm_table_label_put (self->main, task, url_key, page_hash, labels, now_usec, &n,
                               error)
      || !exm_transaction_commit (transaction, error))
    return FALSE;
  if (n_changed != NULL)
    *n_changed = n;
  return TRUE;
}

GPtrArray *
exm_store_list_labels (ExmStore *self, const char *uid, GError **error)
{
  gint64 task = 0;

  if (!exm_table_task_find (self->main, uid, &task, error))
    return NULL;
  return exm_table_label_list (self->main, task, error);
}

ExmSiteStat *
exm_store_get_site_stat (ExmStore *self, const char *uid, GError **error)
{
  gint64 task = 0;

  if (!exm_table_task_find (self->main, uid, &task, error))
    return NULL;
  return exm_table_line_stat_get (self->main, task, error);
}

gboolean
exm_store_forget_learned (ExmStore *self, const char *uid, GError **error)
{
  gint64 task = 0;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_TASK, error);

  return transaction != NULL && exm_table_task_find (self->main, uid, &task, error)
         && exm_table_line_stat_forget_learned (self->main, task, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_learn (ExmStore *self, const char *uid, const ExmSiteStat *site, GError **error)
{
  gint64 task = 0;
  g_autoptr (GArray) places = exm_site_stat_dup_places (site);
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_TASK, error);

  return transaction != NULL && exm_table_task_find (self->main, uid, &task, error)
         && exm_table_line_stat_learn (self->main, task, places,
                                       exm_site_stat_get_n_learned (site), error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_rule_line (ExmStore *self,
                     const char *uid,
                     const ExmSiteLine *line,
                     GError **error)
{
  gint64 task = 0;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_TASK, error);

  return transaction != NULL && exm_table_task_find (self->main, uid, &task, error)
         && exm_table_line_stat_rule (self->main, task, line, error)
         && exm_transaction_commit (transaction, error);
}
