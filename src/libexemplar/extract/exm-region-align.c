/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-region-align.h"

#include "base/exm-align.h"
#include "base/exm-text.h"

#include <string.h>

/* Fills both with the lines of @body. */
static void
read_body (const char *body, GArray *lines, GArray *rows)
{
  ExmAlignedLine line = { .line = EXM_NONE };

  for (const char *p = body; *p != '\0'; p += line.n_bytes + (p[line.n_bytes] == '\n'))
    {
      line.text = p;
      line.n_bytes = strcspn (p, "\n");
      const guint64 key = exm_text_key (p, line.n_bytes);
      if (line.n_bytes == strlen (EXM_REGION_GAP)
          && memcmp (p, EXM_REGION_GAP, line.n_bytes) == 0)
        line.behind_gap = TRUE;
      else if (key != 0)
        {
          line.n_tokens = exm_text_count_tokens (p, line.n_bytes);
          const ExmAlignRow row = { key, line.n_tokens, line.behind_gap };
          g_array_append_val (lines, line);
          g_array_append_val (rows, row);
          line.behind_gap = FALSE;
        }
    }
}

GArray *
exm_region_align (const ExmPageText *page, const char *body)
{
  GArray *aligned = g_array_new (FALSE, FALSE, sizeof (ExmAlignedLine));
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (ExmAlignRow));
  guint n_lines, n_keys = 0;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  g_autofree guint64 *keys = g_new (guint64, MAX (n_lines, 1));
  g_autofree guint *places = g_new (guint, MAX (n_lines, 1));

  read_body (body, aligned, rows);
  for (guint i = 0; i < n_lines; i++)
    if ((lines[i].flags & EXM_LINE_FLAGGED) == 0)
      {
        keys[n_keys] = lines[i].key;
        places[n_keys++] = i;
      }
  g_autofree guint *partners = g_new (guint, MAX (rows->len, 1));
  exm_align_keys ((const ExmAlignRow *) (gpointer) rows->data, rows->len, keys, n_keys,
                  partners);
  for (guint i = 0; i < aligned->len; i++)
    if (partners[i] != G_MAXUINT32)
      g_array_index (aligned, ExmAlignedLine, i).line = places[partners[i]];
  return aligned;
}
