/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Publications to services that answer: part of exm-store.h. Before one is sent it is
 * "asked", on the disk; the answer makes it published or waiting. Without an answer it is
 * "perhaps" delivered where nobody could tell a repetition, and waits where one can. */

#pragma once

#include "store/exm-store.h"

G_BEGIN_DECLS

/**
 * exm_store_ask:
 * @publications: (element-type ExmPublication): that wait
 *
 * They are about to be sent, all or none of them. On the disk when the call returns.
 */
gboolean exm_store_ask (ExmStore *self, const GPtrArray *publications, GError **error);

/* Returns: (transfer full) (element-type ExmPublication): those that a process which died
 * had asked. Cost: reads the whole queue, if ever one was asked */
GPtrArray *exm_store_list_asked (ExmStore *self, GError **error);

/**
 * exm_store_end_asking:
 * @perhaps: it is perhaps delivered; else it waits
 * @due_usec: until then
 * @message: (nullable): why, in words
 * @said: (nullable): the same for exm_said_to_words()
 *
 * Ends one that was asked without an answer.
 */
gboolean exm_store_end_asking (ExmStore *self,
                               gint64 id,
                               gboolean perhaps,
                               gint64 due_usec,
                               const char *message,
                               const char *said,
                               GError **error);

/**
 * exm_store_list_gathered:
 * @first: that waits
 * @from_usec: due no sooner
 * @to_usec: and no later
 *
 * Returns: (transfer full) (element-type ExmPublication): those of its task that wait for
 *   its output after as many attempts, at most @limit
 */
GPtrArray *exm_store_list_gathered (ExmStore *self,
                                    const ExmPublication *first,
                                    gint64 from_usec,
                                    gint64 to_usec,
                                    guint limit,
                                    GError **error);

/* Articles on their way to an output, by what became of them. */
typedef struct
{
  gint64 n_published;
  gint64 n_waiting;
  gint64 n_perhaps;
  gint64 n_failed;
} ExmOutputCounts;

/**
 * exm_store_count_output:
 * @uid: (nullable): of the task that has the output
 * @search: (nullable): the saved search that has it in place of a task
 * @counts: (out)
 *
 * Cost: O(articles of the task, or those that the search found).
 */
gboolean exm_store_count_output (ExmStore *self,
                                 const char *uid,
                                 const char *search,
                                 const char *output_key,
                                 ExmOutputCounts *counts,
                                 GError **error);

/**
 * exm_store_retry_task:
 * @perhaps: those that are perhaps delivered, too
 * @n: (out): how many there are
 *
 * Makes articles of a task due now that were given up or wait after an attempt.
 */
gboolean exm_store_retry_task (ExmStore *self,
                               const char *uid,
                               gboolean perhaps,
                               gint64 now_usec,
                               guint *n,
                               GError **error);

/* Makes one that waits due no sooner than @least_usec; no attempt is counted. */
gboolean exm_store_postpone_publication (ExmStore *self,
                                         gint64 id,
                                         gint64 least_usec,
                                         GError **error);

G_END_DECLS
