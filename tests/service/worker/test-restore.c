/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Articles that were extracted anew are put back as they were, byte for byte; what waits
 * to go out goes by what they are; and a run that is under way takes nothing away. */

#include "base/exm-text.h"
#include "store/db/exm-db.h"
#include "store/db/exm-statement.h"
#include "store/exm-store-approve.h"
#include "worker-fixture.h"
#include "worker/exm-reextract.h"

#include <string.h>

typedef struct
{
  WorkerBench bench;
  char *uid; /* (owned) */
  ExmEngine *engine;
  ExmWorker *worker; /* (nullable): that of the tests, once it is started */
} Fixture;

static void
set_up (Fixture *self, gconstpointer unused)
{
  worker_bench_init (&self->bench);
  self->engine = exm_engine_new ();
  self->uid = worker_bench_add_task (&self->bench, "news", "/news/", EXM_SOURCE_LIST,
                                     EXM_FIRST_RUN_ALL);
}

static void
stop_worker (Fixture *self)
{
  worker_bench_end (self->worker);
  self->worker = NULL;
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  if (self->worker != NULL)
    stop_worker (self);
  g_object_unref (self->engine);
  g_free (self->uid);
  worker_bench_clear (&self->bench);
}

static void
start_worker (Fixture *self)
{
  const ExmWorkerOptions options = { .folder = self->bench.folder };
  g_autoptr (GError) error = NULL;

  self->worker = exm_worker_new (&options, worker_bench_on_event, &self->bench);
  exm_worker_start (self->worker, &error);
  g_assert_no_error (error);
}

static ExmStore *
open_store (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  ExmStore *store = exm_store_open (self->bench.folder, NULL, NULL, &error);

  g_assert_no_error (error);
  return store;
}

/* Returns: (element-type ExmArticle): all of the task, newest first */
static GPtrArray *
list_articles (Fixture *self)
{
  const ExmArticleFilter filter = { .task_uid = self->uid, .limit = 100 };
  g_autoptr (ExmStore) store = open_store (self);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) list = exm_store_list_articles (store, &filter, &error);
  GPtrArray *articles
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_article_unref);

  for (guint i = 0; i < list->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (list, i);
      g_ptr_array_add (articles, exm_store_get_article (store, info->id, &error));
      g_assert_no_error (error);
    }
  return articles;
}

static gpointer
dup_first (ExmStatement *row)
{
  return exm_statement_dup_text (row, 0);
}

/* Every cell of the table, as SQL writes it. */
static char *
dump (Fixture *self, const char *table)
{
  g_autofree char *path = g_build_filename (self->bench.folder, "exemplar.db", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);
  GString *all = g_string_new (NULL);

  g_assert_no_error (error);
  g_autofree char *list_columns = g_strdup_printf (
      "SELECT group_concat('quote(\"' || name || '\")', '|| char(9) ||')"
      " FROM pragma_table_info('%s')",
      table);
  g_autofree char *columns = NULL;
  exm_db_query_text (db, list_columns, NULL, &columns, &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (columns, "quote(\"state\")"));
  g_autofree char *sql = g_strdup_printf ("SELECT %s FROM %s ORDER BY 1", columns, table);
  g_autoptr (GPtrArray) rows
      = exm_db_query_list (db, sql, NULL, dup_first, g_free, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < rows->len; i++)
    g_string_append_printf (all, "%s\n", (char *) g_ptr_array_index (rows, i));
  return g_string_free (all, FALSE);
}

static void
on_result (GObject *source, GAsyncResult *result, gpointer data)
{
  GAsyncResult **place = data;

  *place = g_object_ref (result);
}

static GAsyncResult *
wait_for (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return *result;
}

static void
write_and_wait (Fixture *self, ExmWorkerWrite func, gpointer data)
{
  g_autoptr (GAsyncResult) done = NULL;
  g_autoptr (GError) error = NULL;

  exm_worker_write_async (self->worker, func, data, NULL, NULL, on_result, &done);
  exm_worker_write_finish (self->worker, wait_for (&done), &error);
  g_assert_no_error (error);
}

/* So that it can be taken back. */
static void
extract_again (Fixture *self, gint64 id)
{
  g_autoptr (GAsyncResult) done = NULL;
  g_autoptr (GError) error = NULL;

  exm_worker_extract_again_async (self->worker, self->engine, id, NULL, on_result, &done);
  exm_worker_reextract_finish (self->worker, wait_for (&done), &error);
  g_assert_no_error (error);
}

static void
reextract (Fixture *self, gint64 id)
{
  g_autoptr (GAsyncResult) done = NULL;
  g_autoptr (GError) error = NULL;

  exm_worker_reextract_async (self->worker, self->engine, id, NULL, on_result, &done);
  exm_worker_reextract_finish (self->worker, wait_for (&done), &error);
  g_assert_no_error (error);
}

/* Calls the second line of each article noise, for all pages. */
static gboolean
say (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  const GPtrArray *articles = data;

  for (guint i = 0; i < articles->len; i++)
    {
      const ExmArticleFields *fields = exm_article_get (g_ptr_array_index (articles, i));
      g_auto (GStrv) lines = g_strsplit (fields->text, "\n", -1);
      g_autoptr (GArray) labels = g_array_new (FALSE, FALSE, sizeof (ExmLabel));
      if (g_strv_length (lines) < 3)
        continue;
      const ExmLabel label
          = { EXM_LABEL_NOISE, exm_text_key (lines[1], strlen (lines[1])), 0, 0 };
      g_array_append_val (labels, label);
      if (!exm_store_put_labels (store, fields->task_uid, fields->url_key, "hash", labels,
                                 now_usec, NULL, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
restore (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  const GPtrArray *articles = data;

  for (guint i = 0; i < articles->len; i++)
    if (!exm_reextract_restore (store, g_ptr_array_index (articles, i), now_usec, error))
      return FALSE;
  return TRUE;
}

static void
test_bytes (Fixture *self, gconstpointer unused)
{
  static const char *const tables[] = { "article", "url_seen", "publish_queue" };
  g_autofree char *before[G_N_ELEMENTS (tables)] = { NULL };

  worker_bench_run_once (&self->bench, self->uid);
  g_autoptr (GPtrArray) articles = list_articles (self);
  g_assert_cmpuint (articles->len, >, 3);
  start_worker (self);
  write_and_wait (self, say, articles);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    before[i] = dump (self, tables[i]);
  for (guint i = 0; i < articles->len; i++)
    reextract (self, exm_article_get (g_ptr_array_index (articles, i))->id);
  g_autofree char *meanwhile = dump (self, "article");
  g_assert_cmpstr (meanwhile, !=, before[0]);
  write_and_wait (self, restore, articles);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *after = dump (self, tables[i]);
      g_assert_cmpstr (after, ==, before[i]);
      g_clear_pointer (&before[i], g_free);
    }
}

static gboolean
delete_one (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  return exm_store_delete_article (store, *(const gint64 *) data, error);
}

static gboolean
is_refused (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  g_autoptr (GError) refused = NULL;

  g_assert_false (exm_reextract_restore (store, data, now_usec, &refused));
  g_assert_error (refused, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND);
  return TRUE;
}

/* Does not bring back an article that was deleted meanwhile. */
static void
test_deleted (Fixture *self, gconstpointer unused)
{
  worker_bench_run_once (&self->bench, self->uid);
  g_autoptr (GPtrArray) articles = list_articles (self);
  ExmArticle *first = g_ptr_array_index (articles, 0);
  gint64 id = exm_article_get (first)->id;

  start_worker (self);
  reextract (self, id);
  write_and_wait (self, delete_one, &id);
  write_and_wait (self, is_refused, first);
  g_autoptr (GPtrArray) after = list_articles (self);
  g_assert_cmpuint (after->len, ==, articles->len - 1);
}

/* As a worker with less to go by would have stored it: unsure, and held. */
static gboolean
make_unsure (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  const ExmArticleFields *old = exm_article_get (data);
  g_autoptr (GPtrArray) list = exm_store_list_publications (store, old->id, error);

  g_assert_cmpuint (list->len, ==, 1);
  ExmPublication *publication = g_ptr_array_index (list, 0);
  g_assert_true (exm_store_publish_again (store, publication->id, G_MAXINT64 / 2, error));
  g_free (publication->state);
  publication->state = g_strdup ("held");
  return exm_store_disapprove_article (store, old->id, EXM_ARTICLE_UNSURE, list, error);
}

static char *
get_publication (Fixture *self, gint64 id, gint64 *next_try_usec)
{
  g_autoptr (ExmStore) store = open_store (self);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) list = exm_store_list_publications (store, id, &error);

  g_assert_no_error (error);
  const ExmPublication *publication = g_ptr_array_index (list, 0);
  *next_try_usec = publication->next_try_usec;
  return g_strdup (publication->state);
}

/* An article that is sure now goes out, after a pause; put back, it is held again. */
static void
test_held (Fixture *self, gconstpointer unused)
{
  gint64 next = 0, now = g_get_real_time ();

  worker_bench_run_once (&self->bench, self->uid);
  g_autoptr (GPtrArray) articles = list_articles (self);
  guint i = 0;
  while (exm_article_get (g_ptr_array_index (articles, i))->state != EXM_ARTICLE_GOOD)
    i++;
  gint64 id = exm_article_get (g_ptr_array_index (articles, i))->id;
  start_worker (self);
  write_and_wait (self, make_unsure, g_ptr_array_index (articles, i));
  g_autofree char *held = get_publication (self, id, &next);
  g_assert_cmpstr (held, ==, "held");
  g_autoptr (GPtrArray) unsure = list_articles (self);
  reextract (self, id);
  g_autofree char *waiting = get_publication (self, id, &next);
  g_assert_cmpstr (waiting, ==, "waiting");
  g_assert_cmpint (next, >, now + EXM_REEXTRACT_PAUSE_USEC / 2);
  write_and_wait (self, restore, unsure);
  g_autofree char *again = get_publication (self, id, &next);
  g_assert_cmpstr (again, ==, "held");
}

/* Sets the state of an article that is stored. */
static void
set_state (Fixture *self, gint64 id, const char *state)
{
  g_autofree char *path = g_build_filename (self->bench.folder, "exemplar.db", NULL);
  g_autofree char *sql = g_strdup_printf (
      "UPDATE article SET state = '%s' WHERE id = %" G_GINT64_FORMAT, state, id);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);

  g_assert_no_error (error);
  exm_db_execute (db, sql, &error);
  g_assert_no_error (error);
}

/* How many addresses of the task have a text that another page may be a twin of. */
static gint64
count_texts (Fixture *self)
{
  g_autofree char *path = g_build_filename (self->bench.folder, "exemplar.db", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);
  gint64 n = -1;

  g_assert_no_error (error);
  g_assert_true (exm_db_query_int (db, "SELECT count(content_hash) FROM url_seen", NULL,
                                   &n, &error));
  return n;
}

/* Another page is no twin of a part of an article, also where the part is put back. */
static void
test_incomplete (Fixture *self, gconstpointer unused)
{
  worker_bench_run_once (&self->bench, self->uid);
  g_autoptr (GPtrArray) articles = list_articles (self);
  gint64 id = exm_article_get (g_ptr_array_index (articles, 0))->id;
  gint64 n_texts = count_texts (self);

  set_state (self, id, "incomplete");
  g_autoptr (GPtrArray) part = list_articles (self);
  while (exm_article_get (g_ptr_array_index (part, 0))->id != id)
    g_ptr_array_remove_index (part, 0);
  g_ptr_array_set_size (part, 1);
  start_worker (self);
  write_and_wait (self, restore, part);
  g_assert_cmpint (count_texts (self), ==, n_texts - 1);
}

/* Takes the time of the keeping for now. */
static gboolean
drop_formers (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  const gint64 *days = data;

  return exm_store_drop_formers (store, now_usec + *days * G_TIME_SPAN_DAY, error);
}

static gint64
count_formers (Fixture *self)
{
  g_autofree char *path = g_build_filename (self->bench.folder, "exemplar.db", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);
  gint64 n = -1;

  g_assert_no_error (error);
  g_assert_true (
      exm_db_query_int (db, "SELECT count(*) FROM article_former", NULL, &n, &error));
  return n;
}

/* Formers are kept for thirty days. */
static void
test_kept (Fixture *self, gconstpointer unused)
{
  gint64 days = 29;

  worker_bench_run_once (&self->bench, self->uid);
  g_autoptr (GPtrArray) articles = list_articles (self);
  start_worker (self);
  write_and_wait (self, say, articles);
  for (guint i = 0; i < 2; i++)
    extract_again (self, exm_article_get (g_ptr_array_index (articles, i))->id);
  g_assert_cmpint (count_formers (self), ==, 2);
  write_and_wait (self, drop_formers, &days);
  g_assert_cmpint (count_formers (self), ==, 2);
  days = 31;
  write_and_wait (self, drop_formers, &days);
  g_assert_cmpint (count_formers (self), ==, 0);
}

/* A correction in the middle of a run: both are there at its end. */
static void
test_meanwhile (Fixture *self, gconstpointer unused)
{
  worker_bench_run_once (&self->bench, self->uid);
  guint n_all = self->bench.n_articles;
  g_autofree char *again = worker_bench_add_task (&self->bench, "news", "/news/",
                                                  EXM_SOURCE_LIST, EXM_FIRST_RUN_ALL);
  g_free (self->uid);
  self->uid = g_steal_pointer (&again);
  self->bench.n_articles = self->bench.n_finished = 0;
  start_worker (self);
  exm_worker_run_task (self->worker, self->uid);
  while (self->bench.n_articles == 0)
    g_main_context_iteration (NULL, TRUE);
  g_autoptr (GPtrArray) first = list_articles (self);
  g_ptr_array_set_size (first, 1);
  const ExmArticleFields *old = exm_article_get (g_ptr_array_index (first, 0));
  g_auto (GStrv) lines = g_strsplit (old->text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), >, 2);
  write_and_wait (self, say, first);
  reextract (self, old->id);
  while (self->bench.n_finished == 0)
    g_main_context_iteration (NULL, TRUE);
  g_autoptr (GPtrArray) all = list_articles (self);
  g_assert_cmpuint (all->len, ==, n_all);
  for (guint i = 0; i < all->len; i++)
    g_assert_null (strstr (exm_article_get (g_ptr_array_index (all, i))->text, lines[1]));
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *, gconstpointer);
  } tests[] = {
    { "/worker/restore/bytes", test_bytes },
    { "/worker/restore/deleted", test_deleted },
    { "/worker/restore/held", test_held },
    { "/worker/restore/incomplete", test_incomplete },
    { "/worker/restore/kept", test_kept },
    { "/worker/restore/meanwhile", test_meanwhile },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
