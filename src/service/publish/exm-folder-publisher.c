/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/exm-folder-publisher.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/exm-said-error.h"
#include "publish/exm-article-name.h"
#include "publish/exm-article-writer.h"
#include "publish/exm-feed-file.h"
#include "publish/exm-file-name.h"
#include "publish/exm-folder.h"
#include "publish/exm-name-template.h"
#include "publish/exm-pending-file.h"
#include "publish/exm-publish-index.h"
#include "publish/formats/exm-article-values.h"

/* Digits of the key in what tells two articles of one name apart. */
static const int SUFFIX_CHARS[] = { 8, 16, EXM_ARTICLE_KEY_CHARS };

#define OUTPUT_ID_CHARS 12

/* The longest sign of a format. */
#define MAX_SIGN_BYTES 16u

struct _ExmFolderPublisher
{
  GObject parent_instance;

  ExmOutputFormat format;
  guint newest;                   /* of a feed */
  gint64 now_usec;                /* 0: as the clock says */
  char *folder;                   /* (owned) */
  char *output_id;                /* (owned) */
  char *task_name;                /* (owned) (nullable) */
  ExmNameTemplate *name_template; /* (owned) */
  ExmPublishIndex *index;         /* (owned) */
  gboolean was_opened;
  gint64 device; /* where it was then; 0: not known */
  ExmPictureSource pictures;
  ExmPageSource pages;
  ExmWarcWriter *archive; /* (owned) (nullable): of the archive written last */
  char *archive_path;     /* (owned) (nullable): beneath the folder */
};

G_DEFINE_FINAL_TYPE (ExmFolderPublisher, exm_folder_publisher, G_TYPE_OBJECT)

/* One publication: lives while the folder is locked. */
typedef struct
{
  ExmFolderPublisher *self;  /* (unowned) */
  const ExmArticle *article; /* (unowned) */
  int folder;                /* −1 or a descriptor to close */
  int lock;                  /* −1 or a descriptor to close */
  gboolean opened;           /* the index */
  char *key;                 /* (owned) */
  ExmPublishIdentity identity;
} Publication;

static void
publication_clear (Publication *publication)
{
  if (publication->opened)
    exm_publish_index_close (publication->self->index);
  if (publication->lock >= 0)
    close (publication->lock);
  if (publication->folder >= 0)
    close (publication->folder);
  g_free (publication->key);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Publication, publication_clear)

static void
exm_folder_publisher_finalize (GObject *object)
{
  ExmFolderPublisher *self = EXM_FOLDER_PUBLISHER (object);

  g_free (self->folder);
  g_free (self->output_id);
  g_free (self->task_name);
  g_clear_pointer (&self->name_template, exm_name_template_free);
  g_clear_pointer (&self->index, exm_publish_index_free);
  g_clear_pointer (&self->archive, exm_warc_writer_free);
  g_free (self->archive_path);
  G_OBJECT_CLASS (exm_folder_publisher_parent_class)->finalize (object);
}

static void
exm_folder_publisher_class_init (ExmFolderPublisherClass *class)
{
  G_OBJECT_CLASS (class)->finalize = exm_folder_publisher_finalize;
}

static void
exm_folder_publisher_init (ExmFolderPublisher *self)
{
}

void
exm_published_clear (ExmPublished *published)
{
  g_clear_pointer (&published->path, g_free);
}

ExmFolderPublisher *
exm_folder_publisher_new (const ExmTaskOutput *output,
                          const char *task_name,
                          GError **error)
{
  g_autoptr (ExmFolderPublisher) self = g_object_new (EXM_TYPE_FOLDER_PUBLISHER, NULL);
  const char *template = output->name_template;

  if (template == NULL || *template == '\0')
    template = exm_name_template_get_default (output->format);
  self->name_template = exm_name_template_new (template, error);
  if (self->name_template == NULL)
    return NULL;
  if (output->folder == NULL || !g_path_is_absolute (output->folder))
    {
      exm_said_set_error (error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_NOT_FOLDER,
                          N_ ("The output folder “%s” is not an absolute path."),
                          output->folder != NULL ? output->folder : "");
      return NULL;
    }
  self->format = output->format;
  self->newest = output->newest > 0 ? output->newest : EXM_OUTPUT_DEFAULT_NEWEST;
  self->folder = g_canonicalize_filename (output->folder, "/");
  self->index = exm_publish_index_get (self->folder);
  self->task_name = g_strdup (task_name);
  g_autofree char *id = g_strdup_printf (
      "%s %s", exm_output_format_get_extension (self->format), template);
  self->output_id = g_compute_checksum_for_string (G_CHECKSUM_SHA256, id, -1);
  self->output_id[OUTPUT_ID_CHARS] = '\0';
  return g_steal_pointer (&self);
}

void
exm_folder_publisher_expect_folder (ExmFolderPublisher *self, gint64 device)
{
  g_return_if_fail (EXM_IS_FOLDER_PUBLISHER (self));

  self->was_opened = TRUE;
  self->device = device;
}

void
exm_folder_publisher_set_time (ExmFolderPublisher *self, gint64 now_usec)
{
  g_return_if_fail (EXM_IS_FOLDER_PUBLISHER (self));

  self->now_usec = now_usec;
}

void
exm_folder_publisher_set_pictures (ExmFolderPublisher *self,
                                   const ExmPictureSource *source)
{
  g_return_if_fail (EXM_IS_FOLDER_PUBLISHER (self));

  self->pictures = source != NULL ? *source : (ExmPictureSource){ 0 };
}

void
exm_folder_publisher_set_pages (ExmFolderPublisher *self, const ExmPageSource *source)
{
  g_return_if_fail (EXM_IS_FOLDER_PUBLISHER (self));

  self->pages = *source;
}

static char *
expand_name (const Publication *publication)
{
  const ExmFolderPublisher *self = publication->self;

  return exm_article_name_expand (self->name_template, publication->article,
                                  publication->key, self->task_name,
                                  publication->identity.format);
}

static char *
full_path (const Publication *publication, const char *path)
{
  return g_build_filename (publication->self->folder, path, NULL);
}

static const char *
name_of (const char *path)
{
  const char *slash = strrchr (path, '/');

  return slash != NULL ? slash + 1 : path;
}

/* A file that no article of ours is in must not be replaced, whoever wrote it. */
static gboolean
is_free (const Publication *publication, int parent, const char *path)
{
  struct stat info;
  gboolean known;

  if (!exm_publish_index_may_use (publication->self->index, &publication->identity, path,
                                  FALSE, &known))
    return FALSE;
  return known || fstatat (parent, name_of (path), &info, AT_SYMLINK_NOFOLLOW) != 0;
}

/* @path or, where that is taken, with part of the key in its name; %NULL and an error if
 * all are. */
static char *
find_free (const Publication *publication, int parent, const char *path, GError **error)
{
  const char *name = name_of (path);
  g_autofree char *start = g_strndup (path, (gsize) (name - path));

  if (is_free (publication, parent, path))
    return g_strdup (path);
  for (gsize i = 0; i < G_N_ELEMENTS (SUFFIX_CHARS); i++)
    {
      g_autofree char *suffix = g_strndup (publication->key, (gsize) SUFFIX_CHARS[i]);
      g_autofree char *longer
          = exm_file_name_add_suffix (name, suffix, EXM_FILE_NAME_MAX_BYTES);
      g_autofree char *candidate = g_strconcat (start, longer, NULL);
      if (is_free (publication, parent, candidate))
        return g_steal_pointer (&candidate);
    }
  g_autofree char *full = full_path (publication, path);
  exm_publish_error_set_errno (error, EEXIST, full);
  return NULL;
}

/* The path that the article has or gets: its own on the disk once the index is synced. */
static char *
claim_path (const Publication *publication, GError **error)
{
  ExmFolderPublisher *self = publication->self;
  const char *known = exm_publish_index_find (self->index, &publication->identity);

  if (known != NULL)
    return g_strdup (known);

  g_autofree char *wanted = expand_name (publication);
  int parent = exm_folder_open_parent (publication->folder, self->folder, wanted, error);
  if (parent < 0)
    return NULL;
  g_autofree char *path = find_free (publication, parent, wanted, error);
  close (parent);
  if (path == NULL
      || !exm_publish_index_claim (self->index, &publication->identity, path, FALSE,
                                   error))
    return NULL;
  return g_steal_pointer (&path);
}

/* Writes a picture unless it is there: its name is the hash of its bytes. @there: (out):
 * whether it is now; not where its bytes are lost */
static gboolean
write_picture (const Publication *publication,
               int parent,
               const ExmArticlePicture *picture,
               const char *name,
               const char *full,
               gboolean *there,
               GError **error)
{
  const ExmPictureSource *source = &publication->self->pictures;
  g_autoptr (GError) problem = NULL;
  struct stat info;

  *there = fstatat (parent, name, &info, AT_SYMLINK_NOFOLLOW) == 0
           && S_ISREG (info.st_mode) && (guint64) info.st_size == picture->n_bytes;
  if (*there)
    return TRUE;
  g_autoptr (GBytes) bytes = source->load (picture->hash, source->data, &problem);
  if (bytes == NULL)
    {
      if (problem != NULL)
        g_propagate_error (error, g_steal_pointer (&problem));
      return error == NULL || *error == NULL;
    }
  g_autofree char *temporary = g_strdup_printf (".exemplar-%s-%s.part", publication->key,
                                                publication->self->output_id);
  gsize n_bytes = 0;
  const char *data = g_bytes_get_data (bytes, &n_bytes);
  *there = exm_folder_replace (parent, temporary, name, data, n_bytes, full, error);
  return *there;
}

static gboolean
publish_picture (const Publication *publication,
                 const char *path,
                 const ExmArticlePicture *picture,
                 GHashTable *addresses,
                 GError **error)
{
  ExmFolderPublisher *self = publication->self;
  g_autofree char *folder = exm_article_pictures_dup_folder (path);
  g_autofree char *name = exm_article_picture_dup_name (picture);
  g_autofree char *relative = g_build_filename (folder, name, NULL);
  g_autofree char *full = full_path (publication, relative);
  gboolean there = FALSE;
  int parent
      = exm_folder_open_parent (publication->folder, self->folder, relative, error);

  if (parent < 0)
    return FALSE;
  gboolean ok = write_picture (publication, parent, picture, name, full, &there, error);
  close (parent);
  if (there)
    g_hash_table_insert (addresses, g_strdup (picture->address),
                         exm_article_pictures_dup_address (path, name));
  return ok;
}

/* Writes what is kept with the article. @addresses: (out) (transfer full) (nullable): of
 * the files, by those that the article has */
static gboolean
publish_pictures (const Publication *publication,
                  const char *path,
                  GHashTable **addresses,
                  GError **error)
{
  ExmFolderPublisher *self = publication->self;
  const ExmPictureSource *source = &self->pictures;

  *addresses = NULL;
  if (source->list == NULL || !exm_output_format_has_pictures (self->format))
    return TRUE;
  g_autoptr (GPtrArray) pictures
      = source->list (publication->article, source->data, error);
  if (pictures == NULL)
    return FALSE;
  if (pictures->len == 0)
    return TRUE;
  g_autoptr (GHashTable) found
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (guint i = 0; i < pictures->len; i++)
    if (!publish_picture (publication, path, g_ptr_array_index (pictures, i), found,
                          error))
      return FALSE;
  *addresses = g_steal_pointer (&found);
  return TRUE;
}

/* Writes the article under another name. */
static ExmPendingFile *
write_document (const Publication *publication, GError **error)
{
  ExmFolderPublisher *self = publication->self;
  g_autofree char *path = claim_path (publication, error);
  g_autoptr (GHashTable) pictures = NULL;

  if (path == NULL || !publish_pictures (publication, path, &pictures, error))
    return NULL;
  g_autofree char *bytes
      = exm_article_write_with_pictures (publication->article, self->format, pictures);
  g_autofree char *temporary
      = g_strdup_printf (".exemplar-%s-%s.part", publication->key, self->output_id);
  return exm_pending_file_new (publication->folder, self->folder, path, temporary, bytes,
                               error);
}

/* Opens a shared file. The folder is synced before a record is announced: one that is on
 * the disk is in a file that is. */
static int
open_shared (const Publication *publication, const char *path, GError **error)
{
  struct stat info;
  g_autofree char *full = full_path (publication, path);
  int parent = exm_folder_open_parent (publication->folder, publication->self->folder,
                                       path, error);

  if (parent < 0)
    return -1;
  int fd = exm_folder_open_file (parent, name_of (path), O_RDWR | O_CREAT, full, error);
  if (fd >= 0 && fstat (fd, &info) == 0 && info.st_size == 0
      && !exm_folder_sync (parent, full, error))
    {
      close (fd);
      fd = -1;
    }
  close (parent);
  return fd;
}

/* Whether the record stands in the file where it was begun; if only part of it does, it
 * is cut off. What others appended after it is never cut. */
static gboolean
settle_record (int fd,
               const ExmPublishRecord *record,
               const char *path,
               gboolean *done,
               GError **error)
{
  struct stat info;
  gsize n_read = 0;

  *done = FALSE;
  if (fstat (fd, &info) < 0)
    {
      exm_publish_error_set_errno (error, errno, path);
      return FALSE;
    }
  goffset n_there = info.st_size - record->offset;
  if (n_there <= 0)
    return TRUE;
  g_autofree char *bytes = exm_folder_read (
      fd, record->offset, MIN (record->n_bytes, (gsize) n_there), &n_read);
  if (bytes == NULL)
    {
      exm_publish_error_set_errno (error, errno, path);
      return FALSE;
    }
  g_autofree char *hash
      = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) bytes, n_read);
  *done = strcmp (hash, record->hash) == 0;
  if (*done || (gsize) n_there > record->n_bytes)
    return TRUE;
  return exm_folder_truncate (fd, record->offset, path, error);
}

/* Finishes what another process, or an error, left begun in the folder. */
static gboolean
settle (const Publication *publication, GError **error)
{
  ExmPublishIndex *index = publication->self->index;
  const ExmPublishRecord *begun = exm_publish_index_get_begun (index);
  gboolean done = FALSE;

  if (begun == NULL)
    return TRUE;

  g_autofree char *full = full_path (publication, begun->path);
  int fd = open_shared (publication, begun->path, error);
  if (fd < 0)
    return FALSE;
  gboolean ok = settle_record (fd, begun, full, &done, error)
                && exm_folder_sync (fd, full, error);
  close (fd);
  return ok && exm_publish_index_end (index, done, error);
}

static gboolean
refuse_foreign (const char *path, GError **error)
{
  g_autofree char *display = g_filename_display_name (path);

  exm_said_set_error (
      error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_NAME,
      N_ ("%s holds something else than the articles of this output; move it "
          "away or choose another name."),
      display);
  return FALSE;
}

/* Finds the bytes to write before the record: the head of a new file, the line feed that
 * an editor left out. Refuses a file that is none of ours. */
static gboolean
find_lead (int fd,
           ExmOutputFormat format,
           const char *path,
           GString *lead,
           goffset *size,
           GError **error)
{
  const ExmFormatHead with_mark = { .mark = TRUE }, without_mark = { .mark = FALSE };
  g_autofree char *start = exm_article_write_start (format, &with_mark);
  g_autofree char *unmarked = exm_article_write_start (format, &without_mark);
  struct stat info;
  gsize n_read;
  char last = '\n';

  if (fstat (fd, &info) < 0)
    {
      exm_publish_error_set_errno (error, errno, path);
      return FALSE;
    }
  *size = info.st_size;
  if (*size == 0)
    {
      g_string_append (lead, start);
      return TRUE;
    }
  g_autofree char *head
      = exm_folder_read (fd, 0, MAX (strlen (start), MAX_SIGN_BYTES), &n_read);
  if (head == NULL || pread (fd, &last, 1, *size - 1) != 1)
    {
      exm_publish_error_set_errno (error, errno, path);
      return FALSE;
    }
  head[n_read] = '\0';
  if (*start != '\0'
          ? !g_str_has_prefix (head, start) && !g_str_has_prefix (head, unmarked)
          : !g_str_has_prefix (head, exm_format_get (format)->sign))
    return refuse_foreign (path, error);
  if (last != '\n')
    g_string_append (lead, exm_format_get (format)->line_end);
  return TRUE;
}

/* Appends what an archive gets of the article. What this process wrote into the same file
 * is known, so that it is not written there again. */
static gboolean
archive_article (const Publication *publication,
                 const ExmPublishRecord *record,
                 GString *bytes,
                 GError **error)
{
  ExmFolderPublisher *self = publication->self;
  const ExmArticle *article = publication->article;
  g_autoptr (GPtrArray) pages = self->pages.list != NULL
                                    ? self->pages.list (article, self->pages.data, error)
                                    : NULL;

  if (self->pages.list != NULL && pages == NULL)
    return FALSE;
  if (record->offset == 0 || g_strcmp0 (self->archive_path, record->path) != 0)
    {
      g_clear_pointer (&self->archive, exm_warc_writer_free);
      g_free (self->archive_path);
      self->archive_path = g_strdup (record->path);
    }
  if (self->archive == NULL)
    self->archive = exm_warc_writer_new (FALSE);
  if (record->offset == 0)
    exm_warc_writer_add_info (self->archive, bytes,
                              exm_article_get (article)->collected_usec);
  exm_format_get (self->format)
      ->archive (self->archive, bytes, article, publication->key, pages);
  return TRUE;
}

/* Appends the article's record to @bytes. */
static gboolean
write_record (const Publication *publication,
              const ExmPublishRecord *record,
              GString *bytes,
              GError **error)
{
  ExmOutputFormat format = publication->self->format;

  if (exm_format_get (format)->archive != NULL)
    return archive_article (publication, record, bytes, error);
  g_autofree char *text = exm_article_write (publication->article, format);
  g_string_append (bytes, text);
  return TRUE;
}

static gboolean
append_record (const Publication *publication,
               int fd,
               const char *path,
               gsize *n_bytes,
               GError **error)
{
  ExmFolderPublisher *self = publication->self;
  g_autofree char *full = full_path (publication, path);
  g_autoptr (GString) bytes = g_string_new (NULL);
  ExmPublishRecord record = { .path = (char *) path };

  if (!find_lead (fd, self->format, full, bytes, &record.offset, error)
      || !write_record (publication, &record, bytes, error))
    return FALSE;
  g_autofree char *hash = g_compute_checksum_for_data (
      G_CHECKSUM_SHA256, (const guchar *) bytes->str, bytes->len);
  record.hash = hash;
  record.n_bytes = *n_bytes = bytes->len;
  if (!exm_publish_index_begin (self->index, &publication->identity, &record, error))
    return FALSE;
  if (!exm_folder_write (fd, bytes->str, bytes->len, record.offset, full, error)
      || !exm_folder_sync (fd, full, error))
    {
      /* If this fails too, the next to open the folder settles it. */
      if (exm_folder_truncate (fd, record.offset, full, NULL))
        exm_publish_index_end (self->index, FALSE, NULL);
      return FALSE;
    }
  return exm_publish_index_end (self->index, TRUE, error);
}

static gboolean
publish_record (const Publication *publication, ExmPublished *published, GError **error)
{
  ExmFolderPublisher *self = publication->self;
  const char *known = exm_publish_index_find (self->index, &publication->identity);
  gboolean was_used;
  gsize n_bytes = 0;

  if (known != NULL)
    {
      *published
          = (ExmPublished){ .path = full_path (publication, known), .was_there = TRUE };
      return TRUE;
    }
  g_autofree char *path = expand_name (publication);
  g_autofree char *full = full_path (publication, path);
  if (!exm_publish_index_may_use (self->index, &publication->identity, path, TRUE,
                                  &was_used))
    return refuse_foreign (full, error);
  int fd = open_shared (publication, path, error);
  if (fd < 0)
    return FALSE;
  gboolean ok = append_record (publication, fd, path, &n_bytes, error);
  close (fd);
  /* Forget what it took for written. */
  if (!ok)
    g_clear_pointer (&self->archive, exm_warc_writer_free);
  if (ok)
    *published = (ExmPublished){ .path = g_steal_pointer (&full), .n_bytes = n_bytes };
  return ok;
}

/* The feed as it is, (transfer full) (nullable): %NULL for none, or on error. */
static char *
read_feed (const Publication *publication,
           int parent,
           const char *path,
           const ExmFeedFile *feed,
           GError **error)
{
  g_autofree char *full = full_path (publication, path);
  struct stat info;
  gsize n_read = 0;

  if (fstatat (parent, name_of (path), &info, AT_SYMLINK_NOFOLLOW) != 0
      && errno == ENOENT)
    return NULL;
  int fd = exm_folder_open_file (parent, name_of (path), O_RDONLY, full, error);
  if (fd < 0)
    return NULL;
  g_autofree char *text = fstat (fd, &info) == 0
                              ? exm_folder_read (fd, 0, (gsize) info.st_size, &n_read)
                              : NULL;
  int number = errno;
  close (fd);
  if (text == NULL)
    {
      exm_publish_error_set_errno (error, number, full);
      return NULL;
    }
  text[n_read] = '\0';
  if (!exm_feed_file_is_ours (feed, text))
    {
      refuse_foreign (full, error);
      return NULL;
    }
  return g_steal_pointer (&text);
}

/* Writes the feed anew where the article changes it. */
static gboolean
replace_feed (const Publication *publication,
              int parent,
              const char *path,
              const ExmFeedFile *feed,
              ExmPublished *published,
              GError **error)
{
  g_autofree char *full = full_path (publication, path);
  g_autofree char *temporary = g_strdup_printf (
      ".exemplar-%s-%s.part", publication->identity.key, publication->self->output_id);
  GError *failure = NULL;
  g_autofree char *old = read_feed (publication, parent, path, feed, &failure);

  if (failure != NULL)
    {
      g_propagate_error (error, failure);
      return FALSE;
    }
  g_autofree char *new = exm_feed_file_add (feed, old, publication->article);
  gboolean same = g_strcmp0 (old, new) == 0;
  if (!same
      && !exm_folder_replace (parent, temporary, name_of (path), new, strlen (new), full,
                              error))
    return FALSE;
  *published = (ExmPublished){ .path = g_steal_pointer (&full),
                               .n_bytes = same ? 0 : strlen (new),
                               .was_there = same };
  return TRUE;
}

/* The file belongs to the feed, not to an article: its key is made of its place. */
static gboolean
publish_feed (Publication *publication, ExmPublished *published, GError **error)
{
  ExmFolderPublisher *self = publication->self;
  g_autofree char *path = expand_name (publication);
  g_autofree char *full = full_path (publication, path);
  g_autofree char *key = g_compute_checksum_for_string (G_CHECKSUM_SHA256, full, -1);
  g_autofree char *id = exm_article_format_urn (key);
  gboolean was_used;
  const ExmFeedFile feed = {
    .format = self->format,
    .id = id,
    .title = self->task_name != NULL ? self->task_name : "Exemplar",
    .newest = self->newest,
    .now_usec = self->now_usec != 0 ? self->now_usec : g_get_real_time (),
  };

  key[EXM_ARTICLE_KEY_CHARS] = '\0';
  publication->identity.key = key;
  gboolean claimed = exm_publish_index_find (self->index, &publication->identity) != NULL;
  if (!claimed
      && !exm_publish_index_may_use (self->index, &publication->identity, path, FALSE,
                                     &was_used))
    return refuse_foreign (full, error);
  int parent = exm_folder_open_parent (publication->folder, self->folder, path, error);
  if (parent < 0)
    return FALSE;
  gboolean ok = (claimed
                 || exm_publish_index_claim (self->index, &publication->identity, path,
                                             TRUE, error))
                && replace_feed (publication, parent, path, &feed, published, error);
  close (parent);
  publication->identity.key = publication->key;
  return ok;
}

/* Whether it may be the folder that took articles. Without its disk an empty one is left,
 * of the file system above; a folder that was emptied is on the one it was on. */
static gboolean
check_place (ExmFolderPublisher *self, int folder, GError **error)
{
  gint64 device = exm_folder_get_device (folder);
  struct stat info;

  if (self->device == 0 || device == self->device || exm_folder_is_mount_point (folder)
      || fstatat (folder, EXM_PUBLISH_INDEX_NAME, &info, AT_SYMLINK_NOFOLLOW) == 0
      || errno != ENOENT)
    {
      self->device = device;
      return TRUE;
    }
  g_autofree char *display = g_filename_display_name (self->folder);
  exm_said_set_error (
      error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_NOT_FOLDER,
      /* translators: a folder, then the name of a file */
      N_ ("%s is on another disk than before, and nothing that was published is in it: "
          "is its disk not connected? To begin anew there, put an empty file named %s "
          "into it."),
      display, EXM_PUBLISH_INDEX_NAME);
  return FALSE;
}

static gboolean
enter_folder (Publication *publication, GCancellable *cancellable, GError **error)
{
  ExmFolderPublisher *self = publication->self;

  publication->folder = exm_folder_open (self->folder, !self->was_opened, error);
  if (publication->folder < 0 || !check_place (self, publication->folder, error))
    return FALSE;
  self->was_opened = TRUE;
  publication->lock
      = exm_folder_lock (publication->folder, self->folder, cancellable, error);
  publication->opened
      = publication->lock >= 0
        && exm_publish_index_open (self->index, publication->folder, self->folder, error);
  return publication->opened && settle (publication, error);
}

/* Fills what belongs to @article. */
static gboolean
set_article (Publication *publication, const ExmArticle *article, GError **error)
{
  const ExmFolderPublisher *self = publication->self;

  publication->article = article;
  g_free (publication->key);
  publication->key = exm_article_key (article);
  publication->identity
      = (ExmPublishIdentity){ publication->key, self->output_id,
                              exm_output_format_get_extension (self->format) };
  if (publication->key != NULL)
    return TRUE;
  exm_said_set_error (error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_ARTICLE,
                      N_ ("An article without an address cannot be published."));
  return FALSE;
}

/* Has all files of @files on the disk, then named. */
static void
finish_documents (const Publication *publication,
                  const GPtrArray *files,
                  ExmPublished *published,
                  GError **errors)
{
  ExmFolderPublisher *self = publication->self;
  gboolean together = files->len > 1 && exm_folder_can_sync_all (publication->folder);
  g_autoptr (GError) error = NULL;

  /* One sync is for files and index. */
  gboolean good = together
                      ? exm_folder_sync_all (publication->folder, self->folder, &error)
                      : exm_publish_index_sync (self->index, &error);
  if (together && good)
    exm_publish_index_set_synced (self->index);
  exm_pending_files_finish (files, together ? publication->folder : -1, error, errors);
  for (guint i = 0; good && i < files->len; i++)
    {
      ExmPendingFile *file = g_ptr_array_index (files, i);
      if (file != NULL && errors[i] == NULL)
        published[i] = (ExmPublished){ .path = g_strdup (file->path),
                                       .n_bytes = file->n_bytes,
                                       .device = self->device };
    }
}

/* @errors: as many as @articles, those that were published without */
static void
publish_documents (Publication *publication,
                   const GPtrArray *articles,
                   ExmPublished *published,
                   GError **errors)
{
  g_autoptr (GPtrArray) files
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_pending_file_free);

  for (guint i = 0; i < articles->len; i++)
    g_ptr_array_add (
        files, set_article (publication, g_ptr_array_index (articles, i), &errors[i])
                   ? write_document (publication, &errors[i])
                   : NULL);
  finish_documents (publication, files, published, errors);
}

static gboolean
publish_one (Publication *publication,
             const ExmArticle *article,
             ExmPublished *published,
             GError **error)
{
  ExmFolderPublisher *self = publication->self;
  gboolean feeds = exm_format_get (self->format)->kind == EXM_FORMAT_FEED;

  if (!set_article (publication, article, error)
      || !(feeds ? publish_feed (publication, published, error)
                 : publish_record (publication, published, error)))
    return FALSE;
  published->device = self->device;
  return TRUE;
}

void
exm_folder_publisher_publish_all (ExmFolderPublisher *self,
                                  const GPtrArray *articles,
                                  GCancellable *cancellable,
                                  ExmPublished *published,
                                  GError **errors)
{
  g_return_if_fail (EXM_IS_FOLDER_PUBLISHER (self));

  g_auto (Publication) publication = { .self = self, .folder = -1, .lock = -1 };
  g_autoptr (GError) error = NULL;
  if (g_cancellable_set_error_if_cancelled (cancellable, &error)
      || !enter_folder (&publication, cancellable, &error))
    {
      for (guint i = 0; i < articles->len; i++)
        errors[i] = g_error_copy (error);
      return;
    }
  if (exm_format_get (self->format)->kind == EXM_FORMAT_DOCUMENT)
    publish_documents (&publication, articles, published, errors);
  else
    for (guint i = 0; i < articles->len; i++)
      publish_one (&publication, g_ptr_array_index (articles, i), &published[i],
                   &errors[i]);
}

gboolean
exm_folder_publisher_publish (ExmFolderPublisher *self,
                              const ExmArticle *article,
                              GCancellable *cancellable,
                              ExmPublished *published,
                              GError **error)
{
  g_autoptr (GPtrArray) alone = g_ptr_array_new ();
  ExmPublished done = { 0 };
  GError *failure = NULL;

  g_ptr_array_add (alone, (gpointer) article);
  exm_folder_publisher_publish_all (self, alone, cancellable, &done, &failure);
  if (failure == NULL)
    *published = done;
  else
    g_propagate_error (error, failure);
  return failure == NULL;
}
