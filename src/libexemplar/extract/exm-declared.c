/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-declared.h"

#include "base/exm-shingles.h"

#include <string.h>

/* Share of the declared body that the lines must show. */
#define MIN_SHOWN (1.0 / 3)

/* Shortest line compared with a declared body; a CJK character counts 3. Shorter ones
 * occur in a body by chance. */
#define MIN_LENGTH 24u

static gboolean
is_measured (const ExmLine *line)
{
  return (line->flags & EXM_LINE_FLAGGED) == 0 && line->length >= MIN_LENGTH;
}

/* The longest body that is declared, or %NULL. */
static const char *
find_body (const ExmPageText *page)
{
  guint n;
  const ExmSlice *slices = exm_page_text_get_slices (page, &n);
  const char *body = NULL;
  gsize n_bytes = 0;

  for (guint i = 0; i < n; i++)
    {
      const char *text = exm_page_text_get_string (page, slices[i].value);
      if (slices[i].kind != EXM_SLICE_BODY
          || strcmp (exm_page_text_get_string (page, slices[i].name), "json-ld") != 0
          || strlen (text) <= n_bytes)
        continue;
      body = text;
      n_bytes = strlen (text);
    }
  return body;
}

float *
exm_declared_measure (const ExmPageText *page)
{
  const char *body = find_body (page);
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  float *values = g_new0 (float, MAX (n_lines, 1));
  g_autoptr (ExmShingles) said = exm_shingles_new ();
  g_autoptr (ExmShingles) shown = exm_shingles_new ();

  if (body == NULL)
    return values;
  exm_shingles_add (said, body, strlen (body));
  for (guint i = 0; i < n_lines; i++)
    if (is_measured (&lines[i]))
      exm_shingles_add (shown, exm_page_text_get_line (page, i), lines[i].n_bytes);
  if (exm_shingles_measure (shown, body, strlen (body)) < MIN_SHOWN)
    return values;
  for (guint i = 0; i < n_lines; i++)
    if (is_measured (&lines[i]))
      values[i]
          = (float) (2
                         * exm_shingles_measure (said, exm_page_text_get_line (page, i),
                                                 lines[i].n_bytes)
                     - 1);
  return values;
}
