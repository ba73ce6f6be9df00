/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-render"

#include "config.h"

#include "exm-render-page.h"

#include "exm-render-resources.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <webkit/webkit.h>

#define WORLD "exemplar"
#define SCRIPT "/io/github/exemplar_workbench/Exemplar/render/exm-render-page.js"

#define WIDTH 1280
#define HEIGHT 1024

#define DEFAULT_TIMEOUT_MS 20000u
#define DEFAULT_QUIET_MS 500u
#define DEFAULT_MEMORY_MB 1024u
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
  gpointer data;      /* (unowned) */
  GtkWidget *window;  /* (owned) */
  WebKitWebView *web; /* (unowned): inside */
  guint quiet_ms;
  guint n_resources; /* under way */
  guint n_allowed;   /* navigations of our own that have not begun */
  guint look_source;
  guint deadline_source;
  gboolean has_loaded;
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
  g_autofree char *boxes = get_text (value, "boxes");
  g_autofree char *url = get_text (value, "url");
  JsonObject *header = json_object_new ();
  GByteArray *body = g_byte_array_new ();

  g_byte_array_append (body, (const guint8 *) html, (guint) strlen (html));
  g_byte_array_append (body, (const guint8 *) boxes, (guint) strlen (boxes));
  json_object_set_string_member (header, "url", url);
  json_object_set_boolean_member (header, "quiet", self->was_quiet);
  json_object_set_int_member (header, "html-bytes", (gint64) strlen (html));
  g_autoptr (GBytes) bytes = g_byte_array_free_to_bytes (body);
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
    fail (self, "failed", _ ("The browser does not load that address"));
  else if (value != NULL && jsc_value_is_object (value))
    give (self, make_answer (self, value));
  else
    fail (self, "failed", error != NULL ? error->message : _ ("The page gave no text"));
}

static gboolean
on_take_deadline (gpointer data)
{
  ExmRenderPage *self = data;

  self->deadline_source = 0;
  fail (self, "timed-out", _ ("The page's scripts never end"));
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
      g_variant_dict_end (&arguments), WORLD, NULL, NULL, on_taken, self);
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

  if (self->has_loaded && self->n_resources == 0)
    webkit_web_view_call_async_javascript_function (self->web, "return exemplar.idle()",
                                                    -1, NULL, WORLD, NULL, NULL,
                                                    on_looked, self);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_deadline (gpointer data)
{
  ExmRenderPage *self = data;

  self->deadline_source = 0;
  webkit_web_view_stop_loading (self->web);
  take (self, FALSE);
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

static void
on_load_changed (WebKitWebView *web, WebKitLoadEvent event, ExmRenderPage *self)
{
  if (event == WEBKIT_LOAD_FINISHED)
    self->has_loaded = TRUE;
}

static gboolean
on_load_failed (WebKitWebView *web,
                WebKitLoadEvent event,
                const char *uri,
                GError *error,
                ExmRenderPage *self)
{
  /* What came before it was stopped is what there is. */
  if (!self->is_taking && event != WEBKIT_LOAD_COMMITTED)
    fail (self, "failed", error->message);
  return TRUE;
}

static void
on_terminated (WebKitWebView *web,
               WebKitWebProcessTerminationReason reason,
               ExmRenderPage *self)
{
  fail (self, "crashed",
        reason == WEBKIT_WEB_PROCESS_EXCEEDED_MEMORY_LIMIT
            ? _ ("The page needed too much memory")
            : _ ("The page made the browser stop"));
}

/* The page stays where it is, whatever its scripts and frames want. */
static gboolean
on_decide_policy (WebKitWebView *web,
                  WebKitPolicyDecision *decision,
                  WebKitPolicyDecisionType type,
                  ExmRenderPage *self)
{
  gboolean allowed = type == WEBKIT_POLICY_DECISION_TYPE_RESPONSE
                     && webkit_response_policy_decision_is_mime_type_supported (
                         WEBKIT_RESPONSE_POLICY_DECISION (decision));

  if (type == WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION)
    {
      WebKitNavigationAction *action
          = webkit_navigation_policy_decision_get_navigation_action (
              WEBKIT_NAVIGATION_POLICY_DECISION (decision));
      allowed = self->n_allowed > 0
                || (!self->has_loaded && webkit_navigation_action_is_redirect (action));
      self->n_allowed -= self->n_allowed > 0;
    }
  if (allowed)
    webkit_policy_decision_use (decision);
  else
    webkit_policy_decision_ignore (decision);
  return TRUE;
}

static GtkWidget *
on_create (WebKitWebView *web, WebKitNavigationAction *action, gpointer data)
{
  return NULL;
}

static gboolean
on_permission_request (WebKitWebView *web,
                       WebKitPermissionRequest *request,
                       gpointer data)
{
  webkit_permission_request_deny (request);
  return TRUE;
}

static gboolean
on_refused (WebKitWebView *web)
{
  return TRUE;
}

static void
on_download_started (WebKitNetworkSession *session, WebKitDownload *download)
{
  webkit_download_cancel (download);
}

static WebKitNetworkSession *
make_session (const char *proxy)
{
  WebKitNetworkSession *session = webkit_network_session_new_ephemeral ();
  WebKitNetworkProxySettings *settings = webkit_network_proxy_settings_new (proxy, NULL);

  webkit_network_session_set_proxy_settings (session, WEBKIT_NETWORK_PROXY_MODE_CUSTOM,
                                             settings);
  webkit_network_proxy_settings_free (settings);
  webkit_network_session_set_persistent_credential_storage_enabled (session, FALSE);
  g_signal_connect (session, "download-started", G_CALLBACK (on_download_started), NULL);
  return session;
}

static WebKitWebContext *
make_context (guint memory_mb)
{
  WebKitMemoryPressureSettings *memory = webkit_memory_pressure_settings_new ();

  webkit_memory_pressure_settings_set_memory_limit (memory, memory_mb);
  webkit_memory_pressure_settings_set_kill_threshold (memory, 1.0);
  webkit_memory_pressure_settings_set_poll_interval (memory, 1.0);
  WebKitWebContext *context
      = g_object_new (WEBKIT_TYPE_WEB_CONTEXT, "memory-pressure-settings", memory, NULL);
  webkit_memory_pressure_settings_free (memory);
  return context;
}

static WebKitSettings *
make_settings (const char *user_agent)
{
  static const char *const off[]
      = { "LinkDNSPrefetch", "LinkPreconnect", "LinkPreconnectEarlyHints", "LinkPrefetch",
          "ServiceWorkers", "SharedWorker", "WebTransport", "FullScreen", "Notifications",
          /* A page that nobody sees is to behave as one that is seen. */
          "DOMTimersThrottling", "HiddenPageDOMTimerThrottling",
          "PageVisibilityBasedProcessSuppression" };
  WebKitSettings *settings = webkit_settings_new_with_settings (
      "auto-load-images", FALSE, "enable-page-cache", FALSE, "enable-media", FALSE,
      "enable-webaudio", FALSE, "enable-webgl", FALSE, "enable-media-stream", FALSE,
      "enable-webrtc", FALSE, "enable-fullscreen", FALSE, "allow-modal-dialogs", FALSE,
      "javascript-can-open-windows-automatically", FALSE, NULL);
  WebKitFeatureList *features = webkit_settings_get_all_features ();

  for (gsize i = 0; i < webkit_feature_list_get_length (features); i++)
    {
      WebKitFeature *feature = webkit_feature_list_get (features, i);
      for (gsize j = 0; j < G_N_ELEMENTS (off); j++)
        if (g_str_equal (webkit_feature_get_identifier (feature), off[j]))
          webkit_settings_set_feature_enabled (settings, feature, FALSE);
    }
  webkit_feature_list_unref (features);
  if (user_agent != NULL)
    webkit_settings_set_user_agent (settings, user_agent);
  return settings;
}

static WebKitUserContentManager *
make_manager (void)
{
  WebKitUserContentManager *manager = webkit_user_content_manager_new ();
  exm_render_register_resource ();
  g_autoptr (GBytes) code
      = g_resources_lookup_data (SCRIPT, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_return_val_if_fail (code != NULL, manager);
  g_autoptr (WebKitUserScript) ours = webkit_user_script_new_for_world (
      g_bytes_get_data (code, NULL), WEBKIT_USER_CONTENT_INJECT_TOP_FRAME,
      WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START, WORLD, NULL, NULL);
  g_autoptr (WebKitUserScript) frames
      = webkit_user_script_new (ANIMATION_SCRIPT, WEBKIT_USER_CONTENT_INJECT_TOP_FRAME,
                                WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START, NULL, NULL);

  webkit_user_content_manager_add_script (manager, ours);
  webkit_user_content_manager_add_script (manager, frames);
  return manager;
}

static void
connect_signals (ExmRenderPage *self)
{
  static const char *const refused[]
      = { "script-dialog", "run-file-chooser", "enter-fullscreen", "context-menu",
          "print",         "authenticate",     "show-notification" };
  WebKitWebView *web = self->web;

  g_signal_connect (web, "load-changed", G_CALLBACK (on_load_changed), self);
  g_signal_connect (web, "load-failed", G_CALLBACK (on_load_failed), self);
  g_signal_connect (web, "resource-load-started", G_CALLBACK (on_resource_load_started),
                    self);
  g_signal_connect (web, "web-process-terminated", G_CALLBACK (on_terminated), self);
  g_signal_connect (web, "decide-policy", G_CALLBACK (on_decide_policy), self);
  g_signal_connect (web, "create", G_CALLBACK (on_create), self);
  g_signal_connect (web, "permission-request", G_CALLBACK (on_permission_request), self);
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    g_signal_connect (web, refused[i], G_CALLBACK (on_refused), NULL);
}

/* The window is laid out and never shown. */
static void
make_window (ExmRenderPage *self, const ExmRenderFrame *request)
{
  const char *proxy = exm_render_frame_get_string (request, "proxy");
  g_autoptr (WebKitNetworkSession) session
      = make_session (proxy != NULL ? proxy : "socks5://127.0.0.1:1");
  g_autoptr (WebKitSettings) settings
      = make_settings (exm_render_frame_get_string (request, "user-agent"));
  g_autoptr (WebKitUserContentManager) manager = make_manager ();
  g_autoptr (WebKitWebContext) context = make_context (
      exm_render_frame_get_uint (request, "memory-mb", DEFAULT_MEMORY_MB));
  const GtkAllocation size = { 0, 0, WIDTH, HEIGHT };

  self->web = g_object_new (WEBKIT_TYPE_WEB_VIEW, "web-context", context,
                            "network-session", session, "settings", settings,
                            "user-content-manager", manager, "is-muted", TRUE, NULL);
  self->window = g_object_ref_sink (gtk_window_new ());
  gtk_window_set_default_size (GTK_WINDOW (self->window), WIDTH, HEIGHT);
  gtk_window_set_child (GTK_WINDOW (self->window), GTK_WIDGET (self->web));
  gtk_widget_realize (self->window);
  gtk_widget_size_allocate (self->window, &size, -1);
}

static void
begin (ExmRenderPage *self, const ExmRenderFrame *request)
{
  const char *url = exm_render_frame_get_string (request, "url");

  self->n_allowed = 1;
  if (exm_render_frame_get_uint (request, "html", 0) == 0)
    webkit_web_view_load_uri (self->web, url);
  else if (g_bytes_get_size (request->body) == 0)
    webkit_web_view_load_html (self->web, " ", url);
  else
    webkit_web_view_load_bytes (self->web, request->body, "text/html",
                                exm_render_frame_get_string (request, "charset"), url);
}

static gboolean
on_bad_address (gpointer data)
{
  ExmRenderPage *self = data;

  self->look_source = 0;
  fail (self, "failed", _ ("Only http and https addresses are rendered"));
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
  make_window (self, request);
  connect_signals (self);
  self->look_source = g_timeout_add (LOOK_MS, on_look_time, self);
  self->deadline_source = g_timeout_add (
      exm_render_frame_get_uint (request, "timeout-ms", DEFAULT_TIMEOUT_MS), on_deadline,
      self);
  begin (self, request);
  return self;
}

void
exm_render_page_free (ExmRenderPage *self)
{
  g_clear_handle_id (&self->look_source, g_source_remove);
  g_clear_handle_id (&self->deadline_source, g_source_remove);
  if (self->window != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->web, self);
      gtk_window_destroy (GTK_WINDOW (self->window));
      g_object_unref (self->window);
    }
  g_free (self);
}
