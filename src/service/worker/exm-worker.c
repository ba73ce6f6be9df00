/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "worker/exm-worker-private.h"

#include "base/exm-limits.h"
#include "fetch/exm-address.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

/* Heaps that malloc() makes for threads. Pages wander through the threads of a pool, and
 * each heap keeps the most that it ever held: with eight a processor, the memory of a
 * worker grows for hours. */
#define MAX_HEAPS 2

/* A block of as many bytes has pages of its own, which go back to the system with it. By
 * itself malloc() takes more and more of them from the heap, once it has freed a large
 * one, and what lies between them stays. */
#define MIN_OWN_PAGES (128 * 1024)

/* Articles between two times that memory is given back. What pages leave free between
 * things that stay is used again in part only. */
#define TRIM_ARTICLES 32u

#define DEFAULT_MAX_FETCHES 8u

/* Shorter than a lease. */
#define DEFAULT_JOB_TIMEOUT_MS (10u * 60 * 1000)
G_STATIC_ASSERT (DEFAULT_JOB_TIMEOUT_MS *G_GINT64_CONSTANT (1000) < EXM_CORE_LEASE_USEC);

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

/* Gives memory back that what comes next may not need. */
static void
trim_memory (ExmWorker *self, const ExmWorkerEvent *event)
{
  self->n_since_trim += event->kind == EXM_WORKER_ARTICLE;
  if (event->kind != EXM_WORKER_RUN_FINISHED && self->n_since_trim < TRIM_ARTICLES)
    return;
  self->n_since_trim = 0;
#ifdef __GLIBC__
  malloc_trim (0);
#endif
}

void
exm_worker_deliver (ExmWorker *self, ExmWorkerEvent *event)
{
  Delivery *delivery = g_new0 (Delivery, 1);

  trim_memory (self, event);
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
emit (ExmWorkerEvent *event, gpointer data)
{
  exm_worker_deliver (data, event);
}

static void
set_stage (ExmWorker *self, ExmWorkerStage stage, GError *error)
{
  g_mutex_lock (&self->lock);
  self->stage = stage;
  if (error != NULL)
    self->error = error;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
}

static void
work (ExmWorker *self)
{
  /* A single round includes requests from before the start. */
  while (g_main_context_iteration (self->inside, FALSE))
    ;
  gboolean busy = exm_core_step (&self->core);

  while (!self->stop_asked && (busy || !self->options.once))
    {
      g_main_context_iteration (self->inside, TRUE);
      /* Work under way ends with a step of its own. */
      if (self->options.once && !exm_core_is_at_work (&self->core))
        busy = exm_core_step (&self->core);
    }
}

/* Nobody is left without an answer: what comes from now on is refused by its caller, and
 * what came before is told that it is too late. */
static void
end_work (ExmWorker *self)
{
  self->core.stopping = TRUE;
  set_stage (self, EXM_WORKER_STOPPED, NULL);
  exm_worker_drain_requests (self);
  while (g_main_context_iteration (self->inside, FALSE))
    ;
  exm_core_close (&self->core);
  ExmWorkerEvent *ended = exm_worker_event_new (EXM_WORKER_ENDED);
  if (self->options.once && self->core.store_failed)
    ended->state = g_strdup ("failed");
  exm_worker_deliver (self, ended);
  exm_worker_leave_role (self);
}

static gpointer
run (gpointer data)
{
  ExmWorker *self = data;
  GError *error = NULL;

  g_main_context_push_thread_default (self->inside);
  self->core.thread = g_thread_self ();
  if (exm_worker_enter_role (self, &error))
    {
      set_stage (self, EXM_WORKER_RUNNING, NULL);
      work (self);
      end_work (self);
    }
  else
    set_stage (self, EXM_WORKER_FAILED, error);
  g_main_context_pop_thread_default (self->inside);
  return NULL;
}

gboolean
exm_worker_start (ExmWorker *self, GError **error)
{
  g_return_val_if_fail (EXM_IS_WORKER (self), FALSE);
  g_return_val_if_fail (self->stage == EXM_WORKER_NOT_STARTED, FALSE);

  self->stage = EXM_WORKER_STARTING;
#ifdef __GLIBC__
  mallopt (M_ARENA_MAX, MAX_HEAPS);
  mallopt (M_MMAP_THRESHOLD, MIN_OWN_PAGES);
#endif
  self->thread = g_thread_new ("worker", run, self);
  g_mutex_lock (&self->lock);
  while (self->stage == EXM_WORKER_STARTING)
    g_cond_wait (&self->changed, &self->lock);
  gboolean good = self->stage != EXM_WORKER_FAILED;
  if (!good)
    g_propagate_error (error, g_steal_pointer (&self->error));
  g_mutex_unlock (&self->lock);
  if (!good)
    g_thread_join (g_steal_pointer (&self->thread));
  return good;
}

static void
attach_call (ExmWorker *self, GSourceFunc func, gpointer data, GDestroyNotify free_data)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, func, data, free_data);
  g_source_attach (source, self->inside);
}

void
exm_worker_call (ExmWorker *self,
                 GSourceFunc func,
                 gpointer data,
                 GDestroyNotify free_data)
{
  attach_call (self, func, data, free_data);
}

gboolean
exm_worker_try_call (ExmWorker *self,
                     GSourceFunc func,
                     gpointer data,
                     GDestroyNotify free_data)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  if (self->stage != EXM_WORKER_RUNNING)
    return FALSE;
  attach_call (self, func, data, free_data);
  return TRUE;
}

static gboolean
on_stop (gpointer data)
{
  ((ExmWorker *) data)->stop_asked = TRUE;
  return G_SOURCE_REMOVE;
}

void
exm_worker_stop (ExmWorker *self)
{
  g_return_if_fail (EXM_IS_WORKER (self));

  if (self->thread == NULL)
    return;
  exm_worker_call (self, on_stop, self, NULL);
  g_thread_join (g_steal_pointer (&self->thread));
}

gboolean
exm_worker_get_collecting (ExmWorker *self)
{
  g_return_val_if_fail (EXM_IS_WORKER (self), FALSE);
  return g_atomic_int_get (&self->collecting);
}

static ExmWorkerNetwork
get_network (const char *host, gpointer data)
{
  ExmWorker *self = data;

  if (exm_host_is_private_literal (host) || g_ascii_strcasecmp (host, "localhost") == 0)
    return EXM_WORKER_NETWORK_UNUSED;
  return (ExmWorkerNetwork) g_atomic_int_get (&self->network);
}

static gboolean
on_network (gpointer data)
{
  exm_core_step (&((ExmWorker *) data)->core);
  return G_SOURCE_REMOVE;
}

/* In whatever thread the monitor lives. */
static void
on_network_changed (GNetworkMonitor *monitor, gboolean available, gpointer data)
{
  ExmWorker *self = data;
  ExmWorkerNetwork network = EXM_WORKER_NETWORK_THERE;

  if (!available)
    network = EXM_WORKER_NETWORK_NONE;
  else if (g_network_monitor_get_connectivity (monitor) == G_NETWORK_CONNECTIVITY_PORTAL)
    network = EXM_WORKER_NETWORK_PORTAL;
  g_atomic_int_set (&self->network, (gint) network);
  exm_worker_try_call (self, on_network, self, NULL);
}

static void
watch_network (ExmWorker *self)
{
  self->monitor = g_object_ref (g_network_monitor_get_default ());
  g_signal_connect (self->monitor, "network-changed", G_CALLBACK (on_network_changed),
                    self);
  on_network_changed (self->monitor,
                      g_network_monitor_get_network_available (self->monitor), self);
}

static void
exm_worker_dispose (GObject *object)
{
  ExmWorker *self = EXM_WORKER (object);

  /* Events on their way to the other side find nobody there. */
  self->func = NULL;
  if (self->monitor != NULL)
    g_signal_handlers_disconnect_by_data (self->monitor, self);
  g_clear_object (&self->monitor);
  exm_worker_stop (self);
  G_OBJECT_CLASS (exm_worker_parent_class)->dispose (object);
}

static void
exm_worker_finalize (GObject *object)
{
  ExmWorker *self = EXM_WORKER (object);

  g_free ((char *) self->options.folder);
  g_free ((char *) self->options.icons);
  g_clear_error (&self->error);
  g_ptr_array_unref (self->unsent);
  g_ptr_array_unref (self->fetches);
  g_main_context_unref (self->inside);
  g_main_context_unref (self->context);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->changed);
  g_clear_object (&self->core.renderer);
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
  self->unsent = g_ptr_array_new_with_free_func (g_free);
  self->fetches = g_ptr_array_new ();
  g_mutex_init (&self->lock);
  g_cond_init (&self->changed);
}

ExmWorker *
exm_worker_new (const ExmWorkerOptions *options, ExmWorkerFunc func, gpointer data)
{
  ExmWorker *self = g_object_new (EXM_TYPE_WORKER, NULL);

  self->options = *options;
  self->options.folder = g_strdup (options->folder);
  self->options.icons = g_strdup (options->icons);
  self->func = func;
  self->func_data = data;
  self->core = (ExmCore){
    .context = self->inside,
    .folder = (char *) self->options.folder,
    .icons_folder = self->options.icons,
    .max_fetches = options->max_fetches > 0 ? options->max_fetches : DEFAULT_MAX_FETCHES,
    .renderer = options->renderer != NULL ? g_object_ref (options->renderer) : NULL,
    .job_timeout_ms
    = options->job_timeout_ms > 0 ? options->job_timeout_ms : DEFAULT_JOB_TIMEOUT_MS,
    .watchdog_ms
    = options->watchdog_ms > 0 ? options->watchdog_ms : EXM_WATCHDOG_SECONDS * 1000u,
    .ignore_robots = options->ignore_robots,
    .once = options->once,
    .get_free = options->get_free,
    .get_free_data = options->get_free_data,
    .clock = options->clock,
    .clock_data = options->clock_data,
    .network = options->network != NULL ? options->network : get_network,
    .network_data = options->network != NULL ? options->network_data : self,
    .emit = emit,
    .emit_data = self,
  };
  if (options->network == NULL)
    watch_network (self);
  return self;
}
