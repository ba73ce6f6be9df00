/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The table trouble: what ails a task now, a row for each that something does. */

#pragma once

#include "exm-db.h"
#include "exm-store-values.h"

G_BEGIN_DECLS

/**
 * exm_table_trouble_set:
 * @task: row of the task
 * @trouble: what was found; of the kind that is known already, its beginning and whether
 *   it is ignored stay what they are. %EXM_TROUBLE_NONE ends it
 */
gboolean
exm_table_trouble_set (ExmDb *db, gint64 task, const ExmTrouble *trouble, GError **error);

/* As exm_table_trouble_set(), where nothing or something of the same kind ails it. */
gboolean
exm_table_trouble_offer (ExmDb *db,
                         gint64 task,
                         const ExmTrouble *trouble,
                         GError **error);

/* It does not ail the task any more, if it was what does. */
gboolean
exm_table_trouble_withdraw (ExmDb *db, gint64 task, ExmTroubleKind kind, GError **error);

gboolean
exm_table_trouble_ignore (ExmDb *db, gint64 task, gboolean ignored, GError **error);

G_END_DECLS
