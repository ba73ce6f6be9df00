/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "discover/exm-link.h"

#include "fetch/exm-url.h"

#include <string.h>

void
exm_link_free (ExmLink *link)
{
  g_free (link->url);
  g_free (link->text);
  g_free (link);
}

char *
exm_link_dup_base (const ExmPageText *page)
{
  const char *url = exm_page_text_get_url (page);
  guint n = 0;
  const ExmSlice *slices = exm_page_text_get_slices (page, &n);

  for (guint i = 0; i < n; i++)
    if (slices[i].kind == EXM_SLICE_BASE)
      {
        const char *value = exm_page_text_get_string (page, slices[i].value);
        char *base = url != NULL ? exm_url_resolve (url, value, NULL)
                                 : exm_url_normalize_input (value, NULL);
        if (base != NULL)
          return base;
      }
  return g_strdup (url);
}

char *
exm_link_resolve (const char *base, const char *reference)
{
  if (*reference == '\0' || *reference == '#')
    return NULL;
  char *url = exm_url_resolve (base, reference, NULL);
  if (url != NULL)
    url[strcspn (url, "#")] = '\0';
  return url;
}

void
exm_link_add_once (GPtrArray *urls, const char *url)
{
  if (!g_ptr_array_find_with_equal_func (urls, url, g_str_equal, NULL))
    g_ptr_array_add (urls, g_strdup (url));
}
