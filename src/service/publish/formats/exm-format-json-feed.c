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

/* Categories of the article's own feed, else the section that the page names. */
static void
append_tags (GString *out, const ExmArticle *article)
{
  const ExmFeedFacts *feed = exm_article_get (article)->feed;
  guint n = feed != NULL ? feed->categories->len : 0;

  if (n == 0)
    append_list (out, ",\"tags\":[", exm_article_field (article, EXM_FIELD_SECTION), "]");
  for (guint i = 0; i < n; i++)
    {
      g_string_append (out, i == 0 ? ",\"tags\":[" : ",");
      exm_quote_json (out, g_ptr_array_index (feed->categories, i));
    }
  g_string_append (out, n > 0 ? "]" : "");
}

/* Files that the article's own feed has with it. Their type must be said. */
static void
append_attachments (GString *out, const ExmArticle *article)
{
  const ExmFeedFacts *feed = exm_article_get (article)->feed;
  guint n = feed != NULL ? feed->enclosures->len : 0;

  for (guint i = 0; i < n; i++)
    {
      const ExmEnclosure *enclosure = g_ptr_array_index (feed->enclosures, i);
      g_string_append (out, i == 0 ? ",\"attachments\":[{\"url\":" : ",{\"url\":");
      exm_quote_json (out, enclosure->url);
      exm_quote_json_member (out, "mime_type",
                             enclosure->type != NULL ? enclosure->type
                                                     : "application/octet-stream");
      if (enclosure->n_bytes > 0)
        g_string_append_printf (out, ",\"size_in_bytes\":%" G_GUINT64_FORMAT,
                                enclosure->n_bytes);
      g_string_append (out, i + 1 == n ? "}]" : "}");
    }
}

static void
append_article (GString *out, const ExmArticle *article, const char *key)
{
  const char *url = exm_article_get (article)->url;
  const char *author = exm_article_field (article, EXM_FIELD_AUTHOR);
  g_autofree char *id = exm_article_dup_feed_id (article, key, FALSE);
  g_autofree char *published
      = exm_article_format_rfc3339 (exm_article_published_usec (article));
  g_autofree char *updated
      = exm_article_format_rfc3339 (exm_article_updated_usec (article));
  g_autoptr (GString) html = g_string_new (NULL);

  g_string_append (out, "{\"id\":");
  exm_quote_json (out, id);
  g_string_append_printf (out, ",\"date_published\":\"%s\",\"date_modified\":\"%s\"",
                          published, updated);
  if (exm_article_is_web_address (url))
    exm_quote_json_member (out, "url", url);
  exm_quote_json_member (out, "title", exm_article_field (article, EXM_FIELD_TITLE));
  exm_quote_json_member (out, "language", exm_article_language (article));
  exm_quote_json_member (out, "image", exm_article_field (article, EXM_FIELD_IMAGE));
  append_list (out, ",\"authors\":[{\"name\":",
               author != NULL ? author : exm_article_field (article, EXM_FIELD_SOURCE),
               "}]");
  append_tags (out, article);
  append_attachments (out, article);
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
