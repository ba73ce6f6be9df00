/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "exm-publish-index.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "exm-folder.h"
#include "exm-publish-error.h"
#include "exm-said-error.h"

#define FIRST_LINE "exemplar published articles 1\n"
#define KEY_CHARS 32u
#define MAX_FIELDS 8
#define READ_BYTES (1024u * 1024u)

struct _ExmPublishIndex
{
  int fd;       /* −1 while closed */
  char *path;   /* (owned) (nullable): for errors */
  dev_t device; /* of the file that was read */
  ino_t inode;
  goffset offset;       /* read up to here: the end, after every call */
  GHashTable *articles; /* (owned): "KEY OUTPUT" → path */
  GHashTable *owners; /* (owned): path → "KEY FORMAT", or "* FORMAT" of a shared file */
  ExmPublishRecord begun; /* path is NULL if there is none */
  char *begun_article;    /* (owned) (nullable): its key of @articles */
};

static void
clear_begun (ExmPublishIndex *self)
{
  g_clear_pointer (&self->begun.path, g_free);
  g_clear_pointer (&self->begun.hash, g_free);
  g_clear_pointer (&self->begun_article, g_free);
}

static void
forget (ExmPublishIndex *self)
{
  g_hash_table_remove_all (self->articles);
  g_hash_table_remove_all (self->owners);
  clear_begun (self);
  self->offset = 0;
}

ExmPublishIndex *
exm_publish_index_new (void)
{
  ExmPublishIndex *self = g_new0 (ExmPublishIndex, 1);

  self->fd = -1;
  self->articles = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->owners = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

void
exm_publish_index_free (ExmPublishIndex *self)
{
  exm_publish_index_close (self);
  forget (self);
  g_hash_table_unref (self->articles);
  g_hash_table_unref (self->owners);
  g_free (self->path);
  g_free (self);
}

static char *
article_id (const char *key, const char *output)
{
  return g_strconcat (key, " ", output, NULL);
}

static char *
owner_id (const char *key, const char *format, gboolean shared)
{
  return g_strconcat (shared ? "*" : key, " ", format, NULL);
}

/* The index lies where others may write: a path from it is opened from the folder. */
static gboolean
is_path_beneath (const char *path)
{
  gsize n = strlen (path);

  return n > 0 && path[0] != '/' && path[n - 1] != '/' && path[0] != '.'
         && strstr (path, "/.") == NULL && strstr (path, "//") == NULL;
}

static gboolean
read_number (const char *text, guint64 *number)
{
  return g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT64, number, NULL);
}

static void
read_append (ExmPublishIndex *self, char **fields)
{
  guint64 offset, n_bytes;

  if (!read_number (fields[4], &offset) || !read_number (fields[5], &n_bytes)
      || !is_path_beneath (fields[7]))
    return;
  clear_begun (self);
  self->begun.path = g_strdup (fields[7]);
  self->begun.hash = g_strdup (fields[6]);
  self->begun.offset = (goffset) offset;
  self->begun.n_bytes = n_bytes;
  self->begun_article = article_id (fields[1], fields[2]);
  g_hash_table_replace (self->owners, g_strdup (fields[7]),
                        owner_id (NULL, fields[3], TRUE));
}

static void
settle_begun (ExmPublishIndex *self, gboolean done)
{
  if (self->begun.path != NULL && done)
    g_hash_table_replace (self->articles, g_steal_pointer (&self->begun_article),
                          g_steal_pointer (&self->begun.path));
  clear_begun (self);
}

/* What a line of this version cannot mean is no line of ours, and left where it is. */
static void
read_line (ExmPublishIndex *self, const char *line)
{
  g_auto (GStrv) fields = g_strsplit (line, "\t", MAX_FIELDS);
  guint n = g_strv_length (fields);

  if (n == 5 && strcmp (fields[0], "file") == 0 && is_path_beneath (fields[4]))
    {
      g_hash_table_replace (self->articles, article_id (fields[1], fields[2]),
                            g_strdup (fields[4]));
      g_hash_table_replace (self->owners, g_strdup (fields[4]),
                            owner_id (fields[1], fields[3], FALSE));
    }
  else if (n == MAX_FIELDS && strcmp (fields[0], "append") == 0)
    read_append (self, fields);
  else if (n == 1 && (strcmp (line, "done") == 0 || strcmp (line, "void") == 0))
    settle_begun (self, strcmp (line, "done") == 0);
}

/* The whole lines of @text; returns how many bytes they are. */
static gsize
read_lines (ExmPublishIndex *self, GString *text)
{
  char *line = text->str;
  char *end;

  while ((end = memchr (line, '\n', text->len - (gsize) (line - text->str))) != NULL)
    {
      *end = '\0';
      read_line (self, line);
      line = end + 1;
    }
  return (gsize) (line - text->str);
}

static gboolean
read_news (ExmPublishIndex *self, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *buffer = g_malloc (READ_BYTES);

  for (;;)
    {
      goffset end = self->offset + (goffset) text->len;
      gssize n = pread (self->fd, buffer, READ_BYTES, end);
      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        {
          exm_publish_error_set_errno (error, errno, self->path);
          return FALSE;
        }
      if (n == 0)
        break;
      g_string_append_len (text, buffer, n);
      gsize n_read = read_lines (self, text);
      g_string_erase (text, 0, (gssize) n_read);
      self->offset += (goffset) n_read;
    }
  if (text->len == 0)
    return TRUE;
  return exm_folder_truncate (self->fd, self->offset, self->path, error);
}

static gboolean
append_line (ExmPublishIndex *self, const char *line, gboolean sync, GError **error)
{
  gsize n = strlen (line);

  /* A failure leaves part of a line, which the next opening cuts off. */
  if (!exm_folder_write (self->fd, line, n, self->offset, self->path, error)
      || (sync && !exm_folder_sync (self->fd, self->path, error)))
    return FALSE;
  self->offset += (goffset) n;
  return TRUE;
}

/* Whether the file is one of this version; a new one is begun. */
static gboolean
check_start (ExmPublishIndex *self, int folder, GError **error)
{
  char start[sizeof FIRST_LINE] = "";

  if (pread (self->fd, start, strlen (FIRST_LINE), 0) < 0)
    {
      exm_publish_error_set_errno (error, errno, self->path);
      return FALSE;
    }
  if (strcmp (start, FIRST_LINE) == 0)
    return TRUE;
  if (!g_str_has_prefix (FIRST_LINE, start))
    {
      exm_said_set_error (
          error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_NAME,
          N_ ("%s was written by another version of Exemplar or by another "
              "program; move it away or choose another folder."),
          self->path);
      return FALSE;
    }
  forget (self);
  return append_line (self, FIRST_LINE, TRUE, error)
         && exm_folder_sync (folder, self->path, error);
}

gboolean
exm_publish_index_open (ExmPublishIndex *self,
                        int folder,
                        const char *path,
                        GError **error)
{
  struct stat info;

  g_return_val_if_fail (self->fd < 0, FALSE);
  g_free (self->path);
  self->path = g_build_filename (path, EXM_PUBLISH_INDEX_NAME, NULL);
  self->fd = exm_folder_open_file (folder, EXM_PUBLISH_INDEX_NAME, O_RDWR | O_CREAT,
                                   self->path, error);
  if (self->fd < 0)
    return FALSE;
  if (fstat (self->fd, &info) < 0)
    {
      exm_publish_error_set_errno (error, errno, self->path);
      return FALSE;
    }
  if (info.st_dev != self->device || info.st_ino != self->inode
      || info.st_size < self->offset)
    forget (self);
  self->device = info.st_dev;
  self->inode = info.st_ino;
  return check_start (self, folder, error) && read_news (self, error);
}

void
exm_publish_index_close (ExmPublishIndex *self)
{
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
}

const char *
exm_publish_index_find (ExmPublishIndex *self, const ExmPublishIdentity *identity)
{
  g_autofree char *id = article_id (identity->key, identity->output);

  return g_hash_table_lookup (self->articles, id);
}

gboolean
exm_publish_index_may_use (ExmPublishIndex *self,
                           const ExmPublishIdentity *identity,
                           const char *path,
                           gboolean shared,
                           gboolean *known)
{
  const char *owner = g_hash_table_lookup (self->owners, path);
  g_autofree char *id = owner_id (identity->key, identity->format, shared);

  *known = owner != NULL;
  return owner == NULL || strcmp (owner, id) == 0;
}

/* The line goes through the reader, so that memory and file cannot differ. */
static gboolean
add_line (ExmPublishIndex *self, char *line, gboolean sync, GError **error)
{
  if (!append_line (self, line, sync, error))
    return FALSE;
  line[strlen (line) - 1] = '\0';
  read_line (self, line);
  return TRUE;
}

gboolean
exm_publish_index_claim (ExmPublishIndex *self,
                         const ExmPublishIdentity *identity,
                         const char *path,
                         GError **error)
{
  g_autofree char *line = g_strdup_printf ("file\t%s\t%s\t%s\t%s\n", identity->key,
                                           identity->output, identity->format, path);

  return add_line (self, line, TRUE, error);
}

gboolean
exm_publish_index_begin (ExmPublishIndex *self,
                         const ExmPublishIdentity *identity,
                         const ExmPublishRecord *record,
                         GError **error)
{
  g_autofree char *line = g_strdup_printf (
      "append\t%s\t%s\t%s\t%" G_GOFFSET_FORMAT "\t%" G_GSIZE_FORMAT "\t%s\t%s\n",
      identity->key, identity->output, identity->format, record->offset, record->n_bytes,
      record->hash, record->path);

  return add_line (self, line, TRUE, error);
}

const ExmPublishRecord *
exm_publish_index_get_begun (ExmPublishIndex *self)
{
  return self->begun.path != NULL ? &self->begun : NULL;
}

gboolean
exm_publish_index_end (ExmPublishIndex *self, gboolean done, GError **error)
{
  g_autofree char *line = g_strdup (done ? "done\n" : "void\n");

  /* If the power fails, the record in its file says it again. */
  return add_line (self, line, FALSE, error);
}
