/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The weekly report as a mail to the operator: every Monday morning, once a week whatever
 * happens meanwhile. The store has which connection it goes to, and what became of the
 * last one; each is written by one side alone, so that neither overwrites the other. */

#pragma once

#include "publish/messages/exm-message.h"
#include "report/exm-weekly-report.h"

G_BEGIN_DECLS

/* The hour of Monday from which on it is sent, by the clock of this computer. */
#define EXM_WEEKLY_MAIL_HOUR 7

typedef enum
{
  EXM_WEEKLY_MAIL_NONE,    /* nothing was tried yet */
  EXM_WEEKLY_MAIL_WAITING, /* it did not go out, and is tried again */
  EXM_WEEKLY_MAIL_ASKED,   /* it is on its way */
  EXM_WEEKLY_MAIL_SENT,
  EXM_WEEKLY_MAIL_PERHAPS, /* no answer was seen: it is not sent again */
  EXM_WEEKLY_MAIL_FAILED,  /* it was given up */
  EXM_WEEKLY_MAIL_SKIPPED, /* of a week that the clock showed too early */
} ExmWeeklyMailState;

/**
 * ExmWeeklyMail:
 * @to: (owned) (nullable): the connection of mail; %NULL: it is switched off
 * @since_usec: when it was switched on; weeks that were over then are not sent
 * @week: the Monday of the last one, as a day of GDate; 0: none
 * @state: what became of that
 * @attempts: that failed
 * @next_usec: when a waiting one is tried again
 * @said: (owned) (nullable): why it did not go out, for exm_said_to_words(), or a text
 */
typedef struct
{
  char *to;
  gint64 since_usec;
  guint week;
  ExmWeeklyMailState state;
  guint attempts;
  gint64 next_usec;
  char *said;
} ExmWeeklyMail;

void exm_weekly_mail_clear (ExmWeeklyMail *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmWeeklyMail, exm_weekly_mail_clear)

/**
 * exm_weekly_mail_read:
 * @store: (nullable): read by it, on its thread,
 * @reader: (nullable): else by this one, on any thread that may block
 * @self: (out): how it stands
 *
 * Cost: two queries.
 */
gboolean exm_weekly_mail_read (ExmStore *store,
                               ExmStoreReader *reader,
                               ExmWeeklyMail *self,
                               GError **error);

/**
 * exm_weekly_mail_set:
 * @to: (nullable): the connection, %NULL to switch it off
 * @since_usec: see #ExmWeeklyMail
 *
 * Stores what a person chooses. A report that waits for another attempt is tried at once.
 * On the thread of the store.
 */
gboolean
exm_weekly_mail_set (ExmStore *store, const char *to, gint64 since_usec, GError **error);

/* A person wants it once more that did not go out, or is perhaps delivered; one that is
 * on its way, or was sent, stays so. On the thread of the store. */
gboolean exm_weekly_mail_send_again (ExmStore *store, GError **error);

/* Returns: whether the last one did not go out, or is perhaps delivered */
gboolean exm_weekly_mail_is_in_doubt (const ExmWeeklyMail *self);

/* Stores what became of @week: for the worker alone, on the thread of the store. */
gboolean
exm_weekly_mail_keep (const ExmWeeklyMail *self, ExmStore *store, GError **error);

/**
 * ExmWeeklyMailPlan:
 * @week: the Monday of now, as in #ExmWeeklyMail
 * @to_usec: when the week before it is over: on that Monday, in the morning
 * @due: it is to be sent now
 * @next_usec: otherwise when to look again, %G_MAXINT64 for never
 * @is_behind: the last one is of a week that has not begun: the clock was wrong
 */
typedef struct
{
  guint week;
  gint64 to_usec;
  gboolean due;
  gint64 next_usec;
  gboolean is_behind;
} ExmWeeklyMailPlan;

/* Finds whether it is due at @now_usec: for six days from Monday morning on, in @zone.
 * Pure. */
void exm_weekly_mail_plan (const ExmWeeklyMail *self,
                           GTimeZone *zone,
                           gint64 now_usec,
                           ExmWeeklyMailPlan *plan);

/* Returns: whether exm_weekly_mail_send_again() would have it sent: for six days. As
 * exm_weekly_mail_plan(). */
gboolean exm_weekly_mail_may_send_again (const ExmWeeklyMail *self,
                                         GTimeZone *zone,
                                         gint64 now_usec);

/* Returns: (transfer full): how it stands, in a sentence or two for a person */
char *exm_weekly_mail_describe (const ExmWeeklyMail *self);

/**
 * exm_weekly_mail_open:
 * @folder: the data folder
 * @to: a connection of mail
 * @connection: (out): it, with its secret
 * @error: (out): as exm_message_kind_load() and exm_connection_open()
 *
 * Blocks, some seconds at most; any thread.
 */
gboolean exm_weekly_mail_open (const char *folder,
                               const char *to,
                               ExmConnection *connection,
                               GCancellable *cancellable,
                               GError **error);

/**
 * exm_weekly_mail_send:
 * @report: what is sent, in the language of this process
 * @connection: to whom
 * @id: the same however often it is tried
 * @sent: (out): what was seen, on error too
 * @error: (out): as exm_message_send()
 *
 * Blocks; any thread.
 */
gboolean exm_weekly_mail_send (const ExmWeeklyReport *report,
                               const ExmConnection *connection,
                               const char *id,
                               gint64 now_usec,
                               GCancellable *cancellable,
                               ExmSent *sent,
                               GError **error);

G_END_DECLS
