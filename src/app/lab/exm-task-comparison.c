/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/lab/exm-task-comparison.h"

#include "lab/benchmark/exm-stored-pages.h"

#include <glib/gi18n-lib.h>

/* The newest of a task: enough to tell methods apart, and done within a minute. */
#define MAX_PAGES 200u

/* State shared by the pool and the main loop; reference counted. */
typedef struct
{
  ExmEngine *engine;      /* (owned) */
  ExmStoreReader *reader; /* (owned) */
  char *uid;              /* (owned) */
  GPtrArray *methods;     /* (owned) (element-type ExmComparedMethod) */
  ExmStoredPages *pages;  /* (owned) (nullable): while it runs */
  ExmTaskComparisonProgress progress;
  GWeakRef object;
  int n_done; /* atomic */
  int n_all;  /* atomic */
  int told;   /* atomic: the main loop has been asked to show it */
} Run;

static void
run_clear (gpointer data)
{
  Run *run = data;

  g_object_unref (run->engine);
  g_object_unref (run->reader);
  g_ptr_array_unref (run->methods);
  g_free (run->uid);
  g_weak_ref_clear (&run->object);
}

static void
run_release (gpointer data)
{
  g_atomic_rc_box_release_full (data, run_clear);
}

static gboolean
on_progress (gpointer data)
{
  Run *run = data;
  g_autoptr (GObject) object = g_weak_ref_get (&run->object);

  g_atomic_int_set (&run->told, FALSE);
  if (object != NULL)
    run->progress (object, (guint) g_atomic_int_get (&run->n_done),
                   (guint) g_atomic_int_get (&run->n_all));
  return G_SOURCE_REMOVE;
}

/* Any thread: the main loop is asked once, however many pages are done meanwhile. */
static void
tell_progress (guint done, guint all, gpointer data)
{
  Run *run = data;

  g_atomic_int_set (&run->n_done, (int) done);
  g_atomic_int_set (&run->n_all, (int) all);
  if (g_atomic_int_compare_and_exchange (&run->told, FALSE, TRUE))
    g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, on_progress, g_atomic_rc_box_acquire (run),
                     run_release);
}

static gboolean
load_page (guint index, gpointer data, ExmComparedPage *page, GError **error)
{
  const Run *run = data;

  return exm_stored_pages_load (index, run->pages, page, error);
}

static void
compare (GTask *task, gpointer object, gpointer data, GCancellable *cancellable)
{
  Run *run = data;
  GError *error = NULL;

  run->pages
      = exm_stored_pages_new (run->engine, run->reader, run->uid, MAX_PAGES, &error);
  if (run->pages != NULL && exm_stored_pages_get_n (run->pages) == 0)
    error = g_error_new_literal (EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND,
                                 _ ("The task has no articles yet"));
  if (error != NULL)
    {
      g_clear_pointer (&run->pages, exm_stored_pages_free);
      g_task_return_error (task, error);
      return;
    }
  /* Models that cannot be used are told of where the method is looked at. */
  exm_compared_methods_use_models (
      run->methods, exm_task_get (exm_stored_pages_get_task (run->pages))->models, NULL);
  const ExmMethodComparisonOptions options = {
    .methods = run->methods,
    .reference = exm_stored_pages_get_reference (run->pages),
    .n_pages = exm_stored_pages_get_n (run->pages),
    .load = load_page,
    .progress = tell_progress,
    .data = run,
    .site = exm_stored_pages_get_site (run->pages),
    .sensitivity = exm_task_get (exm_stored_pages_get_task (run->pages))->sensitivity,
    /* The processor is the worker's and the window's too. */
    .n_threads = MAX (g_get_num_processors () / 2, 1),
  };
  ExmMethodComparison *comparison
      = exm_method_comparison_run (run->engine, &options, cancellable);
  g_clear_pointer (&run->pages, exm_stored_pages_free);
  g_task_return_pointer (task, comparison, (GDestroyNotify) exm_method_comparison_free);
}

void
exm_task_comparison_run_async (ExmSession *session,
                               const char *uid,
                               GPtrArray *methods,
                               GObject *object,
                               ExmTaskComparisonProgress progress,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer data)
{
  Run *run = g_atomic_rc_box_new0 (Run);

  run->engine = g_object_ref (exm_session_get_engine (session));
  run->reader = g_object_ref (exm_session_get_reader (session));
  run->uid = g_strdup (uid);
  run->methods = methods;
  run->progress = progress;
  g_weak_ref_init (&run->object, object);
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  /* Ended early, it gives what is done so far. */
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_source_tag (task, exm_task_comparison_run_async);
  g_task_set_task_data (task, run, run_release);
  g_task_run_in_thread (task, compare);
}
