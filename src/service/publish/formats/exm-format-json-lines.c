/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* JSON Lines: one object with all fields and where each was found, on one line, "key"
 * first. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-format.h"

#include "publish/formats/exm-article-json.h"
#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-quote.h"

#include <glib/gi18n-lib.h>

static void
append_number (GString *out, const char *name, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (
      out, ",\"%s\":%s", name,
      exm_article_is_share (value) ? exm_article_format_number (value, buffer) : "null");
}

/* The addresses that @lines names; none where the article is one page. */
static void
append_pages (GString *out, const char *lines)
{
  g_auto (GStrv) pages = g_strsplit (lines != NULL ? lines : "", "\n", -1);

  g_string_append (out, ",\"pages\":[");
  for (guint i = 0; pages[i] != NULL; i++)
    {
      g_string_append (out, i > 0 ? "," : "");
      exm_quote_json (out, pages[i]);
    }
  g_string_append_c (out, ']');
}

static void
append_article (GString *out, const ExmArticle *article, const char *key)
{
  const ExmArticleFields *fields = exm_article_get (article);
  g_autofree char *collected = exm_article_format_time (fields->collected_usec);

  g_string_append_printf (out, "{\"key\":\"%s\",\"id\":%" G_GINT64_FORMAT, key,
                          fields->id);
  exm_article_append_json_member (out, "url", fields->url);
  exm_article_append_json_member (out, "final_url", fields->final_url);
  exm_article_append_json_member (out, "url_key", fields->url_key);
  append_pages (out, fields->pages);
  exm_article_append_json_fields (out, fields->metadata);
  exm_article_append_json_member (out, "collected", collected);
  exm_article_append_json_member (out, "task", fields->task_uid);
  g_string_append_printf (out, ",\"task_version\":%u", fields->task_version);
  exm_article_append_json_member (out, "page_hash", fields->page_hash);
  exm_article_append_json_member (out, "state",
                                  exm_article_state_get_name (fields->state));
  exm_article_append_json_member (out, "reason", fields->reason);
  exm_article_append_json_member (out, "method", fields->method);
  g_string_append_printf (out, ",\"backlog\":%s", fields->backlog ? "true" : "false");
  append_number (out, "confidence", fields->confidence);
  append_number (out, "template_similarity", fields->template_similarity);
  exm_article_append_json_member (out, "text", fields->text);
  exm_article_append_json_member (out, "markdown", fields->markdown);
  exm_article_append_json_member (out, "html", fields->html);
  g_string_append (out, "}\n");
}

const ExmFormat exm_format_json_lines = {
  .id = "json-lines",
  .title = N_ ("JSON Lines"),
  .summary = N_ ("an object a line with all that is known, for programs"),
  .extension = "jsonl",
  .media_type = "application/jsonl",
  .kind = EXM_FORMAT_RECORDS,
  .sign = "{",
  .line_end = "\n",
  .article = append_article,
};
