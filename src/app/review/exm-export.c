/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/review/exm-export.h"

#include "metadata/exm-rights.h"
#include "publish/exm-article-export.h"
#include "resources/exm-held-pages.h"
#include "resources/exm-held-pictures.h"

#include <string.h>

struct _ExmExport
{
  GObject parent_instance;

  ExmStoreReader *reader; /* (owned) */
  ExmOutputFormat format;
  char *folder; /* (owned) */
  char *data;   /* (owned) (nullable) */
  GArray *ids;  /* (owned) (element-type gint64) */
  gboolean all; /* those of the filter */
  ExmArticleFilter filter;
  char *task_uid; /* (owned) (nullable): of the filter */
  char *search;   /* (owned) (nullable): of the filter */
  char *state;    /* (owned) (nullable): of the filter */
  char *tag;      /* (owned) (nullable): of the filter */
  guint n_total;
  gboolean include_reserved;
  gint n_reserved; /* atomic: articles that were left out */
  gint n_done;     /* atomic */
  gint telling;    /* atomic: the main thread is going to look at n_done */
};

enum
{
  PROP_0,
  PROP_N_DONE,
  PROP_N_TOTAL,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ExmExport, exm_export, G_TYPE_OBJECT)

/* Data of the thread that writes. */
typedef struct
{
  ExmExport *export;         /* (unowned) */
  GCancellable *cancellable; /* (unowned) (nullable) */
  ExmArticleExport *writer;  /* (owned) */
  GPtrArray *tasks;          /* (owned) (element-type ExmTaskInfo) */
} Work;

static gboolean
on_told (gpointer data)
{
  ExmExport *self = data;

  g_atomic_int_set (&self->telling, FALSE);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_DONE]);
  return G_SOURCE_REMOVE;
}

static void
count_one (ExmExport *self)
{
  g_atomic_int_inc (&self->n_done);
  if (g_atomic_int_compare_and_exchange (&self->telling, FALSE, TRUE))
    g_main_context_invoke_full (NULL, G_PRIORITY_DEFAULT_IDLE, on_told,
                                g_object_ref (self), g_object_unref);
}

static const char *
get_task_name (const Work *work, const char *uid)
{
  for (guint i = 0; i < work->tasks->len; i++)
    {
      const ExmTaskInfo *info = g_ptr_array_index (work->tasks, i);
      if (strcmp (info->uid, uid) == 0)
        return info->name;
    }
  return uid;
}

static gboolean
export_one (Work *work, gint64 id, GError **error)
{
  const ExmStoreQuery query = { .kind = EXM_READ_ARTICLE, .id = id };
  g_autoptr (GError) failure = NULL;
  g_autoptr (ExmArticle) article
      = exm_store_reader_read (work->export->reader, &query, work->cancellable, &failure);

  if (g_error_matches (failure, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND))
    return TRUE;
  if (article == NULL)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  if (!work->export->include_reserved
      && exm_rights_is_reserved (exm_article_get (article)->metadata))
    {
      g_atomic_int_inc (&work->export->n_reserved);
      return TRUE;
    }
  if (!exm_article_export_add (work->writer, article,
                               get_task_name (work, exm_article_get (article)->task_uid),
                               work->cancellable, error))
    return FALSE;
  count_one (work->export);
  return TRUE;
}

static gboolean
export_matches (Work *work, GError **error)
{
  ExmStoreQuery query = { .kind = EXM_READ_ARTICLES, .filter = work->export->filter };

  for (;;)
    {
      g_autoptr (GPtrArray) infos = exm_store_reader_read (work->export->reader, &query,
                                                           work->cancellable, error);
      if (infos == NULL)
        return FALSE;
      for (guint i = 0; i < infos->len; i++)
        {
          const ExmArticleInfo *info = g_ptr_array_index (infos, i);
          query.filter.before_usec = info->order_usec;
          query.filter.before_id = info->id;
          if (!export_one (work, info->id, error))
            return FALSE;
        }
      if (infos->len < EXM_STORE_PAGE_ROWS)
        return TRUE;
    }
}

static gboolean
export_ids (Work *work, GError **error)
{
  const GArray *ids = work->export->ids;

  for (guint i = 0; i < ids->len; i++)
    if (!export_one (work, g_array_index (ids, gint64, i), error))
      return FALSE;
  return TRUE;
}

static void
run_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  ExmExport *self = source;
  const ExmStoreQuery tasks = { .kind = EXM_READ_TASKS };
  Work work = { .export = self, .cancellable = cancellable };
  GError *error = NULL;

  work.tasks = exm_store_reader_read (self->reader, &tasks, cancellable, &error);
  ExmResourceStore *pictures
      = self->data != NULL ? exm_held_pictures_open (self->data) : NULL;
  if (work.tasks != NULL)
    work.writer
        = exm_article_export_new_folder (self->format, self->folder, NULL, &error);
  const ExmPageSource pages = exm_held_pages_get_reader_source (self->reader);
  if (work.writer != NULL)
    exm_article_export_set_pages (work.writer, &pages);
  if (work.writer != NULL && pictures != NULL)
    {
      const ExmPictureSource held = exm_held_pictures_get_source (pictures);
      exm_article_export_set_pictures (work.writer, &held);
    }
  gboolean done
      = work.writer != NULL
        && (self->all ? export_matches (&work, &error) : export_ids (&work, &error))
        && exm_article_export_finish (work.writer, &error);
  g_clear_pointer (&work.writer, exm_article_export_free);
  g_clear_pointer (&pictures, exm_resource_store_close);
  g_clear_pointer (&work.tasks, g_ptr_array_unref);
  if (done)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
exm_export_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  ExmExport *self = EXM_EXPORT (object);

  if (id == PROP_N_DONE)
    g_value_set_uint (value, exm_export_get_n_done (self));
  else if (id == PROP_N_TOTAL)
    g_value_set_uint (value, self->n_total);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
exm_export_finalize (GObject *object)
{
  ExmExport *self = EXM_EXPORT (object);

  g_object_unref (self->reader);
  g_array_unref (self->ids);
  g_free (self->folder);
  g_free (self->data);
  g_free (self->task_uid);
  g_free (self->search);
  g_free (self->state);
  g_free (self->tag);
  G_OBJECT_CLASS (exm_export_parent_class)->finalize (object);
}

static void
exm_export_class_init (ExmExportClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = exm_export_get_property;
  object_class->finalize = exm_export_finalize;
  properties[PROP_N_DONE]
      = g_param_spec_uint ("n-done", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_N_TOTAL]
      = g_param_spec_uint ("n-total", NULL, NULL, 0, G_MAXUINT, 0, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
exm_export_init (ExmExport *self)
{
  self->ids = g_array_new (FALSE, FALSE, sizeof (gint64));
}

ExmExport *
exm_export_new (ExmStoreReader *reader,
                ExmOutputFormat format,
                const char *folder,
                const char *data)
{
  ExmExport *self = g_object_new (EXM_TYPE_EXPORT, NULL);

  self->reader = g_object_ref (reader);
  self->format = format;
  self->folder = g_strdup (folder);
  self->data = g_strdup (data);
  return self;
}

void
exm_export_add (ExmExport *self, gint64 id)
{
  g_array_append_val (self->ids, id);
  self->n_total = self->ids->len;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_TOTAL]);
}

const char *
exm_export_get_folder (ExmExport *self)
{
  return self->folder;
}

void
exm_export_set_include_reserved (ExmExport *self, gboolean include_reserved)
{
  self->include_reserved = include_reserved;
}

guint
exm_export_get_n_reserved (ExmExport *self)
{
  return (guint) g_atomic_int_get (&self->n_reserved);
}

void
exm_export_set_filter (ExmExport *self, const ExmArticleFilter *filter, guint n_total)
{
  g_return_if_fail (self->task_uid == NULL && self->search == NULL);

  self->all = TRUE;
  self->task_uid = g_strdup (filter->task_uid);
  self->search = g_strdup (filter->search);
  self->filter = *filter;
  self->filter.task_uid = self->task_uid;
  self->filter.search = self->search;
  self->filter.state = self->state = g_strdup (filter->state);
  self->filter.tag = self->tag = g_strdup (filter->tag);
  self->filter.limit = EXM_STORE_PAGE_ROWS;
  self->n_total = n_total;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_TOTAL]);
}

guint
exm_export_get_n_done (ExmExport *self)
{
  return (guint) g_atomic_int_get (&self->n_done);
}

guint
exm_export_get_n_total (ExmExport *self)
{
  return self->n_total;
}

void
exm_export_run_async (ExmExport *self,
                      GCancellable *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, data);

  g_task_set_source_tag (task, exm_export_run_async);
  g_task_run_in_thread (task, run_in_thread);
}
