/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "discover/exm-sitemap-kind.h"

#include <string.h>

ExmSitemapKind
exm_sitemap_kind_from_name (const char *url)
{
  static const char *const others[]
      = { "page",   "pages",      "category", "categories", "tag",
          "tags",   "taxonomies", "taxonomy", "author",     "authors",
          "user",   "users",      "archive",  "archives",   "image",
          "images", "video",      "videos",   NULL };
  static const char *const articles[]
      = { "post", "posts", "article", "articles", "news", "story", "stories", NULL };
  g_autofree char *path = g_strndup (url, strcspn (url, "?#"));
  const char *slash = strrchr (path, '/');
  g_autofree char *name = g_ascii_strdown (slash != NULL ? slash : path, -1);
  g_auto (GStrv) words
      = g_strsplit_set (g_strcanon (name, "abcdefghijklmnopqrstuvwxyz", ' '), " ", -1);
  ExmSitemapKind kind = EXM_SITEMAP_KIND_NONE;

  for (guint i = 0; words[i] != NULL; i++)
    if (g_strv_contains (others, words[i]))
      return EXM_SITEMAP_KIND_OTHER;
    else if (g_strv_contains (articles, words[i]))
      kind = EXM_SITEMAP_KIND_ARTICLE;
  return kind;
}
