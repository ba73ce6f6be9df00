/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The formats behind exm_article_write(), a file each. */

#pragma once

#include "task/exm-article.h"

G_BEGIN_DECLS

/* Each appends the article to @out; @key is that of exm_article_key(). */
void
exm_article_append_markdown (GString *out, const ExmArticle *article, const char *key);
void exm_article_append_html (GString *out, const ExmArticle *article);
void exm_article_append_json (GString *out, const ExmArticle *article, const char *key);
void exm_article_append_csv (GString *out, const ExmArticle *article, const char *key);
void exm_article_append_csv_columns (GString *out);

/* Unix time in microseconds as ISO 8601 in UTC; %NULL for 0 and for no date. */
char *exm_article_format_time (gint64 usec);

/* "source · author", what is known of them; (transfer full) (nullable). */
char *exm_article_format_source (const ExmArticle *article);

/* The value of one field; (nullable). */
const char *exm_article_field (const ExmArticle *article, ExmField field);

G_END_DECLS
