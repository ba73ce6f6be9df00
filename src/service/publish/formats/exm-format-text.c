/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Text: title, date, source and author, address, a line each where known; an empty line;
 * the body. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-format.h"

#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-quote.h"

#include <glib/gi18n-lib.h>

static void
append_line (GString *out, const char *text)
{
  g_autofree char *line = exm_quote_line (text);

  if (line != NULL)
    g_string_append_printf (out, "%s\n", line);
}

static void
append_article (GString *out, const ExmArticle *article, const char *key)
{
  const ExmArticleFields *fields = exm_article_get (article);
  const char *published = exm_article_field (article, EXM_FIELD_PUBLISHED);
  g_autofree char *date = exm_article_date (article);
  g_autofree char *source = exm_article_format_source (article);

  append_line (out, exm_article_field (article, EXM_FIELD_TITLE));
  append_line (out, published != NULL ? published : date);
  append_line (out, source);
  append_line (out, fields->url);
  g_string_append_c (out, '\n');
  if (fields->text != NULL)
    g_string_append (out, fields->text);
}

const ExmFormat exm_format_text = {
  .id = "text",
  .title = N_ ("Text"),
  .summary = N_ ("plain text below the title, the date and the address"),
  .extension = "txt",
  .media_type = "text/plain",
  .kind = EXM_FORMAT_DOCUMENT,
  .article = append_article,
};
