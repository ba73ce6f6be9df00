/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/db/exm-transaction.h"

#include "base/exm-fail-point.h"
#include "base/exm-said-error.h"

#include <glib/gi18n-lib.h>

struct _ExmTransaction
{
  ExmDb *db; /* (unowned): outlives the transaction */
  ExmCommitPoint point;
  gboolean nested;
  gboolean open;
};

const char *
exm_commit_point_get_fail_point (ExmCommitPoint point, gboolean after)
{
  static const char *const names[EXM_N_COMMITS][2] = {
    [EXM_COMMIT_SCHEMA] = { "store.schema.before", "store.schema.after" },
    [EXM_COMMIT_TASK] = { "store.task.before", "store.task.after" },
    [EXM_COMMIT_DISCOVER] = { "store.discover.before", "store.discover.after" },
    [EXM_COMMIT_JOB] = { "store.job.before", "store.job.after" },
    [EXM_COMMIT_RUN] = { "store.run.before", "store.run.after" },
    [EXM_COMMIT_PAGE] = { "store.page.before", "store.page.after" },
    [EXM_COMMIT_PAGE_META] = { "store.page-meta.before", "store.page-meta.after" },
    [EXM_COMMIT_ARTICLE] = { "store.article.before", "store.article.after" },
    [EXM_COMMIT_PUBLISH] = { "store.publish.before", "store.publish.after" },
    [EXM_COMMIT_HOST] = { "store.host.before", "store.host.after" },
    [EXM_COMMIT_EVENT] = { "store.event.before", "store.event.after" },
    [EXM_COMMIT_SETTING] = { "store.setting.before", "store.setting.after" },
    [EXM_COMMIT_GROUP] = { "store.group.before", "store.group.after" },
    [EXM_COMMIT_TRASH] = { "store.trash.before", "store.trash.after" },
    [EXM_COMMIT_READING] = { "store.reading.before", "store.reading.after" },
    [EXM_COMMIT_JUDGE] = { "store.judge.before", "store.judge.after" },
    [EXM_COMMIT_BODIES] = { "store.bodies.before", "store.bodies.after" },
  };

  g_return_val_if_fail (point < EXM_N_COMMITS, NULL);
  return names[point][after ? 1 : 0];
}

/* SQLite ends a transaction by itself after some errors, such as a full disk. */
static void
set_undone_error (ExmDb *db, GError **error)
{
  g_autofree char *file = g_filename_display_name (exm_db_get_path (db));

  exm_said_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_IO,
                      N_ ("An earlier error undid the changes to %s."), file);
}

ExmTransaction *
exm_transaction_begin (ExmDb *db, ExmCommitPoint point, GError **error)
{
  /* One that could not be rolled back would keep all that follows from being stored. */
  if (exm_db_in_transaction (db) && exm_db_count_transactions (db, 0) == 0
      && !exm_db_execute (db, "ROLLBACK", error))
    return NULL;
  gboolean nested = exm_db_in_transaction (db);
  if (!nested && exm_db_count_transactions (db, 0) > 0)
    {
      set_undone_error (db, error);
      return NULL;
    }
  if (!exm_db_execute (db, nested ? "SAVEPOINT part" : "BEGIN IMMEDIATE", error))
    return NULL;
  if (!nested && !exm_db_check_version (db, error))
    {
      exm_db_execute (db, "ROLLBACK", NULL);
      return NULL;
    }
  exm_db_count_transactions (db, 1);
  ExmTransaction *self = g_new0 (ExmTransaction, 1);
  self->db = db;
  self->point = point;
  self->nested = nested;
  self->open = TRUE;
  return self;
}

gboolean
exm_transaction_commit (ExmTransaction *self, GError **error)
{
  g_return_val_if_fail (self->open, FALSE);

  if (!exm_db_in_transaction (self->db))
    {
      self->open = FALSE;
      set_undone_error (self->db, error);
      return FALSE;
    }
  exm_fail_point (exm_commit_point_get_fail_point (self->point, FALSE));
  if (!exm_db_execute (self->db, self->nested ? "RELEASE part" : "COMMIT", error))
    return FALSE;
  self->open = FALSE;
  exm_fail_point (exm_commit_point_get_fail_point (self->point, TRUE));
  return TRUE;
}

void
exm_transaction_free (ExmTransaction *self)
{
  g_autoptr (GError) error = NULL;

  if (self->open && exm_db_in_transaction (self->db)
      && !exm_db_execute (
          self->db, self->nested ? "ROLLBACK TO part; RELEASE part" : "ROLLBACK", &error))
    g_warning ("%s: could not roll back: %s", exm_db_get_path (self->db), error->message);
  exm_db_count_transactions (self->db, -1);
  g_free (self);
}
