/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/session/exm-session.h"

#include "app/session/exm-session-private.h"
#include "app/session/exm-trash-item.h"
#include "render/exm-render.h"
#include "resources/exm-icon-cache.h"
#include "store/db/exm-store-error.h"

/* A busy run stores several articles a second; the list need not be read as often. */
#define REFRESH_MS 200u

typedef struct
{
  ExmSessionReadyFunc func;
  gpointer data;
} Waiting;

struct _ExmSession
{
  GObject parent_instance;

  char *folder;                 /* (owned) */
  ExmRender *renderer;          /* (owned): of the worker and of the engine */
  ExmEngine *engine;            /* (owned) */
  ExmResources *resources;      /* (owned): of pages that are shown */
  ExmStyleChoice *styles;       /* (owned) */
  ExmStoreReader *reader;       /* (owned) */
  ExmWorker *worker;            /* (owned) (nullable) */
  ExmTaskList *tasks;           /* (owned) */
  ExmSavedSearchList *searches; /* (owned) */
  GListStore *trash;            /* (owned) (element-type ExmTrashItem) */
  GPtrArray *trashed;           /* (owned) (nullable) (element-type ExmTrashInfo): as read
                                 * just now, while the tasks are still being read */
  GArray *waiting;              /* (owned) (element-type Waiting): for a worker that is
                                 * starting */
  GCancellable *cancellable;    /* (owned): ends readings when the session stops */
  guint refresh_id;
  gboolean reading;
  gboolean again;
  gboolean reading_early; /* while the worker starts; errors are its to tell */
  gboolean starting;
  gboolean started;
  gboolean suspended; /* others write its files */
  gboolean replaced;  /* they may have, since it was started last */
  gboolean elsewhere; /* another process collects */
  guint n_needs_you;
  guint n_running;
  guint n_active;
};

enum
{
  PROP_0,
  PROP_STARTED,
  PROP_ELSEWHERE,
  PROP_N_NEEDS_YOU,
  PROP_N_RUNNING,
  PROP_N_ACTIVE,
  N_PROPS,
};

enum
{
  EVENT,
  ARTICLES_CHANGED,
  RUNS_CHANGED,
  TASKS_CHANGED,
  TASK_CHANGED,
  PROBLEM,
  REPLACED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ExmSession, exm_session, G_TYPE_OBJECT)

static void
set_count (ExmSession *self, guint *count, guint value, guint id)
{
  if (*count == value)
    return;
  *count = value;
  g_object_notify_by_pspec (G_OBJECT (self), properties[id]);
}

static void
count_tasks (ExmSession *self)
{
  GListModel *list = G_LIST_MODEL (self->tasks);
  guint n_needs_you = 0, n_running = 0, n_active = 0;

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (ExmTaskItem) item = g_list_model_get_item (list, i);
      n_needs_you += exm_task_item_get_needs_you (item) ? 1 : 0;
      n_running += exm_task_item_get_running (item) ? 1 : 0;
      n_active += exm_task_item_get_active (item) ? 1 : 0;
    }
  set_count (self, &self->n_needs_you, n_needs_you, PROP_N_NEEDS_YOU);
  set_count (self, &self->n_running, n_running, PROP_N_RUNNING);
  set_count (self, &self->n_active, n_active, PROP_N_ACTIVE);
}

static gboolean
is_same_trash (GListModel *list, const GPtrArray *infos)
{
  gboolean same = g_list_model_get_n_items (list) == infos->len;

  for (guint i = 0; same && i < infos->len; i++)
    {
      const ExmTrashInfo *info = g_ptr_array_index (infos, i);
      g_autoptr (ExmTrashItem) item = g_list_model_get_item (list, i);
      const ExmTrashInfo *old = exm_trash_item_get_info (item);
      same = g_str_equal (info->uid, old->uid) && g_str_equal (info->name, old->name)
             && info->trashed_usec == old->trashed_usec
             && info->n_articles == old->n_articles;
    }
  return same;
}

static void
update_trash (ExmSession *self, const GPtrArray *infos)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  if (is_same_trash (G_LIST_MODEL (self->trash), infos))
    return;
  for (guint i = 0; i < infos->len; i++)
    g_ptr_array_add (items, exm_trash_item_new (g_ptr_array_index (infos, i)));
  g_list_store_splice (self->trash, 0,
                       g_list_model_get_n_items (G_LIST_MODEL (self->trash)),
                       items->pdata, items->len);
}

static void
set_started (ExmSession *self, gboolean started)
{
  if (self->started == started)
    return;
  self->started = started;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STARTED]);
}

/* It ended by itself, as somebody asked for over its socket: what we end ourselves tells
 * nobody any more. */
static void
lose_worker (ExmSession *self)
{
  g_clear_object (&self->worker);
  set_started (self, FALSE);
}

/* Stops the worker if the store is damaged, foreign or of a newer version; only logs
 * other errors. */
static void
take_problem (ExmSession *self, const GError *error)
{
  if (g_error_matches (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NEWER)
      || g_error_matches (error, EXM_STORE_ERROR, EXM_STORE_ERROR_FOREIGN)
      || g_error_matches (error, EXM_STORE_ERROR, EXM_STORE_ERROR_DAMAGED))
    {
      if (self->worker != NULL)
        g_object_run_dispose (G_OBJECT (self->worker));
      lose_worker (self);
      g_signal_emit (self, signals[PROBLEM], 0, error);
    }
  else
    g_message ("The list of tasks could not be read: %s", error->message);
}

static void
on_tasks_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmSession) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) infos
      = exm_store_reader_read_finish (EXM_STORE_READER (source), result, &error);

  gboolean early = self->reading_early;
  self->reading = self->reading_early = FALSE;
  if (infos != NULL)
    {
      if (self->trashed != NULL)
        update_trash (self, self->trashed);
      exm_task_list_update (self->tasks, infos);
      count_tasks (self);
      exm_saved_search_list_count (self->searches);
      g_signal_emit (self, signals[TASKS_CHANGED], 0);
    }
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
           || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CLOSED) || self->suspended)
    return;
  else if (!early)
    take_problem (self, error);
  if (self->again)
    exm_session_refresh (self);
  self->again = FALSE;
}

static void
read_tasks (ExmSession *self)
{
  const ExmStoreQuery query = { .kind = EXM_READ_TASKS };

  exm_store_reader_read_async (self->reader, &query, self->cancellable, on_tasks_read,
                               self);
}

static void
on_trash_read (GObject *source, GAsyncResult *result, gpointer data)
{
  ExmSession *self = data;

  g_clear_pointer (&self->trashed, g_ptr_array_unref);
  self->trashed
      = exm_store_reader_read_finish_or_report (EXM_STORE_READER (source), result);
  read_tasks (self);
}

static gboolean
on_refresh (gpointer data)
{
  ExmSession *self = EXM_SESSION (data);
  const ExmStoreQuery query = { .kind = EXM_READ_TRASH };

  self->refresh_id = 0;
  self->reading = TRUE;
  exm_store_reader_read_async (self->reader, &query, self->cancellable, on_trash_read,
                               g_object_ref (self));
  return G_SOURCE_REMOVE;
}

static void
refresh_in (ExmSession *self, guint ms)
{
  if (self->reading)
    self->again = TRUE;
  else if (self->started && self->refresh_id == 0)
    self->refresh_id = g_timeout_add (ms, on_refresh, self);
}

void
exm_session_refresh (ExmSession *self)
{
  g_return_if_fail (EXM_IS_SESSION (self));
  refresh_in (self, 0);
}

/* The role changes hands with EXM_WORKER_CHANGED, or with a link that tells of a run. */
static void
update_elsewhere (ExmSession *self)
{
  gboolean elsewhere = self->worker != NULL && !exm_worker_get_collecting (self->worker);

  if (self->elsewhere == elsewhere)
    return;
  self->elsewhere = elsewhere;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ELSEWHERE]);
}

static void
on_event (const ExmWorkerEvent *event, gpointer data)
{
  ExmSession *self = EXM_SESSION (data);
  ExmTaskItem *item = exm_task_list_find (self->tasks, event->task_uid);
  gboolean running
      = event->kind == EXM_WORKER_RUN_STARTED || event->kind == EXM_WORKER_RUN_PROGRESS;

  if (self->suspended)
    return;
  if (event->kind == EXM_WORKER_ENDED)
    lose_worker (self);
  update_elsewhere (self);
  if (item != NULL && (running || event->kind == EXM_WORKER_RUN_FINISHED))
    {
      exm_task_item_set_running (item, running, event->n_done, event->n_new);
      count_tasks (self);
    }
  g_signal_emit (self, signals[EVENT], 0, event);
  if (event->kind == EXM_WORKER_ARTICLE || event->kind == EXM_WORKER_PUBLISHED
      || event->kind == EXM_WORKER_INDEXED)
    g_signal_emit (self, signals[ARTICLES_CHANGED], 0, event->task_uid);
  if (event->kind == EXM_WORKER_INDEXED)
    exm_saved_search_list_count (self->searches);
  if (running || event->kind == EXM_WORKER_RUN_FINISHED
      || event->kind == EXM_WORKER_PROBLEM || event->kind == EXM_WORKER_RECOVERED)
    g_signal_emit (self, signals[RUNS_CHANGED], 0, event->task_uid);
  if (event->kind != EXM_WORKER_RUN_PROGRESS && event->kind != EXM_WORKER_PUBLISHED
      && event->kind != EXM_WORKER_INDEXED)
    refresh_in (self, REFRESH_MS);
}

static ExmWorker *
make_worker (ExmSession *self)
{
  g_autofree char *icons = exm_icon_cache_dup_folder ();
  const ExmWorkerOptions options = {
    .folder = self->folder,
    .share = TRUE,
    .icons = icons,
    .renderer = EXM_RENDERER (self->renderer),
  };

  return exm_worker_new (&options, on_event, self);
}

/* Shows the tasks while the worker still reads all of the store to see whether it is
 * sound. */
static void
read_early (ExmSession *self)
{
  if (self->reading)
    return;
  self->reading = self->reading_early = TRUE;
  read_tasks (g_object_ref (self));
}

static void
call_waiting (ExmSession *self)
{
  g_autoptr (GArray) waiting = g_steal_pointer (&self->waiting);

  self->waiting = g_array_new (FALSE, FALSE, sizeof (Waiting));
  for (guint i = 0; i < waiting->len; i++)
    {
      const Waiting *one = &g_array_index (waiting, Waiting, i);
      one->func (self, one->data);
    }
}

static void
take_worker (ExmSession *self, ExmWorker *worker)
{
  self->worker = worker;
  call_waiting (self);
  set_started (self, TRUE);
  update_elsewhere (self);
  exm_session_refresh (self);
  exm_saved_search_list_start (self->searches);
  if (!self->replaced)
    return;
  self->replaced = FALSE;
  g_signal_emit (self, signals[REPLACED], 0);
  g_signal_emit (self, signals[ARTICLES_CHANGED], 0, NULL);
}

gboolean
exm_session_start (ExmSession *self, GError **error)
{
  g_return_val_if_fail (EXM_IS_SESSION (self), FALSE);
  g_return_val_if_fail (self->worker == NULL && !self->starting && !self->suspended,
                        FALSE);

  g_autoptr (ExmWorker) worker = make_worker (self);
  if (!exm_worker_start (worker, error))
    return FALSE;
  take_worker (self, g_steal_pointer (&worker));
  return TRUE;
}

static void
start_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;

  if (exm_worker_start (EXM_WORKER (data), &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
exm_session_start_async (ExmSession *self, GAsyncReadyCallback callback, gpointer data)
{
  g_return_if_fail (EXM_IS_SESSION (self));
  g_return_if_fail (self->worker == NULL);

  g_autoptr (GTask) task = g_task_new (self, NULL, callback, data);
  g_task_set_source_tag (task, exm_session_start_async);
  if (self->starting || self->suspended)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_BUSY, "Starting already");
      return;
    }
  self->starting = TRUE;
  g_task_set_task_data (task, make_worker (self), g_object_unref);
  g_task_run_in_thread (task, start_in_thread);
  read_early (self);
}

gboolean
exm_session_start_finish (ExmSession *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  /* One that was refused ends nothing. */
  gboolean ends = g_task_get_task_data (G_TASK (result)) != NULL;
  if (ends)
    self->starting = FALSE;
  if (!g_task_propagate_boolean (G_TASK (result), error))
    {
      if (ends)
        call_waiting (self);
      return FALSE;
    }
  take_worker (self, g_object_ref (g_task_get_task_data (G_TASK (result))));
  return TRUE;
}

void
exm_session_stop (ExmSession *self)
{
  g_return_if_fail (EXM_IS_SESSION (self));

  g_cancellable_cancel (self->cancellable);
  g_clear_handle_id (&self->refresh_id, g_source_remove);
  set_started (self, FALSE);
  /* Events that are on their way keep the worker, and find nobody any more. */
  if (self->worker != NULL)
    g_object_run_dispose (G_OBJECT (self->worker));
  g_clear_object (&self->worker);
  update_elsewhere (self);
  exm_saved_search_list_stop (self->searches);
  exm_store_reader_close (self->reader);
  exm_resources_stop (self->resources);
}

gboolean
exm_session_suspend (ExmSession *self, ExmWorker **worker)
{
  *worker = NULL;
  if (self->starting || self->suspended)
    return FALSE;
  self->suspended = TRUE;
  g_clear_handle_id (&self->refresh_id, g_source_remove);
  exm_saved_search_list_stop (self->searches);
  *worker = g_steal_pointer (&self->worker);
  set_started (self, FALSE);
  update_elsewhere (self);
  return TRUE;
}

void
exm_session_resume (ExmSession *self)
{
  self->suspended = FALSE;
  self->replaced = TRUE;
}

static void
exm_session_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  ExmSession *self = EXM_SESSION (object);

  switch (id)
    {
    case PROP_STARTED:
      g_value_set_boolean (value, self->started);
      break;
    case PROP_ELSEWHERE:
      g_value_set_boolean (value, self->elsewhere);
      break;
    case PROP_N_NEEDS_YOU:
      g_value_set_uint (value, self->n_needs_you);
      break;
    case PROP_N_RUNNING:
      g_value_set_uint (value, self->n_running);
      break;
    case PROP_N_ACTIVE:
      g_value_set_uint (value, self->n_active);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
exm_session_dispose (GObject *object)
{
  ExmSession *self = EXM_SESSION (object);

  exm_session_stop (self);
  G_OBJECT_CLASS (exm_session_parent_class)->dispose (object);
}

static void
exm_session_finalize (GObject *object)
{
  ExmSession *self = EXM_SESSION (object);

  g_clear_object (&self->engine);
  g_clear_object (&self->resources);
  g_clear_object (&self->styles);
  g_clear_object (&self->renderer);
  g_clear_object (&self->reader);
  g_clear_object (&self->tasks);
  g_clear_object (&self->searches);
  g_clear_object (&self->cancellable);
  g_object_unref (self->trash);
  g_clear_pointer (&self->trashed, g_ptr_array_unref);
  g_array_unref (self->waiting);
  g_free (self->folder);
  G_OBJECT_CLASS (exm_session_parent_class)->finalize (object);
}

static guint
add_signal (const char *name, guint n_params, GType type)
{
  return g_signal_new (name, EXM_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                       G_TYPE_NONE, n_params, type);
}

static void
exm_session_class_init (ExmSessionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = exm_session_get_property;
  object_class->dispose = exm_session_dispose;
  object_class->finalize = exm_session_finalize;
  properties[PROP_STARTED] = g_param_spec_boolean ("started", NULL, NULL, FALSE, flags);
  properties[PROP_ELSEWHERE]
      = g_param_spec_boolean ("elsewhere", NULL, NULL, FALSE, flags);
  properties[PROP_N_NEEDS_YOU]
      = g_param_spec_uint ("n-needs-you", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_N_RUNNING]
      = g_param_spec_uint ("n-running", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_N_ACTIVE]
      = g_param_spec_uint ("n-active", NULL, NULL, 0, G_MAXUINT, 0, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[EVENT] = add_signal ("event", 1, G_TYPE_POINTER);
  signals[ARTICLES_CHANGED] = add_signal ("articles-changed", 1, G_TYPE_STRING);
  signals[RUNS_CHANGED] = add_signal ("runs-changed", 1, G_TYPE_STRING);
  signals[TASKS_CHANGED] = add_signal ("tasks-changed", 0, G_TYPE_NONE);
  signals[TASK_CHANGED] = add_signal ("task-changed", 1, G_TYPE_STRING);
  signals[REPLACED] = add_signal ("replaced", 0, G_TYPE_NONE);
  signals[PROBLEM] = add_signal ("problem", 1, G_TYPE_ERROR);
}

static void
exm_session_init (ExmSession *self)
{
  self->renderer = exm_render_new (NULL);
  self->styles = exm_style_choice_new ();
  self->engine = exm_engine_new ();
  exm_engine_set_lay_out (self->engine, exm_renderer_lay_out_offline,
                          g_object_ref (self->renderer), g_object_unref);
  self->tasks = exm_task_list_new ();
  self->trash = g_list_store_new (EXM_TYPE_TRASH_ITEM);
  self->waiting = g_array_new (FALSE, FALSE, sizeof (Waiting));
  self->cancellable = g_cancellable_new ();
}

ExmSession *
exm_session_new (const char *folder)
{
  ExmSession *self = g_object_new (EXM_TYPE_SESSION, NULL);

  self->folder = g_strdup (folder);
  self->reader = exm_store_reader_new (folder);
  self->searches = exm_saved_search_list_new (folder, self->reader);
  self->resources = exm_resources_new (folder);
  return self;
}

const char *
exm_session_get_folder (ExmSession *self)
{
  return self->folder;
}

gboolean
exm_session_is_started (ExmSession *self)
{
  return self->started;
}

void
exm_session_when_ready (ExmSession *self, ExmSessionReadyFunc func, gpointer data)
{
  const Waiting waiting = { func, data };

  if (self->starting)
    g_array_append_val (self->waiting, waiting);
  else
    func (self, data);
}

gboolean
exm_session_is_elsewhere (ExmSession *self)
{
  return self->elsewhere;
}

ExmEngine *
exm_session_get_engine (ExmSession *self)
{
  return self->engine;
}

ExmStoreReader *
exm_session_get_reader (ExmSession *self)
{
  return self->reader;
}

ExmResources *
exm_session_get_resources (ExmSession *self)
{
  return self->resources;
}

ExmStyleChoice *
exm_session_get_style_choice (ExmSession *self)
{
  return self->styles;
}

ExmRenderer *
exm_session_get_renderer (ExmSession *self)
{
  return EXM_RENDERER (self->renderer);
}

ExmWorker *
exm_session_get_worker (ExmSession *self)
{
  return self->worker;
}

GListModel *
exm_session_get_tasks (ExmSession *self)
{
  return G_LIST_MODEL (self->tasks);
}

GListModel *
exm_session_get_trash (ExmSession *self)
{
  return G_LIST_MODEL (self->trash);
}

ExmSavedSearchList *
exm_session_get_searches (ExmSession *self)
{
  return self->searches;
}

ExmTaskItem *
exm_session_find_task (ExmSession *self, const char *uid)
{
  return exm_task_list_find (self->tasks, uid);
}

void
exm_session_run_task (ExmSession *self, const char *uid)
{
  g_return_if_fail (EXM_IS_SESSION (self));

  if (self->worker != NULL)
    exm_worker_run_task (self->worker, uid);
}

void
exm_session_stop_run (ExmSession *self, const char *uid)
{
  g_return_if_fail (EXM_IS_SESSION (self));

  if (self->worker != NULL)
    exm_worker_stop_run (self->worker, uid);
}

void
exm_session_task_changed (ExmSession *self, const char *uid)
{
  g_signal_emit (self, signals[TASK_CHANGED], 0, uid);
  exm_session_refresh (self);
}
