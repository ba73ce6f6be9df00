/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/review/exm-healing.h"

#include "app/review/exm-reextraction.h"
#include "worker/exm-redesign.h"

struct _ExmHealing
{
  GObject parent_instance;

  ExmSession *session;   /* (owned) */
  char *uid;             /* (owned) */
  GPtrArray *candidates; /* (owned) (nullable) (element-type ExmRedesignPage): once they
                          * are ranked, the best first; never empty */
  guint proposed;        /* which of them */
  gboolean is_sister;    /* of another one, which knows the rest */
  GPtrArray *sisters;    /* (owned) (nullable) (element-type utf8): tasks that share an
                          * example with it; set on the worker's thread */
  ExmReextraction *work; /* (owned) (nullable) */
};

G_DEFINE_FINAL_TYPE (ExmHealing, exm_healing, G_TYPE_OBJECT)

static void
exm_healing_finalize (GObject *object)
{
  ExmHealing *self = EXM_HEALING (object);

  g_object_unref (self->session);
  g_free (self->uid);
  g_clear_pointer (&self->candidates, g_ptr_array_unref);
  g_clear_pointer (&self->sisters, g_ptr_array_unref);
  g_clear_object (&self->work);
  G_OBJECT_CLASS (exm_healing_parent_class)->finalize (object);
}

static void
exm_healing_class_init (ExmHealingClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = exm_healing_finalize;
}

static void
exm_healing_init (ExmHealing *self)
{
}

ExmHealing *
exm_healing_new (ExmSession *session, const char *uid)
{
  ExmHealing *self = g_object_new (EXM_TYPE_HEALING, NULL);

  self->session = g_object_ref (session);
  self->uid = g_strdup (uid);
  return self;
}

/* Which page: on the pool */

static void
choose_in_pool (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  ExmHealing *self = source;
  GError *error = NULL;
  GPtrArray *pages = exm_redesign_rank (exm_session_get_reader (self->session),
                                        exm_session_get_engine (self->session), self->uid,
                                        cancellable, &error);

  if (pages != NULL)
    g_task_return_pointer (task, pages, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

static void
on_ranked (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  ExmHealing *self = EXM_HEALING (source);
  GError *error = NULL;

  self->candidates = g_task_propagate_pointer (G_TASK (result), &error);
  if (self->candidates != NULL)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
exm_healing_choose_async (ExmHealing *self, GAsyncReadyCallback callback, gpointer data)
{
  g_return_if_fail (EXM_IS_HEALING (self));
  g_return_if_fail (self->candidates == NULL);

  GTask *task = g_task_new (self, NULL, callback, data);
  g_autoptr (GTask) ranking = g_task_new (self, NULL, on_ranked, task);
  g_task_set_source_tag (task, exm_healing_choose_async);
  g_task_set_source_tag (ranking, choose_in_pool);
  g_task_run_in_thread (ranking, choose_in_pool);
}

static const ExmRedesignPage *
get_proposed (ExmHealing *self)
{
  return self->candidates->pdata[self->proposed];
}

gint64
exm_healing_get_article (ExmHealing *self)
{
  g_return_val_if_fail (EXM_IS_HEALING (self), 0);
  g_return_val_if_fail (self->candidates != NULL, 0);
  return get_proposed (self)->article;
}

gint64
exm_healing_get_like (ExmHealing *self)
{
  g_return_val_if_fail (EXM_IS_HEALING (self), 0);
  g_return_val_if_fail (self->candidates != NULL, 0);
  return get_proposed (self)->like;
}

guint
exm_healing_get_n_like (ExmHealing *self, guint *n_others)
{
  g_return_val_if_fail (EXM_IS_HEALING (self), 0);
  g_return_val_if_fail (self->candidates != NULL, 0);
  *n_others = self->candidates->len - 1;
  return get_proposed (self)->n_like;
}

ExmExampleLack
exm_healing_get_lack (ExmHealing *self, gboolean *best)
{
  g_return_val_if_fail (EXM_IS_HEALING (self), EXM_EXAMPLE_TEACHES);
  g_return_val_if_fail (self->candidates != NULL, EXM_EXAMPLE_TEACHES);
  *best = self->proposed == 0;
  return get_proposed (self)->lack;
}

gboolean
exm_healing_has_next (ExmHealing *self)
{
  g_return_val_if_fail (EXM_IS_HEALING (self), FALSE);
  return self->candidates != NULL && self->proposed + 1 < self->candidates->len;
}

void
exm_healing_propose_next (ExmHealing *self)
{
  g_return_if_fail (exm_healing_has_next (self));
  self->proposed++;
}

/* The task gets it, and the articles follow */

static gboolean
write_example (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  ExmHealing *self = data;

  g_clear_pointer (&self->sisters, g_ptr_array_unref);
  return exm_redesign_use (store, self->uid, get_proposed (self), now_usec,
                           self->is_sister ? NULL : &self->sisters, error);
}

static gboolean
write_without (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  ExmHealing *self = data;

  return exm_redesign_take_back (store, self->uid, get_proposed (self), now_usec, error);
}

/* With the error that had it taken out, if there was one. */
static void
on_example_gone (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *cause = g_steal_pointer ((GError **) g_task_get_task_data (task));
  GError *error = NULL;
  gboolean good = exm_session_write_finish (EXM_SESSION (source), result, &error);

  if (cause != NULL || !good)
    g_task_return_error (task, cause != NULL ? cause : g_steal_pointer (&error));
  else
    g_task_return_boolean (task, TRUE);
  g_clear_error (&error);
}

static void
cause_free (gpointer data)
{
  g_clear_error (data);
  g_free (data);
}

/* @cause: (transfer full) (nullable): the error of @task */
static void
take_example_out (ExmHealing *self, GTask *task, GError *cause)
{
  GError **kept = g_new (GError *, 1);

  *kept = cause;
  g_task_set_task_data (task, kept, cause_free);
  exm_session_write_async (self->session, self->uid, write_without, g_object_ref (self),
                           g_object_unref, on_example_gone, g_object_ref (task));
}

/* An example with which nothing can be extracted does not stay. */
static void
on_reextracted (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  ExmHealing *self = g_task_get_source_object (task);
  g_autoptr (GError) error = NULL;

  exm_session_refresh (self->session);
  if (exm_reextraction_finish (EXM_REEXTRACTION (source), result, &error)
      || exm_reextraction_get_n_done (self->work) > 0)
    g_task_return_boolean (task, TRUE);
  else
    take_example_out (self, task, g_steal_pointer (&error));
}

static void
on_example_written (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  ExmHealing *self = g_task_get_source_object (task);
  GError *error = NULL;

  if (!exm_session_write_finish (EXM_SESSION (source), result, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  self->work = exm_reextraction_new_of_state (self->session, self->uid,
                                              EXM_ARTICLE_DOES_NOT_FIT);
  exm_reextraction_run_async (self->work, NULL, on_reextracted, g_object_ref (task));
}

/* @task: (transfer full) */
static void
use_proposed (ExmHealing *self, GTask *task)
{
  exm_session_write_async (self->session, self->uid, write_example, g_object_ref (self),
                           g_object_unref, on_example_written, task);
}

static void
on_chosen (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  ExmHealing *self = EXM_HEALING (source);
  GError *error = NULL;

  if (exm_healing_finish (self, result, &error))
    use_proposed (self, g_steal_pointer (&task));
  else
    g_task_return_error (task, error);
}

void
exm_healing_run_async (ExmHealing *self, GAsyncReadyCallback callback, gpointer data)
{
  g_return_if_fail (EXM_IS_HEALING (self));
  g_return_if_fail (self->work == NULL);

  GTask *task = g_task_new (self, NULL, callback, data);
  g_task_set_source_tag (task, exm_healing_run_async);
  if (self->candidates == NULL)
    exm_healing_choose_async (self, on_chosen, task);
  else
    use_proposed (self, task);
}

/* And back */

static void
on_articles_undone (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  ExmHealing *self = g_task_get_source_object (task);
  GError *error = NULL;

  exm_reextraction_finish (EXM_REEXTRACTION (source), result, &error);
  take_example_out (self, task, error);
}

void
exm_healing_undo_async (ExmHealing *self, GAsyncReadyCallback callback, gpointer data)
{
  g_return_if_fail (EXM_IS_HEALING (self));
  g_return_if_fail (self->work != NULL);

  GTask *task = g_task_new (self, NULL, callback, data);
  g_task_set_source_tag (task, exm_healing_undo_async);
  exm_reextraction_undo_async (self->work, on_articles_undone, task);
}

gboolean
exm_healing_finish (ExmHealing *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  return g_task_propagate_boolean (G_TASK (result), error);
}

GPtrArray *
exm_healing_make_sisters (ExmHealing *self)
{
  GPtrArray *all = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; self->sisters != NULL && i < self->sisters->len; i++)
    {
      ExmHealing *sister = exm_healing_new (self->session, self->sisters->pdata[i]);
      sister->is_sister = TRUE;
      sister->candidates = g_ptr_array_ref (self->candidates);
      sister->proposed = self->proposed;
      g_ptr_array_add (all, sister);
    }
  return all;
}

const char *
exm_healing_get_uid (ExmHealing *self)
{
  return self->uid;
}

guint
exm_healing_get_n_done (ExmHealing *self)
{
  return self->work != NULL ? exm_reextraction_get_n_done (self->work) : 0;
}
