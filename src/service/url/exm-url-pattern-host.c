/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "url/exm-url-pattern-host.h"

#include <string.h>

#include "fetch/exm-url.h"

gsize
exm_url_pattern_authority_length (const char *text)
{
  gboolean inside = FALSE;
  const char *p = text;

  for (; *p != '\0' && (inside || strchr ("/?#", *p) == NULL); p++)
    {
      if (*p == '\\' && p[1] != '\0')
        p++;
      else if (*p == '{' || *p == '[')
        inside = TRUE;
      else if (*p == '}' || *p == ']')
        inside = FALSE;
    }
  return p - text;
}

gboolean
exm_url_authority_is_plain (const char *authority)
{
  if (*authority == '[')
    {
      gsize length = strspn (authority + 1, "0123456789abcdefABCDEF:.");
      return authority[length + 1] == ']' && strchr (authority, '-') == NULL
             && strpbrk (authority + length + 2, "[({*\\") == NULL;
    }
  return strpbrk (authority, "[]({}*\\") == NULL;
}

char *
exm_url_host_end_normalize (const char *text, gboolean plain_http)
{
  const char *scheme = plain_http ? "http://" : "https://";

  if (text[0] != '.' || text[1] == '.' || text[1] == '\0')
    return NULL;
  g_autofree char *url = g_strconcat (scheme, text + 1, "/", NULL);
  g_autofree char *normal = exm_url_normalize_input (url, NULL);
  if (normal == NULL)
    return NULL;
  normal[strlen (normal) - 1] = '\0';
  return g_strconcat (".", normal + strlen (scheme), NULL);
}
