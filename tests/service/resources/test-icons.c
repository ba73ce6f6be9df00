/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Icons of sites as a worker gets them: which address it asks for, how often, and that no
 * run minds what comes. */

#include "report-bench.h"
#include "resources/exm-icon-cache.h"
#include "test-folder.h"
#include "test-listen.h"

#include <string.h>

/* Enough of a picture for who decodes nothing. */
#define PNG "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10"

typedef struct
{
  ReportBench bench;
  char *folder;     /* (owned): of icons */
  char *name;       /* (owned): of the file of the bench's site */
  const char *body; /* (unowned): what the site answers; may hold NUL */
  gsize n_body;
  guint status;
  const char *location; /* (unowned) (nullable): of a redirect */
  guint n_favicon;      /* requests of /favicon.ico */
  guint n_named;        /* of /own.png */
  char *agent;          /* (owned) (nullable): who asked */
  gint64 asked_usec;    /* when, by the worker's clock */
} Fixture;

static void
on_icon (SoupServer *server,
         SoupServerMessage *message,
         const char *path,
         GHashTable *query,
         gpointer data)
{
  Fixture *self = data;
  SoupMessageHeaders *asked = soup_server_message_get_request_headers (message);

  self->asked_usec = report_bench_get_time (&self->bench);
  self->n_favicon += strcmp (path, "/favicon.ico") == 0;
  self->n_named += strcmp (path, "/own.png") == 0;
  g_free (self->agent);
  self->agent = g_strdup (soup_message_headers_get_one (asked, "User-Agent"));
  g_assert_null (soup_message_headers_get_one (asked, "Referer"));
  if (self->location != NULL)
    {
      soup_server_message_set_redirect (message, 302, self->location);
      return;
    }
  soup_server_message_set_status (message, self->status, NULL);
  soup_server_message_set_response (message, "text/html", SOUP_MEMORY_STATIC, self->body,
                                    self->n_body);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  report_bench_init (&self->bench);
  self->folder = test_folder_new ();
  self->name = exm_icon_cache_dup_name (self->bench.base);
  self->body = PNG;
  self->n_body = sizeof PNG - 1;
  self->status = 200;
  self->bench.icons = self->folder;
  soup_server_add_handler (self->bench.server, "/favicon.ico", on_icon, self, NULL);
  soup_server_add_handler (self->bench.server, "/own.png", on_icon, self, NULL);
  report_bench_add_task (&self->bench, EXM_FIRST_RUN_ALL);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  report_bench_clear (&self->bench);
  test_folder_free (self->folder);
  g_free (self->name);
  g_free (self->agent);
}

/* Runs once, with @n_new more articles; all goes well whatever comes of the icon. */
static void
run (Fixture *self, guint n_new)
{
  self->bench.n_listed += n_new;
  g_assert_true (report_bench_run_once (&self->bench));
  g_assert_cmpuint (self->bench.n_problems, ==, 0);
  report_bench_assert_collected (&self->bench, 1);
}

static void
assert_asked (Fixture *self, guint n_favicon, guint n_named, gboolean kept)
{
  g_autoptr (GBytes) bytes = exm_icon_cache_load (self->folder, self->name);
  g_autofree char *path = g_build_filename (self->folder, self->name, NULL);

  g_assert_cmpuint (self->n_favicon, ==, n_favicon);
  g_assert_cmpuint (self->n_named, ==, n_named);
  g_assert_cmpint (bytes != NULL, ==, kept);
  g_assert_cmpint (g_file_test (path, G_FILE_TEST_EXISTS), ==, n_favicon + n_named > 0);
}

static void
test_named (Fixture *self, gconstpointer data)
{
  self->bench.link = "<link rel=icon sizes=32x32 href=/own.png>";
  run (self, 0);
  assert_asked (self, 0, 1, TRUE);
  g_assert_true (g_str_has_prefix (self->agent, "Exemplar"));
  run (self, 2);
  assert_asked (self, 0, 1, TRUE);
}

static void
test_fallback (Fixture *self, gconstpointer data)
{
  run (self, 0);
  assert_asked (self, 1, 0, TRUE);
}

/* An icon of another host, whose pace nobody knows, is not asked for. */
static void
test_other_host (Fixture *self, gconstpointer data)
{
  self->bench.link = "<link rel=icon href='http://other.invalid/own.png'>";
  run (self, 0);
  assert_asked (self, 1, 0, TRUE);
}

/* An answer is remembered by each later worker for a month; then the site is asked once
 * more. */
static void
test_missing (Fixture *self, gconstpointer data)
{
  self->status = 404;
  run (self, 0);
  assert_asked (self, 1, 0, FALSE);
  run (self, 2);
  assert_asked (self, 1, 0, FALSE);
  self->status = 200;
  g_atomic_int_add (&self->bench.ahead_s, 31 * 24 * 3600);
  run (self, 1);
  assert_asked (self, 2, 0, TRUE);
}

/* A page that says "not found" with status 200, a drawing, and nothing. */
static void
test_no_picture (Fixture *self, gconstpointer data)
{
  self->body = data;
  self->n_body = strlen (data);
  run (self, 0);
  assert_asked (self, 1, 0, FALSE);
  run (self, 1);
  assert_asked (self, 1, 0, FALSE);
}

static void
test_too_large (Fixture *self, gconstpointer data)
{
  g_autofree char *large = g_malloc0 (EXM_ICON_MAX_BYTES + 1);

  memcpy (large, PNG, sizeof PNG - 1);
  self->body = large;
  self->n_body = EXM_ICON_MAX_BYTES + 1;
  run (self, 0);
  assert_asked (self, 1, 0, FALSE);
}

/* A site cannot send the worker into its own network: this computer has another name
 * there than the one that the task names. */
static void
test_redirect (Fixture *self, gconstpointer data)
{
  g_autofree char *other = g_strdup_printf ("http://localhost:%s/own.png",
                                            strrchr (self->bench.base, ':') + 1);

  self->location = other;
  run (self, 0);
  assert_asked (self, 1, 0, FALSE);
}

/* A server that is busy is left alone, and its pages come all the same. */
static void
test_busy (Fixture *self, gconstpointer data)
{
  self->status = 503;
  run (self, 0);
  assert_asked (self, 1, 0, FALSE);
}

static void
test_robots (Fixture *self, gconstpointer data)
{
  g_autofree char *path = g_build_filename (self->folder, self->name, NULL);

  self->bench.heed_robots = TRUE;
  self->bench.robots = "User-agent: *\nDisallow: /favicon.ico\n";
  run (self, 0);
  g_assert_cmpuint (self->n_favicon, ==, 0);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_cmpuint (self->bench.n_robots, ==, 1);
}

/* A worker that goes on asks a while later: what comes next of the host goes before. */
static void
test_later (Fixture *self, gconstpointer data)
{
  gint64 began_usec = report_bench_get_time (&self->bench);
  g_autoptr (ExmWorker) worker = report_bench_new_worker (&self->bench, FALSE);
  g_autoptr (GError) error = NULL;

  exm_worker_run_task (worker, REPORT_TASK_UID);
  exm_worker_start (worker, &error);
  g_assert_no_error (error);
  while (self->bench.n_runs == 0)
    g_main_context_iteration (NULL, TRUE);
  g_atomic_int_add (&self->bench.ahead_s, 60);
  exm_worker_wake (worker);
  while (self->n_favicon == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (self->asked_usec - began_usec, >=, 30 * G_TIME_SPAN_SECOND);
  exm_worker_stop (worker);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* Nobody is asked where no window made the folder, and none is made. */
static void
test_unwanted (Fixture *self, gconstpointer data)
{
  g_autofree char *missing = g_build_filename (self->folder, "missing", NULL);

  self->bench.icons = missing;
  run (self, 0);
  self->bench.icons = NULL;
  run (self, 1);
  assert_asked (self, 0, 0, FALSE);
  g_assert_false (g_file_test (missing, G_FILE_TEST_EXISTS));
}

static void
add (const char *path, gconstpointer data, void (*test) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, data, set_up, test, tear_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("/icons/named", NULL, test_named);
  add ("/icons/fallback", NULL, test_fallback);
  add ("/icons/other-host", NULL, test_other_host);
  add ("/icons/missing", NULL, test_missing);
  add ("/icons/page", "<!DOCTYPE html><title>Not found</title>", test_no_picture);
  add ("/icons/drawing", "<svg xmlns='http://www.w3.org/2000/svg'/>", test_no_picture);
  add ("/icons/empty", "", test_no_picture);
  add ("/icons/too-large", NULL, test_too_large);
  add ("/icons/redirect", NULL, test_redirect);
  add ("/icons/busy", NULL, test_busy);
  add ("/icons/robots", NULL, test_robots);
  add ("/icons/later", NULL, test_later);
  add ("/icons/unwanted", NULL, test_unwanted);
  return g_test_run ();
}
