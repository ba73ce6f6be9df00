/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/exm-article-export.h"

#include "publish/exm-article-writer.h"
#include "publish/exm-folder-publisher.h"
#include "publish/exm-name-template.h"

#include <string.h>

struct _ExmArticleExport
{
  ExmOutputFormat format;
  char *folder;           /* (owned) (nullable) */
  char *name_template;    /* (owned) (nullable) */
  GHashTable *publishers; /* (owned) (nullable): of a folder, by name of the task */
  ExmPictureSource pictures;
  char *file;            /* (owned) (nullable): for people */
  GOutputStream *stream; /* (owned) (nullable): of a file */
};

ExmArticleExport *
exm_article_export_new_folder (ExmOutputFormat format,
                               const char *folder,
                               const char *name_template)
{
  ExmArticleExport *self = g_new0 (ExmArticleExport, 1);

  self->format = format;
  self->folder = g_canonicalize_filename (folder, NULL);
  self->name_template = g_strdup (name_template);
  self->publishers
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  return self;
}

void
exm_article_export_set_pictures (ExmArticleExport *self, const ExmPictureSource *source)
{
  self->pictures = *source;
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
write_text (ExmArticleExport *self,
            const char *text,
            GCancellable *cancellable,
            GError **error)
{
  return check (self,
                g_output_stream_write_all (self->stream, text, strlen (text), NULL,
                                           cancellable, error),
                error);
}

ExmArticleExport *
exm_article_export_new_file (ExmOutputFormat format, const char *path, GError **error)
{
  g_autoptr (ExmArticleExport) self = g_new0 (ExmArticleExport, 1);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *head = exm_article_write_start (format, TRUE);
  gboolean is_device = g_file_test (path, G_FILE_TEST_EXISTS)
                       && !g_file_test (path, G_FILE_TEST_IS_REGULAR);

  self->format = format;
  self->file = g_filename_display_name (path);
  self->stream = G_OUTPUT_STREAM (
      is_device ? g_file_append_to (file, G_FILE_CREATE_NONE, NULL, error)
                : g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, NULL, error));
  if (!check (self, self->stream != NULL, error) || !write_text (self, head, NULL, error))
    return NULL;
  return g_steal_pointer (&self);
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
    exm_folder_publisher_set_pictures (publisher, &self->pictures);
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

  if (self->stream != NULL)
    {
      g_autofree char *text = exm_article_write (article, self->format);
      return write_text (self, text, cancellable, error);
    }
  ExmFolderPublisher *publisher = get_publisher (self, task_name, error);
  return publisher != NULL
         && exm_folder_publisher_publish (publisher, article, cancellable, &published,
                                          error);
}

gboolean
exm_article_export_finish (ExmArticleExport *self, GError **error)
{
  return self->stream == NULL
         || check (self, g_output_stream_close (self->stream, NULL, error), error);
}
