/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "setup/exm-list-candidates.h"

#include "discover/exm-link.h"
#include "discover/exm-links.h"
#include "fetch/exm-url-key.h"
#include "fetch/exm-url.h"
#include "url/exm-url-judge.h"
#include "url/exm-url-shape.h"

#include <string.h>

/* Pages in the article's own folder. */
#define MAX_BESIDE 4u

/* Texts of links that are longer are headlines, see exm_links_weigh_text(). */
#define MAX_SECTION 24u

/* Names that sites give to where their articles are, folded, words with spaces. */
static const char *const section_names[] = {
  "actualidad", "actualite", "actualites", "actualités", "aktualności", "aktualnosci",
  "aktuelles",  "articles",  "articoli",   "artigos",    "artículos",   "articulos",
  "artikel",    "berita",    "blog",       "blogs",      "haberler",    "insights",
  "journal",    "magazin",   "magazine",   "magazyn",    "nachrichten", "news",
  "newsroom",   "nieuws",    "noticias",   "notícias",   "notizie",     "nouvelles",
  "novinky",    "nyheder",   "nyheter",    "posts",      "presse",      "press releases",
  "stories",    "tin tuc",   "tin tức",    "uutiset",    "weblog",      "νέα",
  "блог",       "новини",    "новости",    "статьи",     "أخبار",       "الأخبار",
  "المدونة",    "חדשות",     "समाचार",     "ข่าว",        "ブログ",      "ニュース",
  "お知らせ",   "新着情報",  "新闻",       "新聞",       "资讯",        "資訊",
  "动态",       "動態",      "博客",       "文章",       "뉴스",        "소식",
  "블로그",     "공지사항",
};

/* The folders of an address, the innermost first. */
static GPtrArray *
list_folders (const char *url)
{
  GPtrArray *folders = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *folder = g_strdup (url);
  char *authority = strstr (folder, "://");
  char *path = authority != NULL ? strchr (authority + 3, '/') : NULL;

  for (gsize n = path != NULL ? strcspn (path, "?#") : 0; n > 0;)
    {
      path[n] = '\0';
      /* A folder's own slash does not count. */
      if (path[n - 1] == '/')
        path[n - 1] = '\0';
      char *slash = strrchr (path, '/');
      if (slash == NULL)
        break;
      slash[1] = '\0';
      n = (gsize) (slash + 1 - path);
      g_ptr_array_add (folders, g_strdup (folder));
    }
  return folders;
}

/* Whether it lies in one of the folders of @article and is not built as this. */
static gboolean
is_beside (const char *url, const char *article)
{
  const char *slash = strrchr (article, '/');
  g_auto (GStrv) own = exm_url_shape_new (article);
  g_auto (GStrv) other = exm_url_shape_new (url);

  return own != NULL && other != NULL
         && strncmp (url, article, (gsize) (slash + 1 - article)) == 0
         && exm_url_shape_compare ((const char *const *) own, (const char *const *) other)
                < EXM_URL_SHAPE_SAME;
}

GPtrArray *
exm_list_candidates_new (const char *article, const GPtrArray *links)
{
  g_autoptr (GPtrArray) folders = list_folders (article);
  GPtrArray *urls = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < folders->len; i++)
    for (guint k = 0; k < links->len; k++)
      {
        const ExmLink *link = g_ptr_array_index (links, k);
        if (strcmp (link->url, g_ptr_array_index (folders, i)) == 0)
          exm_link_add_once (urls, link->url);
      }
  for (guint k = 0; k < links->len && urls->len < MAX_BESIDE; k++)
    {
      const ExmLink *link = g_ptr_array_index (links, k);
      if (folders->len > 1 && is_beside (link->url, article))
        exm_link_add_once (urls, link->url);
    }
  for (guint i = 0; i < folders->len; i++)
    exm_link_add_once (urls, g_ptr_array_index (folders, i));
  return urls;
}

/* Folded, one space for what stands between two words. */
static char *
fold_words (const char *text)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);
  GString *out = g_string_new (NULL);

  for (const char *p = folded; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      if (g_unichar_isalnum (c) || g_unichar_ismark (c))
        g_string_append_unichar (out, c);
      else if (out->len > 0 && out->str[out->len - 1] != ' ')
        g_string_append_c (out, ' ');
    }
  return g_string_free (out, FALSE);
}

/* Whether a name of a section stands in the text, as words of their own where the script
 * has spaces. */
static gboolean
names_section (const char *text)
{
  g_autofree char *words = fold_words (text);

  for (gsize i = 0; i < G_N_ELEMENTS (section_names); i++)
    {
      const char *name = section_names[i];
      const char *at = strstr (words, name);
      if (at == NULL)
        continue;
      const char *end = at + strlen (name);
      gboolean is_alone = (at == words || at[-1] == ' ') && (*end == '\0' || *end == ' ');
      if (is_alone || g_unichar_iswide (g_utf8_get_char (name)))
        return TRUE;
    }
  return FALSE;
}

/* The last part of a path, decoded, without its ending. */
static char *
dup_name (const char *url)
{
  g_autoptr (GUri) uri = exm_url_parse (url, NULL);

  if (uri == NULL)
    return g_strdup ("");
  g_autofree char *key = exm_url_get_page_key (url);
  const char *slash = key != NULL ? strrchr (key, '/') : NULL;
  g_autofree char *part = g_strdup (slash != NULL ? slash + 1 : "");
  part[strcspn (part, "?.")] = '\0';
  g_autofree char *name = g_uri_unescape_string (part, NULL);
  return name != NULL && g_utf8_validate (name, -1, NULL) ? g_steal_pointer (&name)
                                                          : g_steal_pointer (&part);
}

static gboolean
is_section (const ExmLink *link)
{
  if (exm_links_weigh_text (link->text) > MAX_SECTION)
    return FALSE;
  g_autofree char *name = dup_name (link->url);
  return names_section (link->text) || names_section (name);
}

GPtrArray *
exm_list_sections_new (const char *front, const GPtrArray *links)
{
  GPtrArray *urls = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) lists = g_ptr_array_new ();

  for (guint i = 0; i < links->len; i++)
    {
      const ExmLink *link = g_ptr_array_index (links, i);
      if (!exm_url_is_same_host (link->url, front)
          || exm_url_is_same_page (link->url, front))
        continue;
      if (is_section (link))
        exm_link_add_once (urls, link->url);
      else if (exm_url_names_list (link->url))
        g_ptr_array_add (lists, link->url);
    }
  for (guint i = 0; i < lists->len; i++)
    exm_link_add_once (urls, g_ptr_array_index (lists, i));
  return urls;
}

GHashTable *
exm_list_menu_new (const GPtrArray *links)
{
  GHashTable *keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < links->len; i++)
    {
      const ExmLink *link = g_ptr_array_index (links, i);
      char *key = link->frame && exm_links_weigh_text (link->text) <= MAX_SECTION
                      ? exm_url_get_page_key (link->url)
                      : NULL;
      if (key != NULL)
        g_hash_table_add (keys, key);
    }
  return keys;
}

ExmListRank
exm_list_rank (ExmListing *listing, const char *example)
{
  g_autoptr (GPtrArray) articles = exm_listing_choose (listing, example);
  gboolean has_example = exm_listing_get_text (listing, example) != NULL;

  if (articles->len >= EXM_LIST_LEAST)
    return has_example ? EXM_LIST_HAS_EXAMPLE : EXM_LIST_HAS_OTHERS;
  return has_example && articles->len > 0 ? EXM_LIST_HAS_FEW : EXM_LIST_HAS_NONE;
}
