/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/review/exm-reextraction.h"

#include "worker/exm-reextract.h"

struct _ExmReextraction
{
  GObject parent_instance;

  ExmSession *session; /* (owned) */
  char *uid;           /* (owned) */
  gint64 but;
  const char *state; /* (unowned) (nullable): of those it is about */
  GArray *ids;       /* (owned) (element-type gint64): all that there are */
  GPtrArray *old;    /* (owned) (element-type ExmArticle): as they were */
  GError *error;     /* (owned) (nullable): why the first one that failed did */
  guint n_tried;
};

enum
{
  PROP_0,
  PROP_N_DONE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ExmReextraction, exm_reextraction, G_TYPE_OBJECT)

static void
exm_reextraction_get_property (GObject *object,
                               guint id,
                               GValue *value,
                               GParamSpec *pspec)
{
  if (id == PROP_N_DONE)
    g_value_set_uint (value, EXM_REEXTRACTION (object)->old->len);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
exm_reextraction_finalize (GObject *object)
{
  ExmReextraction *self = EXM_REEXTRACTION (object);

  g_object_unref (self->session);
  g_free (self->uid);
  g_array_unref (self->ids);
  g_ptr_array_unref (self->old);
  g_clear_error (&self->error);
  G_OBJECT_CLASS (exm_reextraction_parent_class)->finalize (object);
}

static void
exm_reextraction_class_init (ExmReextractionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = exm_reextraction_get_property;
  object_class->finalize = exm_reextraction_finalize;
  properties[PROP_N_DONE] = g_param_spec_uint ("n-done", NULL, NULL, 0, G_MAXUINT, 0,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
exm_reextraction_init (ExmReextraction *self)
{
  self->ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->old = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_article_unref);
}

ExmReextraction *
exm_reextraction_new (ExmSession *session, const char *uid, gint64 but)
{
  ExmReextraction *self = g_object_new (EXM_TYPE_REEXTRACTION, NULL);

  self->session = g_object_ref (session);
  self->uid = g_strdup (uid);
  self->but = but;
  return self;
}

ExmReextraction *
exm_reextraction_new_of_state (ExmSession *session,
                               const char *uid,
                               ExmArticleState state)
{
  ExmReextraction *self = exm_reextraction_new (session, uid, 0);

  self->state = exm_article_state_get_name (state);
  return self;
}

/* One article after the other */

static void try_next (GTask *task);

static void
on_reextracted (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  ExmReextraction *self = g_task_get_source_object (task);
  g_autoptr (GError) error = NULL;

  if (!exm_worker_reextract_finish (EXM_WORKER (source), result, &error))
    {
      /* It is as it was. */
      g_ptr_array_set_size (self->old, (int) self->old->len - 1);
      if (self->error == NULL)
        self->error = g_steal_pointer (&error);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_DONE]);
  try_next (task);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  ExmReextraction *self = g_task_get_source_object (task);
  ExmWorker *worker = exm_session_get_worker (self->session);
  g_autoptr (GError) error = NULL;
  ExmArticle *article
      = exm_store_reader_read_finish (EXM_STORE_READER (source), result, &error);

  if (article == NULL || worker == NULL)
    {
      /* Ignores articles that were deleted meanwhile. */
      if (self->error == NULL && error != NULL
          && !g_error_matches (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND))
        self->error = g_steal_pointer (&error);
      g_clear_pointer (&article, exm_article_unref);
      try_next (task);
      return;
    }
  g_ptr_array_add (self->old, article);
  exm_worker_extract_again_async (worker, exm_session_get_engine (self->session),
                                  g_array_index (self->ids, gint64, self->n_tried - 1),
                                  g_task_get_cancellable (task), on_reextracted,
                                  g_object_ref (task));
}

static void
try_next (GTask *task)
{
  ExmReextraction *self = g_task_get_source_object (task);

  if (g_task_return_error_if_cancelled (task))
    return;
  if (self->n_tried == self->ids->len)
    {
      if (self->error != NULL)
        g_task_return_error (task, g_error_copy (self->error));
      else
        g_task_return_boolean (task, TRUE);
      return;
    }
  const ExmStoreQuery query = {
    .kind = EXM_READ_ARTICLE,
    .id = g_array_index (self->ids, gint64, self->n_tried++),
    .unchecked = TRUE,
  };
  exm_store_reader_read_async (exm_session_get_reader (self->session), &query,
                               g_task_get_cancellable (task), on_read,
                               g_object_ref (task));
}

/* All articles, a page of rows at a time */

static void list_more (GTask *task);

static void
on_listed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  ExmReextraction *self = g_task_get_source_object (task);
  GError *error = NULL;
  g_autoptr (GPtrArray) rows
      = exm_store_reader_read_finish (EXM_STORE_READER (source), result, &error);

  if (rows == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  const ExmArticleInfo *last = NULL;
  for (guint i = 0; i < rows->len; i++)
    {
      last = g_ptr_array_index (rows, i);
      if (last->id != self->but)
        g_array_append_val (self->ids, last->id);
    }
  if (rows->len < EXM_STORE_PAGE_ROWS)
    {
      try_next (task);
      return;
    }
  ExmArticleFilter *filter = g_task_get_task_data (task);
  filter->before_usec = last->collected_usec;
  filter->before_id = last->id;
  list_more (task);
}

static void
list_more (GTask *task)
{
  ExmReextraction *self = g_task_get_source_object (task);
  const ExmStoreQuery query = {
    .kind = EXM_READ_ARTICLES,
    .filter = *(const ExmArticleFilter *) g_task_get_task_data (task),
  };

  exm_store_reader_read_async (exm_session_get_reader (self->session), &query,
                               g_task_get_cancellable (task), on_listed,
                               g_object_ref (task));
}

void
exm_reextraction_run_async (ExmReextraction *self,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, data);
  ExmArticleFilter *filter = g_new0 (ExmArticleFilter, 1);

  g_return_if_fail (EXM_IS_REEXTRACTION (self));
  g_return_if_fail (self->ids->len == 0);

  filter->task_uid = self->uid;
  filter->state = self->state;
  filter->limit = EXM_STORE_PAGE_ROWS;
  g_task_set_source_tag (task, exm_reextraction_run_async);
  g_task_set_task_data (task, filter, g_free);
  list_more (task);
}

/* And back */

static gboolean
write_undone (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  const GPtrArray *old = data;

  for (guint i = 0; i < old->len; i++)
    {
      ExmUndoEnd end;
      if (!exm_reextract_undo (store, exm_article_get (old->pdata[i])->id, now_usec, &end,
                               error))
        return FALSE;
    }
  return TRUE;
}

void
exm_reextraction_undo_async (ExmReextraction *self,
                             GAsyncReadyCallback callback,
                             gpointer data)
{
  GTask *task = g_task_new (self, NULL, callback, data);

  g_return_if_fail (EXM_IS_REEXTRACTION (self));

  g_task_set_source_tag (task, exm_reextraction_undo_async);
  exm_session_write_async (
      self->session, self->uid, write_undone, g_ptr_array_ref (self->old),
      (GDestroyNotify) g_ptr_array_unref, exm_session_write_pass, task);
}

gboolean
exm_reextraction_finish (ExmReextraction *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  return g_task_propagate_boolean (G_TASK (result), error);
}

GPtrArray *
exm_reextraction_get_old (ExmReextraction *self)
{
  return self->old;
}

guint
exm_reextraction_get_n_done (ExmReextraction *self)
{
  return self->old->len;
}

guint
exm_reextraction_get_n_total (ExmReextraction *self)
{
  return self->ids->len;
}

/* How many */

static void
on_counted (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  g_autofree gint64 *n
      = exm_store_reader_read_finish_or_report (EXM_STORE_READER (source), result);
  gint64 but = *(const gint64 *) g_task_get_task_data (task);

  g_task_return_int (task, n != NULL ? MAX (*n - (but != 0), 0) : 0);
}

void
exm_reextraction_count_async (ExmSession *session,
                              const char *uid,
                              gint64 but,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer data)
{
  const ExmStoreQuery query
      = { .kind = EXM_READ_ARTICLE_COUNT, .filter = { .task_uid = uid } };
  GTask *task = g_task_new (session, cancellable, callback, data);

  g_task_set_source_tag (task, exm_reextraction_count_async);
  g_task_set_task_data (task, g_memdup2 (&but, sizeof but), g_free);
  exm_store_reader_read_async (exm_session_get_reader (session), &query, cancellable,
                               on_counted, task);
}

guint
exm_reextraction_count_finish (GAsyncResult *result)
{
  gssize n = g_task_propagate_int (G_TASK (result), NULL);

  return (guint) MAX (n, 0);
}
