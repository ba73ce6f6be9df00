/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/web/exm-page-styles.h"

#include "app/web/exm-page-script.h"
#include "fetch/exm-fetch-error.h"
#include "fetch/exm-url.h"
#include "resources/exm-style-rewrite.h"

#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>
#include <string.h>

/* Time for all sheets together. */
#define SHEETS_MS 10000.0

/* Longest tag that is looked at for a policy. */
#define MAX_TAG_BYTES 16384u

static void
end_showing (ExmPageStyles *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->page, exm_resource_page_unref);
}

void
exm_page_styles_clear (ExmPageStyles *self)
{
  end_showing (self);
  g_clear_object (&self->resources);
  g_clear_pointer (&self->private_hosts, g_strfreev);
}

gboolean
exm_page_styles_are_shown (const ExmPageStyles *self)
{
  return self->wanted && self->resources != NULL;
}

/* A request of the page, while it is answered. */
typedef struct
{
  ExmPageStyles *styles;           /* (unowned) */
  WebKitURISchemeRequest *request; /* (owned) */
  GCancellable *cancellable;       /* (owned): once cancelled, @styles may be gone */
} Asked;

static void
asked_free (Asked *self)
{
  g_object_unref (self->request);
  g_object_unref (self->cancellable);
  g_free (self);
}

/* Fonts are loaded only where the answer says that anybody may read it. */
static void
give (WebKitURISchemeRequest *request, const ExmResource *resource)
{
  g_autoptr (GInputStream) stream
      = g_memory_input_stream_new_from_bytes (resource->bytes);
  g_autoptr (WebKitURISchemeResponse) response = webkit_uri_scheme_response_new (
      stream, (gint64) g_bytes_get_size (resource->bytes));
  SoupMessageHeaders *headers = soup_message_headers_new (SOUP_MESSAGE_HEADERS_RESPONSE);

  soup_message_headers_append (headers, "Access-Control-Allow-Origin", "*");
  webkit_uri_scheme_response_set_http_headers (response, headers);
  webkit_uri_scheme_response_set_status (response, 200, NULL);
  webkit_uri_scheme_response_set_content_type (response, resource->type);
  webkit_uri_scheme_request_finish_with_response (request, response);
}

static void
on_resource_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  Asked *asked = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmResource) resource = exm_resources_load_finish (result, &error);

  if (resource != NULL)
    give (asked->request, resource);
  else
    {
      g_debug ("%s: %s", webkit_uri_scheme_request_get_uri (asked->request),
               error->message);
      webkit_uri_scheme_request_finish_error (asked->request, error);
    }
  if (!g_cancellable_is_cancelled (asked->cancellable)
      && (g_error_matches (error, EXM_RESOURCE_ERROR, EXM_RESOURCE_ERROR_TOO_MANY)
          || g_error_matches (error, EXM_RESOURCE_ERROR, EXM_RESOURCE_ERROR_TOO_LARGE)
          || g_error_matches (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_TOO_LARGE)))
    {
      asked->styles->n_refused++;
      if (asked->styles->refused != NULL)
        asked->styles->refused (asked->styles->refused_data);
    }
  asked_free (asked);
}

static void
on_asked (WebKitURISchemeRequest *request, gpointer data)
{
  ExmPageStyles *self = data;
  ExmResourceKind kind;
  g_autofree char *url
      = exm_resource_url_parse (webkit_uri_scheme_request_get_uri (request), &kind);

  if (url == NULL || self->page == NULL)
    {
      g_autoptr (GError) error = g_error_new_literal (
          G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED, "no address of a resource");
      webkit_uri_scheme_request_finish_error (request, error);
      return;
    }
  Asked *asked = g_new0 (Asked, 1);
  asked->styles = self;
  asked->request = g_object_ref (request);
  asked->cancellable = g_object_ref (self->cancellable);
  exm_resources_load_async (self->resources, self->page, kind, url, self->cancellable,
                            on_resource_loaded, asked);
}

void
exm_page_styles_begin (ExmPageStyles *self, ExmGuardedView *view, const char *url)
{
  end_showing (self);
  self->blank = FALSE;
  self->n_refused = 0;
  exm_guarded_view_set_source (view, NULL, NULL);
}

/* Returns: (transfer full): the page's texts, their addresses exchanged, as JSON */
static char *
rewrite (const char *json)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  g_autoptr (JsonBuilder) builder = json_builder_new_immutable ();

  json_builder_begin_array (builder);
  if (json != NULL && json_parser_load_from_data (parser, json, -1, NULL)
      && JSON_NODE_HOLDS_OBJECT (json_parser_get_root (parser)))
    {
      JsonObject *object = json_node_get_object (json_parser_get_root (parser));
      JsonArray *texts = json_object_get_array_member (object, "texts");
      g_autofree char *base = exm_url_normalize_input (
          json_object_get_string_member (object, "base"), NULL);
      for (guint i = 0; i < json_array_get_length (texts); i++)
        {
          const char *text = json_array_get_string_element (texts, i);
          GString *own
              = exm_style_rewrite (text, strlen (text), base != NULL ? base : "");
          json_builder_add_string_value (builder, own->str);
          g_string_free (own, TRUE);
        }
    }
  json_builder_end_array (builder);
  g_autoptr (JsonNode) root = json_builder_get_root (builder);
  return json_to_string (root, FALSE);
}

static void
on_applied (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;
  char *words = exm_page_script_call_finish (WEBKIT_WEB_VIEW (source), result, &error);

  if (words == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, words, g_free);
}

/* @texts: "" for a page that is shown without resources; @task: (transfer full) */
static void
apply (WebKitWebView *view, const char *texts, GTask *task)
{
  GVariantDict arguments;

  g_variant_dict_init (&arguments, NULL);
  g_variant_dict_insert (&arguments, "texts", "s", texts);
  g_variant_dict_insert (&arguments, "milliseconds", "d", SHEETS_MS);
  exm_page_script_call (view, "return exemplar.applyStyles(texts, milliseconds)",
                        g_variant_dict_end (&arguments), g_task_get_cancellable (task),
                        on_applied, task);
}

static void
on_collected (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;
  WebKitWebView *view = WEBKIT_WEB_VIEW (source);
  g_autofree char *json = exm_page_script_call_finish (view, result, &error);

  if (json == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_autofree char *texts = rewrite (json);
  apply (view, texts, g_steal_pointer (&task));
}

void
exm_page_styles_apply_async (ExmPageStyles *self,
                             ExmGuardedView *view,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer data)
{
  GTask *task = g_task_new (view, cancellable, callback, data);
  const char *url = webkit_web_view_get_uri (WEBKIT_WEB_VIEW (view));

  g_task_set_source_tag (task, exm_page_styles_apply_async);
  end_showing (self);
  if (!exm_page_styles_are_shown (self))
    {
      apply (WEBKIT_WEB_VIEW (view), "", task);
      return;
    }
  self->page = exm_resource_page_new (url, (const char *const *) self->private_hosts);
  self->cancellable = g_cancellable_new ();
  exm_guarded_view_set_source (view, on_asked, self);
  exm_page_script_call (WEBKIT_WEB_VIEW (view), "return exemplar.collectStyles()", NULL,
                        cancellable, on_collected, task);
}

gboolean
exm_page_styles_apply_finish (ExmPageStyles *self, GAsyncResult *result)
{
  g_autofree char *words = g_task_propagate_pointer (G_TASK (result), NULL);
  guint n = 0, n_missing = 0, blank = 0;

  if (words == NULL || sscanf (words, "%u %u %u", &n, &n_missing, &blank) != 3)
    return FALSE;
  self->blank = blank != 0;
  return TRUE;
}

const char *
exm_page_styles_describe (const ExmPageStyles *self)
{
  if (self->blank)
    return _ ("The page stays blank until its scripts run, so it is shown without its "
              "style sheets");
  if (self->n_refused > 0)
    return _ (
        "The page wants more style sheets, fonts and pictures than a page may; some "
        "are left out");
  return NULL;
}

/* Returns: (nullable): @what between @from and @to, whatever its case */
static char *
find (char *from, const char *to, const char *what)
{
  gsize length = strlen (what);

  for (char *at = from; at + length <= to; at++)
    if (g_ascii_strncasecmp (at, what, length) == 0)
      return at;
  return NULL;
}

void
exm_page_styles_yield_policy (GByteArray *bytes)
{
  char *at = (char *) bytes->data;
  const char *end = at + bytes->len;

  while (at < end && (at = memchr (at, '<', (gsize) (end - at))) != NULL)
    {
      const char *limit = MIN (at + MAX_TAG_BYTES, end);
      if (at + 5 > end || g_ascii_strncasecmp (at, "<meta", 5) != 0)
        {
          at++;
          continue;
        }
      const char *close = memchr (at, '>', (gsize) (limit - at));
      close = close != NULL ? close : limit;
      char *policy = find (at, close, "content-security-policy");
      if (policy != NULL && find (at, close, "http-equiv") != NULL)
        *policy = 'x';
      at += MAX (close - at, 5);
    }
}
