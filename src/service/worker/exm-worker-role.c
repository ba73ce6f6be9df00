/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Role of a worker: it collects, or another process does, whose events are told here
 * then, and to which requests go. When that ends, one of its followers takes over. */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "worker/exm-worker-private.h"

#include <string.h>

/* Between two looks for the role or for the one who has it: from the first to the last,
 * each twice as long. The kernel tells when a link breaks, so this is for the time
 * between somebody's end and the next one's beginning. */
#define FIRST_RETRY_MS 50u
#define LAST_RETRY_MS 2000u

/* How long a worker that does not share waits for the lock of a process that died. */
#define TAKE_OVER_MS 2000u

static void look_later (ExmWorker *self, guint wait_ms);

static void
tell (ExmWorker *self, const char *message)
{
  ExmWorkerEvent *event = exm_worker_event_new (EXM_WORKER_NOTICE);

  event->message = g_strdup (message);
  exm_worker_deliver (self, event);
}

static void
do_command (ExmWorker *self, ExmControlCommand command, const char *uid)
{
  ExmCore *core = &self->core;

  if (command == EXM_CONTROL_RUN)
    {
      /* A run by hand tries quarantined sources again. */
      exm_core_lift_sources (core, uid);
      exm_core_start_run (core, uid);
    }
  else if (command == EXM_CONTROL_STOP_RUN)
    exm_core_stop_run (core, uid);
  else if (command == EXM_CONTROL_WAKE)
    exm_core_refresh (core);
  exm_core_step (core);
}

/* Answers a command of another process. */
static char *
on_control (ExmControlCommand command, const char *uid, gpointer data, GError **error)
{
  ExmWorker *self = data;

  if (self->core.stopping)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "the worker ends");
      return NULL;
    }
  if (command == EXM_CONTROL_STATUS)
    return g_strdup_printf ("%u", self->core.n_active);
  if (command == EXM_CONTROL_STOP)
    {
      self->stop_asked = TRUE;
      g_main_context_wakeup (self->inside);
      return NULL;
    }
  do_command (self, command, uid);
  return NULL;
}

void
exm_worker_command (ExmWorker *self, ExmControlCommand command, const char *uid)
{
  static const char *const NAMES[] = {
    [EXM_CONTROL_WAKE] = "wake",
    [EXM_CONTROL_RUN] = "run ",
    [EXM_CONTROL_STOP_RUN] = "stop-run ",
  };
  g_autofree char *line = NULL;

  g_return_if_fail (command <= EXM_CONTROL_STOP_RUN);
  if (self->role != NULL)
    {
      do_command (self, command, uid);
      return;
    }
  line = g_strconcat (NAMES[command], uid, NULL);
  if (self->link != NULL)
    exm_control_link_send (self->link, line);
  else
    g_ptr_array_add (self->unsent, g_steal_pointer (&line));
  if (self->link == NULL && command == EXM_CONTROL_WAKE)
    exm_worker_deliver (self, exm_worker_event_new (EXM_WORKER_CHANGED));
}

static void
on_link_event (ExmWorkerEvent *event, gpointer data)
{
  exm_worker_deliver (data, event);
}

static void
on_link_refused (const char *message, gpointer data)
{
  tell (data, message);
}

/* Requests that were not answered go to whoever has the role next. */
static void
on_link_closed (const GPtrArray *unanswered, gpointer data)
{
  ExmWorker *self = data;

  for (guint i = 0; i < unanswered->len; i++)
    if (strcmp (g_ptr_array_index (unanswered, i), "watch") != 0)
      g_ptr_array_add (self->unsent, g_strdup (g_ptr_array_index (unanswered, i)));
  g_clear_pointer (&self->link, exm_control_link_free);
  self->retry_ms = FIRST_RETRY_MS;
  look_later (self, 0);
}

static const ExmControlLinkFuncs link_funcs
    = { .event = on_link_event, .refused = on_link_refused, .closed = on_link_closed };

static void
send_unsent (ExmWorker *self)
{
  g_autoptr (GPtrArray) lines = g_steal_pointer (&self->unsent);

  self->unsent = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < lines->len; i++)
    {
      const char *line = g_ptr_array_index (lines, i);
      const char *uid = strchr (line, ' ');
      if (self->link != NULL)
        exm_control_link_send (self->link, line);
      else if (self->role == NULL)
        g_ptr_array_add (self->unsent, g_strdup (line));
      else if (g_str_has_prefix (line, "run "))
        do_command (self, EXM_CONTROL_RUN, uid + 1);
      else if (g_str_has_prefix (line, "stop-run "))
        do_command (self, EXM_CONTROL_STOP_RUN, uid + 1);
    }
}

/* Without the socket the work goes on; other processes only cannot reach it. */
static void
listen_to_others (ExmWorker *self)
{
  g_autoptr (GError) error = NULL;

  self->socket
      = exm_control_socket_new (self->role, self->inside, on_control, self, &error);
  if (self->socket == NULL)
    tell (self, error->message);
}

static gboolean
collect (ExmWorker *self, ExmRoleLock *role, GError **error)
{
  if (!exm_core_collect (&self->core, error))
    {
      exm_role_lock_free (role);
      return FALSE;
    }
  self->role = role;
  g_atomic_int_set (&self->collecting, TRUE);
  listen_to_others (self);
  return TRUE;
}

/* On the thread, while another process has the role or is about to. */
static gboolean
look_for_role (gpointer data)
{
  ExmWorker *self = data;
  g_autoptr (GError) error = NULL;
  ExmRoleLock *role = exm_role_lock_take (self->options.folder, &error);

  g_clear_pointer (&self->retry, g_source_unref);
  if (role != NULL && collect (self, role, &error))
    {
      send_unsent (self);
      /* The store is shown as it is after the role changed hands. */
      exm_worker_deliver (self, exm_worker_event_new (EXM_WORKER_CHANGED));
      exm_core_step (&self->core);
      return G_SOURCE_REMOVE;
    }
  if (!g_error_matches (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_BUSY)
      && self->retry_ms == FIRST_RETRY_MS)
    tell (self, error->message);
  self->link = exm_control_link_new (self->options.folder, self->inside, &link_funcs,
                                     self, NULL);
  if (self->link != NULL)
    send_unsent (self);
  else
    {
      look_later (self, self->retry_ms);
      self->retry_ms = MIN (2 * self->retry_ms, LAST_RETRY_MS);
    }
  return G_SOURCE_REMOVE;
}

static void
look_later (ExmWorker *self, guint wait_ms)
{
  if (self->retry != NULL || self->core.stopping)
    return;
  self->retry = g_timeout_source_new (wait_ms);
  g_source_set_callback (self->retry, look_for_role, self, NULL);
  g_source_attach (self->retry, self->inside);
}

gboolean
exm_worker_enter_role (ExmWorker *self, GError **error)
{
  gboolean shares = self->options.share && !self->options.once;
  g_autoptr (GError) busy = NULL;
  ExmRoleLock *role
      = exm_role_lock_take_over (self->options.folder, shares ? 0 : TAKE_OVER_MS, &busy);

  if (role == NULL
      && (!shares || !g_error_matches (busy, EXM_WORKER_ERROR, EXM_WORKER_ERROR_BUSY)))
    {
      g_propagate_error (error, g_steal_pointer (&busy));
      return FALSE;
    }
  if (!exm_core_open (&self->core, role != NULL, error))
    {
      g_clear_pointer (&role, exm_role_lock_free);
      return FALSE;
    }
  if (role != NULL && !collect (self, role, error))
    {
      exm_core_close (&self->core);
      return FALSE;
    }
  self->retry_ms = FIRST_RETRY_MS;
  if (role == NULL)
    look_later (self, 0);
  return TRUE;
}

void
exm_worker_leave_role (ExmWorker *self)
{
  g_clear_pointer (&self->socket, exm_control_socket_free);
  g_clear_pointer (&self->link, exm_control_link_free);
  if (self->retry != NULL)
    g_source_destroy (self->retry);
  g_clear_pointer (&self->retry, g_source_unref);
  g_atomic_int_set (&self->collecting, FALSE);
  g_clear_pointer (&self->role, exm_role_lock_free);
}
