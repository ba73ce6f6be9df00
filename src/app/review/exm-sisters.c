/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/review/exm-sisters.h"

/* Begins one of a task's two ways. */
typedef void (*Step) (ExmHealing *healing, GAsyncReadyCallback callback, gpointer data);

struct _ExmSisters
{
  GObject parent_instance;

  GPtrArray *all;    /* (owned) (element-type ExmHealing) */
  GPtrArray *healed; /* (owned) (element-type ExmHealing): those that could be */
  GPtrArray *queue;  /* (unowned): of these, the one that is worked through */
  Step step;
  guint next;     /* of that */
  GError *failed; /* (owned) (nullable): the first one */
};

G_DEFINE_FINAL_TYPE (ExmSisters, exm_sisters, G_TYPE_OBJECT)

static void
exm_sisters_finalize (GObject *object)
{
  ExmSisters *self = EXM_SISTERS (object);

  g_ptr_array_unref (self->all);
  g_ptr_array_unref (self->healed);
  g_clear_error (&self->failed);
  G_OBJECT_CLASS (exm_sisters_parent_class)->finalize (object);
}

static void
exm_sisters_class_init (ExmSistersClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = exm_sisters_finalize;
}

static void
exm_sisters_init (ExmSisters *self)
{
  self->healed = g_ptr_array_new_with_free_func (g_object_unref);
}

ExmSisters *
exm_sisters_new (ExmHealing *healing)
{
  g_autoptr (GPtrArray) all = exm_healing_make_sisters (healing);

  if (all->len == 0)
    return NULL;
  ExmSisters *self = g_object_new (EXM_TYPE_SISTERS, NULL);
  self->all = g_steal_pointer (&all);
  return self;
}

guint
exm_sisters_get_n (ExmSisters *self)
{
  return self->all->len;
}

guint
exm_sisters_count_healed (ExmSisters *self)
{
  return self->healed->len;
}

guint
exm_sisters_count_articles (ExmSisters *self)
{
  guint n = 0;

  for (guint i = 0; i < self->healed->len; i++)
    n += exm_healing_get_n_done (self->healed->pdata[i]);
  return n;
}

static void on_step_over (GObject *source, GAsyncResult *result, gpointer data);

/* @task: (transfer full) */
static void
go_on (ExmSisters *self, GTask *task)
{
  if (self->next < self->queue->len)
    {
      self->step (self->queue->pdata[self->next], on_step_over, task);
      return;
    }
  if (self->failed != NULL)
    g_task_return_error (task, g_steal_pointer (&self->failed));
  else
    g_task_return_boolean (task, TRUE);
  g_object_unref (task);
}

static void
on_step_over (GObject *source, GAsyncResult *result, gpointer data)
{
  ExmSisters *self = g_task_get_source_object (data);
  ExmHealing *healing = EXM_HEALING (source);
  g_autoptr (GError) error = NULL;

  if (!exm_healing_finish (healing, result, &error))
    {
      if (self->failed == NULL)
        self->failed = g_steal_pointer (&error);
    }
  else if (self->queue == self->all)
    g_ptr_array_add (self->healed, g_object_ref (healing));
  self->next++;
  go_on (self, data);
}

static void
start (ExmSisters *self,
       GPtrArray *queue,
       Step step,
       GAsyncReadyCallback callback,
       gpointer data)
{
  GTask *task = g_task_new (self, NULL, callback, data);

  g_task_set_source_tag (task, start);
  self->queue = queue;
  self->step = step;
  self->next = 0;
  go_on (self, task);
}

void
exm_sisters_run_async (ExmSisters *self, GAsyncReadyCallback callback, gpointer data)
{
  g_return_if_fail (EXM_IS_SISTERS (self));
  g_return_if_fail (self->queue == NULL);
  start (self, self->all, exm_healing_run_async, callback, data);
}

void
exm_sisters_undo_async (ExmSisters *self, GAsyncReadyCallback callback, gpointer data)
{
  g_return_if_fail (EXM_IS_SISTERS (self));
  g_return_if_fail (self->queue == self->all);
  start (self, self->healed, exm_healing_undo_async, callback, data);
}
