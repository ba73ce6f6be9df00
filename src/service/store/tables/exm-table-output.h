/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The table output: what is known of the outputs of tasks that articles were to go to. */

#pragma once

#include "store/db/exm-db.h"
#include "store/db/exm-output-failure.h"

G_BEGIN_DECLS

#define EXM_SQL_OUTPUT_TOOK                                                              \
  "SELECT ifnull (device, 0) FROM output WHERE output_key = ? AND took = 1 LIMIT 1"

/* The output of @publication, a row of the queue, took it on the file system @device. */
gboolean
exm_table_output_take (ExmDb *db, gint64 publication, gint64 device, GError **error);

/* @took: (out): whether it took an article, of whatever task; @device: (out): on which
 * file system the last time, 0 if that is not known */
gboolean exm_table_output_get_took (
    ExmDb *db, const char *output_key, gboolean *took, gint64 *device, GError **error);

/* It did not take @n_articles now, of which it had not refused @n_others before. */
gboolean exm_table_output_fail (ExmDb *db,
                                gint64 task,
                                const char *output_key,
                                guint n_articles,
                                guint n_others,
                                const char *message,
                                const char *said,
                                gint64 now_usec,
                                GError **error);

/* @event: row of the event that tells of its output failure */
gboolean exm_table_output_set_event (
    ExmDb *db, gint64 task, const char *output_key, gint64 event, GError **error);

/* Its output failure is over. */
gboolean
exm_table_output_recover (ExmDb *db, gint64 task, const char *output_key, GError **error);

/* @output failure: (out): none if it takes articles */
gboolean exm_table_output_get_output_failure (ExmDb *db,
                                              gint64 task,
                                              const char *output_key,
                                              ExmOutputFailure *output_failure,
                                              GError **error);

G_END_DECLS
