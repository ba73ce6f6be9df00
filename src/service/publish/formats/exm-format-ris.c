/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* RIS: a reference of tagged lines, ended by CR LF, as EndNote and Zotero read it. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-format.h"

#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-quote.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static void
append_tag (GString *out, const char *tag, const char *text)
{
  g_autofree char *line = exm_quote_line (text);

  if (line != NULL)
    g_string_append_printf (out, "%s  - %s\r\n", tag, line);
}

static void
append_article (GString *out, const ExmArticle *article, const char *key)
{
  const ExmArticleFields *fields = exm_article_get (article);
  const char *source = exm_article_field (article, EXM_FIELD_SOURCE);
  g_autofree char *date = exm_article_date (article);
  g_autofree char *year = g_strndup (date, strcspn (date, "-"));
  g_autofree char *collected = exm_article_format_time (fields->collected_usec);
  g_autofree char *day = collected != NULL ? g_strndup (collected, 10) : NULL;

  g_strdelimit (date, "-", '/');
  if (day != NULL)
    g_strdelimit (day, "-", '/');
  append_tag (out, "TY", "ELEC");
  append_tag (out, "ID", key);
  append_tag (out, "TI", exm_article_field (article, EXM_FIELD_TITLE));
  append_tag (out, "AU", exm_article_field (article, EXM_FIELD_AUTHOR));
  append_tag (out, "T2",
              source != NULL ? source : exm_article_field (article, EXM_FIELD_SITE));
  append_tag (out, "PY", year);
  append_tag (out, "DA", date);
  append_tag (out, "Y2", day);
  append_tag (out, "AB", exm_article_field (article, EXM_FIELD_ABSTRACT));
  append_tag (out, "LA", exm_article_language (article));
  append_tag (out, "UR", fields->url);
  g_string_append (out, "ER  - \r\n");
}

const ExmFormat exm_format_ris = {
  .id = "ris",
  .title = N_ ("RIS"),
  .summary = N_ ("references for EndNote, Zotero and the like"),
  .extension = "ris",
  .media_type = "application/x-research-info-systems",
  .kind = EXM_FORMAT_RECORDS,
  .sign = "TY  - ",
  .line_end = "\r\n",
  .article = append_article,
};
