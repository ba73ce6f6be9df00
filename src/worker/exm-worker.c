/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "exm-worker.h"

#include "exm-control-socket.h"
#include "exm-core.h"
#include "exm-role-lock.h"

#define DEFAULT_MAX_FETCHES 8u

typedef enum
{
  NOT_STARTED,
  STARTING,
  RUNNING,
  FAILED,
  ENDED,
} Stage;

struct _ExmWorker
{
  GObject parent_instance;

  ExmWorkerOptions options; /* its folder is owned */
  ExmWorkerFunc func;
  gpointer func_data;    /* (unowned) */
  GMainContext *context; /* (owned): where events go */
  GThread *thread;       /* (owned) (nullable) */
  GMainContext *inside;  /* (owned): the thread's */

  GMutex lock; /* of what follows: both sides of the start meet here */
  GCond changed;
  Stage stage;
  GError *error; /* (owned) (nullable): why it did not start */

  ExmCore core;             /* the thread's alone */
  ExmControlSocket *socket; /* (owned) (nullable): the thread's alone */
  gboolean stop_asked;      /* the thread's alone */
};

G_DEFINE_FINAL_TYPE (ExmWorker, exm_worker, G_TYPE_OBJECT)

typedef struct
{
  ExmWorker *worker;     /* (owned) */
  ExmWorkerEvent *event; /* (owned) */
} Delivery;

static void
delivery_free (gpointer data)
{
  Delivery *delivery = data;

  exm_worker_event_free (delivery->event);
  g_object_unref (delivery->worker);
  g_free (delivery);
}

static gboolean
deliver (gpointer data)
{
  Delivery *delivery = data;

  if (delivery->worker->func != NULL)
    delivery->worker->func (delivery->event, delivery->worker->func_data);
  return G_SOURCE_REMOVE;
}

/* On the worker's thread: takes @event over to the other side. */
static void
emit (ExmWorkerEvent *event, gpointer data)
{
  ExmWorker *self = data;
  Delivery *delivery = g_new0 (Delivery, 1);
  g_autoptr (GSource) source = g_idle_source_new ();

  if (self->socket != NULL)
    {
      g_autofree char *line = exm_worker_event_to_json (event);
      exm_control_socket_broadcast (self->socket, line);
    }
  delivery->worker = g_object_ref (self);
  delivery->event = event;
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, deliver, delivery, delivery_free);
  g_source_attach (source, self->context);
}

static void
set_stage (ExmWorker *self, Stage stage, GError *error)
{
  g_mutex_lock (&self->lock);
  self->stage = stage;
  if (error != NULL)
    self->error = error;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
}

/* What other processes ask for. */
static char *
on_control (ExmControlCommand command, const char *uid, gpointer data, GError **error)
{
  ExmWorker *self = data;

  switch (command)
    {
    case EXM_CONTROL_RUN:
      exm_core_start_run (&self->core, uid);
      exm_core_step (&self->core);
      return NULL;
    case EXM_CONTROL_WAKE:
      exm_core_step (&self->core);
      return NULL;
    case EXM_CONTROL_STATUS:
      return g_strdup_printf ("%u", self->core.n_active);
    case EXM_CONTROL_STOP:
    default:
      self->stop_asked = TRUE;
      g_main_context_wakeup (self->inside);
      return NULL;
    }
}

/* Without the socket the work goes on; other processes only cannot reach it. */
static void
listen_to_others (ExmWorker *self, const ExmRoleLock *lock)
{
  g_autoptr (GError) error = NULL;

  self->socket = exm_control_socket_new (lock, self->inside, on_control, self, &error);
  if (self->socket != NULL)
    return;
  ExmWorkerEvent *event = exm_worker_event_new (EXM_WORKER_NOTICE);
  event->message = g_strdup (error->message);
  exm_core_emit (&self->core, event);
}

static void
work (ExmWorker *self)
{
  /* What was asked for before the start is part of what a single round does. */
  while (g_main_context_iteration (self->inside, FALSE))
    ;
  gboolean busy = exm_core_step (&self->core);

  while (!self->stop_asked && (busy || !self->options.once))
    {
      g_main_context_iteration (self->inside, TRUE);
      if (self->options.once)
        busy = exm_core_step (&self->core);
    }
}

static gpointer
run (gpointer data)
{
  ExmWorker *self = data;
  GError *error = NULL;

  g_main_context_push_thread_default (self->inside);
  self->core.thread = g_thread_self ();
  ExmRoleLock *lock = exm_role_lock_take (self->options.folder, &error);
  gboolean good = lock != NULL && exm_core_open (&self->core, &error);
  set_stage (self, good ? RUNNING : FAILED, error);
  if (good)
    {
      listen_to_others (self, lock);
      work (self);
      exm_core_close (&self->core);
      exm_core_emit (&self->core, exm_worker_event_new (EXM_WORKER_ENDED));
      g_clear_pointer (&self->socket, exm_control_socket_free);
      set_stage (self, ENDED, NULL);
    }
  g_clear_pointer (&lock, exm_role_lock_free);
  g_main_context_pop_thread_default (self->inside);
  return NULL;
}

gboolean
exm_worker_start (ExmWorker *self, GError **error)
{
  g_return_val_if_fail (EXM_IS_WORKER (self), FALSE);
  g_return_val_if_fail (self->stage == NOT_STARTED, FALSE);

  self->stage = STARTING;
  self->thread = g_thread_new ("worker", run, self);
  g_mutex_lock (&self->lock);
  while (self->stage == STARTING)
    g_cond_wait (&self->changed, &self->lock);
  gboolean good = self->stage != FAILED;
  if (!good)
    g_propagate_error (error, g_steal_pointer (&self->error));
  g_mutex_unlock (&self->lock);
  if (!good)
    g_thread_join (g_steal_pointer (&self->thread));
  return good;
}

typedef struct
{
  ExmWorker *worker; /* (unowned): lives until its thread has ended */
  char *uid;         /* (owned) (nullable) */
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  g_free (request->uid);
  g_free (request);
}

static gboolean
on_run_task (gpointer data)
{
  Request *request = data;
  ExmCore *core = &request->worker->core;

  if (core->stopping)
    return G_SOURCE_REMOVE;
  if (request->uid != NULL)
    exm_core_start_run (core, request->uid);
  exm_core_step (core);
  return G_SOURCE_REMOVE;
}

static gboolean
on_stop (gpointer data)
{
  ((Request *) data)->worker->stop_asked = TRUE;
  return G_SOURCE_REMOVE;
}

/* Has @func called on the worker's thread. */
static void
ask (ExmWorker *self, GSourceFunc func, const char *uid)
{
  Request *request = g_new0 (Request, 1);
  g_autoptr (GSource) source = g_idle_source_new ();

  request->worker = self;
  request->uid = g_strdup (uid);
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, func, request, request_free);
  g_source_attach (source, self->inside);
}

void
exm_worker_run_task (ExmWorker *self, const char *uid)
{
  g_return_if_fail (EXM_IS_WORKER (self));
  ask (self, on_run_task, uid);
}

void
exm_worker_wake (ExmWorker *self)
{
  g_return_if_fail (EXM_IS_WORKER (self));
  ask (self, on_run_task, NULL);
}

void
exm_worker_stop (ExmWorker *self)
{
  g_return_if_fail (EXM_IS_WORKER (self));

  if (self->thread == NULL)
    return;
  ask (self, on_stop, NULL);
  g_thread_join (g_steal_pointer (&self->thread));
}

static void
exm_worker_dispose (GObject *object)
{
  ExmWorker *self = EXM_WORKER (object);

  /* What is on its way to the other side finds nobody there. */
  self->func = NULL;
  exm_worker_stop (self);
  G_OBJECT_CLASS (exm_worker_parent_class)->dispose (object);
}

static void
exm_worker_finalize (GObject *object)
{
  ExmWorker *self = EXM_WORKER (object);

  g_free ((char *) self->options.folder);
  g_clear_error (&self->error);
  g_main_context_unref (self->inside);
  g_main_context_unref (self->context);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->changed);
  G_OBJECT_CLASS (exm_worker_parent_class)->finalize (object);
}

static void
exm_worker_class_init (ExmWorkerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = exm_worker_dispose;
  G_OBJECT_CLASS (klass)->finalize = exm_worker_finalize;
}

static void
exm_worker_init (ExmWorker *self)
{
  self->context = g_main_context_ref_thread_default ();
  self->inside = g_main_context_new ();
  g_mutex_init (&self->lock);
  g_cond_init (&self->changed);
}

ExmWorker *
exm_worker_new (const ExmWorkerOptions *options, ExmWorkerFunc func, gpointer data)
{
  ExmWorker *self = g_object_new (EXM_TYPE_WORKER, NULL);

  self->options = *options;
  self->options.folder = g_strdup (options->folder);
  self->func = func;
  self->func_data = data;
  self->core = (ExmCore){
    .context = self->inside,
    .folder = (char *) self->options.folder,
    .max_fetches = options->max_fetches > 0 ? options->max_fetches : DEFAULT_MAX_FETCHES,
    .ignore_robots = options->ignore_robots,
    .clock = options->clock,
    .clock_data = options->clock_data,
    .emit = emit,
    .emit_data = self,
  };
  return self;
}
