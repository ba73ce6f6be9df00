/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "exm-worker-event.h"

ExmWorkerEvent *
exm_worker_event_new (ExmWorkerEventKind kind)
{
  ExmWorkerEvent *self = g_new0 (ExmWorkerEvent, 1);

  self->kind = kind;
  return self;
}

ExmWorkerEvent *
exm_worker_event_copy (const ExmWorkerEvent *event)
{
  ExmWorkerEvent *self = g_new (ExmWorkerEvent, 1);

  *self = *event;
  self->task_uid = g_strdup (event->task_uid);
  self->task_name = g_strdup (event->task_name);
  self->url = g_strdup (event->url);
  self->message = g_strdup (event->message);
  self->state = g_strdup (event->state);
  return self;
}

void
exm_worker_event_free (ExmWorkerEvent *event)
{
  g_free (event->task_uid);
  g_free (event->task_name);
  g_free (event->url);
  g_free (event->message);
  g_free (event->state);
  g_free (event);
}
