/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Output of `extract`. Text of a page never becomes markup of ours. */

#pragma once

#include "cli/base/exm-cli-pair.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_CLI_FORMAT_TEXT,
  EXM_CLI_FORMAT_MARKDOWN,
  EXM_CLI_FORMAT_HTML,
  EXM_CLI_FORMAT_JSON,
} ExmCliFormat;

/**
 * ExmCliArticleStyle:
 * @format: of the output
 * @with_metadata: title, date and source stand before the body (JSON always has them)
 * @reasons: every line of the page with its lanes (JSON only)
 * @many: there is more than one target, so each is named
 * @n_before: targets printed before
 */
typedef struct
{
  ExmCliFormat format;
  gboolean with_metadata;
  gboolean reasons;
  gboolean many;
  guint n_before;
} ExmCliArticleStyle;

/**
 * exm_cli_format_parse:
 * @name: (nullable): as the user wrote it; %NULL for text
 * @format: (out): which one it is
 *
 * Returns: %FALSE if there is none of that name
 */
gboolean exm_cli_format_parse (const char *name, ExmCliFormat *format);

/**
 * exm_cli_article_append:
 * @out: gets the body, ending with a line feed; nothing if there is none and a single
 *   target, except in JSON, where every target has its line
 */
void exm_cli_article_append (GString *out,
                             const ExmCliFound *found,
                             const ExmCliArticleStyle *style);

/**
 * exm_cli_article_append_json:
 * @out: gets a JSON object on a line
 * @reasons: with every line's lanes
 */
void
exm_cli_article_append_json (GString *out, const ExmCliFound *found, gboolean reasons);

G_END_DECLS
