/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The formats behind exm_article_write(), a file each. */

#pragma once

#include "task/exm-article.h"

G_BEGIN_DECLS

/* Each appends the article to @out; @key is that of exm_article_key(); @pictures: as for
 * exm_article_write_with_pictures(). */
void exm_article_append_markdown (GString *out,
                                  const ExmArticle *article,
                                  const char *key,
                                  GHashTable *pictures);
void
exm_article_append_html (GString *out, const ExmArticle *article, GHashTable *pictures);
void exm_article_append_json (GString *out, const ExmArticle *article, const char *key);
void exm_article_append_csv (GString *out, const ExmArticle *article, const char *key);
void exm_article_append_csv_columns (GString *out);

G_END_DECLS
