/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* exemplar-render's twin for tests: speaks its frames, one page after the other, and
 * answers with what exm-render-walk.js finds in the document that WebKit built. The
 * pages' scripts are off, and nothing is loaded.
 *
 *   request   body: the page in UTF-8
 *   answer    webkit (its version); body: JSON; or error */

#define G_LOG_DOMAIN "exm-oracle"

#include "config.h"

#include "html/exm-tag.h"
#include "oracle-resources.h"
#include "render/exm-render-frame.h"

#include <gio/gunixinputstream.h>
#include <gio/gunixoutputstream.h>
#include <string.h>
#include <unistd.h>
#include <webkit/webkit.h>

#define WORLD "oracle"
#define SCRIPT "/io/github/exemplar_workbench/Exemplar/oracle/exm-render-walk.js"
#define POLICY "default-src 'none'; style-src 'unsafe-inline'"
#define NO_PROXY "http://127.0.0.1:1"
#define ADDRESS "http://page.example/"

typedef struct
{
  GMainLoop *loop;    /* (owned) */
  GInputStream *in;   /* (owned) */
  GOutputStream *out; /* (owned) */
  WebKitWebView *web; /* (owned) */
  guint n_allowed;    /* navigations of our own that have not begun */
  gboolean is_asked;
} Program;

static void read_next (Program *self);

static void
answer (Program *self, const char *text, const char *error)
{
  JsonObject *header = json_object_new ();
  g_autofree char *version
      = g_strdup_printf ("%u.%u.%u", webkit_get_major_version (),
                         webkit_get_minor_version (), webkit_get_micro_version ());
  g_autoptr (GBytes) body = g_bytes_new (text, text != NULL ? strlen (text) : 0);

  json_object_set_string_member (header, "webkit", version);
  if (error != NULL)
    json_object_set_string_member (header, "error", error);
  g_autoptr (ExmRenderFrame) frame = exm_render_frame_new (header, body);
  g_autoptr (GBytes) bytes = exm_render_frame_encode (frame);
  if (!g_output_stream_write_all (self->out, g_bytes_get_data (bytes, NULL),
                                  g_bytes_get_size (bytes), NULL, NULL, NULL))
    g_main_loop_quit (self->loop);
  else
    read_next (self);
}

static void
on_walked (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JSCValue) value = webkit_web_view_call_async_javascript_function_finish (
      WEBKIT_WEB_VIEW (source), result, &error);
  g_autofree char *text = value != NULL ? jsc_value_to_string (value) : NULL;

  answer (data, text, error != NULL ? error->message : NULL);
}

/* The names of all elements of a class. */
static char *
join_tags (ExmTagClass which)
{
  GString *names = g_string_new (NULL);

  for (guint tag = 1; tag < EXM_N_TAGS; tag++)
    if (exm_tag_get_class (tag) & which)
      g_string_append_printf (names, "%s ", exm_tag_get_name (tag));
  return g_string_free (names, FALSE);
}

static void
on_load_changed (WebKitWebView *web, WebKitLoadEvent event, Program *self)
{
  g_autofree char *block = join_tags (EXM_TAG_BLOCK);
  g_autofree char *dropped = join_tags (EXM_TAG_DROPPED);
  GVariantDict arguments;

  if (event != WEBKIT_LOAD_FINISHED || !self->is_asked)
    return;
  self->is_asked = FALSE;
  g_variant_dict_init (&arguments, NULL);
  g_variant_dict_insert (&arguments, "block", "s", block);
  g_variant_dict_insert (&arguments, "dropped", "s", dropped);
  webkit_web_view_call_async_javascript_function (
      web,
      "const {nodes, lines} = exemplarWalk(block, dropped);"
      "return JSON.stringify({nodes, lines})",
      -1, g_variant_dict_end (&arguments), WORLD, NULL, NULL, on_walked, self);
}

static gboolean
on_decide_policy (WebKitWebView *web,
                  WebKitPolicyDecision *decision,
                  WebKitPolicyDecisionType type,
                  Program *self)
{
  if (type == WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION && self->n_allowed > 0)
    {
      self->n_allowed--;
      webkit_policy_decision_use (decision);
    }
  else
    webkit_policy_decision_ignore (decision);
  return TRUE;
}

static void
on_terminated (WebKitWebView *web,
               WebKitWebProcessTerminationReason reason,
               Program *self)
{
  g_main_loop_quit (self->loop);
}

static void
on_request (GObject *source, GAsyncResult *result, gpointer data)
{
  Program *self = data;
  g_autoptr (ExmRenderFrame) request
      = exm_render_frame_read_finish (G_INPUT_STREAM (source), result, NULL);

  if (request == NULL)
    {
      g_main_loop_quit (self->loop);
      return;
    }
  self->n_allowed = 1;
  self->is_asked = TRUE;
  /* WebKit takes no empty page. */
  g_autoptr (GBytes) page = g_bytes_get_size (request->body) > 0
                                ? g_bytes_ref (request->body)
                                : g_bytes_new_static (" ", 1);
  webkit_web_view_load_bytes (self->web, page, "text/html", "utf-8", ADDRESS);
}

static void
read_next (Program *self)
{
  exm_render_frame_read_async (self->in, NULL, on_request, self);
}

static WebKitWebView *
make_view (void)
{
  g_autoptr (WebKitNetworkSession) session = webkit_network_session_new_ephemeral ();
  WebKitNetworkProxySettings *proxy = webkit_network_proxy_settings_new (NO_PROXY, NULL);
  g_autoptr (WebKitSettings) settings = webkit_settings_new_with_settings (
      "enable-javascript", TRUE, "enable-javascript-markup", FALSE, "auto-load-images",
      FALSE, "enable-page-cache", FALSE, "enable-media", FALSE, "enable-webgl", FALSE,
      NULL);
  g_autoptr (WebKitUserContentManager) manager = webkit_user_content_manager_new ();
  oracle_register_resource ();
  g_autoptr (GBytes) code
      = g_resources_lookup_data (SCRIPT, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autoptr (WebKitUserScript) script = webkit_user_script_new_for_world (
      g_bytes_get_data (code, NULL), WEBKIT_USER_CONTENT_INJECT_TOP_FRAME,
      WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START, WORLD, NULL, NULL);

  webkit_network_session_set_proxy_settings (session, WEBKIT_NETWORK_PROXY_MODE_CUSTOM,
                                             proxy);
  webkit_network_proxy_settings_free (proxy);
  webkit_user_content_manager_add_script (manager, script);
  return g_object_ref_sink (g_object_new (
      WEBKIT_TYPE_WEB_VIEW, "network-session", session, "settings", settings,
      "user-content-manager", manager, "default-content-security-policy", POLICY, NULL));
}

int
main (int argc, char **argv)
{
  Program self = { 0 };
  int out = dup (STDOUT_FILENO);

  /* Whatever a library prints must not get between the bytes of an answer. */
  if (out < 0 || dup2 (STDERR_FILENO, STDOUT_FILENO) < 0 || !gtk_init_check ())
    return 1;
  self.loop = g_main_loop_new (NULL, FALSE);
  self.in = g_unix_input_stream_new (STDIN_FILENO, FALSE);
  self.out = g_unix_output_stream_new (out, TRUE);
  self.web = make_view ();
  g_signal_connect (self.web, "load-changed", G_CALLBACK (on_load_changed), &self);
  g_signal_connect (self.web, "decide-policy", G_CALLBACK (on_decide_policy), &self);
  g_signal_connect (self.web, "web-process-terminated", G_CALLBACK (on_terminated),
                    &self);
  read_next (&self);
  g_main_loop_run (self.loop);
  /* Nothing to save: the processes of the browser end with this one. */
  _exit (0);
}
