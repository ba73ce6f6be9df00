/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/tasks/exm-task-change.h"

#include "store/exm-store.h"

struct _ExmTaskChange
{
  GObject parent_instance;

  ExmTaskChangeKind kind;
  GPtrArray *uids; /* (owned) (element-type utf8) */
  char *text;      /* (owned) (nullable) */
  gboolean paused;
  GPtrArray *done; /* (owned) (element-type utf8): those that were changed; written on the
                    * worker's thread */
  GPtrArray
      *texts; /* (owned) (element-type utf8): what each of them had; may hold %NULL */
};

G_DEFINE_FINAL_TYPE (ExmTaskChange, exm_task_change, G_TYPE_OBJECT)

static void
exm_task_change_finalize (GObject *object)
{
  ExmTaskChange *self = EXM_TASK_CHANGE (object);

  g_ptr_array_unref (self->uids);
  g_ptr_array_unref (self->done);
  g_ptr_array_unref (self->texts);
  g_free (self->text);
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
  self->texts = g_ptr_array_new_with_free_func (g_free);
}

ExmTaskChange *
exm_task_change_new (ExmTaskChangeKind kind,
                     const GPtrArray *uids,
                     const char *text,
                     gboolean paused)
{
  ExmTaskChange *self = g_object_new (EXM_TYPE_TASK_CHANGE, NULL);

  self->kind = kind;
  self->text = g_strdup (text);
  self->paused = paused;
  for (guint i = 0; i < uids->len; i++)
    g_ptr_array_add (self->uids, g_strdup (uids->pdata[i]));
  return self;
}

guint
exm_task_change_get_n_done (ExmTaskChange *self)
{
  return self->done->len;
}

/* Gives a task its name or group. @before: (out) (nullable): what it had. @changed:
 * (out): whether that was another one */
static gboolean
set_text (const ExmTaskChange *self,
          ExmStore *store,
          const char *uid,
          const char *text,
          gint64 now_usec,
          char **before,
          gboolean *changed,
          GError **error)
{
  g_auto (ExmTaskFields) fields = { 0 };
  g_autoptr (ExmTask) old = exm_store_get_task (store, uid, NULL, error);

  if (old == NULL)
    return FALSE;
  exm_task_fields_copy (old, &fields);
  char **field = self->kind == EXM_TASK_CHANGE_NAME ? &fields.name : &fields.group;
  *before = g_strdup (*field);
  *changed = g_strcmp0 (*field, text) != 0;
  if (!*changed)
    return TRUE;
  g_free (*field);
  *field = g_strdup (text);
  g_autoptr (ExmTask) task = exm_task_new (&fields);
  return exm_task_check (task, error)
         && exm_store_update_task (store, task, now_usec, NULL, error);
}

/* Pauses or resumes a task. @changed: (out): whether it was not so already */
static gboolean
set_paused (
    ExmStore *store, const char *uid, gboolean paused, gboolean *changed, GError **error)
{
  g_autoptr (ExmTask) task = exm_store_get_task (store, uid, NULL, error);

  if (task == NULL)
    return FALSE;
  *changed = exm_task_get (task)->paused != paused;
  if (!*changed)
    return TRUE;
  return (paused || exm_task_check_resumed (task, error))
         && exm_store_set_paused (store, uid, paused, error);
}

static gboolean
change (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  ExmTaskChange *self = data;

  for (guint i = 0; i < self->uids->len; i++)
    {
      const char *uid = self->uids->pdata[i];
      g_autofree char *before = NULL;
      gboolean changed = FALSE;
      if (!(self->kind == EXM_TASK_CHANGE_PAUSED
                ? set_paused (store, uid, self->paused, &changed, error)
                : set_text (self, store, uid, self->text, now_usec, &before, &changed,
                            error)))
        return FALSE;
      if (!changed)
        continue;
      g_ptr_array_add (self->done, g_strdup (uid));
      g_ptr_array_add (self->texts, g_steal_pointer (&before));
    }
  return TRUE;
}

static gboolean
change_back (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  ExmTaskChange *self = data;

  while (self->done->len > 0)
    {
      guint last = self->done->len - 1;
      const char *uid = self->done->pdata[last];
      g_autofree char *after = NULL;
      gboolean changed;
      if (!(self->kind == EXM_TASK_CHANGE_PAUSED
                ? set_paused (store, uid, !self->paused, &changed, error)
                : set_text (self, store, uid, self->texts->pdata[last], now_usec, &after,
                            &changed, error)))
        return FALSE;
      g_ptr_array_set_size (self->done, (int) last);
      g_ptr_array_set_size (self->texts, (int) last);
    }
  return TRUE;
}

void
exm_task_change_run_async (ExmTaskChange *self,
                           ExmSession *session,
                           GAsyncReadyCallback callback,
                           gpointer data)
{
  g_return_if_fail (EXM_IS_TASK_CHANGE (self));
  exm_session_write_async (session, NULL, change, g_object_ref (self), g_object_unref,
                           callback, data);
}

void
exm_task_change_undo_async (ExmTaskChange *self,
                            ExmSession *session,
                            GAsyncReadyCallback callback,
                            gpointer data)
{
  g_return_if_fail (EXM_IS_TASK_CHANGE (self));
  exm_session_write_async (session, NULL, change_back, g_object_ref (self),
                           g_object_unref, callback, data);
}
