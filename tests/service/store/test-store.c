/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The store: values that it keeps, and calls that it refuses. */

#include "config.h"

#include "store/exm-store.h"

#include "store-fixture.h"
#include "store/db/exm-statement.h"
#include "store/exm-store-approve.h"
#include "test-folder.h"

#include <glib/gstdio.h>
#include <string.h>

#define MINUTE G_TIME_SPAN_MINUTE

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

static GPtrArray *
make_jobs (guint n_pages)
{
  GPtrArray *jobs = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_job_unref);

  for (guint i = 0; i < n_pages; i++)
    g_ptr_array_add (jobs, store_job_new (i));
  return jobs;
}

/* @due: of the first free job of the only host, 0 for none */
static void
assert_hosts (Fixture *self, gint64 now_usec, gint64 due)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) hosts = exm_store_list_host_jobs (self->store, now_usec, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (hosts->len, ==, due != 0 ? 1 : 0);
  if (due == 0)
    return;
  const ExmHostJob *first = g_ptr_array_index (hosts, 0);
  g_assert_cmpstr (first->host, ==, STORE_HOST);
  g_assert_cmpstr (first->task_uid, ==, self->uid);
  g_assert_cmpint (first->due_usec, ==, due);
}

static void
test_jobs (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) found = make_jobs (5);
  g_autoptr (GPtrArray) more = make_jobs (7);
  gint64 now = STORE_NOW + MINUTE;
  guint n_new = 0;

  g_assert_true (exm_store_discover (self->store, self->uid, found, FALSE, STORE_NOW,
                                     &n_new, &error));
  g_assert_cmpuint (n_new, ==, 5);
  g_assert_true (
      exm_store_discover (self->store, self->uid, more, TRUE, STORE_NOW, &n_new, &error));
  g_assert_cmpuint (n_new, ==, 2);
  assert_hosts (self, now, STORE_NOW);

  g_autoptr (GPtrArray) first = exm_store_claim_jobs (self->store, STORE_HOST, "one", now,
                                                      now + MINUTE, 3, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (first->len, ==, 3);
  const ExmJob *job = g_ptr_array_index (first, 0);
  g_assert_cmpstr (job->url, ==, "http://site.example/0.html");
  g_assert_cmpstr (job->task_uid, ==, self->uid);
  g_assert_cmpuint (job->attempts, ==, 1);
  g_autoptr (GPtrArray) second = exm_store_claim_jobs (self->store, STORE_HOST, "two",
                                                       now, now + MINUTE, 10, &error);
  g_assert_cmpuint (second->len, ==, 2);
  g_autoptr (GPtrArray) none = exm_store_claim_jobs (self->store, STORE_HOST, "two", now,
                                                     now + MINUTE, 10, &error);
  g_assert_cmpuint (none->len, ==, 0);
  assert_hosts (self, now, 0);
  assert_hosts (self, now + MINUTE, STORE_NOW);

  /* Only who holds a job may change it. */
  g_assert_false (exm_store_release_job (self->store, job->id, "two", now, TRUE, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_LEASE_LOST);
  g_clear_error (&error);
  g_assert_true (
      exm_store_release_job (self->store, job->id, "one", now + 5, TRUE, &error));
  g_assert_true (exm_store_renew_job (self->store, ((ExmJob *) first->pdata[1])->id,
                                      "one", now + 9 * MINUTE, &error));

  /* A lease that ran out is anybody's, one that was renewed is not. */
  g_autoptr (GPtrArray) later = exm_store_claim_jobs (
      self->store, STORE_HOST, "three", now + 2 * MINUTE, now + 3 * MINUTE, 10, &error);
  g_assert_cmpuint (later->len, ==, 4);
  g_assert_cmpuint (((ExmJob *) later->pdata[0])->attempts, ==, 2);
  g_assert_true (exm_store_release_jobs (self->store, "three", &error));
  g_autoptr (GPtrArray) again = exm_store_claim_jobs (
      self->store, STORE_HOST, "four", now + 2 * MINUTE, now + 3 * MINUTE, 10, &error);
  g_assert_cmpuint (again->len, ==, 4);
  g_assert_cmpuint (((ExmJob *) again->pdata[0])->attempts, ==, 2);
}

static void
test_finish_job (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) found = make_jobs (1);
  const ExmRunCounts counts = { .n_fetched = 1, .n_failed = 1, .n_bytes = 500 };
  gint64 run = 0;
  gint64 n_jobs = -1;
  guint n_new = 0;

  g_assert_true (exm_store_start_run (self->store, self->uid, STORE_NOW, &run, &error));
  ((ExmJob *) found->pdata[0])->run_id = run;
  g_assert_true (exm_store_discover (self->store, self->uid, found, FALSE, STORE_NOW,
                                     &n_new, &error));
  g_assert_true (exm_store_count_jobs (self->store, run, &n_jobs, &error));
  g_assert_cmpint (n_jobs, ==, 1);
  g_assert_true (exm_store_count_untried_jobs (self->store, run, &n_jobs, &error));
  g_assert_cmpint (n_jobs, ==, 1);
  g_assert_true (exm_store_count_untried_jobs (self->store, run + 1, &n_jobs, &error));
  g_assert_cmpint (n_jobs, ==, 0);
  g_autoptr (GPtrArray) jobs = exm_store_claim_jobs (
      self->store, STORE_HOST, STORE_OWNER, STORE_NOW, STORE_NOW + MINUTE, 1, &error);
  g_assert_true (exm_store_count_untried_jobs (self->store, run, &n_jobs, &error));
  g_assert_cmpint (n_jobs, ==, 0);
  ExmJob *job = g_ptr_array_index (jobs, 0);
  const ExmUrlSeen seen = { .url_key = job->url_key,
                            .state = EXM_URL_FAILED,
                            .last_fetched_usec = STORE_NOW,
                            .etag = (char *) "\"e\"" };
  g_assert_true (
      exm_store_finish_job (self->store, job, STORE_OWNER, &seen, &counts, &error));
  g_assert_false (
      exm_store_finish_job (self->store, job, STORE_OWNER, &seen, &counts, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_LEASE_LOST);
  g_clear_error (&error);

  g_autoptr (ExmUrlSeen) read
      = exm_store_get_url_seen (self->store, self->uid, job->url_key, &error);
  g_assert_cmpint (read->state, ==, EXM_URL_FAILED);
  g_assert_cmpstr (read->etag, ==, "\"e\"");
  g_assert_cmpint (read->first_seen_usec, ==, STORE_NOW);
  g_assert_null (exm_store_get_url_seen (self->store, self->uid, "nowhere", &error));
  g_assert_no_error (error);

  g_autoptr (GPtrArray) open = exm_store_list_open_runs (self->store, &error);
  g_assert_cmpuint (open->len, ==, 1);
  const ExmRun *running = g_ptr_array_index (open, 0);
  g_assert_cmpuint (running->counts.n_failed, ==, 1);
  g_assert_cmpuint (running->counts.n_bytes, ==, 500);
  g_assert_true (
      exm_store_finish_run (self->store, run, "done", NULL, NULL, STORE_NOW + 1, &error));
  g_autoptr (GPtrArray) closed = exm_store_list_open_runs (self->store, &error);
  g_assert_cmpuint (closed->len, ==, 0);
}

static void
assert_articles_equal (const ExmArticle *a, const ExmArticle *b)
{
  const ExmArticleFields *one = exm_article_get (a);
  const ExmArticleFields *other = exm_article_get (b);

  g_assert_cmpstr (one->task_uid, ==, other->task_uid);
  g_assert_cmpuint (one->task_version, ==, other->task_version);
  g_assert_cmpstr (one->url, ==, other->url);
  g_assert_cmpstr (one->final_url, ==, other->final_url);
  g_assert_cmpstr (one->url_key, ==, other->url_key);
  g_assert_cmpstr (one->page_hash, ==, other->page_hash);
  g_assert_cmpint (one->collected_usec, ==, other->collected_usec);
  g_assert_cmpint (one->state, ==, other->state);
  g_assert_cmpstr (one->text, ==, other->text);
  g_assert_cmpstr (one->html, ==, other->html);
  g_assert_cmpstr (one->markdown, ==, other->markdown);
  g_assert_cmpstr (one->method, ==, other->method);
  g_assert_cmpfloat (one->confidence, ==, other->confidence);
  g_assert_cmpfloat (one->template_similarity, ==, other->template_similarity);
  g_assert_cmpstr (one->reason, ==, other->reason);
  for (ExmField field = 0; field < EXM_N_FIELDS; field++)
    {
      g_assert_cmpstr (exm_metadata_get (one->metadata, field), ==,
                       exm_metadata_get (other->metadata, field));
      if (exm_metadata_get (one->metadata, field) != NULL)
        g_assert_cmpint (exm_metadata_get_origin (one->metadata, field), ==,
                         exm_metadata_get_origin (other->metadata, field));
      g_assert_cmpfloat (exm_metadata_get_confidence (one->metadata, field), ==,
                         exm_metadata_get_confidence (other->metadata, field));
    }
}

/* An article with each field set to something of its own. */
static ExmArticle *
full_article (const char *uid)
{
  g_auto (ExmArticleFields) fields = { 0 };

  fields.task_uid = g_strdup (uid);
  fields.task_version = 3;
  fields.url = g_strdup ("http://site.example/a");
  fields.final_url = g_strdup ("http://site.example/b");
  fields.url_key = g_strdup ("site.example/b");
  fields.page_hash = g_strdup ("0123");
  fields.collected_usec = STORE_NOW;
  fields.state = EXM_ARTICLE_DOES_NOT_FIT;
  fields.metadata = exm_metadata_new ();
  for (ExmField field = 0; field < EXM_N_FIELDS; field++)
    {
      g_autofree char *value = g_strdup_printf ("值 %d", (int) field);
      exm_metadata_set (fields.metadata, field, (ExmOrigin) (field % EXM_N_ORIGINS),
                        value);
      /* Other sources, which agree or do not. */
      for (guint i = 0; i < (guint) field % 4; i++)
        exm_metadata_set (fields.metadata, field, EXM_ORIGIN_META, value);
      for (guint i = 0; i < (guint) field % 3; i++)
        exm_metadata_set (fields.metadata, field, EXM_ORIGIN_META, "other");
    }
  fields.text = g_strdup ("text");
  fields.html = g_strdup ("html");
  fields.markdown = g_strdup ("markdown");
  fields.method = g_strdup ("method");
  fields.confidence = 0.125;
  fields.template_similarity = 0.5;
  fields.reason = g_strdup ("another layout");
  return exm_article_new (&fields);
}

static void
test_article (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmArticle) article = full_article (self->uid);
  const ExmCommitOutput outputs[]
      = { { .key = "folder" }, { .key = "csv", .held = TRUE } };
  ExmArticleCommit commit = { .article = article,
                              .content_hash = "c0ffee",
                              .etag = "\"1\"",
                              .last_modified = "yesterday",
                              .outputs = outputs,
                              .n_outputs = G_N_ELEMENTS (outputs) };
  gint64 id = 0;
  gint64 same = 0;

  g_assert_true (exm_store_commit_article (self->store, &commit, &id, &error));
  g_assert_no_error (error);
  g_autoptr (ExmArticle) read = exm_store_get_article (self->store, id, &error);
  g_assert_no_error (error);
  g_assert_cmpint (exm_article_get (read)->id, ==, id);
  assert_articles_equal (read, article);

  /* Again, with and without replacing: one article, one place in each queue. */
  g_assert_true (exm_store_commit_article (self->store, &commit, &same, &error));
  g_assert_cmpint (same, ==, id);
  commit.replace = TRUE;
  g_assert_true (exm_store_commit_article (self->store, &commit, &same, &error));
  g_assert_cmpint (same, ==, id);
  g_autoptr (GPtrArray) queue = exm_store_list_publications (self->store, id, &error);
  g_assert_cmpuint (queue->len, ==, 2);
  const ExmPublication *held = g_ptr_array_index (queue, 1);
  g_assert_cmpstr (held->state, ==, "held");
  g_assert_cmpstr (held->output_key, ==, "csv");

  g_autoptr (ExmUrlSeen) seen
      = exm_store_get_url_seen (self->store, self->uid, "site.example/b", &error);
  g_assert_cmpint (seen->state, ==, EXM_URL_DONE);
  g_assert_cmpstr (seen->last_modified, ==, "yesterday");
  g_autofree char *other
      = exm_store_find_content (self->store, self->uid, "c0ffee", "elsewhere", &error);
  g_assert_cmpstr (other, ==, "site.example/b");
  g_assert_null (exm_store_find_content (self->store, self->uid, "c0ffee",
                                         "site.example/b", &error));
  g_assert_no_error (error);

  g_assert_true (exm_store_delete_article (self->store, id, &error));
  g_assert_null (exm_store_get_article (self->store, id, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND);
}

/* A job that went to somebody else: nothing of the article is stored. */
/* Stores page @page as an article, which a feed may have listed. Returns: as it is read
 */
static ExmArticle *
collect_of_feed (Fixture *self, const char *uid, guint page, ExmFeedFacts *facts)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) found
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_job_unref);
  g_autoptr (ExmArticle) article = store_article_new (uid, page, NULL);
  const ExmArticleCommit commit = { .article = article };
  ExmJob *job = store_job_new (page);
  guint n_new = 0;
  gint64 id = 0;

  if (facts != NULL)
    job->feed = exm_feed_facts_ref (facts);
  g_ptr_array_add (found, job);
  g_assert_true (
      exm_store_discover (self->store, uid, found, page == 4, STORE_NOW, &n_new, &error));
  g_assert_no_error (error);
  g_assert_true (exm_store_commit_article (self->store, &commit, &id, &error));
  g_assert_no_error (error);
  ExmArticle *read = exm_store_get_article (self->store, id, &error);
  g_assert_no_error (error);
  return read;
}

static void
assert_facts (const ExmArticle *article, const char *id, const char *expected)
{
  const ExmFeedFacts *feed = exm_article_get (article)->feed;

  g_assert_nonnull (feed);
  g_autofree char *text = exm_feed_facts_write (feed);
  g_assert_cmpstr (feed->id, ==, id);
  g_assert_cmpstr (text, ==, expected);
}

/* Facts that a feed tells when it first lists an address stay with the article; an id
 * that another address has is none, and what was known before keeps the id of its own. */
static void
test_feed (Fixture *self, gconstpointer unused)
{
  static const char text[]
      = "published\t5\ncategory\tA\nenclosure\thttps://a.example/1\ta/b\t9\n";
  g_autoptr (ExmFeedFacts) facts = exm_feed_facts_parse ("guid 1", text);
  g_autoptr (ExmFeedFacts) later = exm_feed_facts_parse ("guid 2", "published\t6\n");
  g_autoptr (ExmTask) other = store_task_new (2);
  g_autofree char *uid = g_strdup (store_task_uid (2));
  g_autoptr (GError) error = NULL;

  g_assert_true (exm_store_add_task (self->store, other, STORE_NOW, &error));
  g_autoptr (ExmArticle) first = collect_of_feed (self, self->uid, 1, facts);
  assert_facts (first, "guid 1", text);
  g_autoptr (ExmArticle) again = collect_of_feed (self, self->uid, 1, later);
  assert_facts (again, "guid 1", text);
  g_autoptr (ExmArticle) twin = collect_of_feed (self, self->uid, 2, facts);
  assert_facts (twin, NULL, text);
  g_autoptr (ExmArticle) same_address = collect_of_feed (self, uid, 1, facts);
  assert_facts (same_address, "guid 1", text);
  g_autoptr (ExmArticle) plain = collect_of_feed (self, self->uid, 3, NULL);
  g_assert_null (exm_article_get (plain)->feed);
  g_autoptr (ExmArticle) known = collect_of_feed (self, self->uid, 3, later);
  g_assert_null (exm_article_get (known)->feed);
  /* One that a first run passed over, and that is collected later. */
  g_autoptr (ExmArticle) older = collect_of_feed (self, self->uid, 4, later);
  assert_facts (older, "guid 2", "published\t6\n");
}

static void
test_lease_lost (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) found = make_jobs (1);
  guint n_new = 0;
  gint64 id = 0;

  exm_store_discover (self->store, self->uid, found, FALSE, STORE_NOW, &n_new, &error);
  g_autoptr (GPtrArray) mine = exm_store_claim_jobs (
      self->store, STORE_HOST, "one", STORE_NOW, STORE_NOW + MINUTE, 1, &error);
  g_autoptr (GPtrArray) theirs
      = exm_store_claim_jobs (self->store, STORE_HOST, "two", STORE_NOW + MINUTE,
                              STORE_NOW + 2 * MINUTE, 1, &error);
  g_assert_cmpuint (theirs->len, ==, 1);
  g_autoptr (ExmArticle) article = store_article_new (self->uid, 0, NULL);
  const ExmArticleCommit commit
      = { .article = article, .job = mine->pdata[0], .owner = "one" };
  g_assert_false (exm_store_commit_article (self->store, &commit, &id, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_LEASE_LOST);
  g_clear_error (&error);
  const ExmArticleFilter filter = { 0 };
  g_autoptr (GPtrArray) articles = exm_store_list_articles (self->store, &filter, &error);
  g_assert_cmpuint (articles->len, ==, 0);
}

static void
test_paging (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  ExmArticleFilter filter = { .task_uid = self->uid, .limit = 7 };
  guint expected = 50;

  g_assert_true (exm_store_begin_group (self->store, &error));
  store_fill (self->store, self->uid, 0, expected);
  g_assert_true (exm_store_commit_group (self->store, &error));
  for (;;)
    {
      g_autoptr (GPtrArray) page = exm_store_list_articles (self->store, &filter, &error);
      g_assert_no_error (error);
      for (guint i = 0; i < page->len; i++)
        {
          const ExmArticleInfo *info = g_ptr_array_index (page, i);
          g_autofree char *title = g_strdup_printf ("Title %u", --expected);
          g_assert_cmpstr (info->title, ==, title);
          g_assert_nonnull (strstr (info->excerpt, "篇文章"));
          filter.before_usec = info->collected_usec;
          filter.before_id = info->id;
        }
      if (page->len < filter.limit)
        break;
      /* Rows that come in meanwhile neither shift nor repeat others. */
      store_fill (self->store, self->uid, 1000 + expected, 1);
    }
  g_assert_cmpuint (expected, ==, 0);

  const ExmArticleFilter unsure = { .state = "unsure" };
  g_autoptr (GPtrArray) list = exm_store_list_articles (self->store, &unsure, &error);
  g_assert_cmpuint (list->len, >=, 10);
  const ExmArticleFilter missing = { .task_uid = "none" };
  g_assert_null (exm_store_list_articles (self->store, &missing, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND);
}

static void
test_page (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = store_page_bytes (1);
  g_autoptr (GBytes) empty = g_bytes_new_static ("", 0);
  const ExmStoredPage page = { .url = (char *) "u", .final_url = (char *) "f" };
  g_autofree char *hash = NULL;
  g_autofree char *same = NULL;
  g_autofree char *none = NULL;

  g_assert_true (exm_store_put_page (self->store, bytes, &page, &hash, &error));
  g_assert_true (exm_store_put_page (self->store, bytes, &page, &same, &error));
  g_assert_cmpstr (hash, ==, same);
  g_autofree char *sum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
  g_assert_cmpstr (hash, ==, sum);
  g_autoptr (GBytes) read = exm_store_get_page (self->store, hash, &error);
  g_assert_true (g_bytes_equal (read, bytes));
  g_assert_true (exm_store_put_page (self->store, empty, &page, &none, &error));
  g_autoptr (GBytes) nothing = exm_store_get_page (self->store, none, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_bytes_get_size (nothing), ==, 0);
  g_assert_null (exm_store_get_page (self->store, "none", &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND);
  g_clear_error (&error);

  /* Another page of the same length under its name, none, and a size that is a lie. */
  gsize n_bytes = 0;
  gconstpointer data = g_bytes_get_data (bytes, &n_bytes);
  guint8 *twin = g_memdup2 (data, n_bytes);
  twin[n_bytes - 1] ^= 1;
  g_autoptr (GBytes) twin_bytes = g_bytes_new_take (twin, n_bytes);
  g_autofree char *twin_hash = NULL;
  g_assert_true (exm_store_put_page (self->store, twin_bytes, &page, &twin_hash, &error));
  static const char *const damages[]
      = { "UPDATE page SET bytes = (SELECT p.bytes FROM page p WHERE p.size = page.size"
          " AND p.hash <> page.hash) WHERE size > 0",
          "UPDATE page SET bytes = (SELECT bytes FROM page WHERE size = 0)"
          " WHERE size > 0",
          "UPDATE page SET size = 1 << 40" };
  for (guint i = 0; i < G_N_ELEMENTS (damages); i++)
    {
      g_autofree char *path = g_build_filename (self->folder, EXM_STORE_PAGES_FILE, NULL);
      g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);
      g_assert_true (exm_db_execute (db, damages[i], &error));
      g_assert_null (exm_store_get_page (self->store, hash, &error));
      g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_DAMAGED);
      g_clear_error (&error);
    }
}

static void
test_publish (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  gint64 next = 0;
  gint64 now = STORE_NOW + MINUTE;

  /* Page 4 is unsure, so held. */
  store_fill (self->store, self->uid, 3, 2);
  g_autoptr (GPtrArray) due
      = exm_store_list_due_publications (self->store, now, 10, NULL, &error);
  g_assert_cmpuint (due->len, ==, 1);
  const ExmPublication *waiting = g_ptr_array_index (due, 0);
  g_assert_true (
      exm_store_set_published (self->store, waiting->id, "/x", 0, now, &error));
  g_assert_false (
      exm_store_set_published (self->store, waiting->id, "/x", 0, now, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_true (exm_store_get_next_publication (self->store, NULL, &next, &error));
  g_assert_cmpint (next, ==, 0);

  const ExmArticleFilter filter = { .state = "unsure" };
  g_autoptr (GPtrArray) unsure = exm_store_list_articles (self->store, &filter, &error);
  const ExmArticleInfo *info = g_ptr_array_index (unsure, 0);
  g_assert_true (exm_store_approve_article (self->store, info->id, now, &error));
  g_autoptr (GPtrArray) more
      = exm_store_list_due_publications (self->store, now, 10, NULL, &error);
  g_assert_cmpuint (more->len, ==, 1);
  gint64 id = ((ExmPublication *) more->pdata[0])->id;

  /* Longer and longer, then not any more. */
  for (guint i = 0; i < EXM_STORE_PUBLISH_ATTEMPTS; i++)
    {
      g_assert_true (exm_store_publish_failed (self->store, id, "no disk", NULL, FALSE,
                                               now, &next, &error));
      gint64 pause = MIN (MINUTE << i, 6 * 60 * MINUTE);
      g_assert_cmpint (next, ==, i + 1 < EXM_STORE_PUBLISH_ATTEMPTS ? now + pause : 0);
      g_autoptr (GPtrArray) none
          = exm_store_list_due_publications (self->store, now, 10, NULL, &error);
      g_assert_cmpuint (none->len, ==, 0);
    }
  g_assert_false (exm_store_publish_failed (self->store, id, "no disk", NULL, FALSE, now,
                                            &next, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_autoptr (ExmStoreStats) stats = exm_store_get_stats (self->store, &error);
  g_assert_cmpuint (stats->n_publish_failed, ==, 1);
  g_assert_true (exm_store_approve_article (self->store, info->id, now, &error));
  g_assert_true (
      exm_store_publish_failed (self->store, id, "gone", NULL, TRUE, now, &next, &error));
  g_assert_cmpint (next, ==, 0);
}

static void
test_delete_takes_all (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) found = make_jobs (3);
  guint n_new = 0;

  store_fill (self->store, self->uid, 10, 3);
  exm_store_discover (self->store, self->uid, found, FALSE, STORE_NOW, &n_new, &error);
  exm_store_add_event (self->store, self->uid, EXM_EVENT_ERROR, "x", NULL, STORE_NOW,
                       &error);
  g_assert_true (exm_store_delete_task (self->store, self->uid, &error));
  g_autoptr (ExmStoreStats) stats = exm_store_get_stats (self->store, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (stats->n_tasks, ==, 0);
  g_assert_cmpuint (stats->n_articles, ==, 0);
  g_assert_cmpuint (stats->n_jobs, ==, 0);
  g_assert_cmpuint (stats->n_waiting, ==, 0);
  g_assert_cmpuint (stats->n_pages, ==, 3);
}

static void
test_small_tables (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  const ExmHostRecord host = { .host = (char *) "site.example",
                               .next_time_usec = 7,
                               .back_off_usec = 8,
                               .robots = (char *) "User-agent: *\n",
                               .robots_until_usec = 9,
                               .robots_failing_since_usec = 10 };

  g_assert_null (exm_store_get_host (self->store, "site.example", &error));
  g_assert_no_error (error);
  g_assert_true (exm_store_put_host (self->store, &host, &error));
  g_assert_true (exm_store_put_host (self->store, &host, &error));
  g_autoptr (ExmHostRecord) read
      = exm_store_get_host (self->store, "site.example", &error);
  g_assert_cmpint (read->next_time_usec, ==, 7);
  g_assert_cmpint (read->back_off_usec, ==, 8);
  g_assert_cmpstr (read->robots, ==, host.robots);
  g_assert_cmpint (read->robots_until_usec, ==, 9);
  g_assert_cmpint (read->robots_failing_since_usec, ==, 10);
  g_assert_true (exm_store_prune_hosts (self->store, 10, &error));
  g_autoptr (ExmHostRecord) kept
      = exm_store_get_host (self->store, "site.example", &error);
  g_assert_nonnull (kept);
  g_assert_true (exm_store_prune_hosts (self->store, 11, &error));
  g_assert_null (exm_store_get_host (self->store, "site.example", &error));
  g_assert_no_error (error);

  g_assert_true (exm_store_set_setting (self->store, "k", "1", &error));
  g_assert_true (exm_store_set_setting (self->store, "k", "2", &error));
  g_autofree char *value = exm_store_get_setting (self->store, "k", &error);
  g_assert_cmpstr (value, ==, "2");
  g_assert_true (exm_store_set_setting (self->store, "k", NULL, &error));
  g_assert_null (exm_store_get_setting (self->store, "k", &error));
  g_assert_no_error (error);
  g_assert_false (
      exm_store_add_event (self->store, "none", EXM_EVENT_INFO, "x", NULL, 1, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND);
}

static void
test_dropped_group (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (exm_store_begin_group (self->store, &error));
  store_fill (self->store, self->uid, 0, 3);
  exm_store_drop_group (self->store);
  g_autoptr (ExmStoreStats) stats = exm_store_get_stats (self->store, &error);
  g_assert_cmpuint (stats->n_articles, ==, 0);
  g_assert_cmpuint (stats->n_pages, ==, 0);
  store_fill (self->store, self->uid, 0, 3);
  g_assert_cmpuint (store_check (self->folder), ==, 3);
}

static void
test_folder (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_build_filename (self->folder, "a", "b", NULL);
  g_autofree char *file = g_build_filename (self->folder, "file", NULL);
  GStatBuf info;

  g_autoptr (ExmStore) store = exm_store_open (folder, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_stat (folder, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0700);
  g_assert_true (g_file_set_contents (file, "x", 1, NULL));
  g_assert_null (exm_store_open (file, NULL, NULL, &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, file));
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*func) (Fixture *, gconstpointer);
  } tests[] = {
    { "/store/jobs", test_jobs },
    { "/store/finish-job", test_finish_job },
    { "/store/article", test_article },
    { "/store/feed", test_feed },
    { "/store/lease-lost", test_lease_lost },
    { "/store/paging", test_paging },
    { "/store/page", test_page },
    { "/store/publish", test_publish },
    { "/store/delete-takes-all", test_delete_takes_all },
    { "/store/small-tables", test_small_tables },
    { "/store/dropped-group", test_dropped_group },
    { "/store/folder", test_folder },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].func, tear_down);
  return g_test_run ();
}
