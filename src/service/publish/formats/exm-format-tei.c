/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* TEI P5: a document with what is known of the article in its header, and a paragraph a
 * line of the text. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-format.h"

#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-quote.h"

#include <glib/gi18n-lib.h>

static const char *
get_publisher (const ExmArticle *article)
{
  const char *source = exm_article_field (article, EXM_FIELD_SOURCE);

  return source != NULL ? source : exm_article_field (article, EXM_FIELD_SITE);
}

/* The source is its address where no more is known: a description of it says something.
 */
static void
append_source (GString *out, const ExmArticle *article)
{
  const char *url = exm_article_get (article)->url;

  g_string_append (out, "<sourceDesc><bibl>");
  exm_quote_xml_element (out, "<title>", exm_article_field (article, EXM_FIELD_TITLE),
                         "</title>");
  exm_quote_xml_element (out, "<author>", exm_article_field (article, EXM_FIELD_AUTHOR),
                         "</author>");
  exm_quote_xml_element (out, "<publisher>", get_publisher (article), "</publisher>");
  exm_quote_xml_element (out, "<date>", exm_article_field (article, EXM_FIELD_PUBLISHED),
                         "</date>");
  exm_quote_xml_element (out, "<idno type=\"URI\">", url, "</idno>");
  g_string_append (out, "</bibl></sourceDesc>\n");
}

static void
append_header (GString *out, const ExmArticle *article, const char *key)
{
  g_autofree char *title = exm_quote_line (exm_article_field (article, EXM_FIELD_TITLE));
  g_autofree char *date = exm_article_date (article);

  g_string_append (out, "<teiHeader>\n<fileDesc>\n<titleStmt><title>");
  exm_quote_xml (out, title);
  g_string_append (out, "</title>");
  exm_quote_xml_element (out, "<author>", exm_article_field (article, EXM_FIELD_AUTHOR),
                         "</author>");
  g_string_append (out, "</titleStmt>\n<publicationStmt><publisher>");
  exm_quote_xml_element (out, "", get_publisher (article), "");
  g_string_append_printf (
      out, "</publisher><date when=\"%s\"/><idno>%s</idno></publicationStmt>\n", date,
      key);
  append_source (out, article);
  g_string_append (out, "</fileDesc>\n");
  exm_quote_xml_element (out, "<profileDesc><langUsage><language ident=\"",
                         exm_article_language (article),
                         "\"/></langUsage></profileDesc>\n");
  g_string_append (out, "</teiHeader>\n");
}

static void
append_article (GString *out, const ExmArticle *article, const char *key)
{
  const char *text = exm_article_get (article)->text;
  g_auto (GStrv) lines = g_strsplit (text != NULL ? text : "", "\n", -1);
  gsize before;

  g_string_append (out, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                        "<TEI xmlns=\"http://www.tei-c.org/ns/1.0\">\n");
  append_header (out, article, key);
  g_string_append (out, "<text><body>\n");
  before = out->len;
  for (guint i = 0; lines[i] != NULL; i++)
    exm_quote_xml_element (out, "<p>", lines[i], "</p>\n");
  g_string_append (out, out->len == before ? "<p/>\n" : "");
  g_string_append (out, "</body></text>\n</TEI>\n");
}

const ExmFormat exm_format_tei = {
  .id = "tei",
  .title = N_ ("TEI"),
  .summary = N_ ("XML of the Text Encoding Initiative, for corpora"),
  .extension = "xml",
  .media_type = "application/tei+xml",
  .kind = EXM_FORMAT_DOCUMENT,
  .article = append_article,
};
