/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/activity/exm-run-item.h"

struct _ExmRunItem
{
  GObject parent_instance;

  ExmRun *run; /* (owned) */
  guint n_done;
  guint n_pages;
};

enum
{
  PROP_0,
  PROP_RUN,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ExmRunItem, exm_run_item, G_TYPE_OBJECT)

static void
exm_run_item_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_RUN)
    g_value_set_pointer (value, EXM_RUN_ITEM (object)->run);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
exm_run_item_finalize (GObject *object)
{
  exm_run_unref (EXM_RUN_ITEM (object)->run);
  G_OBJECT_CLASS (exm_run_item_parent_class)->finalize (object);
}

static void
exm_run_item_class_init (ExmRunItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = exm_run_item_get_property;
  object_class->finalize = exm_run_item_finalize;
  properties[PROP_RUN] = g_param_spec_pointer ("run", NULL, NULL,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
exm_run_item_init (ExmRunItem *self)
{
}

ExmRunItem *
exm_run_item_new (ExmRun *run)
{
  ExmRunItem *self = g_object_new (EXM_TYPE_RUN_ITEM, NULL);

  self->run = exm_run_ref (run);
  return self;
}

void
exm_run_item_update (ExmRunItem *self, ExmRun *run)
{
  exm_run_ref (run);
  exm_run_unref (self->run);
  self->run = run;
  /* Without the worker's word: sources are fetched too, so this is an upper bound. */
  if (self->n_pages == 0)
    {
      self->n_pages = run->counts.n_new + run->counts.n_older;
      self->n_done = MIN (run->counts.n_fetched + run->counts.n_failed, self->n_pages);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUN]);
}

const ExmRun *
exm_run_item_get_run (ExmRunItem *self)
{
  return self->run;
}

void
exm_run_item_count (ExmRunItem *self, const ExmWorkerEvent *event)
{
  g_autoptr (ExmRun) run = exm_run_new ();

  run->id = self->run->id;
  run->task_uid = g_strdup (self->run->task_uid);
  run->started_usec = self->run->started_usec;
  run->finished_usec = self->run->finished_usec;
  run->state = g_strdup (self->run->state);
  run->message = g_strdup (self->run->message);
  run->counts = self->run->counts;
  run->counts.n_found = event->n_found;
  run->counts.n_new = event->n_new;
  run->counts.n_articles = event->n_articles;
  run->counts.n_flagged = event->n_flagged;
  run->counts.n_failed = event->n_failed;
  run->counts.n_passed = event->n_passed;
  run->counts.n_older = event->n_older;
  run->counts.n_backlog = event->n_backlog;
  run->counts.n_backlog_flagged = event->n_backlog_flagged;
  self->n_pages = event->n_new + event->n_older;
  self->n_done = MIN (event->n_done, self->n_pages);
  exm_run_item_update (self, run);
}

void
exm_run_item_get_progress (ExmRunItem *self, guint *n_done, guint *n_pages)
{
  *n_done = self->n_done;
  *n_pages = self->n_pages;
}
