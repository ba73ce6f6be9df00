/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "exm-renderer.h"

G_DEFINE_INTERFACE (ExmRenderer, exm_renderer, G_TYPE_OBJECT)

G_DEFINE_QUARK (exm - render - error - quark, exm_render_error)

static void
exm_renderer_default_init (ExmRendererInterface *iface)
{
}

void
exm_rendered_free (ExmRendered *self)
{
  g_clear_pointer (&self->html, g_bytes_unref);
  g_clear_pointer (&self->boxes, g_bytes_unref);
  g_free (self->url);
  g_free (self);
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
