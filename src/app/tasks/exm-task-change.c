/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/tasks/exm-task-change.h"

#include "setup/exm-group-defaults.h"
#include "setup/exm-group-rename.h"
#include "store/exm-store-trash.h"
#include "store/exm-store.h"

/* Time after which a slice ends; other writes and the collecting wait for it. */
#define SLICE_USEC (50 * G_TIME_SPAN_MILLISECOND)

struct _ExmTaskChange
{
  GObject parent_instance;

  ExmTaskChangeKind kind;
  GPtrArray *uids; /* (owned) (element-type utf8) */
  ExmTask *given;  /* (owned) (nullable) */
  char *group;     /* (owned) (nullable): that gets the value */
  gboolean all;    /* also tasks of it that have their own */

  /* Written on the worker's thread, one slice after the other. */
  guint next;            /* the first task that is not looked at yet */
  GPtrArray *done;       /* (owned) (element-type utf8): those that were changed */
  GPtrArray *befores;    /* (owned) (element-type ExmTask): as each of them was */
  GHashTable *last_runs; /* (owned) (nullable): of all tasks, where runs are planned */
  guint n_articles;
  ExmTask *group_before;    /* (owned) (nullable): what the group itself had */
  gboolean group_set;       /* it has the value now */
  ExmGroupRename *renaming; /* (owned) (nullable): of the group, once it has begun */
  gboolean over;
};

G_DEFINE_FINAL_TYPE (ExmTaskChange, exm_task_change, G_TYPE_OBJECT)

static void
exm_task_change_finalize (GObject *object)
{
  ExmTaskChange *self = EXM_TASK_CHANGE (object);

  g_ptr_array_unref (self->uids);
  g_clear_pointer (&self->given, exm_task_unref);
  g_clear_pointer (&self->group_before, exm_task_unref);
  g_clear_pointer (&self->renaming, exm_group_rename_free);
  g_free (self->group);
  g_ptr_array_unref (self->done);
  g_ptr_array_unref (self->befores);
  g_clear_pointer (&self->last_runs, g_hash_table_unref);
  G_OBJECT_CLASS (exm_task_change_parent_class)->finalize (object);
}

static void
exm_task_change_class_init (ExmTaskChangeClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = exm_task_change_finalize;
}

static void
exm_task_change_init (ExmTaskChange *self)
{
  self->uids = g_ptr_array_new_with_free_func (g_free);
  self->done = g_ptr_array_new_with_free_func (g_free);
  self->befores = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_task_unref);
}

ExmTaskChange *
exm_task_change_new (ExmTaskChangeKind kind, const GPtrArray *uids, ExmTaskFields *given)
{
  ExmTaskChange *self = g_object_new (EXM_TYPE_TASK_CHANGE, NULL);

  self->kind = kind;
  self->given = given != NULL ? exm_task_new (given) : NULL;
  for (guint i = 0; i < uids->len; i++)
    g_ptr_array_add (self->uids, g_strdup (uids->pdata[i]));
  return self;
}

ExmTaskChange *
exm_task_change_new_of_group (ExmTaskChangeKind kind,
                              const char *group,
                              ExmTaskFields *given,
                              gboolean all)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  ExmTaskChange *self = exm_task_change_new (kind, none, given);

  self->group = g_strdup (group);
  self->all = all;
  return self;
}

const char *
exm_task_change_get_group (ExmTaskChange *self)
{
  return self->group;
}

ExmTaskChangeKind
exm_task_change_get_kind (ExmTaskChange *self)
{
  return self->kind;
}

guint
exm_task_change_get_n_done (ExmTaskChange *self)
{
  return self->done->len;
}

guint
exm_task_change_get_n_articles (ExmTaskChange *self)
{
  return self->n_articles;
}

/* Exchanges what the change is about. */
static void
swap (ExmTaskChangeKind kind, ExmTaskFields *a, ExmTaskFields *b)
{
  ExmTaskFields old = *a;

  switch (kind)
    {
    case EXM_TASK_CHANGE_NAME:
      a->name = b->name;
      b->name = old.name;
      break;
    case EXM_TASK_CHANGE_GROUP:
      a->group = b->group;
      b->group = old.group;
      break;
    case EXM_TASK_CHANGE_SCHEDULE:
      a->schedule = b->schedule;
      b->schedule = old.schedule;
      break;
    case EXM_TASK_CHANGE_OUTPUTS:
      a->outputs = b->outputs;
      b->outputs = old.outputs;
      break;
    case EXM_TASK_CHANGE_PAUSED:
    case EXM_TASK_CHANGE_GROUP_NAME:
    case EXM_TASK_CHANGE_TRASH:
    default:
      g_return_if_reached ();
    }
}

/* Returns: (transfer full): @task with what the change is about as @from has it */
static ExmTask *
make_changed (ExmTaskChangeKind kind, const ExmTask *task, const ExmTask *from)
{
  g_auto (ExmTaskFields) fields = { 0 };
  g_auto (ExmTaskFields) given = { 0 };

  exm_task_fields_copy (task, &fields);
  exm_task_fields_copy (from, &given);
  swap (kind, &fields, &given);
  return exm_task_new (&fields);
}

static gboolean
read_last_runs (ExmTaskChange *self, ExmStore *store, GError **error)
{
  g_autoptr (GPtrArray) infos = exm_store_list_tasks (store, error);

  if (infos == NULL)
    return FALSE;
  self->last_runs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (guint i = 0; i < infos->len; i++)
    {
      const ExmTaskInfo *info = infos->pdata[i];
      g_hash_table_insert (self->last_runs, g_strdup (info->uid),
                           g_memdup2 (&info->last_run_usec, sizeof info->last_run_usec));
    }
  return TRUE;
}

static gboolean
plan (ExmTaskChange *self,
      ExmStore *store,
      const ExmTask *task,
      gint64 now_usec,
      GError **error)
{
  const ExmTaskFields *fields = exm_task_get (task);

  if (self->last_runs == NULL && !read_last_runs (self, store, error))
    return FALSE;
  const gint64 *last_usec = g_hash_table_lookup (self->last_runs, fields->uid);
  gint64 next = exm_schedule_get_next (fields->schedule,
                                       last_usec != NULL ? *last_usec : 0, now_usec);
  return exm_store_set_next_due (store, fields->uid, next == G_MAXINT64 ? 0 : next,
                                 error);
}

/* Stores the task with what @from has. @before: (out) (nullable) (transfer full): as it
 * was, if that was another one */
static gboolean
set_fields (ExmTaskChange *self,
            ExmStore *store,
            const char *uid,
            const ExmTask *from,
            gint64 now_usec,
            ExmTask **before,
            GError **error)
{
  g_autoptr (ExmTask) old = exm_store_get_task (store, uid, NULL, error);

  if (old == NULL)
    return FALSE;
  g_autoptr (ExmTask) task = make_changed (self->kind, old, from);
  if (exm_task_equal (task, old))
    return TRUE;
  if (!exm_task_check (task, error)
      || !exm_store_update_task (store, task, now_usec, NULL, error))
    return FALSE;
  *before = g_steal_pointer (&old);
  return self->kind != EXM_TASK_CHANGE_SCHEDULE
         || plan (self, store, task, now_usec, error);
}

/* Pauses or resumes the task as @from is. @before: as of set_fields() */
static gboolean
set_paused (ExmStore *store,
            const char *uid,
            const ExmTask *from,
            ExmTask **before,
            GError **error)
{
  g_autoptr (ExmTask) old = exm_store_get_task (store, uid, NULL, error);
  gboolean paused = exm_task_get (from)->paused;

  if (old == NULL)
    return FALSE;
  if (exm_task_get (old)->paused == paused)
    return TRUE;
  if ((!paused && !exm_task_check_resumed (old, error))
      || !exm_store_set_paused (store, uid, paused, error))
    return FALSE;
  *before = g_steal_pointer (&old);
  return TRUE;
}

static gboolean
trash (ExmTaskChange *self,
       ExmStore *store,
       const char *uid,
       gint64 now_usec,
       ExmTask **before,
       GError **error)
{
  g_autoptr (ExmTask) old = exm_store_get_task (store, uid, NULL, error);
  guint n_articles = 0;

  if (old == NULL || !exm_store_trash_task (store, uid, now_usec, &n_articles, error))
    return FALSE;
  self->n_articles += n_articles;
  *before = g_steal_pointer (&old);
  return TRUE;
}

static gboolean
change_one (ExmTaskChange *self,
            ExmStore *store,
            const char *uid,
            const ExmTask *from,
            gint64 now_usec,
            ExmTask **before,
            GError **error)
{
  return self->kind == EXM_TASK_CHANGE_TRASH
             ? trash (self, store, uid, now_usec, before, error)
         : self->kind == EXM_TASK_CHANGE_PAUSED
             ? set_paused (store, uid, from, before, error)
             : set_fields (self, store, uid, from, now_usec, before, error);
}

static ExmGroupValue
get_value (ExmTaskChange *self)
{
  return self->kind == EXM_TASK_CHANGE_OUTPUTS ? EXM_GROUP_OUTPUTS : EXM_GROUP_SCHEDULE;
}

/* Notes tasks that were changed in one go. @befores: as they were */
static void
note_changed (ExmTaskChange *self, const GPtrArray *befores)
{
  for (guint i = 0; i < befores->len; i++)
    g_ptr_array_add (self->done, g_strdup (exm_task_get (befores->pdata[i])->uid));
}

static gboolean
rename_group (ExmTaskChange *self, ExmStore *store, gint64 now_usec, GError **error)
{
  self->renaming = exm_group_rename_new ();
  if (!exm_group_rename_run (self->renaming, store, self->group,
                             exm_task_get (self->given)->group, now_usec, error))
    return FALSE;
  note_changed (self, self->renaming->befores);
  return TRUE;
}

/* Gives the group its value, and the tasks that go with it: all in one. */
static gboolean
change_group (ExmTaskChange *self, ExmStore *store, gint64 now_usec, GError **error)
{
  g_autoptr (GError) problem = NULL;
  g_autofree char *from = NULL;
  g_autoptr (ExmTask) before
      = exm_group_defaults_get (store, self->group, get_value (self), &from, &problem);

  if (problem != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  if (!exm_group_defaults_set (store, self->group, get_value (self), self->given,
                               self->all, now_usec, self->befores, error))
    return FALSE;
  if (g_strcmp0 (from, self->group) == 0)
    self->group_before = g_steal_pointer (&before);
  note_changed (self, self->befores);
  self->group_set = TRUE;
  return TRUE;
}

/* One slice. */
static gboolean
change (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  ExmTaskChange *self = data;
  gint64 start_usec = g_get_monotonic_time ();

  if (self->group != NULL
      && !(self->kind == EXM_TASK_CHANGE_GROUP_NAME
               ? rename_group (self, store, now_usec, error)
               : change_group (self, store, now_usec, error)))
    return FALSE;
  while (self->next < self->uids->len
         && g_get_monotonic_time () - start_usec < SLICE_USEC)
    {
      const char *uid = self->uids->pdata[self->next++];
      g_autoptr (ExmTask) before = NULL;
      gboolean good
          = change_one (self, store, uid, self->given, now_usec, &before, error);
      if (before != NULL)
        {
          g_ptr_array_add (self->done, g_strdup (uid));
          g_ptr_array_add (self->befores, g_steal_pointer (&before));
        }
      if (!good)
        return FALSE;
    }
  self->over = self->next >= self->uids->len;
  return TRUE;
}

/* Restores a task, in as many steps as it takes. @over: (out): whether it is back */
static gboolean
restore (
    ExmStore *store, const char *uid, gint64 now_usec, gboolean *over, GError **error)
{
  g_autofree char *name = NULL;

  return exm_store_restore_trashed (store, uid, EXM_TRASH_KEEP_BOTH, now_usec, &name,
                                    over, error);
}

/* One slice; the last task comes first. */
static gboolean
change_back (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  ExmTaskChange *self = data;
  gint64 start_usec = g_get_monotonic_time ();

  if (self->renaming != NULL)
    {
      self->over = exm_group_rename_undo (self->renaming, store, now_usec, error);
      return self->over;
    }
  if (self->group_set
      && !exm_group_defaults_set (store, self->group, get_value (self),
                                  self->group_before, FALSE, now_usec, NULL, error))
    return FALSE;
  self->group_set = FALSE;
  while (self->done->len > 0 && g_get_monotonic_time () - start_usec < SLICE_USEC)
    {
      guint last = self->done->len - 1;
      const char *uid = self->done->pdata[last];
      g_autoptr (ExmTask) after = NULL;
      gboolean back = TRUE;
      if (!(self->kind == EXM_TASK_CHANGE_TRASH
                ? restore (store, uid, now_usec, &back, error)
                : change_one (self, store, uid, self->befores->pdata[last], now_usec,
                              &after, error)))
        return FALSE;
      if (!back)
        continue;
      g_ptr_array_set_size (self->done, (int) last);
      g_ptr_array_set_size (self->befores, (int) last);
    }
  self->over = self->done->len == 0;
  return TRUE;
}

/* A change on its way, in one direction. */
typedef struct
{
  ExmTaskChange *change; /* (owned) */
  ExmWorkerWrite func;
} Way;

static void
way_free (gpointer data)
{
  Way *way = data;

  g_object_unref (way->change);
  g_free (way);
}

static void on_slice (GObject *source, GAsyncResult *result, gpointer data);

/* @task: (transfer full) */
static void
write_slice (GTask *task)
{
  const Way *way = g_task_get_task_data (task);

  exm_session_write_async (g_task_get_source_object (task), NULL, way->func,
                           g_object_ref (way->change), g_object_unref, on_slice, task);
}

static void
on_slice (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  const Way *way = g_task_get_task_data (task);
  GError *error = NULL;

  if (!exm_session_write_finish (EXM_SESSION (source), result, &error))
    g_task_return_error (task, error);
  else if (way->change->over)
    g_task_return_boolean (task, TRUE);
  else
    write_slice (g_steal_pointer (&task));
}

static void
start (ExmTaskChange *self,
       ExmSession *session,
       ExmWorkerWrite func,
       GAsyncReadyCallback callback,
       gpointer data)
{
  GTask *task = g_task_new (session, NULL, callback, data);
  Way *way = g_new0 (Way, 1);

  way->change = g_object_ref (self);
  way->func = func;
  g_task_set_source_tag (task, start);
  g_task_set_task_data (task, way, way_free);
  self->over = FALSE;
  write_slice (task);
}

void
exm_task_change_run_async (ExmTaskChange *self,
                           ExmSession *session,
                           GAsyncReadyCallback callback,
                           gpointer data)
{
  g_return_if_fail (EXM_IS_TASK_CHANGE (self));
  start (self, session, change, callback, data);
}

void
exm_task_change_undo_async (ExmTaskChange *self,
                            ExmSession *session,
                            GAsyncReadyCallback callback,
                            gpointer data)
{
  g_return_if_fail (EXM_IS_TASK_CHANGE (self));
  start (self, session, change_back, callback, data);
}
