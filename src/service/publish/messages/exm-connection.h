/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Connections to services that take messages: address, secret and receiver by a name that
 * task files hold instead. The address of a chat is a secret itself. They lie in a file
 * of the data folder that only its owner can read, and nowhere else. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The file, in the data folder. */
#define EXM_CONNECTIONS_NAME "connections"

/**
 * ExmConnection:
 * @settings: (owned) (nullable) (element-type utf8 utf8): what else its kind asks for
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
} ExmConnection;

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

/* Stores the connection in place of one of its kind and name, on the disk when the call
 * returns. */
gboolean exm_connection_save (const char *folder,
                              const char *kind,
                              const ExmConnection *connection,
                              GError **error);

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
