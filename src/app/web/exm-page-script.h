/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Our scripts in a page: how they get there, how they are told of lines and marks, and
 * what they report. What they are told is passed as arguments, never written into code.
 * Main thread only. */

#pragma once

#include "types/exm-page-text.h"

#include <webkit/webkit.h>

G_BEGIN_DECLS

/**
 * exm_page_script_install:
 * @view: a view that has shown nothing yet
 *
 * Every page that @view shows from now on has our scripts, in a world of their own.
 */
void exm_page_script_install (WebKitWebView *view);

/**
 * exm_page_script_add_style:
 * @view: a view that has shown nothing yet
 * @name: of one of our style sheets, such as "exm-reader.css"
 *
 * Every page that @view shows from now on has it, as a reader's own.
 */
void exm_page_script_add_style (WebKitWebView *view, const char *name);

/**
 * exm_page_script_call:
 * @code: a constant: the body of a function
 * @arguments: (nullable): a floating a{sv}: names that @code uses, and their values
 * @callback: (nullable): for exm_page_script_call_finish()
 */
void exm_page_script_call (WebKitWebView *view,
                           const char *code,
                           GVariant *arguments,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer data);

/**
 * exm_page_script_call_finish:
 *
 * Returns: (transfer full): what the function returned, as text
 */
char *
exm_page_script_call_finish (WebKitWebView *view, GAsyncResult *result, GError **error);

typedef struct
{
  guint n_lines;      /* lines of the page as it is laid out */
  guint n_found;      /* lines of the page text among them */
  gboolean truncated; /* it was too much: the rest of the page has no marks */
} ExmPageScriptFound;

/**
 * exm_page_script_find_lines_async:
 * @page: its lines are handed over in parts, and looked for
 *
 * At most 5 seconds of searching, in slices that leave the page usable.
 */
void exm_page_script_find_lines_async (WebKitWebView *view,
                                       ExmPageText *page,
                                       GCancellable *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer data);

gboolean exm_page_script_find_lines_finish (WebKitWebView *view,
                                            GAsyncResult *result,
                                            ExmPageScriptFound *found,
                                            GError **error);

G_END_DECLS
