/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/review/exm-dismissal.h"

struct _ExmDismissal
{
  GObject parent_instance;

  ExmSession *session; /* (owned) */
  gint64 id;
  ExmExclusion *alike; /* (owned) (nullable): of all that are built alike */
  ExmExclusion *alone; /* (owned) (nullable): of the address alone */
  ExmExclusion *run;   /* (unowned) (nullable): the one that was written */
};

G_DEFINE_FINAL_TYPE (ExmDismissal, exm_dismissal, G_TYPE_OBJECT)

static void
exm_dismissal_finalize (GObject *object)
{
  ExmDismissal *self = EXM_DISMISSAL (object);

  g_object_unref (self->session);
  g_clear_pointer (&self->alike, exm_exclusion_free);
  g_clear_pointer (&self->alone, exm_exclusion_free);
  G_OBJECT_CLASS (exm_dismissal_parent_class)->finalize (object);
}

static void
exm_dismissal_class_init (ExmDismissalClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = exm_dismissal_finalize;
}

static void
exm_dismissal_init (ExmDismissal *self)
{
}

ExmDismissal *
exm_dismissal_new (ExmSession *session, gint64 id)
{
  ExmDismissal *self = g_object_new (EXM_TYPE_DISMISSAL, NULL);

  self->session = g_object_ref (session);
  self->id = id;
  return self;
}

/* A search on a thread. */
typedef struct
{
  ExmStoreReader *reader; /* (owned) */
  gint64 id;
  ExmExclusion *alike; /* (owned) (nullable) */
  ExmExclusion *alone; /* (owned) (nullable) */
} Search;

static void
search_free (gpointer data)
{
  Search *self = data;

  g_object_unref (self->reader);
  g_clear_pointer (&self->alike, exm_exclusion_free);
  g_clear_pointer (&self->alone, exm_exclusion_free);
  g_free (self);
}

static void
find_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Search *search = data;
  GError *error = NULL;

  search->alike
      = exm_exclusion_new (search->reader, search->id, FALSE, cancellable, &error);
  if (search->alike != NULL)
    search->alone
        = exm_exclusion_new (search->reader, search->id, TRUE, cancellable, &error);
  if (search->alone != NULL)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
exm_dismissal_find_async (ExmDismissal *self,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer data)
{
  g_return_if_fail (EXM_IS_DISMISSAL (self));

  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, data);
  Search *search = g_new0 (Search, 1);
  g_task_set_source_tag (task, exm_dismissal_find_async);
  search->reader = g_object_ref (exm_session_get_reader (self->session));
  search->id = self->id;
  g_task_set_task_data (task, search, search_free);
  g_task_run_in_thread (task, find_in_thread);
}

gboolean
exm_dismissal_find_finish (ExmDismissal *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return FALSE;
  Search *search = g_task_get_task_data (G_TASK (result));
  g_clear_pointer (&self->alike, exm_exclusion_free);
  g_clear_pointer (&self->alone, exm_exclusion_free);
  self->alike = g_steal_pointer (&search->alike);
  self->alone = g_steal_pointer (&search->alone);
  return TRUE;
}

const ExmExclusion *
exm_dismissal_get_exclusion (ExmDismissal *self, gboolean alone)
{
  g_return_val_if_fail (EXM_IS_DISMISSAL (self), NULL);
  return alone ? self->alone : self->alike;
}

static gboolean
write_exclusion (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  return exm_exclusion_write (((ExmDismissal *) data)->run, store, now_usec, NULL, error);
}

static gboolean
write_back (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  return exm_exclusion_write_back (((ExmDismissal *) data)->run, store, now_usec, error);
}

static void
write_async (ExmDismissal *self,
             ExmWorkerWrite func,
             GAsyncReadyCallback callback,
             gpointer data)
{
  exm_session_write_async (self->session, exm_task_get (self->run->task)->uid, func,
                           g_object_ref (self), g_object_unref, callback, data);
}

void
exm_dismissal_run_async (ExmDismissal *self,
                         gboolean alone,
                         GAsyncReadyCallback callback,
                         gpointer data)
{
  g_return_if_fail (EXM_IS_DISMISSAL (self));
  g_return_if_fail (self->alike != NULL && self->alone != NULL);

  self->run = alone ? self->alone : self->alike;
  write_async (self, write_exclusion, callback, data);
}

void
exm_dismissal_undo_async (ExmDismissal *self, GAsyncReadyCallback callback, gpointer data)
{
  g_return_if_fail (EXM_IS_DISMISSAL (self));
  g_return_if_fail (self->run != NULL);

  write_async (self, write_back, callback, data);
}

GArray *
exm_dismissal_get_ids (ExmDismissal *self)
{
  g_return_val_if_fail (EXM_IS_DISMISSAL (self), NULL);
  g_return_val_if_fail (self->run != NULL, NULL);
  return self->run->ids;
}
