/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/session/exm-saved-search-list.h"

#include <string.h>

/* An editor writes a file in several steps. */
#define SETTLE_MS 100u

/* A busy run stores several articles a second; they are counted less often. */
#define COUNT_MS 500u

struct _ExmSavedSearchList
{
  GObject parent_instance;

  char *folder;              /* (owned) */
  ExmStoreReader *reader;    /* (owned) */
  GListStore *items;         /* (owned) (element-type ExmSavedSearchItem) */
  char *message;             /* (owned) (nullable) */
  GFileMonitor *monitor;     /* (owned) (nullable): once started */
  GCancellable *cancellable; /* (owned) (nullable): likewise */
  gboolean loaded;
  guint load_id;
  guint count_id;
  guint shown;        /* the last one whose reading is shown */
  GPtrArray *waiting; /* (owned) (element-type ExmSavedSearchItem): to be counted */
  ExmSavedSearchItem *counted; /* (owned) (nullable): just now */
};

enum
{
  PROP_0,
  PROP_MESSAGE,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];
static guint changed_signal;

G_DEFINE_FINAL_TYPE (ExmSavedSearchList, exm_saved_search_list, G_TYPE_OBJECT)

typedef enum
{
  JOB_LOAD,
  JOB_ADD,
  JOB_RENAME,
  JOB_SET_ALERTS,
  JOB_SET_OUTPUTS,
  JOB_REMOVE,
} JobKind;

/* A change of the file, and its reading afterwards. */
typedef struct
{
  JobKind kind;
  guint number;
  char *folder; /* (owned) */
  char *name;   /* (owned) (nullable) */
  char *text;   /* (owned) (nullable): query of one that is added, or new name */
  gboolean alerts;
  guint position;
  char *outputs;       /* (owned) (nullable): marks */
  ExmSavedSearch *old; /* (owned) (nullable): that was removed */
  GPtrArray *searches; /* (owned) (nullable): as they were read */
  GPtrArray *messages; /* (owned) */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_free (job->folder);
  g_free (job->name);
  g_free (job->text);
  g_free (job->outputs);
  g_clear_pointer (&job->old, exm_saved_search_free);
  g_clear_pointer (&job->searches, g_ptr_array_unref);
  g_ptr_array_unref (job->messages);
  g_free (job);
}

/* The list */

static void
set_message (ExmSavedSearchList *self, GPtrArray *messages)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < messages->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "",
                            (const char *) messages->pdata[i]);
  if (g_strcmp0 (self->message != NULL ? self->message : "", text->str) == 0)
    return;
  g_free (self->message);
  self->message = text->len > 0 ? g_strdup (text->str) : NULL;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MESSAGE]);
}

/* Takes the first item out of @items that is called @name, or has the query @words.
 * Returns: (transfer full) (nullable) */
static ExmSavedSearchItem *
steal_item (GPtrArray *items, const char *name, const char *words)
{
  for (guint i = 0; i < items->len; i++)
    if (g_strcmp0 (name, exm_saved_search_item_get_name (items->pdata[i])) == 0
        || g_strcmp0 (words, exm_saved_search_item_get_words (items->pdata[i])) == 0)
      return g_ptr_array_steal_index (items, i);
  return NULL;
}

/* Returns: (transfer full): an item a search: the one that there was, by its name, else
 * one that was renamed, by its query; else a new one */
static GPtrArray *
make_items (ExmSavedSearchList *self, GPtrArray *searches)
{
  g_autoptr (GPtrArray) old = g_ptr_array_new_with_free_func (g_object_unref);
  GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);
  GListModel *model = G_LIST_MODEL (self->items);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    g_ptr_array_add (old, g_list_model_get_item (model, i));
  for (guint i = 0; i < searches->len; i++)
    g_ptr_array_add (
        items, steal_item (old, ((ExmSavedSearch *) searches->pdata[i])->name, NULL));
  for (guint i = 0; i < searches->len; i++)
    {
      const ExmSavedSearch *search = searches->pdata[i];
      if (items->pdata[i] == NULL)
        items->pdata[i] = steal_item (old, NULL, search->words);
      if (items->pdata[i] == NULL)
        items->pdata[i] = exm_saved_search_item_new (search);
    }
  return items;
}

static gboolean
is_listed (ExmSavedSearchList *self, GPtrArray *items)
{
  GListModel *model = G_LIST_MODEL (self->items);
  gboolean same = g_list_model_get_n_items (model) == items->len;

  for (guint i = 0; same && i < items->len; i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (model, i);
      same = (gpointer) item == items->pdata[i];
    }
  return same;
}

static gboolean
differs (ExmSavedSearchItem *item, const ExmSavedSearch *search)
{
  return !g_str_equal (exm_saved_search_item_get_name (item), search->name)
         || !g_str_equal (exm_saved_search_item_get_words (item), search->words);
}

static void
show (ExmSavedSearchList *self, GPtrArray *searches)
{
  g_autoptr (GPtrArray) items = make_items (self, searches);
  gboolean listed = is_listed (self, items);
  gboolean changed = !listed || !self->loaded;

  for (guint i = 0; i < items->len; i++)
    {
      changed |= differs (items->pdata[i], searches->pdata[i]);
      exm_saved_search_item_update (items->pdata[i], searches->pdata[i]);
    }
  if (!listed)
    g_list_store_splice (self->items, 0,
                         g_list_model_get_n_items (G_LIST_MODEL (self->items)),
                         items->pdata, items->len);
  if (!changed)
    return;
  self->loaded = TRUE;
  exm_saved_search_list_count (self);
  g_signal_emit (self, changed_signal, 0);
}

/* Reading and writing */

static gboolean
change (Job *job, GError **error)
{
  const ExmSavedSearch search = {
    .name = job->name, .words = job->text, .alerts = job->alerts, .outputs = job->outputs
  };

  switch (job->kind)
    {
    case JOB_ADD:
      return exm_saved_searches_add (job->folder, &search, job->position, error);
    case JOB_RENAME:
      return exm_saved_searches_rename (job->folder, job->name, job->text, error);
    case JOB_SET_ALERTS:
      return exm_saved_searches_set_alerts (job->folder, job->name, job->alerts, error);
    case JOB_SET_OUTPUTS:
      return exm_saved_searches_set_outputs (job->folder, job->name, job->outputs, error);
    case JOB_REMOVE:
      job->old
          = exm_saved_searches_remove (job->folder, job->name, &job->position, error);
      return job->old != NULL;
    case JOB_LOAD:
    default:
      return TRUE;
    }
}

/* The list follows the file also where that could not be changed. Jobs are numbered as
 * they read it, one after the other, so that what is shown is never older. */
static void
work (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  static GMutex mutex;
  static guint n_jobs;
  Job *job = data;
  GError *error = NULL;
  g_autoptr (GError) unread = NULL;

  g_mutex_lock (&mutex);
  gboolean done = change (job, &error);
  job->searches = exm_saved_searches_load (job->folder, job->messages, &unread);
  job->number = ++n_jobs;
  g_mutex_unlock (&mutex);
  if (unread != NULL)
    g_ptr_array_add (job->messages, g_strdup (unread->message));
  if (done)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* A search that cannot be read now leaves the list as it is. */
static void
take (ExmSavedSearchList *self, const Job *job)
{
  if (self->cancellable == NULL || job->number < self->shown)
    return;
  self->shown = job->number;
  set_message (self, job->messages);
  if (job->searches != NULL)
    show (self, job->searches);
}

static void
on_worked (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  const Job *job = g_task_get_task_data (G_TASK (result));
  GError *error = NULL;
  gboolean done = g_task_propagate_boolean (G_TASK (result), &error);

  take (EXM_SAVED_SEARCH_LIST (source), job);
  if (done)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* @job: (transfer full): without folder, number and messages. The task that ends has it
 * too. */
static void
start (ExmSavedSearchList *self, Job *job, GAsyncReadyCallback callback, gpointer data)
{
  GTask *task = g_task_new (self, NULL, callback, data);
  g_autoptr (GTask) inner = g_task_new (self, NULL, on_worked, task);

  job->folder = g_strdup (self->folder);
  job->messages = g_ptr_array_new_with_free_func (g_free);
  g_task_set_source_tag (task, start);
  g_task_set_task_data (task, g_object_ref (inner), g_object_unref);
  g_task_set_source_tag (inner, work);
  g_task_set_task_data (inner, job, job_free);
  g_task_run_in_thread (inner, work);
}

static gboolean
on_load (gpointer data)
{
  ExmSavedSearchList *self = data;

  self->load_id = 0;
  start (self, g_new0 (Job, 1), NULL, NULL);
  return G_SOURCE_REMOVE;
}

static void
on_file_changed (ExmSavedSearchList *self)
{
  g_clear_handle_id (&self->load_id, g_source_remove);
  self->load_id = g_timeout_add (SETTLE_MS, on_load, self);
}

void
exm_saved_search_list_start (ExmSavedSearchList *self)
{
  g_autofree char *path = g_build_filename (self->folder, EXM_SAVED_SEARCHES_NAME, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  g_return_if_fail (EXM_IS_SAVED_SEARCH_LIST (self));
  if (self->cancellable == NULL)
    self->cancellable = g_cancellable_new ();
  if (self->monitor == NULL)
    {
      self->monitor = g_file_monitor_file (file, G_FILE_MONITOR_NONE, NULL, &error);
      if (self->monitor == NULL)
        g_message ("%s is not watched: %s", path, error->message);
      else
        g_signal_connect_swapped (self->monitor, "changed", G_CALLBACK (on_file_changed),
                                  self);
    }
  g_clear_handle_id (&self->load_id, g_source_remove);
  on_load (self);
}

void
exm_saved_search_list_stop (ExmSavedSearchList *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->monitor);
  g_clear_handle_id (&self->load_id, g_source_remove);
  g_clear_handle_id (&self->count_id, g_source_remove);
  g_ptr_array_set_size (self->waiting, 0);
}

/* Counting */

static void count_next (ExmSavedSearchList *self);

static void
on_counted (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmSavedSearchList) self = data;
  g_autofree gint64 *count
      = exm_store_reader_read_finish_or_report (EXM_STORE_READER (source), result);

  if (count != NULL)
    exm_saved_search_item_set_n_unread (self->counted, (int) MIN (*count, G_MAXINT));
  g_clear_object (&self->counted);
  count_next (self);
}

/* One after the other: what a person searches for meanwhile waits for one at the most. */
static void
count_next (ExmSavedSearchList *self)
{
  if (self->counted != NULL || self->cancellable == NULL || self->waiting->len == 0)
    return;
  self->counted = g_ptr_array_steal_index (self->waiting, 0);
  const ExmStoreQuery query = {
    .kind = EXM_READ_ARTICLE_COUNT,
    .filter
    = { .search = exm_saved_search_item_get_words (self->counted), .unread = TRUE },
  };
  exm_store_reader_read_async (self->reader, &query, self->cancellable, on_counted,
                               g_object_ref (self));
}

/* Those that still wait come first, so that each has its turn. */
static gboolean
on_count (gpointer data)
{
  ExmSavedSearchList *self = data;
  GListModel *model = G_LIST_MODEL (self->items);

  self->count_id = 0;
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (model, i);
      if (!g_ptr_array_find (self->waiting, item, NULL))
        g_ptr_array_add (self->waiting, g_steal_pointer (&item));
    }
  count_next (self);
  return G_SOURCE_REMOVE;
}

void
exm_saved_search_list_count (ExmSavedSearchList *self)
{
  g_return_if_fail (EXM_IS_SAVED_SEARCH_LIST (self));
  if (self->count_id == 0 && self->cancellable != NULL
      && g_list_model_get_n_items (G_LIST_MODEL (self->items)) > 0)
    self->count_id = g_timeout_add (COUNT_MS, on_count, self);
}

/* The object */

static void
exm_saved_search_list_get_property (GObject *object,
                                    guint id,
                                    GValue *value,
                                    GParamSpec *pspec)
{
  if (id == PROP_MESSAGE)
    g_value_set_string (value, EXM_SAVED_SEARCH_LIST (object)->message);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
exm_saved_search_list_dispose (GObject *object)
{
  exm_saved_search_list_stop (EXM_SAVED_SEARCH_LIST (object));
  G_OBJECT_CLASS (exm_saved_search_list_parent_class)->dispose (object);
}

static void
exm_saved_search_list_finalize (GObject *object)
{
  ExmSavedSearchList *self = EXM_SAVED_SEARCH_LIST (object);

  g_object_unref (self->reader);
  g_object_unref (self->items);
  g_ptr_array_unref (self->waiting);
  g_free (self->message);
  g_free (self->folder);
  G_OBJECT_CLASS (exm_saved_search_list_parent_class)->finalize (object);
}

static void
exm_saved_search_list_class_init (ExmSavedSearchListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = exm_saved_search_list_get_property;
  object_class->dispose = exm_saved_search_list_dispose;
  object_class->finalize = exm_saved_search_list_finalize;
  properties[PROP_MESSAGE] = g_param_spec_string (
      "message", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  changed_signal = g_signal_new ("changed", EXM_TYPE_SAVED_SEARCH_LIST, G_SIGNAL_RUN_LAST,
                                 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
exm_saved_search_list_init (ExmSavedSearchList *self)
{
  self->items = g_list_store_new (EXM_TYPE_SAVED_SEARCH_ITEM);
  self->waiting = g_ptr_array_new_with_free_func (g_object_unref);
}

ExmSavedSearchList *
exm_saved_search_list_new (const char *folder, ExmStoreReader *reader)
{
  ExmSavedSearchList *self = g_object_new (EXM_TYPE_SAVED_SEARCH_LIST, NULL);

  self->folder = g_strdup (folder);
  self->reader = g_object_ref (reader);
  return self;
}

GListModel *
exm_saved_search_list_get_model (ExmSavedSearchList *self)
{
  return G_LIST_MODEL (self->items);
}

const char *
exm_saved_search_list_get_message (ExmSavedSearchList *self)
{
  return self->message;
}

gboolean
exm_saved_search_list_is_loaded (ExmSavedSearchList *self)
{
  return self->loaded;
}

ExmSavedSearchItem *
exm_saved_search_list_find (ExmSavedSearchList *self, const char *scope)
{
  GListModel *model = G_LIST_MODEL (self->items);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (ExmSavedSearchItem) item = g_list_model_get_item (model, i);
      if (g_strcmp0 (scope, exm_saved_search_item_get_scope (item)) == 0)
        return item;
    }
  return NULL;
}

gboolean
exm_saved_search_list_check_name (ExmSavedSearchList *self,
                                  const char *name,
                                  GError **error)
{
  GListModel *model = G_LIST_MODEL (self->items);
  g_autoptr (GPtrArray) searches
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_saved_search_free);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (ExmSavedSearchItem) item = g_list_model_get_item (model, i);
      ExmSavedSearch *search = g_new0 (ExmSavedSearch, 1);
      search->name = g_strdup (exm_saved_search_item_get_name (item));
      g_ptr_array_add (searches, search);
    }
  return exm_saved_searches_check_name (searches, name, error);
}

/* Changes */

static Job *
job_new (JobKind kind, const char *name, const char *text)
{
  Job *job = g_new0 (Job, 1);

  job->kind = kind;
  job->name = g_strdup (name);
  job->text = g_strdup (text);
  return job;
}

void
exm_saved_search_list_add_async (ExmSavedSearchList *self,
                                 const ExmSavedSearch *search,
                                 guint position,
                                 GAsyncReadyCallback callback,
                                 gpointer data)
{
  Job *job = job_new (JOB_ADD, search->name, search->words);

  job->alerts = search->alerts;
  job->outputs = g_strdup (search->outputs);
  job->position = position;
  start (self, job, callback, data);
}

void
exm_saved_search_list_rename_async (ExmSavedSearchList *self,
                                    const char *name,
                                    const char *new_name,
                                    GAsyncReadyCallback callback,
                                    gpointer data)
{
  start (self, job_new (JOB_RENAME, name, new_name), callback, data);
}

void
exm_saved_search_list_set_alerts_async (ExmSavedSearchList *self,
                                        const char *name,
                                        gboolean alerts,
                                        GAsyncReadyCallback callback,
                                        gpointer data)
{
  Job *job = job_new (JOB_SET_ALERTS, name, NULL);

  job->alerts = alerts;
  start (self, job, callback, data);
}

void
exm_saved_search_list_set_outputs_async (ExmSavedSearchList *self,
                                         const char *name,
                                         const char *outputs,
                                         GAsyncReadyCallback callback,
                                         gpointer data)
{
  Job *job = job_new (JOB_SET_OUTPUTS, name, NULL);

  job->outputs = g_strdup (outputs);
  start (self, job, callback, data);
}

void
exm_saved_search_list_remove_async (ExmSavedSearchList *self,
                                    const char *name,
                                    GAsyncReadyCallback callback,
                                    gpointer data)
{
  start (self, job_new (JOB_REMOVE, name, NULL), callback, data);
}

gboolean
exm_saved_search_list_change_finish (ExmSavedSearchList *self,
                                     GAsyncResult *result,
                                     ExmSavedSearch **old,
                                     guint *position,
                                     GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  Job *job = g_task_get_task_data (g_task_get_task_data (G_TASK (result)));
  if (old != NULL)
    *old = g_steal_pointer (&job->old);
  if (position != NULL)
    *position = job->position;
  return g_task_propagate_boolean (G_TASK (result), error);
}
