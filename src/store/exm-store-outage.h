/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Outputs that take nothing for a while: part of exm-store.h. An outage begins with the
 * first article that its output does not take, and ends when all that were tried in vain
 * are there. However long it lasts, it is one row and one event. */

#pragma once

#include "exm-store.h"

G_BEGIN_DECLS

/**
 * ExmOutage:
 * @since_usec: when it began; 0: there is none
 * @event_id: of the event that tells of it, 0 if none does
 * @n_articles: that were not taken since
 * @n_attempts: in vain since
 * @message: why, the last time, in words
 * @said: (nullable): the same for exm_said_to_words()
 */
typedef struct
{
  gint64 since_usec;
  gint64 event_id;
  guint n_articles;
  guint n_attempts;
  char *message; /* (owned) (nullable) */
  char *said;    /* (owned) (nullable) */
} ExmOutage;

/* Frees what @self holds and makes it none. */
void
exm_outage_clear (ExmOutage *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmOutage, exm_outage_clear)

/**
 * exm_store_count_outage:
 * @publication: as it was before the attempt that has just failed for a cause of its
 *   output, not of the article
 * @message: the cause in words
 * @said: (nullable): the same for exm_said_to_words()
 * @outage: (out): the outage with this attempt
 */
gboolean
exm_store_count_outage (ExmStore *self,
                        const ExmPublication *publication,
                        const char *message,
                        const char *said,
                        gint64 now_usec,
                        ExmOutage *outage,
                        GError **error);

/**
 * exm_store_tell_outage:
 * @publication: whose output it is
 * @outage: as exm_store_count_outage() said
 * @message: what its event is to say, in words
 * @said: (nullable): the same for exm_said_to_words()
 *
 * Makes the event, as a warning at the time when the outage began, or changes its words.
 */
gboolean
exm_store_tell_outage (ExmStore *self,
                       const ExmPublication *publication,
                       const ExmOutage *outage,
                       const char *message,
                       const char *said,
                       GError **error);

/**
 * exm_store_end_outage:
 * @publication: that was taken
 * @ended: (out): the outage that is over by that; none where there was none, or where
 *   others that were tried in vain still wait
 *
 * Cost: O(log queue) without an outage.
 */
gboolean
exm_store_end_outage (ExmStore *self,
                      const ExmPublication *publication,
                      ExmOutage *ended,
                      GError **error);

/**
 * exm_store_get_outage:
 * @uid: a task
 * @outage: (out): of its output, if articles of the task wait for it or were given up;
 *   else none
 */
gboolean
exm_store_get_outage (ExmStore *self,
                      const char *uid,
                      const char *output_key,
                      ExmOutage *outage,
                      GError **error);

/* Of what an output of the task did not take, the first that waits is due now; where all
 * was given up, one of those for one attempt more. Cost: O(what waits for the output) */
gboolean
exm_store_probe_output (ExmStore *self,
                        const char *uid,
                        const char *output_key,
                        gint64 now_usec,
                        GError **error);

G_END_DECLS
