/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/exm-article-export.h"

#include "files/exm-spool.h"
#include "publish/exm-article-writer.h"
#include "publish/exm-folder-publisher.h"
#include "publish/exm-name-template.h"
#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-book-picture.h"

#include <errno.h>
#include <string.h>

struct _ExmArticleExport
{
  ExmOutputFormat format;
  char *folder;           /* (owned) (nullable) */
  char *name_template;    /* (owned) (nullable) */
  GHashTable *publishers; /* (owned) (nullable): of a folder, by name of the task */
  char *file;             /* (owned) (nullable): for people */
  guint n_articles;       /* that are in it */
  char *place;            /* (owned) (nullable): that of a file */
  GPtrArray *items;       /* (owned) (nullable) (element-type ExmFormatItem): of a book */
  GOutputStream *stream;  /* (owned) (nullable): of a file */
  ExmPictureSource pictures;
  ExmPageSource pages;
  ExmWarcWriter *archive; /* (owned) (nullable): of a file that is one */
  gpointer book;          /* (owned) (nullable): of ExmFormatBook */
  GFileIOStream *spool;   /* (owned) (nullable): in it, for what is no file */
  GHashTable *loaded;     /* (owned) (nullable) (element-type utf8 GBytes): by hash */
  gsize n_picture_bytes;  /* of these */
};

/* Bytes of pictures that a book holds: it is made in memory. More are left out. */
#define MAX_PICTURE_BYTES (512u * 1024u * 1024u)

void
exm_article_export_set_pictures (ExmArticleExport *self, const ExmPictureSource *source)
{
  self->pictures = *source;
}

void
exm_article_export_set_pages (ExmArticleExport *self, const ExmPageSource *source)
{
  self->pages = *source;
}

/* Whether @done; what went wrong otherwise names the file. */
static gboolean
check (ExmArticleExport *self, gboolean done, GError **error)
{
  if (!done)
    g_prefix_error (error, "%s: ", self->file);
  return done;
}

static gboolean
write_bytes (ExmArticleExport *self,
             const char *bytes,
             gsize n_bytes,
             GCancellable *cancellable,
             GError **error)
{
  return check (
      self,
      g_output_stream_write_all (self->stream, bytes, n_bytes, NULL, cancellable, error),
      error);
}

static gboolean
write_text (ExmArticleExport *self,
            const char *text,
            GCancellable *cancellable,
            GError **error)
{
  return write_bytes (self, text, strlen (text), cancellable, error);
}

/* Begins a file that is an archive. */
static gboolean
begin_archive (ExmArticleExport *self, GError **error)
{
  g_autoptr (GString) bytes = g_string_new (NULL);

  if (exm_format_get (self->format)->archive == NULL)
    return TRUE;
  self->archive = exm_warc_writer_new (FALSE);
  exm_warc_writer_add_info (self->archive, bytes, g_get_real_time ());
  return write_bytes (self, bytes->str, bytes->len, NULL, error);
}

/* Writes the article into a file that is an archive, or a book. */
static gboolean
archive_article (ExmArticleExport *self,
                 const ExmArticle *article,
                 GCancellable *cancellable,
                 GError **error)
{
  const ExmFormat *format = exm_format_get (self->format);
  g_autofree char *key = exm_article_key (article);
  g_autoptr (GString) bytes = g_string_new (NULL);
  g_autoptr (GPtrArray) pages = self->pages.list != NULL
                                    ? self->pages.list (article, self->pages.data, error)
                                    : NULL;

  if (self->pages.list != NULL && pages == NULL)
    return FALSE;
  if (self->book != NULL)
    return check (self, format->stored->add (self->book, article, key, pages, error),
                  error);
  format->archive (self->archive, bytes, article, key, pages);
  return write_bytes (self, bytes->str, bytes->len, cancellable, error);
}

/* Head of the file of @self; one that is written there again is the same feed or book.
 * @id: (out): owns the id of @head */
static void
fill_head (ExmFormatHead *head, const ExmArticleExport *self, char **id)
{
  g_autofree char *hash
      = g_compute_checksum_for_string (G_CHECKSUM_SHA256, self->place, -1);

  *id = exm_article_format_urn (hash);
  *head = (ExmFormatHead){
    .mark = TRUE,
    .id = *id,
    .title = "Exemplar",
    .updated_usec = g_get_real_time (),
  };
}

/* Begins a book that is written article by article. What is no file cannot be sought in:
 * it gets the book at the end. */
static gboolean
begin_book (ExmArticleExport *self,
            const ExmFormatHead *head,
            gboolean is_device,
            GError **error)
{
  const ExmFormatBook *stored = exm_format_get (self->format)->stored;
  g_autofree char *folder
      = is_device ? g_strdup (g_get_tmp_dir ()) : g_path_get_dirname (self->place);

  if (stored == NULL)
    return TRUE;
  if (is_device)
    self->spool = exm_spool_new (folder, error);
  if (is_device && self->spool == NULL)
    return FALSE;
  self->book = stored->begin (
      is_device ? g_io_stream_get_output_stream (G_IO_STREAM (self->spool))
                : self->stream,
      head, folder, error);
  return self->book != NULL;
}

static void
free_item (gpointer data)
{
  ExmFormatItem *item = data;

  exm_article_unref (item->article);
  g_free (item->task_name);
  g_clear_pointer (&item->pictures, g_ptr_array_unref);
  g_free (item);
}

/* Returns: (transfer full) (nullable): the bytes of a picture, each once; %NULL without
 * an error where they are lost, or there is no room for them */
static GBytes *
load_bytes (ExmArticleExport *self, const ExmArticlePicture *picture, GError **error)
{
  GBytes *bytes = g_hash_table_lookup (self->loaded, picture->hash);

  if (bytes == NULL && self->n_picture_bytes + picture->n_bytes <= MAX_PICTURE_BYTES)
    {
      bytes = self->pictures.load (picture->hash, self->pictures.data, error);
      if (bytes == NULL)
        return NULL;
      self->n_picture_bytes += g_bytes_get_size (bytes);
      g_hash_table_insert (self->loaded, g_strdup (picture->hash), bytes);
    }
  return bytes != NULL ? g_bytes_ref (bytes) : NULL;
}

/* Loads a picture that a book shows. Returns: (transfer full) (nullable): %NULL without
 * an error where its bytes are not there, or are none of a picture */
static ExmBookPicture *
load_picture (ExmArticleExport *self, const ExmArticlePicture *picture, GError **error)
{
  g_autoptr (GBytes) bytes = load_bytes (self, picture, error);
  guint width = 0, height = 0;

  if (bytes == NULL || !self->pictures.measure (bytes, &width, &height) || width == 0
      || height == 0)
    return NULL;
  ExmBookPicture *loaded = g_new0 (ExmBookPicture, 1);
  loaded->address = g_strdup (picture->address);
  loaded->name = exm_article_picture_dup_name (picture);
  loaded->type = g_strdup (picture->type);
  loaded->bytes = g_steal_pointer (&bytes);
  loaded->width = width;
  loaded->height = height;
  return loaded;
}

/* Returns: (transfer full) (nullable): what a book shows of the article; %NULL with the
 * error */
static GPtrArray *
load_pictures (ExmArticleExport *self, const ExmArticle *article, GError **error)
{
  const ExmPictureSource *source = &self->pictures;
  g_autoptr (GPtrArray) kept = source->list (article, source->data, error);
  g_autoptr (GPtrArray) loaded
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_book_picture_free);

  for (guint i = 0; kept != NULL && i < kept->len; i++)
    {
      const ExmArticlePicture *picture = g_ptr_array_index (kept, i);
      g_autoptr (GError) problem = NULL;
      if (!exm_book_picture_is_shown (picture->type))
        continue;
      ExmBookPicture *one = load_picture (self, picture, &problem);
      if (one != NULL)
        g_ptr_array_add (loaded, one);
      else if (problem != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return NULL;
        }
    }
  return kept != NULL ? g_steal_pointer (&loaded) : NULL;
}

static gboolean
add_item (ExmArticleExport *self,
          const ExmArticle *article,
          const char *task_name,
          GError **error)
{
  GPtrArray *pictures = NULL;

  if (self->pictures.list != NULL && exm_format_get (self->format)->holds_pictures)
    {
      pictures = load_pictures (self, article, error);
      if (pictures == NULL)
        return FALSE;
    }
  ExmFormatItem *item = g_new0 (ExmFormatItem, 1);
  item->article = exm_article_ref ((ExmArticle *) article);
  item->task_name = g_strdup (task_name);
  item->pictures = pictures;
  g_ptr_array_add (self->items, item);
  return TRUE;
}

ExmArticleExport *
exm_article_export_new_file (ExmOutputFormat format, const char *path, GError **error)
{
  g_autoptr (ExmArticleExport) self = g_new0 (ExmArticleExport, 1);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *id = NULL;
  g_autofree char *start = NULL;
  ExmFormatHead head;
  gboolean is_device = g_file_test (path, G_FILE_TEST_EXISTS)
                       && !g_file_test (path, G_FILE_TEST_IS_REGULAR);

  self->format = format;
  self->file = g_filename_display_name (path);
  self->place = g_canonicalize_filename (path, NULL);
  fill_head (&head, self, &id);
  start = exm_article_write_start (format, &head);
  if (exm_format_get (format)->book != NULL)
    {
      self->items = g_ptr_array_new_with_free_func (free_item);
      self->loaded = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                            (GDestroyNotify) g_bytes_unref);
    }
  self->stream = G_OUTPUT_STREAM (
      is_device ? g_file_append_to (file, G_FILE_CREATE_NONE, NULL, error)
                : g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, NULL, error));
  if (!check (self, self->stream != NULL, error) || !write_text (self, start, NULL, error)
      || !begin_archive (self, error)
      || !check (self, begin_book (self, &head, is_device, error), error))
    return NULL;
  return g_steal_pointer (&self);
}

/* A format that is written as a whole makes one file in the folder. */
static ExmArticleExport *
new_file_in (ExmOutputFormat format, const char *folder, GError **error)
{
  const char *extension = exm_format_get (format)->extension;
  const char *values[EXM_N_NAME_FIELDS] = { [EXM_NAME_EXT] = extension };
  g_autoptr (ExmNameTemplate) template
      = exm_name_template_new (exm_name_template_get_default (format), error);
  g_autofree char *name = exm_name_template_expand (template, values);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *display = g_filename_display_name (folder);

  if (g_mkdir_with_parents (folder, 0777) != 0)
    {
      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), "%s: %s", display,
                   g_strerror (errno));
      return NULL;
    }
  return exm_article_export_new_file (format, path, error);
}

ExmArticleExport *
exm_article_export_new_folder (ExmOutputFormat format,
                               const char *folder,
                               const char *name_template,
                               GError **error)
{
  if (exm_format_get (format)->kind >= EXM_FORMAT_FEED)
    return new_file_in (format, folder, error);

  ExmArticleExport *self = g_new0 (ExmArticleExport, 1);

  self->format = format;
  self->folder = g_canonicalize_filename (folder, NULL);
  self->name_template = g_strdup (name_template);
  self->publishers
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  return self;
}

void
exm_article_export_free (ExmArticleExport *self)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  if (self->stream != NULL && !g_output_stream_is_closed (self->stream))
    {
      g_cancellable_cancel (cancellable);
      g_output_stream_close (self->stream, cancellable, NULL);
    }
  g_clear_object (&self->stream);
  g_clear_pointer (&self->publishers, g_hash_table_unref);
  g_free (self->folder);
  g_free (self->name_template);
  g_free (self->file);
  g_free (self->place);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  g_clear_pointer (&self->loaded, g_hash_table_unref);
  g_clear_pointer (&self->archive, exm_warc_writer_free);
  if (self->book != NULL)
    exm_format_get (self->format)->stored->free (self->book);
  g_clear_object (&self->spool);
  g_free (self);
}

static ExmFolderPublisher *
get_publisher (ExmArticleExport *self, const char *task_name, GError **error)
{
  ExmFolderPublisher *publisher = g_hash_table_lookup (self->publishers, task_name);
  const ExmTaskOutput output = {
    .format = self->format,
    .folder = self->folder,
    .name_template = self->name_template != NULL
                         ? self->name_template
                         : (char *) exm_name_template_get_default (self->format),
    .enabled = TRUE,
  };

  if (publisher != NULL)
    return publisher;
  publisher = exm_folder_publisher_new (&output, task_name, error);
  if (publisher != NULL)
    {
      exm_folder_publisher_set_pictures (publisher, &self->pictures);
      exm_folder_publisher_set_pages (publisher, &self->pages);
    }
  if (publisher != NULL)
    g_hash_table_insert (self->publishers, g_strdup (task_name), publisher);
  return publisher;
}

gboolean
exm_article_export_add (ExmArticleExport *self,
                        const ExmArticle *article,
                        const char *task_name,
                        GCancellable *cancellable,
                        GError **error)
{
  g_auto (ExmPublished) published = { 0 };

  if (self->items != NULL)
    return add_item (self, article, task_name, error);
  if (self->archive != NULL || self->book != NULL)
    return archive_article (self, article, cancellable, error);
  if (self->stream != NULL)
    {
      const char *separator = exm_format_get (self->format)->separator;
      g_autofree char *text = exm_article_write (article, self->format);
      gboolean first = self->n_articles++ == 0;
      return (first || separator == NULL
              || write_text (self, separator, cancellable, error))
             && write_text (self, text, cancellable, error);
    }
  ExmFolderPublisher *publisher = get_publisher (self, task_name, error);
  return publisher != NULL
         && exm_folder_publisher_publish (publisher, article, cancellable, &published,
                                          error);
}

/* Ends a book that was written article by article. */
static gboolean
finish_book (ExmArticleExport *self, GError **error)
{
  if (!exm_format_get (self->format)->stored->finish (self->book, error))
    return FALSE;
  return self->spool == NULL
         || (exm_spool_seek (self->spool, 0, error)
             && g_output_stream_splice (
                    self->stream,
                    g_io_stream_get_input_stream (G_IO_STREAM (self->spool)),
                    G_OUTPUT_STREAM_SPLICE_NONE, NULL, error)
                    >= 0);
}

/* Writes what is left once all articles are there. */
static gboolean
write_rest (ExmArticleExport *self, GError **error)
{
  g_autofree char *end = exm_article_write_end (self->format);
  g_autofree char *id = NULL;
  ExmFormatHead head;
  gsize n_bytes;

  if (self->book != NULL)
    return check (self, finish_book (self, error), error);
  if (self->items == NULL)
    return write_text (self, end, NULL, error);
  fill_head (&head, self, &id);
  g_autoptr (GBytes) book
      = exm_format_get (self->format)->book (self->items, &head, error);
  if (book == NULL)
    return check (self, FALSE, error);
  const char *bytes = g_bytes_get_data (book, &n_bytes);
  return write_bytes (self, bytes, n_bytes, NULL, error);
}

gboolean
exm_article_export_finish (ExmArticleExport *self, GError **error)
{
  return self->stream == NULL
         || (write_rest (self, error)
             && check (self, g_output_stream_close (self->stream, NULL, error), error));
}
