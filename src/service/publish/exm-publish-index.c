/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/exm-publish-index.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/exm-said-error.h"
#include "publish/exm-folder.h"
#include "publish/exm-offset-table.h"
#include "publish/exm-publish-error.h"

#define FIRST_LINE "exemplar published articles 1\n"
#define MAX_FIELDS 8
#define READ_BYTES (64u * 1024u)

/* Bytes read at once of a line that is looked at again. */
#define LINE_BYTES 512u

/* The fields of a line that say which file holds which article. */
typedef struct
{
  GStrv fields;                             /* (owned) */
  const char *key, *output, *format, *path; /* (unowned) */
  gboolean shared;
} Line;

struct _ExmPublishIndex
{
  guint n_users; /* under the lock of the registry */
  char *folder;  /* (owned) */
  GMutex lock;   /* held from opening to closing */
  int fd;        /* −1 while closed */
  char *path;    /* (owned) (nullable): for errors */
  dev_t device;  /* of the file that was read */
  ino_t inode;
  goffset offset;           /* read up to here: the end, after every call */
  gboolean unsynced;        /* it has lines that may not be on the disk */
  int read_errno;           /* of a line that could not be looked at again, or 0 */
  ExmOffsetTable *articles; /* (owned): "KEY OUTPUT" → its last line */
  ExmOffsetTable *owners;   /* (owned): path → its last line */
  ExmPublishRecord begun;   /* path is NULL if there is none */
  char *begun_article;      /* (owned) (nullable): its key of @articles */
  goffset begun_line;
  char *found; /* (owned) (nullable): path of the last find */
};

/* Indices that are in use, by folder: (element-type utf8 ExmPublishIndex). With hundreds
 * of tasks that publish into one folder, each would remember what all of them published.
 */
static GMutex registry_lock;
static GHashTable *registry;

static void
line_clear (Line *line)
{
  g_strfreev (line->fields);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Line, line_clear)

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
  exm_offset_table_clear (self->articles);
  exm_offset_table_clear (self->owners);
  clear_begun (self);
  self->offset = 0;
}

static ExmPublishIndex *
index_new (const char *folder)
{
  ExmPublishIndex *self = g_new0 (ExmPublishIndex, 1);

  self->fd = -1;
  self->folder = g_strdup (folder);
  self->articles = exm_offset_table_new ();
  self->owners = exm_offset_table_new ();
  g_mutex_init (&self->lock);
  return self;
}

static void
index_free (ExmPublishIndex *self)
{
  forget (self);
  exm_offset_table_free (self->articles);
  exm_offset_table_free (self->owners);
  g_mutex_clear (&self->lock);
  g_free (self->folder);
  g_free (self->found);
  g_free (self->path);
  g_free (self);
}

ExmPublishIndex *
exm_publish_index_get (const char *folder)
{
  g_mutex_lock (&registry_lock);
  if (registry == NULL)
    registry = g_hash_table_new (g_str_hash, g_str_equal);
  ExmPublishIndex *self = g_hash_table_lookup (registry, folder);
  if (self == NULL)
    {
      self = index_new (folder);
      g_hash_table_insert (registry, self->folder, self);
    }
  self->n_users++;
  g_mutex_unlock (&registry_lock);
  return self;
}

void
exm_publish_index_free (ExmPublishIndex *self)
{
  g_mutex_lock (&registry_lock);
  gboolean last = --self->n_users == 0;
  if (last)
    g_hash_table_remove (registry, self->folder);
  g_mutex_unlock (&registry_lock);
  if (last)
    index_free (self);
}

static char *
article_id (const char *key, const char *output)
{
  return g_strconcat (key, " ", output, NULL);
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

/* Returns: whether the line is about a file. What a line of this version cannot mean is
 * no line of ours, and left where it is. */
static gboolean
parse_line (const char *text, Line *line)
{
  line->fields = g_strsplit (text, "\t", MAX_FIELDS);
  guint n = g_strv_length (line->fields);

  line->shared = n == MAX_FIELDS && strcmp (line->fields[0], "append") == 0;
  if (!line->shared && (n != 5 || strcmp (line->fields[0], "file") != 0))
    return FALSE;
  line->key = line->fields[1];
  line->output = line->fields[2];
  line->format = line->fields[3];
  line->path = line->fields[n - 1];
  return is_path_beneath (line->path);
}

/* Looks at a line again. */
static gboolean
load_line (ExmPublishIndex *self, goffset offset, Line *line)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (;;)
    {
      char buffer[LINE_BYTES];
      gssize n = pread (self->fd, buffer, sizeof buffer, offset + (goffset) text->len);
      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        self->read_errno = errno;
      if (n <= 0)
        return FALSE;
      const char *end = memchr (buffer, '\n', (gsize) n);
      g_string_append_len (text, buffer, end != NULL ? end - buffer : n);
      if (end != NULL)
        return parse_line (text->str, line);
    }
}

/* A line that is looked for. */
typedef struct
{
  ExmPublishIndex *self; /* (unowned) */
  const char *wanted;    /* (unowned): what it is about */
} Search;

static gboolean
is_about_article (goffset offset, gpointer data)
{
  const Search *search = data;
  g_auto (Line) line = { 0 };

  if (!load_line (search->self, offset, &line))
    return FALSE;
  g_autofree char *id = article_id (line.key, line.output);
  return strcmp (id, search->wanted) == 0;
}

static gboolean
is_about_path (goffset offset, gpointer data)
{
  const Search *search = data;
  g_auto (Line) line = { 0 };

  return load_line (search->self, offset, &line)
         && strcmp (line.path, search->wanted) == 0;
}

static void
put_article (ExmPublishIndex *self, const char *id, goffset offset)
{
  Search search = { self, id };

  exm_offset_table_put (self->articles, id, offset, is_about_article, &search);
}

static gboolean
read_append (ExmPublishIndex *self, const Line *line, goffset offset)
{
  guint64 start, n_bytes;

  if (!read_number (line->fields[4], &start) || !read_number (line->fields[5], &n_bytes))
    return FALSE;
  clear_begun (self);
  self->begun.path = g_strdup (line->path);
  self->begun.hash = g_strdup (line->fields[6]);
  self->begun.offset = (goffset) start;
  self->begun.n_bytes = n_bytes;
  self->begun_article = article_id (line->key, line->output);
  self->begun_line = offset;
  return TRUE;
}

static void
settle_begun (ExmPublishIndex *self, gboolean done)
{
  if (self->begun.path != NULL && done)
    put_article (self, self->begun_article, self->begun_line);
  clear_begun (self);
}

/* @offset: of the line, which is in the file */
static void
read_line (ExmPublishIndex *self, const char *text, goffset offset)
{
  g_auto (Line) line = { 0 };
  gboolean is_done = strcmp (text, "done") == 0;

  if (is_done || strcmp (text, "void") == 0)
    {
      settle_begun (self, is_done);
      return;
    }
  if (!parse_line (text, &line))
    return;
  Search search = { self, line.path };
  if (line.shared && !read_append (self, &line, offset))
    return;
  if (!line.shared)
    {
      g_autofree char *id = article_id (line.key, line.output);
      put_article (self, id, offset);
    }
  exm_offset_table_put (self->owners, line.path, offset, is_about_path, &search);
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
      read_line (self, line, self->offset + (line - text->str));
      line = end + 1;
    }
  return (gsize) (line - text->str);
}

static gboolean
check_tables (const ExmPublishIndex *self, GError **error)
{
  return exm_offset_table_check (self->articles, error)
         && exm_offset_table_check (self->owners, error);
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
      if (end + n > EXM_OFFSET_TABLE_MAX)
        {
          exm_publish_error_set_errno (error, EFBIG, self->path);
          return FALSE;
        }
      g_string_append_len (text, buffer, n);
      gsize n_read = read_lines (self, text);
      g_string_erase (text, 0, (gssize) n_read);
      self->offset += (goffset) n_read;
      self->unsynced |= n_read > 0;
    }
  if (!check_tables (self, error))
    return FALSE;
  if (text->len == 0)
    return TRUE;
  return exm_folder_truncate (self->fd, self->offset, self->path, error);
}

gboolean
exm_publish_index_sync (ExmPublishIndex *self, GError **error)
{
  self->unsynced = self->unsynced && !exm_folder_sync (self->fd, self->path, error);
  return !self->unsynced;
}

void
exm_publish_index_set_synced (ExmPublishIndex *self)
{
  self->unsynced = FALSE;
}

static gboolean
append_line (ExmPublishIndex *self, const char *line, gboolean sync, GError **error)
{
  gsize n = strlen (line);

  /* A failure leaves part of a line, which the next opening cuts off. */
  self->unsynced = TRUE;
  if (!exm_folder_write (self->fd, line, n, self->offset, self->path, error)
      || (sync && !exm_publish_index_sync (self, error)))
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

static gboolean
open_file (ExmPublishIndex *self, int folder, const char *path, GError **error)
{
  struct stat info;

  self->read_errno = 0;
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
      || info.st_size < self->offset || !check_tables (self, NULL))
    forget (self);
  self->device = info.st_dev;
  self->inode = info.st_ino;
  return check_start (self, folder, error) && read_news (self, error);
}

gboolean
exm_publish_index_open (ExmPublishIndex *self,
                        int folder,
                        const char *path,
                        GError **error)
{
  g_mutex_lock (&self->lock);
  g_assert (self->fd < 0);
  if (open_file (self, folder, path, error))
    return TRUE;
  exm_publish_index_close (self);
  return FALSE;
}

void
exm_publish_index_close (ExmPublishIndex *self)
{
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
  g_mutex_unlock (&self->lock);
}

const char *
exm_publish_index_find (ExmPublishIndex *self, const ExmPublishIdentity *identity)
{
  g_autofree char *id = article_id (identity->key, identity->output);
  Search search = { self, id };
  g_auto (Line) line = { 0 };
  goffset offset = exm_offset_table_find (self->articles, id, is_about_article, &search);

  g_clear_pointer (&self->found, g_free);
  if (offset >= 0 && load_line (self, offset, &line))
    self->found = g_strdup (line.path);
  return self->found;
}

gboolean
exm_publish_index_may_use (ExmPublishIndex *self,
                           const ExmPublishIdentity *identity,
                           const char *path,
                           gboolean shared,
                           gboolean *known)
{
  Search search = { self, path };
  g_auto (Line) line = { 0 };
  goffset offset = exm_offset_table_find (self->owners, path, is_about_path, &search);

  *known = offset >= 0 && load_line (self, offset, &line);
  return !*known
         || (strcmp (line.format, identity->format) == 0 && line.shared == shared
             && (shared || strcmp (line.key, identity->key) == 0));
}

/* The line goes through the reader, so that memory and file cannot differ. */
static gboolean
add_line (ExmPublishIndex *self, char *line, gboolean sync, GError **error)
{
  goffset offset = self->offset;

  /* Without a look at the line the article might be published twice. */
  if (self->read_errno != 0)
    {
      exm_publish_error_set_errno (error, self->read_errno, self->path);
      return FALSE;
    }
  if (!check_tables (self, error) || !append_line (self, line, sync, error))
    return FALSE;
  line[strlen (line) - 1] = '\0';
  read_line (self, line, offset);
  return TRUE;
}

gboolean
exm_publish_index_claim (ExmPublishIndex *self,
                         const ExmPublishIdentity *identity,
                         const char *path,
                         gboolean sync,
                         GError **error)
{
  g_autofree char *line = g_strdup_printf ("file\t%s\t%s\t%s\t%s\n", identity->key,
                                           identity->output, identity->format, path);

  return add_line (self, line, sync, error);
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
