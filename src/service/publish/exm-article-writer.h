/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* An article as the bytes of each output format. Text of a page never becomes markup, a
 * formula, or an address that runs code. Pure; any thread. */

#pragma once

#include "publish/exm-article-values.h"
#include "task/exm-task.h"

G_BEGIN_DECLS

/**
 * exm_article_write:
 * @article: an article with an address
 * @format: what to write
 *
 * Text: title, date, source and author, address, a line each where known; an empty line;
 * the body. Markdown: YAML front matter whose values are all quoted, then the body. HTML:
 * a complete document whose policy is `default-src 'none'`: it loads nothing. JSON Lines:
 * one object with all fields and where each was found, on one line, "key" first. CSV: one
 * record, "key" first, ended by CR LF; the body as text.
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

/* Returns: whether files of the format show pictures beside them */
gboolean exm_output_format_has_pictures (ExmOutputFormat format);

/**
 * exm_article_append_body_html:
 * @out: gets the article's body as a fragment of HTML that runs nothing; paragraphs where
 *   only its text is known
 */
void exm_article_append_body_html (GString *out, const ExmArticle *article);

/**
 * exm_article_write_start:
 * @format: a format
 * @mark: whether a byte order mark goes first in a table
 *
 * Writes the head of a file that holds many articles: for CSV the names of the columns.
 * Without the mark, Excel reads a CSV file in the code page of the system (GBK on Chinese
 * Windows) and shows no Chinese title; programs that do not expect one are told
 * "utf-8-sig" or the like. The publisher writes it.
 *
 * Returns: (transfer full): UTF-8, empty for formats that have no such thing
 */
char *exm_article_write_start (ExmOutputFormat format, gboolean mark);

/**
 * exm_output_format_get_extension:
 *
 * Returns: (transfer none): "txt", "md", "html", "jsonl" or "csv"
 */
const char *exm_output_format_get_extension (ExmOutputFormat format);

/**
 * exm_output_format_is_shared:
 *
 * Returns: whether one file holds many articles
 */
gboolean exm_output_format_is_shared (ExmOutputFormat format);

G_END_DECLS
