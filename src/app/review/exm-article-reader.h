/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* An article to be read: what is known of it, and its body as a page. */

#pragma once

#include "resources/exm-resources.h"
#include "task/exm-article.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_ARTICLE_READER (exm_article_reader_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmArticleReader, exm_article_reader, EXM, ARTICLE_READER, GtkWidget)

/* @article: (nullable): what is shown from now on; the place in the text stays if it is
 * the same article with the same text */
void exm_article_reader_set_article (ExmArticleReader *self, ExmArticle *article);

/* @resources: (nullable): have the pictures of articles that are shown from now on */
void exm_article_reader_set_resources (ExmArticleReader *self, ExmResources *resources);

/* @settings: keep how the text looks; set once */
void exm_article_reader_set_settings (ExmArticleReader *self, GSettings *settings);

G_END_DECLS
