/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "html/exm-html-reference.h"

#include "html/exm-html-entities.h"

#include <string.h>

/* Numbers of the C1 range mean windows-1252; 0 stands for what has no meaning there. */
static const guint16 windows_1252[32] = {
  0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
  0x2039, 0x0152, 0,      0x017d, 0,      0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
  0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178,
};

static gunichar
repair_number (gunichar c)
{
  if (c == 0 || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
    return 0xfffd;
  if (c >= 0x80 && c < 0xa0 && windows_1252[c - 0x80] != 0)
    return windows_1252[c - 0x80];
  return c;
}

/* @p: behind "&#". */
static gsize
read_number (const char *p, const char *end, ExmHtmlReference *reference)
{
  const char *start = p;
  gunichar value = 0;
  gboolean hex = p < end && (*p == 'x' || *p == 'X');

  p += hex;
  const char *digits = p;
  for (; p < end && (hex ? g_ascii_isxdigit (*p) : g_ascii_isdigit (*p)); p++)
    if (value <= 0x10ffff)
      value = value * (hex ? 16 : 10) + (gunichar) g_ascii_xdigit_value (*p);
  if (p == digits)
    return 0;
  p += p < end && *p == ';';
  reference->n_bytes = (guint) g_unichar_to_utf8 (repair_number (value), reference->text);
  return (gsize) (p - start) + 2;
}

static int
get_char (guint name, gsize at)
{
  gsize offset = exm_html_entity_name_at[name] + at;
  return offset < exm_html_entity_name_at[name + 1]
             ? (guint8) exm_html_entity_names[offset]
             : -1;
}

/* Index of the names by their first ASCII character, and one past the last. */
typedef struct
{
  guint16 low[129];
} FirstNames;

static FirstNames *
build_first_names (void)
{
  FirstNames *first = g_new (FirstNames, 1);
  guint name = 0;

  for (guint c = 0; c < G_N_ELEMENTS (first->low); c++)
    {
      while (name < EXM_HTML_N_ENTITIES && (guint) get_char (name, 0) < c)
        name++;
      first->low[c] = (guint16) name;
    }
  return first;
}

static const FirstNames *
get_first_names (void)
{
  static gsize built; /* FirstNames, never freed */

  if (g_once_init_enter (&built))
    g_once_init_leave (&built, (gsize) build_first_names ());
  return (const FirstNames *) built;
}

/* The first of the names [@low, @high), which agree before @at, whose character there is
 * @c or greater. */
static guint
find_first (guint low, guint high, gsize at, int c)
{
  while (low < high)
    {
      guint middle = (low + high) / 2;
      if (get_char (middle, at) < c)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Looks up the named reference @name, with its ";", at @p. Inline, so that all sizes are
 * known. Returns: its bytes, 0 if it is not there */
static inline gsize
read_if (const char *p,
         const char *end,
         const char *name,
         const char *text,
         ExmHtmlReference *to)
{
  gsize n = strlen (name);

  if ((gsize) (end - p) < n || memcmp (p, name, n) != 0)
    return 0;
  to->n_bytes = (guint) strlen (text);
  memcpy (to->text, text, strlen (text));
  return n;
}

/* The few names that make up nearly all references. Returns: bytes of name and ";", 0 if
 * it is none of them. */
static inline gsize
read_common (const char *p, const char *end, ExmHtmlReference *reference)
{
  switch (*p)
    {
    case 'a':
      return read_if (p, end, "amp;", "&", reference);
    case 'g':
      return read_if (p, end, "gt;", ">", reference);
    case 'l':
      return read_if (p, end, "lt;", "<", reference);
    case 'n':
      return read_if (p, end, "nbsp;", "\u00a0", reference);
    case 'q':
      return read_if (p, end, "quot;", "\"", reference);
    default:
      return 0;
    }
}

/* @p: behind "&", at an ASCII letter. The longest name that the text begins with counts.
 */
static gsize
read_name (const char *p,
           const char *end,
           gboolean in_attribute,
           ExmHtmlReference *reference)
{
  gsize n_found = 0;
  const guint16 *first = get_first_names ()->low + (guint8) *p;
  guint low = first[0], high = first[1], found = 0;

  for (gsize at = 1; p + at < end && low < high; at++)
    {
      int c = (guint8) p[at];
      /* The only name left, or one of some. */
      if (high - low > 1)
        {
          low = find_first (low, high, at, c);
          high = find_first (low, high, at, c + 1);
        }
      else if (get_char (low, at) != c)
        break;
      if (low == high)
        break;
      if (get_char (low, at + 1) < 0)
        {
          found = low;
          n_found = at + 1;
        }
    }
  if (n_found == 0)
    return 0;
  if (in_attribute && p[n_found - 1] != ';' && p + n_found < end
      && (p[n_found] == '=' || g_ascii_isalnum (p[n_found])))
    return 0;
  reference->n_bytes = exm_html_entity_value_bytes[found];
  memcpy (reference->text, exm_html_entity_values + exm_html_entity_value_at[found],
          reference->n_bytes);
  return n_found + 1;
}

gsize
exm_html_reference_read (const char *p,
                         const char *end,
                         gboolean in_attribute,
                         ExmHtmlReference *reference)
{
  if (++p >= end)
    return 0;
  if (*p == '#')
    return read_number (p + 1, end, reference);
  if (!g_ascii_isalpha (*p))
    return 0;
  gsize n = read_common (p, end, reference);
  return n > 0 ? n + 1 : read_name (p, end, in_attribute, reference);
}
