/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/activity/exm-run-list.h"

#include <string.h>

struct _ExmRunList
{
  ExmPagedList parent_instance;

  char *task_uid; /* (owned) (nullable) */
  gboolean failed_only;
  gboolean asked; /* for anything */
};

G_DEFINE_FINAL_TYPE (ExmRunList, exm_run_list, EXM_TYPE_PAGED_LIST)

static void
make_query (ExmPagedList *list, GObject *last, guint limit, ExmStoreQuery *query)
{
  ExmRunList *self = EXM_RUN_LIST (list);

  query->kind = EXM_READ_RUNS;
  query->uid = self->task_uid;
  query->failed_only = self->failed_only;
  if (last != NULL)
    query->id = exm_run_item_get_run (EXM_RUN_ITEM (last))->id;
  query->limit = limit;
}

static GObject *
make_item (ExmPagedList *list, gpointer row)
{
  return G_OBJECT (exm_run_item_new (row));
}

static gboolean
is_same (GObject *item, gpointer row)
{
  const ExmRun *run = row;

  return exm_run_item_get_run (EXM_RUN_ITEM (item))->id == run->id;
}

static void
update_item (GObject *item, gpointer row)
{
  exm_run_item_update (EXM_RUN_ITEM (item), row);
}

static void
exm_run_list_finalize (GObject *object)
{
  g_free (EXM_RUN_LIST (object)->task_uid);
  G_OBJECT_CLASS (exm_run_list_parent_class)->finalize (object);
}

static void
exm_run_list_class_init (ExmRunListClass *klass)
{
  ExmPagedListClass *list_class = EXM_PAGED_LIST_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = exm_run_list_finalize;
  list_class->item_type = EXM_TYPE_RUN_ITEM;
  list_class->make_query = make_query;
  list_class->make_item = make_item;
  list_class->is_same = is_same;
  list_class->update_item = update_item;
}

static void
exm_run_list_init (ExmRunList *self)
{
}

ExmRunList *
exm_run_list_new (void)
{
  return g_object_new (EXM_TYPE_RUN_LIST, NULL);
}

void
exm_run_list_set_filter (ExmRunList *self, const char *uid, gboolean failed_only)
{
  if (self->asked && g_strcmp0 (uid, self->task_uid) == 0
      && failed_only == self->failed_only)
    return;
  char *copy = g_strdup (uid);
  g_free (self->task_uid);
  self->task_uid = copy;
  self->failed_only = failed_only;
  self->asked = TRUE;
  exm_paged_list_reset (EXM_PAGED_LIST (self));
}

/* The run of @uid that is under way. */
static ExmRunItem *
find_running (ExmRunList *self, const char *uid)
{
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (self));

  for (guint i = 0; i < n_items; i++)
    {
      ExmRunItem *item = EXM_RUN_ITEM (exm_paged_list_peek (EXM_PAGED_LIST (self), i));
      const ExmRun *run = exm_run_item_get_run (item);
      if (strcmp (run->state, "running") == 0 && g_strcmp0 (run->task_uid, uid) == 0)
        return item;
    }
  return NULL;
}

void
exm_run_list_take_event (ExmRunList *self, const ExmWorkerEvent *event)
{
  ExmRunItem *item = NULL;

  if (event->kind != EXM_WORKER_RUN_STARTED && event->kind != EXM_WORKER_RUN_PROGRESS
      && event->kind != EXM_WORKER_RUN_FINISHED)
    return;
  if (self->task_uid != NULL && g_strcmp0 (event->task_uid, self->task_uid) != 0)
    return;
  if (event->kind == EXM_WORKER_RUN_PROGRESS)
    item = find_running (self, event->task_uid);
  if (item != NULL)
    exm_run_item_count (item, event);
  else
    exm_paged_list_refresh (EXM_PAGED_LIST (self));
}
