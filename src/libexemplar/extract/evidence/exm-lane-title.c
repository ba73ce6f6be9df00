/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-lane.h"

#include "base/exm-text.h"

#include <string.h>

/* title: a line that repeats the page's <title>. The headline is a field of its own, and
 * what stands above it is no body. */

#define TITLE_COST 1.2f

/* The share of the page's title that a headline fills; the rest names site and section.
 */
#define TITLE_SHARE .4

/* Letters and digits of a line that are looked for before all of it is squeezed. */
#define N_FIRST 6u

/* Whether @title may hold the line at @text: %FALSE is sure. Only the ASCII that it
 * begins with is asked, but for what may be composed with the character behind it. */
static gboolean
may_hold (const char *title, const char *text, gsize n_bytes)
{
  char first[N_FIRST + 1];
  gsize n = 0;

  for (gsize i = 0; i + 1 < n_bytes && n < N_FIRST && (guchar) text[i + 1] < 0x80
                    && (guchar) text[i] < 0x80;
       i++)
    if (g_ascii_isalnum (text[i]))
      first[n++] = g_ascii_tolower (text[i]);
  first[n] = '\0';
  return strstr (title, first) != NULL;
}

void
exm_lane_title (const ExmLaneContext *context)
{
  ExmLane *lane = exm_result_data_add_lane (context->data, "title");
  const char *said = exm_page_text_get_title (context->page);
  g_autofree char *title = exm_text_squeeze (said, strlen (said));
  gsize n_title = strlen (title);

  if (n_title == 0)
    return;
  for (guint i = 0; i < context->n_lines; i++)
    {
      const ExmLine *line = &context->lines[i];
      /* Squeezing only ever shortens, but for a few ligatures. */
      if (line->n_bytes < TITLE_SHARE * n_title || line->n_bytes > 4 * n_title)
        continue;
      const char *text = exm_page_text_get_line (context->page, i);
      if (!may_hold (title, text, line->n_bytes))
        continue;
      g_autofree char *squeezed = exm_text_squeeze (text, line->n_bytes);
      if (strlen (squeezed) < TITLE_SHARE * n_title || strstr (title, squeezed) == NULL)
        continue;
      lane->values[i] = (float) strlen (squeezed) / (float) n_title;
      lane->contributions[i] = -TITLE_COST;
    }
}
