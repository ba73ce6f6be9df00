/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-xpath"

#include "config.h"

#include "lab/xpath/exm-xml-name.h"

#include <libxml/parserInternals.h>

/* libxml2's XPath knows the characters of names of XML 1.0 before its fifth edition. */
static gboolean
may_begin (gunichar c)
{
  int ch = (int) c;
  return IS_LETTER (ch) || ch == '_';
}

static gboolean
may_go_on (gunichar c)
{
  int ch = (int) c;
  return may_begin (c) || IS_DIGIT (ch) || IS_COMBINING (ch) || IS_EXTENDER (ch)
         || ch == '.' || ch == '-';
}

/* The common case, without a look at tables. */
static gboolean
is_plain (const char *name, gsize n_bytes)
{
  for (gsize i = 0; i < n_bytes; i++)
    if (!g_ascii_isalpha (name[i])
        && (i == 0 || !(g_ascii_isdigit (name[i]) || name[i] == '-')))
      return FALSE;
  return TRUE;
}

const xmlChar *
exm_xml_name_coerce (xmlDict *dict, const char *name, gsize n_bytes)
{
  if (is_plain (name, n_bytes))
    return xmlDictLookup (dict, BAD_CAST name, (int) n_bytes);

  g_autoptr (GString) coerced = g_string_new (NULL);
  for (const char *p = name; p < name + n_bytes; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      if (p == name ? may_begin (c) : may_go_on (c))
        g_string_append_unichar (coerced, c);
      else
        g_string_append_printf (coerced, "U%06X", c);
    }
  return xmlDictLookup (dict, BAD_CAST coerced->str, (int) coerced->len);
}
