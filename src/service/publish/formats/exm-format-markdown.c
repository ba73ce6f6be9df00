/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Markdown: YAML front matter whose values are all quoted, then the body. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-format.h"

#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-quote.h"

#include <glib/gi18n-lib.h>

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

static void
append_pictured (GString *out,
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
    { "image", EXM_FIELD_IMAGE },       { "keywords", EXM_FIELD_KEYWORDS },
    { "abstract", EXM_FIELD_ABSTRACT }, { "license", EXM_FIELD_LICENSE },
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
  exm_article_append_body_markdown (out, article, pictures);
}

static void
append_article (GString *out, const ExmArticle *article, const char *key)
{
  append_pictured (out, article, key, NULL);
}

const ExmFormat exm_format_markdown = {
  .id = "markdown",
  .title = N_ ("Markdown"),
  .summary = N_ ("Markdown below YAML properties, all that is known of the article"),
  .extension = "md",
  .media_type = "text/markdown",
  .kind = EXM_FORMAT_DOCUMENT,
  .article = append_article,
  .pictured = append_pictured,
};
