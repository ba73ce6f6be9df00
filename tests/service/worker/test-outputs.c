/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Folders that are away for a while: on a disk that is not connected, for longer than a
 * publication is tried. */

#include "store/exm-store-approve.h"
#include "store/exm-store-reader.h"
#include "task/exm-output-format.h"
#include "worker-fixture.h"
#include "worker/exm-core.h"

#include <glib/gstdio.h>
#include <string.h>

#define HOUR_S (60 * 60)
#define DAY_S (24 * HOUR_S)

/* Returns: (transfer full): the way of an article into its folder, the articles being
 * numbered from 1 */
static ExmPublication *
read_way (WorkerBench *bench, gint64 article)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = worker_bench_open_store (bench);
  g_autoptr (GPtrArray) ways = exm_store_list_publications (store, article, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (ways->len, ==, 1);
  return exm_publication_ref (ways->pdata[0]);
}

/* It is to be published once more. */
static void
publish_again (WorkerBench *bench, gint64 article)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmPublication) way = read_way (bench, article);
  g_autoptr (ExmStore) store = worker_bench_open_store (bench);

  exm_store_publish_again (store, way->id, worker_bench_get_time (bench), &error);
  g_assert_no_error (error);
}

static void
fail (WorkerBench *bench, gint64 article, guint n_times, gboolean for_good)
{
  g_autoptr (GError) error = NULL;
  publish_again (bench, article);
  g_autoptr (ExmPublication) way = read_way (bench, article);
  g_autoptr (ExmStore) store = worker_bench_open_store (bench);

  for (guint i = 0; i < n_times; i++)
    {
      exm_store_publish_failed (store, way->id, "no disk", NULL, for_good,
                                worker_bench_get_time (bench), NULL, &error);
      g_assert_no_error (error);
    }
}

static void
assert_state (WorkerBench *bench, gint64 article, const char *state)
{
  g_autoptr (ExmPublication) way = read_way (bench, article);

  g_assert_cmpstr (way->state, ==, state);
}

static void
publish_below (ExmTaskFields *fields, gconstpointer folder)
{
  ExmTaskOutput *output = &g_array_index (fields->outputs, ExmTaskOutput, 0);

  g_free (output->folder);
  output->folder = g_strdup (folder);
}

/* Returns: (transfer full) (element-type ExmEvent): those that say @words */
static GPtrArray *
read_events (WorkerBench *bench, const char *words)
{
  const ExmStoreQuery query = { .kind = EXM_READ_EVENTS, .limit = 1000 };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStoreReader) reader = exm_store_reader_new (bench->folder);
  g_autoptr (GPtrArray) all = exm_store_reader_read (reader, &query, NULL, &error);
  GPtrArray *events = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_event_unref);

  g_assert_no_error (error);
  for (guint i = 0; i < all->len; i++)
    if (strstr (((const ExmEvent *) all->pdata[i])->message, words) != NULL)
      g_ptr_array_add (events, exm_event_ref (all->pdata[i]));
  return events;
}

/* A folder on a disk, with what was published into it. */
typedef struct
{
  WorkerBench bench;
  char *disk;   /* (owned) */
  char *away;   /* (owned): where the disk is when it is not connected */
  char *folder; /* (owned) */
  char *uid;    /* (owned): of the task */
  guint n;      /* articles */
} Disk;

static void
disk_init (Disk *disk)
{
  WorkerBench *bench = &disk->bench;

  worker_bench_init (bench);
  bench->skip_waits = TRUE;
  bench->skip_s = 10 * 60;
  disk->disk = g_build_filename (bench->out, "disk", NULL);
  disk->away = g_build_filename (bench->out, "away", NULL);
  disk->folder = g_build_filename (disk->disk, "articles", NULL);
  disk->uid = worker_bench_add_task (bench, "news", "/news/", EXM_SOURCE_LIST,
                                     EXM_FIRST_RUN_ALL);
  worker_bench_change_task (bench, disk->uid, publish_below, disk->folder);
  worker_bench_run_once (bench, disk->uid);
  disk->n = bench->n_published;
  g_assert_cmpuint (disk->n, >, 2);
  g_assert_cmpuint (worker_bench_count_files (disk->folder), ==, disk->n);
}

static void
disk_clear (Disk *disk)
{
  worker_bench_clear (&disk->bench);
  g_free (disk->disk);
  g_free (disk->away);
  g_free (disk->folder);
  g_free (disk->uid);
}

static void
disk_disconnect (Disk *disk)
{
  g_assert_cmpint (g_rename (disk->disk, disk->away), ==, 0);
}

static void
disk_connect (Disk *disk)
{
  g_assert_cmpint (g_rename (disk->away, disk->disk), ==, 0);
}

/* All articles are to go out once more. */
static void
disk_publish_all (Disk *disk)
{
  for (guint i = 1; i <= disk->n; i++)
    publish_again (&disk->bench, i);
}

/* Another worker than the one that made the folder does not make it again in the place
 * where its disk was; when that is back, the article goes there. */
static void
test_gone (void)
{
  Disk disk;

  disk_init (&disk);
  WorkerBench *bench = &disk.bench;
  publish_again (bench, 1);
  disk_disconnect (&disk);
  worker_bench_run_once (bench, disk.uid);
  g_assert_cmpuint (bench->n_published, ==, 0);
  g_assert_false (g_file_test (disk.disk, G_FILE_TEST_EXISTS));
  assert_state (bench, 1, "waiting");

  disk_connect (&disk);
  g_atomic_int_add (&bench->ahead_s, DAY_S);
  worker_bench_run_once (bench, disk.uid);
  g_assert_cmpuint (bench->n_published, ==, 1);
  assert_state (bench, 1, "published");
  g_assert_cmpuint (worker_bench_count_files (disk.folder), ==, disk.n);
  disk_clear (&disk);
}

/* Returns: how often it was tried to publish the articles, each of which tells why that
 * came to nothing */
static guint
count_attempts (Disk *disk)
{
  guint n = 0;

  for (guint i = 1; i <= disk->n; i++)
    {
      g_autoptr (ExmPublication) way = read_way (&disk->bench, i);
      n += way->attempts;
      g_assert_true (way->attempts == 0
                     || strstr (way->message, "is no longer there") != NULL);
    }
  return n;
}

/* Its output failure is told once, by as many as did not go out. */
static void
assert_told_once (Disk *disk, gint64 *since_usec)
{
  WorkerBench *bench = &disk->bench;
  g_autoptr (GPtrArray) events = read_events (bench, "is no longer there");
  g_autofree char *counts
      = g_strdup_printf (" (articles waiting: %u; attempts: ", disk->n);
  g_autoptr (ExmTaskInfo) info = worker_bench_read_info (bench);

  g_assert_cmpuint (events->len, ==, 1);
  const ExmEvent *event = events->pdata[0];
  g_test_message ("%s", event->message);
  const char *place = strstr (event->message, counts);
  g_assert_nonnull (place);
  /* A run tries one that was given up, which does not count as its own any more. */
  g_assert_cmpuint (g_ascii_strtoull (place + strlen (counts), NULL, 10), >=,
                    count_attempts (disk));
  g_assert_cmpint (event->level, ==, EXM_EVENT_WARNING);
  g_assert_cmpint (info->problem.kind, ==, EXM_PROBLEM_OUTPUT);
  g_assert_nonnull (strstr (info->problem.message, disk->folder));
  g_assert_cmpuint (info->problem.amount, ==, disk->n);
  g_assert_cmpint (info->problem.since_usec, ==, event->time_usec);
  if (*since_usec != 0)
    g_assert_cmpint (event->time_usec, ==, *since_usec);
  *since_usec = event->time_usec;
}

/* Three weeks without its disk: one event that counts, however often it is tried, and the
 * cause on each article's way; the first run with the disk publishes all of it. */
static void
test_output_failure (void)
{
  Disk disk;
  guint n_problems = 0;
  gint64 since_usec = 0;

  disk_init (&disk);
  WorkerBench *bench = &disk.bench;
  disk_publish_all (&disk);
  disk_disconnect (&disk);
  for (guint day = 0; day < 21; day++)
    {
      worker_bench_run_once (bench, disk.uid);
      g_assert_cmpuint (bench->n_published, ==, 0);
      n_problems += strstr (bench->problems->str, "is no longer there") != NULL;
      assert_told_once (&disk, &since_usec);
      g_atomic_int_add (&bench->ahead_s, DAY_S);
    }
  assert_state (bench, disk.n, "failed");
  g_assert_cmpuint (n_problems, ==, 1);

  disk_connect (&disk);
  worker_bench_run_once (bench, disk.uid);
  g_assert_cmpuint (bench->n_published, ==, disk.n);
  g_autoptr (GPtrArray) ends = read_events (bench, "again (articles that had to wait");
  g_assert_cmpuint (ends->len, ==, 1);
  g_assert_nonnull (strstr (((ExmEvent *) ends->pdata[0])->message, disk.folder));
  g_autoptr (ExmTaskInfo) info = worker_bench_read_info (bench);
  g_assert_cmpint (info->problem.kind, ==, EXM_PROBLEM_NONE);
  disk_clear (&disk);
}

/* The disk is back before anything is given up: what waits for its next attempt does not
 * wait for it, and another output failure is another event. */
static void
test_back_soon (void)
{
  Disk disk;

  disk_init (&disk);
  WorkerBench *bench = &disk.bench;
  for (guint round = 1; round <= 2; round++)
    {
      disk_publish_all (&disk);
      disk_disconnect (&disk);
      for (guint i = 0; i < 3; i++)
        {
          worker_bench_run_once (bench, disk.uid);
          g_atomic_int_add (&bench->ahead_s, HOUR_S);
        }
      worker_bench_run_once (bench, disk.uid);
      disk_connect (&disk);
      /* Not a minute later, and by one that tries for all. */
      worker_bench_run_once (bench, disk.uid);
      g_assert_cmpuint (bench->n_published, ==, disk.n);
      g_autoptr (GPtrArray) begins = read_events (bench, "is no longer there");
      g_autoptr (GPtrArray) ends
          = read_events (bench, "again (articles that had to wait");
      g_assert_cmpuint (begins->len, ==, round);
      g_assert_cmpuint (ends->len, ==, round);
    }
  disk_clear (&disk);
}

static void
publish_table (ExmTaskFields *fields, gconstpointer unused)
{
  ExmTaskOutput *output = &g_array_index (fields->outputs, ExmTaskOutput, 0);

  output->format = EXM_OUTPUT_CSV;
  g_free (output->name_template);
  output->name_template = g_strdup ("articles.csv");
}

/* In the place of the table that all articles go into is a file that is none of ours:
 * that is the output's problem, and over when somebody moves the file away. */
static void
test_foreign_table (void)
{
  WorkerBench bench;

  worker_bench_init (&bench);
  bench.skip_waits = TRUE;
  bench.skip_s = 10 * 60;
  g_autofree char *file = g_build_filename (bench.out, "articles.csv", NULL);
  g_autofree char *index = g_build_filename (bench.out, ".exemplar.index", NULL);
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_ALL);
  worker_bench_change_task (&bench, uid, publish_table, NULL);
  worker_bench_run_once (&bench, uid);
  guint n = bench.n_published;
  g_assert_cmpuint (n, >, 2);
  g_assert_true (g_file_set_contents (file, "a,b\n", -1, NULL));
  g_assert_cmpint (g_unlink (index), ==, 0);
  for (guint i = 1; i <= n; i++)
    publish_again (&bench, i);
  worker_bench_run_once (&bench, uid);
  g_assert_cmpuint (bench.n_published, ==, 0);
  g_autoptr (GPtrArray) events = read_events (&bench, "holds something else");
  g_assert_cmpuint (events->len, ==, 1);
  g_autoptr (ExmTaskInfo) info = worker_bench_read_info (&bench);
  g_assert_cmpint (info->problem.kind, ==, EXM_PROBLEM_OUTPUT);
  g_assert_cmpuint (info->problem.amount, ==, n);

  g_assert_cmpint (g_unlink (file), ==, 0);
  worker_bench_run_once (&bench, uid);
  g_assert_cmpuint (bench.n_published, ==, n);
  g_autoptr (ExmTaskInfo) after = worker_bench_read_info (&bench);
  g_assert_cmpint (after->problem.kind, ==, EXM_PROBLEM_NONE);
  worker_bench_clear (&bench);
}

/* The store remembers another file system. */
static void
remember_elsewhere (Disk *disk)
{
  WorkerBench *bench = &disk->bench;
  g_autoptr (GError) error = NULL;
  publish_again (bench, 1);
  g_autoptr (ExmPublication) way = read_way (bench, 1);
  g_autoptr (ExmStore) store = worker_bench_open_store (bench);

  exm_store_set_published (store, way->id, way->place, 1, worker_bench_get_time (bench),
                           &error);
  g_assert_no_error (error);
}

/* The folder is where its disk is connected: without it an empty folder is left, which
 * takes nothing, not even a hidden file. */
static void
test_mount_point (void)
{
  Disk disk;

  disk_init (&disk);
  WorkerBench *bench = &disk.bench;
  remember_elsewhere (&disk);
  disk_publish_all (&disk);
  disk_disconnect (&disk);
  g_assert_cmpint (g_mkdir_with_parents (disk.folder, 0700), ==, 0);
  worker_bench_run_once (bench, disk.uid);
  g_assert_cmpuint (bench->n_published, ==, 0);
  g_autoptr (GPtrArray) events = read_events (bench, "is on another disk than before");
  g_assert_cmpuint (events->len, ==, 1);
  g_autoptr (ExmTaskInfo) info = worker_bench_read_info (bench);
  g_assert_cmpint (info->problem.kind, ==, EXM_PROBLEM_OUTPUT);
  g_assert_nonnull (strstr (info->problem.message, disk.folder));
  g_assert_cmpint (g_rmdir (disk.folder), ==, 0);
  g_assert_cmpint (g_rmdir (disk.disk), ==, 0);

  disk_connect (&disk);
  worker_bench_run_once (bench, disk.uid);
  g_assert_cmpuint (bench->n_published, ==, disk.n);
  g_assert_cmpuint (worker_bench_count_files (disk.folder), ==, disk.n);

  /* It is known where it is now: who empties it there means it. */
  disk_disconnect (&disk);
  g_assert_cmpint (g_mkdir_with_parents (disk.folder, 0700), ==, 0);
  publish_again (bench, 1);
  worker_bench_run_once (bench, disk.uid);
  g_assert_cmpuint (bench->n_published, ==, 1);
  g_assert_cmpuint (worker_bench_count_files (disk.folder), ==, 1);
  disk_clear (&disk);
}

/* An output that the task does not have any more: said once, and it does not ail it. */
static void
test_taken_out (void)
{
  Disk disk;

  disk_init (&disk);
  WorkerBench *bench = &disk.bench;
  disk_publish_all (&disk);
  worker_bench_change_task (bench, disk.uid, publish_below, bench->out);
  worker_bench_run_once (bench, disk.uid);
  assert_state (bench, 1, "failed");
  assert_state (bench, disk.n, "failed");
  g_autoptr (GPtrArray) events = read_events (bench, "does not have this output");
  g_assert_cmpuint (events->len, ==, 1);
  g_autoptr (ExmTaskInfo) info = worker_bench_read_info (bench);
  g_assert_cmpint (info->problem.kind, ==, EXM_PROBLEM_NONE);
  disk_clear (&disk);
}

/* Publishes those given up after the first one that goes out; those that cannot be
 * published at all stay. */
static void
test_given_up (void)
{
  WorkerBench bench;

  worker_bench_init (&bench);
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_ALL);
  worker_bench_run_once (&bench, uid);
  fail (&bench, 1, EXM_STORE_PUBLISH_ATTEMPTS, FALSE);
  fail (&bench, 2, 1, TRUE);
  assert_state (&bench, 1, "failed");
  assert_state (&bench, 2, "failed");
  worker_bench_run_once (&bench, uid);
  assert_state (&bench, 1, "failed");

  publish_again (&bench, 3);
  worker_bench_run_once (&bench, uid);
  assert_state (&bench, 3, "published");
  assert_state (&bench, 1, "published");
  assert_state (&bench, 2, "failed");
  worker_bench_clear (&bench);
}

/* Whether the only output, which takes what is not sure, holds an article of that state.
 */
static gboolean
is_held (gboolean articles_only, ExmArticleState state)
{
  g_auto (ExmTaskFields) fields = { 0 };
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);

  exm_task_fields_init (&fields);
  fields.articles_only = articles_only;
  exm_task_fields_add_output (&fields, EXM_OUTPUT_JSON_LINES, "/srv/out", "")->hold_unsure
      = FALSE;
  g_autoptr (ExmTask) task = exm_task_new (&fields);
  g_autoptr (GArray) outputs = exm_core_list_outputs (task, state, NULL, FALSE, keys);
  g_assert_cmpuint (outputs->len, ==, 1);
  return g_array_index (outputs, ExmCommitOutput, 0).held;
}

static void
test_articles_only (void)
{
  g_assert_false (is_held (FALSE, EXM_ARTICLE_UNSURE));
  g_assert_true (is_held (TRUE, EXM_ARTICLE_UNSURE));
  g_assert_false (is_held (TRUE, EXM_ARTICLE_GOOD));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/worker/outputs/gone", test_gone);
  g_test_add_func ("/worker/outputs/outage", test_output_failure);
  g_test_add_func ("/worker/outputs/back-soon", test_back_soon);
  g_test_add_func ("/worker/outputs/taken-out", test_taken_out);
  g_test_add_func ("/worker/outputs/mount-point", test_mount_point);
  g_test_add_func ("/worker/outputs/foreign-table", test_foreign_table);
  g_test_add_func ("/worker/outputs/given-up", test_given_up);
  g_test_add_func ("/worker/outputs/articles-only", test_articles_only);
  return g_test_run ();
}
