/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Articles of several pages: every page is asked for once, the text is the truth, and
 * what could not be had is told and held. */

#include "demo/exm-sample-paged.h"
#include "worker-fixture.h"
#include "worker/exm-reextract.h"

#include <string.h>

typedef struct
{
  WorkerBench bench;
  char *uid; /* (owned) (nullable) */
  gboolean ended;
} Fixture;

static void
set_up (Fixture *self, gconstpointer unused)
{
  worker_bench_init (&self->bench);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  worker_bench_clear (&self->bench);
  g_free (self->uid);
}

static char *
dup_path (const char *kind, guint number, const char *tail)
{
  return g_strdup_printf ("/paged/%s/2026/%u%s.html", kind, number, tail);
}

static void
collect (Fixture *self, const char *kind)
{
  g_autofree char *example = dup_path (kind, EXM_SAMPLE_PAGED_FIRST + 1, "");
  g_autofree char *list = g_strdup_printf ("/paged/%s/", kind);

  self->uid = worker_bench_add_task_like (&self->bench, kind, example, list,
                                          EXM_SOURCE_LIST, EXM_FIRST_RUN_ALL);
  exm_sample_server_clear_request_log (self->bench.server);
  worker_bench_run_once (&self->bench, self->uid);
  g_test_message ("%s: %s", kind, self->bench.problems->str);
}

/* Returns: (transfer full): article @number of a kind, as it is stored */
static ExmArticle *
get_article (Fixture *self, const char *kind, guint number)
{
  g_autoptr (ExmStore) store = worker_bench_open_store (&self->bench);
  g_autoptr (GError) error = NULL;
  const ExmArticleFilter filter = { .task_uid = self->uid };
  g_autoptr (GPtrArray) list = exm_store_list_articles (store, &filter, &error);
  g_autofree char *path = dup_path (kind, number, "");

  g_assert_no_error (error);
  g_assert_cmpuint (list->len, ==, exm_sample_paged_count (kind));
  for (guint i = 0; i < list->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (list, i);
      if (!g_str_has_suffix (info->url, path))
        continue;
      ExmArticle *article = exm_store_get_article (store, info->id, &error);
      g_assert_no_error (error);
      return article;
    }
  g_assert_not_reached ();
}

/* How often an address of the kind that begins with @path was asked for. */
static guint
count_requests (Fixture *self, const char *path)
{
  g_autoptr (GPtrArray) log = exm_sample_server_get_request_log (self->bench.server);
  guint n = 0;

  for (guint i = 0; i < log->len; i++)
    {
      const ExmSampleRequest *request = g_ptr_array_index (log, i);
      n += g_str_has_prefix (request->path, path);
    }
  return n;
}

static guint
count_addresses (const ExmArticleFields *fields)
{
  g_auto (GStrv) pages
      = g_strsplit (fields->pages != NULL ? fields->pages : "", "\n", -1);

  return g_strv_length (pages);
}

static void
check_whole (Fixture *self, const char *kind, guint number)
{
  guint n_pages = 0;
  g_autofree char *truth = exm_sample_paged_dup_body (kind, number, &n_pages);
  g_autofree char *start = g_strdup_printf ("/paged/%s/2026/%u", kind, number);
  g_autoptr (ExmArticle) article = get_article (self, kind, number);
  const ExmArticleFields *fields = exm_article_get (article);
  gboolean in_one = g_str_has_suffix (fields->final_url, "_all.html");

  g_test_message ("%s of %u pages: %s", start, n_pages, fields->reason);
  g_assert_cmpstr (fields->text, ==, truth);
  g_assert_cmpint (fields->state, ==, EXM_ARTICLE_GOOD);
  g_assert_cmpuint (count_addresses (fields), ==, in_one || n_pages == 1 ? 0 : n_pages);
  g_assert_cmpuint (count_requests (self, start), ==, in_one ? 2 : n_pages);
}

static void
test_kind (Fixture *self, gconstpointer data)
{
  const char *kind = data;

  collect (self, kind);
  for (guint i = 0; i < exm_sample_paged_count (kind); i++)
    check_whole (self, kind, EXM_SAMPLE_PAGED_FIRST + i);
  g_assert_cmpuint (worker_bench_count_files (self->bench.out), ==,
                    exm_sample_paged_count (kind));
  g_assert_cmpstr (self->bench.problems->str, ==, "");
}

static void
on_extracted (GObject *source, GAsyncResult *result, gpointer data)
{
  Fixture *self = data;
  g_autoptr (GError) error = NULL;

  exm_worker_reextract_finish (EXM_WORKER (source), result, &error);
  g_assert_no_error (error);
  self->ended = TRUE;
}

static void
extract_again (Fixture *self, gint64 id)
{
  const ExmWorkerOptions options = { .folder = self->bench.folder };
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (GError) error = NULL;
  ExmWorker *worker = exm_worker_new (&options, worker_bench_on_event, &self->bench);

  exm_worker_start (worker, &error);
  g_assert_no_error (error);
  self->ended = FALSE;
  exm_worker_reextract_async (worker, engine, id, NULL, on_extracted, self);
  while (!self->ended)
    g_main_context_iteration (NULL, TRUE);
  worker_bench_end (worker);
}

/* The pages are stored: nothing is asked for, and nothing is lost. */
static void
test_again (Fixture *self, gconstpointer unused)
{
  collect (self, "rows");
  g_autoptr (ExmArticle) before = get_article (self, "rows", 105);
  exm_sample_server_clear_request_log (self->bench.server);
  extract_again (self, exm_article_get (before)->id);
  g_autoptr (ExmArticle) after = get_article (self, "rows", 105);

  g_assert_cmpstr (exm_article_get (after)->text, ==, exm_article_get (before)->text);
  g_assert_cmpstr (exm_article_get (after)->pages, ==, exm_article_get (before)->pages);
  g_assert_cmpint (exm_article_get (after)->state, ==, EXM_ARTICLE_GOOD);
  g_assert_cmpuint (count_requests (self, "/"), ==, 0);
}

/* The page is gone: the others are kept, and the article waits for a person. */
static void
test_lost (Fixture *self, gconstpointer unused)
{
  worker_bench_set_fault (&self->bench, "/paged/rows/2026/105_3.html", "404");
  collect (self, "rows");
  g_autoptr (ExmArticle) article = get_article (self, "rows", 105);
  const ExmArticleFields *fields = exm_article_get (article);

  g_assert_cmpint (fields->state, ==, EXM_ARTICLE_INCOMPLETE);
  g_assert_cmpstr (fields->reason, ==, "4 of 5 pages collected, 1 missing");
  g_assert_cmpuint (count_addresses (fields), ==, 4);
  g_assert_nonnull (strstr (self->bench.problems->str, "105_3.html"));
  guint n_pages = 0;
  g_autofree char *truth = exm_sample_paged_dup_body ("rows", 105, &n_pages);
  g_autofree char *end = g_strdup (strrchr (truth, '\n'));
  g_assert_true (g_str_has_suffix (fields->text, end));
  g_assert_cmpuint (worker_bench_count_files (self->bench.out), ==,
                    EXM_SAMPLE_PAGED_N - 1);
  check_whole (self, "rows", 106);

  extract_again (self, fields->id);
  g_autoptr (ExmArticle) again = get_article (self, "rows", 105);
  g_assert_cmpint (exm_article_get (again)->state, ==, EXM_ARTICLE_INCOMPLETE);
}

/* The page fails for a while. */
static void
test_tried_again (Fixture *self, gconstpointer unused)
{
  exm_sample_server_set_fault (self->bench.server, "/paged/rows/2026/105_3.html", "500",
                               EXM_SAMPLE_FAULT_ONCE, NULL);
  self->bench.skip_waits = TRUE;
  collect (self, "rows");
  g_autoptr (ExmArticle) article = get_article (self, "rows", 105);

  g_assert_cmpint (exm_article_get (article)->state, ==, EXM_ARTICLE_GOOD);
  g_assert_cmpuint (count_requests (self, "/paged/rows/2026/105"), ==, 6);
}

/* The page that has all cannot be had: the others are asked for. */
static void
test_without_all (Fixture *self, gconstpointer unused)
{
  guint n_pages = 0;

  worker_bench_set_fault (&self->bench, "/paged/all/2026/103_all.html", "404");
  collect (self, "all");
  g_autoptr (ExmArticle) article = get_article (self, "all", 103);
  g_autofree char *truth = exm_sample_paged_dup_body ("all", 103, &n_pages);

  g_assert_cmpstr (exm_article_get (article)->text, ==, truth);
  g_assert_cmpint (exm_article_get (article)->state, ==, EXM_ARTICLE_GOOD);
  g_assert_cmpuint (count_requests (self, "/paged/all/2026/103"), ==, n_pages + 1);
}

typedef struct
{
  const char *kind;
  const char *reason;
  guint n_requests;
} Held;

static void
test_held (Fixture *self, gconstpointer data)
{
  const Held *held = data;
  g_autofree char *start
      = g_strdup_printf ("/paged/%s/2026/%u", held->kind, EXM_SAMPLE_PAGED_FIRST);

  collect (self, held->kind);
  g_autoptr (ExmArticle) article = get_article (self, held->kind, EXM_SAMPLE_PAGED_FIRST);
  g_assert_cmpint (exm_article_get (article)->state, ==, EXM_ARTICLE_INCOMPLETE);
  g_assert_cmpstr (exm_article_get (article)->reason, ==, held->reason);
  g_assert_cmpuint (count_requests (self, start), ==, held->n_requests);
  g_assert_cmpuint (worker_bench_count_files (self->bench.out), ==, 0);
  /* No paragraph twice. */
  g_auto (GStrv) lines = g_strsplit (exm_article_get (article)->text, "\n", -1);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; lines[i] != NULL; i++)
    g_assert_true (*lines[i] == '\0' || g_hash_table_add (seen, lines[i]));
}

static void
add (const char *path, gconstpointer data, void (*test) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, data, set_up, test, tear_down);
}

int
main (int argc, char **argv)
{
  static const Held held[]
      = { { "loop", "2 of 4 pages collected: another one says nothing new", 4 },
          { "other", "3 of 4 pages collected: another one is of another article", 4 },
          { "chain",
            "The article goes on and on: 50 pages collected, more are not asked for",
            50 } };

  g_test_init (&argc, &argv, NULL);
  add ("/joined/rows", "rows", test_kind);
  add ("/joined/next", "next", test_kind);
  add ("/joined/query", "query", test_kind);
  add ("/joined/gb18030", "gb", test_kind);
  add ("/joined/script", "script", test_kind);
  add ("/joined/all", "all", test_kind);
  add ("/joined/mixed", "mixed", test_kind);
  add ("/joined/again", NULL, test_again);
  add ("/joined/lost", NULL, test_lost);
  add ("/joined/tried-again", NULL, test_tried_again);
  add ("/joined/without-all", NULL, test_without_all);
  add ("/joined/loop", &held[0], test_held);
  add ("/joined/other", &held[1], test_held);
  add ("/joined/chain", &held[2], test_held);
  return g_test_run ();
}
