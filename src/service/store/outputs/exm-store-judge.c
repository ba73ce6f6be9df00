/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/outputs/exm-store-judge.h"

#include "store/db/exm-statement.h"
#include "store/exm-store-private.h"
#include "store/tables/exm-table-publish-queue.h"
#include "store/tables/exm-table-setting.h"

/* Stands before the name of a search in the key of its renaming. */
#define RENAMING_PREFIX "renaming/"

gboolean
exm_store_get_unjudged (
    ExmStore *self, guint limit, gint64 *last, gboolean *more, GError **error)
{
  gint64 n_behind = 0;

  *last = 0;
  *more = FALSE;
  if (!exm_db_query_int (self->main,
                         "SELECT ifnull (max (article), 0) FROM"
                         " (SELECT article FROM unjudged ORDER BY article LIMIT ?)",
                         EXM_VALUES (EXM_INT (limit)), last, error)
      || !exm_db_query_int (self->main,
                            "SELECT EXISTS (SELECT 1 FROM unjudged WHERE article > ?)",
                            EXM_VALUES (EXM_INT (*last)), &n_behind, error))
    return FALSE;
  *more = n_behind != 0;
  return TRUE;
}

static gboolean
add_alert (ExmStore *self, gint64 article_id, const char *search, GError **error)
{
  return exm_db_run (self->main,
                     "INSERT INTO alert (search, task, n_articles)"
                     " SELECT ?, task, 1 FROM article WHERE id = ?"
                     " ON CONFLICT (search, task) DO UPDATE SET"
                     " n_articles = n_articles + 1",
                     EXM_VALUES (EXM_TEXT (search), EXM_INT (article_id)), error);
}

gboolean
exm_store_add_verdict (ExmStore *self,
                       gint64 article_id,
                       const ExmArticle *article,
                       const char *search,
                       const ExmCommitOutput *outputs,
                       guint n_outputs,
                       gboolean alerts,
                       gint64 now_usec,
                       GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_JUDGE, error);
  gint64 waits = 0;

  /* Its task waits for a second pass, or for pictures: so does the search. */
  if (transaction == NULL
      || !exm_db_query_int (self->main,
                            "SELECT EXISTS (SELECT 1 FROM publish_queue WHERE article = ?"
                            " AND state = 'deferred' AND search IS NULL)",
                            EXM_VALUES (EXM_INT (article_id)), &waits, error))
    return FALSE;
  const ExmOutputsOf of = { .article_id = article_id,
                            .article = exm_article_get (article),
                            .search = search,
                            .deferred = waits != 0,
                            .due_usec = now_usec };

  return exm_store_put_outputs (self, &of, outputs, n_outputs, error)
         && (!alerts || add_alert (self, article_id, search, error))
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_end_judging (ExmStore *self, gint64 last, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_JUDGE, error);

  return transaction != NULL
         && exm_db_run (self->main, "DELETE FROM unjudged WHERE article <= ?",
                        EXM_VALUES (EXM_INT (last)), error)
         && exm_transaction_commit (transaction, error);
}

static void
alert_free (gpointer data)
{
  ExmAlert *alert = data;

  g_free (alert->search);
  g_free (alert->task_uid);
  g_free (alert->task_name);
  g_free (alert);
}

static gpointer
read_alert (ExmStatement *row)
{
  ExmAlert *alert = g_new0 (ExmAlert, 1);

  alert->search = exm_statement_dup_text (row, 0);
  alert->task_uid = exm_statement_dup_text (row, 1);
  alert->task_name = exm_statement_dup_text (row, 2);
  alert->n_articles = (guint) CLAMP (exm_statement_get_int (row, 3), 0, G_MAXINT);
  return alert;
}

GPtrArray *
exm_store_list_alerts (ExmStore *self, GError **error)
{
  return exm_db_query_list (self->main,
                            "SELECT l.search, max (t.uid),"
                            " iif (count(*) = 1, max (t.name), NULL), sum (l.n_articles)"
                            " FROM alert l JOIN task t ON t.id = l.task"
                            " WHERE " EXM_SQL_NOT_TRASHED ("l.task") " GROUP BY l.search",
                            NULL, read_alert, alert_free, error);
}

gboolean
exm_store_end_alerts (ExmStore *self, const char *search, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_JUDGE, error);

  return transaction != NULL
         && exm_db_run (self->main, "DELETE FROM alert WHERE search = ?",
                        EXM_VALUES (EXM_TEXT (search)), error)
         && exm_transaction_commit (transaction, error);
}

/* Setting of a search that is being renamed; its value is the new name. */
static char *
make_renaming_key (const char *search)
{
  return g_strconcat (RENAMING_PREFIX, search, NULL);
}

gboolean
exm_store_note_renaming (ExmStore *self,
                         const char *search,
                         const char *new_name,
                         GError **error)
{
  g_autofree char *key = make_renaming_key (search);
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_JUDGE, error);

  /* One that is under way to the name goes on to the new one. */
  return transaction != NULL
         && (new_name == NULL
             || exm_db_run (self->main,
                            "UPDATE setting SET value = ?1 WHERE value = ?2"
                            " AND substr (key, 1, length (?3)) = ?3",
                            EXM_VALUES (EXM_TEXT (new_name), EXM_TEXT (search),
                                        EXM_TEXT (RENAMING_PREFIX)),
                            error))
         && exm_table_setting_put (self->main, key, new_name, error)
         && exm_transaction_commit (transaction, error);
}

static gpointer
read_name (ExmStatement *row)
{
  return exm_statement_dup_text (row, 0);
}

GPtrArray *
exm_store_list_renamings (ExmStore *self, GError **error)
{
  return exm_db_query_list (self->main,
                            "SELECT substr (key, length (?1) + 1) FROM setting"
                            " WHERE substr (key, 1, length (?1)) = ?1",
                            EXM_VALUES (EXM_TEXT (RENAMING_PREFIX)), read_name, g_free,
                            error);
}

char *
exm_store_get_renaming (ExmStore *self, const char *search, GError **error)
{
  g_autofree char *key = make_renaming_key (search);

  return exm_table_setting_get (self->main, key, error);
}

gboolean
exm_store_rename_search (ExmStore *self,
                         const char *search,
                         const char *new_name,
                         GError **error)
{
  g_autofree char *key = make_renaming_key (search);
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_JUDGE, error);

  return transaction != NULL && exm_table_setting_put (self->main, key, NULL, error)
         && exm_db_run (self->main,
                        "UPDATE publish_queue SET search = ? WHERE search = ?",
                        EXM_VALUES (EXM_TEXT (new_name), EXM_TEXT (search)), error)
         && exm_db_run (self->main,
                        "INSERT INTO alert (search, task, n_articles)"
                        " SELECT ?1, task, n_articles FROM alert WHERE search = ?2"
                        " AND ?1 <> ?2 ON CONFLICT (search, task) DO UPDATE SET"
                        " n_articles = n_articles + excluded.n_articles",
                        EXM_VALUES (EXM_TEXT (new_name), EXM_TEXT (search)), error)
         && exm_db_run (self->main, "DELETE FROM alert WHERE search = ?2 AND ?1 <> ?2",
                        EXM_VALUES (EXM_TEXT (new_name), EXM_TEXT (search)), error)
         && exm_transaction_commit (transaction, error);
}
