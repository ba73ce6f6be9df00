/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A page that ends its worker, or never ends, comes back once, alone, and then no more;
 * one that was only beside it, or ended by other things, is collected.
 *
 * test-quarantine --child FOLDER UID   works on what is due, and on task UID unless it is
 *   empty; DIE_EXTRACTING, DIE_COMMITTING and DIE_AGAIN (in a second pass) name an
 *   address at which it is killed
 * test-quarantine --again FOLDER ID   extracts a stored article anew, as by hand */

#include "base/exm-limits.h"
#include "fetch/exm-url-key.h"
#include "jobs/exm-article-job.h"
#include "store/exm-store-quarantine.h"
#include "store/exm-store-reader.h"
#include "worker/exm-reextract-private.h"
#include "worker/exm-work-marks.h"

#include "test-folder.h"
#include "worker-fixture.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>

static char *program;

/* In-process: extraction of this address does not end before it is opened. */
static GMutex lock;
static GCond opened;
static char *held; /* (owned) (nullable) */
static guint n_held;

/* The one at which it is to be killed is extracted again. */
static gint meets_again;

static void
die_at (const char *variable, const char *url)
{
  const char *wanted = g_getenv (variable);

  if (wanted != NULL && strstr (url, wanted) != NULL)
    raise (SIGKILL);
}

gboolean __real_exm_reextract_gather (ExmStore *store,
                                      gint64 now_usec,
                                      gpointer self,
                                      GError **error);
gboolean __wrap_exm_reextract_gather (ExmStore *store,
                                      gint64 now_usec,
                                      gpointer self,
                                      GError **error);

gboolean
__wrap_exm_reextract_gather (ExmStore *store,
                             gint64 now_usec,
                             gpointer self,
                             GError **error)
{
  const ExmReextract *again = self;
  const char *wanted = g_getenv ("DIE_AGAIN");
  gboolean good = __real_exm_reextract_gather (store, now_usec, self, error);

  if (good && wanted != NULL && strstr (again->work.fields.url, wanted) != NULL)
    g_atomic_int_set (&meets_again, TRUE);
  return good;
}

gboolean __real_exm_article_job_run (ExmArticleJob *self,
                                     GCancellable *cancellable,
                                     GError **error);
gboolean __wrap_exm_article_job_run (ExmArticleJob *self,
                                     GCancellable *cancellable,
                                     GError **error);

gboolean
__wrap_exm_article_job_run (ExmArticleJob *self,
                            GCancellable *cancellable,
                            GError **error)
{
  die_at ("DIE_EXTRACTING", self->fields.url);
  if (g_atomic_int_get (&meets_again))
    die_at ("DIE_AGAIN", self->fields.url);
  g_mutex_lock (&lock);
  gboolean waits = held != NULL && strstr (self->fields.url, held) != NULL;
  n_held += waits;
  while (waits && held != NULL)
    g_cond_wait (&opened, &lock);
  n_held -= waits;
  g_cond_broadcast (&opened);
  g_mutex_unlock (&lock);
  return __real_exm_article_job_run (self, cancellable, error);
}

gboolean __real_exm_store_commit_article (ExmStore *self,
                                          const ExmArticleCommit *commit,
                                          gint64 *article_id,
                                          GError **error);
gboolean __wrap_exm_store_commit_article (ExmStore *self,
                                          const ExmArticleCommit *commit,
                                          gint64 *article_id,
                                          GError **error);

gboolean
__wrap_exm_store_commit_article (ExmStore *self,
                                 const ExmArticleCommit *commit,
                                 gint64 *article_id,
                                 GError **error)
{
  die_at ("DIE_COMMITTING", commit->job->url);
  return __real_exm_store_commit_article (self, commit, article_id, error);
}

static void
on_child_event (const ExmWorkerEvent *event, gpointer data)
{
  if (event->kind == EXM_WORKER_ENDED)
    g_main_loop_quit (data);
}

static int
work (const char *folder, const char *uid)
{
  const ExmWorkerOptions options = { .folder = folder, .once = TRUE };
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (ExmWorker) worker = exm_worker_new (&options, on_child_event, loop);

  if (*uid != '\0')
    exm_worker_run_task (worker, uid);
  if (!exm_worker_start (worker, NULL))
    return 1;
  g_main_loop_run (loop);
  exm_worker_stop (worker);
  return 0;
}

typedef struct
{
  GMainLoop *loop; /* (owned) */
  int status;      /* to end with */
} Again;

/* An article that is set aside. */
#define STATUS_ASIDE 3

static void
on_again (GObject *source, GAsyncResult *result, gpointer data)
{
  Again *again = data;
  g_autoptr (GError) error = NULL;

  if (exm_worker_reextract_finish (EXM_WORKER (source), result, &error))
    again->status = 0;
  else
    again->status = g_error_matches (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_SET_ASIDE)
                        ? STATUS_ASIDE
                        : 1;
  g_main_loop_quit (again->loop);
}

static void
ignore_event (const ExmWorkerEvent *event, gpointer data)
{
}

static int
extract_again (const char *folder, const char *id)
{
  const ExmWorkerOptions options = { .folder = folder };
  Again again = { .loop = g_main_loop_new (NULL, FALSE), .status = 1 };
  g_autoptr (ExmWorker) worker = exm_worker_new (&options, ignore_event, NULL);
  g_autoptr (ExmEngine) engine = exm_engine_new ();

  if (exm_worker_start (worker, NULL))
    {
      exm_worker_reextract_async (worker, engine, g_ascii_strtoll (id, NULL, 10), NULL,
                                  on_again, &again);
      g_main_loop_run (again.loop);
      exm_worker_stop (worker);
    }
  g_main_loop_unref (again.loop);
  return again.status;
}

typedef struct
{
  WorkerBench bench;
  char *uid;        /* (owned) */
  char **articles;  /* (owned) */
  const char *evil; /* (unowned): one of them */
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  worker_bench_init (&f->bench);
  f->uid = worker_bench_add_task (&f->bench, "news", "/news/", EXM_SOURCE_LIST,
                                  EXM_FIRST_RUN_ALL);
  f->articles = exm_sample_server_list_articles (f->bench.server, "news");
  f->evil = f->articles[5];
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  worker_bench_clear (&f->bench);
  g_free (f->uid);
  g_strfreev (f->articles);
}

/* Returns: how the program ended, as waitpid() says it */
static int
spawn (Fixture *f, const char *what, const char *of, const char *variable)
{
  const char *const argv[] = { program, what, f->bench.folder, of, NULL };
  g_auto (GStrv) environment = g_get_environ ();
  g_autoptr (GError) error = NULL;
  int status = 0;

  if (variable != NULL)
    environment = g_environ_setenv (environment, variable, f->evil, TRUE);
  g_spawn_sync (NULL, (char **) argv, environment, G_SPAWN_DEFAULT, NULL, NULL, NULL,
                NULL, &status, &error);
  g_assert_no_error (error);
  return status;
}

static gboolean
is_killed (int status)
{
  return WIFSIGNALED (status) && WTERMSIG (status) == SIGKILL;
}

/* Returns: whether the process was killed */
static gboolean
run_child (Fixture *f, const char *uid, const char *variable)
{
  int status = spawn (f, "--child", uid, variable);

  g_assert_true (WIFSIGNALED (status) || WEXITSTATUS (status) == 0);
  return is_killed (status);
}

static guint
count_articles (Fixture *f)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = worker_bench_open_store (&f->bench);
  const ExmArticleFilter filter = { .task_uid = f->uid };
  g_autoptr (GPtrArray) list = exm_store_list_articles (store, &filter, &error);

  g_assert_no_error (error);
  return list->len;
}

static char *
make_key (Fixture *f, const char *path)
{
  g_autofree char *url = worker_bench_make_url (&f->bench, path);

  return exm_url_get_key (url, NULL);
}

static guint
get_hard_ends (Fixture *f, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = worker_bench_open_store (&f->bench);
  g_autofree char *key = make_key (f, path);
  g_autofree char *cause = NULL;
  guint n_ends = 0;

  exm_store_get_hard_ends (store, f->uid, key, &n_ends, &cause, &error);
  g_assert_no_error (error);
  g_assert_true ((cause != NULL) == (n_ends > 0));
  return n_ends;
}

/* Whether Activity tells that the evil page was set aside. */
static gboolean
is_told (Fixture *f)
{
  g_autoptr (GError) error = NULL;
  const ExmStoreQuery query = { .kind = EXM_READ_EVENTS, .uid = f->uid, .limit = 100 };
  g_autoptr (ExmStoreReader) reader = exm_store_reader_new (f->bench.folder);
  g_autoptr (GPtrArray) events = exm_store_reader_read (reader, &query, NULL, &error);
  gboolean told = FALSE;

  g_assert_no_error (error);
  for (guint i = 0; i < events->len; i++)
    {
      const ExmEvent *event = g_ptr_array_index (events, i);
      told = told
             || (strstr (event->message, f->evil) != NULL
                 && strstr (event->message, "set aside after two attempts") != NULL);
    }
  return told;
}

static void
retry (Fixture *f)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = worker_bench_open_store (&f->bench);
  g_autofree char *url = worker_bench_make_url (&f->bench, f->evil);
  g_autofree char *key = make_key (f, f->evil);

  exm_store_retry_page (store, f->uid, url, key, g_get_real_time (), &error);
  g_assert_no_error (error);
}

/* How many inputs were being read when the process died (exm-work-marks.h). */
static guint
count_marks (Fixture *f)
{
  g_autoptr (GArray) left = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autofree char *path = g_build_filename (f->bench.folder, "worker.marks", NULL);
  g_autofree char *bytes = NULL;
  gsize n_bytes = 0;

  /* Looked at in a copy: who opens them takes them up. */
  g_assert_true (g_file_get_contents (path, &bytes, &n_bytes, NULL));
  g_autofree char *copy = test_folder_new ();
  g_autofree char *copy_path = g_build_filename (copy, "worker.marks", NULL);
  g_assert_true (g_file_set_contents (copy_path, bytes, (gssize) n_bytes, NULL));
  ExmWorkMarks *marks = exm_work_marks_open (copy, left);
  exm_work_marks_unref (marks);
  test_folder_free (g_steal_pointer (&copy));
  return left->len;
}

/* It kills whoever extracts it: twice, then no more, until somebody wants it. */
static void
test_killer (Fixture *f, gconstpointer data)
{
  g_assert_true (run_child (f, f->uid, "DIE_EXTRACTING"));
  /* It comes first now, and is counted then. */
  guint n_before = count_articles (f), n_marks = count_marks (f);
  g_assert_cmpuint (n_marks, >, 0);
  g_assert_true (run_child (f, "", "DIE_EXTRACTING"));
  g_assert_cmpuint (get_hard_ends (f, f->evil), ==, 1);
  /* With what was extracted beside it, each alone, and nothing else. */
  g_assert_cmpuint (count_articles (f), <, n_before + n_marks);
  g_assert_false (run_child (f, "", "DIE_EXTRACTING"));
  g_assert_cmpuint (get_hard_ends (f, f->evil), ==, 2);
  g_assert_true (is_told (f));
  g_assert_cmpuint (count_articles (f), ==, 11);

  /* Neither the next run takes it up, nor one that somebody asks for. */
  g_assert_false (run_child (f, "", "DIE_EXTRACTING"));
  g_assert_false (run_child (f, f->uid, "DIE_EXTRACTING"));
  g_assert_cmpuint (count_articles (f), ==, 11);

  retry (f);
  g_assert_cmpuint (get_hard_ends (f, f->evil), ==, 0);
  g_assert_false (run_child (f, f->uid, NULL));
  worker_bench_assert_truth (&f->bench, f->uid, "news", 12);
}

/* Killed once, by whatever it was: that is forgotten as soon as it is extracted. */
static void
test_once (Fixture *f, gconstpointer data)
{
  g_assert_true (run_child (f, f->uid, "DIE_EXTRACTING"));
  g_assert_false (run_child (f, "", NULL));
  worker_bench_assert_truth (&f->bench, f->uid, "news", 12);
  for (guint i = 0; f->articles[i] != NULL; i++)
    g_assert_cmpuint (get_hard_ends (f, f->articles[i]), ==, 0);
}

/* Killed again and again, but not by its parser. */
static void
test_innocent (Fixture *f, gconstpointer data)
{
  g_assert_true (run_child (f, f->uid, "DIE_COMMITTING"));
  for (guint i = 0; i < 3; i++)
    g_assert_true (run_child (f, "", "DIE_COMMITTING"));
  g_assert_cmpuint (get_hard_ends (f, f->evil), ==, 0);
  g_assert_false (run_child (f, "", NULL));
  worker_bench_assert_truth (&f->bench, f->uid, "news", 12);
  g_assert_false (is_told (f));
}

static void
set_two_pass (ExmTaskFields *fields, gconstpointer data)
{
  g_free (fields->method);
  fields->method = g_strdup ("line-statistics");
  fields->two_pass = TRUE;
}

/* It is extracted well, and kills whoever extracts it again when all pages are known:
 * after two times it stays as it is, and the run ends. */
static void
test_second_pass (Fixture *f, gconstpointer data)
{
  worker_bench_change_task (&f->bench, f->uid, set_two_pass, NULL);
  g_assert_true (run_child (f, f->uid, "DIE_AGAIN"));
  g_assert_cmpuint (count_articles (f), ==, 12);
  g_assert_true (run_child (f, "", "DIE_AGAIN"));
  g_assert_cmpuint (get_hard_ends (f, f->evil), ==, 1);
  g_assert_false (run_child (f, "", "DIE_AGAIN"));
  g_assert_cmpuint (get_hard_ends (f, f->evil), ==, 2);
  g_assert_true (is_told (f));
  /* Those that were at work beside it are cleared. */
  for (guint i = 0; f->articles[i] != NULL; i++)
    if (f->articles[i] != f->evil)
      g_assert_cmpuint (get_hard_ends (f, f->articles[i]), ==, 0);
  g_assert_cmpuint (count_articles (f), ==, 12);
}

/* Returns: (transfer full): the number of the article of @path */
static char *
find_id (Fixture *f, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = worker_bench_open_store (&f->bench);
  const ExmArticleFilter filter = { .task_uid = f->uid };
  g_autoptr (GPtrArray) list = exm_store_list_articles (store, &filter, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < list->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (list, i);
      if (g_str_has_suffix (info->url, path))
        return g_strdup_printf ("%" G_GINT64_FORMAT, info->id);
    }
  g_assert_not_reached ();
}

/* A person has it extracted anew, and it kills the program: after two times that is
 * refused, and the others can be extracted. */
static void
test_by_hand (Fixture *f, gconstpointer data)
{
  g_assert_false (run_child (f, f->uid, NULL));
  g_autofree char *evil = find_id (f, f->evil);
  g_autofree char *other = find_id (f, f->articles[6]);

  g_assert_true (is_killed (spawn (f, "--again", evil, "DIE_AGAIN")));
  g_assert_true (is_killed (spawn (f, "--again", evil, "DIE_AGAIN")));
  g_assert_cmpuint (get_hard_ends (f, f->evil), ==, 1);
  int status = spawn (f, "--again", evil, "DIE_AGAIN");
  g_assert_true (WIFEXITED (status) && WEXITSTATUS (status) == STATUS_ASIDE);
  g_assert_cmpuint (get_hard_ends (f, f->evil), ==, 2);
  g_assert_cmpint (spawn (f, "--again", other, "DIE_AGAIN"), ==, 0);
  worker_bench_assert_truth (&f->bench, f->uid, "news", 12);

  retry (f);
  g_assert_cmpint (spawn (f, "--again", evil, NULL), ==, 0);
  g_assert_cmpuint (get_hard_ends (f, f->evil), ==, 0);
}

static void
hold (const char *url)
{
  g_mutex_lock (&lock);
  g_free (held);
  held = g_strdup (url);
  g_cond_broadcast (&opened);
  while (held == NULL && n_held > 0)
    g_cond_wait (&opened, &lock);
  g_mutex_unlock (&lock);
}

/* It never ends: the watchdog does, twice. */
static void
test_stuck (Fixture *f, gconstpointer data)
{
  const ExmWorkerOptions options = {
    .folder = f->bench.folder,
    .once = TRUE,
    .watchdog_ms = 1500,
    .clock = worker_bench_get_time,
    .clock_data = &f->bench,
  };
  g_autoptr (ExmWorker) worker
      = exm_worker_new (&options, worker_bench_on_event, &f->bench);
  g_autoptr (GError) error = NULL;

  hold (f->evil);
  f->bench.worker = worker;
  f->bench.skip_waits = TRUE;
  f->bench.skip_s = 120;
  exm_worker_run_task (worker, f->uid);
  exm_worker_start (worker, &error);
  g_assert_no_error (error);
  g_main_loop_run (f->bench.loop);
  f->bench.worker = NULL;
  exm_worker_stop (worker);
  g_test_message ("%s", f->bench.problems->str);
  g_assert_nonnull (strstr (f->bench.problems->str, "seconds of computing"));
  g_assert_nonnull (strstr (f->bench.problems->str, "set aside after two attempts"));
  g_assert_cmpuint (get_hard_ends (f, f->evil), ==, 2);
  g_assert_true (is_told (f));
  g_assert_cmpuint (count_articles (f), ==, 11);
  hold (NULL);

  retry (f);
  worker_bench_run_once (&f->bench, f->uid);
  worker_bench_assert_truth (&f->bench, f->uid, "news", 12);
}

int
main (int argc, char *argv[])
{
  if (argc == 4 && g_str_equal (argv[1], "--child"))
    return work (argv[2], argv[3]);
  if (argc == 4 && g_str_equal (argv[1], "--again"))
    return extract_again (argv[2], argv[3]);
  program = argv[0];
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/worker/quarantine/killer", Fixture, NULL, set_up, test_killer, tear_down);
  g_test_add ("/worker/quarantine/once", Fixture, NULL, set_up, test_once, tear_down);
  g_test_add ("/worker/quarantine/innocent", Fixture, NULL, set_up, test_innocent,
              tear_down);
  g_test_add ("/worker/quarantine/second-pass", Fixture, NULL, set_up, test_second_pass,
              tear_down);
  g_test_add ("/worker/quarantine/by-hand", Fixture, NULL, set_up, test_by_hand,
              tear_down);
  g_test_add ("/worker/quarantine/stuck", Fixture, NULL, set_up, test_stuck, tear_down);
  return g_test_run ();
}
