/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/session/exm-task-item.h"

#include <string.h>

struct _ExmTaskItem
{
  GObject parent_instance;

  ExmTaskInfo *info; /* (owned) */
  gboolean running;
  guint n_done;
  guint n_new;
  guint daily[EXM_DAILY_DAYS];
  guint n_daily; /* how often these were set */
};

enum
{
  PROP_0,
  PROP_UID,
  PROP_NAME,
  PROP_GROUP,
  PROP_PAUSED,
  PROP_RUNNING,
  PROP_NEXT_DUE,
  PROP_LAST_RUN,
  PROP_LAST_STATE,
  PROP_LAST_MESSAGE,
  PROP_N_ARTICLES,
  PROP_N_FLAGGED,
  PROP_N_UNREAD,
  PROP_N_DONE,
  PROP_N_NEW,
  PROP_STATE,
  PROP_NEEDS_YOU,
  PROP_PROBLEM,
  PROP_DAILY,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ExmTaskItem, exm_task_item, G_TYPE_OBJECT)

static void
exm_task_item_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  ExmTaskItem *self = EXM_TASK_ITEM (object);

  switch (id)
    {
    case PROP_UID:
      g_value_set_string (value, self->info->uid);
      break;
    case PROP_NAME:
      g_value_set_string (value, self->info->name);
      break;
    case PROP_GROUP:
      g_value_set_string (value, self->info->group);
      break;
    case PROP_PAUSED:
      g_value_set_boolean (value, self->info->paused);
      break;
    case PROP_RUNNING:
      g_value_set_boolean (value, self->running);
      break;
    case PROP_NEXT_DUE:
      g_value_set_int64 (value, self->info->next_due_usec);
      break;
    case PROP_LAST_RUN:
      g_value_set_int64 (value, self->info->last_run_usec);
      break;
    case PROP_LAST_STATE:
      g_value_set_string (value, self->info->last_run_state);
      break;
    case PROP_LAST_MESSAGE:
      g_value_set_string (value, self->info->last_run_message);
      break;
    case PROP_N_ARTICLES:
      g_value_set_uint (value, self->info->n_articles);
      break;
    case PROP_N_FLAGGED:
      g_value_set_uint (value, self->info->n_flagged);
      break;
    case PROP_N_UNREAD:
      g_value_set_uint (value, self->info->n_unread);
      break;
    case PROP_N_DONE:
      g_value_set_uint (value, self->n_done);
      break;
    case PROP_N_NEW:
      g_value_set_uint (value, self->n_new);
      break;
    case PROP_DAILY:
      g_value_set_uint (value, self->n_daily);
      break;
    case PROP_STATE:
      g_value_set_uint (value, exm_task_item_get_state (self));
      break;
    case PROP_NEEDS_YOU:
      g_value_set_boolean (value, exm_task_item_get_needs_you (self));
      break;
    case PROP_PROBLEM:
      g_value_set_pointer (value, (gpointer) exm_task_item_get_problem (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
exm_task_item_finalize (GObject *object)
{
  ExmTaskItem *self = EXM_TASK_ITEM (object);

  g_clear_pointer (&self->info, exm_task_info_unref);
  G_OBJECT_CLASS (exm_task_item_parent_class)->finalize (object);
}

static void
install_string (guint id, const char *name)
{
  properties[id] = g_param_spec_string (name, NULL, NULL, NULL,
                                        G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
}

static void
install_number (guint id, const char *name)
{
  properties[id] = g_param_spec_uint (name, NULL, NULL, 0, G_MAXUINT, 0,
                                      G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
}

static void
install_flag (guint id, const char *name)
{
  properties[id] = g_param_spec_boolean (name, NULL, NULL, FALSE,
                                         G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
}

static void
install_time (guint id, const char *name)
{
  properties[id] = g_param_spec_int64 (name, NULL, NULL, 0, G_MAXINT64, 0,
                                       G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
}

static void
exm_task_item_class_init (ExmTaskItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = exm_task_item_get_property;
  object_class->finalize = exm_task_item_finalize;
  install_string (PROP_UID, "uid");
  install_string (PROP_NAME, "name");
  install_string (PROP_GROUP, "group");
  install_flag (PROP_PAUSED, "paused");
  install_flag (PROP_RUNNING, "running");
  install_time (PROP_NEXT_DUE, "next-due");
  install_time (PROP_LAST_RUN, "last-run");
  install_string (PROP_LAST_STATE, "last-state");
  install_string (PROP_LAST_MESSAGE, "last-message");
  install_number (PROP_N_ARTICLES, "n-articles");
  install_number (PROP_N_FLAGGED, "n-flagged");
  install_number (PROP_N_UNREAD, "n-unread");
  install_number (PROP_N_DONE, "n-done");
  install_number (PROP_N_NEW, "n-new");
  install_number (PROP_STATE, "state");
  install_number (PROP_DAILY, "daily");
  install_flag (PROP_NEEDS_YOU, "needs-you");
  properties[PROP_PROBLEM] = g_param_spec_pointer (
      "trouble", NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
exm_task_item_init (ExmTaskItem *self)
{
}

ExmTaskItem *
exm_task_item_new (const ExmTaskInfo *info)
{
  ExmTaskItem *self = g_object_new (EXM_TYPE_TASK_ITEM, NULL);

  self->info = exm_task_info_ref ((ExmTaskInfo *) info);
  self->running = g_strcmp0 (info->last_run_state, "running") == 0;
  return self;
}

static void
notify (ExmTaskItem *self, guint id)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[id]);
}

static void
set_running (ExmTaskItem *self, gboolean running)
{
  if (self->running == running)
    return;
  self->running = running;
  notify (self, PROP_RUNNING);
}

static void
notify_state (ExmTaskItem *self, ExmTaskState before)
{
  ExmTaskState now = exm_task_item_get_state (self);

  if (now == before)
    return;
  notify (self, PROP_STATE);
  notify (self, PROP_NEEDS_YOU);
}

void
exm_task_item_update (ExmTaskItem *self, const ExmTaskInfo *info)
{
  g_return_if_fail (EXM_IS_TASK_ITEM (self));

  g_autoptr (ExmTaskInfo) old = self->info;
  ExmTaskState state = exm_task_item_get_state (self);

  g_object_freeze_notify (G_OBJECT (self));
  self->info = exm_task_info_ref ((ExmTaskInfo *) info);
  set_running (self, g_strcmp0 (info->last_run_state, "running") == 0);
  if (g_strcmp0 (old->name, info->name) != 0)
    notify (self, PROP_NAME);
  if (g_strcmp0 (old->group, info->group) != 0)
    notify (self, PROP_GROUP);
  if (old->paused != info->paused)
    notify (self, PROP_PAUSED);
  if (old->next_due_usec != info->next_due_usec)
    notify (self, PROP_NEXT_DUE);
  if (old->last_run_usec != info->last_run_usec)
    notify (self, PROP_LAST_RUN);
  if (g_strcmp0 (old->last_run_state, info->last_run_state) != 0)
    notify (self, PROP_LAST_STATE);
  if (g_strcmp0 (old->last_run_message, info->last_run_message) != 0)
    notify (self, PROP_LAST_MESSAGE);
  if (old->n_articles != info->n_articles)
    notify (self, PROP_N_ARTICLES);
  if (old->n_flagged != info->n_flagged)
    notify (self, PROP_N_FLAGGED);
  if (old->n_unread != info->n_unread)
    notify (self, PROP_N_UNREAD);
  if (!exm_problem_equal (&old->problem, &info->problem))
    {
      notify (self, PROP_PROBLEM);
      notify (self, PROP_NEEDS_YOU);
    }
  notify_state (self, state);
  g_object_thaw_notify (G_OBJECT (self));
}

void
exm_task_item_set_running (ExmTaskItem *self, gboolean running, guint n_done, guint n_new)
{
  g_return_if_fail (EXM_IS_TASK_ITEM (self));

  ExmTaskState state = exm_task_item_get_state (self);

  g_object_freeze_notify (G_OBJECT (self));
  set_running (self, running);
  if (self->n_done != n_done || self->n_new != n_new)
    {
      self->n_done = n_done;
      self->n_new = n_new;
      notify (self, PROP_N_DONE);
      notify (self, PROP_N_NEW);
    }
  notify_state (self, state);
  g_object_thaw_notify (G_OBJECT (self));
}

const guint *
exm_task_item_get_daily (ExmTaskItem *self)
{
  return self->daily;
}

void
exm_task_item_set_daily (ExmTaskItem *self, const guint *counts)
{
  if (memcmp (self->daily, counts, sizeof self->daily) == 0)
    return;
  memcpy (self->daily, counts, sizeof self->daily);
  self->n_daily++;
  notify (self, PROP_DAILY);
}

const char *
exm_task_item_get_uid (ExmTaskItem *self)
{
  return self->info->uid;
}

const char *
exm_task_item_get_name (ExmTaskItem *self)
{
  return self->info->name;
}

gboolean
exm_task_item_get_paused (ExmTaskItem *self)
{
  return self->info->paused;
}

gboolean
exm_task_item_get_running (ExmTaskItem *self)
{
  return self->running;
}

gboolean
exm_task_item_get_active (ExmTaskItem *self)
{
  return self->running || (!self->info->paused && self->info->next_due_usec != 0);
}

gint64
exm_task_item_get_next_due (ExmTaskItem *self)
{
  return self->info->next_due_usec;
}

guint
exm_task_item_get_n_unread (ExmTaskItem *self)
{
  return self->info->n_unread;
}

guint
exm_task_item_get_n_flagged (ExmTaskItem *self)
{
  return self->info->n_flagged;
}

guint
exm_task_item_get_n_articles (ExmTaskItem *self)
{
  return self->info->n_articles;
}

const char *
exm_task_item_get_last_message (ExmTaskItem *self)
{
  return self->info->last_run_message;
}

ExmTaskState
exm_task_item_get_state (ExmTaskItem *self)
{
  if (self->running)
    return EXM_TASK_STATE_RUNNING;
  if (g_strcmp0 (self->info->last_run_state, "failed") == 0)
    return EXM_TASK_STATE_FAILED;
  if (exm_task_item_count_needs (self) > 0)
    return EXM_TASK_STATE_REVIEW;
  return self->info->paused ? EXM_TASK_STATE_PAUSED : EXM_TASK_STATE_IDLE;
}

gboolean
exm_task_item_get_needs_you (ExmTaskItem *self)
{
  return exm_task_item_count_needs (self) > 0;
}

const ExmProblem *
exm_task_item_get_problem (ExmTaskItem *self)
{
  const ExmProblem *problem = &self->info->problem;

  return problem->kind != EXM_PROBLEM_NONE && !problem->ignored ? problem : NULL;
}

guint
exm_task_item_count_needs (ExmTaskItem *self)
{
  return self->info->n_flagged + (exm_task_item_get_problem (self) != NULL ? 1 : 0);
}
