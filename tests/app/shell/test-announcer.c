/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Tests of the notifications of runs, and how often they come. */

#include "app/shell/exm-announcer.h"

#include "store/db/exm-db.h"
#include "store/db/exm-store-folder.h"
#include "store/outputs/exm-store-judge.h"

#include "test-folder.h"

typedef struct
{
  char *folder;            /* (owned) */
  ExmSession *session;     /* (owned) */
  ExmAnnouncer *announcer; /* (owned) */
  GString *told;           /* (owned): the ids, one a line */
} Bench;

static void
on_send (const char *id, GNotification *notification, gpointer data)
{
  Bench *bench = data;

  g_assert_true (G_IS_NOTIFICATION (notification));
  g_string_append_printf (bench->told, "%s\n", id);
}

static void
bench_init (Bench *bench)
{
  bench->folder = test_folder_new ();
  bench->session = exm_session_new (bench->folder);
  bench->told = g_string_new (NULL);
  bench->announcer = exm_announcer_new (bench->session, NULL, on_send, bench);
}

static void
bench_clear (Bench *bench)
{
  g_assert_finalize_object (bench->announcer);
  g_assert_finalize_object (bench->session);
  g_string_free (bench->told, TRUE);
  test_folder_free (bench->folder);
}

static void
finish_run (Bench *bench,
            const char *uid,
            const char *state,
            guint n_articles,
            guint n_flagged,
            gint64 minutes)
{
  g_autoptr (ExmWorkerEvent) event = exm_worker_event_new (EXM_WORKER_RUN_FINISHED);

  event->task_uid = g_strdup (uid);
  event->task_name = g_strdup ("Name");
  event->state = g_strdup (state);
  event->n_articles = n_articles;
  event->n_flagged = n_flagged;
  exm_announcer_take (bench->announcer, event, minutes * G_TIME_SPAN_MINUTE);
}

static void
assert_told (Bench *bench, const char *ids)
{
  g_assert_cmpstr (bench->told->str, ==, ids);
  g_string_set_size (bench->told, 0);
}

static void
test_articles (void)
{
  Bench bench;

  bench_init (&bench);
  finish_run (&bench, "a", "done", 0, 0, 100);
  assert_told (&bench, "");
  finish_run (&bench, "a", "done", 3, 0, 100);
  assert_told (&bench, "articles-a\n");
  finish_run (&bench, "a", "done", 2, 0, 105);
  assert_told (&bench, "");
  finish_run (&bench, "b", "done", 1, 0, 105);
  assert_told (&bench, "articles-b\n");
  /* Articles that had no notification get one now, though nothing is new. */
  finish_run (&bench, "a", "done", 0, 0, 110);
  assert_told (&bench, "articles-a\n");
  finish_run (&bench, "a", "done", 0, 0, 130);
  assert_told (&bench, "");
  bench_clear (&bench);
}

static void
test_problems (void)
{
  Bench bench;

  bench_init (&bench);
  finish_run (&bench, "a", "failed", 0, 0, 100);
  assert_told (&bench, "problem-a\n");
  finish_run (&bench, "a", "failed", 0, 0, 109);
  assert_told (&bench, "");
  finish_run (&bench, "a", "done", 2, 1, 111);
  assert_told (&bench, "articles-a\nproblem-a\n");
  bench_clear (&bench);
}

/* Backlog is not told of, only articles that are new besides. */
static void
test_backlog (void)
{
  Bench bench;

  bench_init (&bench);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (ExmWorkerEvent) event = exm_worker_event_new (EXM_WORKER_RUN_FINISHED);
      event->task_uid = g_strdup ("a");
      event->state = g_strdup ("done");
      event->n_articles = event->n_backlog = 20;
      event->n_flagged = event->n_backlog_flagged = 3;
      event->n_articles += i;
      event->n_flagged += i;
      exm_announcer_take (bench.announcer, event, 100 * G_TIME_SPAN_MINUTE);
      assert_told (&bench, i == 0 ? "" : "articles-a\nproblem-a\n");
    }
  bench_clear (&bench);
}

static void
test_quiet (void)
{
  Bench bench;

  bench_init (&bench);
  exm_announcer_set_quiet (bench.announcer, TRUE);
  finish_run (&bench, "a", "failed", 5, 0, 100);
  assert_told (&bench, "");
  exm_announcer_set_quiet (bench.announcer, FALSE);
  finish_run (&bench, "a", "done", 1, 0, 101);
  assert_told (&bench, "articles-a\n");
  bench_clear (&bench);
}

/* A saved search that alerts: once a run, each time, unless somebody looks. */
static void
test_alerts (void)
{
  Bench bench;

  bench_init (&bench);
  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (ExmWorkerEvent) event = exm_worker_event_new (EXM_WORKER_ALERT);
      event->task_uid = g_strdup (i == 1 ? "b" : "a");
      event->message = g_strdup ("Tunnels");
      event->n_articles = 2;
      exm_announcer_set_quiet (bench.announcer, i == 3);
      exm_announcer_take (bench.announcer, event, 100 * G_TIME_SPAN_MINUTE);
      assert_told (&bench, i == 3   ? ""
                           : i == 1 ? "search-b-Tunnels\n"
                                    : "search-a-Tunnels\n");
    }
  bench_clear (&bench);
}

/* Changes the store of the bench, or reads a number of it. */
static gint64
query (Bench *bench, const char *sql)
{
  g_autofree char *path = g_build_filename (bench->folder, EXM_STORE_MAIN_FILE, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);
  gint64 value = 0;

  if (g_str_has_prefix (sql, "SELECT"))
    exm_db_query_int (db, sql, NULL, &value, &error);
  else
    exm_db_execute (db, sql, &error);
  g_assert_no_error (error);
  return value;
}

/* Alerts that an end of the program overtook are told at the next start, once. */
static void
test_kept_alerts (void)
{
  g_autoptr (GError) error = NULL;
  Bench bench;

  bench_init (&bench);
  g_autoptr (ExmStore) store = exm_store_open (bench.folder, NULL, NULL, &error);
  g_assert_no_error (error);
  query (&bench, "INSERT INTO task (id, uid, version, name, paused, created, changed)"
                 " VALUES (1, 'a', 1, 'A', 1, 1, 1), (2, 'b', 1, 'B', 1, 1, 1);"
                 "INSERT INTO alert (search, task, n_articles) VALUES ('One', 1, 3),"
                 " ('Two', 1, 1), ('Two', 2, 1)");
  exm_session_start (bench.session, &error);
  g_assert_no_error (error);
  while (query (&bench, "SELECT count(*) FROM alert") > 0)
    g_main_context_iteration (NULL, TRUE);
  assert_told (&bench, "search-a-One\nsearch-b-Two\n");
  exm_session_stop (bench.session);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  bench_clear (&bench);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/announcer/articles", test_articles);
  g_test_add_func ("/app/announcer/problems", test_problems);
  g_test_add_func ("/app/announcer/backlog", test_backlog);
  g_test_add_func ("/app/announcer/quiet", test_quiet);
  g_test_add_func ("/app/announcer/alerts", test_alerts);
  g_test_add_func ("/app/announcer/kept-alerts", test_kept_alerts);
  return g_test_run ();
}
