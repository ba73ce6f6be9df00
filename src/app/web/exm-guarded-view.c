/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/web/exm-guarded-view.h"

#include "render/exm-render-guard.h"
#include "resources/exm-resource-url.h"

#include <glib/gstdio.h>

struct _ExmGuardedView
{
  WebKitWebView parent_instance;

  gboolean is_beginning; /* a navigation of our own has not been asked about yet */
  GBytes *next;          /* (owned) (nullable): to be shown instead, once it has been */
  char *next_base;       /* (owned) (nullable): and its address */
  guint next_id;
  ExmGuardedViewSource source; /* (nullable) */
  gpointer source_data;        /* (unowned) */
};

G_DEFINE_FINAL_TYPE (ExmGuardedView, exm_guarded_view, WEBKIT_TYPE_WEB_VIEW)

/* The second lock: what the filter would let through by mistake, the policy stops. */
#define SCHEME EXM_RESOURCE_SCHEME ":"
#define POLICY                                                                           \
  "default-src 'none'; style-src 'unsafe-inline' " SCHEME "; img-src data: " SCHEME      \
  "; font-src data: " SCHEME "; form-action 'none'"

/* A port that no program listens on by accident. */
#define NO_PROXY "http://127.0.0.1:1"

/* Addresses of our scheme are allowed, and asked of us: see
 * exm_guarded_view_set_source(). */
#define FILTER                                                                           \
  "[{\"trigger\":{\"url-filter\":\".*\"},\"action\":{\"type\":\"block\"}},"              \
  "{\"trigger\":{\"url-filter\":\"^" SCHEME "\"},"                                       \
  "\"action\":{\"type\":\"ignore-previous-rules\"}}]"

static void
begin (ExmGuardedView *self, GBytes *bytes, const char *base_url)
{
  self->is_beginning = TRUE;
  webkit_web_view_load_bytes (WEBKIT_WEB_VIEW (self), bytes, "text/html", "utf-8",
                              base_url);
}

static gboolean
on_next_due (gpointer data)
{
  ExmGuardedView *self = data;
  g_autoptr (GBytes) bytes = g_steal_pointer (&self->next);
  g_autofree char *base_url = g_steal_pointer (&self->next_base);

  self->next_id = 0;
  begin (self, bytes, base_url);
  return G_SOURCE_REMOVE;
}

static gboolean
exm_guarded_view_decide_policy (WebKitWebView *view,
                                WebKitPolicyDecision *decision,
                                WebKitPolicyDecisionType type)
{
  ExmGuardedView *self = EXM_GUARDED_VIEW (view);

  /* Our own load is the first thing that a view asks about: the page is not read yet. */
  gboolean ours
      = type == WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION && self->is_beginning;
  if (ours)
    self->is_beginning = FALSE;
  if (ours && self->next == NULL)
    webkit_policy_decision_use (decision);
  else
    webkit_policy_decision_ignore (decision);
  if (ours && self->next != NULL)
    self->next_id = g_idle_add_full (G_PRIORITY_DEFAULT, on_next_due, self, NULL);
  return TRUE;
}

static GtkWidget *
exm_guarded_view_create (WebKitWebView *view, WebKitNavigationAction *action)
{
  return NULL;
}

static gboolean
exm_guarded_view_permission_request (WebKitWebView *view,
                                     WebKitPermissionRequest *request)
{
  webkit_permission_request_deny (request);
  return TRUE;
}

static gboolean
exm_guarded_view_script_dialog (WebKitWebView *view, WebKitScriptDialog *dialog)
{
  return TRUE;
}

static gboolean
exm_guarded_view_run_file_chooser (WebKitWebView *view, WebKitFileChooserRequest *request)
{
  webkit_file_chooser_request_cancel (request);
  return TRUE;
}

static gboolean
exm_guarded_view_enter_fullscreen (WebKitWebView *view)
{
  return TRUE;
}

static gboolean
exm_guarded_view_context_menu (WebKitWebView *view,
                               WebKitContextMenu *menu,
                               WebKitHitTestResult *hit)
{
  return TRUE;
}

static gboolean
exm_guarded_view_print (WebKitWebView *view, WebKitPrintOperation *operation)
{
  return TRUE;
}

static gboolean
exm_guarded_view_authenticate (WebKitWebView *view, WebKitAuthenticationRequest *request)
{
  webkit_authentication_request_cancel (request);
  return TRUE;
}

static gboolean
exm_guarded_view_show_notification (WebKitWebView *view, WebKitNotification *notification)
{
  webkit_notification_close (notification);
  return TRUE;
}

static gboolean
exm_guarded_view_show_option_menu (WebKitWebView *view,
                                   WebKitOptionMenu *menu,
                                   GdkRectangle *rectangle)
{
  webkit_option_menu_close (menu);
  return TRUE;
}

static void
exm_guarded_view_dispose (GObject *object)
{
  ExmGuardedView *self = EXM_GUARDED_VIEW (object);

  g_clear_handle_id (&self->next_id, g_source_remove);
  g_clear_pointer (&self->next, g_bytes_unref);
  g_clear_pointer (&self->next_base, g_free);
  G_OBJECT_CLASS (exm_guarded_view_parent_class)->dispose (object);
}

static void
exm_guarded_view_class_init (ExmGuardedViewClass *klass)
{
  WebKitWebViewClass *view_class = WEBKIT_WEB_VIEW_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_guarded_view_dispose;
  view_class->decide_policy = exm_guarded_view_decide_policy;
  view_class->create = exm_guarded_view_create;
  view_class->permission_request = exm_guarded_view_permission_request;
  view_class->script_dialog = exm_guarded_view_script_dialog;
  view_class->run_file_chooser = exm_guarded_view_run_file_chooser;
  view_class->enter_fullscreen = exm_guarded_view_enter_fullscreen;
  view_class->context_menu = exm_guarded_view_context_menu;
  view_class->print = exm_guarded_view_print;
  view_class->authenticate = exm_guarded_view_authenticate;
  view_class->show_notification = exm_guarded_view_show_notification;
  view_class->show_option_menu = exm_guarded_view_show_option_menu;
}

static void
exm_guarded_view_init (ExmGuardedView *self)
{
}

static WebKitSettings *
make_settings (void)
{
  /* Features by which a page could load past the filter, or leave something behind. */
  static const char *const others[]
      = { "LinkPreload", "BeaconAPI", "WebShare", "PDFJSViewer", NULL };
  WebKitSettings *settings = webkit_settings_new_with_settings (
      "enable-javascript", TRUE, "enable-javascript-markup", FALSE, "auto-load-images",
      TRUE, "enable-html5-local-storage", FALSE, "enable-html5-database", FALSE,
      "enable-developer-extras", FALSE, "javascript-can-access-clipboard", FALSE,
      "enable-back-forward-navigation-gestures", FALSE, "default-charset", "utf-8", NULL);

  exm_render_guard_turn_off (settings, others);
  return settings;
}

/* Pages that reach nothing share a session: they leave nothing in it. */
static WebKitNetworkSession *
closed_session (void)
{
  static WebKitNetworkSession *session;

  if (session == NULL)
    session = exm_render_guard_make_session (NO_PROXY);
  return g_object_ref (session);
}

static void
on_resource_asked (WebKitURISchemeRequest *request, gpointer data)
{
  WebKitWebView *view = webkit_uri_scheme_request_get_web_view (request);
  ExmGuardedView *self = EXM_IS_GUARDED_VIEW (view) ? EXM_GUARDED_VIEW (view) : NULL;

  if (self != NULL && self->source != NULL)
    {
      self->source (request, self->source_data);
      return;
    }
  g_autoptr (GError) error = g_error_new_literal (
      G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED, "the page is shown without resources");
  webkit_uri_scheme_request_finish_error (request, error);
}

/* Pages are of http or https: what they mix in must count as secure, and fonts are only
 * loaded from a scheme that can say who may read them. */
static void
register_scheme (void)
{
  static gboolean registered;
  WebKitWebContext *context = webkit_web_context_get_default ();
  WebKitSecurityManager *security = webkit_web_context_get_security_manager (context);

  if (registered)
    return;
  registered = TRUE;
  webkit_web_context_register_uri_scheme (context, EXM_RESOURCE_SCHEME, on_resource_asked,
                                          NULL, NULL);
  webkit_security_manager_register_uri_scheme_as_secure (security, EXM_RESOURCE_SCHEME);
  webkit_security_manager_register_uri_scheme_as_cors_enabled (security,
                                                               EXM_RESOURCE_SCHEME);
}

static ExmGuardedView *
make_view (WebKitUserContentFilter *filter)
{
  g_autoptr (WebKitNetworkSession) session = closed_session ();
  g_autoptr (WebKitSettings) settings = make_settings ();
  g_autoptr (WebKitUserContentManager) manager = webkit_user_content_manager_new ();
  g_autoptr (WebKitWebsitePolicies) policies = webkit_website_policies_new_with_policies (
      "autoplay", WEBKIT_AUTOPLAY_DENY, NULL);

  webkit_user_content_manager_add_filter (manager, filter);
  return g_object_new (EXM_TYPE_GUARDED_VIEW, "network-session", session, "settings",
                       settings, "user-content-manager", manager, "website-policies",
                       policies, "is-muted", TRUE, "accessible-role",
                       GTK_ACCESSIBLE_ROLE_DOCUMENT, "default-content-security-policy",
                       POLICY, NULL);
}

/* A compiled filter stays mapped: nothing needs the folder any longer. */
static void
remove_folder (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const char *folder = data;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_unlink (path);
    }
  g_rmdir (folder);
  g_task_return_boolean (task, TRUE);
}

typedef struct
{
  char *folder;    /* (owned) (nullable): where the filter is compiled */
  GtkWidget *view; /* (owned) (nullable) */
} NewView;

static void
new_view_free (gpointer data)
{
  NewView *self = data;

  g_free (self->folder);
  g_clear_object (&self->view);
  g_free (self);
}

/* The compiled filter, of all views. */
static WebKitUserContentFilter *compiled;

/* To make a view takes half a frame, and so does what the caller does with it. */
static gboolean
on_view_due (gpointer data)
{
  GTask *task = data;
  NewView *new_view = g_task_get_task_data (task);

  if (g_task_return_error_if_cancelled (task))
    return G_SOURCE_REMOVE;
  if (new_view->view == NULL)
    {
      new_view->view = g_object_ref_sink (GTK_WIDGET (make_view (compiled)));
      return G_SOURCE_CONTINUE;
    }
  g_task_return_pointer (task, g_steal_pointer (&new_view->view), g_object_unref);
  return G_SOURCE_REMOVE;
}

/* @task: (transfer full) */
static void
make_view_soon (GTask *task)
{
  g_idle_add_full (G_PRIORITY_DEFAULT, on_view_due, task, g_object_unref);
}

static void
on_filter_saved (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  g_autoptr (GError) error = NULL;
  NewView *new_view = g_task_get_task_data (task);
  g_autoptr (WebKitUserContentFilter) filter
      = webkit_user_content_filter_store_save_finish (
          WEBKIT_USER_CONTENT_FILTER_STORE (source), result, &error);
  g_autoptr (GTask) removal = g_task_new (NULL, NULL, NULL, NULL);

  g_task_set_task_data (removal, g_strdup (new_view->folder), g_free);
  g_task_run_in_thread (removal, remove_folder);
  if (filter == NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  if (compiled == NULL)
    compiled = webkit_user_content_filter_ref (filter);
  make_view_soon (g_steal_pointer (&task));
}

void
exm_guarded_view_new_async (GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  GError *error = NULL;
  NewView *new_view = g_new0 (NewView, 1);

  register_scheme ();
  g_task_set_source_tag (task, exm_guarded_view_new_async);
  g_task_set_task_data (task, new_view, new_view_free);
  if (compiled != NULL)
    {
      make_view_soon (g_steal_pointer (&task));
      return;
    }
  new_view->folder = g_dir_make_tmp ("exemplar-filters-XXXXXX", &error);
  if (new_view->folder == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_autoptr (GBytes) rules = g_bytes_new_static (FILTER, strlen (FILTER));
  g_autoptr (WebKitUserContentFilterStore) store
      = webkit_user_content_filter_store_new (new_view->folder);
  webkit_user_content_filter_store_save (store, "closed", rules, cancellable,
                                         on_filter_saved, g_steal_pointer (&task));
}

ExmGuardedView *
exm_guarded_view_new_finish (GAsyncResult *result, GError **error)
{
  ExmGuardedView *self = g_task_propagate_pointer (G_TASK (result), error);

  if (self != NULL)
    g_object_force_floating (G_OBJECT (self));
  return self;
}

void
exm_guarded_view_show (ExmGuardedView *self, GBytes *source, const char *base_url)
{
  const char *scheme = base_url != NULL ? g_uri_peek_scheme (base_url) : NULL;
  gboolean is_web = g_strcmp0 (scheme, "http") == 0 || g_strcmp0 (scheme, "https") == 0;
  const char *base = is_web ? base_url : "about:blank";

  /* WebKit takes no empty page; one without text looks the same. */
  g_autoptr (GBytes) shown = g_bytes_get_size (source) > 0 ? g_bytes_ref (source)
                                                           : g_bytes_new_static (" ", 1);

  /* With two loads that have not begun, WebKit would ask about both and show the
   * second. They cannot be told apart, so there is only one at a time. */
  if (!self->is_beginning && self->next_id == 0)
    {
      begin (self, shown, base);
      return;
    }
  g_clear_pointer (&self->next, g_bytes_unref);
  self->next = g_steal_pointer (&shown);
  g_free (self->next_base);
  self->next_base = g_strdup (base);
}

void
exm_guarded_view_set_source (ExmGuardedView *self,
                             ExmGuardedViewSource source,
                             gpointer data)
{
  self->source = source;
  self->source_data = data;
}
