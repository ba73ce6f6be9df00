/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A stored page as a browser lays it out, with what was made of its lines drawn upon it:
 * the body tinted, its two ends named, trimmed lines struck, the operator's region
 * outlined. The page is shown from its bytes, then with what it needs to look right; its
 * scripts do not run, its links do not open. Main thread only. */

#pragma once

#include "app/web/exm-page-links.h"
#include "resources/exm-resources.h"
#include "types/exm-page-text.h"
#include "types/exm-result.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_PAGE_VIEW (exm_page_view_get_type ())
G_DECLARE_FINAL_TYPE (ExmPageView, exm_page_view, EXM, PAGE_VIEW, GtkWidget)

/**
 * ExmPageView:
 *
 * Properties:
 * - "hover-line" (guint, read-write): the line outlined because the pointer is on it in
 *   another view; %EXM_NONE for none
 * - "mark-mode" (gboolean, read-write): the pointer and the keyboard choose lines: see
 *   exm_page_view_mark_widen()
 * - "mark-keys" (gboolean, read-only): the last word in "mark-mode" was the keyboard's
 * - "styled" (gboolean, read-write): pages are shown with their style sheets, fonts and
 *   pictures, see exm_page_view_set_resources(); changing it loads the page again
 * - "zoom-fit" (gboolean, read-write, default %TRUE): the page is made as small as its
 *   width needs, but at least as 960 px need, down to 0.4
 * - "state" (#ExmPageViewState, read-only)
 *
 * Signals:
 * - "line-hovered" (guint line): %EXM_NONE when the pointer left all lines
 * - "line-activated" (guint line): clicked while "mark-mode" is off
 * - "region-picked" (guint first, guint last): lines were marked;
 * exm_page_view_dup_region() tells which. Both are %EXM_NONE when the mark was cleared
 * - "mark-hover" (guint n_lines, guint n_chars): what a click would mark; 0 and 0 for
 *   nothing
 * - "link-moved" (const char *url), "link-activated" (const char *url, GdkRectangle
 *   *place): the keyboard came to a link, or one was chosen; see
 *   exm_page_view_set_links()
 * - "loaded" (): the page stands, its lines are found and marked
 * - "settled" (): after "loaded": it looks as it is going to, and which lines nobody sees
 *   is known
 * - "failed" (const char *message): what to tell the operator; the view says it too
 */

typedef enum
{
  EXM_PAGE_VIEW_EMPTY,
  EXM_PAGE_VIEW_LOADING,
  EXM_PAGE_VIEW_LOADED,
  EXM_PAGE_VIEW_FAILED,
} ExmPageViewState;

GtkWidget *exm_page_view_new (void);

/* @name: what the page is here, in the user's language, for assistive technology */
void exm_page_view_set_name (ExmPageView *self, const char *name);

/**
 * exm_page_view_load:
 * @page: (nullable): the page text whose source is shown; %NULL empties the view
 * @base_url: (nullable): address that the page's relative addresses belong to; one that
 *   is neither http nor https counts as none
 *
 * Forgets the marks of the page before. A page that is not done after 10 seconds is
 * stopped and shown as far as it came.
 */
void exm_page_view_load (ExmPageView *self, ExmPageText *page, const char *base_url);

void exm_page_view_reload (ExmPageView *self);

/**
 * exm_page_view_set_marks:
 * @verdicts: (array length=n_lines) (nullable): #ExmVerdict of each line of the page text
 * @head: first line of the body, or %EXM_NONE
 * @tail: last line of the body, or %EXM_NONE
 * @region: (array length=n_lines) (nullable): non-zero where the operator marked the body
 *
 * May be called at any time after exm_page_view_load(), also before "loaded".
 */
void exm_page_view_set_marks (ExmPageView *self,
                              const guint8 *verdicts,
                              guint n_lines,
                              guint head,
                              guint tail,
                              const guint8 *region);

/**
 * exm_page_view_set_blocks:
 * @result: (nullable): of a method that looks at pages, for the page that is shown: its
 *   blocks are drawn; %NULL for none
 *
 * As exm_page_view_set_marks(). A block lies where its lines are in this view, whatever
 * width the method saw the page at.
 */
void exm_page_view_set_blocks (ExmPageView *self, ExmResult *result);

/**
 * exm_page_view_set_block:
 * @block: the one of these blocks that is looked at, which comes into view; %EXM_NONE for
 *   none
 */
void exm_page_view_set_block (ExmPageView *self, guint block);

/**
 * exm_page_view_set_links:
 * @base: (nullable): what the page's addresses are relative to
 * @states: (nullable) (element-type utf8 ExmPageLinkState): by address, without fragment;
 *   %NULL where links are not looked at
 *
 * Tints links, and makes them what the pointer and the keyboard choose: arrows go from
 * link to link, Return and Space choose. Addresses that are not in @states stay as they
 * are. May be called at any time, also before "loaded".
 */
void exm_page_view_set_links (ExmPageView *self, const char *base, GHashTable *states);

/* Returns: whether links are what the pointer and the keyboard choose */
gboolean exm_page_view_has_links (ExmPageView *self);

/* Has a screen reader say @words, which become the view's description. */
void exm_page_view_announce (ExmPageView *self, const char *words);

/**
 * exm_page_view_scroll_to_line:
 *
 * Brings the line into view, a third down from the top, if it is not well inside already.
 */
void exm_page_view_scroll_to_line (ExmPageView *self, guint line);

/**
 * exm_page_view_mark_widen:
 *
 * In "mark-mode" the first click takes the body around the pointer as
 * exm_page_view_set_marks() told it, the second the block under the pointer; Shift-click
 * extends to the block, Alt-click takes it out, Ctrl-click makes it one more region, or
 * none. These widen and narrow what is marked (or, before a click, what a click would
 * mark) by one element. Keys: Up and Down do the same; Left and Right, and Up and Down
 * while nothing is marked, move from line to line; with Shift arrows extend the mark,
 * with Alt they take lines out of it; Return marks, Space makes the line one more region,
 * or none, Escape clears. What the keyboard does is announced to screen readers, and the
 * last words are the view's description.
 */
void exm_page_view_mark_widen (ExmPageView *self);
void exm_page_view_mark_narrow (ExmPageView *self);

/**
 * exm_page_view_mark_by_keys:
 *
 * The keyboard comes to a view in "mark-mode": it outlines what Return would mark.
 */
void exm_page_view_mark_by_keys (ExmPageView *self);

/**
 * exm_page_view_show_ghost:
 * @head: the first line that the body had, not %EXM_NONE
 * @tail: the last one
 *
 * Outlines the body as it was for two seconds, by dots.
 */
void exm_page_view_show_ghost (ExmPageView *self, guint head, guint tail);

/**
 * exm_page_view_dup_region:
 * @n_lines: (out): lines of the page
 *
 * Returns: (transfer full) (array length=n_lines) (nullable): non-zero for each line that
 * was marked here since the page was loaded, %NULL if none is
 */
guint8 *exm_page_view_dup_region (ExmPageView *self, guint *n_lines);

/**
 * exm_page_view_set_resources:
 * @resources: (nullable): where style sheets, fonts and pictures come from
 * @private_hosts: (nullable): %NULL-terminated: hosts that may have private addresses
 *
 * Holds from the next load on.
 */
void exm_page_view_set_resources (ExmPageView *self,
                                  ExmResources *resources,
                                  const char *const *private_hosts);

/**
 * exm_page_view_get_hidden:
 *
 * Returns: (transfer none) (array length=n_lines) (nullable): non-zero for each line of
 * the page text that nobody sees on the page; %NULL before "settled"
 */
const guint8 *exm_page_view_get_hidden (ExmPageView *self);

/**
 * exm_page_view_get_n_found:
 *
 * Returns: lines of the page text that were found in the page as it is laid out
 */
guint exm_page_view_get_n_found (ExmPageView *self);

G_END_DECLS
