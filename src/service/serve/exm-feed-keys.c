/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-serve"

#include "config.h"

#include "serve/exm-feed-keys.h"

#include "store/db/exm-store-folder.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOCK_FILE "serve.lock"
#define LOCK_MS 10000u
/* Sections of the file. */
#define TOKENS "tokens"
#define FOLDER "folder"
#define RANDOM_BYTES 24u

struct _ExmFeedKeys
{
  char *folder;       /* (owned) */
  char *path;         /* (owned) */
  GKeyFile *file;     /* (owned) */
  GHashTable *tokens; /* (owned): feed by token */
  char *folder_id;    /* (owned) */
  struct stat seen;   /* of the file that was read; all zero for none */
};

static void
forget (ExmFeedKeys *self)
{
  g_clear_pointer (&self->file, g_key_file_unref);
  g_clear_pointer (&self->tokens, g_hash_table_unref);
  g_clear_pointer (&self->folder_id, g_free);
  self->file = g_key_file_new ();
  self->tokens = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->folder_id = g_strdup ("");
  memset (&self->seen, 0, sizeof self->seen);
}

ExmFeedKeys *
exm_feed_keys_new (const char *folder)
{
  ExmFeedKeys *self = g_new0 (ExmFeedKeys, 1);

  self->folder = g_strdup (folder);
  self->path = g_build_filename (folder, EXM_FEED_KEYS_FILE, NULL);
  forget (self);
  return self;
}

void
exm_feed_keys_free (ExmFeedKeys *self)
{
  g_key_file_unref (self->file);
  g_hash_table_unref (self->tokens);
  g_free (self->folder_id);
  g_free (self->folder);
  g_free (self->path);
  g_free (self);
}

/* Whether @token is made as ours are: a file that was edited opens nothing by "". */
static gboolean
is_token (const char *token)
{
  return token != NULL && strlen (token) == (gsize) 2 * RANDOM_BYTES
         && strspn (token, "0123456789abcdef") == strlen (token);
}

static void
index_tokens (ExmFeedKeys *self)
{
  g_auto (GStrv) feeds = g_key_file_get_keys (self->file, TOKENS, NULL, NULL);
  g_autofree char *id = g_key_file_get_string (self->file, FOLDER, "id", NULL);

  for (guint i = 0; feeds != NULL && feeds[i] != NULL; i++)
    {
      g_autofree char *token = g_key_file_get_string (self->file, TOKENS, feeds[i], NULL);
      if (is_token (token))
        g_hash_table_insert (self->tokens, g_steal_pointer (&token), g_strdup (feeds[i]));
    }
  g_free (self->folder_id);
  self->folder_id = id != NULL ? g_steal_pointer (&id) : g_strdup ("");
}

static gboolean
is_seen (const ExmFeedKeys *self, const struct stat *info)
{
  const struct stat *seen = &self->seen;

  return seen->st_ino == info->st_ino && seen->st_dev == info->st_dev
         && seen->st_size == info->st_size && seen->st_mtim.tv_sec == info->st_mtim.tv_sec
         && seen->st_mtim.tv_nsec == info->st_mtim.tv_nsec;
}

static gboolean
fail (const ExmFeedKeys *self, int number, GError **error)
{
  g_autofree char *name = g_filename_display_name (self->path);

  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (number), "%s: %s", name,
               g_strerror (number));
  return FALSE;
}

gboolean
exm_feed_keys_read (ExmFeedKeys *self, GError **error)
{
  struct stat info;

  if (stat (self->path, &info) != 0)
    {
      int number = errno;
      forget (self);
      return number == ENOENT || fail (self, number, error);
    }
  if (is_seen (self, &info))
    return TRUE;
  forget (self);
  if ((info.st_mode & 077) != 0 && g_chmod (self->path, 0600) != 0)
    return fail (self, errno, error);
  if (!g_key_file_load_from_file (self->file, self->path, G_KEY_FILE_NONE, error))
    {
      g_autofree char *name = g_filename_display_name (self->path);
      forget (self);
      g_prefix_error (error, "%s: ", name);
      return FALSE;
    }
  index_tokens (self);
  self->seen = info;
  return TRUE;
}

const char *
exm_feed_keys_get (const ExmFeedKeys *self, const char *feed)
{
  GHashTableIter iter;
  gpointer token, value;

  g_hash_table_iter_init (&iter, self->tokens);
  while (g_hash_table_iter_next (&iter, &token, &value))
    if (strcmp (value, feed) == 0)
      return token;
  return NULL;
}

const char *
exm_feed_keys_find (const ExmFeedKeys *self, const char *token)
{
  return g_hash_table_lookup (self->tokens, token);
}

const char *
exm_feed_keys_get_folder_id (const ExmFeedKeys *self)
{
  return self->folder_id;
}

/* (transfer full) (nullable) */
static char *
make_random (GError **error)
{
  guint8 bytes[RANDOM_BYTES];
  GString *text;

  if (getrandom (bytes, sizeof bytes, 0) != (gssize) sizeof bytes)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                   _ ("No random number can be had: %s"), g_strerror (errno));
      return NULL;
    }
  text = g_string_new (NULL);
  for (gsize i = 0; i < sizeof bytes; i++)
    g_string_append_printf (text, "%02x", bytes[i]);
  return g_string_free (text, FALSE);
}

/* Gives @name of @section a random value if it has none. @changed: set where it does */
static gboolean
fill (ExmFeedKeys *self,
      const char *section,
      const char *name,
      gboolean *changed,
      GError **error)
{
  g_autofree char *old = g_key_file_get_string (self->file, section, name, NULL);

  if (is_token (old))
    return TRUE;
  g_autofree char *value = make_random (error);
  if (value == NULL)
    return FALSE;
  g_key_file_set_string (self->file, section, name, value);
  *changed = TRUE;
  return TRUE;
}

static gboolean
write_file (ExmFeedKeys *self, GError **error)
{
  gsize n_bytes;
  g_autofree char *text = g_key_file_to_data (self->file, &n_bytes, NULL);

  return g_file_set_contents_full (
             self->path, text, (gssize) n_bytes,
             G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0600, error)
         && exm_feed_keys_read (self, error);
}

/* Returns: a descriptor that keeps other processes from changing the file, or -1 */
static int
lock (ExmFeedKeys *self, GError **error)
{
  g_autofree char *path = g_build_filename (self->folder, LOCK_FILE, NULL);
  int fd = exm_store_folder_lock (path, self->path, LOCK_MS, NULL, error);

  if (fd >= 0 && exm_feed_keys_read (self, error))
    return fd;
  if (fd >= 0)
    close (fd);
  return -1;
}

gboolean
exm_feed_keys_make (ExmFeedKeys *self, const char *const *feeds, GError **error)
{
  gboolean missing = *self->folder_id == '\0';
  gboolean done = TRUE;
  gboolean changed = FALSE;

  for (guint i = 0; feeds[i] != NULL; i++)
    missing = missing || exm_feed_keys_get (self, feeds[i]) == NULL;
  if (!missing)
    return TRUE;
  int fd = lock (self, error);
  if (fd < 0)
    return FALSE;
  done = fill (self, FOLDER, "id", &changed, error);
  for (guint i = 0; done && feeds[i] != NULL; i++)
    done = fill (self, TOKENS, feeds[i], &changed, error);
  done = done && (!changed || write_file (self, error));
  close (fd);
  if (!done)
    forget (self);
  return done;
}

gboolean
exm_feed_keys_revoke (ExmFeedKeys *self, const char *feed, gboolean *had, GError **error)
{
  int fd = lock (self, error);

  if (fd < 0)
    return FALSE;
  *had = g_key_file_remove_key (self->file, TOKENS, feed, NULL);
  gboolean done = !*had || write_file (self, error);
  close (fd);
  if (!done)
    forget (self);
  return done;
}
