/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Workers in processes of their own, which are killed at every named place and at random
 * ones while they collect from the sample site. Workers that are let be then finish the
 * work; what is stored and published must be what an undisturbed one leaves. `--child`
 * is such a process. */

#include "base/exm-fail-point.h"
#include "demo/exm-sample-thread.h"
#include "extract/exm-method.h"
#include "publish/formats/exm-article-values.h"
#include "store/db/exm-transaction.h"
#include "store/exm-store.h"

#include "kill-child.h"
#include "test-folder.h"
#include "test-site.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define RANDOM_KILLS 12u
#define RANDOM_KILLS_SLOW 200u

static const char *program; /* (unowned): this one's path */

/* The commits of a store that a worker makes; it keeps nothing about hosts. */
static const ExmCommitPoint COMMITS[] = {
  EXM_COMMIT_SCHEMA,  EXM_COMMIT_TASK,  EXM_COMMIT_DISCOVER,  EXM_COMMIT_JOB,
  EXM_COMMIT_RUN,     EXM_COMMIT_PAGE,  EXM_COMMIT_PAGE_META, EXM_COMMIT_ARTICLE,
  EXM_COMMIT_PUBLISH, EXM_COMMIT_EVENT, EXM_COMMIT_SETTING,   EXM_COMMIT_GROUP,
};

/* Other places on the way of an undisturbed worker. */
static const char *const POINTS[] = {
  "worker.article.before", "worker.article.after",  "publish.write.before",
  "publish.write.middle",  "publish.write.after",   "publish.sync.before",
  "publish.sync.after",    "publish.rename.before", "publish.rename.after",
};

/* Places that only a worker reaches which cleans up after another. */
static const char *const CLEANING[]
    = { "publish.truncate.before", "publish.truncate.after" };

/* How often an undisturbed worker reaches a place is not known here: the later counts are
 * tried in turn. */
static const guint LATER[] = { 3, 2 };
static const guint LATER_SLOW[] = { 2, 3, 4, 5, 7, 9, 12, 16, 20, 25, 31 };

typedef struct
{
  ExmSampleThread *site;   /* (owned) */
  ExmSampleServer *server; /* (unowned) */
  KillSection section;
  char *example; /* (owned) */
  double least;  /* mean F1 of what it collects is above */
  char *folder;  /* (owned): the data folder */
  char *out;     /* (owned): where articles go */
} Bench;

static void
bench_init (Bench *bench, const char *section, const char *list, ExmFirstRun first_run)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *data
      = g_test_build_filename (G_TEST_DIST, "..", "data", "sample", NULL);

  *bench = (Bench){ 0 };
  bench->site = exm_sample_thread_start (data, EXM_SAMPLE_SERVER_DEFAULT, 0, &error);
  g_assert_no_error (error);
  bench->server = exm_sample_thread_get_server (bench->site);
  g_auto (GStrv) articles = exm_sample_server_list_articles (bench->server, section);
  bench->example = g_strdup (articles[0]);
  bench->section = (KillSection){
    .name = section,
    .list = list,
    .example = bench->example,
    .base = exm_sample_server_get_base_url (bench->server),
    .first_run = first_run,
    .max_fetches = 1,
    .method = EXM_METHOD_DEFAULT,
  };
  bench->least = .95;
}

static void
bench_clear (Bench *bench)
{
  exm_sample_thread_stop (bench->site);
  g_free (bench->example);
}

static void
begin_round (Bench *bench)
{
  bench->folder = test_folder_new ();
  bench->out = test_folder_new ();
}

static void
end_round (Bench *bench)
{
  test_folder_free (g_steal_pointer (&bench->folder));
  test_folder_free (g_steal_pointer (&bench->out));
}

/* @pipe: (out): what the child writes */
static GPid
start (Bench *bench, const char *fail_point, int *pipe)
{
  const KillSection *section = &bench->section;
  g_auto (GStrv) environment = g_get_environ ();
  g_autoptr (GError) error = NULL;
  char first_run[16], max_fetches[16];
  GPid pid;

  g_snprintf (first_run, sizeof first_run, "%d", (int) section->first_run);
  g_snprintf (max_fetches, sizeof max_fetches, "%u", section->max_fetches);
  if (fail_point != NULL)
    environment = g_environ_setenv (environment, "EXM_FAIL_POINT", fail_point, TRUE);
  const char *const argv[]
      = { program,       "--child",     bench->folder,    bench->out,
          section->name, section->list, section->example, section->base,
          first_run,     max_fetches,   section->method,  NULL };
  g_spawn_async_with_pipes (NULL, (char **) argv, environment, G_SPAWN_DO_NOT_REAP_CHILD,
                            NULL, NULL, &pid, NULL, pipe, NULL, &error);
  g_assert_no_error (error);
  return pid;
}

/* Reads up to @n events, fewer if the child ends before. */
static guint
read_events (int pipe, guint n)
{
  guint n_read = 0;
  char byte;

  while (n_read < n)
    {
      gssize got = read (pipe, &byte, 1);
      if (got < 0 && errno == EINTR)
        continue;
      g_assert_cmpint (got, >=, 0);
      if (got == 0)
        break;
      n_read++;
    }
  return n_read;
}

/* Returns: the exit status, or 128 and the signal, as a shell says it */
static int
finish (GPid pid, int pipe)
{
  int status = 0;

  read_events (pipe, G_MAXUINT);
  close (pipe);
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  g_spawn_close_pid (pid);
  return WIFEXITED (status) ? WEXITSTATUS (status) : 128 + WTERMSIG (status);
}

static int
run (Bench *bench, const char *fail_point)
{
  int pipe = -1;
  GPid pid = start (bench, fail_point, &pipe);

  return finish (pid, pipe);
}

static ExmStore *
open_store (Bench *bench)
{
  g_autoptr (GError) error = NULL;
  ExmStore *store = exm_store_open (bench->folder, NULL, NULL, &error);

  g_assert_no_error (error);
  return store;
}

/* Nothing is left to be done: no run, no job, no publication. */
static void
assert_idle (ExmStore *store)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) runs = exm_store_list_open_runs (store, &error);
  gint64 n_jobs = -1, next_usec = -1;

  g_assert_no_error (error);
  g_assert_cmpuint (runs->len, ==, 0);
  g_assert_true (exm_store_count_jobs (store, 0, &n_jobs, &error));
  g_assert_cmpint (n_jobs, ==, 0);
  g_assert_true (exm_store_get_next_publication (store, NULL, &next_usec, &error));
  g_assert_cmpint (next_usec, ==, 0);
}

static char *
read_file (const char *path)
{
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

/* Returns: the records of the JSON Lines file by key, each of which is there once */
static GHashTable *
read_records (Bench *bench)
{
  GHashTable *records = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autofree char *path = g_build_filename (bench->out, "all.jsonl", NULL);

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return records;
  g_autofree char *text = read_file (path);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint n_lines = g_strv_length (lines) - 1;
  g_assert_cmpstr (lines[n_lines], ==, ""); /* the last one is complete */
  for (guint i = 0; i < n_lines; i++)
    {
      g_autoptr (JsonParser) parser = json_parser_new ();
      g_autoptr (GError) error = NULL;
      json_parser_load_from_data (parser, lines[i], -1, &error);
      g_assert_no_error (error);
      JsonObject *record = json_node_get_object (json_parser_get_root (parser));
      const char *key = json_object_get_string_member (record, "key");
      const char *body = json_object_get_string_member (record, "text");
      g_assert_true (g_hash_table_insert (records, g_strdup (key), g_strdup (body)));
    }
  return records;
}

static guint
count_text_files (Bench *bench)
{
  g_autoptr (GDir) dir = g_dir_open (bench->out, 0, NULL);
  guint n = 0;

  for (const char *name = g_dir_read_name (dir); name != NULL;
       name = g_dir_read_name (dir))
    {
      g_assert_false (g_str_has_suffix (name, ".part"));
      n += g_str_has_suffix (name, ".txt");
    }
  return n;
}

/* Looks at what was published of one article; counts by output in @n_text, @n_records. */
static void
check_publications (ExmStore *store,
                    const ExmArticle *article,
                    GHashTable *records,
                    guint *n_text,
                    guint *n_records)
{
  const ExmArticleFields *fields = exm_article_get (article);
  g_autoptr (GError) error = NULL;
  g_autofree char *key = exm_article_key (article);
  g_autoptr (GPtrArray) list = exm_store_list_publications (store, fields->id, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (list->len, ==, 2);
  for (guint i = 0; i < list->len; i++)
    {
      const ExmPublication *publication = g_ptr_array_index (list, i);
      gboolean is_text = strstr (publication->output_key, "{key}.txt") != NULL;
      if (fields->state != EXM_ARTICLE_GOOD && strcmp (publication->state, "held") == 0)
        continue;
      g_assert_cmpstr (publication->state, ==, "published");
      *(is_text ? n_text : n_records) += 1;
      if (is_text)
        {
          g_autofree char *text = read_file (publication->place);
          g_assert_nonnull (strstr (text, fields->text));
        }
      else
        g_assert_cmpstr (g_hash_table_lookup (records, key), ==, fields->text);
    }
}

/* Every article of the section is stored once with its body, and published once to each
 * output. Returns what is stored, in words, to be compared with another round. */
static char *
check_all (Bench *bench)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = open_store (bench);
  const ExmArticleFilter filter = { .task_uid = KILL_TASK_UID };
  g_autoptr (GPtrArray) list = exm_store_list_articles (store, &filter, &error);
  g_auto (GStrv) paths
      = exm_sample_server_list_articles (bench->server, bench->section.name);
  g_autoptr (GHashTable) by_path = g_hash_table_new_full (
      g_str_hash, g_str_equal, NULL, (GDestroyNotify) exm_article_unref);
  g_autoptr (GHashTable) records = read_records (bench);
  GString *words = g_string_new (NULL);
  guint n_text = 0, n_records = 0;
  gsize n_base = strlen (bench->section.base);
  double sum = 0;

  g_assert_no_error (error);
  assert_idle (store);
  for (guint i = 0; i < list->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (list, i);
      ExmArticle *article = exm_store_get_article (store, info->id, &error);
      g_assert_no_error (error);
      const char *path = exm_article_get (article)->url + n_base;
      g_assert_true (g_hash_table_insert (by_path, (gpointer) path, article));
    }
  g_assert_cmpuint (list->len, ==, g_strv_length (paths));
  for (guint i = 0; paths[i] != NULL; i++)
    {
      const ExmArticle *article = g_hash_table_lookup (by_path, paths[i]);
      g_assert_nonnull (article);
      const ExmArticleFields *fields = exm_article_get (article);
      g_autofree char *truth = exm_sample_server_dup_body (bench->server, paths[i]);
      double score = test_site_score (fields->text, truth);
      g_assert_cmpfloat (score, >, .6);
      sum += score;
      check_publications (store, article, records, &n_text, &n_records);
      /* The example is compared with whichever page was there first, so a caption may
       * come or go; all else is the same however often the worker died. */
      g_string_append_printf (words, "%s %s\n%s\n", paths[i],
                              exm_article_state_get_name (fields->state),
                              i > 0 ? fields->text : "");
    }
  g_assert_cmpfloat (sum / list->len, >, bench->least);
  g_assert_cmpuint (n_text, ==, list->len);
  g_assert_cmpuint (n_records, ==, n_text);
  g_assert_cmpuint (count_text_files (bench), ==, n_text);
  g_assert_cmpuint (g_hash_table_size (records), ==, n_records);
  return g_string_free (words, FALSE);
}

/* Makes the results of an undisturbed worker. */
static char *
make_expected (Bench *bench)
{
  begin_round (bench);
  g_assert_cmpint (run (bench, NULL), ==, 0);
  char *expected = check_all (bench);
  end_round (bench);
  return expected;
}

/* Lets a worker finish what a killed one left. */
static void
recover (Bench *bench, const char *expected)
{
  g_assert_cmpint (run (bench, NULL), ==, 0);
  g_autofree char *found = check_all (bench);
  g_assert_cmpstr (found, ==, expected);
}

/* Returns whether @point is reached @count times. */
static gboolean
kill_at (Bench *bench, const char *point, guint count, const char *expected)
{
  g_autofree char *fail_point = g_strdup_printf ("%s:%u", point, count);

  begin_round (bench);
  int status = run (bench, fail_point);
  g_test_message ("%s %s: %d", bench->section.name, fail_point, status);
  if (status != 0)
    {
      g_assert_cmpint (status, ==, EXM_FAIL_POINT_STATUS);
      recover (bench, expected);
    }
  end_round (bench);
  return status != 0;
}

/* Kills at @point when it is first reached, and later. */
static void
kill_first_and_later (Bench *bench, const char *point, const char *expected)
{
  if (!kill_at (bench, point, 1, expected))
    g_error ("%s is never reached", point);
  if (g_test_slow ())
    for (gsize i = 0; i < G_N_ELEMENTS (LATER_SLOW); i++)
      if (!kill_at (bench, point, LATER_SLOW[i], expected))
        break;
  for (gsize i = 0; !g_test_slow () && i < G_N_ELEMENTS (LATER); i++)
    if (kill_at (bench, point, LATER[i], expected))
      break;
}

typedef struct
{
  const char *section;
  const char *list;
} Case;

static const Case CASES[]
    = { { "news", "/news/" }, { "zh", "/zh/" }, { "blog", "/blog/" } };

static void
test_points (gconstpointer data)
{
  const Case *one = data;
  Bench bench;

  bench_init (&bench, one->section, one->list, EXM_FIRST_RUN_ALL);
  g_autofree char *expected = make_expected (&bench);
  /* Half of the places in each section; all in both in the long round. */
  guint parity = one == &CASES[0] ? 0 : 1;
  for (guint i = 0; i < G_N_ELEMENTS (COMMITS) * 2; i++)
    if (g_test_slow () || i / 2 % 2 == parity)
      kill_first_and_later (
          &bench, exm_commit_point_get_fail_point (COMMITS[i / 2], i % 2 != 0), expected);
  for (guint i = 0; i < G_N_ELEMENTS (POINTS); i++)
    if (g_test_slow () || i % 2 == parity)
      kill_first_and_later (&bench, POINTS[i], expected);
  bench_clear (&bench);
}

/* A second worker is killed while it cleans up after the first. */
static void
test_cleaning (void)
{
  Bench bench;

  bench_init (&bench, "news", "/news/", EXM_FIRST_RUN_ALL);
  g_autofree char *expected = make_expected (&bench);
  for (gsize i = 0; i < G_N_ELEMENTS (CLEANING); i++)
    {
      int status = 0;
      for (guint count = 1; status == 0 && count < 20; count++)
        {
          g_autofree char *middle = g_strdup_printf ("publish.write.middle:%u", count);
          begin_round (&bench);
          g_assert_cmpint (run (&bench, middle), ==, EXM_FAIL_POINT_STATUS);
          status = run (&bench, CLEANING[i]);
          recover (&bench, expected);
          end_round (&bench);
        }
      g_assert_cmpint (status, ==, EXM_FAIL_POINT_STATUS);
    }
  bench_clear (&bench);
}

/* A worker is killed while it goes over what a run found: as many are published, once and
 * by what all pages together say. */
static void
test_second_pass (void)
{
  static const char *const points[]
      = { "worker.second-pass.before", "worker.second-pass.middle",
          "worker.second-pass.after" };
  Bench bench;

  bench_init (&bench, "news", "/news/", EXM_FIRST_RUN_ALL);
  bench.section.method = "line-statistics";
  bench.least = .8;
  g_autofree char *expected = make_expected (&bench);
  for (gsize i = 0; i < G_N_ELEMENTS (points); i++)
    {
      kill_first_and_later (&bench, points[i], expected);
      /* The last of them: there are more than ten articles. */
      g_assert_true (kill_at (&bench, points[i], 10, expected));
    }
  bench_clear (&bench);
}

/* A first run that takes nothing is killed: what it would have passed over must not come
 * with the second. */
static void
test_first_run_new (void)
{
  static const ExmCommitPoint commits[] = {
    EXM_COMMIT_DISCOVER, EXM_COMMIT_JOB,     EXM_COMMIT_RUN,
    EXM_COMMIT_EVENT,    EXM_COMMIT_SETTING, EXM_COMMIT_GROUP,
  };
  Bench bench;

  bench_init (&bench, "news", "/news/", EXM_FIRST_RUN_NEW);
  guint n_points = G_N_ELEMENTS (commits) * (g_test_slow () ? 4 : 2);
  for (guint i = 0; i < n_points; i++)
    {
      guint count = i / (G_N_ELEMENTS (commits) * 2) + 1;
      ExmCommitPoint commit = commits[i / 2 % G_N_ELEMENTS (commits)];
      g_autofree char *point = g_strdup_printf (
          "%s:%u", exm_commit_point_get_fail_point (commit, i % 2 != 0), count);
      begin_round (&bench);
      int status = run (&bench, point);
      g_test_message ("%s: %d", point, status);
      if (count == 1)
        g_assert_cmpint (status, ==, EXM_FAIL_POINT_STATUS);
      for (guint j = 0; j < 2; j++)
        g_assert_cmpint (run (&bench, NULL), ==, 0);
      g_autoptr (ExmStore) store = open_store (&bench);
      const ExmArticleFilter filter = { .task_uid = KILL_TASK_UID };
      g_autoptr (GPtrArray) list = exm_store_list_articles (store, &filter, NULL);
      g_assert_cmpuint (list->len, ==, 0);
      assert_idle (store);
      g_clear_pointer (&store, exm_store_close);
      end_round (&bench);
    }
  bench_clear (&bench);
}

/* Kills at random moments, up to three workers in a row. */
static void
test_random (gconstpointer data)
{
  const Case *one = data;
  guint n_wanted
      = (g_test_slow () ? RANDOM_KILLS_SLOW : RANDOM_KILLS) / G_N_ELEMENTS (CASES);
  guint n_killed = 0;
  Bench bench;

  bench_init (&bench, one->section, one->list, EXM_FIRST_RUN_ALL);
  g_autofree char *expected = make_expected (&bench);
  /* One that ended before its moment came is no kill. */
  for (guint i = 0; n_killed < n_wanted && i < 10 * n_wanted; i++)
    {
      guint32 seed = (guint32) g_test_rand_int ();
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      guint n_kills = (guint) g_rand_int_range (rand, 1, 4);
      /* Several at once wait for each other, which takes long. */
      bench.section.max_fetches = (i == 0 && one == &CASES[0]) || g_test_slow () ? 8 : 1;
      begin_round (&bench);
      for (guint j = 0; j < n_kills; j++)
        {
          int pipe = -1;
          GPid pid = start (&bench, NULL, &pipe);
          guint n_events = (guint) g_rand_int_range (rand, 0, 40);
          guint n_yields = (guint) g_rand_int_range (rand, 0, 100);
          guint n_read = read_events (pipe, n_events);
          /* Events follow commits: a while later is another place. */
          for (guint k = 0; k < n_yields; k++)
            g_thread_yield ();
          kill (pid, SIGKILL);
          int status = finish (pid, pipe);
          g_test_message ("%s seed %u: killed after %u events: %d", one->section, seed,
                          n_read, status);
          if (status != 0)
            g_assert_cmpint (status, ==, 128 + SIGKILL);
          n_killed += status != 0;
        }
      recover (&bench, expected);
      end_round (&bench);
    }
  g_assert_cmpuint (n_killed, >=, n_wanted);
  bench_clear (&bench);
}

/* The same where the power goes with the process: what SQLite did not sync is lost. */
static void
test_power (gconstpointer data)
{
  g_setenv (KILL_POWER, "1", TRUE);
  test_random (data);
  g_unsetenv (KILL_POWER);
}

int
main (int argc, char *argv[])
{
  if (argc == 11 && strcmp (argv[1], "--child") == 0)
    return kill_child_run (argv);

  /* Some thousand syncs: a kill is the same to files in memory. */
  if (g_access ("/dev/shm", W_OK) == 0)
    g_setenv ("TMPDIR", "/dev/shm", TRUE);
  program = argv[0];
  /* The workers that are killed inherit this. Their leaks are test-worker's to find: here
   * the sanitizer's slow way of finding them would be paid for with each worker. */
  g_setenv ("ASAN_OPTIONS", "halt_on_error=1:abort_on_error=1:detect_leaks=0", TRUE);
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (CASES); i++)
    {
      g_autofree char *points
          = g_strconcat ("/worker-kill/points/", CASES[i].section, NULL);
      g_autofree char *random
          = g_strconcat ("/worker-kill/random/", CASES[i].section, NULL);
      g_test_add_data_func (points, &CASES[i], test_points);
      g_autofree char *power
          = g_strconcat ("/worker-kill/power/", CASES[i].section, NULL);
      g_test_add_data_func (random, &CASES[i], test_random);
      g_test_add_data_func (power, &CASES[i], test_power);
    }
  g_test_add_func ("/worker-kill/cleaning", test_cleaning);
  g_test_add_func ("/worker-kill/second-pass", test_second_pass);
  g_test_add_func ("/worker-kill/first-run-new", test_first_run_new);
  return g_test_run ();
}
