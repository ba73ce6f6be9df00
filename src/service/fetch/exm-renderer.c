/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "base/exm-said-error.h"
#include "fetch/exm-renderer.h"

#include <libsoup/soup.h>

G_DEFINE_INTERFACE (ExmRenderer, exm_renderer, G_TYPE_OBJECT)

EXM_DEFINE_SAID_ERROR (exm - render - error, exm_render_error)

static void
exm_renderer_default_init (ExmRendererInterface *iface)
{
}

void
exm_rendered_free (ExmRendered *self)
{
  g_clear_pointer (&self->html, g_bytes_unref);
  g_clear_pointer (&self->layout, g_bytes_unref);
  g_free (self->url);
  g_free (self);
}

ExmFetched *
exm_fetched_new_rendered (const ExmFetched *fetched, const ExmRendered *rendered)
{
  ExmFetched *self = exm_fetched_new (fetched->url);

  g_bytes_unref (self->body);
  self->body = g_bytes_ref (rendered->html);
  g_free (self->final_url);
  self->final_url = g_strdup (fetched->final_url);
  self->status = fetched->status;
  self->reason = g_strdup (fetched->reason);
  self->content_type = g_strdup ("text/html");
  self->charset = g_strdup ("utf-8");
  self->etag = g_strdup (fetched->etag);
  self->last_modified = g_strdup (fetched->last_modified);
  self->retry_after_s = fetched->retry_after_s;
  for (guint i = 0; i < fetched->hops->len; i++)
    {
      const ExmFetchHop *hop = &g_array_index (fetched->hops, ExmFetchHop, i);
      exm_fetched_add_hop (self, hop->url, hop->status);
    }
  self->wire_bytes = fetched->wire_bytes;
  self->incomplete = g_strdup (fetched->incomplete);
  if (fetched->exchanges != NULL)
    self->exchanges
        = g_string_new_len (fetched->exchanges->str, (gssize) fetched->exchanges->len);
  self->content_encoding = g_strdup (fetched->content_encoding);
  self->n_decoded = fetched->n_decoded;
  self->is_chunked = fetched->is_chunked;
  self->is_rendered = TRUE;
  self->elapsed_usec = fetched->elapsed_usec;
  return self;
}

gboolean
exm_fetched_can_be_rendered (const ExmFetched *fetched)
{
  const char *type = fetched->content_type;

  return g_bytes_get_size (fetched->body) > 0
         && (type == NULL || g_str_equal (type, "text/html")
             || g_str_equal (type, "application/xhtml+xml"));
}

void
exm_renderer_render_async (ExmRenderer *self,
                           const ExmRenderRequest *request,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer data)
{
  g_return_if_fail (EXM_IS_RENDERER (self));

  EXM_RENDERER_GET_IFACE (self)->render_async (self, request, cancellable, callback,
                                               data);
}

ExmRendered *
exm_renderer_render_finish (ExmRenderer *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (EXM_IS_RENDERER (self), NULL);

  return EXM_RENDERER_GET_IFACE (self)->render_finish (self, result, error);
}

static ExmRenderRequest
make_request (const ExmFetched *fetched,
              const char *user_agent,
              const char *const *private_hosts)
{
  return (ExmRenderRequest){
    .html = fetched->body,
    .charset = fetched->charset,
    .url = fetched->final_url,
    .user_agent = user_agent,
    .private_hosts = private_hosts,
  };
}

static void
on_answer (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static ExmRendered *
render_and_wait (ExmRenderer *self,
                 const ExmRenderRequest *request,
                 GCancellable *cancellable,
                 GError **error)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (GAsyncResult) result = NULL;

  g_main_context_push_thread_default (context);
  exm_renderer_render_async (self, request, cancellable, on_answer, &result);
  while (result == NULL)
    g_main_context_iteration (context, TRUE);
  ExmRendered *rendered = exm_renderer_render_finish (self, result, error);
  g_main_context_pop_thread_default (context);
  return rendered;
}

void
exm_renderer_render_fetched_async (ExmRenderer *self,
                                   const ExmFetched *fetched,
                                   const char *user_agent,
                                   const char *const *private_hosts,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer data)
{
  const ExmRenderRequest request = make_request (fetched, user_agent, private_hosts);

  exm_renderer_render_async (self, &request, cancellable, callback, data);
}

ExmFetched *
exm_renderer_render_fetched (ExmRenderer *self,
                             const ExmFetched *fetched,
                             const char *user_agent,
                             const char *const *private_hosts,
                             GCancellable *cancellable,
                             GError **error)
{
  const ExmRenderRequest request = make_request (fetched, user_agent, private_hosts);

  g_return_val_if_fail (EXM_IS_RENDERER (self), NULL);
  g_autoptr (ExmRendered) rendered = render_and_wait (self, &request, cancellable, error);
  return rendered != NULL ? exm_fetched_new_rendered (fetched, rendered) : NULL;
}

ExmLayout *
exm_renderer_lay_out (ExmRenderer *self,
                      ExmPageText *page,
                      gboolean online,
                      GCancellable *cancellable,
                      GError **error)
{
  const char *url = exm_page_text_get_url (page);
  const char *scheme = url != NULL ? g_uri_peek_scheme (url) : NULL;
  gboolean is_web = g_strcmp0 (scheme, "http") == 0 || g_strcmp0 (scheme, "https") == 0;
  g_autoptr (GUri) uri
      = is_web ? g_uri_parse (url, SOUP_HTTP_URI_FLAGS | G_URI_FLAGS_PARSE_RELAXED, NULL)
               : NULL;
  const char *const own_host[] = { uri != NULL ? g_uri_get_host (uri) : NULL, NULL };
  const ExmRenderRequest request = {
    .html = exm_page_text_get_source (page),
    .charset = "utf-8",
    .url = uri != NULL ? url : NULL,
    .private_hosts = own_host,
    .layout = TRUE,
    .offline = !online || uri == NULL,
  };

  g_return_val_if_fail (EXM_IS_RENDERER (self), NULL);
  g_autoptr (ExmRendered) rendered = render_and_wait (self, &request, cancellable, error);
  return rendered != NULL ? exm_layout_parse (rendered->layout, page, error) : NULL;
}

ExmLayout *
exm_renderer_lay_out_offline (ExmPageText *page,
                              gpointer renderer,
                              GCancellable *cancellable,
                              GError **error)
{
  return exm_renderer_lay_out (renderer, page, FALSE, cancellable, error);
}
