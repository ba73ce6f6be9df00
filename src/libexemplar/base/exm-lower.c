/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-base"

#include "config.h"

#include "base/exm-lower.h"

#include <string.h>

#define CAPITAL_SIGMA 0x3a3u
#define SMALL_SIGMA 0x3c3u
#define FINAL_SIGMA 0x3c2u
#define CAPITAL_I_DOT 0x130u
#define DOT_ABOVE 0x307u
#define MAX_CHARACTER 0x10ffffu

/* Characters of three bytes that begin so have no case: U+3000 … U+9FFF and U+B000 …
 * U+D7FF, most of what is Chinese, Japanese or Korean. */
static gboolean
leads_caseless (guchar lead)
{
  return (lead >= 0xe3 && lead <= 0xe9) || (lead >= 0xeb && lead <= 0xed);
}

static gunichar
lower_sigma (const char *next, const char *end)
{
  gboolean letter = next < end && next + g_utf8_skip[(guchar) *next] <= end
                    && *next != '\0' && g_unichar_isalpha (g_utf8_get_char (next));

  return letter ? SMALL_SIGMA : FINAL_SIGMA;
}

/* Writes the lower case of the character at @p, whose next one is at @next; bytes that
 * are no character stay. Returns: the place behind it */
static char *
put_lower (char *out, const char *p, const char *next, const char *end)
{
  gunichar c = g_utf8_get_char (p);

  if (c > MAX_CHARACTER)
    {
      memcpy (out, p, (gsize) (next - p));
      return out + (next - p);
    }
  if (c == CAPITAL_SIGMA)
    return out + g_unichar_to_utf8 (lower_sigma (next, end), out);
  if (c != CAPITAL_I_DOT)
    return out + g_unichar_to_utf8 (g_unichar_tolower (c), out);
  *out++ = 'i';
  return out + g_unichar_to_utf8 (DOT_ABOVE, out);
}

void
exm_text_lower_into (char *lower, const char *text, gsize n_bytes)
{
  const char *end = text + n_bytes, *p = text;
  char *out = lower;

  while (p < end && *p != '\0')
    {
      guchar lead = (guchar) *p;
      if (lead < 0x80)
        {
          *out++ = (char) (lead + (lead >= 'A' && lead <= 'Z' ? 'a' - 'A' : 0));
          p++;
          continue;
        }
      const char *next = p + g_utf8_skip[lead];
      if (next > end)
        break;
      if (leads_caseless (lead))
        {
          memcpy (out, p, 3);
          out += 3;
        }
      else
        out = put_lower (out, p, next, end);
      p = next;
    }
  *out = '\0';
}

char *
exm_text_lower (const char *text, gssize n_bytes)
{
  gsize n = n_bytes < 0 ? strlen (text) : (gsize) n_bytes;
  char *lower = g_malloc (EXM_LOWER_ROOM (n));

  exm_text_lower_into (lower, text, n);
  return lower;
}
