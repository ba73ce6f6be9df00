/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* CSV: one record, "key" first, ended by CR LF; the body as text. Without a byte order
 * mark, Excel reads the file in the code page of the system (GBK on Chinese Windows) and
 * shows no Chinese title; programs that do not expect one are told "utf-8-sig" or the
 * like. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-format.h"

#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-quote.h"

#include <glib/gi18n-lib.h>

static void
append_columns (GString *out, const ExmFormatHead *head)
{
  g_string_append (out, head->mark ? "\ufeff" : "");
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

static void
append_article (GString *out, const ExmArticle *article, const char *key)
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
  append_cell (out, exm_article_is_share (fields->confidence)
                        ? exm_article_format_number (fields->confidence, buffer)
                        : NULL);
  append_cell (out, exm_article_is_share (fields->template_similarity)
                        ? exm_article_format_number (fields->template_similarity, buffer)
                        : NULL);
  append_cell (out, fields->text);
  g_string_append (out, "\r\n");
}

const ExmFormat exm_format_csv = {
  .id = "csv",
  .title = N_ ("CSV"),
  .summary = N_ ("a row an article, for spreadsheets"),
  .extension = "csv",
  .media_type = "text/csv",
  .kind = EXM_FORMAT_RECORDS,
  .line_end = "\r\n",
  .start = append_columns,
  .article = append_article,
};
