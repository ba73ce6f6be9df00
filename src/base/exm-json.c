/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-base"

#include "config.h"

#include "exm-json.h"

gboolean
exm_json_is_shallow (const char *text, gsize n_bytes, guint max_depth)
{
  gboolean in_string = FALSE;
  guint depth = 0;

  for (gsize i = 0; i < n_bytes; i++)
    {
      char c = text[i];
      if (in_string && c == '\\')
        i++;
      else if (c == '"')
        in_string = !in_string;
      else if (!in_string && (c == '[' || c == '{'))
        {
          if (++depth > max_depth)
            return FALSE;
        }
      else if (!in_string && (c == ']' || c == '}') && depth > 0)
        depth--;
    }
  return TRUE;
}
