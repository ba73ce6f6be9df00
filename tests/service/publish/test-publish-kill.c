/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Publishers in processes of their own, which are killed at every step, run out of room,
 * or run two at a time. `--child FOLDER FORMAT FIRST COUNT LIMIT` is such a process: it
 * publishes COUNT articles, may write files of at most LIMIT bytes (0: any), and ends
 * with 0, or with 10 + code of the first %EXM_PUBLISH_ERROR. */

#include "base/exm-fail-point.h"
#include "publish-fixture.h"
#include "publish/exm-article-writer.h"
#include "publish/exm-folder-publisher.h"
#include "publish/formats/exm-article-values.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define N_ARTICLES 3u

static const char *program; /* (unowned): this one's path */

static const char *const POINTS[] = {
  "publish.write.before", "publish.write.middle",    "publish.write.after",
  "publish.sync.before",  "publish.sync.after",      "publish.rename.before",
  "publish.rename.after", "publish.truncate.before", "publish.truncate.after",
};

static const ExmOutputFormat FORMATS[]
    = { EXM_OUTPUT_MARKDOWN, EXM_OUTPUT_JSON_LINES, EXM_OUTPUT_CSV,
        EXM_OUTPUT_ATOM,     EXM_OUTPUT_JSON_FEED,  EXM_OUTPUT_WARC };

/* A page of each article, whose bytes no other one has. */
static GPtrArray *
list_pages (const ExmArticle *article, gpointer data, GError **error)
{
  const ExmArticleFields *fields = exm_article_get (article);
  GPtrArray *pages
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_archive_page_free);
  ExmArchivePage *page = g_new0 (ExmArchivePage, 1);

  page->url = g_strdup (fields->url);
  page->bytes = g_bytes_new_take (g_strconcat (fields->url, fields->text, NULL),
                                  strlen (fields->url) + strlen (fields->text));
  g_ptr_array_add (pages, page);
  return pages;
}

/* Set for children that publish all articles at once. */
#define TOGETHER "EXM_TEST_TOGETHER"

static int
get_status (const GError *error)
{
  return error->domain == EXM_PUBLISH_ERROR ? 10 + error->code : 3;
}

static int
publish_together (ExmFolderPublisher *publisher, guint first, guint count)
{
  g_autoptr (GPtrArray) articles
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_article_unref);
  g_autofree ExmPublished *published = g_new0 (ExmPublished, count);
  g_autofree GError **errors = g_new0 (GError *, count);
  int status = 0;

  for (guint i = first; i < first + count; i++)
    g_ptr_array_add (articles, make_numbered_article (i));
  exm_folder_publisher_publish_all (publisher, articles, NULL, published, errors);
  for (guint i = 0; i < count; i++)
    {
      g_assert_true ((errors[i] == NULL) == (published[i].path != NULL));
      if (errors[i] != NULL)
        status = get_status (errors[i]);
      exm_published_clear (&published[i]);
      g_clear_error (&errors[i]);
    }
  return status;
}

static int
run_child (char *argv[])
{
  guint first = (guint) atoi (argv[4]);
  guint count = (guint) atoi (argv[5]);
  rlim_t limit = (rlim_t) atol (argv[6]);
  ExmTaskOutput output
      = { .format = (ExmOutputFormat) atoi (argv[3]), .folder = argv[2] };
  struct rlimit size = { limit, limit };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmFolderPublisher) publisher
      = exm_folder_publisher_new (&output, "task", &error);

  const ExmPageSource pages = { list_pages, NULL };
  if (publisher != NULL)
    exm_folder_publisher_set_pages (publisher, &pages);
  if (limit > 0
      && (signal (SIGXFSZ, SIG_IGN) == SIG_ERR || setrlimit (RLIMIT_FSIZE, &size) < 0))
    return 2;
  if (g_getenv (TOGETHER) != NULL)
    return publish_together (publisher, first, count);
  for (guint i = first; i < first + count; i++)
    {
      g_autoptr (ExmArticle) article = make_numbered_article (i);
      g_auto (ExmPublished) published = { 0 };
      if (!exm_folder_publisher_publish (publisher, article, NULL, &published, &error))
        return get_status (error);
    }
  return 0;
}

static GPid
start (const char *folder,
       ExmOutputFormat format,
       guint first,
       guint count,
       guint limit,
       const char *fail_point)
{
  char numbers[4][16];
  g_auto (GStrv) environment = g_get_environ ();
  g_autoptr (GError) error = NULL;
  GPid pid;

  g_snprintf (numbers[0], sizeof numbers[0], "%u", format);
  g_snprintf (numbers[1], sizeof numbers[1], "%u", first);
  g_snprintf (numbers[2], sizeof numbers[2], "%u", count);
  g_snprintf (numbers[3], sizeof numbers[3], "%u", limit);
  if (fail_point != NULL)
    environment = g_environ_setenv (environment, "EXM_FAIL_POINT", fail_point, TRUE);
  const char *const argv[] = { program,    "--child",  folder,     numbers[0],
                               numbers[1], numbers[2], numbers[3], NULL };
  g_spawn_async (NULL, (char **) argv, environment, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL,
                 &pid, &error);
  g_assert_no_error (error);
  return pid;
}

static int
finish (GPid pid)
{
  int status = 0;

  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  g_spawn_close_pid (pid);
  g_assert_true (WIFEXITED (status));
  return WEXITSTATUS (status);
}

static int
run (const char *folder, ExmOutputFormat format, guint limit, const char *fail_point)
{
  return finish (start (folder, format, 0, N_ARTICLES, limit, fail_point));
}

/* Skips the id of a feed, which is made of its folder. */
static const char *
skip_id (const char *bytes)
{
  const char *id = strstr (bytes, "urn:uuid:");

  return id != NULL ? id + strlen ("urn:uuid:00000000-0000-8000-8000-000000000000")
                    : bytes;
}

/* The file's bytes but for the id of a feed. */
static GBytes *
read_bytes (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  char *bytes = NULL;
  gsize n_bytes = 0;

  g_assert_true (g_file_get_contents (path, &bytes, &n_bytes, NULL));
  gsize skipped = (gsize) (skip_id (bytes) - bytes);
  g_autoptr (GBytes) all = g_bytes_new_take (bytes, n_bytes);
  return g_bytes_new_from_bytes (all, skipped, n_bytes - skipped);
}

static void
assert_same_files (const char *folder, const char *expected)
{
  g_auto (GStrv) found = list_files (folder, TRUE);
  g_auto (GStrv) wanted = list_files (expected, TRUE);

  guint n = g_strv_length (wanted);

  g_assert_cmpstrv (found, wanted);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GBytes) a = read_bytes (folder, wanted[i]);
      g_autoptr (GBytes) b = read_bytes (expected, wanted[i]);
      if (strcmp (wanted[i], ".exemplar.index") != 0)
        g_assert_true (g_bytes_equal (a, b));
    }
}

/* Makes the files of a publisher that nobody disturbs, checked here, to compare others
 * with. */
static char *
make_expected (ExmOutputFormat format)
{
  char *folder = make_folder ();

  g_assert_cmpint (run (folder, format, 0, NULL), ==, 0);
  g_auto (GStrv) files = list_files (folder, FALSE);
  if (exm_output_format_is_shared (format))
    {
      const char *extension = exm_output_format_get_extension (format);
      g_autofree char *path = g_build_filename (folder, files[0], NULL);
      g_assert_cmpuint (g_strv_length (files), ==, 1);
      assert_reads_back ("keys", extension, path, "3", NULL);
    }
  else
    {
      g_autoptr (ExmArticle) second = make_numbered_article (1);
      g_autofree char *key = exm_article_key (second);
      g_autofree char *name = g_strdup_printf ("2024-05-01/标题, _0_-%.8s.md", key);
      g_assert_cmpuint (g_strv_length (files), ==, N_ARTICLES);
      g_assert_true (g_strv_contains ((const char *const *) files, name));
      g_assert_true (
          g_strv_contains ((const char *const *) files, "2024-05-01/标题, _0_.md"));
    }
  return folder;
}

/* Kills at the @count-th time that @point is reached, publishes again, twice, and
 * compares. Returns whether the point was reached so often. */
static gboolean
kill_once (ExmOutputFormat format, const char *point, guint count, const char *expected)
{
  char *folder = make_folder ();
  g_autofree char *fail_point = g_strdup_printf ("%s:%u", point, count);
  int status = run (folder, format, 0, fail_point);

  g_test_message ("%s", fail_point);
  if (status == EXM_FAIL_POINT_STATUS)
    for (guint i = 0; i < 2; i++)
      g_assert_cmpint (run (folder, format, 0, NULL), ==, 0);
  else
    g_assert_cmpint (status, ==, 0);
  assert_same_files (folder, expected);
  remove_folder (folder);
  return status == EXM_FAIL_POINT_STATUS;
}

static void
test_kill (gconstpointer data)
{
  ExmOutputFormat format = *(const ExmOutputFormat *) data;
  char *expected = make_expected (format);

  for (gsize i = 0; i < G_N_ELEMENTS (POINTS); i++)
    {
      guint count = 1;
      while (kill_once (format, POINTS[i], count, expected))
        count++;
      /* Nothing is cut on the way of an undisturbed publisher, and records are not
       * renamed; all else is reached once an article at least, but that several of
       * them share their syncs. */
      gboolean reached = !g_str_has_prefix (POINTS[i], "publish.truncate")
                         && (exm_format_get (format)->kind != EXM_FORMAT_RECORDS
                             || !g_str_has_prefix (POINTS[i], "publish.rename"));
      gboolean shared
          = g_getenv (TOGETHER) != NULL && g_str_has_prefix (POINTS[i], "publish.sync");
      g_assert_cmpuint (count - 1, >=, !reached ? 0 : shared ? 2 : N_ARTICLES);
      g_assert_cmpuint (count - 1, <=, reached ? 100 : 0);
    }
  remove_folder (expected);
}

/* Killed in the middle of each write, killed again at each step of cleaning that up. */
static void
test_kill_cleaning (gconstpointer data)
{
  ExmOutputFormat format = *(const ExmOutputFormat *) data;
  char *expected = make_expected (format);
  guint n_cleaned = 0;
  gboolean reached = TRUE;

  for (guint count = 1; reached; count++)
    for (gsize i = 0; i < G_N_ELEMENTS (POINTS); i++)
      {
        /* Nothing is cleaned up by renaming. */
        if (g_str_has_prefix (POINTS[i], "publish.rename"))
          continue;
        char *folder = make_folder ();
        g_autofree char *middle = g_strdup_printf ("publish.write.middle:%u", count);
        reached = run (folder, format, 0, middle) == EXM_FAIL_POINT_STATUS;
        int status = run (folder, format, 0, POINTS[i]);
        n_cleaned += status == EXM_FAIL_POINT_STATUS
                     && g_str_has_prefix (POINTS[i], "publish.truncate");
        g_assert_cmpint (run (folder, format, 0, NULL), ==, 0);
        assert_same_files (folder, expected);
        remove_folder (folder);
      }
  g_assert_cmpuint (n_cleaned, >, 0);
  remove_folder (expected);
}

/* A limit on the size of files holds for every user: writes end in the middle, as on a
 * full disk. */
static void
test_full (gconstpointer data)
{
  /* Nothing fits; the first line of the index; that and a claim; two articles and a half
   * in one file; half an article. */
  static const guint limits[] = { 10, 40, 250, 50000, 10000 };
  ExmOutputFormat format = *(const ExmOutputFormat *) data;
  char *expected = make_expected (format);

  for (gsize i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      char *folder = make_folder ();
      gboolean fits = limits[i] == 50000 && !exm_output_format_is_shared (format);
      int status = run (folder, format, limits[i], NULL);
      g_test_message ("limit %u", limits[i]);
      g_assert_cmpint (status, ==, fits ? 0 : 10 + EXM_PUBLISH_ERROR_FULL);

      /* Each file that is there is whole. */
      g_auto (GStrv) files = list_files (folder, TRUE);
      for (guint j = 0; files[j] != NULL; j++)
        {
          g_autofree char *bytes = read_file (folder, files[j]);
          g_assert_false (g_str_has_suffix (files[j], ".part"));
          if (strstr (files[j], ".exemplar.") == NULL && *bytes != '\0')
            g_assert_true (g_str_has_suffix (bytes, "\n"));
        }
      g_assert_cmpint (run (folder, format, 0, NULL), ==, 0);
      assert_same_files (folder, expected);
      remove_folder (folder);
    }
  remove_folder (expected);
}

/* Two processes, one folder, articles that overlap. */
static void
test_two_processes (gconstpointer data)
{
  ExmOutputFormat format = *(const ExmOutputFormat *) data;
  char *folder = make_folder ();
  GPid one = start (folder, format, 0, 30, 0, NULL);
  GPid two = start (folder, format, 10, 30, 0, NULL);

  g_assert_cmpint (finish (one), ==, 0);
  g_assert_cmpint (finish (two), ==, 0);
  g_auto (GStrv) files = list_files (folder, FALSE);
  if (exm_output_format_is_shared (format))
    {
      g_autofree char *path = g_build_filename (folder, files[0], NULL);
      g_assert_cmpuint (g_strv_length (files), ==, 1);
      assert_reads_back ("keys", exm_output_format_get_extension (format), path, "40",
                         NULL);
    }
  else
    g_assert_cmpuint (g_strv_length (files), ==, 40);
  remove_folder (folder);
}

/* All articles at once: each is whole or not there, however far it came. */
static void
test_together (void)
{
  const ExmOutputFormat format = EXM_OUTPUT_MARKDOWN;

  g_setenv (TOGETHER, "1", TRUE);
  test_kill (&format);
  test_kill_cleaning (&format);
  test_full (&format);
  test_two_processes (&format);
  g_unsetenv (TOGETHER);
}

/* @n: of the formats */
static void
add_tests (const char *name, void (*function) (gconstpointer data), gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *path = g_strdup_printf (
          "/publish-kill/%s/%s", name, exm_output_format_get_extension (FORMATS[i]));
      g_test_add_data_func (path, &FORMATS[i], function);
    }
}

int
main (int argc, char *argv[])
{
  if (argc == 7 && strcmp (argv[1], "--child") == 0)
    return run_child (argv);

  /* Some thousand syncs: a kill is the same to files in memory. */
  if (g_access ("/dev/shm", W_OK) == 0)
    g_setenv ("TMPDIR", "/dev/shm", TRUE);
  program = argv[0];
  g_test_init (&argc, &argv, NULL);
  add_tests ("kill", test_kill, G_N_ELEMENTS (FORMATS));
  add_tests ("cleaning", test_kill_cleaning, G_N_ELEMENTS (FORMATS));
  /* How much of an archive fits depends on how well it is compressed. */
  add_tests ("full", test_full, G_N_ELEMENTS (FORMATS) - 1);
  add_tests ("two-processes", test_two_processes, G_N_ELEMENTS (FORMATS));
  g_test_add_func ("/publish-kill/together", test_together);
  return g_test_run ();
}
