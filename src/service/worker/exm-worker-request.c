/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Requests to a worker from other threads. A request goes over to the worker's thread and
 * comes back to the context of its caller, where it is answered and freed: the last
 * reference to a worker must not be dropped on the thread that it joins. */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "worker/exm-worker-private.h"

#include "fetch/exm-url.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  ExmWorker *worker; /* (unowned): lives until its thread has ended */
  ExmControlCommand command;
  char *uid; /* (owned) (nullable) */
} Command;

static void
command_free (gpointer data)
{
  Command *command = data;

  g_free (command->uid);
  g_free (command);
}

static gboolean
on_command (gpointer data)
{
  Command *command = data;

  if (!command->worker->core.stopping)
    exm_worker_command (command->worker, command->command, command->uid);
  return G_SOURCE_REMOVE;
}

static void
send_command (ExmWorker *self, ExmControlCommand command, const char *uid)
{
  Command *request = g_new0 (Command, 1);

  request->worker = self;
  request->command = command;
  request->uid = g_strdup (uid);
  exm_worker_call (self, on_command, request, command_free);
}

void
exm_worker_run_task (ExmWorker *self, const char *uid)
{
  g_return_if_fail (EXM_IS_WORKER (self));
  g_return_if_fail (uid != NULL);
  send_command (self, EXM_CONTROL_RUN, uid);
}

void
exm_worker_stop_run (ExmWorker *self, const char *uid)
{
  g_return_if_fail (EXM_IS_WORKER (self));
  g_return_if_fail (uid != NULL);
  send_command (self, EXM_CONTROL_STOP_RUN, uid);
}

void
exm_worker_wake (ExmWorker *self)
{
  g_return_if_fail (EXM_IS_WORKER (self));
  send_command (self, EXM_CONTROL_WAKE, NULL);
}

/* Has @func called with @data in the context of @task's caller. */
static void
return_to_caller (GTask *task, GSourceFunc func, gpointer data, GDestroyNotify free_data)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, func, data, free_data);
  g_source_attach (source, g_task_get_context (task));
}

static GError *
make_stopped_error (void)
{
  return g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED,
                              _ ("The worker does not run"));
}

/* Writes */

typedef struct
{
  GTask *task; /* (owned) */
  ExmWorkerWrite func;
  gpointer data;
  GDestroyNotify free_data;
  GError *error; /* (owned) (nullable) */
} Write;

static void
write_free (gpointer data)
{
  Write *write = data;

  if (write->free_data != NULL)
    write->free_data (write->data);
  g_clear_error (&write->error);
  g_object_unref (write->task);
  g_free (write);
}

static gboolean
answer_write (gpointer data)
{
  Write *write = data;

  if (write->error != NULL)
    g_task_return_error (write->task, g_steal_pointer (&write->error));
  else
    g_task_return_boolean (write->task, TRUE);
  return G_SOURCE_REMOVE;
}

static gboolean
on_write (gpointer data)
{
  Write *write = data;
  ExmWorker *self = g_task_get_source_object (write->task);
  ExmCore *core = &self->core;

  if (core->stopping)
    write->error = make_stopped_error ();
  else if (!g_cancellable_set_error_if_cancelled (g_task_get_cancellable (write->task),
                                                  &write->error)
           && write->func (core->store, exm_core_now (core), write->data, &write->error))
    exm_worker_command (self, EXM_CONTROL_WAKE, NULL);
  return_to_caller (write->task, answer_write, write, write_free);
  return G_SOURCE_REMOVE;
}

void
exm_worker_write_async (ExmWorker *self,
                        ExmWorkerWrite func,
                        gpointer data,
                        GDestroyNotify free_data,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer callback_data)
{
  g_return_if_fail (EXM_IS_WORKER (self));

  Write *write = g_new0 (Write, 1);
  write->task = g_task_new (self, cancellable, callback, callback_data);
  g_task_set_source_tag (write->task, exm_worker_write_async);
  /* A write that happened is not undone by a later cancel. */
  g_task_set_check_cancellable (write->task, FALSE);
  write->func = func;
  write->data = data;
  write->free_data = free_data;
  if (exm_worker_try_call (self, on_write, write, NULL))
    return;
  write->error = make_stopped_error ();
  return_to_caller (write->task, answer_write, write, write_free);
}

gboolean
exm_worker_write_finish (ExmWorker *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  return g_task_propagate_boolean (G_TASK (result), error);
}

/* Fetches */

typedef struct
{
  ExmFetched *fetched; /* (owned) */
  char *page_hash;     /* (owned) (nullable) */
} Page;

static void
page_free (gpointer data)
{
  Page *page = data;

  exm_fetched_unref (page->fetched);
  g_free (page->page_hash);
  g_free (page);
}

typedef struct
{
  GTask *task;               /* (owned) */
  ExmWorkerFetch what;       /* its texts are owned */
  ExmFetcher *fetcher;       /* (owned) (nullable): the worker's thread's */
  ExmFetched *sent;          /* (owned) (nullable): while it is rendered */
  GCancellable *cancellable; /* (owned): the caller's, and the end of the worker */
  gulong cancelled_id;       /* of the caller's */
  Page *page;                /* (owned) (nullable) */
  GError *error;             /* (owned) (nullable) */
} Fetch;

static void
fetch_free (gpointer data)
{
  Fetch *fetch = data;

  g_cancellable_disconnect (g_task_get_cancellable (fetch->task), fetch->cancelled_id);
  g_object_unref (fetch->cancellable);
  g_free ((char *) fetch->what.url);
  g_free ((char *) fetch->what.user_agent);
  g_strfreev ((char **) fetch->what.private_hosts);
  g_clear_pointer (&fetch->sent, exm_fetched_unref);
  g_clear_pointer (&fetch->page, page_free);
  g_clear_error (&fetch->error);
  g_object_unref (fetch->task);
  g_free (fetch);
}

static gboolean
answer_fetch (gpointer data)
{
  Fetch *fetch = data;

  if (fetch->error != NULL)
    g_task_return_error (fetch->task, g_steal_pointer (&fetch->error));
  else
    g_task_return_pointer (fetch->task, g_steal_pointer (&fetch->page), page_free);
  return G_SOURCE_REMOVE;
}

/* Takes @fetched, or %NULL and leaves the error. */
static void
end_fetch (Fetch *fetch, ExmFetched *taken)
{
  ExmWorker *self = g_task_get_source_object (fetch->task);
  g_autoptr (ExmFetched) fetched = taken;
  g_autofree char *hash = NULL;

  g_ptr_array_remove_fast (self->fetches, fetch->cancellable);
  g_clear_object (&fetch->fetcher);
  if (fetched != NULL && fetch->what.keep && fetched->incomplete == NULL)
    exm_kept_pages_add (self->core.kept, fetched, exm_core_now (&self->core));
  if (fetched != NULL
      && (!fetch->what.store_page
          || exm_core_store_page (&self->core, fetched, &hash, &fetch->error)))
    {
      fetch->page = g_new0 (Page, 1);
      fetch->page->fetched = g_steal_pointer (&fetched);
      fetch->page->page_hash = g_steal_pointer (&hash);
    }
  return_to_caller (fetch->task, answer_fetch, fetch, fetch_free);
}

static void
on_rendered (GObject *source, GAsyncResult *result, gpointer data)
{
  Fetch *fetch = data;
  g_autoptr (ExmFetched) sent = g_steal_pointer (&fetch->sent);
  g_autoptr (ExmRendered) rendered
      = exm_renderer_render_finish (EXM_RENDERER (source), result, &fetch->error);

  end_fetch (fetch, rendered != NULL ? exm_fetched_new_rendered (sent, rendered) : NULL);
}

static void
on_fetched (GObject *source, GAsyncResult *result, gpointer data)
{
  Fetch *fetch = data;
  ExmWorker *self = g_task_get_source_object (fetch->task);
  ExmFetched *fetched
      = exm_fetcher_fetch_finish (EXM_FETCHER (source), result, &fetch->error);

  if (fetched == NULL || !fetch->what.rendered || !exm_fetched_can_be_rendered (fetched))
    {
      end_fetch (fetch, fetched);
      return;
    }
  fetch->sent = fetched;
  if (self->core.renderer != NULL)
    {
      exm_renderer_render_fetched_async (
          self->core.renderer, fetched, fetch->what.user_agent, fetch->what.private_hosts,
          fetch->cancellable, on_rendered, fetch);
      return;
    }
  fetch->error = exm_render_error_new_missing (fetched);
  end_fetch (fetch, NULL);
}

static char *
find_private_host (const ExmWorkerFetch *what)
{
  g_autofree char *url = exm_url_normalize_input (what->url, NULL);
  g_autoptr (GUri) uri
      = url != NULL ? g_uri_parse (url, G_URI_FLAGS_PARSE_RELAXED, NULL) : NULL;
  const char *host = uri != NULL ? g_uri_get_host (uri) : NULL;

  for (gsize i = 0;
       host != NULL && what->private_hosts != NULL && what->private_hosts[i] != NULL; i++)
    if (g_ascii_strcasecmp (what->private_hosts[i], host) == 0)
      return g_strdup (host);
  return NULL;
}

static gboolean
on_fetch (gpointer data)
{
  Fetch *fetch = data;
  ExmWorker *self = g_task_get_source_object (fetch->task);
  ExmFetchOptions options = EXM_FETCH_OPTIONS_INIT;
  g_autofree char *host = find_private_host (&fetch->what);
  const ExmFetchRequest request = { .operator_host = host };

  if (self->core.stopping)
    {
      fetch->error = make_stopped_error ();
      return_to_caller (fetch->task, answer_fetch, fetch, fetch_free);
      return G_SOURCE_REMOVE;
    }
  options.user_agent = fetch->what.user_agent;
  if (fetch->what.timeout_ms > 0)
    options.timeout_ms = fetch->what.timeout_ms;
  fetch->fetcher = exm_fetcher_new (&options);
  g_ptr_array_add (self->fetches, fetch->cancellable);
  exm_fetcher_fetch_async (fetch->fetcher, fetch->what.url, &request, fetch->cancellable,
                           on_fetched, fetch);
  return G_SOURCE_REMOVE;
}

static void
on_cancelled (GCancellable *cancellable, gpointer data)
{
  g_cancellable_cancel (data);
}

void
exm_worker_fetch_async (ExmWorker *self,
                        const ExmWorkerFetch *what,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer callback_data)
{
  g_return_if_fail (EXM_IS_WORKER (self));

  Fetch *fetch = g_new0 (Fetch, 1);
  fetch->task = g_task_new (self, cancellable, callback, callback_data);
  g_task_set_source_tag (fetch->task, exm_worker_fetch_async);
  fetch->what = *what;
  fetch->what.url = g_strdup (what->url);
  fetch->what.user_agent = g_strdup (what->user_agent);
  fetch->what.private_hosts
      = (const char *const *) g_strdupv ((char **) what->private_hosts);
  fetch->cancellable = g_cancellable_new ();
  fetch->cancelled_id
      = cancellable != NULL
            ? g_cancellable_connect (cancellable, G_CALLBACK (on_cancelled),
                                     g_object_ref (fetch->cancellable), g_object_unref)
            : 0;
  if (exm_worker_try_call (self, on_fetch, fetch, NULL))
    return;
  fetch->error = make_stopped_error ();
  return_to_caller (fetch->task, answer_fetch, fetch, fetch_free);
}

ExmFetched *
exm_worker_fetch_finish (ExmWorker *self,
                         GAsyncResult *result,
                         char **page_hash,
                         GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  Page *page = g_task_propagate_pointer (G_TASK (result), error);

  if (page == NULL)
    return NULL;
  ExmFetched *fetched = exm_fetched_ref (page->fetched);
  if (page_hash != NULL)
    *page_hash = g_steal_pointer (&page->page_hash);
  page_free (page);
  return fetched;
}

void
exm_worker_drain_requests (ExmWorker *self)
{
  for (guint i = 0; i < self->fetches->len; i++)
    g_cancellable_cancel (g_ptr_array_index (self->fetches, i));
  while (self->fetches->len > 0)
    g_main_context_iteration (self->inside, TRUE);
}
