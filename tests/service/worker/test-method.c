/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A task's method, its parameters and its own model say what its worker stores. */

#include "store/exm-store-reader.h"
#include "worker-fixture.h"
#include "worker/exm-reextract.h"

#include <string.h>

/* density-net's: every row is body, or none is. */
static char *
make_model (gboolean all)
{
  double weights[10] = { all ? 9 : -9 };
  g_autoptr (ExmMethodModel) model = exm_method_model_new (
      exm_model_layout_find ("density-net"), weights, "test", NULL);

  return exm_method_model_write (model);
}

static void
change_task (WorkerBench *bench,
             const char *uid,
             const char *parameters,
             const char *model)
{
  g_auto (ExmTaskFields) fields = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = worker_bench_open_store (bench);
  g_autoptr (ExmTask) before = exm_store_get_task (store, uid, NULL, &error);

  exm_task_fields_copy (before, &fields);
  g_free (fields.method);
  fields.method = g_strdup ("density-net");
  g_free (fields.parameters);
  fields.parameters = g_strdup (parameters);
  g_ptr_array_set_size (fields.models, 0);
  if (model != NULL)
    g_ptr_array_add (fields.models, g_strdup (model));
  g_autoptr (ExmTask) task = exm_task_new (&fields);
  g_assert_true (exm_task_check (task, &error));
  g_assert_true (exm_store_update_task (store, task, g_get_real_time (), NULL, &error));
  g_assert_no_error (error);
}

/* Numbers of a task's stored articles. */
typedef struct
{
  guint n_articles;
  guint n_empty;
  guint64 n_chars;
  guint n_warnings; /* that name the program's model */
} Stored;

static Stored
measure (WorkerBench *bench, const char *uid)
{
  const ExmArticleFilter filter = { .task_uid = uid, .limit = 100 };
  const ExmStoreQuery query = { .kind = EXM_READ_EVENTS, .uid = uid };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = worker_bench_open_store (bench);
  g_autoptr (GPtrArray) list = exm_store_list_articles (store, &filter, &error);
  g_autoptr (ExmStoreReader) reader = exm_store_reader_new (bench->folder);
  g_autoptr (GPtrArray) events = exm_store_reader_read (reader, &query, NULL, &error);
  Stored stored = { .n_articles = list->len };

  g_assert_no_error (error);
  for (guint i = 0; i < list->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (list, i);
      stored.n_empty += g_str_equal (info->state, "empty");
      stored.n_chars += info->n_chars;
    }
  for (guint i = 0; i < events->len; i++)
    {
      const ExmEvent *event = g_ptr_array_index (events, i);
      stored.n_warnings += strstr (event->message, "own model of density-net") != NULL
                           && strstr (event->message, "the program’s is used") != NULL;
    }
  exm_store_reader_close (reader);
  return stored;
}

static Stored
collect (WorkerBench *bench, const char *parameters, const char *model)
{
  g_autofree char *uid = worker_bench_add_task (bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_ALL);

  change_task (bench, uid, parameters, model);
  worker_bench_run_once (bench, uid);
  return measure (bench, uid);
}

static void
test_parameters (void)
{
  WorkerBench bench;

  worker_bench_init (&bench);
  Stored usual = collect (&bench, NULL, NULL);
  Stored never = collect (&bench, "threshold=1", NULL);
  Stored always = collect (&bench, "threshold=0", NULL);
  g_assert_cmpuint (usual.n_articles, >, 8);
  g_assert_cmpuint (usual.n_empty, ==, 0);
  g_assert_cmpuint (never.n_articles, ==, usual.n_articles);
  g_assert_cmpuint (never.n_empty, ==, usual.n_articles);
  g_assert_cmpuint (always.n_chars, >, usual.n_chars);
  worker_bench_clear (&bench);
}

static void
test_own_model (void)
{
  WorkerBench bench;
  g_autofree char *all = make_model (TRUE);
  g_autofree char *none = make_model (FALSE);

  worker_bench_init (&bench);
  Stored shipped = collect (&bench, NULL, NULL);
  Stored with_all = collect (&bench, NULL, all);
  Stored with_none = collect (&bench, NULL, none);
  g_assert_cmpuint (with_all.n_articles, ==, shipped.n_articles);
  g_assert_cmpuint (with_all.n_chars, >, shipped.n_chars);
  g_assert_cmpuint (with_none.n_empty, ==, shipped.n_articles);
  g_assert_cmpuint (with_all.n_warnings + with_none.n_warnings, ==, 0);
  worker_bench_clear (&bench);
}

/* Half a model, or one of another version: the program's is used and that is told, and
 * no article is lost. */
static void
test_damaged_model (void)
{
  WorkerBench bench;
  g_autofree char *whole = make_model (FALSE);
  g_autofree char *half = g_strndup (whole, strlen (whole) / 2);
  g_autofree char *other = g_strconcat ("exemplar-model 9", strchr (whole, '\n'), NULL);

  worker_bench_init (&bench);
  Stored shipped = collect (&bench, NULL, NULL);
  const char *const damaged[] = { half, other, "exempl" };
  for (gsize i = 0; i < G_N_ELEMENTS (damaged); i++)
    {
      Stored stored = collect (&bench, NULL, damaged[i]);
      g_assert_cmpuint (stored.n_articles, ==, shipped.n_articles);
      g_assert_cmpuint (stored.n_chars, ==, shipped.n_chars);
      g_assert_cmpuint (stored.n_empty, ==, 0);
      g_assert_cmpuint (stored.n_warnings, ==, 1);
    }
  worker_bench_clear (&bench);
}

static void
on_result (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

/* Extracts again by the model that the task has by then. */
static void
test_extracted_anew (void)
{
  WorkerBench bench;
  g_autofree char *none = make_model (FALSE);
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GAsyncResult) done = NULL;

  worker_bench_init (&bench);
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_ALL);
  change_task (&bench, uid, NULL, NULL);
  worker_bench_run_once (&bench, uid);
  change_task (&bench, uid, NULL, none);
  const ExmArticleFilter filter = { .task_uid = uid, .limit = 1 };
  g_autoptr (ExmStore) store = worker_bench_open_store (&bench);
  g_autoptr (GPtrArray) list = exm_store_list_articles (store, &filter, &error);
  g_clear_pointer (&store, exm_store_close);
  gint64 id = ((const ExmArticleInfo *) g_ptr_array_index (list, 0))->id;
  const ExmWorkerOptions options = { .folder = bench.folder };
  ExmWorker *worker = exm_worker_new (&options, worker_bench_on_event, &bench);
  exm_worker_start (worker, &error);
  g_assert_no_error (error);
  exm_worker_reextract_async (worker, engine, id, NULL, on_result, &done);
  while (done == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (exm_worker_reextract_finish (worker, done, &error));
  g_assert_no_error (error);
  g_clear_object (&done);
  worker_bench_end (worker);
  g_assert_cmpuint (measure (&bench, uid).n_empty, ==, 1);
  worker_bench_clear (&bench);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/worker/method/parameters", test_parameters);
  g_test_add_func ("/worker/method/own-model", test_own_model);
  g_test_add_func ("/worker/method/damaged-model", test_damaged_model);
  g_test_add_func ("/worker/method/extracted-anew", test_extracted_anew);
  return g_test_run ();
}
