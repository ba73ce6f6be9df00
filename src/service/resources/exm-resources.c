/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "resources/exm-resources.h"

#include "fetch/exm-url.h"
#include "store/db/exm-store-error.h"

#include <string.h>

struct _ExmResources
{
  GObject parent_instance;

  char *folder;          /* (owned) */
  GMainContext *context; /* (owned): of the thread */
  GThread *thread;       /* (owned) (nullable): from the first request on */
};

G_DEFINE_FINAL_TYPE (ExmResources, exm_resources, G_TYPE_OBJECT)

/* The thread's own; what is invoked there finds it. */
static GPrivate current;

typedef struct
{
  char *folder;          /* (owned) */
  GMainContext *context; /* (owned) */
} Start;

static gpointer
run (gpointer data)
{
  Start *begin = data;
  ExmResourceLoader *loader;

  g_main_context_push_thread_default (begin->context);
  loader = exm_resource_loader_new (begin->folder);
  g_private_set (&current, loader);
  /* Cleared by what stops it. */
  while (g_private_get (&current) != NULL || !exm_resource_loader_is_idle (loader))
    g_main_context_iteration (begin->context, TRUE);
  exm_resource_loader_free (loader);
  /* Sockets that are still closing end within the context that they began in. */
  while (g_main_context_iteration (begin->context, FALSE))
    ;
  g_main_context_pop_thread_default (begin->context);
  g_main_context_unref (begin->context);
  g_free (begin->folder);
  g_free (begin);
  return NULL;
}

static void
ensure_thread (ExmResources *self)
{
  if (self->thread != NULL)
    return;
  Start *begin = g_new0 (Start, 1);
  begin->folder = g_strdup (self->folder);
  begin->context = g_main_context_ref (self->context);
  self->thread = g_thread_new ("resources", run, begin);
}

typedef struct
{
  GTask *task;           /* (owned) (nullable): until it is handed on */
  ExmResourcePage *page; /* (owned) (nullable) */
  ExmResourceKind kind;
  char *url;     /* (owned) (nullable) */
  char *uid;     /* (owned) (nullable) */
  char *url_key; /* (owned) (nullable) */
  gboolean clear;
} Request;

static void
request_free (gpointer data)
{
  Request *self = data;

  g_clear_object (&self->task);
  g_clear_pointer (&self->page, exm_resource_page_unref);
  g_free (self->url);
  g_free (self->uid);
  g_free (self->url_key);
  g_free (self);
}

/* Whether @held is what the article shows at @url: its bytes may be of a wider source. */
static gboolean
is_held_for (const ExmHeldResource *held, const char *url)
{
  g_autofree char *shown = NULL;

  if (strcmp (held->url, url) == 0)
    return TRUE;
  shown = exm_url_normalize_input (held->address, NULL);
  if (shown != NULL)
    shown[strcspn (shown, "#")] = '\0';
  return g_strcmp0 (shown, url) == 0;
}

static ExmResource *
find_held (ExmResourceStore *store, const Request *request, GError **error)
{
  g_autoptr (GPtrArray) held
      = exm_resource_store_list_held (store, request->uid, request->url_key, error);
  const ExmHeldResource *found = NULL;

  if (held == NULL)
    return NULL;
  for (guint i = 0; i < held->len && found == NULL; i++)
    {
      const ExmHeldResource *one = g_ptr_array_index (held, i);
      if (one->hash != NULL && is_held_for (one, request->url))
        found = one;
    }
  if (found == NULL)
    {
      g_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND, "%s is not held",
                   request->url);
      return NULL;
    }
  GBytes *bytes = exm_resource_store_get_held (store, found->hash, error);
  if (bytes == NULL)
    return NULL;
  ExmResource *resource = g_new0 (ExmResource, 1);
  resource->bytes = bytes;
  resource->type = g_strdup (found->type);
  resource->final_url = g_strdup (found->url);
  return resource;
}

/* The store of the loader's thread; %NULL once that is stopped. */
static ExmResourceStore *
get_store (void)
{
  ExmResourceLoader *loader = g_private_get (&current);

  return loader != NULL ? exm_resource_loader_get_store (loader) : NULL;
}

static gboolean
on_load_held (gpointer data)
{
  Request *request = data;
  ExmResourceStore *store = get_store ();
  GError *error = NULL;
  ExmResource *resource = store != NULL ? find_held (store, request, &error) : NULL;

  if (resource != NULL)
    g_task_return_pointer (request->task, resource, (GDestroyNotify) exm_resource_free);
  else if (error != NULL)
    g_task_return_error (request->task, error);
  else
    g_task_return_new_error (request->task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "stopped");
  return G_SOURCE_REMOVE;
}

static gboolean
on_load (gpointer data)
{
  Request *request = data;
  ExmResourceLoader *loader = g_private_get (&current);

  if (loader == NULL)
    g_task_return_new_error (request->task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "stopped");
  else
    exm_resource_loader_load (loader, g_steal_pointer (&request->task), request->page,
                              request->kind, request->url);
  return G_SOURCE_REMOVE;
}

static gboolean
on_count (gpointer data)
{
  Request *request = data;
  ExmResourceStore *store = get_store ();
  GError *error = NULL;
  ExmHeldSize held = { 0 };
  guint64 sizes[2] = { 0 };

  if (store != NULL && (!request->clear || exm_resource_store_sweep (store, 0, &error))
      && exm_resource_store_count (store, &sizes[0], &error)
      && exm_resource_store_count_held (store, NULL, &held, &error))
    sizes[1] = held.n_bytes;
  if (error != NULL)
    g_task_return_error (request->task, error);
  else
    g_task_return_pointer (request->task, g_memdup2 (sizes, sizeof sizes), g_free);
  return G_SOURCE_REMOVE;
}

static gboolean
on_measure (gpointer data)
{
  Request *request = data;
  ExmResourceStore *store = get_store ();
  GError *error = NULL;
  ExmHeldSize size = { 0 };

  if (store == NULL || exm_resource_store_count_held (store, request->uid, &size, &error))
    g_task_return_pointer (request->task, g_memdup2 (&size, sizeof size), g_free);
  else
    g_task_return_error (request->task, error);
  return G_SOURCE_REMOVE;
}

static gboolean
on_stop (gpointer data)
{
  ExmResourceLoader *loader = g_private_get (&current);

  g_private_set (&current, NULL);
  exm_resource_loader_stop (loader);
  return G_SOURCE_REMOVE;
}

/* @request: (transfer full) */
static void
hand_over (ExmResources *self, GSourceFunc func, Request *request)
{
  ensure_thread (self);
  g_autoptr (GSource) source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, func, request, request_free);
  g_source_attach (source, self->context);
}

void
exm_resources_load_async (ExmResources *self,
                          ExmResourcePage *page,
                          ExmResourceKind kind,
                          const char *url,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer data)
{
  Request *request = g_new0 (Request, 1);

  /* Without a source, as its last reference may go in the other thread. */
  request->task = g_task_new (NULL, cancellable, callback, data);
  g_task_set_source_tag (request->task, exm_resources_load_async);
  request->page = exm_resource_page_ref (page);
  request->kind = kind;
  request->url = g_strdup (url);
  hand_over (self, on_load, request);
}

void
exm_resources_load_held_async (ExmResources *self,
                               const char *uid,
                               const char *url_key,
                               const char *url,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer data)
{
  Request *request = g_new0 (Request, 1);

  request->task = g_task_new (NULL, cancellable, callback, data);
  g_task_set_source_tag (request->task, exm_resources_load_held_async);
  request->uid = g_strdup (uid);
  request->url_key = g_strdup (url_key);
  request->url = g_strdup (url);
  hand_over (self, on_load_held, request);
}

ExmResource *
exm_resources_load_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

void
exm_resources_count_async (ExmResources *self,
                           gboolean clear,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer data)
{
  Request *request = g_new0 (Request, 1);

  request->task = g_task_new (NULL, cancellable, callback, data);
  g_task_set_source_tag (request->task, exm_resources_count_async);
  request->clear = clear;
  hand_over (self, on_count, request);
}

gboolean
exm_resources_count_finish (GAsyncResult *result,
                            guint64 *n_bytes,
                            guint64 *n_held,
                            GError **error)
{
  g_autofree guint64 *found = g_task_propagate_pointer (G_TASK (result), error);

  if (found != NULL)
    {
      *n_bytes = found[0];
      *n_held = found[1];
    }
  return found != NULL;
}

void
exm_resources_measure_async (ExmResources *self,
                             const char *uid,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer data)
{
  Request *request = g_new0 (Request, 1);

  request->task = g_task_new (NULL, cancellable, callback, data);
  g_task_set_source_tag (request->task, exm_resources_measure_async);
  request->uid = g_strdup (uid);
  hand_over (self, on_measure, request);
}

gboolean
exm_resources_measure_finish (GAsyncResult *result, ExmHeldSize *size, GError **error)
{
  g_autofree ExmHeldSize *found = g_task_propagate_pointer (G_TASK (result), error);

  if (found != NULL)
    *size = *found;
  return found != NULL;
}

void
exm_resources_stop (ExmResources *self)
{
  g_return_if_fail (EXM_IS_RESOURCES (self));

  if (self->thread == NULL)
    return;
  g_autoptr (GSource) source = g_idle_source_new ();
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, on_stop, NULL, NULL);
  g_source_attach (source, self->context);
  g_thread_join (g_steal_pointer (&self->thread));
}

static void
exm_resources_dispose (GObject *object)
{
  exm_resources_stop (EXM_RESOURCES (object));
  G_OBJECT_CLASS (exm_resources_parent_class)->dispose (object);
}

static void
exm_resources_finalize (GObject *object)
{
  ExmResources *self = EXM_RESOURCES (object);

  g_free (self->folder);
  g_main_context_unref (self->context);
  G_OBJECT_CLASS (exm_resources_parent_class)->finalize (object);
}

static void
exm_resources_class_init (ExmResourcesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = exm_resources_dispose;
  G_OBJECT_CLASS (klass)->finalize = exm_resources_finalize;
}

static void
exm_resources_init (ExmResources *self)
{
  self->context = g_main_context_new ();
}

ExmResources *
exm_resources_new (const char *folder)
{
  ExmResources *self = g_object_new (EXM_TYPE_RESOURCES, NULL);

  self->folder = g_strdup (folder);
  return self;
}
