/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* BibTeX: a reference of the kind @misc, in UTF-8, as LaTeX and reference managers read
 * it. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-format.h"

#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-quote.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Text that means nothing to TeX. */
static void
quote (GString *out, const char *text)
{
  for (const char *p = text; *p != '\0'; p++)
    if (*p == '\\')
      g_string_append (out, "\\textbackslash{}");
    else if (*p == '~')
      g_string_append (out, "\\textasciitilde{}");
    else if (*p == '^')
      g_string_append (out, "\\textasciicircum{}");
    else if (*p == '{')
      g_string_append (out, "\\textbraceleft{}");
    else if (*p == '}')
      g_string_append (out, "\\textbraceright{}");
    else
      {
        if (strchr ("#$%&_", *p) != NULL)
          g_string_append_c (out, '\\');
        g_string_append_c (out, *p);
      }
}

static void
append_text (GString *out, const char *name, const char *text)
{
  g_autofree char *line = exm_quote_line (text);

  if (line == NULL)
    return;
  g_string_append_printf (out, ",\n  %s = {{", name);
  quote (out, line);
  g_string_append (out, "}}");
}

/* Addresses are taken as they are, but for what would end them. */
static void
append_url (GString *out, const char *url)
{
  g_autofree char *line = exm_quote_line (url);

  if (line == NULL)
    return;
  g_string_append (out, ",\n  url = {");
  for (const char *p = line; *p != '\0'; p++)
    if (strchr ("{}\\ ", *p) != NULL)
      g_string_append_printf (out, "%%%02X", (guint) *p);
    else
      g_string_append_c (out, *p);
  g_string_append_c (out, '}');
}

static void
append_article (GString *out, const ExmArticle *article, const char *key)
{
  const ExmArticleFields *fields = exm_article_get (article);
  const char *source = exm_article_field (article, EXM_FIELD_SOURCE);
  g_autofree char *date = exm_article_date (article);
  g_auto (GStrv) parts = g_strsplit (date, "-", 3);
  g_autofree char *collected = exm_article_format_time (fields->collected_usec);

  g_string_append_printf (out, "@misc{%s", key);
  append_text (out, "title", exm_article_field (article, EXM_FIELD_TITLE));
  append_text (out, "author", exm_article_field (article, EXM_FIELD_AUTHOR));
  append_text (out, "organization",
               source != NULL ? source : exm_article_field (article, EXM_FIELD_SITE));
  g_string_append_printf (out, ",\n  year = {%s},\n  month = {%s}", parts[0], parts[1]);
  append_text (out, "abstract", exm_article_field (article, EXM_FIELD_ABSTRACT));
  append_text (out, "keywords", exm_article_field (article, EXM_FIELD_KEYWORDS));
  append_url (out, fields->url);
  if (collected != NULL)
    g_string_append_printf (out, ",\n  urldate = {%.10s}", collected);
  g_string_append (out, "\n}\n");
}

const ExmFormat exm_format_bibtex = {
  .id = "bibtex",
  .title = N_ ("BibTeX"),
  .summary = N_ ("references for LaTeX"),
  .extension = "bib",
  .media_type = "text/x-bibtex",
  .kind = EXM_FORMAT_RECORDS,
  .sign = "@misc{",
  .line_end = "\n",
  .article = append_article,
};
