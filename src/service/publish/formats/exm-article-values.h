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

/* The date it was collected in the time zone of this computer; (transfer full). */
char *exm_article_collected_date (const ExmArticle *article);

/* Unix time in microseconds as ISO 8601 in UTC; %NULL for 0 and for no date. */
char *exm_article_format_time (gint64 usec);

/**
 * exm_article_format_rfc3339:
 * @usec: Unix time in microseconds, any number
 *
 * Returns: (transfer full): as 2026-05-01T08:00:00Z, which feeds need; 1970 for what has
 *   no year of four digits
 */
char *exm_article_format_rfc3339 (gint64 usec);

/**
 * exm_article_published_usec:
 *
 * Returns: when the article was published: as the feed says that listed it, else as its
 *   page does, in the zone of its language where it names none; when it was collected,
 *   where that is not known
 */
gint64 exm_article_published_usec (const ExmArticle *article);

/* When it was changed last, as its feed or its page says; published, where that is not
 * known. */
gint64 exm_article_updated_usec (const ExmArticle *article);

/**
 * exm_article_format_urn:
 * @key: 32 hexadecimal digits at least
 *
 * Returns: (transfer full): a URN of a UUID (RFC 9562, version 8) made of them
 */
char *exm_article_format_urn (const char *key);

/**
 * exm_article_dup_feed_id:
 * @key: of exm_article_key()
 * @address: whether it must be one of RFC 3986, or of RFC 3987
 *
 * Returns: (transfer full): its id in feeds: that of the feed that listed it; of its key,
 *   where there is none of the kind
 */
char *
exm_article_dup_feed_id (const ExmArticle *article, const char *key, gboolean address);

/* Its language where that is a tag of BCP 47, else %NULL. */
const char *exm_article_language (const ExmArticle *article);

/* "source · author", what is known of them; (transfer full) (nullable). */
char *exm_article_format_source (const ExmArticle *article);

/* The value of one field; (nullable). */
const char *exm_article_field (const ExmArticle *article, ExmField field);

/* Whether @url, which may be %NULL, is of http or https: one that a link may lead to. */
gboolean exm_article_is_web_address (const char *url);

/**
 * exm_article_append_body_html:
 * @out: gets the article's body as a fragment of HTML that runs nothing; paragraphs where
 *   only its text is known
 */
void exm_article_append_body_html (GString *out, const ExmArticle *article);

/**
 * exm_article_append_body_markdown:
 * @out: gets the article's body as Markdown; a paragraph a line where only its text is
 *   known
 * @pictures: (nullable) (element-type utf8 utf8): what is written in place of which
 *   address of a picture
 */
void exm_article_append_body_markdown (GString *out,
                                       const ExmArticle *article,
                                       GHashTable *pictures);

/* Returns: (transfer full) (nullable): what stands for @address in @pictures, a
 * #GHashTable (element-type utf8 utf8) */
char *exm_article_find_picture (const char *address, gpointer pictures);

/* @value with six digits, in any locale the same; returns @buffer. */
const char *exm_article_format_number (double value,
                                       char buffer[G_ASCII_DTOSTR_BUF_SIZE]);

/* Whether @value is known: both numbers of an article are shares; −1 and what is no
 * number are not. */
gboolean exm_article_is_share (double value);

G_END_DECLS
