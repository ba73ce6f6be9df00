/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-xpath"

#include "config.h"

#include "exm-xpath-names.h"

#include "exm-xml-builder.h"
#include "exm-xpath.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* What may stand before a parenthesis: XPath 1.0's functions, tests of nodes, operators.
 */
static const char *const callable[] = {
  "and",
  "boolean",
  "ceiling",
  "comment",
  "concat",
  "contains",
  "count",
  "div",
  "false",
  "floor",
  "id",
  "lang",
  "last",
  "local-name",
  "mod",
  "name",
  "namespace-uri",
  "node",
  "normalize-space",
  "not",
  "number",
  "or",
  "position",
  "processing-instruction",
  "round",
  "starts-with",
  "string",
  "string-length",
  "substring",
  "substring-after",
  "substring-before",
  "sum",
  "text",
  "translate",
  "true",
  NULL,
};

static gboolean
is_name_byte (char c)
{
  return g_ascii_isalnum (c) || (guchar) c >= 0x80 || c == '_' || c == '-' || c == '.';
}

static gsize
count_name_bytes (const char *p)
{
  gsize n = 0;

  while (is_name_byte (p[n]))
    n++;
  return n;
}

static gboolean
has_prefix (const char *prefix)
{
  for (guint i = 0; i < EXM_XML_N_NS; i++)
    if (strcmp (exm_xml_namespaces[i].prefix, prefix) == 0)
      return TRUE;
  return FALSE;
}

static guint
get_place (const char *expression, const char *p)
{
  return (guint) g_utf8_strlen (expression, p - expression) + 1;
}

/* @p: a name. Returns: what is behind it, with its prefix; %NULL if @error is set. */
static const char *
check_name (const char *expression, const char *p, GError **error)
{
  const char *start = p, *end = p + count_name_bytes (p);
  g_autofree char *name = NULL;

  if (end[0] == ':' && (is_name_byte (end[1]) || end[1] == '*'))
    {
      g_autofree char *prefix = g_strndup (p, (gsize) (end - p));
      if (!has_prefix (prefix))
        {
          g_set_error (error, EXM_XPATH_ERROR, EXM_XPATH_ERROR_EXPRESSION,
                       _ ("There is no prefix “%s” (character %u of the expression); the "
                          "prefixes are: %s"),
                       prefix, get_place (expression, p), "svg, math, xlink, xml, xmlns");
          return NULL;
        }
      p = end + 1;
      end = *p == '*' ? p + 1 : p + count_name_bytes (p);
    }
  name = g_strndup (start, (gsize) (end - start));
  if (end[strspn (end, " \t\r\n")] != '(' || g_strv_contains (callable, name))
    return end;
  g_set_error (error, EXM_XPATH_ERROR, EXM_XPATH_ERROR_EXPRESSION,
               _ ("There is no function “%s” (character %u of the expression)"), name,
               get_place (expression, start));
  return NULL;
}

gboolean
exm_xpath_check_names (const char *expression, GError **error)
{
  const char *p = expression;

  while (p != NULL && *p != '\0')
    {
      if (*p == '"' || *p == '\'')
        {
          const char *end = strchr (p + 1, *p);
          p = end != NULL ? end + 1 : p + strlen (p);
        }
      else if (*p == '$')
        {
          g_set_error (error, EXM_XPATH_ERROR, EXM_XPATH_ERROR_EXPRESSION,
                       _ ("There are no variables here (character %u of the expression)"),
                       get_place (expression, p));
          return FALSE;
        }
      else if (g_ascii_isdigit (*p) || *p == '.')
        p += strspn (p, "0123456789.");
      else if (is_name_byte (*p) && *p != '-')
        p = check_name (expression, p, error);
      else
        p++;
    }
  return p != NULL;
}
