/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The table problem: what ails a task now, a row for each that something does. */

#pragma once

#include "store/db/exm-db.h"
#include "store/db/exm-store-values.h"

G_BEGIN_DECLS

/**
 * exm_table_problem_set:
 * @task: row of the task
 * @problem: what was found; of the kind that is known already, its beginning and whether
 *   it is ignored stay what they are. %EXM_PROBLEM_NONE ends it
 */
gboolean
exm_table_problem_set (ExmDb *db, gint64 task, const ExmProblem *problem, GError **error);

/* As exm_table_problem_set(), where nothing or something of the same kind ails it. */
gboolean exm_table_problem_offer (ExmDb *db,
                                  gint64 task,
                                  const ExmProblem *problem,
                                  GError **error);

/* It does not ail the task any more, if it was what does. */
gboolean
exm_table_problem_withdraw (ExmDb *db, gint64 task, ExmProblemKind kind, GError **error);

gboolean
exm_table_problem_ignore (ExmDb *db, gint64 task, gboolean ignored, GError **error);

G_END_DECLS
