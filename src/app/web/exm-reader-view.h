/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The body of an article as a page to be read: headings, lists, tables, code, quotes,
 * links. Nothing is loaded from elsewhere and no script of it runs; its links are told,
 * not followed. Main thread only. */

#pragma once

#include "resources/exm-resources.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_READER_VIEW (exm_reader_view_get_type ())
G_DECLARE_FINAL_TYPE (ExmReaderView, exm_reader_view, EXM, READER_VIEW, GtkWidget)

/**
 * ExmReaderView:
 *
 * Properties:
 * - "state" (#ExmReaderViewState, read-only)
 *
 * Signals:
 * - "link-activated" (const char *url): a link was clicked, or Enter pressed on it
 * - "link-hovered" (const char *url): the pointer is over a link; %NULL: over none
 * - "paragraph-asked" (guint n, GdkRectangle *place): why the paragraph of this number,
 *   see exm_paragraphs_find_line(), is there; the mark beside it stands at @place
 */

typedef enum
{
  EXM_READER_VIEW_EMPTY,
  EXM_READER_VIEW_LOADING,
  EXM_READER_VIEW_LOADED,
  EXM_READER_VIEW_FAILED, /* pages cannot be shown here */
} ExmReaderViewState;

/**
 * exm_reader_view_show:
 * @body: (nullable): a fragment of HTML; %NULL: nothing
 * @language: (nullable): as in HTML
 * @base_url: (nullable): what its relative addresses belong to
 *
 * The page that is shown stays until the new one stands.
 */
void exm_reader_view_show (ExmReaderView *self,
                           const char *body,
                           const char *language,
                           const char *base_url);

/* Shows pictures that are held for an article, in what is shown next; @resources, @uid
 * and
 * @url_key: (nullable): %NULL: none. */
void exm_reader_view_set_pictures (ExmReaderView *self,
                                   ExmResources *resources,
                                   const char *uid,
                                   const char *url_key);

/**
 * exm_reader_view_set_look:
 * @size: "small", "normal", "large" or "largest"
 * @width: "narrow", "medium" or "wide"
 * @colors: "system", "light", "sepia" or "dark"
 *
 * Keeps the place that is read.
 */
void exm_reader_view_set_look (ExmReaderView *self,
                               const char *size,
                               const char *width,
                               const char *colors);

/* Asks where to, then prints what is shown. */
void exm_reader_view_print (ExmReaderView *self);

/* Scrolls most of what is shown on, or back. */
void exm_reader_view_scroll_async (ExmReaderView *self,
                                   gboolean forward,
                                   GAsyncReadyCallback callback,
                                   gpointer data);

/* Returns: whether there was no more to scroll on to */
gboolean exm_reader_view_scroll_finish (ExmReaderView *self, GAsyncResult *result);

/* Goes to the next place that was found, see exm_search_mark_html(), or to the one
 * before; from the last one to the first. */
void exm_reader_view_step_found (ExmReaderView *self, gboolean forward);

ExmReaderViewState exm_reader_view_get_state (ExmReaderView *self);

G_END_DECLS
