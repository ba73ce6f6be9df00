/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Tasks whose pages are rendered: every page goes through the renderer, what it gives
 * back is what is read, and where it fails or is missing that is said. The renderer is a
 * stand-in: the real one has tests of its own. */

#include "worker-fixture.h"

#include <string.h>

#define TEST_TYPE_RENDERER (test_renderer_get_type ())
G_DECLARE_FINAL_TYPE (TestRenderer, test_renderer, TEST, RENDERER, GObject)

struct _TestRenderer
{
  GObject parent_instance;

  gint n_rendered; /* atomic: it is called on the worker's thread */
  gint n_laid_out; /* the same */
  gboolean fails;
};

static void renderer_init (ExmRendererInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TestRenderer,
                               test_renderer,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (EXM_TYPE_RENDERER, renderer_init))

static void
test_renderer_class_init (TestRendererClass *klass)
{
}

static void
test_renderer_init (TestRenderer *self)
{
}

/* The page as it was sent, and a line that only scripts would have written. */
static void
render_async (ExmRenderer *renderer,
              const ExmRenderRequest *request,
              GCancellable *cancellable,
              GAsyncReadyCallback callback,
              gpointer data)
{
  TestRenderer *self = TEST_RENDERER (renderer);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, data);

  if (request->layout)
    {
      ExmRendered *laid_out = g_new0 (ExmRendered, 1);
      g_atomic_int_inc (&self->n_laid_out);
      g_assert_true (request->offline);
      laid_out->layout = g_bytes_new_static ("none", 4);
      g_task_return_pointer (task, laid_out, (GDestroyNotify) exm_rendered_free);
      return;
    }
  g_atomic_int_inc (&self->n_rendered);
  g_assert_cmpstr (request->user_agent, ==, "Collector/7");
  g_assert_cmpstr (request->private_hosts[0], ==, "127.0.0.1");
  if (self->fails)
    {
      g_task_return_new_error (task, EXM_RENDER_ERROR, EXM_RENDER_ERROR_FAILED,
                               "%s: as the test wants it", request->url);
      return;
    }
  gsize size;
  const char *html = g_bytes_get_data (request->html, &size);
  g_autofree char *text = g_strndup (html, size);
  g_auto (GStrv) parts = g_strsplit (text, "</body>", 2);
  g_autofree char *page = g_strjoinv ("<p>written by a script</p></body>", parts);
  ExmRendered *rendered = g_new0 (ExmRendered, 1);
  rendered->html = g_bytes_new (page, strlen (page));
  rendered->url = g_strdup (request->url);
  g_task_return_pointer (task, rendered, (GDestroyNotify) exm_rendered_free);
}

static ExmRendered *
render_finish (ExmRenderer *renderer, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
renderer_init (ExmRendererInterface *iface)
{
  iface->render_async = render_async;
  iface->render_finish = render_finish;
}

typedef struct
{
  WorkerBench bench;
  TestRenderer *renderer; /* (owned) */
  char *uid;              /* (owned) */
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  worker_bench_init (&self->bench);
  self->renderer = g_object_new (TEST_TYPE_RENDERER, NULL);
  self->bench.renderer = EXM_RENDERER (self->renderer);
  self->uid = worker_bench_add_task (&self->bench, "news", "/news/", EXM_SOURCE_LIST,
                                     EXM_FIRST_RUN_ALL);
  g_autoptr (ExmStore) store = exm_store_open (self->bench.folder, NULL, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (ExmTask) task = exm_store_get_task (store, self->uid, NULL, &error);
  g_assert_no_error (error);
  g_auto (ExmTaskFields) fields;
  exm_task_fields_copy (task, &fields);
  fields.rendered = TRUE;
  g_autoptr (ExmTask) rendered = exm_task_new (&fields);
  exm_store_update_task (store, rendered, g_get_real_time (), NULL, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  worker_bench_clear (&self->bench);
  g_object_unref (self->renderer);
  g_free (self->uid);
}

static void
test_pages (Fixture *self, gconstpointer data)
{
  worker_bench_run_once (&self->bench, self->uid);
  g_auto (GStrv) articles = exm_sample_server_list_articles (self->bench.server, "news");
  guint n = g_strv_length (articles);

  g_assert_cmpstr (self->bench.problems->str, ==, "");
  g_assert_cmpuint (self->bench.n_articles, ==, n);
  /* The articles, and at least one page of the list. */
  g_assert_cmpint (self->renderer->n_rendered, >, (gint) n);
  worker_bench_assert_truth (&self->bench, self->uid, "news", n);
}

/* A method that looks at pages gets each of them laid out; one that cannot be is told of
 * and keeps nobody. */
static void
test_layouts (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (self->bench.folder, NULL, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (ExmTask) task = exm_store_get_task (store, self->uid, NULL, &error);
  g_assert_no_error (error);
  g_auto (ExmTaskFields) fields;

  exm_task_fields_copy (task, &fields);
  g_free (fields.method);
  fields.method = g_strdup ("vips");
  g_autoptr (ExmTask) seeing = exm_task_new (&fields);
  exm_store_update_task (store, seeing, g_get_real_time (), NULL, &error);
  g_assert_no_error (error);
  worker_bench_run_once (&self->bench, self->uid);
  g_auto (GStrv) articles = exm_sample_server_list_articles (self->bench.server, "news");
  g_assert_cmpint (self->renderer->n_laid_out, >=, (gint) g_strv_length (articles));
}

static void
test_failing (Fixture *self, gconstpointer data)
{
  self->renderer->fails = TRUE;
  worker_bench_run_once (&self->bench, self->uid);
  g_assert_cmpuint (self->bench.n_articles, ==, 0);
  g_assert_nonnull (strstr (self->bench.problems->str, "as the test wants it"));

  /* A failed page is not lost: the next run has it. */
  self->renderer->fails = FALSE;
  worker_bench_run_once (&self->bench, self->uid);
  g_assert_cmpuint (self->bench.n_articles, >, 0);
}

static void
test_missing (Fixture *self, gconstpointer data)
{
  self->bench.renderer = NULL;
  self->bench.skip_waits = TRUE;
  worker_bench_run_once (&self->bench, self->uid);
  g_assert_cmpuint (self->bench.n_articles, ==, 0);
  g_assert_nonnull (strstr (self->bench.problems->str, "rendered"));
}

int
main (int argc, char **argv)
{
#define ADD(path, func)                                                                  \
  g_test_add ("/worker/render/" path, Fixture, NULL, set_up, func, tear_down)

  g_test_init (&argc, &argv, NULL);
  ADD ("pages", test_pages);
  ADD ("failing", test_failing);
  ADD ("layouts", test_layouts);
  ADD ("missing", test_missing);
  return g_test_run ();
}
