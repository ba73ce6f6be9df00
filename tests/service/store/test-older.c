/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Addresses that first runs pass over, collecting them later, and the mark of backlog. */

#include "config.h"

#include "store/exm-store-older.h"

#include "store-fixture.h"
#include "store/db/exm-statement.h"
#include "store/db/exm-store-folder.h"
#include "store/exm-store-reader.h"
#include "store/salvage/exm-store-salvage.h"
#include "test-folder.h"

#include <stdio.h>

#define MINUTE G_TIME_SPAN_MINUTE
#define N_PASSED 6u

typedef struct
{
  char *folder;    /* (owned) */
  ExmStore *store; /* (owned) */
  char *uid;       /* (owned): of a task that is there */
} Fixture;

static void
set_up (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task = store_task_new (1);

  self->folder = test_folder_new ();
  self->store = exm_store_open (self->folder, NULL, NULL, &error);
  g_assert_no_error (error);
  self->uid = g_strdup (store_task_uid (1));
  g_assert_true (exm_store_add_task (self->store, task, STORE_NOW, &error));
  g_assert_no_error (error);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  g_clear_pointer (&self->store, exm_store_close);
  g_clear_pointer (&self->folder, test_folder_free);
  g_free (self->uid);
}

/* Pages 0 … 5: the first two have no date, the others get older by a day each. */
static void
pass_over (Fixture *self)
{
  g_autoptr (GPtrArray) old
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_job_unref);
  g_autoptr (GError) error = NULL;
  guint n_new = 0;

  for (guint i = 0; i < N_PASSED; i++)
    {
      ExmJob *job = store_job_new (i);
      job->payload = g_strdup_printf ("Listed %u", i);
      job->place = i;
      job->published_usec = i < 2 ? 0 : STORE_NOW - i * G_TIME_SPAN_DAY;
      g_ptr_array_add (old, job);
    }
  exm_store_discover (self->store, self->uid, old, TRUE, STORE_NOW, &n_new, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n_new, ==, N_PASSED);
}

static GPtrArray *
list (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *passed = exm_store_list_passed_over (self->store, self->uid, &error);

  g_assert_no_error (error);
  return passed;
}

/* Asserts which pages are passed over, in this order: digits. */
static void
assert_passed (Fixture *self, const char *pages)
{
  g_autoptr (GPtrArray) passed = list (self);
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint i = 0; i < passed->len; i++)
    {
      const ExmPassedOver *one = g_ptr_array_index (passed, i);
      guint page = 0;
      g_assert_cmpint (sscanf (one->url, "http://site.example/%u.html", &page), ==, 1);
      g_string_append_printf (found, "%u", page);
    }
  g_assert_cmpstr (found->str, ==, pages);
}

/* Collects the first @n of what is passed over. */
static void
collect (Fixture *self, guint n)
{
  g_autoptr (GPtrArray) passed = list (self);
  g_autoptr (GError) error = NULL;
  guint n_jobs = 0;

  g_ptr_array_set_size (passed, (gint) n);
  exm_store_collect_older (self->store, self->uid, passed, STORE_NOW, &n_jobs, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n_jobs, ==, n);
  /* Known ones are left alone. */
  exm_store_collect_older (self->store, self->uid, passed, STORE_NOW, &n_jobs, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n_jobs, ==, 0);
}

static gint64
start_run (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  gint64 run = 0;

  exm_store_start_run (self->store, self->uid, STORE_NOW, &run, &error);
  g_assert_no_error (error);
  return run;
}

static GPtrArray *
claim (Fixture *self, guint n)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *jobs
      = exm_store_claim_jobs (self->store, STORE_HOST, STORE_OWNER, STORE_NOW + MINUTE,
                              STORE_NOW + 2 * MINUTE, n, &error);

  g_assert_no_error (error);
  return jobs;
}

/* Stores the article of @job; returns its row. */
static gint64
commit (Fixture *self, const ExmJob *job)
{
  g_autoptr (GError) error = NULL;
  guint page = 0;
  gint64 id = 0;

  g_assert_cmpint (sscanf (job->url, "http://site.example/%u.html", &page), ==, 1);
  g_autoptr (ExmArticle) article = store_article_new (self->uid, page, NULL);
  const ExmArticleCommit what
      = { .article = article,
          .job = job,
          .owner = STORE_OWNER,
          .counts = { .n_fetched = 1, .n_articles = 1, .n_backlog = job->backlog } };
  exm_store_commit_article (self->store, &what, &id, &error);
  g_assert_no_error (error);
  return id;
}

static void
test_order (Fixture *self, gconstpointer unused)
{
  pass_over (self);
  assert_passed (self, "234501");
  g_autoptr (GPtrArray) passed = list (self);
  const ExmPassedOver *first = g_ptr_array_index (passed, 0);
  g_assert_cmpstr (first->title, ==, "Listed 2");
  g_assert_cmpint (first->published_usec, ==, STORE_NOW - 2 * G_TIME_SPAN_DAY);
  const ExmPassedOver *last = g_ptr_array_index (passed, 5);
  g_assert_cmpint (last->published_usec, ==, 0);
}

/* Chosen ones wait for a run, are marked in it and afterwards, and are known then. */
static void
test_collect (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  guint n_waiting = 0;

  pass_over (self);
  collect (self, 3);
  assert_passed (self, "501");
  exm_store_count_waiting_older (self->store, self->uid, &n_waiting, &error);
  g_assert_cmpuint (n_waiting, ==, 3);
  g_autoptr (GPtrArray) none = claim (self, 10);
  g_assert_cmpuint (none->len, ==, 0);

  start_run (self);
  g_autoptr (GPtrArray) jobs = claim (self, 10);
  g_assert_cmpuint (jobs->len, ==, 3);
  const ExmJob *job = g_ptr_array_index (jobs, 0);
  g_assert_true (job->backlog);
  g_assert_cmpstr (job->payload, ==, "Listed 2");
  gint64 id = commit (self, job);
  g_autoptr (ExmArticle) article = exm_store_get_article (self->store, id, &error);
  g_assert_true (exm_article_get (article)->backlog);

  g_autoptr (GPtrArray) runs = exm_store_list_open_runs (self->store, &error);
  const ExmRun *run = g_ptr_array_index (runs, 0);
  g_assert_cmpuint (run->counts.n_older, ==, 3);
  g_assert_cmpuint (run->counts.n_backlog, ==, 1);
  assert_passed (self, "501");
}

/* A run that is under way takes more of them. */
static void
test_adopt (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  guint n_older = 0;

  pass_over (self);
  collect (self, 1);
  gint64 run = start_run (self);
  collect (self, 2);
  exm_store_adopt_older (self->store, self->uid, run, STORE_NOW, &n_older, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n_older, ==, 2);
  exm_store_adopt_older (self->store, self->uid, run, STORE_NOW, &n_older, &error);
  g_assert_cmpuint (n_older, ==, 0);
  exm_store_count_older (self->store, run, &n_older, &error);
  g_assert_cmpuint (n_older, ==, 3);
  g_autoptr (GPtrArray) runs = exm_store_list_open_runs (self->store, &error);
  g_assert_cmpuint (((ExmRun *) runs->pdata[0])->counts.n_older, ==, 3);
}

/* Stopped: what was not fetched is passed over as before, what is new waits. */
static void
test_put_back (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) found
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_job_unref);
  guint n_new = 0;
  gint64 n_jobs = 0;

  pass_over (self);
  collect (self, 4);
  gint64 run = start_run (self);
  g_ptr_array_add (found, store_job_new (9));
  ((ExmJob *) found->pdata[0])->run_id = run;
  exm_store_discover (self->store, self->uid, found, FALSE, STORE_NOW + 1, &n_new,
                      &error);
  g_assert_cmpuint (n_new, ==, 1);
  g_autoptr (GPtrArray) jobs = claim (self, 1);
  commit (self, g_ptr_array_index (jobs, 0));
  exm_store_put_back_older (self->store, run, &error);
  g_assert_no_error (error);
  assert_passed (self, "34501");
  exm_store_count_jobs (self->store, run, &n_jobs, &error);
  g_assert_cmpint (n_jobs, ==, 1);
}

/* New articles are none; those of a first run are, and one that is marked later is. */
static void
test_marks (Fixture *self, gconstpointer unused)
{
  static const gboolean marked[] = { FALSE, TRUE, FALSE };
  g_autoptr (GPtrArray) found
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_job_unref);
  g_autoptr (GError) error = NULL;
  const ExmArticleFilter filter = { .task_uid = self->uid };
  guint n_new = 0;

  for (guint i = 0; i < G_N_ELEMENTS (marked); i++)
    {
      ExmJob *job = store_job_new (i);
      job->backlog = marked[i];
      g_ptr_array_add (found, job);
    }
  exm_store_discover (self->store, self->uid, found, FALSE, STORE_NOW, &n_new, &error);
  g_autoptr (GPtrArray) jobs = claim (self, 10);
  for (guint i = 0; i < jobs->len; i++)
    commit (self, g_ptr_array_index (jobs, i));
  g_autoptr (GPtrArray) before = exm_store_list_articles (self->store, &filter, &error);
  g_assert_cmpuint (before->len, ==, 3);
  for (guint i = 0; i < before->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (before, i);
      g_assert_cmpint (info->backlog, ==, g_str_has_suffix (info->url, "/1.html"));
    }
  g_autoptr (ExmArticle) newest = store_article_new (self->uid, 2, NULL);
  exm_store_mark_backlog (self->store, self->uid, exm_article_get (newest)->url_key,
                          &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) after = exm_store_list_articles (self->store, &filter, &error);
  g_assert_true (((ExmArticleInfo *) after->pdata[0])->backlog);
}

static void
test_reader (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStoreReader) reader = exm_store_reader_new (self->folder);
  const ExmStoreQuery query = { .kind = EXM_READ_PASSED_OVER, .uid = self->uid };

  pass_over (self);
  g_autoptr (GPtrArray) passed = exm_store_reader_read (reader, &query, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (passed->len, ==, N_PASSED);
}

static void
open_again (Fixture *self)
{
  g_autoptr (GError) error = NULL;

  self->store = exm_store_open (self->folder, NULL, NULL, &error);
  g_assert_no_error (error);
}

/* A repaired file has both tables; jobs that are lost are passed over again. */
static void
test_salvage (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_auto (ExmSalvage) salvage = { 0 };
  g_autofree char *path = g_build_filename (self->folder, EXM_STORE_MAIN_FILE, NULL);

  pass_over (self);
  collect (self, 2);
  start_run (self);
  g_autoptr (GPtrArray) jobs = claim (self, 1);
  gint64 id = commit (self, g_ptr_array_index (jobs, 0));
  g_clear_pointer (&self->store, exm_store_close);
  {
    g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);
    g_assert_no_error (error);
    g_assert_true (exm_db_execute (db, "DELETE FROM job", &error));
  }
  exm_store_salvage (self->folder, EXM_STORE_MAIN_FILE, &salvage, &error);
  g_assert_no_error (error);
  open_again (self);
  g_autoptr (ExmArticle) article = exm_store_get_article (self->store, id, &error);
  g_assert_no_error (error);
  g_assert_true (exm_article_get (article)->backlog);
  assert_passed (self, "34501");
}

/* Addresses that an older version passed over can be collected; its articles are no
 * backlog. */
static void
test_migration (void)
{
  g_autoptr (GError) error = NULL;
  Fixture self = { 0 };

  set_up (&self, NULL);
  g_autofree char *path = g_build_filename (self.folder, EXM_STORE_MAIN_FILE, NULL);
  store_fill (self.store, self.uid, 7, 1);
  g_clear_pointer (&self.store, exm_store_close);
  {
    g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);
    g_assert_no_error (error);
    exm_db_execute (db,
                    "DROP TABLE article_former;"
                    "CREATE TRIGGER approval_ends AFTER UPDATE OF text ON article"
                    " BEGIN SELECT 1; END;"
                    "DROP TABLE feed_item;"
                    "DROP TABLE site_place; ALTER TABLE site_stat DROP COLUMN n_learned;"
                    "DROP TABLE unjudged; DROP TABLE alert;"
                    "ALTER TABLE publish_queue DROP COLUMN search;"
                    "DROP TABLE article_field; ALTER TABLE host DROP COLUMN tdm;"
                    "ALTER TABLE host DROP COLUMN tdm_until;"
                    "DROP TABLE unread; DROP TABLE star; DROP TABLE tag;"
                    "DROP INDEX article_published; DROP INDEX article_task_published;"
                    "DROP TABLE job_page; DROP TABLE joined_page;"
                    "DROP TABLE trash; DROP TABLE backlog; DROP TABLE passed_over;"
                    "DROP TRIGGER passed_over_ends;"
                    "ALTER TABLE run DROP COLUMN n_passed;"
                    "ALTER TABLE run DROP COLUMN n_older;"
                    "ALTER TABLE run DROP COLUMN n_backlog;"
                    "ALTER TABLE run DROP COLUMN n_backlog_flagged;"
                    "INSERT INTO url_seen (task, url_key, state, first_seen) VALUES"
                    " (1, 'http://site.example/3.html', 'skipped', 1),"
                    " (1, 'http://site.example/4.html', 'skipped', 2),"
                    " (1, 'http://site.example/5.html', 'failed', 2);"
                    "PRAGMA user_version = 10",
                    &error);
    g_assert_no_error (error);
  }
  open_again (&self);
  assert_passed (&self, "43");
  const ExmArticleFilter filter = { .task_uid = self.uid };
  g_autoptr (GPtrArray) articles = exm_store_list_articles (self.store, &filter, &error);
  g_assert_cmpuint (articles->len, ==, 1);
  g_assert_false (((ExmArticleInfo *) articles->pdata[0])->backlog);
  collect (&self, 2);
  tear_down (&self, NULL);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*func) (Fixture *, gconstpointer);
  } tests[] = {
    { "/store/older/order", test_order },     { "/store/older/collect", test_collect },
    { "/store/older/adopt", test_adopt },     { "/store/older/put-back", test_put_back },
    { "/store/older/marks", test_marks },     { "/store/older/reader", test_reader },
    { "/store/older/salvage", test_salvage },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].func, tear_down);
  g_test_add_func ("/store/older/migration", test_migration);
  return g_test_run ();
}
