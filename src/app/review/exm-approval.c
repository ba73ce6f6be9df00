/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/review/exm-approval.h"
#include "store/exm-store-approve.h"

/* Article before its approval: its state, and its publication at each output. */
typedef struct
{
  gint64 id;
  ExmArticleState state;
  GPtrArray *publications; /* (owned) (element-type ExmPublication) */
} Before;

struct _ExmApproval
{
  GObject parent_instance;

  ExmSession *session; /* (owned) */
  GArray *ids;         /* (owned) (element-type gint64) */
  GPtrArray *before;   /* (owned) (element-type Before): by the worker, while it writes */
};

G_DEFINE_FINAL_TYPE (ExmApproval, exm_approval, G_TYPE_OBJECT)

static void
before_free (gpointer data)
{
  Before *before = data;

  g_clear_pointer (&before->publications, g_ptr_array_unref);
  g_free (before);
}

static void
exm_approval_finalize (GObject *object)
{
  ExmApproval *self = EXM_APPROVAL (object);

  g_object_unref (self->session);
  g_array_unref (self->ids);
  g_ptr_array_unref (self->before);
  G_OBJECT_CLASS (exm_approval_parent_class)->finalize (object);
}

static void
exm_approval_class_init (ExmApprovalClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = exm_approval_finalize;
}

static void
exm_approval_init (ExmApproval *self)
{
  self->before = g_ptr_array_new_with_free_func (before_free);
}

ExmApproval *
exm_approval_new (ExmSession *session, GArray *ids)
{
  ExmApproval *self = g_object_new (EXM_TYPE_APPROVAL, NULL);

  self->session = g_object_ref (session);
  self->ids = g_array_ref (ids);
  return self;
}

/* @error: set, unless the article is gone */
static gboolean
approve (ExmApproval *self, ExmStore *store, gint64 id, gint64 now_usec, GError **error)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (ExmArticle) article = exm_store_get_article (store, id, &failure);
  Before *before = g_new0 (Before, 1);

  g_ptr_array_add (self->before, before);
  before->id = id;
  if (article != NULL)
    {
      before->state = exm_article_get (article)->state;
      before->publications = exm_store_list_publications (store, id, &failure);
    }
  if (before->publications != NULL
      && exm_store_approve_article (store, id, now_usec + EXM_APPROVAL_PAUSE_USEC,
                                    &failure))
    return TRUE;
  g_ptr_array_set_size (self->before, (int) self->before->len - 1);
  if (g_error_matches (failure, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}

static gboolean
write_approval (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  ExmApproval *self = data;

  g_ptr_array_set_size (self->before, 0);
  if (!exm_store_begin_group (store, error))
    return FALSE;
  for (guint i = 0; i < self->ids->len; i++)
    if (!approve (self, store, g_array_index (self->ids, gint64, i), now_usec, error))
      {
        exm_store_drop_group (store);
        return FALSE;
      }
  return exm_store_commit_group (store, error);
}

static gboolean
write_undo (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  ExmApproval *self = data;

  if (!exm_store_begin_group (store, error))
    return FALSE;
  for (guint i = 0; i < self->before->len; i++)
    {
      const Before *before = g_ptr_array_index (self->before, i);
      g_autoptr (GError) failure = NULL;
      if (exm_store_disapprove_article (store, before->id, before->state,
                                        before->publications, &failure)
          || g_error_matches (failure, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND))
        continue;
      exm_store_drop_group (store);
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  return exm_store_commit_group (store, error);
}

static void
start (ExmApproval *self,
       ExmWorkerWrite write,
       gpointer tag,
       GAsyncReadyCallback callback,
       gpointer data)
{
  GTask *task = g_task_new (self, NULL, callback, data);

  g_task_set_source_tag (task, tag);
  exm_session_write_async (self->session, NULL, write, g_object_ref (self),
                           g_object_unref, exm_session_write_pass, task);
}

void
exm_approval_run_async (ExmApproval *self, GAsyncReadyCallback callback, gpointer data)
{
  g_return_if_fail (EXM_IS_APPROVAL (self));
  start (self, write_approval, exm_approval_run_async, callback, data);
}

void
exm_approval_undo_async (ExmApproval *self, GAsyncReadyCallback callback, gpointer data)
{
  g_return_if_fail (EXM_IS_APPROVAL (self));
  start (self, write_undo, exm_approval_undo_async, callback, data);
}

gboolean
exm_approval_finish (ExmApproval *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  return g_task_propagate_boolean (G_TASK (result), error);
}

GArray *
exm_approval_get_ids (ExmApproval *self)
{
  return self->ids;
}
