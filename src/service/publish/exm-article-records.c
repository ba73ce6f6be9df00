/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* JSON Lines and CSV: a record an article. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/exm-article-formats-private.h"

#include <math.h>

#include "publish/exm-article-values.h"
#include "publish/exm-quote.h"

static const char *
format_number (double value, char buffer[G_ASCII_DTOSTR_BUF_SIZE])
{
  return g_ascii_formatd (buffer, G_ASCII_DTOSTR_BUF_SIZE, "%.6g", value);
}

/* Both numbers of an article are shares; −1 and what is no number are "not known". */
static gboolean
is_share (double value)
{
  return isfinite (value) && value >= 0;
}

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

  g_string_append_printf (out, ",\"%s\":%s", name,
                          is_share (value) ? format_number (value, buffer) : "null");
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
          format_number (exm_metadata_get_confidence (metadata, i), buffer));
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

void
exm_article_append_json (GString *out, const ExmArticle *article, const char *key)
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

void
exm_article_append_csv_columns (GString *out)
{
  g_string_append (out, "key,id,url");
  for (guint i = 0; i < EXM_N_FIELDS; i++)
    g_string_append_printf (out, ",%s", exm_field_get_name (i));
  g_string_append (out, ",collected,task,task_version,state,reason,method,confidence,"
                        "template_similarity,text\r\n");
}

static void
append_cell (GString *out, const char *value)
{
  g_string_append_c (out, ',');
  exm_quote_csv (out, value);
}

void
exm_article_append_csv (GString *out, const ExmArticle *article, const char *key)
{
  const ExmArticleFields *fields = exm_article_get (article);
  g_autofree char *collected = exm_article_format_time (fields->collected_usec);
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (out, "%s,%" G_GINT64_FORMAT, key, fields->id);
  append_cell (out, fields->url);
  for (guint i = 0; i < EXM_N_FIELDS; i++)
    append_cell (out, exm_article_field (article, i));
  append_cell (out, collected);
  append_cell (out, fields->task_uid);
  g_string_append_printf (out, ",%u", fields->task_version);
  append_cell (out, exm_article_state_get_name (fields->state));
  append_cell (out, fields->reason);
  append_cell (out, fields->method);
  append_cell (out, is_share (fields->confidence)
                        ? format_number (fields->confidence, buffer)
                        : NULL);
  append_cell (out, is_share (fields->template_similarity)
                        ? format_number (fields->template_similarity, buffer)
                        : NULL);
  append_cell (out, fields->text);
  g_string_append (out, "\r\n");
}
