/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A format that articles are published in: a file exm-format-ID.c that defines one of
 * these, called exm_format_ID. Whoever lists formats goes by exm_format_get(). */

#pragma once

#include "task/exm-article.h"
#include "task/exm-output-format.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_FORMAT_DOCUMENT, /* a file an article */
  EXM_FORMAT_RECORDS,  /* one file, to which articles are appended */
} ExmFormatKind;

/**
 * ExmFormat:
 * @id: in task files, options and the store; never changed
 * @title: in lists, marked for translation
 * @summary: the line of help that tells what it is for, marked for translation
 * @extension: of files, without the dot
 * @media_type: as of RFC 6838
 * @kind: how articles and files belong together
 * @sign: (nullable): of records without a start: how each file of them begins
 * @line_end: of records: what an editor may have left out at the end of the file
 * @start: (nullable): writes what comes before the first article. @mark: whether a byte
 *   order mark goes first in a table
 * @article: writes one article, by the key of exm_article_key()
 *
 * The functions are pure, append to @out, and take text that is no UTF-8.
 */
typedef struct
{
  const char *id;
  const char *title;
  const char *summary;
  const char *extension;
  const char *media_type;
  ExmFormatKind kind;
  const char *sign;
  const char *line_end;
  void (*start) (GString *out, gboolean mark);
  void (*article) (GString *out, const ExmArticle *article, const char *key);
} ExmFormat;

/* Each in a file of its own. */
#define EXM_FORMAT_DECLARE(constant, symbol, id)                                         \
  extern const ExmFormat exm_format_##symbol;
EXM_OUTPUT_FORMATS (EXM_FORMAT_DECLARE)
#undef EXM_FORMAT_DECLARE

/**
 * exm_format_get:
 * @format: less than %EXM_N_OUTPUT_FORMATS
 *
 * Returns: (transfer none): what the format is
 */
const ExmFormat *exm_format_get (ExmOutputFormat format);

/**
 * exm_format_list_ids:
 *
 * Returns: (transfer full): the ids of all formats, as "text, markdown, html"
 */
char *exm_format_list_ids (void);

/**
 * exm_format_list_help:
 *
 * Returns: (transfer full): a line a format, translated, for the help of a command
 */
char *exm_format_list_help (void);

/**
 * exm_format_dup_label:
 * @self: a format
 *
 * Returns: (transfer full): its title, translated, and whether it is one file
 */
char *exm_format_dup_label (const ExmFormat *self);

G_END_DECLS
