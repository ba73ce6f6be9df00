/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* CSL-JSON: an array of items as citation programs (Zotero, pandoc, citeproc) read them.
 */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-format.h"

#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-quote.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>

static void
append_start (GString *out, const ExmFormatHead *head)
{
  g_string_append (out, "[\n");
}

/* @date begins as YYYY-MM-DD; nothing is written for another. */
static void
append_date (GString *out, const char *name, const char *date)
{
  int year, month, day;

  if (date != NULL && sscanf (date, "%4d-%2d-%2d", &year, &month, &day) == 3)
    g_string_append_printf (out, ",\"%s\":{\"date-parts\":[[%d,%d,%d]]}", name, year,
                            month, day);
}

static void
append_article (GString *out, const ExmArticle *article, const char *key)
{
  const ExmArticleFields *fields = exm_article_get (article);
  const char *source = exm_article_field (article, EXM_FIELD_SOURCE);
  g_autofree char *author
      = exm_quote_line (exm_article_field (article, EXM_FIELD_AUTHOR));
  g_autofree char *collected = exm_article_format_time (fields->collected_usec);

  g_string_append_printf (out, "{\"id\":\"%s\",\"type\":\"webpage\"", key);
  exm_quote_json_member (out, "title", exm_article_field (article, EXM_FIELD_TITLE));
  if (author != NULL)
    {
      g_string_append (out, ",\"author\":[{\"literal\":");
      exm_quote_json (out, author);
      g_string_append (out, "}]");
    }
  exm_quote_json_member (out, "container-title",
                         source != NULL ? source
                                        : exm_article_field (article, EXM_FIELD_SITE));
  exm_quote_json_member (out, "abstract",
                         exm_article_field (article, EXM_FIELD_ABSTRACT));
  append_date (out, "issued", exm_article_field (article, EXM_FIELD_PUBLISHED));
  append_date (out, "accessed", collected);
  exm_quote_json_member (out, "URL", fields->url);
  exm_quote_json_member (out, "language", exm_article_language (article));
  g_string_append (out, "}\n");
}

static void
append_end (GString *out)
{
  g_string_append (out, "]\n");
}

const ExmFormat exm_format_csl_json = {
  .id = "csl-json",
  .title = N_ ("CSL-JSON"),
  .summary = N_ ("references for Zotero and pandoc"),
  .extension = "json",
  .media_type = "application/vnd.citationstyles.csl+json",
  .kind = EXM_FORMAT_WHOLE,
  .separator = ",",
  .start = append_start,
  .article = append_article,
  .end = append_end,
};
