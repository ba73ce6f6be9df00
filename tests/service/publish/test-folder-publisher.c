/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/exm-said-error.h"
#include "publish-fixture.h"
#include "publish/exm-article-writer.h"
#include "publish/exm-folder-publisher.h"
#include "publish/formats/exm-article-values.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct
{
  char *folder; /* (owned) */
} Fixture;

/* Files that have no name any more cannot be read. */
static gboolean broken;

/* The linker puts it before the system's call. */
ssize_t __real_pread64 (int fd, void *bytes, size_t n_bytes, off_t offset);
ssize_t __wrap_pread64 (int fd, void *bytes, size_t n_bytes, off_t offset);

ssize_t
__wrap_pread64 (int fd, void *bytes, size_t n_bytes, off_t offset)
{
  struct stat info;

  if (!broken || fstat (fd, &info) != 0 || info.st_nlink > 0)
    return __real_pread64 (fd, bytes, n_bytes, offset);
  errno = EIO;
  return -1;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = make_folder ();
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  remove_folder (fixture->folder);
}

static ExmFolderPublisher *
make_publisher (const char *folder, ExmOutputFormat format, const char *name_template)
{
  ExmTaskOutput output = { .format = format,
                           .folder = (char *) folder,
                           .name_template = (char *) name_template };
  g_autoptr (GError) error = NULL;
  ExmFolderPublisher *publisher = exm_folder_publisher_new (&output, "My task", &error);

  g_assert_no_error (error);
  return publisher;
}

/* Publishes and returns the path beneath the folder. */
static char *
publish (ExmFolderPublisher *publisher, const ExmArticle *article, const char *folder)
{
  g_auto (ExmPublished) published = { 0 };
  g_autoptr (GError) error = NULL;

  exm_folder_publisher_publish (publisher, article, NULL, &published, &error);
  g_assert_no_error (error);
  g_assert_true (g_str_has_prefix (published.path, folder));
  g_assert_true (published.was_there || published.n_bytes > 0);
  return g_strdup (published.path + strlen (folder) + 1);
}

static void
publish_fails (ExmFolderPublisher *publisher,
               const ExmArticle *article,
               ExmPublishError code,
               const char *named)
{
  g_auto (ExmPublished) published = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_false (
      exm_folder_publisher_publish (publisher, article, NULL, &published, &error));
  g_assert_error (error, EXM_PUBLISH_ERROR, (int) code);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, named));
  g_autofree char *words = exm_said_to_words (exm_said_from_error (error));
  g_assert_cmpstr (words, ==, error->message);
  g_assert_null (published.path);
}

static void
assert_files (const char *folder, const char *expected)
{
  g_auto (GStrv) files = list_files (folder, FALSE);
  g_autofree char *found = g_strjoinv (" ", files);

  g_assert_cmpstr (found, ==, expected);
}

static void
write_file (const char *folder, const char *name, const char *bytes)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, bytes, -1, NULL));
}

static void
make_link (const char *target, const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_cmpint (symlink (target, path), ==, 0);
}

static void
test_formats (Fixture *fixture, gconstpointer data)
{
  for (guint format = 0; format < EXM_N_OUTPUT_FORMATS; format++)
    {
      /* test-publish-kill.c reads back archives. */
      if (exm_format_get (format)->article == NULL)
        continue;
      g_autoptr (ExmFolderPublisher) publisher
          = make_publisher (fixture->folder, format, NULL);
      g_autoptr (ExmArticle) article = make_article ("http://x/1", "A title", "text");
      g_autofree char *path = publish (publisher, article, fixture->folder);
      g_autofree char *bytes = read_file (fixture->folder, path);
      const ExmFormatHead head = { .mark = TRUE };
      g_autofree char *start = exm_article_write_start (format, &head);
      g_autofree char *written = exm_article_write (article, format);
      g_autofree char *expected = g_strconcat (start, written, NULL);
      if (exm_format_get (format)->kind == EXM_FORMAT_FEED)
        g_assert_nonnull (strstr (bytes, written));
      else
        g_assert_cmpstr (bytes, ==, expected);
    }
  assert_files (fixture->folder, "2024-05-01/A title.html 2024-05-01/A title.md "
                                 "2024-05-01/A title.txt 2024-05-01/A title.xml "
                                 "articles.bib articles.csv articles.jsonl articles.ris "
                                 "feed.atom feed.json");
}

/* The same article again, changed: in its place, also for a publisher of another run. */
static void
test_again (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ExmArticle) article = make_article ("http://x/1", "A title", "text");
  g_autoptr (ExmArticle) changed = make_article ("http://x/1", "Another", "other text");

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (ExmFolderPublisher) publisher
          = make_publisher (fixture->folder, EXM_OUTPUT_TEXT, "{title}.{ext}");
      g_autofree char *first = publish (publisher, article, fixture->folder);
      g_autofree char *second = publish (publisher, changed, fixture->folder);
      g_assert_cmpstr (first, ==, "A title.txt");
      g_assert_cmpstr (second, ==, "A title.txt");
      assert_files (fixture->folder, "A title.txt");
      g_autofree char *bytes = read_file (fixture->folder, "A title.txt");
      g_assert_true (g_str_has_suffix (bytes, "other text\n"));
    }
}

static void
test_record_again (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ExmArticle) article = make_article ("http://x/1", "A title", "text");

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (ExmFolderPublisher) publisher
          = make_publisher (fixture->folder, EXM_OUTPUT_CSV, NULL);
      for (guint j = 0; j < 2; j++)
        {
          g_auto (ExmPublished) published = { 0 };
          g_autoptr (GError) error = NULL;
          exm_folder_publisher_publish (publisher, article, NULL, &published, &error);
          g_assert_no_error (error);
          g_assert_cmpint (published.was_there, ==, i + j > 0);
          g_assert_true (g_str_has_suffix (published.path, "/articles.csv"));
        }
    }
  g_autofree char *path = g_build_filename (fixture->folder, "articles.csv", NULL);
  assert_reads_back ("keys", "csv", path, "1", NULL);
}

/* One name, three articles and a file that is none of ours. */
static void
test_same_name (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GString) names = g_string_new (NULL);

  write_file (fixture->folder, "T.txt", "mine");
  for (guint round = 0; round < 2; round++)
    for (guint i = 0; i < 3; i++)
      {
        /* Backwards in the second round: names do not depend on the order. */
        g_autofree char *url = g_strdup_printf ("http://x/%u", round == 0 ? i : 2 - i);
        g_autoptr (ExmArticle) article = make_article (url, "T", url);
        g_autofree char *key = exm_article_key (article);
        g_autofree char *expected = g_strdup_printf ("T-%.8s.txt", key);
        g_autoptr (ExmFolderPublisher) publisher
            = make_publisher (fixture->folder, EXM_OUTPUT_TEXT, "{title}.{ext}");
        g_autofree char *path = publish (publisher, article, fixture->folder);
        g_autofree char *bytes = read_file (fixture->folder, path);
        g_assert_cmpstr (path, ==, expected);
        g_assert_nonnull (strstr (bytes, url));
      }
  g_auto (GStrv) files = list_files (fixture->folder, FALSE);
  g_assert_cmpuint (g_strv_length (files), ==, 4);
  g_autofree char *mine = read_file (fixture->folder, "T.txt");
  g_assert_cmpstr (mine, ==, "mine");
}

/* Two outputs share the folder; each has all articles, and files of one name are kept
 * apart by format. */
static void
test_two_outputs (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ExmArticle) article = make_article ("http://x/1", "T", "text");
  g_autoptr (ExmFolderPublisher) text
      = make_publisher (fixture->folder, EXM_OUTPUT_TEXT, "{title}");
  g_autoptr (ExmFolderPublisher) markdown
      = make_publisher (fixture->folder, EXM_OUTPUT_MARKDOWN, "{title}");
  g_autoptr (ExmFolderPublisher) yearly
      = make_publisher (fixture->folder, EXM_OUTPUT_CSV, "{year}.csv");
  g_autoptr (ExmFolderPublisher) all
      = make_publisher (fixture->folder, EXM_OUTPUT_CSV, "{task}.csv");
  g_autofree char *a = publish (text, article, fixture->folder);
  g_autofree char *b = publish (markdown, article, fixture->folder);
  g_autofree char *c = publish (yearly, article, fixture->folder);
  g_autofree char *d = publish (all, article, fixture->folder);

  g_assert_cmpstr (a, ==, "T");
  g_assert_true (g_str_has_prefix (b, "T-"));
  g_assert_cmpstr (c, ==, "2024.csv");
  g_assert_cmpstr (d, ==, "My task.csv");

  g_autoptr (ExmFolderPublisher) mixed
      = make_publisher (fixture->folder, EXM_OUTPUT_JSON_LINES, "{year}.csv");
  publish_fails (mixed, article, EXM_PUBLISH_ERROR_NAME, "2024.csv");
}

static void
test_hostile_titles (Fixture *fixture, gconstpointer data)
{
  static const char *const titles[]
      = { "../../etc/passwd", "..", "/",   "CON", "\u202egpj.exe",
          ".exemplar.index",  "",   "a/b", "\n",  "-rf *" };
  g_autoptr (ExmFolderPublisher) publisher
      = make_publisher (fixture->folder, EXM_OUTPUT_HTML, "{title}.{ext}");

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    {
      g_autofree char *url = g_strdup_printf ("http://x/%u", i);
      g_autoptr (ExmArticle) article = make_article (url, titles[i], "text");
      g_autofree char *path = publish (publisher, article, fixture->folder);
      g_assert_null (strchr (path, '/'));
    }
  g_auto (GStrv) files = list_files (fixture->folder, FALSE);
  g_assert_cmpuint (g_strv_length (files), ==, G_N_ELEMENTS (titles));
}

static void
test_links (Fixture *fixture, gconstpointer data)
{
  char *other = make_folder ();
  g_autoptr (ExmArticle) article = make_article ("http://x/1", "T", "text");
  g_autoptr (ExmFolderPublisher) below
      = make_publisher (fixture->folder, EXM_OUTPUT_TEXT, "a/b/{title}");
  g_autoptr (ExmFolderPublisher) csv
      = make_publisher (fixture->folder, EXM_OUTPUT_CSV, NULL);
  g_autoptr (ExmFolderPublisher) flat
      = make_publisher (fixture->folder, EXM_OUTPUT_TEXT, "{title}");

  make_link (other, fixture->folder, "a");
  publish_fails (below, article, EXM_PUBLISH_ERROR_SYMLINK, "/a ");

  write_file (other, "target", "mine");
  g_autofree char *target = g_build_filename (other, "target", NULL);
  make_link (target, fixture->folder, "articles.csv");
  publish_fails (csv, article, EXM_PUBLISH_ERROR_SYMLINK, "articles.csv");

  /* A link that had the name first is somebody else's file. */
  make_link (target, fixture->folder, "T");
  g_autofree char *path = publish (flat, article, fixture->folder);
  g_assert_true (g_str_has_prefix (path, "T-"));
  /* One that took the place of ours is refused. */
  g_autofree char *full = g_build_filename (fixture->folder, path, NULL);
  g_assert_cmpint (g_unlink (full), ==, 0);
  make_link (target, fixture->folder, path);
  publish_fails (flat, article, EXM_PUBLISH_ERROR_SYMLINK, path);

  /* A link in the place of what is written at first is not written through. */
  g_assert_cmpint (g_unlink (full), ==, 0);
  g_autofree char *key = exm_article_key (article);
  g_autofree char *id
      = g_compute_checksum_for_string (G_CHECKSUM_SHA256, "txt {title}", -1);
  g_autofree char *part = g_strdup_printf (".exemplar-%s-%.12s.part", key, id);
  make_link (target, fixture->folder, part);
  g_free (publish (flat, article, fixture->folder));

  g_autofree char *mine = read_file (other, "target");
  g_assert_cmpstr (mine, ==, "mine");
  assert_files (other, "target");
  remove_folder (other);
}

static void
test_memory_links (Fixture *fixture, gconstpointer data)
{
  static const char *const names[] = { ".exemplar.lock", ".exemplar.index" };
  g_autoptr (ExmArticle) article = make_article ("http://x/1", "T", "text");
  g_autoptr (ExmFolderPublisher) publisher
      = make_publisher (fixture->folder, EXM_OUTPUT_TEXT, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (fixture->folder, names[i], NULL);
      make_link ("/dev/null", fixture->folder, names[i]);
      publish_fails (publisher, article, EXM_PUBLISH_ERROR_SYMLINK, "symbolic link");
      g_assert_cmpint (g_unlink (path), ==, 0);
    }
}

static void
test_folder (Fixture *fixture, gconstpointer data)
{
  g_autofree char *deep = g_build_filename (fixture->folder, "a", "b", "c", NULL);
  g_autofree char *file = g_build_filename (fixture->folder, "file", NULL);
  g_autofree char *below = g_build_filename (file, "folder", NULL);
  g_autoptr (ExmArticle) article = make_article ("http://x/1", "T", "text");

  g_autoptr (ExmFolderPublisher) made
      = make_publisher (deep, EXM_OUTPUT_TEXT, "{title}.{ext}");
  g_free (publish (made, article, deep));
  assert_files (fixture->folder, "a/b/c/T.txt");

  /* Its disk is gone: not made anew where the disk was. */
  remove_folder (g_strdup (deep));
  publish_fails (made, article, EXM_PUBLISH_ERROR_NOT_FOLDER, deep);
  g_assert_false (g_file_test (deep, G_FILE_TEST_EXISTS));
  g_assert_cmpint (g_mkdir (deep, 0700), ==, 0);
  g_free (publish (made, article, deep));
  assert_files (fixture->folder, "a/b/c/T.txt");

  write_file (fixture->folder, "file", "mine");
  g_autoptr (ExmFolderPublisher) on_file = make_publisher (file, EXM_OUTPUT_TEXT, NULL);
  publish_fails (on_file, article, EXM_PUBLISH_ERROR_NOT_FOLDER, file);
  g_autoptr (ExmFolderPublisher) in_file = make_publisher (below, EXM_OUTPUT_TEXT, NULL);
  publish_fails (in_file, article, EXM_PUBLISH_ERROR_NOT_FOLDER, below);
  g_autoptr (ExmFolderPublisher) through
      = make_publisher (fixture->folder, EXM_OUTPUT_TEXT, "file/{title}");
  publish_fails (through, article, EXM_PUBLISH_ERROR_NOT_FOLDER, file);

  ExmTaskOutput relative = { .folder = (char *) "relative" };
  g_autoptr (GError) error = NULL;
  g_assert_null (exm_folder_publisher_new (&relative, NULL, &error));
  g_assert_error (error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_NOT_FOLDER);
}

static void
test_taken_names (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ExmArticle) article = make_article ("http://x/1", "T", "text");
  g_autoptr (ExmFolderPublisher) csv
      = make_publisher (fixture->folder, EXM_OUTPUT_CSV, NULL);
  g_autoptr (ExmFolderPublisher) json
      = make_publisher (fixture->folder, EXM_OUTPUT_JSON_LINES, NULL);
  g_autofree char *path = g_build_filename (fixture->folder, "articles.csv", NULL);

  write_file (fixture->folder, "articles.csv", "name,price\r\nx,1\r\n");
  write_file (fixture->folder, "articles.jsonl", "[1]\n");
  publish_fails (csv, article, EXM_PUBLISH_ERROR_NAME, "articles.csv");
  publish_fails (json, article, EXM_PUBLISH_ERROR_NAME, "articles.jsonl");
  g_autofree char *mine = read_file (fixture->folder, "articles.csv");
  g_assert_cmpstr (mine, ==, "name,price\r\nx,1\r\n");

  /* A pipe is not waited for, a folder not written to. */
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  publish_fails (csv, article, EXM_PUBLISH_ERROR_NAME, "articles.csv");
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  publish_fails (csv, article, EXM_PUBLISH_ERROR_NAME, "articles.csv");
  g_assert_cmpint (g_rmdir (path), ==, 0);
  g_free (publish (csv, article, fixture->folder));
}

/* Goes on in a shared file that an editor saved without the mark and the last line feed.
 */
static void
test_edited (Fixture *fixture, gconstpointer data)
{
  for (guint format = EXM_OUTPUT_JSON_LINES; format <= EXM_OUTPUT_CSV; format++)
    {
      g_autoptr (ExmFolderPublisher) publisher
          = make_publisher (fixture->folder, format, NULL);
      g_autoptr (ExmArticle) one = make_article ("http://x/1", "T", "text");
      g_autoptr (ExmArticle) two = make_article ("http://x/2", "T", "text");
      g_autofree char *path = publish (publisher, one, fixture->folder);
      g_autofree char *bytes = read_file (fixture->folder, path);
      const char *unmarked = bytes + (format == EXM_OUTPUT_CSV ? strlen ("\ufeff") : 0);
      g_autofree char *cut = g_strchomp (g_strdup (unmarked));
      write_file (fixture->folder, path, cut);
      g_free (publish (publisher, two, fixture->folder));
      g_autofree char *full = g_build_filename (fixture->folder, path, NULL);
      assert_reads_back ("keys", exm_output_format_get_extension (format), full, "2",
                         NULL);
    }
}

static void
append_to (const char *folder, const char *name, const char *bytes, gsize n_bytes)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  int fd = g_open (path, O_WRONLY | O_APPEND | O_CREAT, 0600);

  g_assert_cmpint (write (fd, bytes, n_bytes), ==, (gssize) n_bytes);
  close (fd);
}

/* The memory is a file where others may write: rubbish in it is passed over, paths out of
 * the folder are not taken, a half line is cut off. */
static void
test_index (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ExmArticle) article = make_article ("http://x/1", "T", "text");
  g_autofree char *key = exm_article_key (article);
  g_autofree char *id
      = g_compute_checksum_for_string (G_CHECKSUM_SHA256, "txt {title}", -1);
  g_autoptr (GString) lines = g_string_new ("exemplar published articles 1\n");
  static const char *const paths[] = { "../T", "/T", "a/../../T", "", ".exemplar.lock" };

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_string_append_printf (lines, "file\t%s\t%.12s\ttxt\t%s\n", key, id, paths[i]);
      g_string_append_printf (lines, "append\t%s\t%.12s\ttxt\t0\t9\tx\t%s\n", key, id,
                              paths[i]);
    }
  g_string_append (lines,
                   "done\nvoid\nappend\tx\ty\tcsv\t-1\t99999999999999999999\tx\tz\n"
                   "\n\t\t\t\t\t\t\t\t\t\n\xff\xfe\n");
  g_string_append_len (lines, "a\0b\n", 4);
  append_to (fixture->folder, ".exemplar.index", lines->str, lines->len);
  append_to (fixture->folder, ".exemplar.index", "file\tabc", 8);

  g_autoptr (ExmFolderPublisher) publisher
      = make_publisher (fixture->folder, EXM_OUTPUT_TEXT, "{title}");
  g_autofree char *path = publish (publisher, article, fixture->folder);
  g_assert_cmpstr (path, ==, "T");
  assert_files (fixture->folder, "T");
  g_autofree char *index = read_file (fixture->folder, ".exemplar.index");
  g_assert_null (strstr (index, "abcfile"));

  write_file (fixture->folder, ".exemplar.index", "exemplar published articles 2\n");
  publish_fails (publisher, article, EXM_PUBLISH_ERROR_NAME, ".exemplar.index");
  write_file (fixture->folder, ".exemplar.index", "");
  g_free (publish (publisher, article, fixture->folder));
}

/* The index of a folder with many articles is not held in memory: while it cannot be
 * read, nothing is published for new that is there. */
static void
test_large_index (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ExmArticle) article = make_article ("http://x/1", "T", "text");
  g_autoptr (ExmArticle) changed = make_article ("http://x/1", "U", "other text");
  g_autoptr (GString) lines = g_string_new (NULL);
  g_autoptr (ExmFolderPublisher) first
      = make_publisher (fixture->folder, EXM_OUTPUT_TEXT, "{title}");

  g_free (publish (first, article, fixture->folder));
  for (guint i = 0; i < 10000; i++)
    g_string_append_printf (lines, "file\t%u\tx\ttxt\told/%u\n", i, i);
  append_to (fixture->folder, ".exemplar.index", lines->str, lines->len);
  g_autofree char *path = publish (first, changed, fixture->folder);
  g_assert_cmpstr (path, ==, "T");
  broken = TRUE;
  publish_fails (first, article, EXM_PUBLISH_ERROR_FAILED, "exemplar-");
  broken = FALSE;
  assert_files (fixture->folder, "T");
  g_autofree char *again = publish (first, article, fixture->folder);
  g_assert_cmpstr (again, ==, "T");
  assert_files (fixture->folder, "T");
}

static void
test_without_address (Fixture *fixture, gconstpointer data)
{
  ExmArticleFields fields = { .text = g_strdup ("text") };
  g_autoptr (ExmArticle) article = exm_article_new (&fields);
  g_autoptr (ExmFolderPublisher) publisher
      = make_publisher (fixture->folder, EXM_OUTPUT_TEXT, NULL);

  publish_fails (publisher, article, EXM_PUBLISH_ERROR_ARTICLE, "address");
  assert_files (fixture->folder, "");
}

static guint
count_entries (const char *folder, const char *name)
{
  g_autofree char *text = read_file (folder, name);
  guint n = 0;

  for (const char *at = strstr (text, "<entry>"); at != NULL;
       at = strstr (at + 1, "<entry>"))
    n++;
  return n;
}

/* One file, made anew with each article; in the same folder a file for each. */
static void
test_feed (Fixture *fixture, gconstpointer data)
{
  ExmTaskOutput output = {
    .format = EXM_OUTPUT_ATOM,
    .folder = fixture->folder,
    .name_template = (char *) "news/a.xml",
    .newest = 2,
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmFolderPublisher) feed
      = exm_folder_publisher_new (&output, "News", &error);
  g_autoptr (ExmFolderPublisher) files
      = make_publisher (fixture->folder, EXM_OUTPUT_TEXT, "{title}");

  g_assert_no_error (error);
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *url = g_strdup_printf ("http://x/%u", i);
      g_autofree char *title = g_strdup_printf ("T%u", i);
      g_autoptr (ExmArticle) article = make_article (url, title, "text");
      g_autofree char *path = publish (feed, article, fixture->folder);
      g_autofree char *file = publish (files, article, fixture->folder);
      g_assert_cmpstr (path, ==, "news/a.xml");
      g_assert_cmpstr (file, ==, title);
      g_assert_cmpuint (count_entries (fixture->folder, path), ==, MIN (i + 1, 2));
    }
  assert_files (fixture->folder, "T0 T1 T2 news/a.xml");

  /* Whoever removes it begins it anew. */
  g_autofree char *full = g_build_filename (fixture->folder, "news", "a.xml", NULL);
  g_autoptr (ExmArticle) article = make_article ("http://x/0", "T0", "text");
  g_assert_cmpint (g_unlink (full), ==, 0);
  g_autofree char *path = publish (feed, article, fixture->folder);
  g_assert_cmpuint (count_entries (fixture->folder, path), ==, 1);
}

/* Files that are no feed of ours stay as they are. */
static void
test_foreign_feed (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ExmArticle) article = make_article ("http://x/1", "T", "text");
  g_autoptr (ExmFolderPublisher) atom
      = make_publisher (fixture->folder, EXM_OUTPUT_ATOM, "feed");
  g_autoptr (ExmFolderPublisher) json
      = make_publisher (fixture->folder, EXM_OUTPUT_JSON_FEED, "feed");
  g_autofree char *full = g_build_filename (fixture->folder, "feed", NULL);

  write_file (fixture->folder, "feed", "<feed/>");
  publish_fails (atom, article, EXM_PUBLISH_ERROR_NAME, "feed");
  g_autofree char *bytes = read_file (fixture->folder, "feed");
  g_assert_cmpstr (bytes, ==, "<feed/>");

  g_assert_cmpint (g_unlink (full), ==, 0);
  make_link ("/etc/passwd", fixture->folder, "feed");
  publish_fails (atom, article, EXM_PUBLISH_ERROR_SYMLINK, "feed");

  g_assert_cmpint (g_unlink (full), ==, 0);
  g_autofree char *path = publish (atom, article, fixture->folder);
  g_assert_cmpuint (count_entries (fixture->folder, path), ==, 1);
  publish_fails (json, article, EXM_PUBLISH_ERROR_NAME, "feed");
  g_assert_cmpuint (count_entries (fixture->folder, path), ==, 1);
}

typedef struct
{
  ExmFolderPublisher *publisher; /* (unowned) */
  const ExmArticle *article;     /* (unowned) */
  GCancellable *cancellable;     /* (unowned) */
  GError *error;                 /* (owned) (nullable) */
} Waiter;

static gpointer
wait_and_publish (gpointer data)
{
  Waiter *waiter = data;
  g_auto (ExmPublished) published = { 0 };

  exm_folder_publisher_publish (waiter->publisher, waiter->article, waiter->cancellable,
                                &published, &waiter->error);
  return NULL;
}

/* While another holds the folder, nothing is written; then it goes on, or is called off.
 */
static void
test_lock (Fixture *fixture, gconstpointer data)
{
  g_autoptr (ExmArticle) article = make_article ("http://x/1", "T", "text");
  g_autoptr (ExmFolderPublisher) publisher
      = make_publisher (fixture->folder, EXM_OUTPUT_TEXT, "{title}");
  g_autofree char *path = g_build_filename (fixture->folder, ".exemplar.lock", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

  for (guint i = 0; i < 2; i++)
    {
      Waiter waiter = { publisher, article, cancellable, NULL };
      int fd = g_open (path, O_RDWR | O_CREAT, 0600);
      g_assert_cmpint (fcntl (fd, F_OFD_SETLK, &whole), ==, 0);
      GThread *thread = g_thread_new ("waiter", wait_and_publish, &waiter);
      assert_files (fixture->folder, "");
      if (i == 0)
        g_cancellable_cancel (cancellable);
      else
        close (fd);
      g_thread_join (thread);
      if (i == 0)
        {
          g_assert_error (waiter.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
          g_clear_error (&waiter.error);
          g_cancellable_reset (cancellable);
          close (fd);
        }
      g_assert_no_error (waiter.error);
    }
  assert_files (fixture->folder, "T");
}

#define ADD(name, function)                                                              \
  g_test_add ("/folder-publisher/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("formats", test_formats);
  ADD ("again", test_again);
  ADD ("record-again", test_record_again);
  ADD ("same-name", test_same_name);
  ADD ("two-outputs", test_two_outputs);
  ADD ("hostile-titles", test_hostile_titles);
  ADD ("links", test_links);
  ADD ("memory-links", test_memory_links);
  ADD ("folder", test_folder);
  ADD ("taken-names", test_taken_names);
  ADD ("edited", test_edited);
  ADD ("index", test_index);
  ADD ("large-index", test_large_index);
  ADD ("without-address", test_without_address);
  ADD ("feed", test_feed);
  ADD ("foreign-feed", test_foreign_feed);
  ADD ("lock", test_lock);
  return g_test_run ();
}
