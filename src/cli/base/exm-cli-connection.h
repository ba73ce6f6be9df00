/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Connections to services, entered at a terminal or on standard input. */

#pragma once

#include "publish/messages/exm-message.h"

G_BEGIN_DECLS

/**
 * exm_cli_connection_ensure:
 * @folder: the data folder
 * @kind: of messages or databases
 * @name: of the connection, or the file of a kind that is one
 * @anew: asks even if it is known
 *
 * Asks for a connection that is not known, a line a part, the secret unseen; stores it,
 * and prints where its secret is. Complains of what is wrong.
 *
 * Returns: whether it is there
 */
gboolean exm_cli_connection_ensure (const char *folder,
                                    const ExmMessageKind *kind,
                                    const char *name,
                                    gboolean anew);

G_END_DECLS
