/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/exm-article-writer.h"

#include <string.h>

#include "publish/exm-article-formats-private.h"
#include "publish/exm-quote.h"

const char *
exm_article_field (const ExmArticle *article, ExmField field)
{
  const ExmMetadata *metadata = exm_article_get (article)->metadata;

  return metadata != NULL ? exm_metadata_get (metadata, field) : NULL;
}

char *
exm_article_format_time (gint64 usec)
{
  g_autoptr (GDateTime) time
      = usec != 0 ? g_date_time_new_from_unix_utc (usec / G_USEC_PER_SEC) : NULL;

  return time != NULL ? g_date_time_format (time, "%Y-%m-%dT%H:%M:%SZ") : NULL;
}

char *
exm_article_format_source (const ExmArticle *article)
{
  g_autofree char *source
      = exm_quote_line (exm_article_field (article, EXM_FIELD_SOURCE));
  g_autofree char *author
      = exm_quote_line (exm_article_field (article, EXM_FIELD_AUTHOR));

  if (source == NULL || author == NULL)
    return source != NULL ? g_steal_pointer (&source) : g_steal_pointer (&author);
  return g_strconcat (source, " · ", author, NULL);
}

char *
exm_article_key (const ExmArticle *article)
{
  const ExmArticleFields *fields = exm_article_get (article);
  const char *address = fields->url_key;

  if (address == NULL || *address == '\0')
    address = fields->url;
  if (address == NULL || *address == '\0')
    return NULL;
  char *key = g_compute_checksum_for_string (G_CHECKSUM_SHA256, address, -1);
  key[EXM_ARTICLE_KEY_CHARS] = '\0';
  return key;
}

static gboolean
is_date (const char *text)
{
  static const char pattern[] = "dddd-dd-dd";

  for (gsize i = 0; pattern[i] != '\0'; i++)
    if (pattern[i] == 'd' ? !g_ascii_isdigit (text[i]) : text[i] != pattern[i])
      return FALSE;
  return TRUE;
}

char *
exm_article_date (const ExmArticle *article)
{
  const char *published = exm_article_field (article, EXM_FIELD_PUBLISHED);

  if (published != NULL && is_date (published))
    return g_strndup (published, strlen ("YYYY-MM-DD"));

  g_autoptr (GDateTime) time = g_date_time_new_from_unix_local (
      exm_article_get (article)->collected_usec / G_USEC_PER_SEC);
  return time != NULL ? g_date_time_format (time, "%Y-%m-%d") : g_strdup ("0000-00-00");
}

static void
append_line (GString *out, const char *text)
{
  g_autofree char *line = exm_quote_line (text);

  if (line != NULL)
    g_string_append_printf (out, "%s\n", line);
}

static void
append_text (GString *out, const ExmArticle *article)
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

char *
exm_article_write (const ExmArticle *article, ExmOutputFormat format)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *key = exm_article_key (article);

  g_return_val_if_fail (key != NULL, NULL);
  switch (format)
    {
    case EXM_OUTPUT_MARKDOWN:
      exm_article_append_markdown (out, article, key);
      break;
    case EXM_OUTPUT_HTML:
      exm_article_append_html (out, article);
      break;
    case EXM_OUTPUT_JSON_LINES:
      exm_article_append_json (out, article, key);
      break;
    case EXM_OUTPUT_CSV:
      exm_article_append_csv (out, article, key);
      break;
    case EXM_OUTPUT_TEXT:
    default:
      append_text (out, article);
    }
  if (out->str[out->len - 1] != '\n')
    g_string_append_c (out, '\n');
  if (!g_utf8_validate_len (out->str, out->len, NULL))
    return g_utf8_make_valid (out->str, (gssize) out->len);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

char *
exm_article_write_start (ExmOutputFormat format, gboolean mark)
{
  g_autoptr (GString) out = g_string_new (NULL);

  if (format == EXM_OUTPUT_CSV)
    {
      g_string_append (out, mark ? "\ufeff" : "");
      exm_article_append_csv_columns (out);
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

const char *
exm_output_format_get_extension (ExmOutputFormat format)
{
  switch (format)
    {
    case EXM_OUTPUT_MARKDOWN:
      return "md";
    case EXM_OUTPUT_HTML:
      return "html";
    case EXM_OUTPUT_JSON_LINES:
      return "jsonl";
    case EXM_OUTPUT_CSV:
      return "csv";
    case EXM_OUTPUT_TEXT:
    default:
      return "txt";
    }
}

gboolean
exm_output_format_is_shared (ExmOutputFormat format)
{
  return format == EXM_OUTPUT_JSON_LINES || format == EXM_OUTPUT_CSV;
}
