/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Structure shared by the files of a worker. "The thread" is the worker's. */

#pragma once

#include "control/exm-control-link.h"
#include "control/exm-control-socket.h"
#include "control/exm-role-lock.h"
#include "worker/exm-core.h"
#include "worker/exm-worker.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_WORKER_NOT_STARTED,
  EXM_WORKER_STARTING,
  EXM_WORKER_RUNNING,
  EXM_WORKER_FAILED,
  EXM_WORKER_STOPPED,
} ExmWorkerStage;

struct _ExmWorker
{
  GObject parent_instance;

  ExmWorkerOptions options; /* its folders are owned */
  ExmWorkerFunc func;
  gpointer func_data;    /* (unowned) */
  GMainContext *context; /* (owned): where events go */
  GThread *thread;       /* (owned) (nullable) */
  GMainContext *inside;  /* (owned): the thread's */

  GMutex lock; /* of what follows: both sides of the start and the end meet here */
  GCond changed;
  ExmWorkerStage stage;
  GError *error; /* (owned) (nullable): why it did not start */

  /* The thread's alone. */
  ExmCore core;
  ExmRoleLock *role;        /* (owned) (nullable): %NULL: another process collects */
  ExmControlSocket *socket; /* (owned) (nullable): with the role */
  ExmControlLink *link;     /* (owned) (nullable): without it, to the one who has it */
  GSource *retry;           /* (owned) (nullable): to look for role or link */
  guint retry_ms;
  GPtrArray *unsent;  /* (owned) (element-type utf8): asked for without role and link */
  GPtrArray *fetches; /* (unowned) (element-type GCancellable): under way */
  guint n_since_trim; /* articles told since memory was given back */
  gboolean stop_asked;
  GNetworkMonitor *monitor; /* (owned) (nullable): unless the options have another */
  gint network;             /* atomic: an ExmWorkerNetwork, as it told last */
  gint collecting;          /* atomic: role != NULL, for others */
};

/* exm-worker.c */

/* On the thread: has @event (transfer full) told on the other side. */
void exm_worker_deliver (ExmWorker *self, ExmWorkerEvent *event);

/* Has @func called on the thread with @data, which @free_data frees there. */
void exm_worker_call (ExmWorker *self,
                      GSourceFunc func,
                      gpointer data,
                      GDestroyNotify free_data);

/**
 * exm_worker_try_call:
 *
 * As exm_worker_call().
 *
 * Returns: %FALSE if the worker does not run, and nothing was done
 */
gboolean exm_worker_try_call (ExmWorker *self,
                              GSourceFunc func,
                              gpointer data,
                              GDestroyNotify free_data);

/* exm-worker-role.c; on the thread */

/* Takes the role, or follows the one who has it; opens the store. */
gboolean exm_worker_enter_role (ExmWorker *self, GError **error);

/* Nobody can reach the worker any more, and it follows nobody. */
void exm_worker_leave_role (ExmWorker *self);

/* Does @command of the control socket, or has it done by the one who collects. */
void exm_worker_command (ExmWorker *self, ExmControlCommand command, const char *uid);

/* exm-worker-request.c; on the thread */

/* Cancels what is under way and waits for it. */
void exm_worker_drain_requests (ExmWorker *self);

G_END_DECLS
