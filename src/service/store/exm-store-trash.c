/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/exm-store-trash.h"

#include "store/db/exm-statement.h"
#include "store/exm-store-private.h"
#include "store/tables/exm-table-job.h"
#include "store/tables/exm-table-publish-queue.h"
#include "store/tables/exm-table-run.h"
#include "store/tables/exm-table-task.h"

/* Rows that are deleted at a time: some tens of milliseconds. */
#define SLICE 250u

/* Names that are tried for a task whose own is taken. */
#define MAX_NAMES 1000u

gboolean
exm_store_trash_task (
    ExmStore *self, const char *uid, gint64 now_usec, guint *n_articles, GError **error)
{
  gint64 task = 0;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_TRASH, error);

  return transaction != NULL && exm_table_task_find (self->main, uid, &task, error)
         && exm_table_run_stop_open (self->main, task, now_usec, error)
         && exm_table_publish_end_deferral (self->main, task, now_usec, error)
         && exm_table_job_park_task (self->main, task, error)
         && exm_table_trash_put (self->main, task, now_usec, n_articles, error)
         && exm_transaction_commit (transaction, error);
}

GPtrArray *
exm_store_list_trash (ExmStore *self, GError **error)
{
  return exm_table_trash_list (self->main, error);
}

ExmTrashTwins *
exm_store_find_trash_twins (ExmStore *self, const char *uid, GError **error)
{
  gint64 task = 0;

  return exm_table_trash_find (self->main, uid, &task, error)
             ? exm_table_trash_find_twins (self->main, task, error)
             : NULL;
}

gboolean
exm_store_is_in_trash (ExmStore *self,
                       const char *uid,
                       gboolean *in_trash,
                       GError **error)
{
  gint64 task = 0;
  gboolean done = exm_table_trash_has_uid (self->main, uid, &task, error);

  *in_trash = task != 0;
  return done;
}

static gboolean
is_name_taken (
    ExmStore *self, const char *uid, const char *name, gboolean *taken, GError **error)
{
  gint64 n_tasks = 0;
  gboolean done = exm_db_query_int (
      self->main,
      "SELECT count(*) FROM task WHERE name = ? AND uid <> ? AND " EXM_SQL_NOT_TRASHED (
          "id"),
      EXM_VALUES (EXM_TEXT (name), EXM_TEXT (uid)), &n_tasks, error);

  *taken = n_tasks > 0;
  return done;
}

/* @name: (out) (transfer full): the own name of @task, or with a number behind it where
 * another task has that */
static gboolean
choose_name (ExmStore *self, const ExmTask *task, char **name, GError **error)
{
  const ExmTaskFields *fields = exm_task_get (task);
  gboolean taken = TRUE;

  *name = NULL;
  for (guint i = 1; taken && i <= MAX_NAMES; i++)
    {
      g_free (*name);
      *name = i == 1 ? g_strdup (fields->name)
                     : g_strdup_printf ("%s (%u)", fields->name, i);
      if (!is_name_taken (self, fields->uid, *name, &taken, error))
        {
          g_clear_pointer (name, g_free);
          return FALSE;
        }
    }
  return TRUE;
}

/* @name: (out) (transfer full) (nullable): the new name, if it had to be another */
static gboolean
rename_if_taken (
    ExmStore *self, const char *uid, gint64 now_usec, char **name, GError **error)
{
  g_autoptr (GError) damage = NULL;
  g_autoptr (ExmTask) task = exm_table_task_read (self->main, uid, 0, NULL, &damage);
  g_autofree char *chosen = NULL;
  g_auto (ExmTaskFields) fields = { 0 };

  /* Settings that cannot be read keep nobody from their articles. */
  if (task == NULL)
    return TRUE;
  if (!choose_name (self, task, &chosen, error))
    return FALSE;
  if (g_strcmp0 (chosen, exm_task_get (task)->name) == 0)
    return TRUE;
  exm_task_fields_copy (task, &fields);
  g_free (fields.name);
  fields.name = g_strdup (chosen);
  g_autoptr (ExmTask) renamed = exm_task_new (&fields);
  if (!exm_table_task_update (self->main, renamed, now_usec, NULL, error))
    return FALSE;
  *name = g_steal_pointer (&chosen);
  return TRUE;
}

gboolean
exm_store_restore_trashed (ExmStore *self,
                           const char *uid,
                           ExmTrashKeep keep,
                           gint64 now_usec,
                           char **name,
                           gboolean *over,
                           GError **error)
{
  gint64 task = 0;
  guint n_dropped = 0;
  g_autofree char *new_name = NULL;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_TRASH, error);

  *name = NULL;
  *over = FALSE;
  if (transaction == NULL || !exm_table_trash_find (self->main, uid, &task, error)
      || (keep != EXM_TRASH_KEEP_BOTH
          && !exm_table_trash_drop_twins (self->main, task, keep == EXM_TRASH_KEEP_NEW,
                                          SLICE, &n_dropped, error)))
    return FALSE;
  gboolean last = n_dropped < SLICE;
  /* Jobs that a worker gave back since it was trashed wait for the next run as well. */
  if (last
      && (!exm_table_job_park_task (self->main, task, error)
          || !exm_table_trash_remove (self->main, task, error)
          || !rename_if_taken (self, uid, now_usec, &new_name, error)))
    return FALSE;
  if (!exm_transaction_commit (transaction, error))
    return FALSE;
  *over = last;
  *name = g_steal_pointer (&new_name);
  return TRUE;
}

gboolean
exm_store_begin_emptying (ExmStore *self,
                          const char *uid,
                          gint64 before_usec,
                          GError **error)
{
  gint64 task = 0;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_TRASH, error);

  return transaction != NULL
         && (uid == NULL || exm_table_trash_find (self->main, uid, &task, error))
         && exm_table_trash_begin_emptying (self->main, task, before_usec, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_empty_some (
    ExmStore *self, char **name, guint *n_articles, gboolean *more, GError **error)
{
  gint64 task = 0;
  gboolean over = FALSE;
  g_autofree char *found = NULL;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_TRASH, error);

  *name = NULL;
  *more = FALSE;
  if (transaction == NULL
      || !exm_table_trash_get_emptying (self->main, &task, &found, n_articles, error)
      || (task != 0
          && !exm_table_trash_delete_some (self->main, task, SLICE, &over, error))
      || !exm_transaction_commit (transaction, error))
    return FALSE;
  *more = task != 0;
  if (over)
    *name = g_steal_pointer (&found);
  return TRUE;
}

gboolean
exm_store_get_next_emptying (ExmStore *self, gint64 *next_usec, GError **error)
{
  return exm_table_trash_get_next (self->main, next_usec, error);
}
