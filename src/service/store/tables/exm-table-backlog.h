/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The tables backlog and passed_over: addresses whose articles nobody is alerted to, and
 * those that a first run did not take. A row of these stays while its page is a job, so
 * that the address can be passed over again. */

#pragma once

#include "store/db/exm-db.h"
#include "store/db/exm-store-values.h"

G_BEGIN_DECLS

/* Marks the address, which may be marked already. */
gboolean
exm_table_backlog_add (ExmDb *db, gint64 task, const char *url_key, GError **error);

/**
 * exm_table_passed_over_insert:
 * @job: its url_key, url, payload, published_usec and place are looked at
 */
gboolean
exm_table_passed_over_insert (ExmDb *db, gint64 task, const ExmJob *job, GError **error);

/**
 * exm_table_passed_over_list:
 *
 * Cost: O(those of the task · log)
 *
 * Returns: (transfer full) (element-type ExmPassedOver): those that are no jobs: what is
 *   known to be newest first, then what says no date, as its source lists it
 */
GPtrArray *exm_table_passed_over_list (ExmDb *db, gint64 task, GError **error);

/**
 * exm_table_passed_over_take:
 * @taken: (out): whether the address was passed over; it is to be fetched now
 */
gboolean exm_table_passed_over_take (
    ExmDb *db, gint64 task, const char *url_key, gboolean *taken, GError **error);

/* @n_jobs: (out): jobs of @run that came from here */
gboolean
exm_table_passed_over_count_jobs (ExmDb *db, gint64 run, guint *n_jobs, GError **error);

/* @n_jobs: (out): the same of @task, whether in a run or not */
gboolean exm_table_passed_over_count_waiting (ExmDb *db,
                                              gint64 task,
                                              guint *n_jobs,
                                              GError **error);

/* Passes over again what of @run came from here and is not fetched; what is leased
 * stays. */
gboolean exm_table_passed_over_put_back (ExmDb *db, gint64 run, GError **error);

G_END_DECLS
