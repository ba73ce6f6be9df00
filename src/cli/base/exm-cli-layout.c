/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/base/exm-cli-layout.h"

#include "render/exm-render.h"

static ExmLayout *
lay_out_online (ExmPageText *page,
                gpointer renderer,
                GCancellable *cancellable,
                GError **error)
{
  return exm_renderer_lay_out (renderer, page, TRUE, cancellable, error);
}

void
exm_cli_offer_layouts (ExmEngine *engine, gboolean online)
{
  exm_engine_set_lay_out (engine, online ? lay_out_online : exm_renderer_lay_out_offline,
                          exm_render_new (NULL), g_object_unref);
}
