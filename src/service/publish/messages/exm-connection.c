/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/messages/exm-connection.h"

#include "base/exm-fail-point.h"
#include "base/exm-said-error.h"
#include "publish/exm-publish-error.h"
#include "publish/messages/exm-keyring.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>

/* Only its owner may read it. */
#define MODE 0600

/* The shortest part of an address that is taken for a secret in a text, bytes. */
#define LEAST_HIDDEN 6u

/* Keys of a group that tell of the keyring: under which id it has what is secret, and
 * under which it has what it has no longer to hold. */
#define KEY_KEPT "keyring"
#define KEY_LEFT "keyring-left"

/* The group of the whole file, whose id tells it from others: ids in the keyring are made
 * of it, so that what a kill left there is found again. */
#define FILE_GROUP "keyring"
#define FILE_ID "id"
#define ID_CHARS 32

/* The group of what lies in the keyring, which is written as the file is. */
#define SECRET_GROUP "connection"

void
exm_connection_clear (ExmConnection *self)
{
  g_free (self->name);
  g_free (self->address);
  g_free (self->secret);
  g_free (self->room);
  g_clear_pointer (&self->settings, g_hash_table_unref);
  g_free (self->keyring_id);
  *self = (ExmConnection){ 0 };
}

static char *
make_group (const char *kind, const char *name)
{
  return g_strconcat (kind, " ", name, NULL);
}

static gboolean
read_file (const char *path, GKeyFile *file, GError **error)
{
  GStatBuf info;
  g_autoptr (GError) problem = NULL;

  if (g_stat (path, &info) == 0 && (info.st_mode & 077) != 0)
    {
      g_autofree char *display = g_filename_display_name (path);
      exm_said_set_error (error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_DENIED,
                          N_ ("%s holds secrets and others can read it: change its "
                              "permissions to those of its owner alone (chmod 600)."),
                          display);
      return FALSE;
    }
  if (g_key_file_load_from_file (file, path, G_KEY_FILE_KEEP_COMMENTS, &problem)
      || g_error_matches (problem, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    return TRUE;
  g_autofree char *display = g_filename_display_name (path);
  exm_said_set_error (error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_FAILED,
                      /* translators: a file, and what is wrong */
                      N_ ("%s cannot be read: %s"), display, problem->message);
  return FALSE;
}

static char *
get_text (GKeyFile *file, const char *group, const char *key)
{
  char *text = g_key_file_get_string (file, group, key, NULL);

  if (text != NULL && *text == '\0')
    g_clear_pointer (&text, g_free);
  return text;
}

void
exm_connection_set (ExmConnection *self, const char *key, const char *value)
{
  if (value == NULL || *value == '\0')
    return;
  if (self->settings == NULL)
    self->settings = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_hash_table_insert (self->settings, g_strdup (key), g_strdup (value));
}

const char *
exm_connection_get (const ExmConnection *self, const char *key, const char *standard)
{
  const char *value
      = self->settings != NULL ? g_hash_table_lookup (self->settings, key) : NULL;

  return value != NULL ? value : standard;
}

static gboolean
is_setting (const char *key)
{
  static const char *const own[]
      = { "address", "secret", "room", KEY_KEPT, KEY_LEFT, NULL };

  return !g_strv_contains (own, key);
}

static void
read_settings (GKeyFile *file, const char *group, ExmConnection *connection)
{
  g_auto (GStrv) keys = g_key_file_get_keys (file, group, NULL, NULL);

  for (guint i = 0; keys != NULL && keys[i] != NULL; i++)
    {
      g_autofree char *value
          = is_setting (keys[i]) ? get_text (file, group, keys[i]) : NULL;
      exm_connection_set (connection, keys[i], value);
    }
}

static gboolean
find_group (
    GKeyFile *file, const char *group, const char *kind, const char *name, GError **error)
{
  if (g_key_file_has_group (file, group))
    return TRUE;
  exm_said_set_error (error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_GROUP_NOT_FOUND,
                      /* translators: a kind of service, then a name */
                      N_ ("There is no connection of the kind %s called “%s” on this "
                          "computer; enter its address in Settings, or with "
                          "exemplar-cli output add."),
                      kind, name);
  return FALSE;
}

gboolean
exm_connection_load (const char *folder,
                     const char *kind,
                     const char *name,
                     ExmConnection *connection,
                     GError **error)
{
  g_autofree char *path = g_build_filename (folder, EXM_CONNECTIONS_NAME, NULL);
  g_autofree char *group = make_group (kind, name);
  g_autoptr (GKeyFile) file = g_key_file_new ();

  if (!read_file (path, file, error) || !find_group (file, group, kind, name, error))
    return FALSE;
  *connection = (ExmConnection){ .name = g_strdup (name),
                                 .address = get_text (file, group, "address"),
                                 .secret = get_text (file, group, "secret"),
                                 .room = get_text (file, group, "room"),
                                 .keyring_id = get_text (file, group, KEY_KEPT) };
  connection->is_closed = connection->keyring_id != NULL;
  read_settings (file, group, connection);
  return TRUE;
}

GStrv
exm_connection_list (const char *folder, const char *kind)
{
  g_autofree char *path = g_build_filename (folder, EXM_CONNECTIONS_NAME, NULL);
  g_autofree char *prefix = make_group (kind, "");
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  read_file (path, file, NULL);
  g_auto (GStrv) groups = g_key_file_get_groups (file, NULL);
  for (guint i = 0; groups[i] != NULL; i++)
    if (g_str_has_prefix (groups[i], prefix))
      g_strv_builder_add (names, groups[i] + strlen (prefix));
  return g_strv_builder_end (names);
}

gboolean
exm_connection_open (ExmConnection *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();

  if (!self->is_closed)
    return TRUE;
  g_autofree char *text = exm_keyring_load (self->keyring_id, cancellable, error);
  gboolean good = text != NULL
                  && g_key_file_load_from_data (file, text, (gsize) -1, 0, NULL)
                  && g_key_file_has_group (file, SECRET_GROUP);
  if (text != NULL && !good)
    exm_said_set_error (error, EXM_KEYRING_ERROR, EXM_KEYRING_ERROR_WRONG,
                        N_ ("What the keyring has was not written by this program (%s): "
                            "enter the connection anew."),
                        SECRET_GROUP);
  if (!good)
    {
      /* translators: the name of a connection; what is wrong follows */
      exm_said_prefix_error (error,
                             N_ ("The secret of the connection “%s” is kept in "
                                 "your keyring. "),
                             self->name);
      return FALSE;
    }
  self->secret = get_text (file, SECRET_GROUP, "secret");
  if (self->address == NULL)
    self->address = get_text (file, SECRET_GROUP, "address");
  self->is_closed = FALSE;
  return TRUE;
}

gboolean
exm_connection_open_as (ExmConnection *self, const ExmConnection *other)
{
  if (!self->is_closed)
    return TRUE;
  if (other->is_closed || g_strcmp0 (self->keyring_id, other->keyring_id) != 0)
    return FALSE;
  self->secret = g_strdup (other->secret);
  if (self->address == NULL)
    self->address = g_strdup (other->address);
  self->is_closed = FALSE;
  return TRUE;
}

static void
put_text (GKeyFile *file, const char *group, const char *key, const char *text)
{
  if (text != NULL && *text != '\0')
    g_key_file_set_string (file, group, key, text);
}

static gboolean
write_file (const char *path, GKeyFile *file, GError **error)
{
  gsize n_bytes = 0;
  g_autofree char *text = g_key_file_to_data (file, &n_bytes, NULL);

  exm_fail_point ("connection.file.before");
  if (!g_file_set_contents_full (
          path, text, (gssize) n_bytes,
          G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, MODE, error))
    return FALSE;
  exm_fail_point ("connection.file.after");
  return TRUE;
}

/* Writes all but what the keyring has. @left: (nullable): id under which it has more */
static void
fill_group (GKeyFile *file,
            const char *group,
            const ExmConnection *connection,
            gboolean hides_address,
            const char *left)
{
  gboolean kept = connection->keyring_id != NULL;
  GHashTableIter iter;
  gpointer key, value;

  g_key_file_remove_group (file, group, NULL);
  g_key_file_set_string (
      file, group, "address",
      connection->address != NULL && !(kept && hides_address) ? connection->address : "");
  if (!kept)
    put_text (file, group, "secret", connection->secret);
  put_text (file, group, KEY_KEPT, connection->keyring_id);
  put_text (file, group, KEY_LEFT, left);
  put_text (file, group, "room", connection->room);
  if (connection->settings != NULL)
    g_hash_table_iter_init (&iter, connection->settings);
  while (connection->settings != NULL && g_hash_table_iter_next (&iter, &key, &value))
    put_text (file, group, key, value);
}

/* Stores what is secret under @id. */
static gboolean
store_secret (const char *id,
              const char *group,
              const ExmConnection *connection,
              gboolean hides_address,
              GCancellable *cancellable,
              GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *label = g_strconcat ("Exemplar: ", group, NULL);

  g_key_file_set_string (file, SECRET_GROUP, "kind", group);
  put_text (file, SECRET_GROUP, "secret", connection->secret);
  if (hides_address)
    put_text (file, SECRET_GROUP, "address", connection->address);
  g_autofree char *text = g_key_file_to_data (file, NULL, NULL);
  exm_fail_point ("connection.keyring.before");
  if (!exm_keyring_store (id, label, text, cancellable, error))
    return FALSE;
  exm_fail_point ("connection.keyring.after");
  return TRUE;
}

/* Whether something may have been stored although it failed. */
static gboolean
is_in_doubt (const GError *problem)
{
  return g_error_matches (problem, EXM_KEYRING_ERROR, EXM_KEYRING_ERROR_LOST)
         || g_error_matches (problem, EXM_KEYRING_ERROR, EXM_KEYRING_ERROR_WRONG)
         || g_error_matches (problem, EXM_KEYRING_ERROR, EXM_KEYRING_ERROR_FAILED);
}

/* Returns: (transfer full) (nullable): the id of a connection, the same whenever it is
 * made; that of the file is stored first */
static char *
make_id (GKeyFile *file, const char *path, const char *group, GError **error)
{
  g_autofree char *own = get_text (file, FILE_GROUP, FILE_ID);

  if (own == NULL)
    {
      own = g_uuid_string_random ();
      g_key_file_set_string (file, FILE_GROUP, FILE_ID, own);
      if (!write_file (path, file, error))
        return NULL;
    }
  g_autofree char *text = g_strconcat (own, "\n", group, NULL);
  char *id = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
  id[ID_CHARS] = '\0';
  return id;
}

/* Stores it in the keyring under @id, if it is to be there and can be. @old: (inout)
 * (nullable): id of what the keyring has of it; then of what it has no longer to hold */
static gboolean
try_keyring (const char *group,
             ExmConnection *connection,
             gboolean hides_address,
             ExmSecretPlace keep,
             const char *id,
             char **old,
             GCancellable *cancellable,
             GError **error)
{
  g_autoptr (GError) problem = NULL;

  g_clear_pointer (&connection->keyring_id, g_free);
  if (keep == EXM_SECRET_IN_FILE
      || (connection->secret == NULL && !(hides_address && connection->address != NULL)))
    return TRUE;
  if (store_secret (id, group, connection, hides_address, cancellable, &problem))
    {
      connection->keyring_id = g_strdup (id);
      g_clear_pointer (old, g_free);
      return TRUE;
    }
  /* The file is as good, unless the old secret would stay behind. */
  if (keep == EXM_SECRET_WHERE_IT_CAN
      && (*old == NULL
          || g_error_matches (problem, EXM_KEYRING_ERROR, EXM_KEYRING_ERROR_ABSENT)))
    {
      if (*old == NULL && is_in_doubt (problem))
        *old = g_strdup (id);
      return TRUE;
    }
  if (*old == NULL && is_in_doubt (problem))
    exm_keyring_remove (id, cancellable, NULL);
  exm_said_prefix_error (&problem,
                         /* translators: the name of a connection; why follows */
                         N_ ("The connection “%s” was not saved. "), connection->name);
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

/* Saving and forgetting wait for the keyring between reading the file and writing it. */
static GMutex file_lock;

gboolean
exm_connection_save (const char *folder,
                     const char *kind,
                     ExmConnection *connection,
                     gboolean hides_address,
                     ExmSecretPlace keep,
                     GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&file_lock);
  g_autofree char *path = g_build_filename (folder, EXM_CONNECTIONS_NAME, NULL);
  g_autofree char *group = make_group (kind, connection->name);
  g_autoptr (GKeyFile) file = g_key_file_new ();

  if (!read_file (path, file, error))
    return FALSE;
  g_autofree char *old = get_text (file, group, KEY_KEPT);
  if (old == NULL)
    old = get_text (file, group, KEY_LEFT);
  g_autofree char *id = old != NULL ? g_strdup (old) : make_id (file, path, group, error);
  if (id == NULL
      || !try_keyring (group, connection, hides_address, keep, id, &old, cancellable,
                       error))
    return FALSE;
  connection->is_closed = FALSE;
  fill_group (file, group, connection, hides_address, old);
  if (!write_file (path, file, error))
    return FALSE;
  /* The secret is safe in the file now. What cannot be removed is with the next call. */
  if (old == NULL || !exm_keyring_remove (old, cancellable, NULL))
    return TRUE;
  g_key_file_remove_key (file, group, KEY_LEFT, NULL);
  return write_file (path, file, error);
}

gboolean
exm_connection_forget (const char *folder,
                       const char *kind,
                       const char *name,
                       GCancellable *cancellable,
                       GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&file_lock);
  g_autofree char *path = g_build_filename (folder, EXM_CONNECTIONS_NAME, NULL);
  g_autofree char *group = make_group (kind, name);
  g_autoptr (GKeyFile) file = g_key_file_new ();

  if (!read_file (path, file, error) || !find_group (file, group, kind, name, error))
    return FALSE;
  g_autofree char *kept = get_text (file, group, KEY_KEPT);
  g_autofree char *left = get_text (file, group, KEY_LEFT);
  const char *id = kept != NULL ? kept : left;
  if (id != NULL && !exm_keyring_remove (id, cancellable, error))
    {
      exm_said_prefix_error (error,
                             /* translators: the name of a connection; why follows */
                             N_ ("The secret of the connection “%s” is kept in your "
                                 "keyring, and cannot be removed. "),
                             name);
      return FALSE;
    }
  g_key_file_remove_group (file, group, NULL);
  return write_file (path, file, error);
}

const char *
exm_connection_get_place (const ExmConnection *self)
{
  return self->keyring_id != NULL ? N_ ("Kept in your keyring")
                                  : N_ ("Kept in a file only you can read");
}

const char *
exm_connection_get_address (const ExmConnection *self, const char *standard)
{
  return self->address != NULL ? self->address : standard;
}

GUri *
exm_connection_parse (const ExmConnection *self, const char *standard)
{
  const char *address = exm_connection_get_address (self, standard);

  /* The name of who signs in may hold an "@". */
  return address != NULL ? g_uri_parse (
             address, G_URI_FLAGS_ENCODED | G_URI_FLAGS_PARSE_RELAXED, NULL)
                         : NULL;
}

char *
exm_connection_dup_host (const ExmConnection *self, const char *standard)
{
  g_autoptr (GUri) uri = exm_connection_parse (self, standard);
  const char *host = uri != NULL ? g_uri_get_host (uri) : NULL;

  return g_strdup (host != NULL ? host : self->name);
}

static void
hide_part (GString *text, const char *part)
{
  if (part != NULL && strlen (part) >= LEAST_HIDDEN)
    g_string_replace (text, part, "…", 0);
}

char *
exm_connection_hide (const ExmConnection *self, const char *text)
{
  g_autoptr (GString) hidden = g_string_new (text);
  g_auto (GStrv) parts = NULL;

  if (self->secret != NULL && *self->secret != '\0')
    g_string_replace (hidden, self->secret, "…", 0);
  hide_part (hidden, self->address);
  /* All but the host: the token of a chat is a segment or a parameter. */
  const char *host = self->address != NULL ? strstr (self->address, "://") : NULL;
  const char *path = host != NULL ? strpbrk (host + 3, "/?#") : NULL;
  parts = g_strsplit_set (path != NULL ? path : "", "/?&=#", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    hide_part (hidden, parts[i]);
  return g_string_free (g_steal_pointer (&hidden), FALSE);
}
