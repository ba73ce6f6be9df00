/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Each SQL statement of the worker fails once: nothing is lost by it, nothing is told as
 * done. With "-m slow" each execution of each of them does, in each phase. */

#include "config.h"

#include "engine/exm-engine.h"
#include "fetch/exm-url-key.h"
#include "report-bench.h"
#include "test-folder.h"
#include "test-statements.h"
#include "test-vfs.h"
#include "worker/exm-reextract.h"

#include <glib/gstdio.h>

/* The end of a first run cannot be stored: the run failed, and what the site lists later
 * is new. */
static void
test_first_run_unended (void)
{
  ReportBench bench;

  report_bench_init (&bench);
  report_bench_add_task (&bench, EXM_FIRST_RUN_NEW);
  report_bench_execute (&bench, "CREATE TRIGGER fails BEFORE INSERT ON setting"
                                " WHEN NEW.key = 'collected/" REPORT_TASK_UID "'"
                                " BEGIN SELECT RAISE (FAIL, 'no'); END");
  g_assert_false (report_bench_run_once (&bench));
  g_assert_cmpstr (bench.state, ==, "failed");
  g_assert_true (bench.failed);
  g_assert_cmpuint (bench.n_problems, ==, 1);
  g_autoptr (ExmTaskInfo) info = report_bench_read_info (&bench);
  g_assert_cmpstr (info->last_run_state, ==, "failed");
  g_assert_nonnull (info->last_run_message);
  g_assert_cmpint (info->problem.kind, ==, EXM_PROBLEM_FAILED);

  report_bench_execute (&bench, "DROP TRIGGER fails");
  bench.n_listed = 5;
  g_assert_true (report_bench_run_once (&bench));
  report_bench_assert_collected (&bench, 4);
  g_autoptr (ExmTaskInfo) after = report_bench_read_info (&bench);
  g_assert_cmpint (after->problem.kind, ==, EXM_PROBLEM_NONE);
  report_bench_clear (&bench);
}

/* Every statement of a phase, one at a time */

static void
copy_folder (const char *from, const char *to)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *source = g_strconcat (from, "/.", NULL);
  const char *const remove[] = { "find", to, "-mindepth", "1", "-delete", NULL };
  const char *const copy[] = { "cp", "-a", source, to, NULL };

  g_assert_true (g_spawn_sync (NULL, (char **) remove, NULL, G_SPAWN_SEARCH_PATH, NULL,
                               NULL, NULL, NULL, NULL, &error));
  g_assert_true (g_spawn_sync (NULL, (char **) copy, NULL, G_SPAWN_SEARCH_PATH, NULL,
                               NULL, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
}

/**
 * Phase:
 * @prepare: makes what the phase begins with
 * @act: what meets the fault. Returns: whether it was told that all went well
 * @check: does what is left to do, and asserts that nothing is missing
 */
typedef struct
{
  void (*prepare) (ReportBench *bench);
  gboolean (*act) (ReportBench *bench);
  void (*check) (ReportBench *bench);
} Phase;

/* State at the beginning of a phase, to begin with it again. */
typedef struct
{
  ReportBench bench;
  const Phase *phase; /* (unowned) */
  char *folder;       /* (owned) */
  char *out;          /* (owned) */
  guint n_listed;
  int ahead_s;
} Start;

static void
go_back (Start *start)
{
  copy_folder (start->folder, start->bench.folder);
  copy_folder (start->out, start->bench.out);
  start->bench.n_listed = start->n_listed;
  start->bench.ahead_s = start->ahead_s;
}

/* Whether the index of the search reads the articles by a statement, or saved searches
 * those that they have not looked at, which they do later then. */
static gboolean
reads_for_search (const char *text)
{
  return strstr (text, "article_checksum") != NULL || strstr (text, "c.checksum") != NULL
         || strstr (text, "unjudged") != NULL
         || strcmp (text, "SELECT count(*) FROM article") == 0;
}

static void
fail_one (Start *start, const char *text, guint n_before, guint n_failures, gboolean full)
{
  go_back (start);
  g_test_message ("%u: %.90s", n_before, text);
  test_statements_arm (text, n_before, n_failures, full);
  gboolean good = start->phase->act (&start->bench);
  guint n_failed = test_statements_disarm ();
  /* How often it looks for what is due depends on who is faster. */
  g_assert_true (n_failed > 0 || n_before > 0);
  /* A search index that cannot be filled is told of, and costs no article: its run ends
   * well. */
  g_assert_true (good == (n_failed == 0) || (good && reads_for_search (text)));
  start->phase->check (&start->bench);
}

/* Texts that failed in any phase. */
static GHashTable *failed_texts; /* (owned) (element-type utf8) */

/* Returns: after how many executions of a statement the next one fails: of those that
 * failed in another phase each third one does, once */
static guint
choose_step (const StatementCount *count, const Phase *phase, guint number)
{
  gboolean is_new = g_hash_table_add (failed_texts, g_strdup (count->text));

  if (g_test_slow ())
    return 1;
  /* Without pages to be fetched it is quick. */
  return is_new || phase->act != report_bench_run_once || number % 3 == 0 ? count->n_times
                                                                          : 0;
}

static void
start_init (Start *start, const Phase *phase)
{
  *start = (Start){ .phase = phase,
                    .folder = test_folder_new (),
                    .out = test_folder_new () };
  report_bench_init (&start->bench);
  start->bench.hurries = TRUE;
  phase->prepare (&start->bench);
  copy_folder (start->bench.folder, start->folder);
  copy_folder (start->bench.out, start->out);
  start->n_listed = start->bench.n_listed;
  start->ahead_s = start->bench.ahead_s;
}

static void
start_clear (Start *start)
{
  test_folder_free (start->folder);
  test_folder_free (start->out);
  report_bench_clear (&start->bench);
}

static void
test_phase (gconstpointer data)
{
  Start start;
  guint n_runs = 0;

  start_init (&start, data);
  test_statements_record ();
  gboolean good = start.phase->act (&start.bench);
  g_autoptr (GArray) counts = test_statements_end_record ();
  g_assert_true (good);
  start.phase->check (&start.bench);
  for (guint i = 0; i < counts->len; i++)
    {
      const StatementCount *count = &g_array_index (counts, StatementCount, i);
      guint step = choose_step (count, start.phase, i);
      for (guint n = 0; step > 0 && n < count->n_times; n += step, n_runs++)
        fail_one (&start, count->text, n, 1, n_runs % 2 == 0);
    }
  g_test_message ("statements: %u; failed, one at a time: %u", counts->len, n_runs);
  start_clear (&start);
}

static void
prepare_first (ReportBench *bench)
{
  report_bench_add_task (bench, EXM_FIRST_RUN_ALL);
}

static void
check_all (ReportBench *bench)
{
  g_assert_true (report_bench_run_once (bench));
  report_bench_assert_collected (bench, 1);
}

static void
prepare_second (ReportBench *bench)
{
  prepare_first (bench);
  check_all (bench);
  bench->n_listed = 5;
}

static void
prepare_new (ReportBench *bench)
{
  report_bench_add_task (bench, EXM_FIRST_RUN_NEW);
}

static gboolean
has_read_list (const ReportBench *bench)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = report_bench_open_store (bench);
  g_autofree char *url = g_strconcat (bench->base, "/report/1.html", NULL);
  g_autofree char *key = exm_url_get_key (url, NULL);
  g_autoptr (ExmUrlSeen) seen
      = exm_store_get_url_seen (store, REPORT_TASK_UID, key, &error);

  g_assert_no_error (error);
  return seen != NULL;
}

/* Articles listed after the first stored list are new. */
static void
check_new (ReportBench *bench)
{
  if (!has_read_list (bench))
    g_assert_true (report_bench_run_once (bench));
  bench->n_listed = 5;
  g_assert_true (report_bench_run_once (bench));
  report_bench_assert_collected (bench, 4);
}

/* The folder to publish into was not there for a while. */
static void
prepare_publishing (ReportBench *bench)
{
  g_autofree char *away = g_strconcat (bench->out, ".away", NULL);

  prepare_second (bench);
  g_assert_cmpint (g_rename (bench->out, away), ==, 0);
  report_bench_run_once (bench);
  g_assert_cmpint (g_rename (away, bench->out), ==, 0);
  bench->ahead_s += 60 * 60;
}

/* A request to a worker that goes on. */

typedef struct
{
  ReportBench *bench; /* (unowned) */
  gboolean good;
} Request;

static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  Request *request = data;
  g_autoptr (GError) error = NULL;

  request->good = exm_worker_write_finish (EXM_WORKER (source), result, &error);
  g_main_loop_quit (request->bench->loop);
}

static void
on_reextracted (GObject *source, GAsyncResult *result, gpointer data)
{
  Request *request = data;
  g_autoptr (GError) error = NULL;

  request->good = exm_worker_reextract_finish (EXM_WORKER (source), result, &error);
  g_main_loop_quit (request->bench->loop);
}

/* Starts a worker, has @ask ask it for something, and ends it. Returns: whether it was
 * told that all went well */
static gboolean
ask_worker (ReportBench *bench, void (*ask) (ExmWorker *worker, Request *request))
{
  Request request = { .bench = bench };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmWorker) worker = report_bench_new_worker (bench, FALSE);

  if (!exm_worker_start (worker, &error))
    return FALSE;
  ask (worker, &request);
  g_main_loop_run (bench->loop);
  exm_worker_stop (worker);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  return request.good && bench->n_problems == 0;
}

static gboolean
save_settings (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  g_auto (ExmTaskFields) fields = { 0 };
  g_autoptr (ExmTask) before = exm_store_get_task (store, REPORT_TASK_UID, NULL, error);

  if (before == NULL)
    return FALSE;
  exm_task_fields_copy (before, &fields);
  fields.delay_ms = 7000;
  g_autoptr (ExmTask) after = exm_task_new (&fields);
  return exm_store_update_task (store, after, now_usec, NULL, error);
}

static void
ask_save (ExmWorker *worker, Request *request)
{
  exm_worker_write_async (worker, save_settings, NULL, NULL, NULL, on_written, request);
}

static gboolean
save (ReportBench *bench)
{
  return ask_worker (bench, ask_save);
}

/* It is saved once, however often it was tried. */
static void
check_saved (ReportBench *bench)
{
  g_autoptr (GError) error = NULL;
  guint version = 0;

  g_assert_true (save (bench));
  g_autoptr (ExmStore) store = report_bench_open_store (bench);
  g_autoptr (ExmTask) task
      = exm_store_get_task (store, REPORT_TASK_UID, &version, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (version, ==, 2);
  g_assert_cmpuint (exm_task_get (task)->delay_ms, ==, 7000);
}

static ExmArticle *
read_third (const ReportBench *bench)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = report_bench_open_store (bench);
  const ExmArticleFilter filter = { .task_uid = REPORT_TASK_UID };
  g_autoptr (GPtrArray) list = exm_store_list_articles (store, &filter, &error);
  ExmArticle *article = NULL;

  for (guint i = 0; list != NULL && article == NULL && i < list->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (list, i);
      if (g_str_has_suffix (info->url, "/3.html"))
        article = exm_store_get_article (store, info->id, &error);
    }
  g_assert_no_error (error);
  return article;
}

static gint64 third_id;

/* An article was not sure, and its text another one. */
static void
prepare_reextraction (ReportBench *bench)
{
  prepare_first (bench);
  check_all (bench);
  /* Without its checksum, which would tell of damage. */
  report_bench_execute (bench, "UPDATE article SET text = 'Another text',"
                               " state = 'unsure' WHERE url LIKE '%/3.html';"
                               "DELETE FROM article_checksum");
  g_autoptr (ExmArticle) article = read_third (bench);
  third_id = exm_article_get (article)->id;
}

static void
ask_reextract (ExmWorker *worker, Request *request)
{
  g_autoptr (ExmEngine) engine = exm_engine_new ();

  exm_worker_reextract_async (worker, engine, third_id, NULL, on_reextracted, request);
}

static gboolean
reextract (ReportBench *bench)
{
  return ask_worker (bench, ask_reextract);
}

static void
check_reextracted (ReportBench *bench)
{
  g_assert_true (reextract (bench));
  g_autoptr (ExmArticle) article = read_third (bench);
  g_assert_cmpint (exm_article_get (article)->state, ==, EXM_ARTICLE_GOOD);
  g_assert_cmpstr (exm_article_get (article)->text, !=, "Another text");
  report_bench_assert_collected (bench, 1);
}

/* A store that an older version wrote */

static void
prepare_migration (ReportBench *bench)
{
  static const char *const files[][2]
      = { { "v9.db", EXM_STORE_MAIN_FILE }, { "v9-pages.db", EXM_STORE_PAGES_FILE } };

  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *from
          = g_test_build_filename (G_TEST_DIST, "data", "store", files[i][0], NULL);
      g_autofree char *to = g_build_filename (bench->folder, files[i][1], NULL);
      g_autofree char *bytes = NULL;
      gsize n_bytes = 0;
      g_assert_true (g_file_get_contents (from, &bytes, &n_bytes, &error));
      g_assert_true (g_file_set_contents (to, bytes, (gssize) n_bytes, &error));
    }
}

static gboolean
migrate (ReportBench *bench)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (bench->folder, NULL, NULL, &error);

  return store != NULL;
}

static void
check_migrated (ReportBench *bench)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = report_bench_open_store (bench);
  g_autoptr (ExmStoreStats) stats = exm_store_get_stats (store, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (stats->n_tasks, >, 0);
  g_assert_cmpuint (stats->n_articles, >, 0);
}

static const Phase first_run = { prepare_first, report_bench_run_once, check_all };
static const Phase first_run_new = { prepare_new, report_bench_run_once, check_new };
static const Phase second_run = { prepare_second, report_bench_run_once, check_all };
static const Phase publishing = { prepare_publishing, report_bench_run_once, check_all };

static const Phase settings = { prepare_first, save, check_saved };
static const Phase reextraction = { prepare_reextraction, reextract, check_reextracted };
static const Phase migration = { prepare_migration, migrate, check_migrated };

/* A task that the store cannot look up does not run as if it had. */
static void
test_task_unread (void)
{
  Start start;

  start_init (&start, &publishing);
  for (guint i = 0; i < 4; i++)
    fail_one (&start,
              "SELECT id FROM task WHERE uid = ? AND id NOT IN (SELECT task FROM trash)",
              i, 1, i % 2 == 0);
  start_clear (&start);
}

/* A transaction that could not be rolled back takes nothing that follows with it. */
static void
test_rollback (void)
{
  ReportBench bench;
  g_autoptr (GError) error = NULL;

  report_bench_init (&bench);
  {
    g_autoptr (ExmStore) store = report_bench_open_store (&bench);
    g_assert_true (exm_store_begin_group (store, &error));
    g_assert_true (exm_store_set_setting (store, "dropped", "1", &error));
    g_test_expect_message ("exm-store", G_LOG_LEVEL_WARNING, "*could not roll back*");
    test_statements_arm ("ROLLBACK", 0, 1, FALSE);
    exm_store_drop_group (store);
    g_assert_cmpuint (test_statements_disarm (), ==, 1);
    g_test_assert_expected_messages ();
    g_assert_true (exm_store_set_setting (store, "stored", "1", &error));
    g_assert_no_error (error);
  }
  g_autoptr (ExmStore) store = report_bench_open_store (&bench);
  g_autofree char *dropped = exm_store_get_setting (store, "dropped", &error);
  g_autofree char *stored = exm_store_get_setting (store, "stored", &error);
  g_assert_no_error (error);
  g_assert_null (dropped);
  g_assert_cmpstr (stored, ==, "1");
  report_bench_clear (&bench);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  test_vfs_make_default ();
  failed_texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_test_add_func ("/worker/store-faults/first-run-unended", test_first_run_unended);
  g_test_add_func ("/worker/store-faults/rollback", test_rollback);
  g_test_add_func ("/worker/store-faults/task-unread", test_task_unread);
  g_test_add_data_func ("/worker/store-faults/first-run", &first_run, test_phase);
  g_test_add_data_func ("/worker/store-faults/first-run-new", &first_run_new, test_phase);
  g_test_add_data_func ("/worker/store-faults/second-run", &second_run, test_phase);
  g_test_add_data_func ("/worker/store-faults/publishing", &publishing, test_phase);
  g_test_add_data_func ("/worker/store-faults/settings", &settings, test_phase);
  g_test_add_data_func ("/worker/store-faults/reextraction", &reextraction, test_phase);
  g_test_add_data_func ("/worker/store-faults/migration", &migration, test_phase);
  int status = g_test_run ();
  g_hash_table_unref (failed_texts);
  return status;
}
