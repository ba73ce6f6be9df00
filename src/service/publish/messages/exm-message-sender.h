/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Sends a message and tells what became of it. */

#pragma once

#include "publish/messages/exm-message.h"

G_BEGIN_DECLS

/* The longest that the whole takes, milliseconds. */
#define EXM_MESSAGE_TIMEOUT_MS 30000u

/**
 * exm_message_send:
 * @message: not changed meanwhile
 * @database: (nullable): trusted authorities, %NULL for the system's
 * @timeout_ms: for the whole
 * @cancellable: (nullable): ends it, which is %EXM_MESSAGE_ERROR_UNANSWERED once it was
 *   sent
 * @sent: (out): what was seen, on error too
 * @error: (out): %EXM_MESSAGE_ERROR, without secrets
 *
 * Blocks; any thread.
 *
 * Returns: %TRUE once the service said that it took it
 */
gboolean exm_message_send (const ExmMessageKind *kind,
                           const ExmMessage *message,
                           const ExmConnection *connection,
                           GTlsDatabase *database,
                           guint timeout_ms,
                           GCancellable *cancellable,
                           ExmSent *sent,
                           GError **error);

/* Sends a sample article that is marked as a test. Blocks; as exm_message_send(). */
gboolean exm_message_send_test (const ExmMessageKind *kind,
                                const ExmConnection *connection,
                                gint64 now_usec,
                                GCancellable *cancellable,
                                ExmSent *sent,
                                GError **error);

G_END_DECLS
