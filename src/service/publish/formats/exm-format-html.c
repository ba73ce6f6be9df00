/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* HTML: a complete document whose policy is `default-src 'none'`: it loads nothing, but
 * pictures that lie beside it. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-format.h"

#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-quote.h"
#include "task/exm-body-pictures.h"

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

/* A file that is opened from a disk has no origin that would be its own. */
static const char *
get_policy (GHashTable *pictures)
{
  return pictures != NULL ? "default-src 'none'; img-src 'self' file:"
                          : "default-src 'none'";
}

static void
append_head (GString *out, const ExmArticle *article, GHashTable *pictures)
{
  g_string_append (out, "<!DOCTYPE html>\n<html");
  append_element (out, " lang=\"", exm_article_field (article, EXM_FIELD_LANGUAGE), "\"");
  g_string_append (out, ">\n<head>\n<meta charset=\"utf-8\">\n"
                        "<meta http-equiv=\"Content-Security-Policy\" content=\"");
  g_string_append (out, get_policy (pictures));
  g_string_append (out, "\">\n"
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
append_body (GString *out, const ExmArticle *article, GHashTable *pictures)
{
  g_autoptr (GString) body = g_string_new (NULL);

  exm_article_append_body_html (body, article);
  if (pictures != NULL)
    {
      g_autofree char *html
          = exm_body_pictures_map_html (body->str, exm_article_find_picture, pictures);
      g_string_assign (body, html);
    }
  g_string_append_len (out, body->str, (gssize) body->len);
}

static void
append_pictured (GString *out,
                 const ExmArticle *article,
                 const char *key,
                 GHashTable *pictures)
{
  const ExmArticleFields *fields = exm_article_get (article);
  g_autofree char *source = exm_article_format_source (article);

  append_head (out, article, pictures);
  g_string_append (out, "<body>\n<article>\n<header>\n");
  append_element (out, "<h1>", exm_article_field (article, EXM_FIELD_TITLE), "</h1>\n");
  append_element (out, "<p>", exm_article_field (article, EXM_FIELD_PUBLISHED), "</p>\n");
  append_element (out, "<p>", source, "</p>\n");
  append_link (out, fields->url);
  g_string_append (out, "</header>\n");
  append_body (out, article, pictures);
  g_string_append (out, "\n</article>\n</body>\n</html>\n");
}

static void
append_article (GString *out, const ExmArticle *article, const char *key)
{
  append_pictured (out, article, key, NULL);
}

const ExmFormat exm_format_html = {
  .id = "html",
  .title = N_ ("HTML"),
  .summary = N_ ("pages that load nothing and run nothing"),
  .extension = "html",
  .media_type = "text/html",
  .kind = EXM_FORMAT_DOCUMENT,
  .article = append_article,
  .pictured = append_pictured,
};
