/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages laid out one after the other in a browser nobody looks at: their scripts off, as
 * in the views of stored pages, and without a proxy nothing is loaded beside them. */

#pragma once

#include "render/exm-render-page.h"

G_BEGIN_DECLS

typedef struct _ExmRenderLayout ExmRenderLayout;

/**
 * exm_render_layout_new:
 * @request: the first one, see exm-render-frame.h: its proxy and its memory hold for all
 * @func: called once for each page, in the main context
 *
 * GTK must have been initialised.
 *
 * Returns: (transfer full): a browser without a page
 */
ExmRenderLayout *exm_render_layout_new (const ExmRenderFrame *request,
                                        ExmRenderPageFunc func,
                                        gpointer data);

/* Begins with a page; the one before must be answered. After an error the browser may be
 * in any state: no other page is to follow. */
void exm_render_layout_next (ExmRenderLayout *self, const ExmRenderFrame *request);

void exm_render_layout_free (ExmRenderLayout *self);

G_END_DECLS
