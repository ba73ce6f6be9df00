/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The reading side: what it gives, how it is cancelled and how it ends. */

#include "config.h"

#include "store/exm-store-reader.h"

#include "store-fixture.h"
#include "store/db/exm-statement.h"
#include "test-folder.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct
{
  char *folder;           /* (owned) */
  ExmStore *store;        /* (owned) */
  ExmStoreReader *reader; /* (owned) */
  const char *uid;        /* (unowned) */
} Fixture;

static void
set_up (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task = store_task_new (1);

  self->folder = test_folder_new ();
  self->uid = store_task_uid (1);
  self->reader = exm_store_reader_new (self->folder);
  self->store = exm_store_open (self->folder, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (exm_store_add_task (self->store, task, STORE_NOW, &error));
  store_fill (self->store, self->uid, 0, 5);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  /* Ends the thread, which may still hold the reader for a moment after an answer. */
  exm_store_reader_close (self->reader);
  g_assert_finalize_object (self->reader);
  g_clear_pointer (&self->store, exm_store_close);
  g_clear_pointer (&self->folder, test_folder_free);
}

static gpointer
read_now (Fixture *self, const ExmStoreQuery *query)
{
  g_autoptr (GError) error = NULL;
  gpointer result = exm_store_reader_read (self->reader, query, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (result);
  return result;
}

static void
test_kinds (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  gint64 run = 0;
  g_assert_true (exm_store_start_run (self->store, self->uid, STORE_NOW, &run, &error));
  g_assert_true (exm_store_add_event (self->store, self->uid, EXM_EVENT_WARNING, "事",
                                      NULL, STORE_NOW, &error));
  g_assert_true (exm_store_add_event (self->store, NULL, EXM_EVENT_INFO, "all", NULL,
                                      STORE_NOW, &error));
  g_assert_true (exm_store_set_setting (self->store, "key", "value", &error));

  g_autoptr (GPtrArray) tasks
      = read_now (self, &(ExmStoreQuery){ .kind = EXM_READ_TASKS });
  const ExmTaskInfo *info = g_ptr_array_index (tasks, 0);
  g_assert_cmpuint (info->n_articles, ==, 5);
  g_assert_cmpuint (info->n_flagged, ==, 1);
  g_assert_cmpstr (info->last_run_state, ==, "running");
  g_autoptr (ExmTask) task
      = read_now (self, &(ExmStoreQuery){ .kind = EXM_READ_TASK, .uid = self->uid });
  g_assert_cmpstr (exm_task_get (task)->uid, ==, self->uid);
  g_autoptr (GPtrArray) versions
      = read_now (self, &(ExmStoreQuery){ .kind = EXM_READ_VERSIONS, .uid = self->uid });
  g_assert_cmpuint (versions->len, ==, 1);

  g_autoptr (GPtrArray) articles
      = read_now (self, &(ExmStoreQuery){ .kind = EXM_READ_ARTICLES,
                                          .filter = { .task_uid = self->uid } });
  g_assert_cmpuint (articles->len, ==, 5);
  gint64 id = ((ExmArticleInfo *) articles->pdata[0])->id;
  g_autoptr (ExmArticle) article
      = read_now (self, &(ExmStoreQuery){ .kind = EXM_READ_ARTICLE, .id = id });
  const char *hash = exm_article_get (article)->page_hash;
  g_autoptr (GPtrArray) publications
      = read_now (self, &(ExmStoreQuery){ .kind = EXM_READ_PUBLICATIONS, .id = id });
  g_assert_cmpuint (publications->len, ==, 1);
  g_autoptr (GBytes) bytes
      = read_now (self, &(ExmStoreQuery){ .kind = EXM_READ_PAGE, .hash = hash });
  g_autoptr (GBytes) expected = store_page_bytes (4);
  g_assert_true (g_bytes_equal (bytes, expected));
  g_autoptr (ExmStoredPage) page
      = read_now (self, &(ExmStoreQuery){ .kind = EXM_READ_PAGE_META, .hash = hash });
  g_assert_cmpstr (page->url, ==, "http://site.example/4.html");
  g_assert_cmpuint (page->status, ==, 200);

  g_autoptr (GPtrArray) runs = read_now (self, &(ExmStoreQuery){ .kind = EXM_READ_RUNS });
  g_assert_cmpint (((ExmRun *) runs->pdata[0])->id, ==, run);
  g_autoptr (GPtrArray) events
      = read_now (self, &(ExmStoreQuery){ .kind = EXM_READ_EVENTS, .limit = 1 });
  g_assert_cmpuint (events->len, ==, 1);
  const ExmEvent *last = g_ptr_array_index (events, 0);
  g_assert_cmpstr (last->message, ==, "all");
  g_assert_null (last->task_uid);
  g_autoptr (GPtrArray) older = read_now (
      self,
      &(ExmStoreQuery){ .kind = EXM_READ_EVENTS, .uid = self->uid, .id = last->id });
  g_assert_cmpuint (older->len, ==, 1);
  g_assert_cmpint (((ExmEvent *) older->pdata[0])->level, ==, EXM_EVENT_WARNING);
  g_autofree char *setting
      = read_now (self, &(ExmStoreQuery){ .kind = EXM_READ_SETTING, .hash = "key" });
  g_assert_cmpstr (setting, ==, "value");
  g_autoptr (ExmStoreStats) stats
      = read_now (self, &(ExmStoreQuery){ .kind = EXM_READ_STATS });
  g_assert_cmpuint (stats->n_articles, ==, 5);
  g_assert_cmpuint (stats->n_pages, ==, 5);
  g_assert_cmpuint (stats->n_waiting, ==, 4);
}

static char *
put_page (Fixture *self, const char *text, const char *url, guint status, gint64 fetched)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  const ExmStoredPage page = { .url = (char *) url,
                               .final_url = (char *) url,
                               .status = status,
                               .fetched_usec = fetched };
  g_autoptr (GError) error = NULL;
  char *hash = NULL;

  exm_store_put_page (self->store, bytes, &page, &hash, &error);
  g_assert_no_error (error);
  return hash;
}

/* Lists the pages of an address over time, each once; none of other addresses. */
/* Articles a day are those that a walk over all of them counts. */
static void
test_daily (Fixture *self, gconstpointer unused)
{
  const gint64 first = STORE_NOW - 3 * G_TIME_SPAN_DAY;
  guint counts[EXM_DAILY_DAYS] = { 0 }, expected[EXM_DAILY_DAYS] = { 0 };

  store_fill (self->store, self->uid, 3 * 86400 - 2, 5);
  store_fill (self->store, self->uid, 20 * 86400, 2);
  g_autoptr (GPtrArray) articles
      = read_now (self, &(ExmStoreQuery){ .kind = EXM_READ_ARTICLES });
  for (guint i = 0; i < articles->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (articles, i);
      gint64 day = (info->collected_usec - first) / G_TIME_SPAN_DAY;
      if (day >= 0 && day < (gint64) EXM_DAILY_DAYS)
        expected[day]++;
    }
  g_autoptr (GPtrArray) daily
      = read_now (self, &(ExmStoreQuery){ .kind = EXM_READ_DAILY, .id = first });
  for (guint i = 0; i < daily->len; i++)
    {
      const ExmDailyCount *count = g_ptr_array_index (daily, i);
      g_assert_cmpstr (count->uid, ==, self->uid);
      counts[count->day] += count->n;
    }
  g_assert_cmpuint (daily->len, ==, 3);
  g_assert_cmpmem (counts, sizeof counts, expected, sizeof expected);
}

static void
test_page_versions (Fixture *self, gconstpointer unused)
{
  static const char url[] = "http://site.example/changing.html";
  g_autofree char *first = put_page (self, "first", url, 200, 10),
                  *second = put_page (self, "second", url, 200, 20),
                  *again = put_page (self, "first", url, 200, 30),
                  *gone = put_page (self, "gone", url, 404, 40),
                  *other = put_page (self, "other", "http://site.example/", 200, 50);

  g_assert_cmpstr (again, ==, first);
  g_assert_cmpstr (gone, !=, other);
  g_autoptr (GPtrArray) versions = read_now (
      self, &(ExmStoreQuery){ .kind = EXM_READ_PAGE_VERSIONS, .hash = second });
  g_assert_cmpuint (versions->len, ==, 2);
  const ExmStoredPage *newest = g_ptr_array_index (versions, 0),
                      *oldest = g_ptr_array_index (versions, 1);
  g_assert_cmpstr (newest->hash, ==, first);
  g_assert_cmpint (newest->fetched_usec, ==, 30);
  g_assert_cmpstr (oldest->hash, ==, second);
  g_assert_cmpint (oldest->fetched_usec, ==, 20);
  g_autoptr (GPtrArray) none = read_now (
      self, &(ExmStoreQuery){ .kind = EXM_READ_PAGE_VERSIONS, .hash = "none" });
  g_assert_cmpuint (none->len, ==, 0);
}

static guint
count_matches (Fixture *self, const ExmArticleFilter *filter)
{
  g_autofree gint64 *n_matches = read_now (
      self, &(ExmStoreQuery){ .kind = EXM_READ_ARTICLE_COUNT, .filter = *filter });
  g_autoptr (GPtrArray) articles
      = read_now (self, &(ExmStoreQuery){ .kind = EXM_READ_ARTICLES, .filter = *filter });

  g_assert_cmpint (*n_matches, ==, articles->len);
  return articles->len;
}

/* Full-text search, within the other filters. */
static void
test_search (Fixture *self, gconstpointer unused)
{
  static const char *const nothing[] = { "%", "tit", "title 7", "-title" };

  g_assert_cmpuint (count_matches (self, &(ExmArticleFilter){ 0 }), ==, 5);
  g_assert_cmpuint (count_matches (self, &(ExmArticleFilter){ .search = "" }), ==, 5);
  g_assert_cmpuint (count_matches (self, &(ExmArticleFilter){ .search = "TITLE" }), ==,
                    0);
  store_fill_index (self->folder);
  g_assert_cmpuint (count_matches (self, &(ExmArticleFilter){ .search = "TITLE" }), ==,
                    5);
  g_assert_cmpuint (count_matches (self, &(ExmArticleFilter){ .search = "篇文章" }), ==,
                    5);
  g_assert_cmpuint (count_matches (self, &(ExmArticleFilter){ .search = "article 3" }),
                    ==, 1);
  for (guint i = 0; i < G_N_ELEMENTS (nothing); i++)
    g_assert_cmpuint (count_matches (self, &(ExmArticleFilter){ .search = nothing[i] }),
                      ==, 0);
  g_assert_cmpuint (count_matches (self, &(ExmArticleFilter){ .to_review = TRUE }), ==,
                    1);
  g_assert_cmpuint (
      count_matches (self, &(ExmArticleFilter){ .to_review = TRUE, .search = "title" }),
      ==, 1);
  g_assert_cmpuint (count_matches (self, &(ExmArticleFilter){ .to_review = TRUE,
                                                              .search = "article 1" }),
                    ==, 0);
  g_assert_cmpuint (count_matches (self, &(ExmArticleFilter){ .task_uid = self->uid,
                                                              .to_review = TRUE }),
                    ==, 1);
}

/* Pages of what was found follow each other, in both orders, with marks. */
/* A search may name a task that is not there, which people are told. */
static void
test_unknown_tasks (Fixture *self, gconstpointer unused)
{
  static const char *const none[] = { NULL, "title", "task:00001", "-task:00001 title" };

  for (gsize i = 0; i < G_N_ELEMENTS (none); i++)
    {
      g_autoptr (GPtrArray) messages
          = read_now (self, &(ExmStoreQuery){ .kind = EXM_READ_UNKNOWN_TASKS,
                                              .filter = { .search = none[i] } });
      g_assert_cmpuint (messages->len, ==, 0);
    }
  g_autoptr (GPtrArray) messages = read_now (
      self,
      &(ExmStoreQuery){ .kind = EXM_READ_UNKNOWN_TASKS,
                        .filter = { .search = "task:Nowhere -task:\"Not here\"" } });
  g_assert_cmpuint (messages->len, ==, 2);
  g_assert_nonnull (strstr (messages->pdata[0], "Nowhere"));
}

static void
test_search_pages (Fixture *self, gconstpointer unused)
{
  store_fill_index (self->folder);
  for (int order = EXM_ARTICLE_ORDER_COLLECTED; order <= EXM_ARTICLE_ORDER_PUBLISHED;
       order++)
    {
      ExmArticleFilter filter = { .search = "文章 title", .order = order, .limit = 2 };
      g_autoptr (GString) titles = g_string_new (NULL);
      guint n = 2;
      while (n == 2)
        {
          g_autoptr (GPtrArray) page = read_now (
              self, &(ExmStoreQuery){ .kind = EXM_READ_ARTICLES, .filter = filter });
          n = page->len;
          for (guint i = 0; i < n; i++)
            {
              const ExmArticleInfo *info = g_ptr_array_index (page, i);
              g_string_append (titles, info->found_title);
              g_assert_nonnull (strstr (info->found_text,
                                        "篇" EXM_FOUND_BEGIN "文章" EXM_FOUND_END "。"));
              filter.before_usec = info->order_usec;
              filter.before_id = info->id;
            }
        }
      g_assert_cmpstr (titles->str, ==,
                       "\x02Title\x03 4\x02Title\x03 3\x02Title\x03 2"
                       "\x02Title\x03 1\x02Title\x03 0");
    }
}

static ExmJob *
add_leased_job (Fixture *self, guint page, gint64 run)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmJob) job = store_job_new (page);

  job->run_id = run;
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  g_ptr_array_add (found, job);
  guint n_new = 0;
  exm_store_discover (self->store, self->uid, found, FALSE, STORE_NOW, &n_new, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n_new, ==, 1);
  g_autoptr (GPtrArray) claimed
      = exm_store_claim_jobs (self->store, STORE_HOST, STORE_OWNER,
                              STORE_NOW + G_USEC_PER_SEC, G_MAXINT64, 1, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (claimed->len, ==, 1);
  return exm_job_ref (g_ptr_array_index (claimed, 0));
}

static const ExmRunPage *
get_run_page (GPtrArray *pages, guint i, const char *state)
{
  const ExmRunPage *page = g_ptr_array_index (pages, i);

  g_assert_cmpstr (page->state, ==, state);
  return page;
}

/* A run with a page that failed, one to be tried again, one under way, and articles. */
static void
test_run_pages (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  gint64 run = 0, later = 0;
  g_autoptr (ExmUrlSeen) seen = exm_url_seen_new ();

  exm_store_start_run (self->store, self->uid, STORE_NOW, &run, &error);
  g_autoptr (ExmJob) failed = add_leased_job (self, 11, run);
  seen->url_key = g_strdup (failed->url_key);
  seen->state = EXM_URL_FAILED;
  seen->last_fetched_usec = STORE_NOW + 2;
  exm_store_finish_job (self->store, failed, STORE_OWNER, seen, NULL, &error);
  g_autofree char *gone = g_strdup_printf ("%s: gone (404)", failed->url_key);
  exm_store_add_event (self->store, self->uid, EXM_EVENT_WARNING, gone, NULL, STORE_NOW,
                       &error);
  exm_store_add_event (self->store, self->uid, EXM_EVENT_WARNING, "disk full", NULL,
                       STORE_NOW, &error);
  g_autoptr (ExmJob) slow = add_leased_job (self, 12, run);
  exm_store_release_job (self->store, slow->id, STORE_OWNER, G_MAXINT64 - 9, TRUE,
                         &error);
  g_autoptr (ExmJob) active = add_leased_job (self, 13, run);
  g_assert_no_error (error);

  g_autoptr (GPtrArray) pages
      = read_now (self, &(ExmStoreQuery){ .kind = EXM_READ_RUN_PAGES, .id = run });
  g_assert_cmpuint (pages->len, ==, 4 + 5);
  g_assert_cmpstr (get_run_page (pages, 0, "fetching")->url_key, ==, active->url_key);
  g_assert_cmpstr (get_run_page (pages, 1, "retry")->url_key, ==, slow->url_key);
  g_assert_cmpstr (get_run_page (pages, 2, "failed")->cause, ==, gone);
  g_assert_cmpstr (get_run_page (pages, 3, "failed")->cause, ==, "disk full");
  g_assert_cmpstr (get_run_page (pages, 4, "unsure")->title, ==, "Title 4");
  g_autoptr (GPtrArray) rest = read_now (
      self,
      &(ExmStoreQuery){ .kind = EXM_READ_RUN_PAGES, .id = run, .offset = 5, .limit = 2 });
  g_assert_cmpuint (rest->len, ==, 2);
  g_assert_cmpstr (get_run_page (rest, 0, "good")->title, ==, "Title 3");

  const ExmRunCounts counts = { .n_failed = 1 };
  const ExmStoreQuery failed_runs = { .kind = EXM_READ_RUNS, .failed_only = TRUE };
  g_autoptr (GPtrArray) none = read_now (self, &failed_runs);
  g_assert_cmpuint (none->len, ==, 0);
  exm_store_add_run_counts (self->store, run, &counts, &error);
  g_autoptr (GPtrArray) one = read_now (self, &failed_runs);
  g_assert_cmpuint (one->len, ==, 1);

  /* A page is tried again in the run that comes next, or at once in this one. */
  exm_store_retry_page (self->store, self->uid, slow->url, slow->url_key, STORE_NOW,
                        &error);
  exm_store_finish_run (self->store, run, "done", NULL, NULL, STORE_NOW + 5, &error);
  exm_store_retry_page (self->store, self->uid, failed->url, failed->url_key, STORE_NOW,
                        &error);
  exm_store_start_run (self->store, self->uid, STORE_NOW, &later, &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) jobs = exm_store_claim_jobs (self->store, STORE_HOST, STORE_OWNER,
                                                     STORE_NOW, G_MAXINT64, 9, &error);
  g_assert_cmpuint (jobs->len, ==, 2);
  const ExmJob *again = g_ptr_array_index (jobs, 0);
  const ExmJob *anew = g_ptr_array_index (jobs, 1);
  g_assert_cmpint (again->run_id, ==, run);
  g_assert_cmpint (again->id, ==, slow->id);
  g_assert_cmpint (anew->run_id, ==, later);
  g_assert_cmpstr (anew->url_key, ==, failed->url_key);
}

static void
test_addresses (Fixture *self, gconstpointer unused)
{
  g_autoptr (GPtrArray) found
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_job_unref);
  g_autoptr (GError) error = NULL;
  guint n_new = 0;

  for (guint i = 20; i < 23; i++)
    g_ptr_array_add (found, store_job_new (i));
  exm_store_discover (self->store, self->uid, found, TRUE, STORE_NOW * 2, &n_new, &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) addresses = read_now (
      self, &(ExmStoreQuery){ .kind = EXM_READ_ADDRESSES, .uid = self->uid, .limit = 4 });
  g_assert_cmpuint (addresses->len, ==, 4);
  g_assert_cmpstr (g_ptr_array_index (addresses, 0), ==,
                   ((ExmJob *) found->pdata[0])->url_key);
}

static void
test_not_found (Fixture *self, gconstpointer unused)
{
  static const ExmStoreQuery queries[] = {
    { .kind = EXM_READ_TASK, .uid = "none" },
    { .kind = EXM_READ_VERSIONS, .uid = "none" },
    { .kind = EXM_READ_ARTICLES, .filter = { .task_uid = "none" } },
    { .kind = EXM_READ_ARTICLE, .id = 99 },
    { .kind = EXM_READ_PAGE, .hash = "none" },
    { .kind = EXM_READ_PAGE_META, .hash = "none" },
    { .kind = EXM_READ_SETTING, .hash = "none" },
    { .kind = EXM_READ_RUNS, .uid = "none" },
    { .kind = EXM_READ_EVENTS, .uid = "none" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (exm_store_reader_read (self->reader, &queries[i], NULL, &error));
      g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND);
    }
}

static void
test_no_store_yet (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autoptr (ExmStoreReader) reader = exm_store_reader_new (folder);
  const ExmStoreQuery query = { .kind = EXM_READ_TASKS };

  g_assert_null (exm_store_reader_read (reader, &query, NULL, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, folder));
  g_clear_error (&error);

  g_autoptr (ExmStore) store = exm_store_open (folder, NULL, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) tasks = exm_store_reader_read (reader, &query, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (tasks->len, ==, 0);
}

/* Result of an asynchronous query. */
typedef struct
{
  GPtrArray *rows; /* (owned) (nullable) */
  GError *error;   /* (owned) (nullable) */
  gboolean done;
} Answer;

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->rows
      = exm_store_reader_read_finish (EXM_STORE_READER (source), result, &answer->error);
  answer->done = TRUE;
}

static void
wait_for (const gboolean *done)
{
  while (!*done)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_async (Fixture *self, gconstpointer unused)
{
  const ExmStoreQuery query
      = { .kind = EXM_READ_ARTICLES, .filter = { .task_uid = self->uid, .limit = 2 } };
  Answer answers[3] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    exm_store_reader_read_async (self->reader, &query, NULL, on_read, &answers[i]);
  g_assert_false (answers[0].done);
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      wait_for (&answers[i].done);
      g_assert_no_error (answers[i].error);
      g_assert_cmpuint (answers[i].rows->len, ==, 2);
      g_ptr_array_unref (answers[i].rows);
    }
}

static void
test_cancelled (Fixture *self, gconstpointer unused)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  const ExmStoreQuery query = { .kind = EXM_READ_TASKS };
  Answer answer = { 0 };

  g_cancellable_cancel (cancellable);
  exm_store_reader_read_async (self->reader, &query, cancellable, on_read, &answer);
  wait_for (&answer.done);
  g_assert_error (answer.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&answer.error);
  g_assert_null (exm_store_reader_read (self->reader, &query, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* A store so large that a reading without its index takes long. */
static void
make_large (Fixture *self, guint n_events)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (self->folder, EXM_STORE_MAIN_FILE, NULL);
  g_autofree char *sql
      = g_strdup_printf ("INSERT INTO event (time, task, level, message)"
                         " WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1"
                         " FROM n WHERE i < %u) SELECT i, NULL, 'info', 'm' FROM n",
                         n_events);
  g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (exm_db_execute (db, sql, &error));
}

/* A long reading on a thread that waits for it. */
typedef struct
{
  ExmStoreReader *reader;    /* (unowned) */
  GCancellable *cancellable; /* (unowned) */
  gint ended;                /* atomic */
  GError *error;             /* (owned) (nullable) */
} LongRead;

static gpointer
read_long (gpointer data)
{
  LongRead *read = data;
  const ExmStoreQuery query = { .kind = EXM_READ_EVENTS, .limit = G_MAXINT32 };

  GPtrArray *rows
      = exm_store_reader_read (read->reader, &query, read->cancellable, &read->error);
  g_clear_pointer (&rows, g_ptr_array_unref);
  g_atomic_int_set (&read->ended, TRUE);
  return NULL;
}

/* Whether a reading was met under way: the log cannot be emptied while there is one. */
static gboolean
wait_for_reading (Fixture *self, LongRead *read)
{
  g_autoptr (GError) error = NULL;
  const ExmDbOptions options = { .busy_timeout_ms = 1 };
  g_autofree char *path = g_build_filename (self->folder, EXM_STORE_MAIN_FILE, NULL);
  g_autoptr (ExmDb) db = exm_db_open (path, &options, &error);
  gint64 busy = 0;

  g_assert_no_error (error);
  while (busy == 0 && !g_atomic_int_get (&read->ended))
    {
      g_assert_true (exm_store_add_event (self->store, NULL, EXM_EVENT_INFO, "x", NULL,
                                          STORE_NOW, &error));
      g_assert_true (
          exm_db_query_int (db, "PRAGMA wal_checkpoint (RESTART)", NULL, &busy, &error));
    }
  return busy != 0;
}

/* Cancelled under way; on a busy computer some may come too late, but not all. */
static void
test_cancelled_within (Fixture *self, gconstpointer unused)
{
  guint n_cancelled = 0;

  make_large (self, 200000);
  for (guint i = 0; i < 5; i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      LongRead read = { .reader = self->reader, .cancellable = cancellable };
      GThread *thread = g_thread_new ("long", read_long, &read);
      gboolean met = wait_for_reading (self, &read);
      g_cancellable_cancel (cancellable);
      g_thread_join (thread);
      n_cancelled += met && read.error != NULL;
      if (read.error != NULL)
        g_assert_error (read.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_clear_error (&read.error);
    }
  g_assert_cmpuint (n_cancelled, >, 0);
  /* The connection is as before. */
  g_autoptr (GPtrArray) tasks
      = read_now (self, &(ExmStoreQuery){ .kind = EXM_READ_TASKS });
  g_assert_cmpuint (tasks->len, ==, 1);
}

/* With work in flight: all of it is answered, and what comes later refused. */
static void
test_close (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  const ExmStoreQuery query = { .kind = EXM_READ_EVENTS, .limit = G_MAXINT32 };
  Answer answers[4] = { 0 };

  make_large (self, 100000);
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    exm_store_reader_read_async (self->reader, &query, NULL, on_read, &answers[i]);
  exm_store_reader_close (self->reader);
  exm_store_reader_close (self->reader);
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      wait_for (&answers[i].done);
      g_assert_true ((answers[i].rows != NULL) != (answers[i].error != NULL));
      g_clear_pointer (&answers[i].rows, g_ptr_array_unref);
      g_clear_error (&answers[i].error);
    }
  g_assert_null (exm_store_reader_read (self->reader, &query, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CLOSED);
}

/* The caller lets go first: the answer still comes, and nothing is left. */
static void
test_last_reference (Fixture *self, gconstpointer unused)
{
  const ExmStoreQuery query = { .kind = EXM_READ_TASKS };

  for (guint i = 0; i < 20; i++)
    {
      ExmStoreReader *reader = exm_store_reader_new (self->folder);
      Answer answer = { 0 };
      exm_store_reader_read_async (reader, &query, NULL, on_read, &answer);
      g_object_unref (reader);
      wait_for (&answer.done);
      g_assert_no_error (answer.error);
      g_ptr_array_unref (answer.rows);
    }
}

/* Readers see what is committed, and do not wait for a writer. */
static void
test_beside_writer (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  const ExmStoreQuery query = { .kind = EXM_READ_STATS };

  g_assert_true (exm_store_begin_group (self->store, &error));
  store_fill (self->store, self->uid, 100, 3);
  g_autoptr (ExmStoreStats) before = read_now (self, &query);
  g_assert_cmpuint (before->n_articles, ==, 5);
  g_assert_true (exm_store_commit_group (self->store, &error));
  g_autoptr (ExmStoreStats) after = read_now (self, &query);
  g_assert_cmpuint (after->n_articles, ==, 8);
}

/* Files that were put into the place of those it had open are read by the next query. */
static void
test_release (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  const ExmStoreQuery query = { .kind = EXM_READ_STATS };
  g_autoptr (TestFolder) other = test_folder_new ();
  g_autoptr (ExmTask) task = store_task_new (1);
  g_autofree char *from = g_build_filename (other, EXM_STORE_MAIN_FILE, NULL);
  g_autofree char *to = g_build_filename (self->folder, EXM_STORE_MAIN_FILE, NULL);

  g_autoptr (ExmStore) store = exm_store_open (other, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (exm_store_add_task (store, task, STORE_NOW, &error));
  store_fill (store, self->uid, 0, 2);
  g_clear_pointer (&store, exm_store_close);
  g_autoptr (ExmStoreStats) before = read_now (self, &query);
  g_assert_cmpuint (before->n_articles, ==, 5);
  g_clear_pointer (&self->store, exm_store_close);

  exm_store_reader_release (self->reader);
  /* With nobody else the last to close takes the log away. */
  g_autofree char *log = g_strconcat (to, "-wal", NULL);
  g_unlink (log);
  g_assert_cmpint (g_rename (from, to), ==, 0);
  g_autoptr (ExmStoreStats) after = read_now (self, &query);
  g_assert_cmpuint (after->n_articles, ==, 2);
  exm_store_reader_close (self->reader);
  exm_store_reader_release (self->reader);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*func) (Fixture *, gconstpointer);
  } tests[] = {
    { "/store/reader/kinds", test_kinds },
    { "/store/reader/daily", test_daily },
    { "/store/reader/page-versions", test_page_versions },
    { "/store/reader/search", test_search },
    { "/store/reader/unknown-tasks", test_unknown_tasks },
    { "/store/reader/search-pages", test_search_pages },
    { "/store/reader/run-pages", test_run_pages },
    { "/store/reader/addresses", test_addresses },
    { "/store/reader/not-found", test_not_found },
    { "/store/reader/no-store-yet", test_no_store_yet },
    { "/store/reader/async", test_async },
    { "/store/reader/cancelled", test_cancelled },
    { "/store/reader/cancelled-within", test_cancelled_within },
    { "/store/reader/close", test_close },
    { "/store/reader/last-reference", test_last_reference },
    { "/store/reader/beside-writer", test_beside_writer },
    { "/store/reader/release", test_release },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].func, tear_down);
  return g_test_run ();
}
