/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-base"

#include "config.h"

#include "base/exm-json.h"

#include <errno.h>
#include <math.h>
#include <string.h>

gboolean
exm_json_is_shallow (const char *text, gsize n_bytes, guint max_depth)
{
  gboolean in_string = FALSE;
  guint depth = 0;

  for (gsize i = 0; i < n_bytes; i++)
    {
      char c = text[i];
      if (in_string && c == '\\')
        i++;
      else if (c == '"')
        in_string = !in_string;
      else if (!in_string && (c == '[' || c == '{'))
        {
          if (++depth > max_depth)
            return FALSE;
        }
      else if (!in_string && (c == ']' || c == '}') && depth > 0)
        depth--;
    }
  return TRUE;
}

gsize
exm_json_count_values (const char *text, gsize n_bytes)
{
  gboolean in_string = FALSE;
  gsize n = 1;

  for (gsize i = 0; i < n_bytes; i++)
    {
      char c = text[i];
      if (in_string && c == '\\')
        i++;
      else if (c == '"')
        in_string = !in_string;
      else if (!in_string)
        n += c == ',' || c == ':' || c == '[' || c == '{';
    }
  return n;
}

/* The value of the escape \uXXXX at @at, or -1 if there is none. */
static gint
read_escape (const char *text, gsize n_bytes, gsize at)
{
  gint value = 0;

  if (at + 6 > n_bytes || text[at] != '\\' || text[at + 1] != 'u')
    return -1;
  for (gsize i = at + 2; i < at + 6; i++)
    {
      gint digit = g_ascii_xdigit_value (text[i]);
      if (digit < 0)
        return -1;
      value = value * 16 + digit;
    }
  return value;
}

gsize
exm_json_repair_escapes (char *text, gsize n_bytes)
{
  gsize n = 0;

  for (gsize i = 0; i < n_bytes;)
    {
      const char *escape = memchr (text + i, '\\', n_bytes - i);
      gsize n_plain = (escape != NULL ? (gsize) (escape - text) : n_bytes) - i;
      if (n_plain > 0)
        {
          if (n != i)
            memmove (text + n, text + i, n_plain);
          n += n_plain;
          i += n_plain;
          continue;
        }
      gint value = read_escape (text, n_bytes, i);
      gint next = value >= 0xd800 ? read_escape (text, n_bytes, i + 6) : -1;
      gsize n_read = value >= 0 ? 6 : 1;

      if (value < 0 && text[i] == '\\' && i + 1 < n_bytes && text[i + 1] == 'u')
        value = 0, n_read = 1; /* too few digits: the rest stays as text */
      else if (value < 0 && text[i] == '\\' && i + 1 < n_bytes)
        n_read = 2; /* what it escapes is no escape itself */
      else if (value >= 0xd800 && value < 0xdc00 && next >= 0xdc00 && next < 0xe000)
        n_read = 12;
      else if (value >= 0xd800 && value < 0xe000)
        memcpy (text + i, "\\ufffd", 6);
      if (value != 0)
        {
          memmove (text + n, text + i, n_read);
          n += n_read;
        }
      i += n_read;
    }
  return n;
}

/* @start: the first digit; hexadecimal and octal numbers are no JSON, but some read them.
 */
static gboolean
number_fits (const char *start, gsize n_bytes)
{
  g_autofree char *number = g_strndup (start, n_bytes);

  if (strpbrk (number, "xX") == NULL && strpbrk (number, ".eE") != NULL)
    return isfinite (g_ascii_strtod (number, NULL));
  errno = 0;
  g_ascii_strtoll (number, NULL, 0);
  return errno != ERANGE; /* threads that make their first locale set others */
}

static gboolean
is_of_number (char c)
{
  return g_ascii_isalnum (c) || c == '+' || c == '-' || c == '.';
}

static gboolean
is_escape (const char *text, gsize n_bytes, gsize at)
{
  if (at + 1 >= n_bytes)
    return FALSE;
  return text[at + 1] == 'u' ? read_escape (text, n_bytes, at) >= 0
                             : memchr ("\"\\/bfnrt", text[at + 1], 8) != NULL;
}

gboolean
exm_json_is_plain (const char *text, gsize n_bytes)
{
  gboolean in_string = FALSE, ended = FALSE;
  guint depth = 0;

  for (gsize i = 0; i < n_bytes; i++)
    {
      char c = text[i];
      if (ended && !g_ascii_isspace (c))
        return FALSE;
      if (in_string && c == '\\')
        {
          if (!is_escape (text, n_bytes, i))
            return FALSE;
          i++;
        }
      else if (c == '"')
        {
          in_string = !in_string;
          ended = depth == 0 && !in_string;
        }
      else if (in_string)
        continue;
      else if (c == '{' || c == '[')
        depth++;
      else if (c == '}' || c == ']')
        ended = depth-- <= 1;
      else if (c == '\'' || c == '/' || c == '#')
        return FALSE;
      else if (g_ascii_isdigit (c))
        {
          gsize n = 1;
          while (i + n < n_bytes && is_of_number (text[i + n]))
            n++;
          if (!number_fits (text + i, n))
            return FALSE;
          i += n - 1;
          ended = depth == 0;
        }
      else if (g_ascii_isalpha (c))
        {
          while (i + 1 < n_bytes && g_ascii_isalpha (text[i + 1]))
            i++;
          ended = depth == 0;
        }
    }
  return TRUE;
}

/* Returns: bytes of the text in quotes, the remark or the sign at @text */
static gsize
skip_token (const char *text, gsize n_bytes)
{
  const char *end = NULL;
  gsize i = 1;

  switch (*text)
    {
    case '"':
      while (i < n_bytes && text[i] != '"')
        i += text[i] == '\\' ? 2 : 1;
      return MIN (i + 1, n_bytes);
    case '\'':
      end = memchr (text + 1, '\'', n_bytes - 1);
      return end != NULL ? (gsize) (end - text) + 1 : n_bytes;
    case '/':
      if (n_bytes > 1 && text[1] != '*')
        end = memchr (text + 1, '/', n_bytes - 1);
      else if (n_bytes > 3)
        end = memmem (text + 2, n_bytes - 2, "*/", 2);
      return end != NULL ? (gsize) (end - text) + (text[1] == '*' ? 2 : 1) : n_bytes;
    default:
      return 1;
    }
}

gsize
exm_json_trim (const char *text, gsize n_bytes)
{
  gboolean begun = FALSE;
  guint depth = 0;

  for (gsize i = 0; i < n_bytes;)
    {
      char c = text[i];
      if ((c == '{' || c == '[') && begun && depth == 0)
        return i;
      if (c == '{' || c == '[')
        depth++;
      else if ((c == '}' || c == ']') && depth > 0)
        depth--;
      begun |= c != '/' && !g_ascii_isspace (c);
      i += skip_token (text + i, n_bytes - i);
    }
  return n_bytes;
}

void
exm_json_repair_exponents (char *text)
{
  gboolean in_string = FALSE;
  char *out = text;

  for (const char *p = text; *p != '\0';)
    {
      if (in_string)
        {
          gsize n = strcspn (p, "\"\\");
          if (out != p)
            memmove (out, p, n);
          out += n;
          p += n;
          if (*p == '\0')
            break;
        }
      if (in_string && *p == '\\' && p[1] != '\0')
        *out++ = *p++;
      else if (*p == '"')
        in_string = !in_string;
      gboolean exponent = !in_string && *p == 'e' && p > text && g_ascii_isdigit (p[-1]);
      *out++ = *p++;
      if (!exponent)
        continue;
      while (g_ascii_isdigit (*p) || *p == '+' || *p == '-')
        *out++ = *p++;
      if (p[0] == '.' && p[1] == '0')
        p += 2;
    }
  *out = '\0';
}

/* json-glib would make a node of each value, and a string of each node. */
static void
append_quoted (GString *out, const char *text)
{
  static const char marks[] = "btn?fr"; /* from U+0008 on */

  g_string_append_c (out, '"');
  for (const char *p = text; *p != '\0';)
    {
      gsize n = 0;
      while ((guchar) p[n] >= 0x20 && p[n] != '"' && p[n] != '\\' && p[n] != 0x7f)
        n++;
      g_string_append_len (out, p, (gssize) n);
      p += n;
      if (*p == '\0')
        break;
      if (*p == '"' || *p == '\\')
        g_string_append_printf (out, "\\%c", *p);
      else if (*p >= '\b' && *p <= '\r' && *p != '\v')
        g_string_append_printf (out, "\\%c", marks[*p - '\b']);
      else
        g_string_append_printf (out, "\\u%04x", (guint) *p);
      p++;
    }
  g_string_append_c (out, '"');
}

void
exm_json_append_name (GString *out, const char *member)
{
  if (out->str[out->len - 1] != '{')
    g_string_append_c (out, ',');
  append_quoted (out, member);
  g_string_append_c (out, ':');
}

void
exm_json_append_string (GString *out, const char *member, const char *value)
{
  exm_json_append_name (out, member);
  if (value != NULL)
    append_quoted (out, value);
  else
    g_string_append (out, "null");
}
