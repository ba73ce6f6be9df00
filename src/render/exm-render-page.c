/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-render"

#include "config.h"

#include "render/exm-render-page.h"

#include "render/exm-render-view.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <webkit/webkit.h>

#define SCRIPT "/io/github/exemplar_workbench/Exemplar/render/exm-render-page.js"

#define DEFAULT_TIMEOUT_MS 20000u
#define DEFAULT_QUIET_MS 500u
/* How often we ask whether the page came to rest. */
#define LOOK_MS 100u
/* How long a page may take to be taken: one whose scripts never end does not answer. */
#define TAKE_MS 5000u

#define MAX_CHARACTERS (16.0 * 1000.0 * 1000.0)
#define MAX_ELEMENTS 200000.0

/* Pages that nobody sees get no frames; ours wait for none. */
#define ANIMATION_SCRIPT                                                                 \
  "window.requestAnimationFrame = (func) => setTimeout(() => func(performance.now()), "  \
  "16);"

struct _ExmRenderPage
{
  ExmRenderPageFunc func;
  gpointer data;       /* (unowned) */
  ExmRenderView *view; /* (owned) (nullable) */
  WebKitWebView *web;  /* (unowned): inside */
  guint quiet_ms;
  guint n_resources; /* under way */
  guint look_source;
  guint deadline_source;
  gboolean is_taking;
  gboolean was_quiet;
};

ExmRenderFrame *
exm_render_answer_error (const char *code, const char *message)
{
  JsonObject *header = json_object_new ();

  json_object_set_string_member (header, "error", code);
  json_object_set_string_member (header, "message", message);
  return exm_render_frame_new (header, NULL);
}

static void
give (ExmRenderPage *self, ExmRenderFrame *answer)
{
  ExmRenderPageFunc func = self->func;

  g_clear_handle_id (&self->look_source, g_source_remove);
  g_clear_handle_id (&self->deadline_source, g_source_remove);
  self->func = NULL;
  if (func != NULL)
    func (answer, self->data);
  else
    exm_render_frame_free (answer);
}

static void
fail (ExmRenderPage *self, const char *code, const char *message)
{
  give (self, exm_render_answer_error (code, message));
}

static char *
get_text (JSCValue *value, const char *name)
{
  g_autoptr (JSCValue) member = jsc_value_object_get_property (value, name);

  return jsc_value_to_string (member);
}

static ExmRenderFrame *
make_answer (ExmRenderPage *self, JSCValue *value)
{
  g_autofree char *html = get_text (value, "html");
  g_autofree char *url = get_text (value, "url");
  JsonObject *header = json_object_new ();

  json_object_set_string_member (header, "url", url);
  json_object_set_boolean_member (header, "quiet", self->was_quiet);
  g_autoptr (GBytes) bytes = g_bytes_new (html, strlen (html));
  return exm_render_frame_new (header, bytes);
}

static void
on_taken (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JSCValue) value = webkit_web_view_call_async_javascript_function_finish (
      WEBKIT_WEB_VIEW (source), result, &error);
  ExmRenderPage *self = data;

  if (value != NULL && jsc_value_is_object (value)
      && g_strcmp0 (webkit_web_view_get_uri (self->web), "about:blank") == 0)
    /* Ports of other protocols. */
    fail (self, "failed", N_ ("The browser does not load that address"));
  else if (value != NULL && jsc_value_is_object (value))
    give (self, make_answer (self, value));
  else
    fail (self, "failed", error != NULL ? error->message : N_ ("The page gave no text"));
}

static gboolean
on_take_deadline (gpointer data)
{
  ExmRenderPage *self = data;

  self->deadline_source = 0;
  fail (self, "timed-out", N_ ("The page's scripts never end"));
  return G_SOURCE_REMOVE;
}

static void
take (ExmRenderPage *self, gboolean was_quiet)
{
  GVariantDict arguments;

  if (self->is_taking)
    return;
  self->is_taking = TRUE;
  self->was_quiet = was_quiet;
  g_clear_handle_id (&self->look_source, g_source_remove);
  g_clear_handle_id (&self->deadline_source, g_source_remove);
  self->deadline_source = g_timeout_add (TAKE_MS, on_take_deadline, self);
  g_variant_dict_init (&arguments, NULL);
  g_variant_dict_insert (&arguments, "characters", "d", MAX_CHARACTERS);
  g_variant_dict_insert (&arguments, "elements", "d", MAX_ELEMENTS);
  webkit_web_view_call_async_javascript_function (
      self->web, "return exemplar.take(characters, elements)", -1,
      g_variant_dict_end (&arguments), EXM_RENDER_WORLD, NULL, NULL, on_taken, self);
}

static void
on_looked (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (JSCValue) value = webkit_web_view_call_async_javascript_function_finish (
      WEBKIT_WEB_VIEW (source), result, NULL);
  ExmRenderPage *self = data;

  if (value != NULL && jsc_value_is_number (value) && self->n_resources == 0
      && jsc_value_to_double (value) >= self->quiet_ms)
    take (self, TRUE);
}

static gboolean
on_look_time (gpointer data)
{
  ExmRenderPage *self = data;

  if (exm_render_view_has_loaded (self->view) && self->n_resources == 0)
    webkit_web_view_call_async_javascript_function (self->web, "return exemplar.idle()",
                                                    -1, NULL, EXM_RENDER_WORLD, NULL,
                                                    NULL, on_looked, self);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_deadline (gpointer data)
{
  ExmRenderPage *self = data;

  self->deadline_source = 0;
  webkit_web_view_stop_loading (self->web);
  if (exm_render_view_has_begun (self->view))
    take (self, FALSE);
  else
    fail (self, "timed-out", N_ ("The page does not come"));
  return G_SOURCE_REMOVE;
}

static void
on_resource_ended (WebKitWebResource *resource, ExmRenderPage *self)
{
  self->n_resources -= self->n_resources > 0;
}

static void
on_resource_failed (WebKitWebResource *resource, GError *error, ExmRenderPage *self)
{
  on_resource_ended (resource, self);
}

static void
on_resource_load_started (WebKitWebView *web,
                          WebKitWebResource *resource,
                          WebKitURIRequest *request,
                          ExmRenderPage *self)
{
  self->n_resources++;
  g_signal_connect (resource, "finished", G_CALLBACK (on_resource_ended), self);
  g_signal_connect (resource, "failed", G_CALLBACK (on_resource_failed), self);
}

static gboolean
on_load_failed (WebKitWebView *web,
                WebKitLoadEvent event,
                const char *uri,
                GError *error,
                ExmRenderPage *self)
{
  /* Take what came before the load was stopped. */
  if (!self->is_taking && event != WEBKIT_LOAD_COMMITTED)
    fail (self, "failed", error->message);
  return TRUE;
}

static void
on_terminated (WebKitWebView *web,
               WebKitWebProcessTerminationReason reason,
               ExmRenderPage *self)
{
  fail (self, "crashed", exm_render_describe_end (reason));
}

/* Everything a page needs to come to rest unseen. */
static WebKitUserContentManager *
make_manager (void)
{
  WebKitUserContentManager *manager = webkit_user_content_manager_new ();
  g_autoptr (WebKitUserScript) frames
      = webkit_user_script_new (ANIMATION_SCRIPT, WEBKIT_USER_CONTENT_INJECT_TOP_FRAME,
                                WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START, NULL, NULL);

  exm_render_add_script (manager, SCRIPT);
  webkit_user_content_manager_add_script (manager, frames);
  return manager;
}

static void
connect_signals (ExmRenderPage *self)
{
  WebKitWebView *web = self->web;

  g_signal_connect (web, "load-failed", G_CALLBACK (on_load_failed), self);
  g_signal_connect (web, "resource-load-started", G_CALLBACK (on_resource_load_started),
                    self);
  g_signal_connect (web, "web-process-terminated", G_CALLBACK (on_terminated), self);
}

static gboolean
on_bad_address (gpointer data)
{
  ExmRenderPage *self = data;

  self->look_source = 0;
  fail (self, "failed", N_ ("Only http and https addresses are rendered"));
  return G_SOURCE_REMOVE;
}

ExmRenderPage *
exm_render_page_new (const ExmRenderFrame *request, ExmRenderPageFunc func, gpointer data)
{
  ExmRenderPage *self = g_new0 (ExmRenderPage, 1);
  const char *url = exm_render_frame_get_string (request, "url");
  const char *scheme = url != NULL ? g_uri_peek_scheme (url) : NULL;

  self->func = func;
  self->data = data;
  if (g_strcmp0 (scheme, "http") != 0 && g_strcmp0 (scheme, "https") != 0)
    {
      self->look_source = g_idle_add (on_bad_address, self);
      return self;
    }
  self->quiet_ms = exm_render_frame_get_uint (request, "quiet-ms", DEFAULT_QUIET_MS);
  self->view = exm_render_view_new (request, make_manager (), NULL);
  self->web = exm_render_view_get_web (self->view);
  connect_signals (self);
  self->look_source = g_timeout_add (LOOK_MS, on_look_time, self);
  self->deadline_source = g_timeout_add (
      exm_render_frame_get_uint (request, "timeout-ms", DEFAULT_TIMEOUT_MS), on_deadline,
      self);
  exm_render_view_load (self->view, request);
  return self;
}

void
exm_render_page_free (ExmRenderPage *self)
{
  g_clear_handle_id (&self->look_source, g_source_remove);
  g_clear_handle_id (&self->deadline_source, g_source_remove);
  if (self->view != NULL)
    g_signal_handlers_disconnect_by_data (self->web, self);
  g_clear_pointer (&self->view, exm_render_view_free);
  g_free (self);
}
