/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Atom 1.0 (RFC 4287): entries with the whole text, a line each. Order and names of the
 * first elements stay as they are: who keeps a feed reads them. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-format.h"

#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-quote.h"

#include <glib/gi18n-lib.h>

static void
append_start (GString *out, const ExmFormatHead *head)
{
  g_autofree char *updated = exm_article_format_rfc3339 (head->updated_usec);

  g_string_append (out, exm_format_atom.sign);
  exm_quote_xml (out, head->id);
  g_string_append (out, "</id><title>");
  exm_quote_xml (out, head->title);
  g_string_append_printf (out, "</title><updated>%s</updated><author><name>", updated);
  exm_quote_xml (out, head->title);
  g_string_append (out, "</name></author>");
  exm_quote_xml_element (out, "<link rel=\"self\" href=\"", head->self_url, "\"/>");
  exm_quote_xml_element (out, "<link rel=\"first\" href=\"", head->first_url, "\"/>");
  exm_quote_xml_element (out, "<link rel=\"previous\" href=\"", head->previous_url,
                         "\"/>");
  exm_quote_xml_element (out, "<link rel=\"next\" href=\"", head->next_url, "\"/>");
  g_string_append_c (out, '\n');
}

static void
append_author (GString *out, const ExmArticle *article)
{
  const char *author = exm_article_field (article, EXM_FIELD_AUTHOR);

  exm_quote_xml_element (out, "<author><name>",
                         author != NULL ? author
                                        : exm_article_field (article, EXM_FIELD_SOURCE),
                         "</name></author>");
}

/* Files that the article's own feed has with it. */
static void
append_enclosures (GString *out, const ExmArticle *article)
{
  const ExmFeedFacts *feed = exm_article_get (article)->feed;

  for (guint i = 0; feed != NULL && i < feed->enclosures->len; i++)
    {
      const ExmEnclosure *enclosure = g_ptr_array_index (feed->enclosures, i);
      exm_quote_xml_element (out, "<link rel=\"enclosure\" href=\"", enclosure->url,
                             "\"");
      exm_quote_xml_element (out, " type=\"", enclosure->type, "\"");
      if (enclosure->n_bytes > 0)
        g_string_append_printf (out, " length=\"%" G_GUINT64_FORMAT "\"",
                                enclosure->n_bytes);
      g_string_append (out, "/>");
    }
}

/* Categories of the article's own feed, else the section that the page names. */
static void
append_categories (GString *out, const ExmArticle *article)
{
  const ExmFeedFacts *feed = exm_article_get (article)->feed;
  guint n = feed != NULL ? feed->categories->len : 0;

  if (n == 0)
    exm_quote_xml_element (out, "<category term=\"",
                           exm_article_field (article, EXM_FIELD_SECTION), "\"/>");
  for (guint i = 0; i < n; i++)
    exm_quote_xml_element (out, "<category term=\"",
                           g_ptr_array_index (feed->categories, i), "\"/>");
}

static void
append_content (GString *out, const ExmArticle *article)
{
  g_autoptr (GString) html = g_string_new (NULL);

  g_string_append (out, "<content type=\"html\"");
  exm_quote_xml_element (out, " xml:lang=\"", exm_article_language (article), "\"");
  g_string_append_c (out, '>');
  exm_article_append_body_html (html, article);
  exm_quote_xml (out, html->str);
  g_string_append (out, "</content>");
}

static void
append_article (GString *out, const ExmArticle *article, const char *key)
{
  const char *url = exm_article_get (article)->url;
  g_autofree char *id = exm_article_dup_feed_id (article, key, TRUE);
  g_autofree char *published
      = exm_article_format_rfc3339 (exm_article_published_usec (article));
  g_autofree char *updated
      = exm_article_format_rfc3339 (exm_article_updated_usec (article));
  g_autofree char *title = exm_quote_line (exm_article_field (article, EXM_FIELD_TITLE));

  g_string_append (out, "<entry><id>");
  exm_quote_xml (out, id);
  g_string_append_printf (out,
                          "</id><published>%s</published><updated>%s</updated><title>",
                          published, updated);
  exm_quote_xml (out, title);
  g_string_append (out, "</title>");
  if (exm_article_is_web_address (url))
    exm_quote_xml_element (out, "<link rel=\"alternate\" href=\"", url, "\"/>");
  append_enclosures (out, article);
  append_author (out, article);
  append_categories (out, article);
  append_content (out, article);
  g_string_append (out, "</entry>\n");
}

static void
append_end (GString *out)
{
  g_string_append (out, "</feed>\n");
}

const ExmFormat exm_format_atom = {
  .id = "atom",
  .title = N_ ("Atom feed"),
  .summary = N_ ("a feed with the whole text, for feed readers (RFC 4287)"),
  .extension = "atom",
  .media_type = "application/atom+xml",
  .kind = EXM_FORMAT_FEED,
  .name = "feed.{ext}",
  .sign = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
          "<feed xmlns=\"http://www.w3.org/2005/Atom\">"
          "<generator>Exemplar</generator><id>",
  .entry = { "<entry><id>", "</id><published>", "</published><updated>", "</updated>" },
  .start = append_start,
  .article = append_article,
  .end = append_end,
};
