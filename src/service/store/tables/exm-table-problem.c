/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/tables/exm-table-problem.h"

#include "store/db/exm-statement.h"

#define SQL_PUT                                                                          \
  "INSERT INTO trouble (task, kind, since, message, url, amount, said)"                  \
  " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (task) DO UPDATE SET"                \
  " since = iif (kind = excluded.kind, since, excluded.since),"                          \
  " ignored = iif (kind = excluded.kind, ignored, 0),"                                   \
  " kind = excluded.kind, message = excluded.message, url = excluded.url,"               \
  " amount = excluded.amount, said = excluded.said"

static gboolean
put (ExmDb *db, const char *sql, gint64 task, const ExmProblem *problem, GError **error)
{
  return exm_db_run (db, sql,
                     EXM_VALUES (EXM_INT (task),
                                 EXM_TEXT (exm_problem_kind_get_name (problem->kind)),
                                 EXM_INT (problem->since_usec),
                                 EXM_TEXT (problem->message), EXM_TEXT (problem->url),
                                 EXM_INT (problem->amount), EXM_TEXT (problem->said)),
                     error);
}

gboolean
exm_table_problem_set (ExmDb *db, gint64 task, const ExmProblem *problem, GError **error)
{
  if (problem->kind == EXM_PROBLEM_NONE)
    return exm_db_run (db, "DELETE FROM trouble WHERE task = ?",
                       EXM_VALUES (EXM_INT (task)), error);
  return put (db, SQL_PUT, task, problem, error);
}

gboolean
exm_table_problem_offer (ExmDb *db,
                         gint64 task,
                         const ExmProblem *problem,
                         GError **error)
{
  return put (db, SQL_PUT " WHERE kind = excluded.kind", task, problem, error);
}

gboolean
exm_table_problem_withdraw (ExmDb *db, gint64 task, ExmProblemKind kind, GError **error)
{
  return exm_db_run (
      db, "DELETE FROM trouble WHERE task = ? AND kind = ?",
      EXM_VALUES (EXM_INT (task), EXM_TEXT (exm_problem_kind_get_name (kind))), error);
}

gboolean
exm_table_problem_ignore (ExmDb *db, gint64 task, gboolean ignored, GError **error)
{
  return exm_db_run (db, "UPDATE trouble SET ignored = ? WHERE task = ?",
                     EXM_VALUES (EXM_INT (ignored != 0), EXM_INT (task)), error);
}
