/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Marks drawn on a page, kept so that its script can be told of them whenever it is
 * ready. Main thread only. */

#pragma once

#include "types/exm-page-text.h"

#include <gtk/gtk.h>
#include <webkit/webkit.h>

G_BEGIN_DECLS

typedef struct
{
  char *verdicts; /* (owned): a digit a line, or empty */
  char *region;   /* (owned): the same */
  guint head;
  guint tail;
  guint hover_line;
  gboolean mark_mode;
} ExmPageMarks;

void exm_page_marks_init (ExmPageMarks *self);
void exm_page_marks_clear (ExmPageMarks *self);

/**
 * exm_page_marks_forget:
 *
 * The page is another one: no verdicts, no region, no line under the pointer.
 */
void exm_page_marks_forget (ExmPageMarks *self);

/**
 * exm_page_marks_set: as exm_page_view_set_marks()
 */
void exm_page_marks_set (ExmPageMarks *self,
                         const guint8 *verdicts,
                         guint n_lines,
                         guint head,
                         guint tail,
                         const guint8 *region);

/**
 * exm_page_marks_send:
 * @view: whose script is told all of it
 */
void exm_page_marks_send (const ExmPageMarks *self,
                          WebKitWebView *view,
                          GCancellable *cancellable);
void exm_page_marks_send_lines (const ExmPageMarks *self,
                                WebKitWebView *view,
                                GCancellable *cancellable);
void exm_page_marks_send_hover_line (const ExmPageMarks *self,
                                     WebKitWebView *view,
                                     GCancellable *cancellable);
void exm_page_marks_send_mark_mode (const ExmPageMarks *self,
                                    WebKitWebView *view,
                                    GCancellable *cancellable);

void
exm_page_marks_send_scroll (WebKitWebView *view, GCancellable *cancellable, guint line);

/**
 * exm_page_marks_send_hover_text:
 *
 * Sends the words at the outline under the pointer: how much a click would mark.
 */
void exm_page_marks_send_hover_text (WebKitWebView *view,
                                     GCancellable *cancellable,
                                     const char *text);

/* Returns: (transfer full): "12 lines · 1,830 characters" */
char *exm_page_marks_dup_counts (guint n_lines, guint n_chars);

/* Has a screen reader say words from inside the page: GTK 4.8 has no such call. */
void exm_page_marks_announce (WebKitWebView *view,
                              GCancellable *cancellable,
                              const char *text);

/* The body as it was, from @head to @tail, is outlined by dots for two seconds. */
void exm_page_marks_send_ghost (WebKitWebView *view,
                                GCancellable *cancellable,
                                guint head,
                                guint tail);

/**
 * exm_page_marks_get_key_call:
 *
 * Returns: (nullable): what the script is to be called with for a key in mark mode
 */
const char *exm_page_marks_get_key_call (guint key, GdkModifierType modifiers);

/**
 * exm_page_marks_dup_region_words:
 * @region: (nullable): a byte a line of @page
 *
 * Returns: (transfer full): what is marked, to be read out
 */
char *exm_page_marks_dup_region_words (const ExmPageText *page, const guint8 *region);
/* Returns: (transfer full): a line that the keyboard came to, to be read out */
char *
exm_page_marks_dup_line_words (const ExmPageText *page, guint line, gboolean is_marked);

G_END_DECLS
