/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures beside published articles: written once under their hash, shown by the file,
 * left as addresses where their bytes are lost. */

#include "publish/exm-article-export.h"
#include "publish/exm-folder-publisher.h"
#include "publish-fixture.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define URL "http://a.example/1"
#define PICTURE "http://a.example/a.png?b=1&c=2"
#define LOST "http://a.example/lost.png"

static guint n_loaded;

static void
add (GPtrArray *list, const char *address, const char *text, const char *type)
{
  ExmArticlePicture *picture = g_new0 (ExmArticlePicture, 1);

  picture->address = g_strdup (address);
  picture->hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
  picture->type = g_strdup (type);
  picture->n_bytes = strlen (text);
  g_ptr_array_add (list, picture);
}

static GPtrArray *
list_pictures (const ExmArticle *article, gpointer data, GError **error)
{
  GPtrArray *list
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_article_picture_free);

  if (data != NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, data);
      g_ptr_array_unref (list);
      return NULL;
    }
  add (list, PICTURE, "picture", "image/png");
  add (list, LOST, "lost", "image/jpeg");
  return list;
}

static GBytes *
load_picture (const char *hash, gpointer data, GError **error)
{
  g_autofree char *known
      = g_compute_checksum_for_string (G_CHECKSUM_SHA256, "picture", -1);

  n_loaded++;
  return strcmp (hash, known) == 0 ? g_bytes_new_static ("picture", 7) : NULL;
}

static ExmArticle *
make (const char *title)
{
  ExmArticleFields fields = {
    .task_uid = g_strdup ("0123456789abcdef0123456789abcdef"),
    .url = g_strdup (URL),
    .final_url = g_strdup (URL),
    .url_key = g_strdup (URL),
    .state = EXM_ARTICLE_GOOD,
    .metadata = exm_metadata_new (),
    .text = g_strdup ("Text"),
  };

  exm_metadata_set (fields.metadata, EXM_FIELD_TITLE, EXM_ORIGIN_TEXT, title);
  fields.html = g_strdup ("<p><img src=\"http://a.example/a.png?b=1&amp;c=2\" alt=\"A\">"
                          "<img src=\"" LOST "\" alt=\"\"></p>");
  fields.markdown = g_strdup ("![A](" PICTURE ")![](" LOST ")\n");
  return exm_article_new (&fields);
}

static gboolean
measure_picture (GBytes *bytes, guint *width, guint *height)
{
  *width = 3;
  *height = 4;
  return TRUE;
}

static ExmFolderPublisher *
make_publisher (const char *folder, ExmOutputFormat format, gpointer data)
{
  const ExmTaskOutput output = { .format = format,
                                 .folder = (char *) folder,
                                 .name_template = (char *) "{title}.{ext}" };
  const ExmPictureSource source = { list_pictures, load_picture, measure_picture, data };
  g_autoptr (GError) error = NULL;
  ExmFolderPublisher *self = exm_folder_publisher_new (&output, "T", &error);

  g_assert_no_error (error);
  exm_folder_publisher_set_pictures (self, &source);
  return self;
}

static void
check (ExmOutputFormat format, const char *before, const char *behind)
{
  char *folder = make_folder ();
  g_autoptr (ExmFolderPublisher) publisher = make_publisher (folder, format, NULL);
  g_autoptr (ExmArticle) article = make ("Käse #1 (50 %)");
  g_autofree char *hash
      = g_compute_checksum_for_string (G_CHECKSUM_SHA256, "picture", -1);
  g_autofree char *text = NULL;

  n_loaded = 0;
  for (guint i = 0; i < 2; i++)
    {
      g_auto (ExmPublished) published = { 0 };
      g_autoptr (GError) error = NULL;
      exm_folder_publisher_publish (publisher, article, NULL, &published, &error);
      g_assert_no_error (error);
      g_clear_pointer (&text, g_free);
      g_file_get_contents (published.path, &text, NULL, &error);
      g_assert_no_error (error);
    }
  g_autofree char *shown = g_strconcat (before, hash, behind, NULL);
  g_test_message ("%s", text);
  g_assert_nonnull (strstr (text, shown));
  g_assert_nonnull (strstr (text, LOST));
  /* Pictures that are there are not asked for again. */
  g_assert_cmpuint (n_loaded, ==, 3);
  g_auto (GStrv) files = list_files (folder, FALSE);
  g_assert_cmpuint (g_strv_length (files), ==, 2);
  g_autofree char *name = g_strdup_printf ("Käse #1 (50 %%).files/%s.png", hash);
  g_autofree char *bytes = read_file (folder, name);
  g_assert_cmpstr (bytes, ==, "picture");
  remove_folder (folder);
}

static void
test_html (void)
{
  check (EXM_OUTPUT_HTML, "<img src=\"Käse%20%231%20%2850%20%25%29.files/",
         ".png\" alt=\"A\">");
}

static void
test_markdown (void)
{
  check (EXM_OUTPUT_MARKDOWN, "![A](Käse%20%231%20%2850%20%25%29.files/", ".png)");
  check (EXM_OUTPUT_OBSIDIAN, "![A](Käse%20%231%20%2850%20%25%29.files/", ".png)");
}

/* A picture that is not whole, or another file of its name, is written anew; a link that
 * leads elsewhere is not followed. */
static void
test_others (void)
{
  char *folder = make_folder ();
  char *elsewhere = make_folder ();
  g_autoptr (ExmFolderPublisher) publisher
      = make_publisher (folder, EXM_OUTPUT_HTML, NULL);
  g_autoptr (ExmArticle) article = make ("T");
  g_autofree char *files = g_build_filename (folder, "T.files", NULL);
  g_autofree char *hash
      = g_compute_checksum_for_string (G_CHECKSUM_SHA256, "picture", -1);
  g_autofree char *name = g_strdup_printf ("T.files/%s.png", hash);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  g_auto (ExmPublished) published = { 0 };

  g_assert_cmpint (g_mkdir (files, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, "half", 4, NULL));
  exm_folder_publisher_publish (publisher, article, NULL, &published, &error);
  g_assert_no_error (error);
  g_autofree char *bytes = read_file (folder, name);
  g_assert_cmpstr (bytes, ==, "picture");
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (files), ==, 0);
  g_assert_cmpint (symlink (elsewhere, files), ==, 0);
  g_clear_pointer (&published.path, g_free);
  g_assert_false (
      exm_folder_publisher_publish (publisher, article, NULL, &published, &error));
  g_assert_nonnull (error);
  g_auto (GStrv) there = list_files (elsewhere, TRUE);
  g_assert_cmpuint (g_strv_length (there), ==, 0);
  g_assert_cmpint (g_unlink (files), ==, 0);
  remove_folder (folder);
  remove_folder (elsewhere);
}

/* Nothing is published while it is not known what belongs to it. */
static void
test_failing (void)
{
  char *folder = make_folder ();
  g_autoptr (ExmFolderPublisher) publisher
      = make_publisher (folder, EXM_OUTPUT_HTML, (gpointer) "no store");
  g_autoptr (ExmArticle) article = make ("T");
  g_auto (ExmPublished) published = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_false (
      exm_folder_publisher_publish (publisher, article, NULL, &published, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_FAILED);
  g_auto (GStrv) files = list_files (folder, FALSE);
  g_assert_cmpuint (g_strv_length (files), ==, 0);
  remove_folder (folder);
}

/* A book holds those of its pictures that are there; the others stay descriptions. */
static void
test_book (void)
{
  static const ExmOutputFormat formats[] = { EXM_OUTPUT_EPUB, EXM_OUTPUT_DOCX };
  const ExmPictureSource source = { list_pictures, load_picture, measure_picture, NULL };
  const ExmPictureSource failing
      = { list_pictures, load_picture, measure_picture, (gpointer) "no store" };
  g_autofree char *hash
      = g_compute_checksum_for_string (G_CHECKSUM_SHA256, "picture", -1);

  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      char *folder = make_folder ();
      g_autofree char *path = g_build_filename (folder, "book", NULL);
      g_autofree char *name = g_strdup_printf ("images/%s.png", hash);
      g_autofree char *bytes = NULL;
      gsize n_bytes = 0;
      g_autoptr (GError) error = NULL;
      g_autoptr (ExmArticle) article = make ("T");
      g_autoptr (ExmArticleExport) export
          = exm_article_export_new_file (formats[i], path, &error);
      g_assert_no_error (error);
      exm_article_export_set_pictures (export, &source);
      exm_article_export_add (export, article, "Task", NULL, &error);
      g_assert_no_error (error);
      exm_article_export_set_pictures (export, &failing);
      g_assert_false (exm_article_export_add (export, article, "Task", NULL, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_FAILED);
      g_clear_error (&error);
      exm_article_export_finish (export, &error);
      g_assert_no_error (error);
      g_assert_true (g_file_get_contents (path, &bytes, &n_bytes, NULL));
      g_assert_nonnull (memmem (bytes, n_bytes, name, strlen (name)));
      g_assert_null (memmem (bytes, n_bytes, "lost.jpg", 8));
      remove_folder (folder);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/article-pictures/html", test_html);
  g_test_add_func ("/article-pictures/markdown", test_markdown);
  g_test_add_func ("/article-pictures/others", test_others);
  g_test_add_func ("/article-pictures/failing", test_failing);
  g_test_add_func ("/article-pictures/book", test_book);
  return g_test_run ();
}
