/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Zoom that makes a page as small as the width of its view needs. Main thread. */

#pragma once

#include <webkit/webkit.h>

G_BEGIN_DECLS

/**
 * ExmPageFit:
 * @view: (unowned) (nullable): of the page
 * @natural_width: of the page, pixels; 0 if not known
 * @fitted_width: of the view when the page was fitted, pixels
 * @zoom: as it is now
 * @wanted: whether pages are made smaller
 */
typedef struct
{
  WebKitWebView *view;
  guint natural_width;
  guint fitted_width;
  double zoom;
  gboolean wanted;
} ExmPageFit;

/* Lays a page that is new, or looks another way, out for a desktop from the start, so
 * that it does not jump when its own width is known. @width: of the view, pixels, 0 if
 * not known */
void exm_page_fit_begin (ExmPageFit *self, WebKitWebView *view, int width);

/**
 * exm_page_fit_update:
 * @owner: a #GObject that holds @self; kept until the page has told its width
 */
void exm_page_fit_update (ExmPageFit *self,
                          WebKitWebView *view,
                          GCancellable *cancellable,
                          gpointer owner);

G_END_DECLS
