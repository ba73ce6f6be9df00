/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "metadata/exm-metadata-image.h"

#include <string.h>

/* Lines above a body in which its picture may stand. */
#define LINES_ABOVE 16u

/* Whether the address, or what stands for the picture, is one of the page's furniture. */
static gboolean
is_furniture (const char *address)
{
  static const char *const words[]
      = { "logo",    "icon",        "avatar", "gravatar", "spacer", "blank.", "pixel",
          "loading", "placeholder", "/ads/",  "qrcode",   "emoji",  "sprite", "share" };
  g_autofree char *lower = g_ascii_strdown (address, -1);

  if (g_str_has_prefix (lower, "data:") || strstr (lower, ".svg") != NULL)
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (lower, words[i]) != NULL)
      return TRUE;
  return FALSE;
}

/* The line of the nearest h1 above the body, at most LINES_ABOVE above it. */
static guint
find_head (const ExmPageText *page, guint body_first)
{
  guint n;
  const ExmLine *lines = exm_page_text_get_lines (page, &n);
  guint end = body_first > LINES_ABOVE ? body_first - LINES_ABOVE : 0;

  for (guint i = body_first; i-- > end;)
    if (lines[i].heading == 1)
      return i;
  return body_first;
}

void
exm_metadata_choose_image (ExmMetadataReader *self, guint body_first, guint body_last)
{
  guint n_lines, n;
  const ExmSpan *spans = exm_page_text_get_spans (self->page, &n);
  const char *above = NULL;

  exm_page_text_get_lines (self->page, &n_lines);
  if (exm_metadata_get (self->out, EXM_FIELD_IMAGE) != NULL || body_first >= n_lines
      || body_last >= n_lines)
    return;
  guint head = find_head (self->page, body_first);
  for (guint i = 0; i < n && spans[i].line <= body_last; i++)
    {
      if (spans[i].kind != EXM_SPAN_IMAGE || spans[i].line < head)
        continue;
      const char *address = exm_page_text_get_string (self->page, spans[i].value);
      if (*address == '\0' || is_furniture (address))
        continue;
      if (spans[i].line < body_first)
        above = address;
      else if (exm_metadata_put (self, EXM_FIELD_IMAGE, EXM_ORIGIN_ELEMENT, address))
        return;
    }
  exm_metadata_put (self, EXM_FIELD_IMAGE, EXM_ORIGIN_ELEMENT, above);
}
