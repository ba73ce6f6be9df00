/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* HTML: a complete document whose policy is `default-src 'none'`: it loads nothing. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-format.h"

#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-quote.h"

#include <glib/gi18n-lib.h>

static void
append_element (GString *out, const char *start, const char *text, const char *end)
{
  g_autofree char *line = exm_quote_line (text);

  if (line == NULL)
    return;
  g_string_append (out, start);
  exm_quote_html (out, line);
  g_string_append (out, end);
}

static void
append_link (GString *out, const char *url)
{
  if (!exm_article_is_web_address (url))
    {
      append_element (out, "<p>", url, "</p>\n");
      return;
    }
  append_element (out, "<p><a rel=\"noopener noreferrer\" href=\"", url, "\">");
  exm_quote_html (out, url);
  g_string_append (out, "</a></p>\n");
}

static void
append_head (GString *out, const ExmArticle *article)
{
  g_string_append (out, "<!DOCTYPE html>\n<html");
  append_element (out, " lang=\"", exm_article_field (article, EXM_FIELD_LANGUAGE), "\"");
  g_string_append (out, ">\n<head>\n<meta charset=\"utf-8\">\n"
                        "<meta http-equiv=\"Content-Security-Policy\" "
                        "content=\"default-src 'none'\">\n"
                        "<meta name=\"referrer\" content=\"no-referrer\">\n"
                        "<meta name=\"viewport\" content=\"width=device-width\">\n");
  append_element (out, "<meta name=\"author\" content=\"",
                  exm_article_field (article, EXM_FIELD_AUTHOR), "\">\n");
  append_element (out, "<meta name=\"date\" content=\"",
                  exm_article_field (article, EXM_FIELD_PUBLISHED), "\">\n");
  g_string_append (out, "<title>");
  append_element (out, "", exm_article_field (article, EXM_FIELD_TITLE), "");
  g_string_append (out, "</title>\n</head>\n");
}

static void
append_article (GString *out, const ExmArticle *article, const char *key)
{
  const ExmArticleFields *fields = exm_article_get (article);
  g_autofree char *source = exm_article_format_source (article);

  append_head (out, article);
  g_string_append (out, "<body>\n<article>\n<header>\n");
  append_element (out, "<h1>", exm_article_field (article, EXM_FIELD_TITLE), "</h1>\n");
  append_element (out, "<p>", exm_article_field (article, EXM_FIELD_PUBLISHED), "</p>\n");
  append_element (out, "<p>", source, "</p>\n");
  append_link (out, fields->url);
  g_string_append (out, "</header>\n");
  exm_article_append_body_html (out, article);
  g_string_append (out, "\n</article>\n</body>\n</html>\n");
}

const ExmFormat exm_format_html = {
  .id = "html",
  .title = N_ ("HTML"),
  .summary = N_ ("pages that load nothing and run nothing"),
  .extension = "html",
  .media_type = "text/html",
  .kind = EXM_FORMAT_DOCUMENT,
  .article = append_article,
};
