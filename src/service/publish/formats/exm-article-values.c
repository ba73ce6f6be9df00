/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-article-values.h"

#include "base/exm-date.h"
#include "publish/formats/exm-quote.h"
#include "task/exm-body-pictures.h"

#include <math.h>
#include <string.h>

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
exm_article_format_rfc3339 (gint64 usec)
{
  g_autofree char *text = exm_article_format_time (usec);

  if (text == NULL || strlen (text) != strlen ("1970-01-01T00:00:00Z"))
    return g_strdup ("1970-01-01T00:00:00Z");
  return g_steal_pointer (&text);
}

static gint64
find_time (const ExmArticle *article, ExmField field)
{
  const char *language = exm_article_field (article, EXM_FIELD_LANGUAGE);

  return exm_date_parse_time (exm_article_field (article, field),
                              exm_date_zone_for_language (language), NULL);
}

gint64
exm_article_published_usec (const ExmArticle *article)
{
  const ExmFeedFacts *feed = exm_article_get (article)->feed;
  gint64 usec = feed != NULL && feed->published_usec != 0
                    ? feed->published_usec
                    : find_time (article, EXM_FIELD_PUBLISHED);

  return usec != EXM_DATE_NONE ? usec : exm_article_get (article)->collected_usec;
}

gint64
exm_article_updated_usec (const ExmArticle *article)
{
  const ExmFeedFacts *feed = exm_article_get (article)->feed;
  gint64 usec = feed != NULL && feed->updated_usec != 0
                    ? feed->updated_usec
                    : find_time (article, EXM_FIELD_MODIFIED);

  return MAX (usec != EXM_DATE_NONE ? usec : G_MININT64,
              exm_article_published_usec (article));
}

char *
exm_article_format_urn (const char *key)
{
  return g_strdup_printf ("urn:uuid:%.8s-%.4s-8%.3s-%c%.3s-%.12s", key, key + 8, key + 13,
                          "89ab"[g_ascii_xdigit_value (key[16]) & 3], key + 17, key + 20);
}

/* Whether @id can be that of an entry of Atom: a scheme, and nothing that no address has.
 */
static gboolean
is_address (const char *id)
{
  g_autofree char *scheme = g_uri_parse_scheme (id);

  return scheme != NULL && strpbrk (id, " <>\"{}|\\^`") == NULL;
}

char *
exm_article_dup_feed_id (const ExmArticle *article, const char *key, gboolean address)
{
  const ExmFeedFacts *feed = exm_article_get (article)->feed;

  if (feed != NULL && feed->id != NULL && (!address || is_address (feed->id)))
    return g_strdup (feed->id);
  return exm_article_format_urn (key);
}

const char *
exm_article_language (const ExmArticle *article)
{
  const char *language = exm_article_field (article, EXM_FIELD_LANGUAGE);
  guint n = 0;

  for (const char *p = language; p != NULL && *p != '\0'; p++)
    if (*p == '-' && n > 0)
      n = 0;
    else if (!g_ascii_isalnum (*p) || ++n > 8)
      return NULL;
  return language != NULL && n > 0 && g_ascii_isalpha (*language) ? language : NULL;
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

  return exm_article_collected_date (article);
}

char *
exm_article_collected_date (const ExmArticle *article)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_local (
      exm_article_get (article)->collected_usec / G_USEC_PER_SEC);

  return time != NULL ? g_date_time_format (time, "%Y-%m-%d") : g_strdup ("0000-00-00");
}

gboolean
exm_article_is_web_address (const char *url)
{
  g_autofree char *scheme = url != NULL ? g_uri_parse_scheme (url) : NULL;

  return scheme != NULL
         && (g_ascii_strcasecmp (scheme, "http") == 0
             || g_ascii_strcasecmp (scheme, "https") == 0);
}

static void
append_paragraphs (GString *out, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *line = exm_quote_line (lines[i]);

      if (line == NULL)
        continue;
      g_string_append (out, "<p>");
      exm_quote_html (out, line);
      g_string_append (out, "</p>\n");
    }
}

/* The fragment comes escaped; control characters are no part of any document. */
static void
append_fragment (GString *out, const char *html)
{
  for (const char *p = html; *p != '\0'; p++)
    if (*p == '\n' || *p == '\t' || ((guchar) *p >= 0x20 && *p != 0x7f))
      g_string_append_c (out, *p);
}

void
exm_article_append_body_html (GString *out, const ExmArticle *article)
{
  const ExmArticleFields *fields = exm_article_get (article);

  if (fields->html != NULL)
    append_fragment (out, fields->html);
  else if (fields->text != NULL)
    append_paragraphs (out, fields->text);
}

char *
exm_article_find_picture (const char *address, gpointer pictures)
{
  return g_strdup (g_hash_table_lookup (pictures, address));
}

void
exm_article_append_body_markdown (GString *out,
                                  const ExmArticle *article,
                                  GHashTable *pictures)
{
  const ExmArticleFields *fields = exm_article_get (article);

  if (fields->markdown != NULL && pictures != NULL)
    {
      g_autofree char *markdown = exm_body_pictures_map_markdown (
          fields->markdown, exm_article_find_picture, pictures);
      g_string_append (out, markdown);
    }
  else if (fields->markdown != NULL)
    g_string_append (out, fields->markdown);
  else if (fields->text != NULL)
    exm_quote_markdown (out, fields->text);
}

const char *
exm_article_format_number (double value, char buffer[G_ASCII_DTOSTR_BUF_SIZE])
{
  return g_ascii_formatd (buffer, G_ASCII_DTOSTR_BUF_SIZE, "%.6g", value);
}

gboolean
exm_article_is_share (double value)
{
  return isfinite (value) && value >= 0;
}
