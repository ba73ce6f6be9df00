/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Inputs on which work ended hard: cancelled by the watchdog, over a limit, or with the
 * process itself. Thread of the store. */

#pragma once

#include "store/exm-store.h"

G_BEGIN_DECLS

/**
 * exm_store_add_hard_end:
 * @uid: a task
 * @url_key: the normal form of an address of it
 * @cause: the limit, in English words that are marked for translators
 * @n_ends: (out): how often that was now, without a success in between
 */
gboolean exm_store_add_hard_end (ExmStore *self,
                                 const char *uid,
                                 const char *url_key,
                                 const char *cause,
                                 guint *n_ends,
                                 GError **error);

/**
 * exm_store_get_hard_ends:
 * @n_ends: (out): 0 where work never ended so
 * @cause: (out) (nullable) (transfer full): of the last one
 */
gboolean exm_store_get_hard_ends (ExmStore *self,
                                  const char *uid,
                                  const char *url_key,
                                  guint *n_ends,
                                  char **cause,
                                  GError **error);

/**
 * exm_store_lift_quarantine:
 *
 * How work ended on it is forgotten: it came to an end, or is to be tried again.
 */
gboolean exm_store_lift_quarantine (ExmStore *self,
                                    const char *uid,
                                    const char *url_key,
                                    GError **error);

/**
 * exm_store_lift_sources:
 * @n_ends: after which an input is set aside
 *
 * The same of the lists, feeds and sitemaps of a task that are set aside.
 */
gboolean
exm_store_lift_sources (ExmStore *self, const char *uid, guint n_ends, GError **error);

/**
 * exm_store_get_leased_job:
 *
 * Returns: (transfer full) (nullable): the job, if it is leased to @owner; %NULL without
 *   @error if not
 */
ExmJob *
exm_store_get_leased_job (ExmStore *self, gint64 id, const char *owner, GError **error);

/**
 * exm_store_claim_job:
 *
 * As exm_store_claim_jobs(), of this one job.
 *
 * Returns: (transfer full) (nullable): %NULL without @error if it is not free or not due
 */
ExmJob *exm_store_claim_job (ExmStore *self,
                             gint64 id,
                             const char *owner,
                             gint64 now_usec,
                             gint64 until_usec,
                             GError **error);

G_END_DECLS
