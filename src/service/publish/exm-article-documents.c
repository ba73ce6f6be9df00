/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Markdown and HTML: a file an article. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/exm-article-formats-private.h"
#include "publish/exm-article-writer.h"

#include <string.h>

#include "publish/exm-article-values.h"
#include "publish/exm-quote.h"
#include "task/exm-body-pictures.h"

static void
append_front_matter (GString *out, const char *name, const char *value)
{
  g_autofree char *line = exm_quote_line (value);

  if (line == NULL)
    return;
  g_string_append_printf (out, "%s: ", name);
  exm_quote_json (out, line);
  g_string_append_c (out, '\n');
}

static char *
find_picture (const char *address, gpointer data)
{
  return g_strdup (g_hash_table_lookup (data, address));
}

void
exm_article_append_markdown (GString *out,
                             const ExmArticle *article,
                             const char *key,
                             GHashTable *pictures)
{
  static const struct
  {
    const char *name;
    ExmField field;
  } front[] = {
    { "title", EXM_FIELD_TITLE },       { "date", EXM_FIELD_PUBLISHED },
    { "modified", EXM_FIELD_MODIFIED }, { "author", EXM_FIELD_AUTHOR },
    { "editor", EXM_FIELD_EDITOR },     { "source", EXM_FIELD_SOURCE },
    { "section", EXM_FIELD_SECTION },   { "site", EXM_FIELD_SITE },
    { "language", EXM_FIELD_LANGUAGE }, { "canonical", EXM_FIELD_CANONICAL },
    { "image", EXM_FIELD_IMAGE },
  };
  const ExmArticleFields *fields = exm_article_get (article);
  g_autofree char *collected = exm_article_format_time (fields->collected_usec);

  g_string_append (out, "---\n");
  for (gsize i = 0; i < G_N_ELEMENTS (front); i++)
    append_front_matter (out, front[i].name, exm_article_field (article, front[i].field));
  append_front_matter (out, "url", fields->url);
  append_front_matter (out, "collected", collected);
  append_front_matter (out, "key", key);
  g_string_append (out, "---\n\n");
  if (fields->markdown != NULL && pictures != NULL)
    {
      g_autofree char *markdown
          = exm_body_pictures_map_markdown (fields->markdown, find_picture, pictures);
      g_string_append (out, markdown);
    }
  else if (fields->markdown != NULL)
    g_string_append (out, fields->markdown);
  else if (fields->text != NULL)
    exm_quote_markdown (out, fields->text);
}

static void
append_element (GString *out, const char *start, const char *text, const char *end)
{
  g_autofree char *line = exm_quote_line (text);

  if (line == NULL)
    return;
  g_string_append (out, start);
  exm_quote_html (out, line);
  g_string_append (out, end);
}

static gboolean
is_web_address (const char *url)
{
  g_autofree char *scheme = url != NULL ? g_uri_parse_scheme (url) : NULL;

  return scheme != NULL
         && (g_ascii_strcasecmp (scheme, "http") == 0
             || g_ascii_strcasecmp (scheme, "https") == 0);
}

static void
append_link (GString *out, const char *url)
{
  if (!is_web_address (url))
    {
      append_element (out, "<p>", url, "</p>\n");
      return;
    }
  append_element (out, "<p><a rel=\"noopener noreferrer\" href=\"", url, "\">");
  exm_quote_html (out, url);
  g_string_append (out, "</a></p>\n");
}

static void
append_paragraphs (GString *out, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    append_element (out, "<p>", lines[i], "</p>\n");
}

/* The fragment comes escaped; control characters are no part of any document. */
static void
append_fragment (GString *out, const char *html)
{
  for (const char *p = html; *p != '\0'; p++)
    if (*p == '\n' || *p == '\t' || ((guchar) *p >= 0x20 && *p != 0x7f))
      g_string_append_c (out, *p);
}

/* Pictures beside the file, and nothing else; a file that is opened from a disk has no
 * origin that would be its own. */
static const char *
get_policy (GHashTable *pictures)
{
  return pictures != NULL ? "default-src 'none'; img-src 'self' file:"
                          : "default-src 'none'";
}

static void
append_head (GString *out, const ExmArticle *article, GHashTable *pictures)
{
  g_string_append (out, "<!DOCTYPE html>\n<html");
  append_element (out, " lang=\"", exm_article_field (article, EXM_FIELD_LANGUAGE), "\"");
  g_string_append (out, ">\n<head>\n<meta charset=\"utf-8\">\n"
                        "<meta http-equiv=\"Content-Security-Policy\" content=\"");
  g_string_append (out, get_policy (pictures));
  g_string_append (out, "\">\n"
                        "<meta name=\"referrer\" content=\"no-referrer\">\n"
                        "<meta name=\"viewport\" content=\"width=device-width\">\n");
  append_element (out, "<meta name=\"author\" content=\"",
                  exm_article_field (article, EXM_FIELD_AUTHOR), "\">\n");
  append_element (out, "<meta name=\"date\" content=\"",
                  exm_article_field (article, EXM_FIELD_PUBLISHED), "\">\n");
  g_string_append (out, "<title>");
  append_element (out, "", exm_article_field (article, EXM_FIELD_TITLE), "");
  g_string_append (out, "</title>\n</head>\n");
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

void
exm_article_append_html (GString *out, const ExmArticle *article, GHashTable *pictures)
{
  const ExmArticleFields *fields = exm_article_get (article);
  g_autofree char *source = exm_article_format_source (article);

  append_head (out, article, pictures);
  g_string_append (out, "<body>\n<article>\n<header>\n");
  append_element (out, "<h1>", exm_article_field (article, EXM_FIELD_TITLE), "</h1>\n");
  append_element (out, "<p>", exm_article_field (article, EXM_FIELD_PUBLISHED), "</p>\n");
  append_element (out, "<p>", source, "</p>\n");
  append_link (out, fields->url);
  g_string_append (out, "</header>\n");
  if (pictures != NULL && fields->html != NULL)
    {
      g_autofree char *html
          = exm_body_pictures_map_html (fields->html, find_picture, pictures);
      append_fragment (out, html);
    }
  else
    exm_article_append_body_html (out, article);
  g_string_append (out, "\n</article>\n</body>\n</html>\n");
}
