/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "resources/exm-resource-url.h"

#include "fetch/exm-url.h"

#include <string.h>

/* The names are known to exm-page-styles.js too. */
static const char *const kinds[EXM_N_RESOURCE_KINDS] = { "style", "font", "image" };

char *
exm_resource_url_new (ExmResourceKind kind, const char *url)
{
  const char *fragment = strchr (url, '#');
  g_autofree char *address
      = fragment != NULL ? g_strndup (url, (gsize) (fragment - url)) : g_strdup (url);
  g_autofree char *escaped = g_uri_escape_string (address, NULL, FALSE);

  return g_strconcat (EXM_RESOURCE_SCHEME "://", kinds[kind], "/", escaped, fragment,
                      NULL);
}

char *
exm_resource_url_parse (const char *text, ExmResourceKind *kind)
{
  static const char start[] = EXM_RESOURCE_SCHEME "://";

  if (!g_str_has_prefix (text, start))
    return NULL;
  const char *at = text + strlen (start);
  for (guint i = 0; i < EXM_N_RESOURCE_KINDS; i++)
    {
      gsize length = strlen (kinds[i]);
      if (strncmp (at, kinds[i], length) != 0 || at[length] != '/')
        continue;
      const char *address = at + length + 1;
      g_autofree char *url
          = g_uri_unescape_segment (address, address + strcspn (address, "#"), NULL);
      const char *scheme = url != NULL ? g_uri_peek_scheme (url) : NULL;
      *kind = (ExmResourceKind) i;
      /* Input that names no scheme would become an address too. */
      if (g_strcmp0 (scheme, "http") != 0 && g_strcmp0 (scheme, "https") != 0)
        return NULL;
      g_autofree char *normal = exm_url_normalize_input (url, NULL);
      return normal != NULL ? g_strndup (normal, strcspn (normal, "#")) : NULL;
    }
  return NULL;
}
