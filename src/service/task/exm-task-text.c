/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "task/exm-task-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAX_CODE_DIGITS 6

/* Characters that an editor, a terminal or a comparison of two versions would not show,
 * or would show in another order. */
static gboolean
is_treacherous (gunichar c)
{
  return g_unichar_type (c) == G_UNICODE_CONTROL || (c >= 0x2028 && c <= 0x202e)
         || (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

gboolean
exm_task_text_is_plain (const char *text, gsize n_bytes)
{
  for (const char *c = text; c < text + n_bytes; c = g_utf8_next_char (c))
    if (is_treacherous (g_utf8_get_char (c)))
      return FALSE;
  return TRUE;
}

static gboolean
has_space_at_end (const char *text, gsize n_bytes)
{
  return n_bytes > 0
         && g_unichar_isspace (g_utf8_get_char (g_utf8_prev_char (text + n_bytes)));
}

static void
append_quoted (GString *file, const char *text, gsize n_bytes)
{
  g_string_append_c (file, '"');
  for (const char *c = text; c < text + n_bytes; c = g_utf8_next_char (c))
    {
      gunichar code = g_utf8_get_char (c);

      if (code == '"' || code == '\\')
        g_string_append_printf (file, "\\%c", (char) code);
      else if (code == '\n')
        g_string_append (file, "\\n");
      else if (code == '\r')
        g_string_append (file, "\\r");
      else if (code == '\t')
        g_string_append (file, "\\t");
      else if (is_treacherous (code))
        g_string_append_printf (file, "\\u{%x}", code);
      else
        g_string_append_unichar (file, code);
    }
  g_string_append_c (file, '"');
}

static void
append_line (GString *file, const char *line, gsize n_bytes)
{
  if (!exm_task_text_is_plain (line, n_bytes) || has_space_at_end (line, n_bytes))
    {
      g_string_append (file, "  ");
      append_quoted (file, line, n_bytes);
    }
  else
    {
      g_string_append (file, n_bytes > 0 ? "  | " : "  |");
      g_string_append_len (file, line, (gssize) n_bytes);
    }
  g_string_append_c (file, '\n');
}

static gboolean
is_bare (const char *text)
{
  gsize length = strlen (text);

  return length > 0 && *text != '"' && !g_unichar_isspace (g_utf8_get_char (text))
         && !has_space_at_end (text, length) && exm_task_text_is_plain (text, length);
}

void
exm_task_text_append (GString *file, const char *key, const char *value)
{
  g_autofree char *text = g_utf8_make_valid (value, -1);

  g_string_append_printf (file, "%s =", key);
  if (strchr (text, '\n') == NULL)
    {
      g_string_append_c (file, ' ');
      if (is_bare (text))
        g_string_append (file, text);
      else
        append_quoted (file, text, strlen (text));
      g_string_append_c (file, '\n');
      return;
    }
  g_string_append_c (file, '\n');
  for (const char *line = text; line != NULL;)
    {
      const char *end = strchr (line, '\n');

      append_line (file, line, end != NULL ? (gsize) (end - line) : strlen (line));
      line = end != NULL ? end + 1 : NULL;
    }
}

/* "u{…}" at *@at, which moves to its last character. */
static gboolean
unescape_code (const char **at, GString *value)
{
  const char *c = *at + 1;
  gunichar code = 0;
  int n_digits = 0;

  if (*c++ != '{')
    return FALSE;
  for (; g_ascii_isxdigit (*c) && n_digits < MAX_CODE_DIGITS; n_digits++)
    code = code * 16 + (gunichar) g_ascii_xdigit_value (*c++);
  if (*c != '}' || n_digits == 0 || code == 0 || !g_unichar_validate (code))
    return FALSE;
  g_string_append_unichar (value, code);
  *at = c;
  return TRUE;
}

static gboolean
unescape (const char **at, GString *value)
{
  switch (**at)
    {
    case '"':
    case '\\':
      g_string_append_c (value, **at);
      return TRUE;
    case 'n':
      g_string_append_c (value, '\n');
      return TRUE;
    case 'r':
      g_string_append_c (value, '\r');
      return TRUE;
    case 't':
      g_string_append_c (value, '\t');
      return TRUE;
    case 'u':
      return unescape_code (at, value);
    default:
      return FALSE;
    }
}

const char *
exm_task_text_unquote (const char *text, GString *value)
{
  const char *c = text;

  if (*c++ != '"')
    {
      g_string_append (value, text);
      return NULL;
    }
  for (; *c != '\0' && *c != '"'; c++)
    if (*c != '\\')
      g_string_append_c (value, *c);
    else
      {
        c++;
        if (!unescape (&c, value))
          return N_ (
              "an escape that is not known; there are \\n, \\r, \\t, \\\", \\\\ and "
              "\\u{hexadecimal}");
      }
  if (*c != '"')
    return N_ ("the quotation mark at the end is missing");
  return c[1] != '\0' ? N_ ("something stands after the closing quotation mark") : NULL;
}
