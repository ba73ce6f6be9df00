/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Knowledge of a task: labels of lines are obeyed on their page and leaned upon on
 * others, and lines are counted over its pages. */

#include "base/exm-text.h"
#include "store/exm-store-reader.h"
#include "worker-fixture.h"
#include "worker/exm-reextract.h"

#include <string.h>

static char *
collect (WorkerBench *bench)
{
  char *uid = worker_bench_add_task (bench, "news", "/news/", EXM_SOURCE_LIST,
                                     EXM_FIRST_RUN_ALL);

  worker_bench_run_once (bench, uid);
  return uid;
}

/* An article of the task that is good; the newest. */
static ExmArticle *
get_article (ExmStore *store, const char *uid, gint64 *id)
{
  const ExmArticleFilter filter = { .task_uid = uid, .state = "good", .limit = 1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) list = exm_store_list_articles (store, &filter, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (list->len, ==, 1);
  *id = ((const ExmArticleInfo *) g_ptr_array_index (list, 0))->id;
  return exm_store_get_article (store, *id, &error);
}

/* The second line of @text: a paragraph. */
static char *
dup_second_line (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  g_assert_cmpuint (g_strv_length (lines), >, 2);
  return g_strdup (lines[1]);
}

static void
test_counted (void)
{
  WorkerBench bench;
  g_autoptr (GError) error = NULL;
  gint64 id = 0;

  worker_bench_init (&bench);
  g_autofree char *uid = collect (&bench);
  g_autoptr (ExmStore) store = worker_bench_open_store (&bench);
  g_autoptr (ExmSiteStat) stat = exm_store_get_site_stat (store, uid, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (bench.n_articles, >, 3);
  g_assert_cmpuint (exm_site_stat_get_n_pages (stat), ==, bench.n_articles);
  g_assert_cmpuint (exm_site_stat_get_n_learned (stat), >, 3);
  g_assert_cmpuint (exm_site_stat_get_n_learned (stat), <=, bench.n_articles);
  g_autoptr (ExmArticle) article = get_article (store, uid, &id);
  g_autofree char *line = dup_second_line (exm_article_get (article)->text);
  g_assert_cmpuint (exm_site_stat_count (stat, exm_text_key (line, strlen (line))), ==,
                    1);
  g_clear_pointer (&store, exm_store_close);
  worker_bench_clear (&bench);
}

/* Labels of a page, for a write. */
typedef struct
{
  const char *uid;
  const char *url_key;
  ExmLabel label;
  guint n;
} Saying;

static gboolean
say (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  const Saying *saying = data;
  g_autoptr (GArray) labels = g_array_new (FALSE, FALSE, sizeof (ExmLabel));

  g_array_append_vals (labels, &saying->label, saying->n);
  return exm_store_put_labels (store, saying->uid, saying->url_key, "hash", labels,
                               now_usec, NULL, error);
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
say_and_reextract (ExmWorker *worker, ExmEngine *engine, Saying *saying, gint64 id)
{
  GAsyncResult *said = NULL, *done = NULL;
  g_autoptr (GError) error = NULL;

  exm_worker_write_async (worker, say, saying, NULL, NULL, on_result, &said);
  g_assert_true (exm_worker_write_finish (worker, wait_for (&said), &error));
  exm_worker_reextract_async (worker, engine, id, NULL, on_result, &done);
  g_assert_true (exm_worker_reextract_finish (worker, wait_for (&done), &error));
  g_assert_no_error (error);
  g_object_unref (said);
  g_object_unref (done);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static char *
read_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  GString *all = g_string_new (NULL);

  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    if (*name != '.')
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *path
          = g_build_filename (folder, g_ptr_array_index (names, i), NULL);
      g_autofree char *text = NULL;
      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      g_string_append (all, text);
    }
  return g_string_free (all, FALSE);
}

static void
test_obeyed (void)
{
  WorkerBench bench;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  gint64 id = 0;

  worker_bench_init (&bench);
  g_autofree char *uid = collect (&bench);
  ExmStore *store = worker_bench_open_store (&bench);
  g_autoptr (ExmArticle) before = get_article (store, uid, &id);
  g_autofree char *line = dup_second_line (exm_article_get (before)->text);
  g_autofree char *published = read_files (bench.out);
  exm_store_close (store);

  const ExmWorkerOptions options = { .folder = bench.folder };
  ExmWorker *worker = exm_worker_new (&options, worker_bench_on_event, &bench);
  exm_worker_start (worker, &error);
  g_assert_no_error (error);
  Saying saying = { .uid = uid, .url_key = exm_article_get (before)->url_key, .n = 1 };
  saying.label = (ExmLabel){ EXM_LABEL_NOISE, exm_text_key (line, strlen (line)), 0, 0 };
  say_and_reextract (worker, engine, &saying, id);
  store = worker_bench_open_store (&bench);
  g_autoptr (ExmArticle) without = exm_store_get_article (store, id, &error);
  exm_store_close (store);
  g_assert_null (strstr (exm_article_get (without)->text, line));
  g_assert_cmpuint (strlen (exm_article_get (without)->text), ==,
                    strlen (exm_article_get (before)->text) - strlen (line) - 1);
  g_assert_cmpint (exm_article_get (without)->collected_usec, ==,
                   exm_article_get (before)->collected_usec);
  g_assert_cmpint (exm_article_get (without)->state, ==, EXM_ARTICLE_GOOD);
  /* Taken back. */
  saying.n = 0;
  say_and_reextract (worker, engine, &saying, id);
  store = worker_bench_open_store (&bench);
  g_autoptr (ExmArticle) again = exm_store_get_article (store, id, &error);
  exm_store_close (store);
  g_assert_cmpstr (exm_article_get (again)->text, ==, exm_article_get (before)->text);
  g_assert_cmpstr (
      exm_metadata_get (exm_article_get (again)->metadata, EXM_FIELD_TITLE), ==,
      exm_metadata_get (exm_article_get (before)->metadata, EXM_FIELD_TITLE));
  worker_bench_end (worker);
  /* Published files are as they were. */
  g_autofree char *after = read_files (bench.out);
  g_assert_cmpstr (after, ==, published);
  worker_bench_clear (&bench);
}

/* A line that was called noise on one page is out on the pages that come. */
static void
test_other_pages (void)
{
  WorkerBench first, second;
  g_autoptr (GError) error = NULL;
  gint64 id = 0;

  worker_bench_init (&first);
  g_autofree char *uid = collect (&first);
  ExmStore *store = worker_bench_open_store (&first);
  g_autoptr (ExmArticle) article = get_article (store, uid, &id);
  g_autofree char *line = dup_second_line (exm_article_get (article)->text);
  g_autofree char *title = g_strdup (
      exm_metadata_get (exm_article_get (article)->metadata, EXM_FIELD_TITLE));
  exm_store_close (store);
  worker_bench_clear (&first);

  worker_bench_init (&second);
  g_autofree char *other = worker_bench_add_task (&second, "news", "/news/",
                                                  EXM_SOURCE_LIST, EXM_FIRST_RUN_ALL);
  Saying saying = { .uid = other, .url_key = "http://site.example/other", .n = 1 };
  saying.label = (ExmLabel){ EXM_LABEL_NOISE, exm_text_key (line, strlen (line)), 0, 0 };
  store = worker_bench_open_store (&second);
  g_assert_true (say (store, 1, &saying, &error));
  exm_store_close (store);
  worker_bench_run_once (&second, other);
  store = worker_bench_open_store (&second);
  const ExmArticleFilter filter = { .task_uid = other, .limit = 100 };
  g_autoptr (GPtrArray) list = exm_store_list_articles (store, &filter, &error);
  guint n_found = 0;
  for (guint i = 0; i < list->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (list, i);
      g_autoptr (ExmArticle) one = exm_store_get_article (store, info->id, &error);
      g_assert_null (strstr (exm_article_get (one)->text, line));
      n_found += g_strcmp0 (info->title, title) == 0;
    }
  g_assert_cmpuint (n_found, ==, 1);
  exm_store_close (store);
  worker_bench_clear (&second);
}

/* The articles of @uid that have @line; all are looked at. */
static guint
count_articles_with (WorkerBench *bench, const char *uid, const char *line)
{
  const ExmArticleFilter filter = { .task_uid = uid, .limit = 100 };
  g_autoptr (ExmStore) store = worker_bench_open_store (bench);
  g_autoptr (GPtrArray) list = exm_store_list_articles (store, &filter, NULL);
  guint n = 0;

  g_assert_cmpuint (list->len, >, 3);
  for (guint i = 0; i < list->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (list, i);
      g_autoptr (ExmArticle) article = exm_store_get_article (store, info->id, NULL);
      n += strstr (exm_article_get (article)->text, line) != NULL;
    }
  return n;
}

typedef struct
{
  const char *uid;
  ExmSiteLine *line; /* (owned) */
} Ruling;

static gboolean
rule (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  const Ruling *ruling = data;

  return exm_store_rule_line (store, ruling->uid, ruling->line, error);
}

/* A line that is ruled to be noise is out of the pages that come, the first one too. */
static void
test_ruled (void)
{
  WorkerBench first, second;
  g_autoptr (GError) error = NULL;
  gint64 id = 0;

  worker_bench_init (&first);
  g_autofree char *uid = collect (&first);
  ExmStore *store = worker_bench_open_store (&first);
  g_autoptr (ExmArticle) article = get_article (store, uid, &id);
  g_autofree char *line = dup_second_line (exm_article_get (article)->text);
  exm_store_close (store);
  g_assert_cmpuint (count_articles_with (&first, uid, line), ==, 1);
  worker_bench_clear (&first);

  worker_bench_init (&second);
  g_autofree char *other = worker_bench_add_task (&second, "news", "/news/",
                                                  EXM_SOURCE_LIST, EXM_FIRST_RUN_ALL);
  const Ruling ruling = {
    other,
    exm_site_line_new (exm_text_key (line, strlen (line)), line, strlen (line)),
  };
  ruling.line->ruling = EXM_LINE_LABEL_NOISE;
  store = worker_bench_open_store (&second);
  g_assert_true (rule (store, 1, (gpointer) &ruling, &error));
  exm_store_close (store);
  worker_bench_run_once (&second, other);
  g_assert_cmpuint (count_articles_with (&second, other, line), ==, 0);
  worker_bench_clear (&second);
  exm_site_line_unref (ruling.line);
}

static void
set_two_pass (WorkerBench *bench, const char *uid, gboolean two_pass)
{
  g_auto (ExmTaskFields) fields = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = worker_bench_open_store (bench);
  g_autoptr (ExmTask) before = exm_store_get_task (store, uid, NULL, &error);

  exm_task_fields_copy (before, &fields);
  g_free (fields.method);
  fields.method = g_strdup ("line-statistics");
  fields.two_pass = two_pass;
  g_autoptr (ExmTask) task = exm_task_new (&fields);
  g_assert_true (exm_store_update_task (store, task, g_get_real_time (), NULL, &error));
  g_assert_no_error (error);
}

/* Runs the task on a site of its own. Returns: lines of its articles that the site has
 * repeated more often than line-statistics allows; @n_events: (out): second passes that
 * the log tells of. */
static guint
count_repeated (WorkerBench *bench, gboolean two_pass, guint *n_events)
{
  g_autofree char *uid = worker_bench_add_task (bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_ALL);
  const ExmArticleFilter filter = { .task_uid = uid, .limit = 100 };
  g_autoptr (GError) error = NULL;
  guint n_repeated = 0;

  set_two_pass (bench, uid, two_pass);
  worker_bench_run_once (bench, uid);
  g_autoptr (ExmStore) store = worker_bench_open_store (bench);
  g_autoptr (ExmSiteStat) stat = exm_store_get_site_stat (store, uid, &error);
  g_autoptr (GPtrArray) list = exm_store_list_articles (store, &filter, &error);
  g_autofree char *published = read_files (bench->out);
  g_assert_cmpuint (list->len, >, 8);
  g_assert_cmpuint (exm_site_stat_get_n_pages (stat), ==, list->len);
  for (guint i = 0; i < list->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (list, i);
      g_autoptr (ExmArticle) article = exm_store_get_article (store, info->id, &error);
      const char *text = exm_article_get (article)->text;
      g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
      for (guint k = 0; lines[k] != NULL; k++)
        n_repeated
            += *lines[k] != '\0'
               && exm_site_stat_count (stat, exm_text_key (lines[k], strlen (lines[k])))
                      > 1;
      /* Published texts are those that are stored. */
      if (exm_article_get (article)->state == EXM_ARTICLE_GOOD)
        g_assert_nonnull (strstr (published, text));
    }
  g_autoptr (ExmStoreReader) reader = exm_store_reader_new (bench->folder);
  const ExmStoreQuery query = { .kind = EXM_READ_EVENTS, .uid = uid };
  g_autoptr (GPtrArray) events = exm_store_reader_read (reader, &query, NULL, &error);
  *n_events = 0;
  for (guint i = 0; i < events->len; i++)
    *n_events += g_str_has_prefix (((const ExmEvent *) events->pdata[i])->message,
                                   "Second pass: ");
  exm_store_reader_close (reader);
  return n_repeated;
}

/* The first pages keep what the site repeats; a second pass takes it out. */
static void
test_two_pass (void)
{
  WorkerBench one, two;
  guint n_events = 0;

  worker_bench_init (&one);
  g_assert_cmpuint (count_repeated (&one, FALSE, &n_events), >, 0);
  g_assert_cmpuint (n_events, ==, 0);
  worker_bench_init (&two);
  g_assert_cmpuint (count_repeated (&two, TRUE, &n_events), ==, 0);
  g_assert_cmpuint (n_events, ==, 1);
  g_assert_cmpuint (two.n_published, ==, one.n_published);
  g_assert_cmpuint (two.n_finished, ==, 1);
  worker_bench_clear (&one);
  worker_bench_clear (&two);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/worker/lore/counted", test_counted);
  g_test_add_func ("/worker/lore/obeyed", test_obeyed);
  g_test_add_func ("/worker/lore/other-pages", test_other_pages);
  g_test_add_func ("/worker/lore/ruled", test_ruled);
  g_test_add_func ("/worker/lore/two-pass", test_two_pass);
  return g_test_run ();
}
