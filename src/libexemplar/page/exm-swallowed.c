/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "page/exm-swallowed.h"

#include "html/exm-html-token.h"

#include <string.h>

/* Elements whose content is text that people see, and a block of no meaning with a name
 * as long. */
static const struct
{
  const char *name;  /* (unowned) */
  const char *plain; /* (unowned) */
} swallowing[] = {
  { "title", "x-ttl" },
  { "textarea", "x-txarea" },
};

static gboolean
has_name (const char *p, const char *end, const char *name)
{
  gsize n = strlen (name);

  return (gsize) (end - p) > n && exm_html_lower (*p) == *name
         && g_ascii_strncasecmp (p, name, n) == 0
         && (g_ascii_isspace (p[n]) || p[n] == '>' || p[n] == '/');
}

/* Finds the name of a tag that never ends, or %NULL. */
static const char *
find_open (const char *data, gsize size, const char *name)
{
  const char *end = data + size;
  const char *open = NULL;

  for (const char *p = data; p < end && (p = memchr (p, '<', (gsize) (end - p))) != NULL;
       p++)
    {
      if (open == NULL && has_name (p + 1, end, name))
        open = p + 1;
      else if (open != NULL && end - p > 2 && p[1] == '/' && has_name (p + 2, end, name))
        open = NULL;
    }
  return open;
}

GBytes *
exm_swallowed_open (GBytes *source)
{
  gsize size = 0;
  const char *data = g_bytes_get_data (source, &size);

  for (gsize i = 0; size > 0 && i < G_N_ELEMENTS (swallowing); i++)
    {
      const char *open = find_open (data, size, swallowing[i].name);
      if (open == NULL)
        continue;
      char *copy = g_memdup2 (data, size);
      memcpy (copy + (open - data), swallowing[i].plain, strlen (swallowing[i].plain));
      return g_bytes_new_take (copy, size);
    }
  return NULL;
}
