/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "exm-cli-layout.h"

#include "exm-render.h"

void
exm_cli_layout_init (ExmCliLayout *self, gboolean online)
{
  self->renderer = EXM_RENDERER (exm_render_new (NULL));
  self->online = online;
}

void
exm_cli_layout_clear (ExmCliLayout *self)
{
  g_clear_object (&self->renderer);
}

static ExmLayout *
lay_out (ExmPageText *page, gpointer data, GCancellable *cancellable, GError **error)
{
  ExmCliLayout *self = data;

  return exm_renderer_lay_out (self->renderer, page, self->online, cancellable, error);
}

void
exm_cli_layout_offer (ExmCliLayout *self, ExmExtractOptions *options)
{
  options->lay_out = lay_out;
  options->lay_out_data = self;
}
