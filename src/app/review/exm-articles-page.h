/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The view Articles: what a task, or all, collected, to be searched, read, exported,
 * approved and deleted. */

#pragma once

#include "app/widgets/exm-screen.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_ARTICLES_PAGE (exm_articles_page_get_type ())
G_DECLARE_FINAL_TYPE (ExmArticlesPage, exm_articles_page, EXM, ARTICLES_PAGE, AdwBin)

/* Shows only what waits for a person, or everything. */
void exm_articles_page_set_to_review (ExmArticlesPage *self, gboolean to_review);

/* @words: (nullable): of the saved search that is shown, in place of what is typed; %NULL
 * where none is, which leaves what was typed besides */
void exm_articles_page_set_search (ExmArticlesPage *self, const char *words);

/* @settings: keep how articles look; set once */
void exm_articles_page_set_settings (ExmArticlesPage *self, GSettings *settings);

/* Opens the first article of the task @uid as soon as there is one, also where the page
 * is told later that it shows this task. */
void exm_articles_page_show_first (ExmArticlesPage *self, const char *uid);

/**
 * exm_articles_page_end_review:
 * @id: the article that was opened on the workbench from the queue
 * @right: whether it looks right now; else it stays where it is
 *
 * The queue is shown again: goes on with the next one.
 */
void exm_articles_page_end_review (ExmArticlesPage *self, gint64 id, gboolean right);

/**
 * exm_articles_page_export:
 * @folder: where to
 * @include_reserved: also what its publisher reserves from text and data mining
 *
 * Writes what is selected, where that is several articles, else all that the filter lets
 * through. Nothing happens while another export is under way.
 */
void exm_articles_page_export (ExmArticlesPage *self,
                               const char *folder,
                               ExmOutputFormat format,
                               gboolean include_reserved);

G_END_DECLS
