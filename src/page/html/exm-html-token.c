/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "exm-html-token.h"

#include "exm-fill.h"
#include "exm-html-reference.h"
#include "exm-html-scan.h"

#include <string.h>

/* What the byte at @p stands for, and the bytes behind it that belong to it. Returns:
 * where to go on. */
static const char *
append_one (GString *to, const char *p, const char *end, ExmHtmlCoding coding)
{
  ExmHtmlReference reference;

  if (*p == '&')
    {
      gsize n = 0;
      if (coding & EXM_HTML_REFERENCES)
        n = exm_html_reference_read (p, end, TRUE, &reference);
      if (n > 0)
        g_string_append_len (to, reference.text, reference.n_bytes);
      else
        g_string_append_c (to, '&');
      return p + MAX (n, 1);
    }
  if (*p == '\0')
    {
      g_string_append (to, "\xef\xbf\xbd");
      return p + 1;
    }
  g_string_append_c (to, '\n');
  return p + (end - p >= 2 && p[1] == '\n' ? 2 : 1);
}

/* @to: of which what was written from @start on is to be folded. */
static inline void
fold_from (GString *to, gsize start, ExmHtmlCoding coding)
{
  for (; (coding & EXM_HTML_FOLDED) && start < to->len; start++)
    to->str[start] = exm_html_lower (to->str[start]);
}

void
exm_html_append (GString *to, ExmHtmlPart part, ExmHtmlCoding coding)
{
  static const ExmHtmlStops stops = { { '&', '\r', '\0', '&' } };
  ExmHtmlScan scan = exm_html_scan_get ();
  const char *end = part.text + part.n_bytes;

  for (const char *p = part.text; p < end;)
    {
      const char *stop = exm_html_find (scan, p, end, stops);
      gsize at = to->len;
      exm_fill_bytes (to, p, (gsize) (stop - p));
      fold_from (to, at, coding);
      p = stop < end ? append_one (to, stop, end, coding) : end;
    }
}
