/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Values of an article as outputs write them: its key, its date, its fields. Pure; any
 * thread. */

#pragma once

#include "task/exm-article.h"

G_BEGIN_DECLS

/* Hexadecimal digits of exm_article_key(). */
#define EXM_ARTICLE_KEY_CHARS 32u

/**
 * exm_article_key:
 * @article: an article
 *
 * Makes the key of an article wherever it is published: the first half of the SHA-256 of
 * its normalised address (of its address where there is no other).
 *
 * Returns: (transfer full) (nullable): 32 hexadecimal digits, %NULL without an address
 */
char *exm_article_key (const ExmArticle *article);

/**
 * exm_article_date:
 * @article: an article
 *
 * Returns: (transfer full): the date it was published, as its page says it (YYYY-MM-DD),
 *   else the date it was collected in the time zone of this computer
 */
char *exm_article_date (const ExmArticle *article);

/* Unix time in microseconds as ISO 8601 in UTC; %NULL for 0 and for no date. */
char *exm_article_format_time (gint64 usec);

/* "source · author", what is known of them; (transfer full) (nullable). */
char *exm_article_format_source (const ExmArticle *article);

/* The value of one field; (nullable). */
const char *exm_article_field (const ExmArticle *article, ExmField field);

G_END_DECLS
