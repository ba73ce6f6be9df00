/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* JSON Lines: one object with all fields and where each was found, on one line, "key"
 * first. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-format.h"

#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-quote.h"

#include <glib/gi18n-lib.h>

static void
append_member (GString *out, const char *name, const char *value)
{
  g_string_append_printf (out, ",\"%s\":", name);
  exm_quote_json (out, value);
}

static void
append_number (GString *out, const char *name, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (
      out, ",\"%s\":%s", name,
      exm_article_is_share (value) ? exm_article_format_number (value, buffer) : "null");
}

static void
append_metadata (GString *out, const ExmMetadata *metadata)
{
  const char *separator = "";

  for (guint i = 0; i < EXM_N_FIELDS; i++)
    append_member (out, exm_field_get_name (i),
                   metadata != NULL ? exm_metadata_get (metadata, i) : NULL);
  g_string_append (out, ",\"origins\":{");
  for (guint i = 0; metadata != NULL && i < EXM_N_FIELDS; i++)
    {
      if (exm_metadata_get (metadata, i) == NULL)
        continue;
      g_string_append_printf (
          out, "%s\"%s\":\"%s\"", separator, exm_field_get_name (i),
          exm_origin_get_name (exm_metadata_get_origin (metadata, i)));
      separator = ",";
    }
  g_string_append (out, "},\"field_confidence\":{");
  separator = "";
  for (guint i = 0; metadata != NULL && i < EXM_N_FIELDS; i++)
    {
      char buffer[G_ASCII_DTOSTR_BUF_SIZE];
      if (exm_metadata_get (metadata, i) == NULL)
        continue;
      g_string_append_printf (
          out, "%s\"%s\":%s", separator, exm_field_get_name (i),
          exm_article_format_number (exm_metadata_get_confidence (metadata, i), buffer));
      separator = ",";
    }
  g_string_append_c (out, '}');
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
  append_member (out, "url", fields->url);
  append_member (out, "final_url", fields->final_url);
  append_member (out, "url_key", fields->url_key);
  append_pages (out, fields->pages);
  append_metadata (out, fields->metadata);
  append_member (out, "collected", collected);
  append_member (out, "task", fields->task_uid);
  g_string_append_printf (out, ",\"task_version\":%u", fields->task_version);
  append_member (out, "page_hash", fields->page_hash);
  append_member (out, "state", exm_article_state_get_name (fields->state));
  append_member (out, "reason", fields->reason);
  append_member (out, "method", fields->method);
  g_string_append_printf (out, ",\"backlog\":%s", fields->backlog ? "true" : "false");
  append_number (out, "confidence", fields->confidence);
  append_number (out, "template_similarity", fields->template_similarity);
  append_member (out, "text", fields->text);
  append_member (out, "markdown", fields->markdown);
  append_member (out, "html", fields->html);
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
