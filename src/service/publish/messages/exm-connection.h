/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Connections to services that take messages: address, secret and receiver by a name that
 * task files hold instead. The address of a chat is a secret itself. They lie in a file
 * of the data folder that only its owner can read; what is secret of them lies in the
 * keyring of the session instead, where there is one that is unlocked when they are
 * saved, and nowhere else. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The file, in the data folder. */
#define EXM_CONNECTIONS_NAME "connections"

/**
 * ExmConnection:
 * @settings: (owned) (nullable) (element-type utf8 utf8): what else its kind asks for
 * @keyring_id: what is secret of it lies in the keyring under this
 * @is_closed: it was not read from there yet; see exm_connection_open()
 *
 * All strings (owned) (nullable), but in one that is only looked at.
 */
typedef struct
{
  char *name;
  char *address;
  char *secret;
  char *room;
  GHashTable *settings;
  char *keyring_id;
  gboolean is_closed;
} ExmConnection;

/* The place where a connection's secret is to be kept. */
typedef enum
{
  EXM_SECRET_WHERE_IT_CAN, /* in the keyring, if one is unlocked or has it already */
  EXM_SECRET_IN_KEYRING,
  EXM_SECRET_IN_FILE,
} ExmSecretPlace;

void exm_connection_clear (ExmConnection *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmConnection, exm_connection_clear)

/**
 * exm_connection_load:
 * @folder: the data folder
 * @kind: id of a kind of message
 * @name: any text
 * @connection: (out): the connection
 * @error: (out): of the file, naming it; where others can read the file, nothing in it is
 *   used; %G_KEY_FILE_ERROR_GROUP_NOT_FOUND where there is none of that name
 *
 * Reads a small file; any thread.
 */
gboolean exm_connection_load (const char *folder,
                              const char *kind,
                              const char *name,
                              ExmConnection *connection,
                              GError **error);

/* Returns: (transfer full): names of the connections of a kind, in the order of the file;
 * empty where that cannot be read, which exm_connection_load() tells. Any thread. */
GStrv exm_connection_list (const char *folder, const char *kind);

/**
 * exm_connection_open:
 * @self: of exm_connection_load()
 * @cancellable: (nullable): ends it
 * @error: (out): %EXM_KEYRING_ERROR, naming the connection, without secrets
 *
 * Reads from the keyring what lies there; nothing is done where nothing does, or it was
 * read. Never asks a person. Blocks, some seconds at most; any thread.
 */
gboolean
exm_connection_open (ExmConnection *self, GCancellable *cancellable, GError **error);

/* Copies what @other has from the keyring, if it is the same connection. Returns: whether
 * @self is open now */
gboolean exm_connection_open_as (ExmConnection *self, const ExmConnection *other);

/**
 * exm_connection_save:
 * @folder: the data folder
 * @kind: id of a kind of message
 * @connection: (inout): an open one; @keyring_id tells afterwards where its secret is
 * @hides_address: whether the address is a secret itself
 * @keep: where the secret is to be
 * @cancellable: (nullable): ends it
 * @error: (out): of the file, naming it; %EXM_KEYRING_ERROR where the keyring has the old
 *   secret, or is asked for, and cannot be written
 *
 * Stores the connection in place of one of its kind and name, on the disk when the call
 * returns. A copy of the secret that the keyring has no longer to hold is removed from
 * it, at once or with the next call. Blocks, some seconds at most and as long as other
 * threads save or forget; any thread.
 */
gboolean exm_connection_save (const char *folder,
                              const char *kind,
                              ExmConnection *connection,
                              gboolean hides_address,
                              ExmSecretPlace keep,
                              GCancellable *cancellable,
                              GError **error);

/**
 * exm_connection_forget:
 * @error: (out): as exm_connection_load(); %EXM_KEYRING_ERROR where the keyring has the
 *   secret, and it cannot be removed: nothing is then
 *
 * Removes the connection and its secret. Blocks, some seconds at most; any thread.
 */
gboolean exm_connection_forget (const char *folder,
                                const char *kind,
                                const char *name,
                                GCancellable *cancellable,
                                GError **error);

/* Returns: (transfer none): where the secret of the connection is kept, a sentence,
 * marked for translation */
const char *exm_connection_get_place (const ExmConnection *self);

/* Sets @key to @value; without one, or with an empty one, it is as if it was never set.
 */
void exm_connection_set (ExmConnection *self, const char *key, const char *value);

/* Returns: (transfer none): the value of a setting, else @standard */
const char *
exm_connection_get (const ExmConnection *self, const char *key, const char *standard);

/* Returns: (transfer none) (nullable): its own address, else @standard */
const char *exm_connection_get_address (const ExmConnection *self, const char *standard);

/* @standard: (nullable). Returns: (transfer full) (nullable): its address, or @standard
 */
GUri *exm_connection_parse (const ExmConnection *self, const char *standard);

/**
 * exm_connection_dup_host:
 * @standard: (nullable): address where it has none
 *
 * Returns: (transfer full): its host, which may be shown; its name, where there is none
 */
char *exm_connection_dup_host (const ExmConnection *self, const char *standard);

/* Returns: (transfer full): @text without anything that is secret of the connection */
char *exm_connection_hide (const ExmConnection *self, const char *text);

G_END_DECLS
