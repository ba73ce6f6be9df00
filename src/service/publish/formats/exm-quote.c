/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-quote.h"

#include <string.h>

#include "base/exm-text.h"

/* Walking over text that is not UTF-8 could step over its end. @copy keeps a repaired
 * one.
 */
static const char *
make_valid (const char *text, char **copy)
{
  if (g_utf8_validate (text, -1, NULL))
    return text;
  *copy = g_utf8_make_valid (text, -1);
  return *copy;
}

void
exm_quote_json (GString *out, const char *text)
{
  g_autofree char *copy = NULL;

  if (text == NULL)
    {
      g_string_append (out, "null");
      return;
    }
  g_string_append_c (out, '"');
  for (const char *p = make_valid (text, &copy); *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      if (c == '"' || c == '\\')
        g_string_append_printf (out, "\\%c", (char) c);
      else if (c == '\n')
        g_string_append (out, "\\n");
      else if (c < 0x20 || (c >= 0x7f && c <= 0x9f) || c == 0x2028 || c == 0x2029
               || c == 0xfeff || c == 0xfffe || c == 0xffff)
        g_string_append_printf (out, "\\u%04x", c);
      else
        g_string_append_unichar (out, c);
    }
  g_string_append_c (out, '"');
}

static gboolean
is_formula (const char *text)
{
  if (*text == '\0')
    return FALSE;
  switch (g_utf8_get_char (text))
    {
    case '=':
    case '+':
    case '-':
    case '@':
    case '\t':
    case '\r':
    case '\n':
    case 0xff1d: /* full-width = + - @ */
    case 0xff0b:
    case 0xff0d:
    case 0xff20:
      return TRUE;
    default:
      return FALSE;
    }
}

void
exm_quote_csv (GString *out, const char *text)
{
  if (text == NULL)
    return;

  gboolean formula = is_formula (text);
  gboolean quoted = strpbrk (text, "\",\r\n") != NULL;
  if (quoted)
    g_string_append_c (out, '"');
  if (formula)
    g_string_append_c (out, '\'');
  for (const char *p = text; *p != '\0'; p++)
    {
      if (*p == '"')
        g_string_append_c (out, '"');
      g_string_append_c (out, *p);
    }
  if (quoted)
    g_string_append_c (out, '"');
}

void
exm_quote_html (GString *out, const char *text)
{
  if (text == NULL)
    return;
  for (const char *p = text; *p != '\0'; p++)
    if (*p == '&')
      g_string_append (out, "&amp;");
    else if (*p == '<')
      g_string_append (out, "&lt;");
    else if (*p == '>')
      g_string_append (out, "&gt;");
    else if (*p == '"')
      g_string_append (out, "&quot;");
    else if (*p == '\n' || *p == '\t' || ((guchar) *p >= 0x20 && *p != 0x7f))
      g_string_append_c (out, *p);
}

void
exm_quote_xml (GString *out, const char *text)
{
  g_autofree char *copy = NULL;

  if (text == NULL)
    return;
  for (const char *p = make_valid (text, &copy); *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      if (c == '\n' || c == '\t')
        g_string_append_printf (out, "&#%u;", c);
      else if (c == '&' || c == '<' || c == '>' || c == '"')
        exm_quote_html (out, (const char[]){ (char) c, '\0' });
      else if (c >= 0x20 && (c < 0x7f || c > 0x9f) && c != 0xfffe && c != 0xffff)
        g_string_append_unichar (out, c);
    }
}

void
exm_quote_markdown (GString *out, const char *text)
{
  gboolean at_start = TRUE;

  for (const char *p = text; *p != '\0'; p++)
    if (*p == '\n')
      {
        g_string_append (out, at_start ? "" : "\n\n");
        at_start = TRUE;
      }
    else if (!at_start || !g_ascii_isspace (*p))
      {
        if (g_ascii_ispunct (*p))
          g_string_append_c (out, '\\');
        g_string_append_c (out, *p);
        at_start = FALSE;
      }
}

char *
exm_quote_line (const char *text)
{
  g_autofree char *copy = NULL;

  if (text == NULL)
    return NULL;

  g_autoptr (GString) line = g_string_new (NULL);
  for (const char *p = make_valid (text, &copy); *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      if (!exm_char_is_space (c))
        g_string_append_unichar (line, c);
      else if (line->len > 0 && line->str[line->len - 1] != ' ')
        g_string_append_c (line, ' ');
    }
  if (line->len > 0 && line->str[line->len - 1] == ' ')
    g_string_truncate (line, line->len - 1);
  return line->len > 0 ? g_string_free (g_steal_pointer (&line), FALSE) : NULL;
}

void
exm_quote_xml_element (GString *out, const char *start, const char *text, const char *end)
{
  g_autofree char *line = exm_quote_line (text);

  if (line == NULL)
    return;
  g_string_append (out, start);
  exm_quote_xml (out, line);
  g_string_append (out, end);
}

void
exm_quote_json_member (GString *out, const char *name, const char *text)
{
  g_autofree char *line = exm_quote_line (text);

  if (line == NULL)
    return;
  g_string_append_printf (out, ",\"%s\":", name);
  exm_quote_json (out, line);
}
