/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Interface of a renderer: turns a page's bytes into what its scripts make of them, or
 * tells the layout without them. Declared here for the worker; implementations need a
 * browser. */

#pragma once

#include "fetch/exm-fetched.h"
#include "types/exm-layout.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * ExmRenderRequest:
 * @html: (nullable): the page's bytes as they were fetched; %NULL to have @url loaded
 * @charset: (nullable): what HTTP said of @html
 * @url: the page's address; (nullable) with @layout
 * @user_agent: (nullable): as for a fetch
 * @private_hosts: (nullable): hosts that may have private addresses
 * @timeout_ms: the page is taken as it is after that, 0 for 20 seconds
 * @layout: the page's layout is wanted, its scripts off; with @html
 * @offline: with @layout: nothing is loaded beside @html
 *
 * All (unowned), and copied by whoever needs them longer.
 */
typedef struct
{
  GBytes *html;
  const char *charset;
  const char *url;
  const char *user_agent;
  const char *const *private_hosts;
  guint timeout_ms;
  gboolean layout;
  gboolean offline;
} ExmRenderRequest;

/**
 * ExmRendered:
 *
 * Immutable; may be read in any thread.
 */
typedef struct
{
  GBytes *html;       /* (owned) (nullable): UTF-8; elements that are not shown carry
                       * "hidden" */
  GBytes *layout;     /* (owned) (nullable): instead, see exm_layout_parse() */
  char *url;          /* (owned): where the page is now */
  gboolean was_quiet; /* it had come to rest when it was taken */
} ExmRendered;

void exm_rendered_free (ExmRendered *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmRendered, exm_rendered_free)

/**
 * exm_fetched_new_rendered:
 * @fetched: a page as it was sent
 * @rendered: the same page, rendered
 *
 * Returns: (transfer full): @fetched with the bytes of @rendered
 */
ExmFetched *exm_fetched_new_rendered (const ExmFetched *fetched,
                                      const ExmRendered *rendered);

/**
 * exm_fetched_can_be_rendered:
 *
 * Returns: whether @fetched is a page with text: HTML that was sent this time
 */
gboolean exm_fetched_can_be_rendered (const ExmFetched *fetched);

/**
 * ExmRenderErrorCode:
 * @EXM_RENDER_ERROR_NO_DISPLAY: no screen to lay pages out on
 * @EXM_RENDER_ERROR_NO_PROGRAM: exemplar-render is not installed
 * @EXM_RENDER_ERROR_CRASHED: the browser could not be started, stopped, or was stopped
 * for its memory
 * @EXM_RENDER_ERROR_TIMED_OUT: no answer, far beyond the time-out
 * @EXM_RENDER_ERROR_FAILED: the page could not be loaded
 */
typedef enum
{
  EXM_RENDER_ERROR_NO_DISPLAY,
  EXM_RENDER_ERROR_NO_PROGRAM,
  EXM_RENDER_ERROR_CRASHED,
  EXM_RENDER_ERROR_TIMED_OUT,
  EXM_RENDER_ERROR_FAILED,
} ExmRenderErrorCode;

#define EXM_RENDER_ERROR (exm_render_error_quark ())
GQuark exm_render_error_quark (void);

#define EXM_TYPE_RENDERER (exm_renderer_get_type ())
G_DECLARE_INTERFACE (ExmRenderer, exm_renderer, EXM, RENDERER, GObject)

struct _ExmRendererInterface
{
  GTypeInterface parent_iface;

  void (*render_async) (ExmRenderer *self,
                        const ExmRenderRequest *request,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer data);
  ExmRendered *(*render_finish) (ExmRenderer *self, GAsyncResult *result, GError **error);
};

/**
 * exm_renderer_render_async:
 *
 * Any thread; @callback comes in its thread-default main context.
 */
void exm_renderer_render_async (ExmRenderer *self,
                                const ExmRenderRequest *request,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer data);

/**
 * exm_renderer_render_finish:
 * @error: %EXM_RENDER_ERROR, naming the page, or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): the page as it was laid out
 */
ExmRendered *
exm_renderer_render_finish (ExmRenderer *self, GAsyncResult *result, GError **error);

/**
 * exm_renderer_render_fetched_async:
 * @fetched: a page as it was sent
 * @user_agent: (nullable): as for a fetch
 * @private_hosts: (nullable): hosts that may have private addresses
 *
 * As exm_renderer_render_async(), of what was fetched.
 */
void exm_renderer_render_fetched_async (ExmRenderer *self,
                                        const ExmFetched *fetched,
                                        const char *user_agent,
                                        const char *const *private_hosts,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer data);

/**
 * exm_renderer_render_fetched:
 * @error: as for exm_renderer_render_finish()
 *
 * As exm_renderer_render_fetched_async(). Any thread; blocks, its main context is left
 * alone.
 *
 * Returns: (transfer full) (nullable): @fetched with the bytes that its scripts made
 */
ExmFetched *exm_renderer_render_fetched (ExmRenderer *self,
                                         const ExmFetched *fetched,
                                         const char *user_agent,
                                         const char *const *private_hosts,
                                         GCancellable *cancellable,
                                         GError **error);

/**
 * exm_renderer_lay_out:
 * @page: a page, laid out from its source with its scripts off
 * @online: style sheets and fonts are loaded, from the page's own host even where that is
 *   private; else nothing is. Pictures never are
 * @error: %EXM_RENDER_ERROR, naming the page's address if it has one; %EXM_LAYOUT_ERROR
 * if the browser does not find the lines of @page; %G_IO_ERROR_CANCELLED
 *
 * Any thread; blocks, its main context is left alone.
 *
 * Returns: (transfer full) (nullable): where its lines and elements lie
 */
ExmLayout *exm_renderer_lay_out (ExmRenderer *self,
                                 ExmPageText *page,
                                 gboolean online,
                                 GCancellable *cancellable,
                                 GError **error);

/**
 * exm_renderer_lay_out_offline:
 * @renderer: an #ExmRenderer
 *
 * An #ExmLayoutFunc: exm_renderer_lay_out() of a page as it is stored, for which nothing
 * is loaded.
 */
ExmLayout *exm_renderer_lay_out_offline (ExmPageText *page,
                                         gpointer renderer,
                                         GCancellable *cancellable,
                                         GError **error);

G_END_DECLS
