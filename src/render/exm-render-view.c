/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-render"

#include "config.h"

#include "render/exm-render-view.h"

#include "render/exm-render-guard.h"
#include "render/exm-render-resources.h"

#include <glib/gi18n-lib.h>

#define DEFAULT_MEMORY_MB 1024u
/* Proxy on which nobody listens. */
#define NO_PROXY "socks5://127.0.0.1:1"

/* Base of relative addresses in a page for which nothing is loaded. */
#define NOWHERE "http://page.invalid/"

struct _ExmRenderView
{
  GtkWidget *window;  /* (owned) */
  WebKitWebView *web; /* (unowned): inside */
  guint n_allowed;    /* navigations of our own that have not begun */
  gboolean has_begun;
  gboolean has_loaded;
};

static void
on_load_changed (WebKitWebView *web, WebKitLoadEvent event, ExmRenderView *self)
{
  self->has_begun = self->has_begun || event == WEBKIT_LOAD_COMMITTED;
  self->has_loaded = self->has_loaded || event == WEBKIT_LOAD_FINISHED;
}

/* The page stays where it is, whatever its scripts and frames want. */
static gboolean
on_decide_policy (WebKitWebView *web,
                  WebKitPolicyDecision *decision,
                  WebKitPolicyDecisionType type,
                  ExmRenderView *self)
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
  /* A page that nobody sees is to behave as one that is seen. */
  static const char *const others[]
      = { "DOMTimersThrottling", "HiddenPageDOMTimerThrottling",
          "PageVisibilityBasedProcessSuppression", NULL };
  WebKitSettings *settings
      = webkit_settings_new_with_settings ("auto-load-images", FALSE, NULL);

  exm_render_guard_turn_off (settings, others);
  /* Nobody sees it: what draws fast only takes time to start. */
  webkit_settings_set_hardware_acceleration_policy (
      settings, WEBKIT_HARDWARE_ACCELERATION_POLICY_NEVER);
  if (user_agent != NULL)
    webkit_settings_set_user_agent (settings, user_agent);
  return settings;
}

void
exm_render_add_script (WebKitUserContentManager *manager, const char *path)
{
  exm_render_register_resource ();
  g_autoptr (GBytes) code
      = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_return_if_fail (code != NULL);
  g_autoptr (WebKitUserScript) script = webkit_user_script_new_for_world (
      g_bytes_get_data (code, NULL), WEBKIT_USER_CONTENT_INJECT_TOP_FRAME,
      WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START, EXM_RENDER_WORLD, NULL, NULL);

  webkit_user_content_manager_add_script (manager, script);
}

static void
connect_signals (ExmRenderView *self)
{
  static const char *const refused[]
      = { "script-dialog", "run-file-chooser", "enter-fullscreen", "context-menu",
          "print",         "authenticate",     "show-notification" };
  WebKitWebView *web = self->web;

  g_signal_connect (web, "load-changed", G_CALLBACK (on_load_changed), self);
  g_signal_connect (web, "decide-policy", G_CALLBACK (on_decide_policy), self);
  g_signal_connect (web, "create", G_CALLBACK (on_create), self);
  g_signal_connect (web, "permission-request", G_CALLBACK (on_permission_request), self);
  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    g_signal_connect (web, refused[i], G_CALLBACK (on_refused), NULL);
}

WebKitWebView *
exm_render_view_get_web (ExmRenderView *self)
{
  return self->web;
}

gboolean
exm_render_view_has_loaded (const ExmRenderView *self)
{
  return self->has_loaded;
}

gboolean
exm_render_view_has_begun (const ExmRenderView *self)
{
  return self->has_begun;
}

/* The window is laid out and never shown. */
static void
make_window (ExmRenderView *self)
{
  const GtkAllocation size = { 0, 0, EXM_RENDER_WIDTH, EXM_RENDER_HEIGHT };

  self->window = g_object_ref_sink (gtk_window_new ());
  gtk_window_set_default_size (GTK_WINDOW (self->window), EXM_RENDER_WIDTH,
                               EXM_RENDER_HEIGHT);
  gtk_window_set_child (GTK_WINDOW (self->window), GTK_WIDGET (self->web));
  gtk_widget_realize (self->window);
  gtk_widget_size_allocate (self->window, &size, -1);
}

ExmRenderView *
exm_render_view_new (const ExmRenderFrame *request,
                     WebKitUserContentManager *manager,
                     const char *policy)
{
  ExmRenderView *self = g_new0 (ExmRenderView, 1);
  g_autoptr (WebKitUserContentManager) scripts = manager;
  const char *proxy = exm_render_frame_get_string (request, "proxy");
  g_autoptr (WebKitNetworkSession) session
      = exm_render_guard_make_session (proxy != NULL ? proxy : NO_PROXY);
  g_autoptr (WebKitSettings) settings
      = make_settings (exm_render_frame_get_string (request, "user-agent"));
  g_autoptr (WebKitWebContext) context = make_context (
      exm_render_frame_get_uint (request, "memory-mb", DEFAULT_MEMORY_MB));

  /* Without scripts altogether ours would not run either. */
  webkit_settings_set_enable_javascript_markup (settings, policy == NULL);
  self->web
      = g_object_new (WEBKIT_TYPE_WEB_VIEW, "web-context", context, "network-session",
                      session, "settings", settings, "user-content-manager", scripts,
                      "is-muted", TRUE, "default-content-security-policy", policy, NULL);
  make_window (self);
  connect_signals (self);
  return self;
}

void
exm_render_view_load (ExmRenderView *self, const ExmRenderFrame *request)
{
  /* Without a proxy nothing can be loaded from there: it is not even tried. */
  gboolean is_offline = exm_render_frame_get_string (request, "proxy") == NULL;
  const char *url = is_offline ? NOWHERE : exm_render_frame_get_string (request, "url");

  self->has_begun = self->has_loaded = FALSE;
  self->n_allowed = 1;
  if (exm_render_frame_get_uint (request, "html", 0) == 0)
    webkit_web_view_load_uri (self->web, url);
  else if (g_bytes_get_size (request->body) == 0)
    webkit_web_view_load_html (self->web, " ", url);
  else
    webkit_web_view_load_bytes (self->web, request->body, "text/html",
                                exm_render_frame_get_string (request, "charset"), url);
}

void
exm_render_view_free (ExmRenderView *self)
{
  g_signal_handlers_disconnect_by_data (self->web, self);
  gtk_window_destroy (GTK_WINDOW (self->window));
  g_object_unref (self->window);
  g_free (self);
}

const char *
exm_render_describe_end (WebKitWebProcessTerminationReason reason)
{
  return reason == WEBKIT_WEB_PROCESS_EXCEEDED_MEMORY_LIMIT
             ? N_ ("The page needed too much memory")
             : N_ ("The page made the browser stop");
}
