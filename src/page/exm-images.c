/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "exm-images.h"

#include "exm-nodes.h"

#include <string.h>

gboolean
exm_images_is_one (const ExmHtmlToken *token)
{
  return token->tag == EXM_TAG_IMG
         || (token->tag == EXM_TAG_UNKNOWN && token->name.n_bytes == 7
             && exm_html_part_is (token->name, "amp-img"));
}

/* @mark: known when this is compiled, which makes it a comparison of a word. */
static inline gboolean
stands_at (const char *p, const char *end, const char *mark)
{
  gsize n = strlen (mark);
  return (gsize) (end - p) >= n && memcmp (p, mark, n) == 0;
}

/* Whether one of the names of placeholders stands at @p. */
static inline gboolean
marks_placeholder (const char *p, const char *end)
{
  switch (*p)
    {
    case '1':
      return stands_at (p, end, "1x1");
    case 'b':
      return stands_at (p, end, "blank.");
    case 'g':
      return stands_at (p, end, "grey.");
    case 'l':
      return stands_at (p, end, "lazyload") || stands_at (p, end, "loading.");
    case 'p':
      return stands_at (p, end, "placeholder");
    case 's':
      return stands_at (p, end, "spacer");
    case 't':
      return stands_at (p, end, "transparent");
    default:
      return FALSE;
    }
}

/* Whether an address is only there until a script puts another one in its place. */
static gboolean
is_placeholder (ExmHtmlPart address)
{
  const char *end = address.text + address.n_bytes;
  const char *name = memrchr (address.text, '/', address.n_bytes);

  if (address.n_bytes >= 5
      && exm_html_part_is ((ExmHtmlPart){ address.text, 5 }, "data:"))
    return TRUE;
  for (const char *p = name != NULL ? name + 1 : address.text; p < end; p++)
    if (marks_placeholder (p, end))
      return TRUE;
  return FALSE;
}

/* The address with the greatest width or density of a srcset. */
static ExmHtmlPart
find_largest (ExmHtmlPart set)
{
  const char *p = set.text, *end = set.text + set.n_bytes;
  ExmHtmlPart best = { NULL, 0 };
  double most = -1;

  while (p < end)
    {
      while (p < end && (g_ascii_isspace (*p) || *p == ','))
        p++;
      const char *start = p;
      while (p < end && !g_ascii_isspace (*p))
        p++;
      const char *stop = p;
      while (stop > start && stop[-1] == ',')
        stop--;
      gboolean alone = stop < p;
      double size = 1;
      while (p < end && g_ascii_isspace (*p))
        p++;
      for (guint i = 0; !alone && p < end && *p != ','; p++, i++)
        if (g_ascii_isdigit (*p))
          size = i == 0 ? *p - '0' : MIN (10 * size + (*p - '0'), 1e9);
      if (stop > start && size > most)
        {
          most = size;
          best = (ExmHtmlPart){ start, (gsize) (stop - start) };
        }
    }
  return best;
}

static gboolean
is_pixel (const ExmHtmlToken *token)
{
  static const char *const names[] = { "width", "height" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const ExmHtmlAttribute *side = exm_html_find_attribute (token, names[i]);
      if (side != NULL && side->value.n_bytes > 0
          && (*side->value.text == '0' || *side->value.text == '1')
          && (side->value.n_bytes == 1 || exm_html_part_is (side->value, "1px")))
        return TRUE;
    }
  return FALSE;
}

static ExmHtmlPart
find_address (const ExmHtmlToken *token)
{
  static const char *const lazy[]
      = { "data-src",          "data-original", "data-lazy-src", "data-actualsrc",
          "data-original-src", "data-url",      "data-echo",     "zoomfile" };
  static const char *const sets[] = { "data-srcset", "srcset", "data-lazy-srcset" };
  const ExmHtmlAttribute *src = exm_html_find_attribute (token, "src");

  for (gsize i = 0; i < G_N_ELEMENTS (lazy); i++)
    {
      const ExmHtmlAttribute *other = exm_html_find_attribute (token, lazy[i]);
      if (other != NULL && other->value.n_bytes > 0 && !is_placeholder (other->value))
        return other->value;
    }
  if (src != NULL && src->value.n_bytes > 0 && !is_placeholder (src->value))
    return src->value;
  for (gsize i = 0; i < G_N_ELEMENTS (sets); i++)
    {
      const ExmHtmlAttribute *set = exm_html_find_attribute (token, sets[i]);
      ExmHtmlPart found
          = set != NULL ? find_largest (set->value) : (ExmHtmlPart){ NULL, 0 };
      if (found.n_bytes > 0 && !is_placeholder (found))
        return found;
    }
  return (ExmHtmlPart){ NULL, 0 };
}

guint32
exm_images_find (ExmTape *tape, const ExmHtmlToken *token)
{
  const ExmHtmlAttribute *alt = exm_html_find_attribute (token, "alt");
  ExmHtmlPart address = find_address (token);
  ExmSpan span = { .kind = EXM_SPAN_IMAGE };

  if (address.n_bytes == 0 || is_pixel (token))
    return 0;
  span.value = exm_parts_append_value (tape->parts, address);
  if (alt != NULL)
    span.label = exm_parts_append_value (tape->parts, alt->value);
  g_array_append_val (tape->images, span);
  return tape->images->len;
}
