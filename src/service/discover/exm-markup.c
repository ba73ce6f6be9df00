/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "discover/exm-markup.h"

#include "base/exm-text.h"
#include "html/exm-tag.h"

#include <string.h>

/* Names of U+00A0 … U+00FF, in order. */
static const char *const latin[]
    = { "nbsp",   "iexcl",  "cent",   "pound",  "curren", "yen",    "brvbar", "sect",
        "uml",    "copy",   "ordf",   "laquo",  "not",    "shy",    "reg",    "macr",
        "deg",    "plusmn", "sup2",   "sup3",   "acute",  "micro",  "para",   "middot",
        "cedil",  "sup1",   "ordm",   "raquo",  "frac14", "frac12", "frac34", "iquest",
        "Agrave", "Aacute", "Acirc",  "Atilde", "Auml",   "Aring",  "AElig",  "Ccedil",
        "Egrave", "Eacute", "Ecirc",  "Euml",   "Igrave", "Iacute", "Icirc",  "Iuml",
        "ETH",    "Ntilde", "Ograve", "Oacute", "Ocirc",  "Otilde", "Ouml",   "times",
        "Oslash", "Ugrave", "Uacute", "Ucirc",  "Uuml",   "Yacute", "THORN",  "szlig",
        "agrave", "aacute", "acirc",  "atilde", "auml",   "aring",  "aelig",  "ccedil",
        "egrave", "eacute", "ecirc",  "euml",   "igrave", "iacute", "icirc",  "iuml",
        "eth",    "ntilde", "ograve", "oacute", "ocirc",  "otilde", "ouml",   "divide",
        "oslash", "ugrave", "uacute", "ucirc",  "uuml",   "yacute", "thorn",  "yuml" };

static const struct
{
  const char *name; /* (unowned) */
  gunichar c;
} others[] = {
  { "amp", '&' },       { "lt", '<' },        { "gt", '>' },        { "quot", '"' },
  { "apos", '\'' },     { "OElig", 0x152 },   { "oelig", 0x153 },   { "Scaron", 0x160 },
  { "scaron", 0x161 },  { "ensp", 0x2002 },   { "emsp", 0x2003 },   { "thinsp", 0x2009 },
  { "zwnj", 0x200c },   { "zwj", 0x200d },    { "ndash", 0x2013 },  { "mdash", 0x2014 },
  { "lsquo", 0x2018 },  { "rsquo", 0x2019 },  { "sbquo", 0x201a },  { "ldquo", 0x201c },
  { "rdquo", 0x201d },  { "bdquo", 0x201e },  { "bull", 0x2022 },   { "hellip", 0x2026 },
  { "permil", 0x2030 }, { "lsaquo", 0x2039 }, { "rsaquo", 0x203a }, { "euro", 0x20ac },
  { "trade", 0x2122 },  { "larr", 0x2190 },   { "rarr", 0x2192 },   { "minus", 0x2212 },
};

/* A text that grows without white space at its ends and with one between words. */
typedef struct
{
  GString *out; /* (owned) */
  char pending; /* 0, ' ' or '\n' */
} Text;

static gboolean
name_to_char (const char *name, gsize n, gunichar *c)
{
  for (gsize i = 0; i < G_N_ELEMENTS (latin); i++)
    if (strlen (latin[i]) == n && memcmp (latin[i], name, n) == 0)
      {
        *c = 0xa0 + (gunichar) i;
        return TRUE;
      }
  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    if (strlen (others[i].name) == n && memcmp (others[i].name, name, n) == 0)
      {
        *c = others[i].c;
        return TRUE;
      }
  return FALSE;
}

static gboolean
number_to_char (const char *digits, gsize n, gunichar *c)
{
  guint base = n > 0 && (*digits == 'x' || *digits == 'X') ? 16 : 10;
  guint64 value = 0;

  if (base == 16)
    {
      digits++;
      n--;
    }
  for (gsize i = 0; i < n; i++)
    {
      gint digit = base == 16 ? g_ascii_xdigit_value (digits[i])
                              : g_ascii_digit_value (digits[i]);
      if (digit < 0)
        return FALSE;
      value = value * base + (guint) digit;
    }
  *c = value < 0x110000 && g_unichar_validate ((gunichar) value) && value != 0
           ? (gunichar) value
           : 0xfffd;
  return n > 0;
}

gsize
exm_markup_read_reference (const char *text, gsize n_bytes, gunichar *c)
{
  const char *end = memchr (text, ';', MIN (n_bytes, EXM_MARKUP_MAX_REFERENCE));

  if (end == NULL || end - text < 2)
    return 0;
  gsize n = (gsize) (end - text) - 1;
  gboolean found = text[1] == '#' ? number_to_char (text + 2, n - 1, c)
                                  : name_to_char (text + 1, n, c);
  return found ? n + 2 : 0;
}

static void
text_append (Text *self, gunichar c)
{
  if (exm_char_is_space (c))
    {
      if (self->pending == 0)
        self->pending = ' ';
      return;
    }
  if (self->pending != 0 && self->out->len > 0)
    g_string_append_c (self->out, self->pending);
  self->pending = 0;
  g_string_append_unichar (self->out, c);
}

/* Length of a tag, comment or declaration at @p, 0 where "<" is only a sign. What has no
 * end goes on to @end. */
static gsize
markup_length (const char *p, const char *end)
{
  gsize n = (gsize) (end - p);
  const char *close = NULL;

  if (n >= 4 && memcmp (p, "<!--", 4) == 0)
    {
      close = memmem (p + 4, n - 4, "-->", 3);
      return close != NULL ? (gsize) (close - p) + 3 : n;
    }
  if (n < 2 || !(g_ascii_isalpha (p[1]) || strchr ("/!?", p[1]) != NULL) || p[1] == '\0')
    return 0;
  close = memchr (p, '>', n);
  return close != NULL ? (gsize) (close - p) + 1 : n;
}

/* Length of what an element drops, from behind its start tag on. */
static gsize
dropped_length (const char *p, const char *end, const char *name, gsize n_name)
{
  for (const char *q = p; q < end; q++)
    {
      q = memchr (q, '<', (gsize) (end - q));
      if (q == NULL)
        break;
      if ((gsize) (end - q) >= n_name + 2 && q[1] == '/'
          && g_ascii_strncasecmp (q + 2, name, n_name) == 0)
        return (gsize) (q - p);
    }
  return (gsize) (end - p);
}

/* Reads the markup of @length bytes at @p; returns how many bytes to go on. */
static gsize
read_markup (Text *self, const char *p, gsize length, const char *end)
{
  gboolean closes = p[1] == '/';
  const char *name = p + (closes ? 2 : 1);
  gsize n_name = 0;

  while (name + n_name < p + length && g_ascii_isalnum (name[n_name]))
    n_name++;
  ExmTagClass tag_class = exm_tag_get_class (exm_tag_from_name (name, n_name));
  if (tag_class & EXM_TAG_BLOCK)
    self->pending = '\n';
  if ((tag_class & EXM_TAG_DROPPED) && !closes)
    length += dropped_length (p + length, end, name, n_name);
  return length;
}

char *
exm_markup_to_text (const char *markup, gsize n_bytes)
{
  Text text = { g_string_sized_new (n_bytes / 2), 0 };
  const char *end = markup + n_bytes;

  for (const char *p = markup; p < end;)
    {
      gunichar c = 0;
      gsize n = *p == '<' ? markup_length (p, end) : 0;
      if (n > 0)
        {
          p += read_markup (&text, p, n, end);
          continue;
        }
      n = *p == '&' ? exm_markup_read_reference (p, (gsize) (end - p), &c) : 0;
      text_append (&text, n > 0 ? c : g_utf8_get_char (p));
      p = n > 0 ? p + n : g_utf8_next_char (p);
    }
  return g_string_free (text.out, FALSE);
}

char *
exm_markup_collapse (const char *text, gsize n_bytes)
{
  Text collapsed = { g_string_sized_new (n_bytes), 0 };
  const char *end = text + n_bytes;

  for (const char *p = text; p < end; p = g_utf8_next_char (p))
    text_append (&collapsed, g_utf8_get_char (p));
  return g_string_free (collapsed.out, FALSE);
}
