/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Archives of ZIP as another reader reads them, small ones and those of ZIP64, and WACZ.
 */

#include "publish/formats/exm-zip-writer.h"

#include "publish-fixture.h"
#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-format.h"
#include "test-folder.h"

#include <string.h>

#define NOW (G_GINT64_CONSTANT (1800000000) * G_USEC_PER_SEC)

/* Writes the file named @name of @n_bytes bytes, as it can be checked. */
static void
write_file (ExmZipWriter *zip, const char *name, guint n_bytes)
{
  exm_zip_writer_begin (zip, name);
  for (guint i = 0; i < n_bytes; i++)
    {
      const char byte = (char) ('a' + i % 26);
      exm_zip_writer_write (zip, &byte, 1);
    }
  exm_zip_writer_end (zip);
}

static void
write_zip (const char *path, guint64 large, guint n_files)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (GFileOutputStream) stream
      = g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, NULL, &error);

  g_assert_no_error (error);
  g_autoptr (ExmZipWriter) zip
      = exm_zip_writer_new_on_stream (G_OUTPUT_STREAM (stream), large);
  exm_zip_writer_add (zip, "first", "");
  for (guint i = 1; i < n_files; i++)
    {
      g_autofree char *name = g_strdup_printf ("n/%u", i * 37);
      g_autofree char *text = g_strnfill (i % 2 == 0 ? i * 37 : 0, 'a');
      if (i % 2 == 1)
        write_file (zip, name, i * 37);
      else
        {
          for (guint c = 0; c < i * 37; c++)
            text[c] = (char) ('a' + c % 26);
          exm_zip_writer_add (zip, name, text);
        }
    }
  exm_zip_writer_close (zip, &error);
  g_assert_no_error (error);
  g_output_stream_close (G_OUTPUT_STREAM (stream), NULL, &error);
  g_assert_no_error (error);
}

static void
test_read_back (void)
{
  /* Sizes, places, and the directory itself are told by ZIP64 from these on. */
  static const guint64 larges[] = { 1, 40, 200, 1000, 2500, EXM_ZIP_LARGE };
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "a.zip", NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (larges); i++)
    {
      write_zip (path, larges[i], 12);
      assert_reads_back ("zip", path, "12", NULL);
    }
  /* More files than the old directory counts. */
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (GFileOutputStream) stream
      = g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, NULL, &error);
  g_autoptr (GOutputStream) buffered
      = g_buffered_output_stream_new_sized (G_OUTPUT_STREAM (stream), 1u << 20);
  g_autoptr (ExmZipWriter) zip = exm_zip_writer_new_on_stream (buffered, EXM_ZIP_LARGE);
  for (guint n = 0; n < 70000; n++)
    {
      g_autofree char *name = g_strdup_printf ("%u/%u", n, 0u);
      exm_zip_writer_add (zip, name, "");
    }
  exm_zip_writer_close (zip, &error);
  g_assert_no_error (error);
  g_output_stream_close (buffered, NULL, &error);
  g_assert_no_error (error);
  assert_reads_back ("zip", path, "70000", NULL);
}

/* The first error of the disk is the one that is told, and nothing is written behind it.
 */
static void
test_errors (void)
{
  g_autoptr (GFile) file = g_file_new_for_path ("/dev/full");
  g_autoptr (GError) error = NULL;
  g_autoptr (GFileOutputStream) stream
      = g_file_append_to (file, G_FILE_CREATE_NONE, NULL, &error);

  g_assert_no_error (error);
  g_autoptr (ExmZipWriter) zip
      = exm_zip_writer_new_on_stream (G_OUTPUT_STREAM (stream), EXM_ZIP_LARGE);
  write_file (zip, "a", 100);
  exm_zip_writer_add (zip, "b", "b");
  g_assert_false (exm_zip_writer_close (zip, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
}

static ExmArchivePage *
make_page (guint number, gsize n_bytes)
{
  ExmArchivePage *page = g_new0 (ExmArchivePage, 1);
  g_autofree char *filling = g_malloc (n_bytes);
  g_autoptr (GRand) rand = g_rand_new_with_seed (number);

  for (gsize i = 0; i < n_bytes; i++)
    filling[i] = (char) g_rand_int_range (rand, ' ', 127);
  memcpy (filling, "<html>", strlen ("<html>"));
  page->url = g_strdup_printf ("https://news.example/%u", number);
  page->fetched_usec = NOW - G_USEC_PER_SEC * number;
  page->bytes = g_bytes_new_take (g_steal_pointer (&filling), n_bytes);
  return page;
}

/* A WACZ grows on the disk with each article. */
static void
test_wacz (void)
{
  const ExmFormatBook *wacz = exm_format_wacz.stored;
  const ExmFormatHead head = { .title = "A", .updated_usec = NOW };
  const guint n_articles = 20;
  const gsize n_bytes = 1u << 18;
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "a.wacz", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (GFileOutputStream) stream
      = g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, NULL, &error);

  g_assert_no_error (error);
  gpointer book = wacz->begin (G_OUTPUT_STREAM (stream), &head, folder, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < n_articles; i++)
    {
      g_autoptr (ExmArticle) article = make_feed_article (i);
      g_autofree char *key = exm_article_key (article);
      g_autoptr (GPtrArray) pages
          = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_archive_page_free);
      g_ptr_array_add (pages, make_page (i, n_bytes));
      wacz->add (book, article, key, pages, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (g_seekable_tell (G_SEEKABLE (stream)), >,
                        (i + 1) * n_bytes * 3 / 4);
    }
  wacz->finish (book, &error);
  g_assert_no_error (error);
  wacz->free (book);
  g_output_stream_close (G_OUTPUT_STREAM (stream), NULL, &error);
  g_assert_no_error (error);
  assert_reads_back ("wacz", path, "20", NULL);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/zip-writer/read-back", test_read_back);
  g_test_add_func ("/zip-writer/errors", test_errors);
  g_test_add_func ("/zip-writer/wacz", test_wacz);
  return g_test_run ();
}
