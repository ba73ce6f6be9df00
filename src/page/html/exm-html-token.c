/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "exm-html-token.h"

#include "exm-html-reference.h"

#include <string.h>

void
exm_html_append (GString *to, ExmHtmlPart part, ExmHtmlCoding coding)
{
  const char *end = part.text + part.n_bytes;

  for (const char *p = part.text; p < end;)
    {
      ExmHtmlReference reference;
      gsize n = 0;
      if (*p == '&' && (coding & EXM_HTML_REFERENCES))
        n = exm_html_reference_read (p, end, TRUE, &reference);
      if (n > 0)
        g_string_append_len (to, reference.text, reference.n_bytes);
      else if (*p == '\0')
        g_string_append (to, "\xef\xbf\xbd");
      else if (*p == '\r')
        {
          g_string_append_c (to, '\n');
          n = p + 1 < end && p[1] == '\n' ? 2 : 1;
        }
      else
        g_string_append_c (to, (coding & EXM_HTML_FOLDED) ? g_ascii_tolower (*p) : *p);
      p += MAX (n, 1);
    }
}

gboolean
exm_html_part_is (ExmHtmlPart part, const char *lower)
{
  gsize i = 0;

  for (; i < part.n_bytes && lower[i] != '\0'; i++)
    if (g_ascii_tolower (part.text[i]) != lower[i])
      return FALSE;
  return part.text != NULL && i == part.n_bytes && lower[i] == '\0';
}

gboolean
exm_html_part_equal (ExmHtmlPart a, ExmHtmlPart b)
{
  if (a.n_bytes != b.n_bytes)
    return FALSE;
  for (gsize i = 0; i < a.n_bytes; i++)
    if (g_ascii_tolower (a.text[i]) != g_ascii_tolower (b.text[i]))
      return FALSE;
  return TRUE;
}

const ExmHtmlAttribute *
exm_html_find_attribute (const ExmHtmlToken *token, const char *lower)
{
  for (guint i = 0; i < token->n_attributes; i++)
    if (exm_html_part_is (token->attributes[i].name, lower))
      return &token->attributes[i];
  return NULL;
}
