/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "archive/exm-archive-stream.h"
#include "archive/exm-page-input.h"
#include "base/exm-limits.h"
#include "test-folder.h"

#include <glib/gstdio.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define NOW (G_GINT64_CONSTANT (1800000000) * G_USEC_PER_SEC)
#define TIME (G_GINT64_CONSTANT (1795896783) * G_USEC_PER_SEC)

#define SINGLE(url)                                                                      \
  "<!DOCTYPE html><html><!--\n Page saved with SingleFile \n url: " url                  \
  " \n saved date: Sat Nov 28 2026 20:13:03 GMT+0000 (UTC)\n--><p>single</p>"
#define MHTML(url)                                                                       \
  "From: <Saved by a test>\r\nSnapshot-Content-Location: " url                           \
  "\r\nDate: Sat, 28 Nov 2026 20:13:03 +0000\r\nMIME-Version: 1.0\r\n"                   \
  "Content-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html"    \
  "\r\n\r\n<p>mhtml</p>\r\n--b--\r\n"
#define WARC(url)                                                                        \
  "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: " url                             \
  "\r\nWARC-Date: 2026-11-28T20:13:03Z\r\nContent-Type: text/html\r\nContent-Length: 8"  \
  "\r\n\r\n<p>warc\n\r\n\r\n"

static char *
put (const char *folder, const char *name, const char *text)
{
  g_autoptr (GError) error = NULL;
  char *path = g_build_filename (folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  return path;
}

/* Returns: (transfer full): a line a page: address, time, bytes; errors in brackets */
static char *
list_pages (ExmPageInput *input)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (;;)
    {
      g_auto (ExmCapture) capture = { 0 };
      g_autoptr (GError) error = NULL;
      if (exm_page_input_next (input, &capture, &error))
        g_string_append_printf (out, "%s %s %.8s\n", capture.url,
                                capture.time_usec == TIME ? "told"
                                : capture.time_usec == 0  ? "none"
                                                          : "other",
                                (const char *) g_bytes_get_data (capture.bytes, NULL));
      else if (error != NULL)
        {
          const char *name = strrchr (error->message, '/');
          g_string_append_printf (out, "[%s]\n",
                                  name != NULL ? name + 1 : error->message);
        }
      else
        break;
    }
  g_string_append_printf (out, "%" G_GUINT64_FORMAT,
                          exm_page_input_get_n_records (input));
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static char *
list (const char *path)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (ExmPageInput) input = exm_page_input_open (path, NOW, &failure);

  g_assert_no_error (failure);
  return list_pages (input);
}

static void
test_files (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  /* Names say nothing. */
  const struct
  {
    const char *name, *text, *pages; /* (unowned) */
  } cases[] = {
    { "a.txt", SINGLE ("https://news.example/1"),
      "https://news.example/1 told <!DOCTYP\n1" },
    { "b.html", MHTML ("https://news.example/2"),
      "https://news.example/2 told <p>mhtml\n1" },
    { "c.mhtml", WARC ("https://news.example/3"),
      "https://news.example/3 told <p>warc\n\n1" },
    { "e.html", "words alone", "file://%s/e.html none words al\n1" },
    { "f.txt", "words alone",
      "[f.txt: the record at 0 was left out: its head cannot be read]\n0" },
    { "g.xml",
      "<?xml version='1.0'?><!DOCTYPE html><html xmlns='http://www.w3.org/1999/xhtml'>",
      "file://%s/g.xml none <?xml ve\n1" },
    { "h.mht",
      "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n--b\n"
      "Content-Type: text/html\n\n<p>cut",
      "[h.mht was left out: the file ends in its middle]\n1" },
    { "i.mht",
      "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n--b\n"
      "Content-Type: text/css\n\nb{}\n--b--\n",
      "[i.mht was left out: no part of it is a page]\n1" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = put (folder, cases[i].name, cases[i].text);
      g_autofree char *got = list (path);
      g_auto (GStrv) halves = g_strsplit (cases[i].pages, "%s", 2);
      g_autofree char *wanted = g_strjoinv (folder, halves);
      g_assert_cmpstr (got, ==, wanted);
    }
}

static gpointer
write_pipe (gpointer data)
{
  int fd = GPOINTER_TO_INT (g_object_get_data (data, "fd"));
  gsize n_bytes = 0;
  const char *bytes = g_bytes_get_data (g_object_get_data (data, "bytes"), &n_bytes);

  for (gsize done = 0; done < n_bytes;)
    {
      gssize n = write (fd, bytes + done, MIN (n_bytes - done, 1000));
      if (n < 0)
        break;
      done += (gsize) n;
    }
  close (fd);
  return NULL;
}

/* Returns: (transfer full): the pages of bytes that come through a pipe, which is called
 * "pipe" */
static char *
list_pipe (const char *folder, GBytes *bytes)
{
  int fds[2];
  g_autoptr (GObject) writer = g_object_new (G_TYPE_OBJECT, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_no_errno (pipe (fds));
  g_object_set_data (writer, "fd", GINT_TO_POINTER (fds[1]));
  g_object_set_data (writer, "bytes", bytes);
  GThread *thread = g_thread_new ("writes", write_pipe, writer);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fds[0]);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) stream = g_file_read (file, NULL, &error);
  g_assert_no_error (error);
  close (fds[0]);
  g_autoptr (ExmPageInput) input = exm_page_input_open_stream (
      G_INPUT_STREAM (stream), "/x/pipe", folder, NOW, &error);
  g_assert_no_error (error);
  g_clear_object (&stream);
  char *pages = list_pages (input);
  g_thread_join (thread);
  return pages;
}

/* Streams that cannot seek are read as files are, without their names. */
static void
test_stream (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autofree char *padding = g_strnfill (3 << 20, ' ');
  g_autofree char *long_page
      = g_strconcat (SINGLE ("https://news.example/1"), padding, NULL);
  g_autofree char *long_mhtml
      = g_strconcat (MHTML ("https://news.example/2"), padding, NULL);
  const struct
  {
    const char *text, *pages; /* (unowned) */
  } cases[] = {
    { long_page, "https://news.example/1 told <!DOCTYP\n1" },
    { long_mhtml, "https://news.example/2 told <p>mhtml\n1" },
    { WARC ("https://news.example/3") WARC ("https://news.example/4"),
      "https://news.example/3 told <p>warc\n\n"
      "https://news.example/4 told <p>warc\n\n2" },
    { "<html><p>page", "file:///x/pipe none <html><p\n1" },
    { "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n--b\n"
      "Content-Type: text/html\n\n<p>cut",
      "[pipe was left out: the file ends in its middle]\n1" },
    { "words alone", "[pipe: the record at 0 was left out: its head cannot be read]\n0" },
    { "", "0" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new (cases[i].text, strlen (cases[i].text));
      g_autofree char *got = list_pipe (folder, bytes);
      g_assert_cmpstr (got, ==, cases[i].pages);
      /* The kept file has no name. */
      g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
      g_assert_null (g_dir_read_name (dir));
    }
}

/* A page that no one could read is not kept to its end. */
static void
test_stream_large (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  gsize n_bytes = EXM_MAX_PAGE_BYTES + (4u << 20);
  char *text = g_malloc0 (n_bytes);

  memcpy (text, "<html>", 6);
  g_autoptr (GBytes) bytes = g_bytes_new_take (text, n_bytes);
  g_autofree char *got = list_pipe (folder, bytes);
  g_assert_cmpstr (got, ==, "[pipe was left out: it is larger than any page]\n1");
}

static void
test_stream_no_folder (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GInputStream) stream
      = g_memory_input_stream_new_from_data ("<html><p>page", -1, NULL);

  g_assert_null (
      exm_page_input_open_stream (stream, "pipe", "/nowhere/at/all", NOW, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, "/nowhere/at/all"));
}

/* Every page of a folder once, in one order, by its own address, or its path's. */
static void
test_folder (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  static const char *const pages[] = {
    "news.example/2024/a.html", "news.example/index.html", "news.example/b/index.html",
    "news.example/c.html",      "papers/a/b.html",         "z.html",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    g_free (put (folder, pages[i], "<html><p>page"));
  g_free (put (folder, "news.example/style.css", "b{}"));
  g_free (put (folder, "news.example/feed.xml", "<?xml version='1.0'?><rss/>"));
  g_free (put (folder, ".git/a.html", "<html>"));
  g_free (put (folder, "saved/one.mhtml", MHTML ("https://news.example/2")));
  g_free (put (folder, "saved/two.html", SINGLE ("https://news.example/1")));
  g_free (put (folder, "saved/three.warc", WARC ("https://news.example/3")));
  g_free (put (folder, "saved/broken.warc.gz", "no archive"));
  g_free (put (folder, "saved/notes.txt", "no page"));
  g_autofree char *loop = g_build_filename (folder, "saved", "loop", NULL);
  g_assert_no_errno (symlink (folder, loop));
  g_autofree char *slashes = g_strconcat (folder, "//", NULL);
  g_autofree char *got = list (slashes);
  g_autofree char *wanted = g_strdup_printf (
      "https://news.example/2024/a.html none <html><p\n"
      "https://news.example/b/ none <html><p\n"
      "https://news.example/c.html none <html><p\n"
      "https://news.example/ none <html><p\n"
      "file://%s/papers/a/b.html none <html><p\n"
      "[broken.warc.gz: the record at 0 was left out: its head cannot be read]\n"
      "https://news.example/2 told <p>mhtml\n"
      "https://news.example/3 told <p>warc\n\n"
      "https://news.example/1 told <!DOCTYP\n"
      "file://%s/z.html none <html><p\n9",
      folder, folder);
  g_assert_cmpstr (got, ==, wanted);
}

/* Limits name the file, and the rest goes on. */
static void
test_large (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autofree char *large = put (folder, "a.html", "<html><p>large");
  g_autofree char *mhtml = put (folder, "b.mht", MHTML ("https://news.example/2"));
  g_autoptr (GString) deep = g_string_new ("d");

  /* Sparse: it takes no place on the disk. */
  g_assert_no_errno (truncate (large, (off_t) EXM_MAX_PAGE_BYTES + 1));
  g_assert_no_errno (truncate (mhtml, (off_t) 5 << 30));
  g_free (put (folder, "c.html", "<html><p>small"));
  for (guint i = 0; i < 70; i++)
    g_string_append (deep, "/d");
  g_string_append (deep, "/e.html");
  g_free (put (folder, deep->str, "<html>"));
  g_autofree char *got = list (folder);
  g_autofree char *wanted
      = g_strdup_printf ("[a.html was left out: it is larger than any page]\n"
                         "https://news.example/2 told <p>mhtml\n"
                         "file://%s/c.html none <html><p\n"
                         "[d was left out: it is in too many folders]\n3",
                         folder);
  g_assert_cmpstr (got, ==, wanted);
}

/* Member of gzip that holds nothing. */
#define EMPTY "\x1f\x8b\x08\0\0\0\0\0\0\xff\x03\0\0\0\0\0\0\0\0\0"

/* Bytes of the heap that a stream takes at the most. */
#define MOST_BYTES (512u * 1024)

static gsize
get_heap_bytes (void)
{
  struct mallinfo2 heap = mallinfo2 ();

  return heap.uordblks + heap.hblkhd;
}

/* However many members give nothing, one look takes no more than another. */
static void
test_members (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  const struct
  {
    const char *member; /* (unowned) */
    gsize n_bytes;
    gboolean damaged;
  } cases[] = { { "\x1f", 1, TRUE }, { EMPTY, sizeof EMPTY - 1, FALSE } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      g_autofree char *path = g_build_filename (folder, "a.warc.gz", NULL);
      g_autoptr (GError) error = NULL;
      gsize n_there = 0;
      guint64 damaged_at = 0;
      g_byte_array_append (bytes, (const guint8 *) EMPTY, cases[i].damaged ? 2 : 20);
      for (guint k = 0; k < 100000; k++)
        g_byte_array_append (bytes, (const guint8 *) cases[i].member,
                             (guint) cases[i].n_bytes);
      g_file_set_contents (path, (const char *) bytes->data, (gssize) bytes->len, &error);
      g_assert_no_error (error);
      gsize before = get_heap_bytes ();
      g_autoptr (GFile) file = g_file_new_for_path (path);
      g_autoptr (GFileInputStream) bare = g_file_read (file, NULL, &error);
      g_assert_no_error (error);
      g_autoptr (ExmArchiveStream) stream
          = exm_archive_stream_new (G_INPUT_STREAM (bare), path, &error);
      g_assert_no_error (error);
      exm_archive_stream_peek (stream, 1, &n_there);
      g_assert_cmpuint (get_heap_bytes (), <, before + MOST_BYTES);
      g_assert_cmpuint (n_there, ==, 0);
      g_assert_cmpint (exm_archive_stream_take_damage (stream, &damaged_at), ==,
                       cases[i].damaged);
      g_assert_cmpuint (damaged_at, ==, 0);
    }
}

static guint64
count_read_bytes (void)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents ("/proc/self/io", &text, NULL, NULL));
  g_assert_true (g_str_has_prefix (text, "rchar: "));
  return g_ascii_strtoull (text + strlen ("rchar: "), NULL, 10);
}

/* A record of a plain file that is no page is not read, and what follows it is found
 * where it is. */
static void
test_seek (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  static const char head[]
      = "WARC/1.0\r\nWARC-Type: %s\r\nWARC-Target-URI: https://news.example/5\r\n"
        "Content-Type: application/http\r\nContent-Length: %d\r\n\r\n%s";
  static const char answer[] = "HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n\r\n";
  const char *const types[] = { "metadata", "response" };
  const int length = 512 << 20;

  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autoptr (GString) text = g_string_new (WARC ("https://news.example/3"));
      g_string_append_printf (text, head, types[i], length, i == 1 ? answer : "");
      gsize n_end = text->len + (gsize) length - (i == 1 ? strlen (answer) : 0);
      g_autofree char *path = put (folder, "a.warc", text->str);
      g_assert_no_errno (truncate (path, (off_t) n_end));
      FILE *file = fopen (path, "a");
      g_assert_nonnull (file);
      g_assert_cmpint (fprintf (file, "\r\n\r\n%s", WARC ("https://news.example/4")), >,
                       0);
      g_assert_no_errno (fclose (file));
      guint64 before = count_read_bytes ();
      g_autofree char *got = list (path);
      g_assert_cmpuint (count_read_bytes () - before, <, 4u << 20);
      g_assert_cmpstr (got, ==,
                       "https://news.example/3 told <p>warc\n\n"
                       "https://news.example/4 told <p>warc\n\n3");
    }
}

/* A length that ends behind the file is told, and what is in it is found. */
static void
test_seek_lies (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autofree char *path
      = put (folder, "a.warc",
             WARC ("https://news.example/3") "WARC/1.0\r\nWARC-Type: metadata\r\n"
                                             "Content-Length: 1000000\r\n\r\n"
                                             "x\r\n\r\n" WARC ("https://news.example/4"));
  g_autofree char *got = list (path);
  g_autofree char *wanted = g_strdup_printf (
      "https://news.example/3 told <p>warc\n\n"
      "[a.warc: the record at %zu was left out: its length is not the one it says]\n"
      "https://news.example/4 told <p>warc\n\n3",
      strlen (WARC ("https://news.example/3")));

  g_assert_cmpstr (got, ==, wanted);
}

static void
test_missing (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "none", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (exm_page_input_open (path, NOW, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, path));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  signal (SIGPIPE, SIG_IGN);
  g_test_add_func ("/archive/page-input/files", test_files);
  g_test_add_func ("/archive/page-input/folder", test_folder);
  g_test_add_func ("/archive/page-input/large", test_large);
  g_test_add_func ("/archive/page-input/members", test_members);
  g_test_add_func ("/archive/page-input/stream", test_stream);
  g_test_add_func ("/archive/page-input/stream-large", test_stream_large);
  g_test_add_func ("/archive/page-input/stream-no-folder", test_stream_no_folder);
  g_test_add_func ("/archive/page-input/seek", test_seek);
  g_test_add_func ("/archive/page-input/seek-lies", test_seek_lies);
  g_test_add_func ("/archive/page-input/missing", test_missing);
  return g_test_run ();
}
