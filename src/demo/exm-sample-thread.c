/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exemplar-sample"

#include "config.h"

#include "demo/exm-sample-thread.h"

struct _ExmSampleThread
{
  GMainContext *context;   /* (owned) */
  GMainLoop *loop;         /* (owned) */
  GThread *thread;         /* (owned) */
  ExmSampleServer *server; /* (owned) (nullable): made and dropped by the thread */
};

/* Arguments of the new thread, on the starter's stack until it runs. */
typedef struct
{
  ExmSampleThread *self; /* (unowned) */
  const char *data_dir;  /* (unowned) (nullable) */
  ExmSampleServerFlags flags;
  guint port;
  GError *error; /* (owned) (nullable) */
  gboolean done;
  GMutex mutex;
  GCond cond;
} Start;

static gpointer
run (gpointer data)
{
  Start *start = data;
  ExmSampleThread *self = start->self;
  g_main_context_push_thread_default (self->context);
  self->server = exm_sample_server_new (start->data_dir, start->flags, &start->error);
  gboolean ok = self->server != NULL
                && exm_sample_server_start (self->server, start->port, &start->error);
  g_mutex_lock (&start->mutex);
  start->done = TRUE;
  g_cond_signal (&start->cond);
  g_mutex_unlock (&start->mutex);
  if (ok)
    g_main_loop_run (self->loop);
  g_clear_object (&self->server);
  /* libsoup drops closed connections from idle sources. */
  while (g_main_context_iteration (self->context, FALSE))
    continue;
  g_main_context_pop_thread_default (self->context);
  return NULL;
}

static void
join (ExmSampleThread *self)
{
  g_thread_join (self->thread);
  g_main_loop_unref (self->loop);
  g_main_context_unref (self->context);
  g_free (self);
}

ExmSampleThread *
exm_sample_thread_start (const char *data_dir,
                         ExmSampleServerFlags flags,
                         guint port,
                         GError **error)
{
  ExmSampleThread *self = g_new0 (ExmSampleThread, 1);
  Start start = { .self = self, .data_dir = data_dir, .flags = flags, .port = port };
  g_mutex_init (&start.mutex);
  g_cond_init (&start.cond);
  self->context = g_main_context_new ();
  self->loop = g_main_loop_new (self->context, FALSE);
  self->thread = g_thread_new ("sample-site", run, &start);
  g_mutex_lock (&start.mutex);
  while (!start.done)
    g_cond_wait (&start.cond, &start.mutex);
  g_mutex_unlock (&start.mutex);
  g_mutex_clear (&start.mutex);
  g_cond_clear (&start.cond);
  if (start.error == NULL)
    return self;
  g_propagate_error (error, start.error);
  join (self);
  return NULL;
}

ExmSampleServer *
exm_sample_thread_get_server (ExmSampleThread *self)
{
  return self->server;
}

static gboolean
on_quit (gpointer user_data)
{
  g_main_loop_quit (user_data);
  return G_SOURCE_REMOVE;
}

void
exm_sample_thread_stop (ExmSampleThread *self)
{
  g_autoptr (GSource) source = g_idle_source_new ();
  g_source_set_callback (source, on_quit, self->loop, NULL);
  g_source_attach (source, self->context);
  join (self);
}
