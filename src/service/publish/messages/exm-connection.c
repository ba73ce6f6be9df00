/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/messages/exm-connection.h"

#include "base/exm-said-error.h"
#include "publish/exm-publish-error.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>

/* Only its owner may read it. */
#define MODE 0600

/* The shortest part of an address that is taken for a secret in a text, bytes. */
#define LEAST_HIDDEN 6u

void
exm_connection_clear (ExmConnection *self)
{
  g_free (self->name);
  g_free (self->address);
  g_free (self->secret);
  g_free (self->room);
  g_clear_pointer (&self->settings, g_hash_table_unref);
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
  static const char *const own[] = { "address", "secret", "room", NULL };

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

  if (!read_file (path, file, error))
    return FALSE;
  if (!g_key_file_has_group (file, group))
    {
      exm_said_set_error (error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_GROUP_NOT_FOUND,
                          /* translators: a kind of service, then a name */
                          N_ ("There is no connection of the kind %s called “%s” on this "
                              "computer; enter its address in Settings, or with "
                              "exemplar-cli output add."),
                          kind, name);
      return FALSE;
    }
  *connection = (ExmConnection){ .name = g_strdup (name),
                                 .address = get_text (file, group, "address"),
                                 .secret = get_text (file, group, "secret"),
                                 .room = get_text (file, group, "room") };
  read_settings (file, group, connection);
  return TRUE;
}

static void
put_text (GKeyFile *file, const char *group, const char *key, const char *text)
{
  if (text != NULL && *text != '\0')
    g_key_file_set_string (file, group, key, text);
}

gboolean
exm_connection_save (const char *folder,
                     const char *kind,
                     const ExmConnection *connection,
                     GError **error)
{
  g_autofree char *path = g_build_filename (folder, EXM_CONNECTIONS_NAME, NULL);
  g_autofree char *group = make_group (kind, connection->name);
  g_autoptr (GKeyFile) file = g_key_file_new ();
  GHashTableIter iter;
  gpointer key, value;
  gsize n_bytes = 0;

  if (!read_file (path, file, error))
    return FALSE;
  g_key_file_remove_group (file, group, NULL);
  g_key_file_set_string (file, group, "address",
                         connection->address != NULL ? connection->address : "");
  put_text (file, group, "secret", connection->secret);
  put_text (file, group, "room", connection->room);
  if (connection->settings != NULL)
    g_hash_table_iter_init (&iter, connection->settings);
  while (connection->settings != NULL && g_hash_table_iter_next (&iter, &key, &value))
    put_text (file, group, key, value);
  g_autofree char *text = g_key_file_to_data (file, &n_bytes, NULL);
  return g_file_set_contents_full (
      path, text, (gssize) n_bytes,
      G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, MODE, error);
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
