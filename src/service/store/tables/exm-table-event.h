/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The table event: what happened, in words, for the activity view. */

#pragma once

#include "store/db/exm-db.h"
#include "store/db/exm-store-values.h"

G_BEGIN_DECLS

/* @task: row of a task, 0 for none; @said: (nullable): @message for exm_said_to_words()
 */
gboolean exm_table_event_insert (ExmDb *db,
                                 gint64 task,
                                 ExmEventLevel level,
                                 const char *message,
                                 const char *said,
                                 gint64 now_usec,
                                 GError **error);

/* Gives an event other words. @changed: (out): whether it was still there */
gboolean exm_table_event_change (ExmDb *db,
                                 gint64 event,
                                 const char *message,
                                 const char *said,
                                 gboolean *changed,
                                 GError **error);

/**
 * exm_table_event_list:
 * @task: row of a task, 0 for all
 * @before_id: only events before this one, 0 for the newest
 *
 * Returns: (transfer full) (element-type ExmEvent): newest first
 */
GPtrArray *exm_table_event_list (
    ExmDb *db, gint64 task, gint64 before_id, guint limit, GError **error);

/* Forgets all but the newest @n_kept. */
gboolean exm_table_event_prune (ExmDb *db, guint n_kept, GError **error);

G_END_DECLS
