/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* An article as the bytes of each output format. Text of a page never becomes markup, a
 * formula, or an address that runs code. Pure; any thread. */

#pragma once

#include "publish/formats/exm-format.h"

G_BEGIN_DECLS

/**
 * exm_article_write:
 * @article: an article with an address
 * @format: what to write
 *
 * Writes it as the format's own file tells.
 *
 * Returns: (transfer full): valid UTF-8 that ends with a line feed
 */
char *exm_article_write (const ExmArticle *article, ExmOutputFormat format);

/**
 * exm_article_write_with_pictures:
 * @pictures: (nullable) (element-type utf8 utf8): what is written in place of which
 *   address of a picture; with it the policy of HTML allows pictures beside the file
 *
 * As exm_article_write().
 */
char *exm_article_write_with_pictures (const ExmArticle *article,
                                       ExmOutputFormat format,
                                       GHashTable *pictures);

/* Returns: whether files of the format show pictures, which lie beside them or, in books,
 * in them */
gboolean exm_output_format_has_pictures (ExmOutputFormat format);

/**
 * exm_article_write_start:
 * @format: a format
 * @head: what it tells of the whole
 *
 * Writes the head of a file that holds many articles: for CSV the names of the columns.
 *
 * Returns: (transfer full): UTF-8, empty for formats that have no such thing
 */
char *exm_article_write_start (ExmOutputFormat format, const ExmFormatHead *head);

/* Writes what comes behind the last article; (transfer full), maybe empty. */
char *exm_article_write_end (ExmOutputFormat format);

/**
 * exm_output_format_get_extension:
 *
 * Returns: (transfer none): as "txt", without the dot
 */
const char *exm_output_format_get_extension (ExmOutputFormat format);

/**
 * exm_output_format_is_shared:
 *
 * Returns: whether one file holds many articles
 */
gboolean exm_output_format_is_shared (ExmOutputFormat format);

G_END_DECLS
