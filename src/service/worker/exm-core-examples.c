/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The examples of a task: read from the store on the worker's thread, parsed on the pool
 * before a run of the task begins. */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "jobs/exm-example-source.h"
#include "worker/exm-core-examples.h"

#include "base/exm-said-error.h"
#include "fetch/exm-url-key.h"

#include <glib/gi18n-lib.h>

/* The examples of a run that is to begin, on their way through the pool. */
typedef struct
{
  ExmCore *core;       /* (unowned): worker thread only */
  ExmCoreTask *task;   /* (unowned): lives while it has work under way */
  GPtrArray *examples; /* (owned) (element-type ExmExampleSource) */
} Start;

static void
start_free (gpointer data)
{
  Start *start = data;

  g_ptr_array_unref (start->examples);
  g_free (start);
}

gboolean
exm_core_gather_examples (ExmCore *self, ExmCoreTask *task, GError **error)
{
  const ExmTaskFields *fields = exm_task_get (task->task);

  task->examples
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_example_source_unref);
  task->example_keys = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < fields->examples->len; i++)
    {
      const ExmTaskExample *example
          = &g_array_index (fields->examples, ExmTaskExample, i);
      const ExmPageHints hints = {
        .url = example->url,
        .http_charset = example->http_charset,
        .override_charset = example->charset,
      };
      if (example->page_hash == NULL)
        {
          exm_said_set_error (error, EXM_TASK_ERROR, EXM_TASK_ERROR_FIELD,
                              N_ ("%s: the bytes of the example page are not stored"),
                              example->url);
          return FALSE;
        }
      g_autoptr (GBytes) bytes
          = exm_store_get_page (self->store, example->page_hash, error);
      if (bytes == NULL)
        return FALSE;
      char *key = exm_url_get_key (example->url, NULL);
      g_ptr_array_add (
          task->examples,
          exm_example_source_new (self->engine, bytes, &hints, example->region_text));
      g_ptr_array_add (task->example_keys, key != NULL ? key : g_strdup (""));
    }
  return TRUE;
}

static void
prepare_in_pool (GTask *gtask, gpointer source, gpointer data, GCancellable *cancellable)
{
  Start *start = data;
  GError *error = NULL;

  for (guint i = 0; error == NULL && i < start->examples->len; i++)
    {
      g_autoptr (ExmPrepared) prepared
          = exm_example_source_prepare (g_ptr_array_index (start->examples, i), &error);
    }
  if (error != NULL)
    g_task_return_error (gtask, error);
  else
    g_task_return_boolean (gtask, TRUE);
}

static void
on_prepared (GObject *source, GAsyncResult *result, gpointer data)
{
  Start *start = g_task_get_task_data (G_TASK (result));
  ExmCore *self = start->core;
  g_autoptr (GError) error = NULL;

  g_assert (g_thread_self () == self->thread);
  g_task_propagate_boolean (G_TASK (result), &error);
  self->n_active--;
  self->n_starting--;
  start->task->n_active--;
  start->task->starting = FALSE;
  exm_core_end_starting (self, start->task, error);
}

void
exm_core_prepare_examples (ExmCore *self, ExmCoreTask *task)
{
  g_assert (g_thread_self () == self->thread);

  Start *start = g_new0 (Start, 1);
  start->core = self;
  start->task = task;
  start->examples = g_ptr_array_ref (task->examples);
  self->n_active++;
  self->n_starting++;
  task->n_active++;
  task->starting = TRUE;
  g_autoptr (GTask) gtask = g_task_new (NULL, self->cancellable, on_prepared, NULL);
  /* The parser does not look at its cancellable: it may go on alone. */
  g_task_set_return_on_cancel (gtask, TRUE);
  g_task_set_source_tag (gtask, exm_core_prepare_examples);
  g_task_set_task_data (gtask, start, start_free);
  g_task_run_in_thread (gtask, prepare_in_pool);
}
