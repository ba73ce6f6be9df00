/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* JSON Feed 1.1: items with the whole text, a line each. Order and names of the first
 * members stay as they are: who keeps a feed reads them. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-format.h"

#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-quote.h"

#include <glib/gi18n-lib.h>

static void
append_start (GString *out, const ExmFormatHead *head)
{
  g_autofree char *updated = exm_article_format_rfc3339 (head->updated_usec);

  g_string_append_printf (out, "%s%s\",\"updated\":\"%s\"},\"title\":",
                          exm_format_json_feed.sign, head->id, updated);
  exm_quote_json (out, head->title);
  exm_quote_json_member (out, "feed_url", head->self_url);
  exm_quote_json_member (out, "next_url", head->next_url);
  g_string_append (out, ",\"items\":[\n");
}

/* @before and @after stand around the text, where there is one. */
static void
append_list (GString *out, const char *before, const char *text, const char *after)
{
  g_autofree char *line = exm_quote_line (text);

  if (line == NULL)
    return;
  g_string_append (out, before);
  exm_quote_json (out, line);
  g_string_append (out, after);
}

static void
append_article (GString *out, const ExmArticle *article, const char *key)
{
  const char *url = exm_article_get (article)->url;
  const char *author = exm_article_field (article, EXM_FIELD_AUTHOR);
  g_autofree char *id = exm_article_format_urn (key);
  g_autofree char *published
      = exm_article_format_rfc3339 (exm_article_published_usec (article));
  g_autofree char *updated
      = exm_article_format_rfc3339 (exm_article_updated_usec (article));
  g_autoptr (GString) html = g_string_new (NULL);

  g_string_append_printf (out,
                          "{\"id\":\"%s\",\"date_published\":\"%s\","
                          "\"date_modified\":\"%s\"",
                          id, published, updated);
  if (exm_article_is_web_address (url))
    exm_quote_json_member (out, "url", url);
  exm_quote_json_member (out, "title", exm_article_field (article, EXM_FIELD_TITLE));
  exm_quote_json_member (out, "language", exm_article_language (article));
  exm_quote_json_member (out, "image", exm_article_field (article, EXM_FIELD_IMAGE));
  append_list (out, ",\"authors\":[{\"name\":",
               author != NULL ? author : exm_article_field (article, EXM_FIELD_SOURCE),
               "}]");
  append_list (out, ",\"tags\":[", exm_article_field (article, EXM_FIELD_SECTION), "]");
  g_string_append (out, ",\"content_html\":");
  exm_article_append_body_html (html, article);
  exm_quote_json (out, html->str);
  g_string_append (out, "}\n");
}

static void
append_end (GString *out)
{
  g_string_append (out, "]}\n");
}

const ExmFormat exm_format_json_feed = {
  .id = "json-feed",
  .title = N_ ("JSON Feed"),
  .summary = N_ ("a feed with the whole text, for programs (JSON Feed 1.1)"),
  .extension = "json",
  .media_type = "application/feed+json",
  .kind = EXM_FORMAT_FEED,
  .name = "feed.{ext}",
  .sign = "{\"version\":\"https://jsonfeed.org/version/1.1\",\"_exemplar\":{\"id\":\"",
  .entry = { "{\"id\":\"", "\",\"date_published\":\"", "\",\"date_modified\":\"", "\"" },
  .separator = ",",
  .start = append_start,
  .article = append_article,
  .end = append_end,
};
