/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Older articles: what a first run passed over, and collecting it later. What comes of it
 * is backlog. Thread of the store. */

#pragma once

#include "store/exm-store.h"

G_BEGIN_DECLS

/**
 * exm_store_list_passed_over:
 *
 * Returns: (transfer full) (element-type ExmPassedOver): what the task could collect
 *   still, listed or not: what is known to be newest first
 */
GPtrArray *exm_store_list_passed_over (ExmStore *self, const char *uid, GError **error);

/**
 * exm_store_collect_older:
 * @passed: (element-type ExmPassedOver): of the task; what is known by now is left alone
 * @n_jobs: (out): how many of them are to be fetched
 *
 * All of them wait for the next run, or for exm_store_adopt_older().
 */
gboolean exm_store_collect_older (ExmStore *self,
                                  const char *uid,
                                  const GPtrArray *passed,
                                  gint64 now_usec,
                                  guint *n_jobs,
                                  GError **error);

/**
 * exm_store_adopt_older:
 * @run_id: a run of the task that is under way
 * @n_older: (out): how many older articles it has to fetch besides; its counts have them
 *
 * Makes all that waits for the next run a part of this one.
 */
gboolean exm_store_adopt_older (ExmStore *self,
                                const char *uid,
                                gint64 run_id,
                                gint64 now_usec,
                                guint *n_older,
                                GError **error);

/* @n_jobs: (out): how many older articles of the task were asked for and are to be
 * fetched still, in a run or in the next one */
gboolean exm_store_count_waiting_older (ExmStore *self,
                                        const char *uid,
                                        guint *n_jobs,
                                        GError **error);

/* @n_older: (out): how many older articles the run has to fetch still */
gboolean
exm_store_count_older (ExmStore *self, gint64 run_id, guint *n_older, GError **error);

/**
 * exm_store_put_back_older:
 * @run_id: a run that is stopped
 *
 * Its older articles are passed over again, so that no later run goes on with them; those
 * that are leased stay as they are.
 */
gboolean exm_store_put_back_older (ExmStore *self, gint64 run_id, GError **error);

/* Marks an article of the task as backlog. */
gboolean exm_store_mark_backlog (ExmStore *self,
                                 const char *uid,
                                 const char *url_key,
                                 GError **error);

G_END_DECLS
