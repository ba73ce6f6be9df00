/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages that the workbench steps through, the stored articles of a task or the pages of a
 * set-up, and the one of them that is shown. Main thread.
 *
 * Signals: "selected": another page, or none, is to be shown; "moved": position or number
 * of pages are others; "followed": the list of articles came to hold others. */

#pragma once

#include "app/setup/exm-page-item.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_PAGE_SELECTION (exm_page_selection_get_type ())
G_DECLARE_FINAL_TYPE (ExmPageSelection, exm_page_selection, EXM, PAGE_SELECTION, GObject)

ExmPageSelection *exm_page_selection_new (void);

/* Returns: (transfer none): #ExmPageItem; the page that is shown is selected */
GtkSingleSelection *exm_page_selection_get_model (ExmPageSelection *self);

/* Returns: (transfer none) (nullable): the page that is selected */
ExmPageItem *exm_page_selection_get_item (ExmPageSelection *self);

/**
 * exm_page_selection_get_position:
 * @n: (out): how many pages there are; of a task as many as it has articles, though the
 *   list follows in steps
 *
 * Returns: the selected one, %GTK_INVALID_LIST_POSITION for none
 */
guint exm_page_selection_get_position (ExmPageSelection *self, guint *n);

/* @pages: (element-type ExmPageItem): of a set-up, shown in place of a task's articles */
void exm_page_selection_show_setup (ExmPageSelection *self, GListModel *pages);

/**
 * exm_page_selection_take_articles:
 * @articles: (element-type ExmArticleInfo): of a task, the newest first
 * @wanted: the article that is shown or on its way, 0 for none
 *
 * Shows them as pages; the wanted one stays selected.
 */
void exm_page_selection_take_articles (ExmPageSelection *self,
                                       GPtrArray *articles,
                                       gint64 wanted);

/* Forgets all pages. */
void exm_page_selection_clear (ExmPageSelection *self);

/* Selects nothing, without "selected". */
void exm_page_selection_leave (ExmPageSelection *self);

/* Selects an article without "selected", if it is in the list and nothing is selected. */
void exm_page_selection_follow (ExmPageSelection *self, gint64 id);

/* Selects the newest article, if it is in the list and nothing is selected: the list
 * follows in steps, and may still have articles of the task before. */
void exm_page_selection_select_newest (ExmPageSelection *self);

/* Returns: whether the article is in the list; it is selected then, else nothing is */
gboolean exm_page_selection_select_article (ExmPageSelection *self, gint64 id);

void exm_page_selection_select_item (ExmPageSelection *self, ExmPageItem *item);

/* Returns: whether there is a page so many further */
gboolean exm_page_selection_step (ExmPageSelection *self, int by);

G_END_DECLS
