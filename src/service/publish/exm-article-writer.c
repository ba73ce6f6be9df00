/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/exm-article-writer.h"

#include "publish/exm-article-formats-private.h"
#include "publish/exm-article-values.h"
#include "publish/exm-quote.h"

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
  return exm_article_write_with_pictures (article, format, NULL);
}

gboolean
exm_output_format_has_pictures (ExmOutputFormat format)
{
  return format == EXM_OUTPUT_MARKDOWN || format == EXM_OUTPUT_HTML;
}

char *
exm_article_write_with_pictures (const ExmArticle *article,
                                 ExmOutputFormat format,
                                 GHashTable *pictures)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *key = exm_article_key (article);

  g_return_val_if_fail (key != NULL, NULL);
  switch (format)
    {
    case EXM_OUTPUT_MARKDOWN:
      exm_article_append_markdown (out, article, key, pictures);
      break;
    case EXM_OUTPUT_HTML:
      exm_article_append_html (out, article, pictures);
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
