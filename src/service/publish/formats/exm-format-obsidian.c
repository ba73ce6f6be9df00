/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Markdown as Obsidian's own web clipper writes it: properties title, source, author,
 * published, created and tags, then the body. Kept pictures lie beside the note, where
 * the program finds attachments by their relative addresses. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-format.h"

#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-quote.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Parts one keyword from the next. */
#define KEYWORD_ENDS ",;\xef\xbc\x8c\xef\xbc\x9b\xe3\x80\x81"

/* Appends @value, quoted, after @start; nothing where there is none. */
static void
append_value (GString *out, const char *start, const char *value)
{
  g_autofree char *line = exm_quote_line (value);

  if (line == NULL)
    return;
  g_string_append (out, start);
  exm_quote_json (out, line);
  g_string_append_c (out, '\n');
}

/* (transfer full) (nullable): the keyword that @p stands at as a tag: letters, digits
 * and "_", and "-" for all between; one of digits alone is none. @p moves behind it. */
static char *
take_tag (const char **p)
{
  g_autoptr (GString) tag = g_string_new (NULL);
  gboolean named = FALSE, gap = FALSE;

  for (; **p != '\0'; *p = g_utf8_next_char (*p))
    {
      gunichar c = g_utf8_get_char (*p);
      if (g_utf8_strchr (KEYWORD_ENDS, -1, c) != NULL)
        {
          *p = g_utf8_next_char (*p);
          break;
        }
      if (!g_unichar_isalnum (c) && !g_unichar_ismark (c) && c != '_')
        {
          gap = tag->len > 0;
          continue;
        }
      if (gap)
        g_string_append_c (tag, '-');
      g_string_append_unichar (tag, c);
      named = named || !g_unichar_isdigit (c);
      gap = FALSE;
    }
  return named ? g_string_free (g_steal_pointer (&tag), FALSE) : NULL;
}

static void
append_tags (GString *out, const char *keywords)
{
  g_autoptr (GHashTable) seen
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *line = exm_quote_line (keywords);

  for (const char *p = line; p != NULL && *p != '\0';)
    {
      g_autofree char *tag = take_tag (&p);
      g_autofree char *folded = tag != NULL ? g_utf8_casefold (tag, -1) : NULL;
      if (folded == NULL || !g_hash_table_add (seen, g_steal_pointer (&folded)))
        continue;
      if (g_hash_table_size (seen) == 1)
        g_string_append (out, "tags:\n");
      append_value (out, "  - ", tag);
    }
}

static void
append_pictured (GString *out,
                 const ExmArticle *article,
                 const char *key,
                 GHashTable *pictures)
{
  g_autofree char *created = exm_article_collected_date (article);
  g_autofree char *published
      = exm_quote_line (exm_article_field (article, EXM_FIELD_PUBLISHED));

  if (published != NULL)
    published[strcspn (published, "T ")] = '\0';
  g_string_append (out, "---\n");
  append_value (out, "title: ", exm_article_field (article, EXM_FIELD_TITLE));
  append_value (out, "source: ", exm_article_get (article)->url);
  append_value (out, "author:\n  - ", exm_article_field (article, EXM_FIELD_AUTHOR));
  append_value (out, "published: ", published);
  append_value (out, "created: ", created);
  append_value (out, "description: ", exm_article_field (article, EXM_FIELD_ABSTRACT));
  append_tags (out, exm_article_field (article, EXM_FIELD_KEYWORDS));
  append_value (out, "key: ", key);
  g_string_append (out, "---\n\n");
  exm_article_append_body_markdown (out, article, pictures);
}

static void
append_article (GString *out, const ExmArticle *article, const char *key)
{
  append_pictured (out, article, key, NULL);
}

const ExmFormat exm_format_obsidian = {
  .id = "obsidian",
  .title = N_ ("Markdown for Obsidian"),
  .summary = N_ ("notes with Obsidian's properties: source, author, published, tags"),
  .extension = "md",
  .media_type = "text/markdown",
  .kind = EXM_FORMAT_DOCUMENT,
  .article = append_article,
  .pictured = append_pictured,
};
