/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A browser that nobody looks at: laid out and never shown, on the net through a proxy
 * alone, and refusing whatever a page wants of its user. */

#pragma once

#include "render/exm-render-frame.h"

#include <webkit/webkit.h>

G_BEGIN_DECLS

typedef struct _ExmRenderView ExmRenderView;

/* The script world of ours, which no page can see. */
#define EXM_RENDER_WORLD "exemplar"

/* Viewport that pages are laid out for, CSS pixels. */
#define EXM_RENDER_WIDTH 1280
#define EXM_RENDER_HEIGHT 1024

/**
 * exm_render_view_new:
 * @request: its proxy, user agent and memory, see exm-render-frame.h
 * @manager: (transfer full): the scripts that run in every page
 * @policy: (nullable): a content security policy; with one, the scripts of pages are off
 *
 * GTK must have been initialised.
 *
 * Returns: (transfer full)
 */
ExmRenderView *exm_render_view_new (const ExmRenderFrame *request,
                                    WebKitUserContentManager *manager,
                                    const char *policy);

void exm_render_view_free (ExmRenderView *self);

/**
 * exm_render_view_get_web:
 *
 * Returns: (transfer none)
 */
WebKitWebView *exm_render_view_get_web (ExmRenderView *self);

/**
 * exm_render_view_load:
 * @request: its body, or its address; see exm-render-frame.h
 *
 * The page stays where it is, whatever its scripts and frames want.
 */
void exm_render_view_load (ExmRenderView *self, const ExmRenderFrame *request);

/* Returns: whether what was loaded last has come with all it needs */
gboolean exm_render_view_has_loaded (const ExmRenderView *self);

/* Returns: whether some of what was loaded last has come: else there is another page */
gboolean exm_render_view_has_begun (const ExmRenderView *self);

/**
 * exm_render_add_script:
 * @path: of a resource of ours, which runs in our world when a document begins
 */
void exm_render_add_script (WebKitUserContentManager *manager, const char *path);

/* Returns: (transfer none): why the browser stopped, in English */
const char *exm_render_describe_end (WebKitWebProcessTerminationReason reason);

G_END_DECLS
