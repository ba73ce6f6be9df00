/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages that are kept in a file come back as they were, on any thread. */

#include "archive/exm-page-spool.h"

#include <glib/gstdio.h>
#include <string.h>

#define N_PAGES 200u

static ExmCapture
make_capture (guint i)
{
  g_autoptr (GString) html = g_string_new (NULL);

  for (guint k = 0; k < i * 7 % 300; k++)
    g_string_append_printf (html, "<p>%u of %u", k, i);
  return (ExmCapture){
    .url = g_strdup_printf ("https://a.example/%u", i),
    .charset = i % 3 == 0 ? g_strdup ("gbk") : NULL,
    .id = i % 2 == 0 ? g_strdup_printf ("<urn:%u>", i) : NULL,
    .time_usec = i * G_GINT64_CONSTANT (1000000000000),
    .offset = i * G_GUINT64_CONSTANT (10000000000),
    .bytes = g_bytes_new (html->str, html->len),
  };
}

static gpointer
check_pages (gpointer data)
{
  ExmPageSpool *spool = data;

  for (guint i = 0; i < N_PAGES; i++)
    {
      guint page = i * 37 % N_PAGES, file = 0;
      g_auto (ExmCapture) meant = make_capture (page), got = { 0 };
      g_autoptr (GError) error = NULL;
      gboolean well = exm_page_spool_read (spool, page, &got, &file, &error);
      g_assert_no_error (error);
      g_assert_true (well);
      g_assert_cmpstr (got.url, ==, meant.url);
      g_assert_cmpstr (got.charset, ==, meant.charset);
      g_assert_cmpstr (got.id, ==, meant.id);
      g_assert_cmpint (got.time_usec, ==, meant.time_usec);
      g_assert_cmpuint (got.offset, ==, meant.offset);
      g_assert_cmpuint (file, ==, page % 5);
      g_assert_true (g_bytes_equal (got.bytes, meant.bytes));
    }
  return NULL;
}

static void
test_there_and_back (void)
{
  g_autofree char *folder = g_dir_make_tmp ("spool-XXXXXX", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmPageSpool) spool = exm_page_spool_new (folder, &error);
  GThread *threads[4];

  g_assert_no_error (error);
  for (guint i = 0; i < N_PAGES; i++)
    {
      g_auto (ExmCapture) capture = make_capture (i);
      g_assert_true (exm_page_spool_add (spool, &capture, i % 5, &error));
      g_assert_no_error (error);
    }
  g_assert_cmpuint (exm_page_spool_get_n_pages (spool), ==, N_PAGES);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("reads", check_pages, spool);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  /* The file has no name: nothing stays behind. */
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_no_folder (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (exm_page_spool_new ("/nowhere/at/all", &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_assert_nonnull (strstr (error->message, "/nowhere/at/all"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/page-spool/there-and-back", test_there_and_back);
  g_test_add_func ("/page-spool/no-folder", test_no_folder);
  return g_test_run ();
}
