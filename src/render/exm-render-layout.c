/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-render"

#include "config.h"

#include "render/exm-render-layout.h"

#include "html/exm-tag.h"
#include "render/exm-render-view.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define WALK "/io/github/exemplar_workbench/Exemplar/render/exm-render-walk.js"
#define SCRIPT "/io/github/exemplar_workbench/Exemplar/render/exm-render-layout.js"

#define OFFLINE_POLICY "default-src 'none'; style-src 'unsafe-inline'"
#define ONLINE_POLICY                                                                    \
  "default-src 'none'; style-src 'unsafe-inline' http: https:; font-src http: https:"

#define DEFAULT_TIMEOUT_MS 20000u
/* How long the walk may take: a page of 100,000 lines needs a few seconds. */
#define WALK_MS 20000u
#define MAX_ELEMENTS 1e6

struct _ExmRenderLayout
{
  ExmRenderPageFunc func;
  gpointer data;       /* (unowned) */
  ExmRenderView *view; /* (owned) */
  WebKitWebView *web;  /* (unowned): inside */
  guint deadline_source;
  gboolean is_loading;
  gboolean is_asked; /* a page is to be answered */
};

static void
give (ExmRenderLayout *self, ExmRenderFrame *answer)
{
  g_clear_handle_id (&self->deadline_source, g_source_remove);
  self->is_loading = FALSE;
  if (self->is_asked)
    {
      self->is_asked = FALSE;
      self->func (answer, self->data);
    }
  else
    exm_render_frame_free (answer);
}

static void
fail (ExmRenderLayout *self, const char *code, const char *message)
{
  give (self, exm_render_answer_error (code, message));
}

static void
on_laid_out (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JSCValue) value = webkit_web_view_call_async_javascript_function_finish (
      WEBKIT_WEB_VIEW (source), result, &error);
  g_autofree char *text = value != NULL ? jsc_value_to_string (value) : NULL;
  ExmRenderLayout *self = data;

  if (text == NULL)
    fail (self, "failed", error->message);
  else if (*text == '\0')
    fail (self, "failed", N_ ("The page has too many elements to be laid out"));
  else
    {
      g_autoptr (GBytes) body = g_bytes_new (text, strlen (text));
      give (self, exm_render_frame_new (json_object_new (), body));
    }
}

static gboolean
on_walk_deadline (gpointer data)
{
  ExmRenderLayout *self = data;

  self->deadline_source = 0;
  fail (self, "timed-out", N_ ("The page takes too long to be laid out"));
  return G_SOURCE_REMOVE;
}

/* The names of all elements of a class. */
static char *
join_tags (ExmTagClass which)
{
  GString *names = g_string_new (NULL);

  for (guint tag = 1; tag < EXM_N_TAGS; tag++)
    if (exm_tag_get_class ((ExmTag) tag) & which)
      g_string_append_printf (names, "%s ", exm_tag_get_name ((ExmTag) tag));
  return g_string_free (names, FALSE);
}

static void
walk (ExmRenderLayout *self)
{
  g_autofree char *block = join_tags (EXM_TAG_BLOCK);
  g_autofree char *dropped = join_tags (EXM_TAG_DROPPED);
  GVariantDict arguments;

  if (!self->is_loading)
    return;
  self->is_loading = FALSE;
  g_clear_handle_id (&self->deadline_source, g_source_remove);
  self->deadline_source = g_timeout_add (WALK_MS, on_walk_deadline, self);
  g_variant_dict_init (&arguments, NULL);
  g_variant_dict_insert (&arguments, "block", "s", block);
  g_variant_dict_insert (&arguments, "dropped", "s", dropped);
  g_variant_dict_insert (&arguments, "width", "d", (double) EXM_RENDER_WIDTH);
  g_variant_dict_insert (&arguments, "elements", "d", MAX_ELEMENTS);
  webkit_web_view_call_async_javascript_function (
      self->web, "return await exemplarLayOut(block, dropped, width, elements)", -1,
      g_variant_dict_end (&arguments), EXM_RENDER_WORLD, NULL, NULL, on_laid_out, self);
}

static void
on_load_changed (WebKitWebView *web, WebKitLoadEvent event, ExmRenderLayout *self)
{
  if (event == WEBKIT_LOAD_FINISHED)
    walk (self);
}

/* Takes the page as it is by now. */
static gboolean
on_load_deadline (gpointer data)
{
  ExmRenderLayout *self = data;

  self->deadline_source = 0;
  webkit_web_view_stop_loading (self->web);
  if (exm_render_view_has_begun (self->view))
    walk (self);
  else
    fail (self, "timed-out", N_ ("The page does not come"));
  return G_SOURCE_REMOVE;
}

static gboolean
on_load_failed (WebKitWebView *web,
                WebKitLoadEvent event,
                const char *uri,
                GError *error,
                ExmRenderLayout *self)
{
  if (self->is_loading && event != WEBKIT_LOAD_COMMITTED)
    fail (self, "failed", error->message);
  return TRUE;
}

static void
on_terminated (WebKitWebView *web,
               WebKitWebProcessTerminationReason reason,
               ExmRenderLayout *self)
{
  fail (self, "crashed", exm_render_describe_end (reason));
}

ExmRenderLayout *
exm_render_layout_new (const ExmRenderFrame *request,
                       ExmRenderPageFunc func,
                       gpointer data)
{
  ExmRenderLayout *self = g_new0 (ExmRenderLayout, 1);
  WebKitUserContentManager *manager = webkit_user_content_manager_new ();
  gboolean is_online = exm_render_frame_get_string (request, "proxy") != NULL;

  self->func = func;
  self->data = data;
  exm_render_add_script (manager, WALK);
  exm_render_add_script (manager, SCRIPT);
  self->view = exm_render_view_new (request, manager,
                                    is_online ? ONLINE_POLICY : OFFLINE_POLICY);
  self->web = exm_render_view_get_web (self->view);
  g_signal_connect (self->web, "load-changed", G_CALLBACK (on_load_changed), self);
  g_signal_connect (self->web, "load-failed", G_CALLBACK (on_load_failed), self);
  g_signal_connect (self->web, "web-process-terminated", G_CALLBACK (on_terminated),
                    self);
  return self;
}

void
exm_render_layout_next (ExmRenderLayout *self, const ExmRenderFrame *request)
{
  self->is_asked = self->is_loading = TRUE;
  self->deadline_source = g_timeout_add (
      exm_render_frame_get_uint (request, "timeout-ms", DEFAULT_TIMEOUT_MS),
      on_load_deadline, self);
  exm_render_view_load (self->view, request);
}

void
exm_render_layout_free (ExmRenderLayout *self)
{
  g_clear_handle_id (&self->deadline_source, g_source_remove);
  g_signal_handlers_disconnect_by_data (self->web, self);
  exm_render_view_free (self->view);
  g_free (self);
}
