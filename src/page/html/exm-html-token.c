/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "exm-html-token.h"

#include "exm-fill.h"
#include "exm-html-reference.h"
#include "exm-byte-block.h"

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

/* Appends what stands for itself from @p on. Returns: where something else begins. */
static inline const char *
append_plain (GString *to, const char *p, const char *end)
{
#ifdef EXM_HAS_BYTE_BLOCK
  char *out = exm_fill_string (to, (gsize) (end - p) + 16);

  for (guint n = 16; n == 16 && p < end; p += n, out += n)
    {
      __m128i block = exm_byte_block_load (p, (gsize) (end - p));
      /* What is behind the end looks like a NUL. */
      __m128i coded
          = _mm_or_si128 (_mm_cmpeq_epi8 (block, _mm_set1_epi8 ('&')),
                          _mm_or_si128 (_mm_cmpeq_epi8 (block, _mm_setzero_si128 ()),
                                        _mm_cmpeq_epi8 (block, _mm_set1_epi8 ('\r'))));
      n = (guint) __builtin_ctz ((guint) _mm_movemask_epi8 (coded) | 1u << 16);
      _mm_storeu_si128 ((__m128i *) out, block);
    }
#else
  char *out = exm_fill_string (to, (gsize) (end - p));

  while (p < end && *p != '&' && *p != '\r' && *p != '\0')
    *out++ = *p++;
#endif
  exm_fill_written (to, out);
  return p;
}

void
exm_html_append (GString *to, ExmHtmlPart part, ExmHtmlCoding coding)
{
  const char *end = part.text + part.n_bytes;

  for (const char *p = part.text; p < end;)
    {
      gsize at = to->len;
      const char *stop = append_plain (to, p, end);
      fold_from (to, at, coding);
      p = stop < end ? append_one (to, stop, end, coding) : end;
    }
}
