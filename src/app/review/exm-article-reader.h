/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* An article to be read: what is known of it, and its body as a page. */

#pragma once

#include "app/session/exm-session.h"
#include "resources/exm-resources.h"
#include "task/exm-article.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_ARTICLE_READER (exm_article_reader_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmArticleReader, exm_article_reader, EXM, ARTICLE_READER, GtkWidget)

/**
 * ExmArticleReader:
 *
 * Signals:
 * - "tag-changed" (const char *tag, gboolean on): the article gets a tag, or loses it
 * - "tags-wanted" (): all tags are to be chosen from
 * - "line-asked" (guint line, GdkRectangle *place): why this line of the article's text
 *   is there; @place: what is pointed at, in the reader
 * - "end-reached" (): it was to be scrolled on at its end
 *
 * Actions "reader.print", and "reader.tags", which opens the popover of tags.
 */

/* @article: (nullable): what is shown from now on; the place in the text stays if it is
 * the same article with the same text */
void exm_article_reader_set_article (ExmArticleReader *self, ExmArticle *article);

/* Returns: (transfer none) (nullable): what is shown */
ExmArticle *exm_article_reader_get_article (ExmArticleReader *self);

/* Shows which messages the article went out as. */
void exm_article_reader_show_deliveries (ExmArticleReader *self, ExmSession *session);

/* @resources: (nullable): have the pictures of articles that are shown from now on */
void exm_article_reader_set_resources (ExmArticleReader *self, ExmResources *resources);

/* @tags: (nullable): one a line */
void
exm_article_reader_set_marks (ExmArticleReader *self, gboolean starred, const char *tags);

/* @tags: (element-type utf8): those that articles have, in answer to "tags-wanted" */
void exm_article_reader_set_all_tags (ExmArticleReader *self, const GPtrArray *tags);

/* @words: (nullable): a query; where it is found in the text, that is marked */
void exm_article_reader_set_search (ExmArticleReader *self, const char *words);

/* Goes to the next place that was found, or the one before. */
void exm_article_reader_step_found (ExmArticleReader *self, gboolean forward);

/* Scrolls most of what is shown on, or back. */
void exm_article_reader_scroll (ExmArticleReader *self, gboolean forward);

/* @settings: keep how the text looks; set once */
void exm_article_reader_set_settings (ExmArticleReader *self, GSettings *settings);

G_END_DECLS
