/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "setup/exm-list-candidates.h"

#include "discover/exm-link.h"
#include "url/exm-url-shape.h"

#include <string.h>

/* Pages in the article's own folder. */
#define MAX_BESIDE 4u

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

ExmListRank
exm_list_rank (ExmListing *listing, const char *example)
{
  g_autoptr (GPtrArray) articles = exm_listing_choose (listing, example);
  gboolean has_example = exm_listing_get_text (listing, example) != NULL;

  if (articles->len >= EXM_LIST_LEAST)
    return has_example ? EXM_LIST_HAS_EXAMPLE : EXM_LIST_HAS_OTHERS;
  return has_example && articles->len > 0 ? EXM_LIST_HAS_FEW : EXM_LIST_HAS_NONE;
}
