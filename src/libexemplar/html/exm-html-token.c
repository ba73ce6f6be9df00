/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "html/exm-html-token.h"

#include "base/exm-byte-block.h"
#include "base/exm-fill.h"
#include "html/exm-html-reference.h"

#include <string.h>

/* Decodes the byte at @p with the bytes that belong to it. Returns: where to go on */
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

/* Bytes that copy_plain() may write past its end. */
#define ROOM_BEHIND 16

#ifdef EXM_HAS_BYTE_BLOCK

/* Copies a block to @out. Returns: which of its bytes do not stand for themselves. */
static inline guint
copy_block (char *out, __m128i block)
{
  __m128i coded
      = _mm_or_si128 (_mm_cmpeq_epi8 (block, _mm_set1_epi8 ('&')),
                      _mm_or_si128 (_mm_cmpeq_epi8 (block, _mm_setzero_si128 ()),
                                    _mm_cmpeq_epi8 (block, _mm_set1_epi8 ('\r'))));
  _mm_storeu_si128 ((__m128i *) out, block);
  return (guint) _mm_movemask_epi8 (coded);
}

/* Copies to @out, where there is room for a block more, what stands for itself of @n
 * bytes at @p. Returns: how many these are. */
static inline gsize
copy_plain (char *out, const char *p, gsize n)
{
  gsize i = 0;
  guint coded;

  if (n < 16)
    {
      /* Bytes past the end look like NULs. */
      coded = copy_block (out, exm_byte_block_load (p, n));
      return (gsize) __builtin_ctz (coded | 1u << 16);
    }
  for (; n - i >= 16; i += 16)
    if ((coded = copy_block (out + i, _mm_loadu_si128 ((const __m128i *) (p + i)))) != 0)
      return i + (gsize) __builtin_ctz (coded);
  /* Once more the last ones, of which those that were looked at are plain. */
  i = n - 16;
  coded = copy_block (out + i, _mm_loadu_si128 ((const __m128i *) (p + i)));
  return i + (gsize) __builtin_ctz (coded | 1u << 16);
}

#else

static inline gsize
copy_plain (char *out, const char *p, gsize n)
{
  gsize i = 0;

  for (; i < n && p[i] != '&' && p[i] != '\r' && p[i] != '\0'; i++)
    out[i] = p[i];
  return i;
}

#endif

/* As exm_html_append() does; @n bytes of @part, which may be all, stand already behind
 * the end of @to and for themselves. */
G_NO_INLINE static void
append_coded (GString *to, ExmHtmlPart part, ExmHtmlCoding coding, gsize n)
{
  const gsize start = to->len;
  const char *end = part.text + part.n_bytes;
  const char *p = part.text + n;

  exm_fill_written (to, to->str + start + n);
  while (p < end)
    {
      p = append_one (to, p, end, coding);
      char *out = exm_fill_string (to, (gsize) (end - p) + ROOM_BEHIND);
      n = copy_plain (out, p, (gsize) (end - p));
      exm_fill_written (to, out + n);
      p += n;
    }
  for (gsize i = start; (coding & EXM_HTML_FOLDED) && i < to->len; i++)
    to->str[i] = exm_html_lower (to->str[i]);
}

void
exm_html_append (GString *to, ExmHtmlPart part, ExmHtmlCoding coding)
{
  char *out = exm_fill_string (to, part.n_bytes + ROOM_BEHIND);
  gsize n = copy_plain (out, part.text, part.n_bytes);

  /* Nearly all. */
  if (n == part.n_bytes && (coding & EXM_HTML_FOLDED) == 0)
    exm_fill_written (to, out + n);
  else
    append_coded (to, part, coding, n);
}

gsize
exm_html_append_value (GString *to, ExmHtmlPart value)
{
  const gsize start = to->len;
  char *out = exm_fill_string (to, value.n_bytes + 1 + ROOM_BEHIND);
  gsize n = copy_plain (out, value.text, value.n_bytes);

  /* Nearly all. */
  if (n == value.n_bytes)
    {
      out[n] = '\0';
      exm_fill_written (to, out + n + 1);
      return start;
    }
  append_coded (to, value, EXM_HTML_REFERENCES, n);
  exm_fill_bytes (to, "", 1);
  return start;
}
