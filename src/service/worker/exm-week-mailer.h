/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Sender of the weekly report by mail. It is written, and its connection opened, on a
 * thread of its own; "asked" is stored before it goes out on another, and the answer
 * after it, so that a process that dies never sends a week twice. Of one thread, the
 * store's. */

#pragma once

#include "store/exm-store.h"

G_BEGIN_DECLS

typedef struct _ExmWeekMailer ExmWeekMailer;

/**
 * ExmWeekMailerFunc:
 * @problem: (nullable): to be told
 * @said: (nullable): to be told as it is no problem, for exm_said_to_words()
 *
 * Called when something is to be told, or one step of it has ended, and another may
 * begin.
 */
typedef void (*ExmWeekMailerFunc) (const GError *problem,
                                   const char *said,
                                   gpointer data);

/**
 * exm_week_mailer_new:
 * @folder: the data folder
 * @store: (transfer none): of it, open as long as this lives
 * @cancellable: ends what is on its way
 *
 * Returns: (transfer full): one at rest
 */
ExmWeekMailer *exm_week_mailer_new (const char *folder,
                                    ExmStore *store,
                                    GCancellable *cancellable,
                                    ExmWeekMailerFunc func,
                                    gpointer data);

/* Nothing may be on its way. */
void exm_week_mailer_free (ExmWeekMailer *self);

/* A report that a process which died had on its way is perhaps delivered: stores that. */
gboolean exm_week_mailer_settle (ExmWeekMailer *self, GError **error);

/**
 * exm_week_mailer_run:
 * @next_usec: (out): when it is due next, %G_MAXINT64 for never
 * @error: (out): of the store
 *
 * Sends the report where the operator wants it and its time has come: once a week,
 * whatever happens meanwhile. Cost: two small queries an hour, and after
 * exm_week_mailer_look_again().
 */
gboolean exm_week_mailer_run (ExmWeekMailer *self,
                              gint64 now_usec,
                              gint64 *next_usec,
                              GError **error);

/* Another process, or a person, may have changed how it stands. */
void exm_week_mailer_look_again (ExmWeekMailer *self);

/* Begins nothing more; a report that does not go out waits for the next process. */
void exm_week_mailer_stop (ExmWeekMailer *self);

/* Returns: whether something is on its way that ends with a call of the function */
gboolean exm_week_mailer_is_active (const ExmWeekMailer *self);

G_END_DECLS
