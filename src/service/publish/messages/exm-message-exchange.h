/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Requests to a service over HTTP, one after the other, and what its answers mean.
 * Follows no redirect, so that no secret goes to another host; reads no more of an answer
 * than a message of its kind has. */

#pragma once

#include "publish/messages/exm-message.h"

G_BEGIN_DECLS

/**
 * ExmMessageExchange:
 * @kind: of the service
 * @connection: to it
 * @database: (nullable): trusted authorities, %NULL for the system's
 * @cancellable: (nullable): ends it
 * @until_usec: monotonic time of the end of all requests
 * @kept_usec: of that time, kept for the one that may not be repeated: begun too late, it
 *   would leave doubt
 *
 * All (unowned). Of one thread, whose default context runs meanwhile.
 */
struct _ExmMessageExchange
{
  const ExmMessageKind *kind;
  const ExmConnection *connection;
  GTlsDatabase *database;
  GCancellable *cancellable;
  gint64 until_usec;
  gint64 kept_usec;
};

/**
 * ExmMessageAnswer:
 * @status: of HTTP
 * @bytes: (owned): its beginning, terminated
 * @location: (owned) (nullable): where it leads
 * @rest_usec: how long its head asks to be left alone, 0 if it does not
 * @is_whole: whether @bytes are all of it
 * @is_of_question: whether the request may be repeated
 */
typedef struct
{
  guint status;
  GString *bytes;
  char *location;
  gint64 rest_usec;
  gboolean is_whole;
  gboolean is_of_question;
} ExmMessageAnswer;

void exm_message_answer_clear (ExmMessageAnswer *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmMessageAnswer, exm_message_answer_clear)

/**
 * exm_message_exchange_ask:
 * @may_repeat: whether nothing comes of it if it is sent twice
 * @answer: (out): what came back
 * @error: (out): %EXM_MESSAGE_ERROR, without secrets; unanswered is only what may not be
 *   repeated
 *
 * Returns: %TRUE once there is an answer, however much of it comes and whatever it says
 */
gboolean exm_message_exchange_ask (ExmMessageExchange *self,
                                   const ExmMessageRequest *request,
                                   gboolean may_repeat,
                                   ExmMessageAnswer *answer,
                                   GError **error);

/**
 * exm_message_exchange_judge:
 * @sent: (inout): gets what was seen
 * @error: (out): %EXM_MESSAGE_ERROR, without secrets
 *
 * Returns: whether the answer says that the request was taken, by its status and by the
 *   member that its kind names
 */
gboolean exm_message_exchange_judge (ExmMessageExchange *self,
                                     const ExmMessageAnswer *answer,
                                     ExmSent *sent,
                                     GError **error);

G_END_DECLS
