/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A web view that shows bytes and does nothing else: no load reaches the network (a
 * content filter, a content security policy and a proxy that is not there each see to
 * it), no script of the page runs, and whatever a page may ask a browser for is refused.
 * Resources come from us alone, by a scheme of our own. Main thread only. */

#pragma once

#include <webkit/webkit.h>

G_BEGIN_DECLS

#define EXM_TYPE_GUARDED_VIEW (exm_guarded_view_get_type ())
G_DECLARE_FINAL_TYPE (ExmGuardedView, exm_guarded_view, EXM, GUARDED_VIEW, WebKitWebView)

/* Our scripts' own world, and the name by which they send messages. */
#define EXM_SCRIPT_WORLD "exemplar"

/**
 * exm_guarded_view_new_async:
 *
 * Compiles the content filter when first called: a view without it is never made.
 */
void exm_guarded_view_new_async (GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer data);

/**
 * exm_guarded_view_new_finish:
 *
 * Returns: (transfer floating): the view, or %NULL if the filter could not be made
 */
ExmGuardedView *exm_guarded_view_new_finish (GAsyncResult *result, GError **error);

/**
 * exm_guarded_view_show:
 * @source: a page in UTF-8
 * @base_url: (nullable): as for exm_page_view_load()
 */
void exm_guarded_view_show (ExmGuardedView *self, GBytes *source, const char *base_url);

/* Answers a request for an address of exm-resource-url.h, now or later. */
typedef void (*ExmGuardedViewSource) (WebKitURISchemeRequest *request, gpointer data);

/**
 * exm_guarded_view_set_source:
 * @source: (nullable): has the resources of the page; %NULL: there are none
 * @data: for @source
 */
void exm_guarded_view_set_source (ExmGuardedView *self,
                                  ExmGuardedViewSource source,
                                  gpointer data);

G_END_DECLS
