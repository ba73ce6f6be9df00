/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exemplar-sample"

#include "config.h"

#include "demo/exm-sample-server.h"

#include "demo/exm-sample-error.h"
#include "demo/exm-sample-fault.h"
#include "demo/exm-sample-numbered.h"
#include "demo/exm-sample-paged.h"
#include "demo/exm-sample-page.h"
#include "demo/exm-sample-site.h"

#include <glib/gi18n-lib.h>
#include <libsoup/soup.h>
#include <string.h>

#define MAX_LOG 10000u
#define FAULT_PREFIX "/fault/"

/* The page that faults under /fault/ are made of: Chinese, so that charsets show. */
#define FAULT_SECTION "zh"

struct _ExmSampleServer
{
  GObject parent_instance;
  ExmSampleServerFlags flags;
  ExmSampleSite *site;     /* (owned) */
  SoupServer *soup;        /* (owned) (nullable): while started */
  ExmSampleFaults *faults; /* (owned) (nullable): while started */
  char *base_url;          /* (owned) (nullable): kept after stopping */
  gint redesign;           /* atomic */
  GMutex mutex;            /* of what follows */
  GPtrArray *log;          /* (owned) (element-type ExmSampleRequest) */
  GHashTable *always;      /* (owned): fault by path */
  GHashTable *once;        /* (owned): fault by path */
};

G_DEFINE_FINAL_TYPE (ExmSampleServer, exm_sample_server, G_TYPE_OBJECT)

static void
request_free (gpointer data)
{
  ExmSampleRequest *request = data;
  g_free (request->method);
  g_free (request->path);
  g_free (request->user_agent);
  g_free (request->if_none_match);
  g_free (request->if_modified_since);
  g_free (request);
}

static gpointer
request_copy (gconstpointer data, gpointer user_data)
{
  const ExmSampleRequest *request = data;
  ExmSampleRequest *copy = g_new0 (ExmSampleRequest, 1);
  copy->method = g_strdup (request->method);
  copy->path = g_strdup (request->path);
  copy->user_agent = g_strdup (request->user_agent);
  copy->if_none_match = g_strdup (request->if_none_match);
  copy->if_modified_since = g_strdup (request->if_modified_since);
  return copy;
}

static void
log_request (ExmSampleServer *self, SoupServerMessage *message)
{
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  GUri *uri = soup_server_message_get_uri (message);
  const char *query = g_uri_get_query (uri);
  ExmSampleRequest seen = {
    .method = (char *) soup_server_message_get_method (message),
    .path = (char *) g_uri_get_path (uri),
    .user_agent = (char *) soup_message_headers_get_one (headers, "User-Agent"),
    .if_none_match = (char *) soup_message_headers_get_one (headers, "If-None-Match"),
    .if_modified_since
    = (char *) soup_message_headers_get_one (headers, "If-Modified-Since"),
  };
  g_autofree char *whole
      = query != NULL ? g_strdup_printf ("%s?%s", seen.path, query) : NULL;
  if (whole != NULL)
    seen.path = whole;
  g_mutex_lock (&self->mutex);
  if (self->log->len == MAX_LOG)
    g_ptr_array_remove_index (self->log, 0);
  g_ptr_array_add (self->log, request_copy (&seen, NULL));
  g_mutex_unlock (&self->mutex);
}

/* Returns: (nullable): what is to go wrong with this request. */
static char *
take_fault (ExmSampleServer *self, SoupServerMessage *message, const char *path)
{
  const char *query = g_uri_get_query (soup_server_message_get_uri (message));
  if (g_str_has_prefix (path, FAULT_PREFIX))
    {
      const char *name = path + strlen (FAULT_PREFIX);
      if (!exm_sample_fault_is_known (name))
        return NULL;
      return query != NULL ? g_strdup_printf ("%s?%s", name, query) : g_strdup (name);
    }
  char *fault = NULL;
  gpointer key = NULL;
  gpointer value = NULL;
  g_mutex_lock (&self->mutex);
  if (g_hash_table_steal_extended (self->once, path, &key, &value))
    {
      g_free (key);
      fault = value;
    }
  else
    fault = g_strdup (g_hash_table_lookup (self->always, path));
  g_mutex_unlock (&self->mutex);
  return fault;
}

/* Whether the client has this page already; an ETag, where there is one, decides alone
 * (RFC 9110, section 13.2.2). */
static gboolean
is_fresh (SoupServerMessage *message, const ExmSamplePage *page, const char *etag)
{
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  const char *tags = soup_message_headers_get_one (headers, "If-None-Match");
  if (tags != NULL)
    return strcmp (tags, "*") == 0 || strstr (tags, etag) != NULL;
  const char *since = soup_message_headers_get_one (headers, "If-Modified-Since");
  if (since == NULL || page->modified == NULL)
    return FALSE;
  g_autoptr (GDateTime) date = soup_date_time_new_from_http_string (since);
  return date != NULL
         && g_date_time_to_unix (page->modified) <= g_date_time_to_unix (date);
}

static char *
make_content_type (ExmSampleServer *self, const ExmSamplePage *page)
{
  gboolean chinese = strcmp (page->encoding, "GB18030") == 0;
  if (!chinese && strcmp (page->content_type, "text/html") == 0)
    return g_strconcat (page->content_type, "; charset=utf-8", NULL);
  if (chinese && (self->flags & EXM_SAMPLE_SERVER_HTTP_CHARSET) != 0)
    return g_strconcat (page->content_type, "; charset=gb2312", NULL);
  return g_strdup (page->content_type);
}

static void
answer_page (ExmSampleServer *self, SoupServerMessage *message, const ExmSamplePage *page)
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);
  g_autoptr (GBytes) bytes = exm_sample_page_encode (page, NULL);
  g_autofree char *hash = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
  g_autofree char *etag = g_strdup_printf ("\"%.16s\"", hash);
  if (page->status == SOUP_STATUS_OK)
    {
      soup_message_headers_replace (headers, "ETag", etag);
      soup_message_headers_replace (headers, "Cache-Control", "no-cache");
      if (page->modified != NULL)
        {
          g_autofree char *date
              = soup_date_time_to_string (page->modified, SOUP_DATE_HTTP);
          soup_message_headers_replace (headers, "Last-Modified", date);
        }
      if (is_fresh (message, page, etag))
        {
          soup_server_message_set_status (message, SOUP_STATUS_NOT_MODIFIED, NULL);
          return;
        }
    }
  gsize size = 0;
  const char *data = g_bytes_get_data (bytes, &size);
  g_autofree char *type = make_content_type (self, page);
  soup_server_message_set_status (message, page->status, NULL);
  soup_server_message_set_response (message, type, SOUP_MEMORY_COPY, data, size);
}

static void
answer_error (SoupServerMessage *message, guint status, const char *text)
{
  soup_server_message_set_status (message, status, NULL);
  soup_server_message_set_response (message, "text/plain; charset=utf-8",
                                    SOUP_MEMORY_COPY, text, strlen (text));
}

static void
answer_control (ExmSampleServer *self,
                SoupServerMessage *message,
                const char *path,
                GHashTable *query)
{
  const char *on = query != NULL ? g_hash_table_lookup (query, "on") : NULL;
  const char *page = query != NULL ? g_hash_table_lookup (query, "path") : NULL;
  g_autoptr (GError) error = NULL;
  gboolean done = FALSE;
  if (soup_server_message_get_method (message) != SOUP_METHOD_POST)
    {
      answer_error (message, SOUP_STATUS_METHOD_NOT_ALLOWED, "POST only\n");
      return;
    }
  if (strcmp (path, "/control/redesign") == 0 && on != NULL)
    {
      exm_sample_server_set_redesign (self, strcmp (on, "0") != 0);
      done = TRUE;
    }
  else if (strcmp (path, "/control/fault") == 0 && page != NULL)
    {
      gboolean once = g_strcmp0 (g_hash_table_lookup (query, "mode"), "once") == 0;
      done = exm_sample_server_set_fault (
          self, page, g_hash_table_lookup (query, "fault"),
          once ? EXM_SAMPLE_FAULT_ONCE : EXM_SAMPLE_FAULT_ALWAYS, &error);
    }
  if (done)
    answer_error (message, SOUP_STATUS_OK, "done\n");
  else
    answer_error (message, SOUP_STATUS_BAD_REQUEST,
                  error != NULL ? error->message : "unknown control\n");
}

static void
answer_get (ExmSampleServer *self, SoupServerMessage *message, const char *path)
{
  const char *query = g_uri_get_query (soup_server_message_get_uri (message));
  const char *page_path = path;
  g_autofree char *fault = take_fault (self, message, path);
  g_auto (GStrv) fallback = NULL;
  if (fault != NULL && g_str_has_prefix (path, FAULT_PREFIX))
    {
      fallback = exm_sample_server_list_articles (self, FAULT_SECTION);
      page_path = fallback[0] != NULL ? fallback[0] : "/";
    }
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmSamplePage) page = exm_sample_numbered_render (page_path);
  if (page == NULL)
    page = exm_sample_paged_render (page_path, query);
  if (page == NULL)
    page = exm_sample_page_render (self->site, page_path,
                                   g_atomic_int_get (&self->redesign) != 0,
                                   self->base_url, &error);
  if (page == NULL)
    answer_error (message, SOUP_STATUS_INTERNAL_SERVER_ERROR, error->message);
  else if (fault != NULL)
    exm_sample_faults_serve (self->faults, message, fault, page);
  else
    answer_page (self, message, page);
}

static void
on_request (SoupServer *soup,
            SoupServerMessage *message,
            const char *path,
            GHashTable *query,
            gpointer user_data)
{
  ExmSampleServer *self = user_data;
  const char *method = soup_server_message_get_method (message);
  log_request (self, message);
  if ((self->flags & EXM_SAMPLE_SERVER_CONTROLS) != 0
      && g_str_has_prefix (path, "/control/"))
    answer_control (self, message, path, query);
  else if (method == SOUP_METHOD_GET || method == SOUP_METHOD_HEAD)
    answer_get (self, message, path);
  else
    answer_error (message, SOUP_STATUS_METHOD_NOT_ALLOWED, "GET and HEAD only\n");
}

static void
exm_sample_server_dispose (GObject *object)
{
  exm_sample_server_stop (EXM_SAMPLE_SERVER (object));
  G_OBJECT_CLASS (exm_sample_server_parent_class)->dispose (object);
}

static void
exm_sample_server_finalize (GObject *object)
{
  ExmSampleServer *self = EXM_SAMPLE_SERVER (object);
  g_clear_pointer (&self->site, exm_sample_site_free);
  g_free (self->base_url);
  g_ptr_array_unref (self->log);
  g_hash_table_unref (self->always);
  g_hash_table_unref (self->once);
  g_mutex_clear (&self->mutex);
  G_OBJECT_CLASS (exm_sample_server_parent_class)->finalize (object);
}

static void
exm_sample_server_class_init (ExmSampleServerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  object_class->dispose = exm_sample_server_dispose;
  object_class->finalize = exm_sample_server_finalize;
}

static void
exm_sample_server_init (ExmSampleServer *self)
{
  g_mutex_init (&self->mutex);
  self->log = g_ptr_array_new_with_free_func (request_free);
  self->always = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->once = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

ExmSampleServer *
exm_sample_server_new (const char *data_dir, ExmSampleServerFlags flags, GError **error)
{
  g_autoptr (ExmSampleServer) self = g_object_new (EXM_TYPE_SAMPLE_SERVER, NULL);
  self->flags = flags;
  self->site = exm_sample_site_load (
      data_dir != NULL ? data_dir : EXM_DATA_DIR G_DIR_SEPARATOR_S "sample", error);
  return self->site != NULL ? g_steal_pointer (&self) : NULL;
}

gboolean
exm_sample_server_start (ExmSampleServer *self, guint port, GError **error)
{
  g_return_val_if_fail (EXM_IS_SAMPLE_SERVER (self), FALSE);
  if (self->soup != NULL)
    {
      g_set_error_literal (error, EXM_SAMPLE_ERROR, EXM_SAMPLE_ERROR_STATE,
                           _ ("the sample site is already running"));
      return FALSE;
    }
  g_autoptr (SoupServer) soup = soup_server_new ("server-header", "Sample/1", NULL);
  if (!soup_server_listen_local (soup, port, SOUP_SERVER_LISTEN_IPV4_ONLY, error))
    return FALSE;
  GSList *uris = soup_server_get_uris (soup);
  g_free (self->base_url);
  self->base_url = g_strdup_printf ("http://127.0.0.1:%d", g_uri_get_port (uris->data));
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
  soup_server_add_handler (soup, NULL, on_request, self, NULL);
  self->faults = exm_sample_faults_new ();
  self->soup = g_steal_pointer (&soup);
  return TRUE;
}

void
exm_sample_server_stop (ExmSampleServer *self)
{
  g_return_if_fail (EXM_IS_SAMPLE_SERVER (self));
  if (self->soup == NULL)
    return;
  g_clear_pointer (&self->faults, exm_sample_faults_free);
  soup_server_disconnect (self->soup);
  g_clear_object (&self->soup);
}

const char *
exm_sample_server_get_base_url (ExmSampleServer *self)
{
  g_return_val_if_fail (EXM_IS_SAMPLE_SERVER (self), NULL);
  return self->base_url;
}

void
exm_sample_server_set_redesign (ExmSampleServer *self, gboolean redesign)
{
  g_return_if_fail (EXM_IS_SAMPLE_SERVER (self));
  g_atomic_int_set (&self->redesign, redesign ? 1 : 0);
}

gboolean
exm_sample_server_set_fault (ExmSampleServer *self,
                             const char *path,
                             const char *fault,
                             ExmSampleFaultMode mode,
                             GError **error)
{
  g_return_val_if_fail (EXM_IS_SAMPLE_SERVER (self), FALSE);
  if (fault != NULL && !exm_sample_fault_is_known (fault))
    {
      g_set_error (error, EXM_SAMPLE_ERROR, EXM_SAMPLE_ERROR_FAULT,
                   /* translators: %s is a word such as "timeout" */
                   _ ("the sample site knows no fault “%s”"), fault);
      return FALSE;
    }
  g_mutex_lock (&self->mutex);
  g_hash_table_remove (self->always, path);
  g_hash_table_remove (self->once, path);
  if (fault != NULL)
    g_hash_table_insert (mode == EXM_SAMPLE_FAULT_ONCE ? self->once : self->always,
                         g_strdup (path), g_strdup (fault));
  g_mutex_unlock (&self->mutex);
  return TRUE;
}

GPtrArray *
exm_sample_server_get_request_log (ExmSampleServer *self)
{
  g_return_val_if_fail (EXM_IS_SAMPLE_SERVER (self), NULL);
  GPtrArray *copy = g_ptr_array_new_with_free_func (request_free);
  g_mutex_lock (&self->mutex);
  for (guint i = 0; i < self->log->len; i++)
    g_ptr_array_add (copy, request_copy (g_ptr_array_index (self->log, i), NULL));
  g_mutex_unlock (&self->mutex);
  return copy;
}

void
exm_sample_server_clear_request_log (ExmSampleServer *self)
{
  g_return_if_fail (EXM_IS_SAMPLE_SERVER (self));
  g_mutex_lock (&self->mutex);
  g_ptr_array_set_size (self->log, 0);
  g_mutex_unlock (&self->mutex);
}

char **
exm_sample_server_list_articles (ExmSampleServer *self, const char *section)
{
  g_return_val_if_fail (EXM_IS_SAMPLE_SERVER (self), NULL);
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();
  for (guint i = 0; i < self->site->sections->len; i++)
    {
      const ExmSampleSection *one = g_ptr_array_index (self->site->sections, i);
      if (strcmp (one->name, section) != 0)
        continue;
      for (guint k = 0; k < one->articles->len; k++)
        {
          const ExmSampleArticle *article = g_ptr_array_index (one->articles, k);
          g_strv_builder_add (paths, article->path);
        }
    }
  return g_strv_builder_end (paths);
}

const ExmSampleArticle *
exm_sample_server_get_article (ExmSampleServer *self, const char *path)
{
  g_return_val_if_fail (EXM_IS_SAMPLE_SERVER (self), NULL);
  const ExmSampleRoute *route = exm_sample_site_find (self->site, path);
  if (route == NULL || route->kind != EXM_SAMPLE_ROUTE_ARTICLE)
    return NULL;
  return g_ptr_array_index (route->section->articles, route->index);
}

char *
exm_sample_server_dup_body (ExmSampleServer *self, const char *path)
{
  const ExmSampleArticle *article = exm_sample_server_get_article (self, path);
  return article != NULL ? exm_sample_article_dup_body (article) : NULL;
}
