/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Outputs that take nothing for a while: part of exm-store.h. An output failure begins
 * with the first article that its output does not take, and ends when all that were tried
 * in vain are there. However long it lasts, it is one row and one event. */

#pragma once

#include "store/db/exm-output-failure.h"
#include "store/exm-store.h"

G_BEGIN_DECLS

/**
 * exm_store_count_output_failure:
 * @publication: as it was before the attempt that has just failed for a cause of its
 *   output, not of the article
 * @n_articles: how many were tried together, it among them
 * @n_others: of these, not tried before
 * @message: the cause in words
 * @said: (nullable): the same for exm_said_to_words()
 * @output failure: (out): the output failure with this attempt
 */
gboolean exm_store_count_output_failure (ExmStore *self,
                                         const ExmPublication *publication,
                                         guint n_articles,
                                         guint n_others,
                                         const char *message,
                                         const char *said,
                                         gint64 now_usec,
                                         ExmOutputFailure *output_failure,
                                         GError **error);

/**
 * exm_store_tell_output_failure:
 * @publication: whose output it is
 * @output failure: as exm_store_count_output_failure() said
 * @message: what its event is to say, in words
 * @said: (nullable): the same for exm_said_to_words()
 *
 * Makes the event, as a warning at the time when the output failure began, or changes its
 * words.
 */
gboolean exm_store_tell_output_failure (ExmStore *self,
                                        const ExmPublication *publication,
                                        const ExmOutputFailure *output_failure,
                                        const char *message,
                                        const char *said,
                                        GError **error);

/**
 * exm_store_end_output_failure:
 * @publication: that was taken
 * @ended: (out): the output failure that is over by that; none where there was none, or
 * where others that were tried in vain still wait
 *
 * Cost: O(log queue) without an output failure.
 */
gboolean exm_store_end_output_failure (ExmStore *self,
                                       const ExmPublication *publication,
                                       ExmOutputFailure *ended,
                                       GError **error);

/**
 * exm_store_get_output_failure:
 * @uid: a task
 * @output failure: (out): of its output, if articles of the task wait for it or were
 * given up; else none
 */
gboolean exm_store_get_output_failure (ExmStore *self,
                                       const char *uid,
                                       const char *output_key,
                                       ExmOutputFailure *output_failure,
                                       GError **error);

/* Makes the first article that an output of the task did not take due now; where all
 * was given up, one of those for one attempt more. Cost: O(what waits for the output) */
gboolean exm_store_probe_output (ExmStore *self,
                                 const char *uid,
                                 const char *output_key,
                                 gint64 now_usec,
                                 GError **error);

G_END_DECLS
