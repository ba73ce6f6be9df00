/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "fetch/exm-url-display.h"

#include <string.h>

#define MAX_DISPLAY_CHARS 200

char *
exm_url_to_display (const char *url)
{
  g_autofree char *valid = g_utf8_make_valid (url, -1);
  GString *out = g_string_new (NULL);
  const char *authority = strstr (valid, "//");
  const char *rest = valid;

  if (authority != NULL)
    {
      gsize length = strcspn (authority + 2, "/?#");
      const char *at = g_strrstr_len (authority + 2, length, "@");
      g_string_append_len (out, valid, authority + 2 - valid);
      rest = at != NULL ? at + 1 : authority + 2;
    }
  g_string_append (out, rest);
  if (g_utf8_strlen (out->str, -1) > MAX_DISPLAY_CHARS)
    {
      g_string_truncate (out, g_utf8_offset_to_pointer (out->str, MAX_DISPLAY_CHARS)
                                  - out->str);
      g_string_append (out, "…");
    }
  return g_string_free (out, FALSE);
}
