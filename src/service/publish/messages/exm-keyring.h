/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The keyring of the session: the default collection of the secret service
 * (org.freedesktop.secrets), which is asked over the session bus. Nobody is ever asked
 * for a password here: what is locked is an error. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * ExmKeyringError:
 * @EXM_KEYRING_ERROR_ABSENT: no session bus, no secret service, or no keyring in it
 * @EXM_KEYRING_ERROR_LOCKED: a person has to unlock it first
 * @EXM_KEYRING_ERROR_DENIED: the bus or the service lets us not
 * @EXM_KEYRING_ERROR_LOST: the service went away, or gave no answer in time
 * @EXM_KEYRING_ERROR_MISSING: there is nothing under this id
 * @EXM_KEYRING_ERROR_WRONG: what lies there was not written by this program
 * @EXM_KEYRING_ERROR_FAILED: anything else that the service refused
 */
typedef enum
{
  EXM_KEYRING_ERROR_ABSENT,
  EXM_KEYRING_ERROR_LOCKED,
  EXM_KEYRING_ERROR_DENIED,
  EXM_KEYRING_ERROR_LOST,
  EXM_KEYRING_ERROR_MISSING,
  EXM_KEYRING_ERROR_WRONG,
  EXM_KEYRING_ERROR_FAILED,
} ExmKeyringError;

#define EXM_KEYRING_ERROR (exm_keyring_error_quark ())
GQuark exm_keyring_error_quark (void);

/**
 * exm_keyring_store:
 * @id: under which it is found again; what lies there already is replaced
 * @label: what people see in a program that shows the keyring
 * @text: the secret, UTF-8
 * @cancellable: (nullable): ends it
 * @error: (out): %EXM_KEYRING_ERROR, without the secret
 *
 * Stores it, and reads it back. Blocks, some seconds at most; any thread.
 */
gboolean exm_keyring_store (const char *id,
                            const char *label,
                            const char *text,
                            GCancellable *cancellable,
                            GError **error);

/* Blocks, some seconds at most; any thread. Returns: (transfer full) (nullable): what was
 * stored under @id */
char *exm_keyring_load (const char *id, GCancellable *cancellable, GError **error);

/* Removes what lies under @id, if there is something. Blocks, some seconds at most; any
 * thread. */
gboolean exm_keyring_remove (const char *id, GCancellable *cancellable, GError **error);

G_END_DECLS
