/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "store-fixture.h"

#include "store/outputs/exm-store-judge.h"
#include "store/db/exm-db.h"
#include "store/db/exm-statement.h"
#include "store/db/exm-schema.h"
#include "store/exm-search-index.h"
#include "store/bodies/exm-store-bodies.h"
#include "store/exm-store-approve.h"
#include "store/exm-store-reading.h"
#include "store/exm-store-trash.h"
#include "task/exm-output-format.h"
#include "test-vfs.h"

#include <glib/gstdio.h>

#define LEASE_USEC G_TIME_SPAN_MINUTE
/* Articles of a round that are committed together at its end. */
#define GROUPED 2u

const char *
store_task_uid (guint number)
{
  static char uid[EXM_TASK_UID_LENGTH + 1];

  g_snprintf (uid, sizeof uid, "%032x", number);
  return uid;
}

ExmTask *
store_task_new (guint number)
{
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_init (&fields);
  g_free (fields.uid);
  g_free (fields.name);
  fields.uid = g_strdup (store_task_uid (number));
  fields.name = g_strdup_printf ("Task %05u", number);
  exm_task_fields_add_example (&fields, "http://site.example/example.html");
  exm_task_fields_add_source (&fields, EXM_SOURCE_LIST, "http://site.example/");
  exm_task_fields_add_output (&fields, EXM_OUTPUT_TEXT, "/srv/articles", "{title}");
  return exm_task_new (&fields);
}

GBytes *
store_page_bytes (guint page)
{
  GString *text = g_string_new (NULL);

  g_string_printf (text, "<html><title>Title %u</title>", page);
  for (guint i = 0; i < 40; i++)
    g_string_append_printf (text, "<p>Paragraph %u of page %u, %u.</p>", i, page,
                            i * 7919u * (page + 1));
  gsize n_bytes = text->len;
  return g_bytes_new_take (g_string_free (text, FALSE), n_bytes);
}

ExmArticle *
store_article_new (const char *uid, guint page, const char *page_hash)
{
  g_auto (ExmArticleFields) fields = { 0 };
  g_autofree char *title = g_strdup_printf ("Title %u", page);

  fields.task_uid = g_strdup (uid);
  fields.task_version = 1;
  fields.url = g_strdup_printf ("http://site.example/%u.html", page);
  fields.final_url = g_strdup (fields.url);
  fields.url_key = g_strdup_printf ("site.example/%u", page);
  fields.page_hash = g_strdup (page_hash);
  fields.collected_usec = STORE_NOW + page * G_TIME_SPAN_SECOND;
  fields.state = page % 5 == 4 ? EXM_ARTICLE_UNSURE : EXM_ARTICLE_GOOD;
  fields.metadata = exm_metadata_new ();
  exm_metadata_set (fields.metadata, EXM_FIELD_TITLE, EXM_ORIGIN_OPEN_GRAPH, title);
  exm_metadata_set (fields.metadata, EXM_FIELD_LANGUAGE, EXM_ORIGIN_ELEMENT, "zh-CN");
  fields.text = g_strdup_printf ("第%u篇文章。Body of article %u.", page, page);
  fields.html = g_strdup_printf ("<p>%s</p>\n", fields.text);
  /* Markdown of some does not follow from their HTML. */
  const char *mark = page % 3 == 2 ? "*" : "";
  fields.markdown = g_strdup_printf ("%s%s%s\n", mark, fields.text, mark);
  fields.method = g_strdup ("exemplar");
  fields.confidence = 0.75;
  fields.template_similarity = -1;
  return exm_article_new (&fields);
}

ExmJob *
store_job_new (guint page)
{
  ExmJob *job = exm_job_new ();

  job->kind = g_strdup ("article");
  job->url = g_strdup_printf ("http://site.example/%u.html", page);
  job->url_key = g_strdup_printf ("site.example/%u", page);
  job->due_usec = STORE_NOW + page;
  return job;
}

static gboolean
collect_page (
    ExmStore *store, const char *uid, guint page, const ExmJob *job, GError **error)
{
  g_autoptr (GBytes) bytes = store_page_bytes (page);
  g_autofree char *url = g_strdup_printf ("http://site.example/%u.html", page);
  const ExmStoredPage stored
      = { .url = url, .final_url = url, .status = 200, .fetched_usec = STORE_NOW };
  g_autofree char *hash = NULL;
  gint64 id = 0;

  if (!exm_store_put_page (store, bytes, &stored, &hash, error))
    return FALSE;
  g_autoptr (ExmArticle) article = store_article_new (uid, page, hash);
  const ExmCommitOutput output
      = { .key = "folder", .held = exm_article_get (article)->state != EXM_ARTICLE_GOOD };
  const ExmArticleCommit commit = { .article = article,
                                    .content_hash = hash,
                                    .outputs = &output,
                                    .n_outputs = 1,
                                    .job = job,
                                    .owner = STORE_OWNER,
                                    .counts = { .n_fetched = 1, .n_articles = 1 } };
  return exm_store_commit_article (store, &commit, &id, error);
}

void
store_fill (ExmStore *store, const char *uid, guint first, guint n_pages)
{
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n_pages; i++)
    {
      collect_page (store, uid, first + i, NULL, &error);
      g_assert_no_error (error);
    }
}

static gboolean
restore_task (ExmStore *store, GError **error)
{
  g_autofree char *name = NULL;
  gboolean over = FALSE;

  return exm_store_restore_trashed (store, store_task_uid (1), EXM_TRASH_KEEP_BOTH,
                                    STORE_NOW, &name, &over, error);
}

/* Moves the task into the trash and back. */
static gboolean
pass_trash (ExmStore *store, GError **error)
{
  guint n_articles = 0;

  return exm_store_trash_task (store, store_task_uid (1), STORE_NOW, &n_articles, error)
         && restore_task (store, error);
}

static gboolean
ensure_task (ExmStore *store, GError **error)
{
  gboolean in_trash = FALSE;
  g_autoptr (ExmTask) task = store_task_new (1);

  if (!exm_store_is_in_trash (store, store_task_uid (1), &in_trash, error)
      || (in_trash && !restore_task (store, error)))
    return FALSE;
  g_autoptr (GPtrArray) tasks = exm_store_list_tasks (store, error);
  if (tasks == NULL)
    return FALSE;
  return tasks->len > 0 || exm_store_add_task (store, task, STORE_NOW, error);
}

static gboolean
discover_pages (ExmStore *store, guint n_pages, gint64 run, GError **error)
{
  g_autoptr (GPtrArray) found
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_job_unref);
  guint n_new = 0;

  for (guint i = 0; i < n_pages; i++)
    {
      ExmJob *job = store_job_new (i);
      job->run_id = run;
      g_ptr_array_add (found, job);
    }
  return exm_store_discover (store, store_task_uid (1), found, FALSE, STORE_NOW, &n_new,
                             error);
}

static gboolean
collect_jobs (ExmStore *store, GPtrArray *jobs, guint *n_committed, GError **error)
{
  guint in_group = 0;

  for (guint i = 0; i < jobs->len; i++)
    {
      const ExmJob *job = g_ptr_array_index (jobs, i);
      guint page = (guint) (job->due_usec - STORE_NOW);
      if (jobs->len - i == GROUPED && !exm_store_begin_group (store, error))
        return FALSE;
      if (!collect_page (store, job->task_uid, page, job, error))
        return FALSE;
      if (jobs->len - i <= GROUPED)
        in_group++;
      else
        (*n_committed)++;
    }
  if (in_group == GROUPED && !exm_store_commit_group (store, error))
    return FALSE;
  *n_committed += in_group;
  return TRUE;
}

/* As a writer that is safe to repeat: the file has the name of the publication. */
static gboolean
publish_all (ExmStore *store, const char *folder, GError **error)
{
  g_autoptr (GPtrArray) due
      = exm_store_list_due_publications (store, G_MAXINT64, 1000, NULL, error);
  g_autofree char *out = g_build_filename (folder, "out", NULL);

  if (due == NULL)
    return FALSE;
  g_mkdir_with_parents (out, 0700);
  for (guint i = 0; i < due->len; i++)
    {
      const ExmPublication *publication = g_ptr_array_index (due, i);
      g_autoptr (ExmArticle) article
          = exm_store_get_article (store, publication->article_id, error);
      if (article == NULL)
        return FALSE;
      g_autofree char *path = g_build_filename (out, publication->idempotency_key, NULL);
      g_assert_true (
          g_file_set_contents (path, exm_article_get (article)->url_key, -1, NULL));
      if (!exm_store_set_published (store, publication->id, path, 0, STORE_NOW, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
approve_all (ExmStore *store, GError **error)
{
  const ExmArticleFilter filter = { .state = "unsure", .limit = 1000 };
  g_autoptr (GPtrArray) unsure = exm_store_list_articles (store, &filter, error);

  for (guint i = 0; unsure != NULL && i < unsure->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (unsure, i);
      if (!exm_store_approve_article (store, info->id, STORE_NOW, error))
        return FALSE;
    }
  return unsure != NULL;
}

/* Marks all that is there as read, with a star and a tag. */
static gboolean
read_all (ExmStore *store, GError **error)
{
  const ExmArticleFilter filter = { .limit = 1000 };
  g_autoptr (GPtrArray) articles = exm_store_list_articles (store, &filter, error);

  for (guint i = 0; articles != NULL && i < articles->len; i++)
    {
      gint64 id = ((ExmArticleInfo *) articles->pdata[i])->id;
      if (!exm_store_set_unread (store, id, FALSE, error)
          || !exm_store_set_starred (store, id, TRUE, error)
          || !exm_store_set_tagged (store, id, "later", TRUE, error))
        return FALSE;
    }
  return articles != NULL;
}

/* Saved searches look at what is new: there are none, and nothing is left to look at. */
static gboolean
judge_all (ExmStore *store, GError **error)
{
  gint64 last = 0;
  gboolean more = FALSE;

  return exm_store_get_unjudged (store, G_MAXINT, &last, &more, error)
         && exm_store_end_judging (store, last, error);
}

/* As after an update: in slices of two articles, from the first one on. */
static gboolean
compact_all (ExmStore *store, GError **error)
{
  gint64 after_id = 0;
  ExmBodyCounts counts = { 0 };

  if (!exm_store_set_setting (store, EXM_SCHEMA_BODIES_NEXT, "0", error))
    return FALSE;
  while (exm_store_get_bodies_left (store, &after_id, NULL, error) && after_id >= 0)
    {
      g_auto (ExmBodySlice) slice = { 0 };
      if (!exm_store_read_bodies (store, after_id, 2, &slice, error)
          || !exm_store_go_on_with_bodies (store, &slice, &counts, error))
        return FALSE;
    }
  return after_id < 0;
}

gboolean
store_round (const char *folder,
             const char *vfs,
             guint n_pages,
             guint *n_committed,
             GError **error)
{
  const ExmStoreOptions options = { .vfs = vfs, .busy_timeout_ms = 1000 };
  const ExmHostRecord host = { .host = (char *) "site.example" };
  g_autoptr (ExmStore) store = exm_store_open (folder, &options, NULL, error);
  gint64 run = 0;

  *n_committed = 0;
  if (store == NULL || !ensure_task (store, error)
      || !exm_store_close_open_runs (store, STORE_NOW, error)
      || !exm_store_release_jobs (store, STORE_OWNER, error)
      || !exm_store_start_run (store, store_task_uid (1), STORE_NOW, &run, error)
      || !exm_store_put_host (store, &host, error)
      || !discover_pages (store, n_pages, run, error))
    return FALSE;
  g_autoptr (GPtrArray) jobs
      = exm_store_claim_jobs (store, STORE_HOST, STORE_OWNER, STORE_NOW + LEASE_USEC,
                              STORE_NOW + 2 * LEASE_USEC, n_pages, error);
  return jobs != NULL && collect_jobs (store, jobs, n_committed, error)
         && judge_all (store, error) && approve_all (store, error)
         && compact_all (store, error) && publish_all (store, folder, error)
         && exm_store_add_event (store, store_task_uid (1), EXM_EVENT_INFO, "done", NULL,
                                 STORE_NOW, error)
         && exm_store_set_setting (store, "round", "done", error)
         && exm_store_finish_run (store, run, "done", NULL, NULL, STORE_NOW, error)
         && read_all (store, error) && pass_trash (store, error);
}

static gint64
count (ExmDb *db, const char *sql)
{
  g_autoptr (GError) error = NULL;
  gint64 value = -1;

  exm_db_query_int (db, sql, NULL, &value, &error);
  g_assert_no_error (error);
  return value;
}

static void
check_sound (ExmDb *db)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *result = NULL;

  exm_db_query_text (db, "PRAGMA integrity_check", NULL, &result, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (result, ==, "ok");
  g_assert_cmpint (count (db, "SELECT count(*) FROM pragma_foreign_key_check"), ==, 0);
}

/* Each page that something refers to is there, whole. */
static void
check_pages (ExmStore *store)
{
  g_autoptr (GError) error = NULL;
  const ExmArticleFilter filter = { .limit = 100000 };
  g_autoptr (GPtrArray) articles = exm_store_list_articles (store, &filter, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < articles->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (articles, i);
      g_autoptr (ExmArticle) article = exm_store_get_article (store, info->id, &error);
      g_assert_no_error (error);
      const ExmArticleFields *fields = exm_article_get (article);
      g_autoptr (GBytes) bytes = exm_store_get_page (store, fields->page_hash, &error);
      g_assert_no_error (error);
      guint page = (guint) ((fields->collected_usec - STORE_NOW) / G_TIME_SPAN_SECOND);
      g_autoptr (GBytes) expected = store_page_bytes (page);
      g_assert_true (g_bytes_equal (bytes, expected));
    }
}

guint
store_check (const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) notices = g_ptr_array_new_with_free_func (g_free);
  const ExmStoreOptions options = { .check = TRUE, .vfs = TEST_VFS };

  test_vfs_set_up ();
  g_autoptr (ExmStore) store = exm_store_open (folder, &options, notices, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (notices->len, ==, 0);
  check_pages (store);

  g_autofree char *path = g_build_filename (folder, EXM_STORE_MAIN_FILE, NULL);
  const ExmDbOptions db_options = { .vfs = TEST_VFS };
  g_autoptr (ExmDb) db = exm_db_open (path, &db_options, &error);
  g_assert_no_error (error);
  check_sound (db);
  g_assert_cmpint (count (db, "SELECT count(*) FROM article a WHERE NOT EXISTS (SELECT 1"
                              " FROM url_seen u WHERE u.task = a.task AND u.url_key ="
                              " a.url_key AND u.state = 'done')"),
                   ==, 0);
  g_assert_cmpint (count (db, "SELECT count(*) FROM article a WHERE (SELECT count(*) FROM"
                              " publish_queue q WHERE q.article = a.id) <> 1"),
                   ==, 0);
  g_assert_cmpint (count (db, "SELECT count(*) FROM article a JOIN job j"
                              " ON j.task = a.task AND j.url_key = a.url_key"),
                   ==, 0);
  g_assert_cmpint (count (db, "SELECT count(*) FROM url_seen u WHERE u.state = 'found'"
                              " AND NOT EXISTS (SELECT 1 FROM job j WHERE j.task = u.task"
                              " AND j.url_key = u.url_key)"),
                   ==, 0);
  g_assert_cmpint (count (db,
                          "SELECT count(*) FROM task t WHERE NOT EXISTS (SELECT 1 FROM"
                          " task_version v WHERE v.task = t.id"
                          " AND v.version = t.version)"),
                   ==, 0);
  /* Articles with marks were read before, in this order. */
  g_assert_cmpint (count (db, "SELECT count(*) FROM star s JOIN unread u"
                              " ON u.article = s.article"),
                   ==, 0);
  g_assert_cmpint (count (db, "SELECT count(*) FROM tag g WHERE NOT EXISTS (SELECT 1"
                              " FROM star s WHERE s.article = g.article)"),
                   ==, 0);
  return (guint) count (db, "SELECT count(*) FROM article");
}

void
store_check_published (const char *folder, guint n_pages)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable) seen
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *out = g_build_filename (folder, "out", NULL);
  g_autoptr (GDir) dir = g_dir_open (out, 0, &error);
  const char *name;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (out, name, NULL);
      char *url_key = NULL;
      g_assert_true (g_file_get_contents (path, &url_key, NULL, NULL));
      g_assert_true (g_hash_table_add (seen, url_key));
    }
  g_assert_cmpuint (g_hash_table_size (seen), ==, n_pages);
  for (guint i = 0; i < n_pages; i++)
    {
      g_autofree char *url_key = g_strdup_printf ("site.example/%u", i);
      g_assert_true (g_hash_table_contains (seen, url_key));
    }
}

void
store_fill_index (const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmSearchIndex) index = exm_search_index_open (folder, NULL, &error);

  g_assert_no_error (error);
  exm_search_index_update (index, NULL, NULL, &error);
  g_assert_no_error (error);
}
