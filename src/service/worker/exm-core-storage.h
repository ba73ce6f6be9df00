/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A store that fails, and the store of resources. */

#pragma once

#include "worker/exm-core.h"

G_BEGIN_DECLS

/* Whether @error (nullable) says that the store does not work, and not that one thing in
 * it is missing or damaged. */
gboolean exm_core_is_store_failure (const GError *error);

/**
 * exm_core_store_failed_or_report:
 * @task: (nullable): whose run met it, %NULL for all of them
 * @error: of the store
 *
 * The run will end as failed. The failure is told unless it only lasts, and nothing new
 * begins until a back-off has passed that doubles up to ten minutes. No group is open.
 */
void
exm_core_store_failed_or_report (ExmCore *self, ExmCoreTask *task, const GError *error);

/* Returns: when the store is tried again, Unix time in microseconds; 0: now */
gint64 exm_core_get_store_retry (const ExmCore *self, gint64 now_usec);

/**
 * exm_core_try_store_again:
 *
 * After a failure: stores what could not be stored, and ends the runs that only the store
 * kept from it.
 *
 * Returns: whether the store works, as far as is known
 */
gboolean exm_core_try_store_again (ExmCore *self);

/* For a worker that runs once and whose store failed: ends all runs as failed. */
void exm_core_end_failed_runs (ExmCore *self);

/* Notes a job to be given back when the store takes it again: the group in which that was
 * done came to nothing. */
void exm_core_release_later (ExmCore *self,
                             ExmCoreTask *task,
                             const ExmJob *job,
                             gint64 due_usec);

/**
 * exm_core_release_job:
 * @task: (nullable): the job's
 * @due_usec: when it is tried next, Unix time
 * @was_tried: whether that was an attempt
 *
 * Gives a job back; where the store does not take it, as soon as it does.
 */
void exm_core_release_job (ExmCore *self,
                           ExmCoreTask *task,
                           const ExmJob *job,
                           gint64 due_usec,
                           gboolean was_tried);

/* Gives back a job that the store failed. Returns: whether it was that, and the job is
 * not to be given up */
gboolean exm_core_put_back (ExmCore *self,
                            ExmCoreTask *task,
                            const ExmJob *job,
                            const GError *error);

/* Returns: (transfer full): for the jobs that the store would not take back */
GArray *exm_core_new_unreleased (void);

/* Gives back the jobs of @task (nullable: of all) that the store did not take. */
gboolean exm_core_release_rest (ExmCore *self, const ExmCoreTask *task, GError **error);

/* Forgets the jobs that exm_core_release_rest() gave back. */
void exm_core_forget_rest (ExmCore *self, const ExmCoreTask *task);

/* Returns: (transfer none) (nullable): where pictures are kept, opened when first asked
 * for; %NULL where it cannot be had, which is told, or with @create %FALSE is not there
 */
ExmResourceStore *exm_core_get_resources (ExmCore *self, gboolean create);

/* Tells whether kept pictures were lost. @sweep: drops those of articles that are gone */
void exm_core_check_resources (ExmCore *self, gboolean sweep);

G_END_DECLS
