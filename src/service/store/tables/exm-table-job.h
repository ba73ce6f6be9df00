/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The table job: pages to be fetched, leased to whoever works on them. */

#pragma once

#include "store/db/exm-statement.h"
#include "store/db/exm-store-values.h"
#include "store/tables/exm-table-trash.h"

G_BEGIN_DECLS

/* When parked jobs are due, which wait for the next run: the year 10000. */
#define EXM_JOB_PARKED_USEC (G_GINT64_CONSTANT (253402300800) * G_USEC_PER_SEC)

#define EXM_SQL_JOB_COLUMNS                                                              \
  "id, (SELECT uid FROM task WHERE task.id = job.task), run, kind, url, url_key, due,"   \
  " attempts, payload, host, EXISTS (SELECT 1 FROM backlog b WHERE b.task = job.task"    \
  " AND b.url_key = job.url_key), (SELECT p.url FROM job_page p WHERE p.job = job.id"    \
  " AND p.page_hash IS NULL AND p.lost = 0 ORDER BY p.number LIMIT 1),"                  \
  " (SELECT p.number FROM job_page p WHERE p.job = job.id AND p.page_hash IS NULL"       \
  " AND p.lost = 0 ORDER BY p.number LIMIT 1),"                                          \
  " (SELECT count(*) FROM job_page p WHERE p.job = job.id)"

#define EXM_SQL_JOB_CLAIM                                                                \
  "UPDATE job SET lease_owner = ?1, lease_until = ?2, attempts = attempts + 1"           \
  " WHERE id IN (SELECT id FROM job WHERE host = ?5 AND due <= ?3"                       \
  " AND (lease_until IS NULL OR lease_until <= ?3) AND " EXM_SQL_NOT_TRASHED (           \
      "task") " ORDER BY due, id LIMIT ?4) RETURNING " EXM_SQL_JOB_COLUMNS

/* From one host to the next by the index, whatever the number of their jobs. */
#define EXM_SQL_JOB_HOSTS                                                                \
  "WITH RECURSIVE h (host) AS (SELECT min (host) FROM job UNION ALL"                     \
  " SELECT (SELECT min (host) FROM job WHERE host > h.host) FROM h"                      \
  " WHERE h.host IS NOT NULL)"                                                           \
  " SELECT h.host, (SELECT uid FROM task WHERE task.id = job.task), job.due"             \
  " FROM h JOIN job ON job.id = (SELECT id FROM job WHERE job.host = h.host"             \
  " AND (lease_until IS NULL OR lease_until <= ?) AND " EXM_SQL_NOT_TRASHED (            \
      "task") " ORDER BY due, id LIMIT 1)"

/**
 * exm_table_job_insert:
 * @job: its task_uid, id and host are not looked at
 *
 * Does nothing if the task has a job of this kind for this address.
 */
gboolean exm_table_job_insert (ExmDb *db, gint64 task, const ExmJob *job, GError **error);

/* Returns: (transfer full) (element-type ExmJob): by time */
GPtrArray *exm_table_job_claim (ExmDb *db,
                                const char *host,
                                const char *owner,
                                gint64 now_usec,
                                gint64 until_usec,
                                guint limit,
                                GError **error);

/* @error: %EXM_STORE_ERROR_LEASE_LOST unless the job is leased to @owner. */
gboolean exm_table_job_delete (ExmDb *db, gint64 id, const char *owner, GError **error);

/* Gives the job back, to be done at @due_usec. @error as above. */
gboolean exm_table_job_release (ExmDb *db,
                                gint64 id,
                                const char *owner,
                                gint64 due_usec,
                                gboolean was_tried,
                                GError **error);

/* Prolongs the lease. @error as above. */
gboolean exm_table_job_renew (
    ExmDb *db, gint64 id, const char *owner, gint64 until_usec, GError **error);

/* Gives back all jobs of @owner at once. */
gboolean exm_table_job_release_all (ExmDb *db, const char *owner, GError **error);

/* Jobs of @run that are free belong to none, and are due when they are unparked. */
gboolean exm_table_job_park (ExmDb *db, gint64 run, GError **error);

/* The same for all jobs of @task that are free. */
gboolean exm_table_job_park_task (ExmDb *db, gint64 task, GError **error);
gboolean exm_table_job_unpark (ExmDb *db, gint64 task, gint64 due_usec, GError **error);

/**
 * exm_table_job_hasten:
 * @found: (out): whether the task has a job for the address
 *
 * The job is due at @now_usec, unless somebody is at it.
 */
gboolean exm_table_job_hasten (ExmDb *db,
                               gint64 task,
                               const char *url_key,
                               gint64 now_usec,
                               gboolean *found,
                               GError **error);

/* Jobs of @task that belong to no run become those of @run. */
gboolean exm_table_job_adopt (ExmDb *db, gint64 task, gint64 run, GError **error);

/* Jobs due after @now_usec are due earlier by @step_usec; parked ones stay. */
gboolean
exm_table_job_shift (ExmDb *db, gint64 now_usec, gint64 step_usec, GError **error);

/* Jobs due later than @limit_usec after @now_usec are due now; parked ones stay.
 * @n_changed: (out): how many */
gboolean exm_table_job_limit (
    ExmDb *db, gint64 now_usec, gint64 limit_usec, guint *n_changed, GError **error);

/* Returns: (transfer full) (element-type ExmHostJob): by time */
GPtrArray *exm_table_job_list_hosts (ExmDb *db, gint64 now_usec, GError **error);

/* @run: row of a run, 0 for jobs of all runs. */
gboolean exm_table_job_count (ExmDb *db, gint64 run, gint64 *n_jobs, GError **error);

/* Jobs of @run that are free and were never tried. */
gboolean
exm_table_job_count_untried (ExmDb *db, gint64 run, gint64 *n_jobs, GError **error);

/* Returns: (transfer full) (nullable): the job, if it is leased to @owner and its task is
 * not in the trash */
ExmJob *
exm_table_job_get_leased (ExmDb *db, gint64 id, const char *owner, GError **error);

/* Returns: (transfer full) (nullable): the job, if it is due and free, and its task is
 * not in the trash */
ExmJob *exm_table_job_claim_one (ExmDb *db,
                                 gint64 id,
                                 const char *owner,
                                 gint64 now_usec,
                                 gint64 until_usec,
                                 GError **error);

/* The table job_page: the pages of an article of several, while they are fetched. */

/**
 * exm_table_job_page_add:
 * @pages: (element-type ExmArticlePage): those that are known stay as they are
 */
gboolean
exm_table_job_page_add (ExmDb *db, gint64 job, const GPtrArray *pages, GError **error);

/* A page came. */
gboolean exm_table_job_page_set (
    ExmDb *db, gint64 job, guint number, const char *hash, GError **error);

/* A page cannot be had; @number %EXM_ARTICLE_PAGE_ALL is forgotten as one. The other
 * pages have all their attempts. */
gboolean exm_table_job_page_lose (ExmDb *db, gint64 job, guint number, GError **error);

/* Returns: (transfer full) (element-type ExmArticlePage): by number */
GPtrArray *exm_table_job_page_list (ExmDb *db, gint64 job, GError **error);

/* Returns: (transfer full): a #ExmArticlePage of number, url and hash in @row */
gpointer exm_table_job_read_page (ExmStatement *row);

G_END_DECLS
