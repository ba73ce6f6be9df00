/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Nothing from elsewhere is parsed on the worker's thread: while a parser is held at a
 * gate, which is as good as one that has a lot to do, the worker answers, stops its run
 * and ends. */

#include "discover/exm-feed.h"
#include "discover/exm-links.h"
#include "discover/exm-sitemap.h"
#include "fetch/exm-robots.h"
#include "page/exm-page-reader.h"

#include "worker-fixture.h"

/* Longer than anything takes that is not stuck. */
#define STUCK_SECONDS 20

typedef struct
{
  GMutex lock;
  GCond changed;
  gboolean closed;
  gboolean holds_pages; /* those of the list, too */
  guint n_waiting;
  guint n_parsed;
  GThread *worker; /* (unowned) (nullable): the thread that must not parse */
} Gate;

static Gate gate;

static void
pass_gate (void)
{
  g_mutex_lock (&gate.lock);
  g_assert_true (gate.worker == NULL || gate.worker != g_thread_self ());
  gate.n_parsed++;
  gate.n_waiting++;
  g_main_context_wakeup (NULL);
  while (gate.closed)
    g_cond_wait (&gate.changed, &gate.lock);
  gate.n_waiting--;
  g_cond_broadcast (&gate.changed);
  g_mutex_unlock (&gate.lock);
}

static void
set_gate (gboolean closed)
{
  g_mutex_lock (&gate.lock);
  gate.closed = closed;
  gate.n_parsed = 0;
  g_cond_broadcast (&gate.changed);
  /* Threads left behind are gone before the next test. */
  while (!closed && gate.n_waiting > 0)
    g_cond_wait (&gate.changed, &gate.lock);
  g_mutex_unlock (&gate.lock);
}

static guint
get_n_waiting (void)
{
  g_mutex_lock (&gate.lock);
  guint n = gate.n_waiting;
  g_mutex_unlock (&gate.lock);
  return n;
}

ExmFeed *__real_exm_feed_read (GBytes *bytes,
                               const char *url,
                               const char *http_charset,
                               GError **error);
ExmFeed *__wrap_exm_feed_read (GBytes *bytes,
                               const char *url,
                               const char *http_charset,
                               GError **error);

ExmFeed *
__wrap_exm_feed_read (GBytes *bytes,
                      const char *url,
                      const char *http_charset,
                      GError **error)
{
  pass_gate ();
  return __real_exm_feed_read (bytes, url, http_charset, error);
}

gboolean __real_exm_sitemap_read (GBytes *bytes,
                                  const char *url,
                                  const char *http_charset,
                                  ExmSitemapFunc func,
                                  gpointer data,
                                  ExmSitemapReport *report,
                                  GError **error);
gboolean __wrap_exm_sitemap_read (GBytes *bytes,
                                  const char *url,
                                  const char *http_charset,
                                  ExmSitemapFunc func,
                                  gpointer data,
                                  ExmSitemapReport *report,
                                  GError **error);

gboolean
__wrap_exm_sitemap_read (GBytes *bytes,
                         const char *url,
                         const char *http_charset,
                         ExmSitemapFunc func,
                         gpointer data,
                         ExmSitemapReport *report,
                         GError **error)
{
  pass_gate ();
  return __real_exm_sitemap_read (bytes, url, http_charset, func, data, report, error);
}

GPtrArray *__real_exm_links_new (const ExmPageText *page);
GPtrArray *__wrap_exm_links_new (const ExmPageText *page);

GPtrArray *
__wrap_exm_links_new (const ExmPageText *page)
{
  pass_gate ();
  return __real_exm_links_new (page);
}

ExmPageText *
__real_exm_page_read (GBytes *bytes, const ExmPageHints *hints, GError **error);
ExmPageText *
__wrap_exm_page_read (GBytes *bytes, const ExmPageHints *hints, GError **error);

ExmPageText *
__wrap_exm_page_read (GBytes *bytes, const ExmPageHints *hints, GError **error)
{
  g_mutex_lock (&gate.lock);
  g_assert_true (gate.worker == NULL || gate.worker != g_thread_self ());
  gboolean holds = gate.holds_pages && g_str_has_suffix (hints->url, "/news/");
  g_mutex_unlock (&gate.lock);
  if (holds)
    pass_gate ();
  return __real_exm_page_read (bytes, hints, error);
}

/* Not held: only who parses is asked. */
ExmRobots *__real_exm_robots_parse (const char *text, gsize n_bytes);
ExmRobots *__wrap_exm_robots_parse (const char *text, gsize n_bytes);

ExmRobots *
__wrap_exm_robots_parse (const char *text, gsize n_bytes)
{
  g_mutex_lock (&gate.lock);
  g_assert_true (gate.worker == NULL || gate.worker != g_thread_self ());
  g_mutex_unlock (&gate.lock);
  return __real_exm_robots_parse (text, n_bytes);
}

/* The clock is asked on the worker's thread alone. */
static gint64
get_time (gpointer data)
{
  g_mutex_lock (&gate.lock);
  gate.worker = g_thread_self ();
  g_mutex_unlock (&gate.lock);
  return worker_bench_get_time (data);
}

typedef struct
{
  WorkerBench bench;
  ExmWorker *worker; /* (owned) */
  char *uid;         /* (owned) */
  guint n_answers;
  gboolean stuck;
} Fixture;

static const struct
{
  const char *name;
  const char *path;
  ExmSourceKind kind;
  const char *fault; /* (nullable): of its first reading */
} sources[] = {
  { "list", "/news/", EXM_SOURCE_LIST, NULL },
  { "feed", "/news/feed.xml", EXM_SOURCE_FEED, NULL },
  { "sitemap", "/news/sitemap.xml", EXM_SOURCE_SITEMAP, NULL },
  { "refusal", "/news/", EXM_SOURCE_LIST, "verify?status=403" },
};

static void
set_up (Fixture *f, gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  ExmWorkerOptions options = { .clock = get_time };
  g_autoptr (GError) error = NULL;

  worker_bench_init (&f->bench);
  f->uid = worker_bench_add_task (&f->bench, "news", sources[i].path, sources[i].kind,
                                  EXM_FIRST_RUN_ALL);
  worker_bench_set_fault (&f->bench, sources[i].path, sources[i].fault);
  gate.holds_pages = sources[i].fault != NULL;
  options.folder = f->bench.folder;
  options.clock_data = &f->bench;
  set_gate (TRUE);
  f->worker = exm_worker_new (&options, worker_bench_on_event, &f->bench);
  exm_worker_run_task (f->worker, f->uid);
  exm_worker_start (f->worker, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  if (f->worker != NULL)
    exm_worker_stop (f->worker);
  set_gate (FALSE);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_clear_object (&f->worker);
  g_mutex_lock (&gate.lock);
  gate.worker = NULL;
  g_mutex_unlock (&gate.lock);
  worker_bench_clear (&f->bench);
  g_free (f->uid);
}

static gboolean
on_stuck (gpointer data)
{
  Fixture *f = data;

  f->stuck = TRUE;
  return G_SOURCE_REMOVE;
}

#define WAIT_UNTIL(f, condition)                                                         \
  G_STMT_START                                                                           \
  {                                                                                      \
    guint wait_id = g_timeout_add_seconds (STUCK_SECONDS, on_stuck, (f));                \
    while (!(condition) && !(f)->stuck)                                                  \
      g_main_context_iteration (NULL, TRUE);                                             \
    g_assert_false ((f)->stuck);                                                         \
    g_source_remove (wait_id);                                                           \
  }                                                                                      \
  G_STMT_END

static gboolean
write_nothing (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  return TRUE;
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  Fixture *f = data;
  g_autoptr (GError) error = NULL;

  exm_worker_write_finish (EXM_WORKER (source), result, &error);
  g_assert_no_error (error);
  f->n_answers++;
}

static void
assert_collected (const Fixture *f)
{
  g_assert_cmpstr (f->bench.state, ==, "done");
  g_assert_cmpstr (f->bench.problems->str, ==, "");
  g_assert_cmpuint (f->bench.n_articles, >=, 12);
}

/* The refused list ends the run, by what its text asks for. */
static void
assert_refused (Fixture *f)
{
  g_autoptr (ExmTaskInfo) info = worker_bench_read_info (&f->bench);

  g_assert_cmpstr (f->bench.state, ==, "failed");
  g_assert_cmpuint (f->bench.n_articles, ==, 0);
  g_assert_cmpint (info->problem.kind, ==, EXM_PROBLEM_VERIFICATION);
  g_assert_nonnull (strstr (info->problem.message, "403"));
}

/* Requests are answered meanwhile; then the run goes on. */
static void
test_answers (Fixture *f, gconstpointer data)
{
  WAIT_UNTIL (f, get_n_waiting () == 1);
  for (guint i = 1; i <= 10; i++)
    {
      exm_worker_write_async (f->worker, write_nothing, NULL, NULL, NULL, on_written, f);
      WAIT_UNTIL (f, f->n_answers == i);
    }
  g_assert_cmpuint (get_n_waiting (), ==, 1);
  g_assert_cmpuint (f->bench.n_articles, ==, 0);
  set_gate (FALSE);
  WAIT_UNTIL (f, f->bench.n_finished == 1);
  if (sources[GPOINTER_TO_SIZE (data)].fault == NULL)
    assert_collected (f);
  else
    assert_refused (f);
}

/* The run ends although its parser does not. */
static void
test_stop_run (Fixture *f, gconstpointer data)
{
  WAIT_UNTIL (f, get_n_waiting () == 1);
  exm_worker_stop_run (f->worker, f->uid);
  WAIT_UNTIL (f, f->bench.n_finished == 1);
  g_assert_cmpuint (get_n_waiting (), ==, 1);
  g_assert_cmpstr (f->bench.state, ==, "stopped");
  g_assert_cmpstr (f->bench.problems->str, ==, "");

  /* Addresses that the parser found in vain are found by the next run. */
  set_gate (FALSE);
  worker_bench_set_fault (&f->bench, sources[GPOINTER_TO_SIZE (data)].path, NULL);
  exm_worker_run_task (f->worker, f->uid);
  exm_worker_wake (f->worker);
  WAIT_UNTIL (f, f->bench.n_finished == 2);
  g_assert_cmpstr (f->bench.state, ==, "done");
  g_assert_cmpuint (f->bench.n_articles, >=, 12);
}

/* The worker ends although its parser does not; another one takes the source up. */
static void
test_stop_worker (Fixture *f, gconstpointer data)
{
  WAIT_UNTIL (f, get_n_waiting () == 1);
  exm_worker_stop (f->worker);
  g_assert_cmpuint (get_n_waiting (), ==, 1);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_clear_object (&f->worker);
  set_gate (FALSE);
  worker_bench_set_fault (&f->bench, sources[GPOINTER_TO_SIZE (data)].path, NULL);

  worker_bench_run_once (&f->bench, f->uid);
  assert_collected (f);
}

int
main (int argc, char *argv[])
{
  static const struct
  {
    const char *name;
    void (*func) (Fixture *f, gconstpointer data);
  } tests[] = {
    { "answers", test_answers },
    { "stop-run", test_stop_run },
    { "stop-worker", test_stop_worker },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (sources); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (tests); k++)
      {
        g_autofree char *path
            = g_strdup_printf ("/worker/parse/%s/%s", sources[i].name, tests[k].name);
        g_test_add (path, Fixture, GSIZE_TO_POINTER (i), set_up, tests[k].func,
                    tear_down);
      }
  return g_test_run ();
}
