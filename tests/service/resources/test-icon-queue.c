/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Icons that are to be asked for, and their files: names, how long they hold, whole ones.
 */

#include "resources/exm-icon-queue.h"

#include "test-folder.h"

#include <glib/gstdio.h>
#include <string.h>

#define SITE "http://site.example/"
#define NOW (G_GINT64_CONSTANT (1800000000) * G_USEC_PER_SEC)

static void
test_names (void)
{
  static const struct
  {
    const char *url;
    const char *name; /* NULL: none; "#": a checksum */
  } cases[] = {
    { "https://www.site.example/news/", "www.site.example" },
    { "http://127.0.0.1:8080/a", "127.0.0.1:8080" },
    { "https://xn--fiqs8s.example/", "xn--fiqs8s.example" },
    { "https://..%2f..%2fetc/passwd", "#" },
    { "https://.hidden.example/", "#" },
    { "http://[::1]/", "#" },
    { "http://{a,b}.site.example/", "#" },
    { "no address", NULL },
    { "", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = exm_icon_cache_dup_name (cases[i].url);
      if (g_strcmp0 (cases[i].name, "#") != 0)
        g_assert_cmpstr (name, ==, cases[i].name);
      else if (name != NULL)
        g_assert_cmpuint (strspn (name, "0123456789abcdef"), ==, 64);
    }
}

static void
test_site (void)
{
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_init (&fields);
  exm_task_fields_add_source (&fields, EXM_SOURCE_FEED, "https://feeds.example/a");
  g_autoptr (ExmTask) task = exm_task_new (&fields);
  g_assert_cmpstr (exm_icon_cache_get_site_url (task), ==, "https://feeds.example/a");
  exm_task_fields_copy (task, &fields);
  exm_task_fields_add_example (&fields, "https://site.example/1");
  g_autoptr (ExmTask) other = exm_task_new (&fields);
  g_assert_cmpstr (exm_icon_cache_get_site_url (other), ==, "https://site.example/1");
  exm_task_fields_init (&fields);
  g_autoptr (ExmTask) empty = exm_task_new (&fields);
  g_assert_null (exm_icon_cache_get_site_url (empty));
}

/* Returns: (transfer full): a task with an example on the site */
static ExmTask *
make_task (void)
{
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_init (&fields);
  exm_task_fields_add_example (&fields, SITE "1");
  return exm_task_new (&fields);
}

/* A worker that is new asks for the icon, which comes as @text; %NULL: none. */
static void
put (const char *folder, const char *text, gint64 now_usec)
{
  ExmIconQueue *queue = exm_icon_queue_new (folder);
  g_autoptr (ExmTask) task = make_task ();
  g_autoptr (ExmFetched) fetched = exm_fetched_new (SITE "favicon.ico");

  g_assert_true (
      exm_icon_queue_add (queue, task, "site.example", SITE "2", NULL, now_usec, 0));
  g_assert_false (
      exm_icon_queue_add (queue, task, "site.example", SITE "2", NULL, now_usec, 0));
  g_assert_false (exm_icon_queue_wants (queue, task, SITE "2", SITE "2", now_usec));
  ExmIconRequest *request = g_queue_pop_head (&queue->requests);
  g_assert_cmpstr (request->url, ==, SITE "favicon.ico");
  if (text != NULL)
    {
      g_bytes_unref (fetched->body);
      fetched->body = g_bytes_new_static (text, strlen (text));
    }
  exm_icon_queue_end (queue, request, TRUE, text != NULL ? fetched : NULL, now_usec);
  exm_icon_queue_free (queue);
}

static void
assert_holds (const char *folder, const char *text)
{
  g_autoptr (GBytes) bytes = exm_icon_cache_load (folder, "site.example");
  gsize n = 0;
  const char *data = bytes != NULL ? g_bytes_get_data (bytes, &n) : NULL;

  if (text == NULL)
    g_assert_null (data);
  else
    g_assert_cmpmem (data, n, text, strlen (text));
}

static gboolean
wants (const char *folder, const char *job_url, const char *url, gint64 now_usec)
{
  ExmIconQueue *queue = exm_icon_queue_new (folder);
  g_autoptr (ExmTask) task = make_task ();
  gboolean wanted = exm_icon_queue_wants (queue, task, job_url, url, now_usec);

  exm_icon_queue_free (queue);
  return wanted;
}

static gboolean
is_due (const char *folder, gint64 now_usec)
{
  return wants (folder, SITE "2", SITE "2", now_usec);
}

/* An answer holds for a month, also one that there is no icon; a good icon outlives an
 * answer without one. */
static void
test_month (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autofree char *missing = g_build_filename (folder, "missing", NULL);

  g_assert_false (is_due (missing, NOW));
  g_assert_false (is_due (NULL, NOW));
  g_assert_true (is_due (folder, NOW));
  put (folder, NULL, NOW);
  assert_holds (folder, NULL);
  g_assert_false (is_due (folder, NOW + 29 * G_TIME_SPAN_DAY));
  g_assert_true (is_due (folder, NOW + 31 * G_TIME_SPAN_DAY));
  /* The clock was ahead then. */
  g_assert_true (is_due (folder, NOW - 31 * G_TIME_SPAN_DAY));
  put (folder, "GIF89a", NOW + 31 * G_TIME_SPAN_DAY);
  assert_holds (folder, "GIF89a");
  g_assert_false (is_due (folder, NOW + 60 * G_TIME_SPAN_DAY));
  put (folder, NULL, NOW + 62 * G_TIME_SPAN_DAY);
  put (folder, "no picture", NOW + 62 * G_TIME_SPAN_DAY);
  assert_holds (folder, "GIF89a");
  g_assert_false (is_due (folder, NOW + 91 * G_TIME_SPAN_DAY));
  put (missing, "GIF89a", NOW);
}

/* A site that does not answer is left alone for a day, by this worker. */
static void
test_no_answer (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  ExmIconQueue *queue = exm_icon_queue_new (folder);
  g_autoptr (ExmTask) task = make_task ();

  exm_icon_queue_add (queue, task, "site.example", SITE "2", NULL, NOW, 0);
  exm_icon_queue_end (queue, g_queue_pop_head (&queue->requests), FALSE, NULL, NOW);
  g_assert_false (exm_icon_queue_wants (queue, task, SITE "2", SITE "2", NOW));
  g_assert_true (
      exm_icon_queue_wants (queue, task, SITE "2", SITE "2", NOW + 2 * G_TIME_SPAN_DAY));
  g_assert_true (is_due (folder, NOW));
  exm_icon_queue_free (queue);
}

/* Pages of other sites, and pages that came from there, say nothing. */
static void
test_other_site (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();

  g_assert_true (wants (folder, "http://www.site.example/2", SITE "2", NOW));
  g_assert_false (wants (folder, "http://other.example/2", SITE "2", NOW));
  g_assert_false (wants (folder, SITE "2", "http://other.example/2", NOW));
  g_assert_false (wants (folder, SITE "2", "http://site.example:8080/2", NOW));
}

/* The address that a page names is taken where it is of the origin that was asked. */
static void
test_address (void)
{
  static const struct
  {
    const char *named;
    const char *url;
  } cases[] = {
    { NULL, SITE "favicon.ico" },
    { SITE "a/b.png?c", SITE "a/b.png?c" },
    { "http://site.example.evil.example/a", SITE "favicon.ico" },
    { "https://site.example/a", SITE "favicon.ico" },
    { "http://site.example:8080/a", SITE "favicon.ico" },
    { "http://other.example/a", SITE "favicon.ico" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      ExmIconQueue *queue = exm_icon_queue_new ("/nowhere");
      g_autoptr (ExmTask) task = make_task ();
      exm_icon_queue_add (queue, task, "site.example", SITE "2", cases[i].named, NOW, 0);
      const ExmIconRequest *request = g_queue_peek_head (&queue->requests);
      g_assert_cmpstr (request->url, ==, cases[i].url);
      g_assert_false (request->is_private);
      exm_icon_queue_free (queue);
    }
}

/* Others may write into the folder: what is too large, or no file, is no icon. */
static void
test_foreign (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, "site.example", NULL);
  g_autofree char *large = g_strnfill (EXM_ICON_MAX_BYTES + 1, 'x');

  assert_holds (folder, NULL);
  g_assert_true (g_file_set_contents (path, large, -1, NULL));
  assert_holds (folder, NULL);
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  assert_holds (folder, NULL);
  g_assert_cmpint (g_rmdir (path), ==, 0);
  g_assert_true (is_due (folder, NOW));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/icon-queue/names", test_names);
  g_test_add_func ("/icon-queue/site", test_site);
  g_test_add_func ("/icon-queue/month", test_month);
  g_test_add_func ("/icon-queue/no-answer", test_no_answer);
  g_test_add_func ("/icon-queue/other-site", test_other_site);
  g_test_add_func ("/icon-queue/address", test_address);
  g_test_add_func ("/icon-queue/foreign", test_foreign);
  return g_test_run ();
}
