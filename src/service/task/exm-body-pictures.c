/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "task/exm-body-pictures.h"

#include <string.h>

/* All text of a body is escaped: these stand in tags alone. */
#define IMAGE "<img src=\""

static char *
unescape (const char *text, gsize n_bytes)
{
  static const struct
  {
    const char *entity;
    char c;
  } entities[]
      = { { "&amp;", '&' }, { "&lt;", '<' }, { "&gt;", '>' }, { "&quot;", '"' } };
  GString *out = g_string_sized_new (n_bytes);
  const char *end = text + n_bytes;

  while (text < end)
    {
      gsize n = 1;
      char c = *text;
      for (gsize i = 0; c == '&' && i < G_N_ELEMENTS (entities); i++)
        if (g_str_has_prefix (text, entities[i].entity))
          {
            n = strlen (entities[i].entity);
            c = entities[i].c;
            break;
          }
      g_string_append_c (out, c);
      text += n;
    }
  return g_string_free (out, FALSE);
}

static void
append_escaped (GString *out, const char *text)
{
  for (; *text != '\0'; text++)
    switch (*text)
      {
      case '&':
        g_string_append (out, "&amp;");
        break;
      case '<':
        g_string_append (out, "&lt;");
        break;
      case '>':
        g_string_append (out, "&gt;");
        break;
      case '"':
        g_string_append (out, "&quot;");
        break;
      default:
        g_string_append_c (out, *text);
      }
}

/* Finds the next picture of a body. @n_bytes: (out): of its address, which is escaped.
 * Returns: (nullable): where that begins */
static const char *
find_picture (const char *html, gsize *n_bytes)
{
  const char *tag = strstr (html, IMAGE);

  if (tag == NULL)
    return NULL;
  const char *start = tag + strlen (IMAGE);
  *n_bytes = strcspn (start, "\"");
  return start;
}

GPtrArray *
exm_body_pictures_list (const char *html)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  gsize n_bytes = 0;

  for (const char *at = html != NULL ? find_picture (html, &n_bytes) : NULL; at != NULL;
       at = find_picture (at + n_bytes, &n_bytes))
    {
      g_autofree char *address = unescape (at, n_bytes);
      if (*address == '\0' || g_hash_table_contains (seen, address))
        continue;
      g_hash_table_add (seen, address);
      g_ptr_array_add (list, g_steal_pointer (&address));
    }
  return list;
}

static void
map_html (GString *out, const char *html, ExmPictureFunc func, gpointer data)
{
  gsize n_bytes = 0;
  const char *at;

  while ((at = find_picture (html, &n_bytes)) != NULL)
    {
      g_autofree char *address = unescape (at, n_bytes);
      g_autofree char *other = func (address, data);
      g_string_append_len (out, html, at - html);
      if (other != NULL)
        append_escaped (out, other);
      else
        g_string_append_len (out, at, (gssize) n_bytes);
      html = at + n_bytes;
    }
  g_string_append (out, html);
}

char *
exm_body_pictures_map_html (const char *html, ExmPictureFunc func, gpointer data)
{
  GString *out = g_string_new (NULL);

  map_html (out, html, func, data);
  return g_string_free (out, FALSE);
}

/* Finds the end of an image's label, in which brackets are escaped. Returns: (nullable):
 * where its address begins */
static const char *
find_address (const char *label, const char *end)
{
  for (const char *p = label; p < end; p++)
    {
      if (*p == '\\' && p + 1 < end)
        p++;
      else if (*p == ']')
        return p + 1 < end && p[1] == '(' ? p + 2 : NULL;
    }
  return NULL;
}

/* Jumps over a span of code that begins at @at. Returns: behind it, or behind the marks
 * of what is none */
static const char *
skip_code (const char *at, const char *end)
{
  gsize n = strspn (at, "`");

  for (const char *p = at + n; p < end; p++)
    {
      gsize marks = *p == '`' ? strspn (p, "`") : 0;
      if (marks == n)
        return p + n;
      p += marks > 0 ? marks - 1 : 0;
    }
  return at + n;
}

/* Text without fences. */
static void
map_text (
    GString *out, const char *text, gsize n_bytes, ExmPictureFunc func, gpointer data)
{
  const char *end = text + n_bytes, *written = text, *p = text;

  while (p < end)
    {
      if (*p == '\\')
        p += 2;
      else if (*p == '`')
        p = skip_code (p, end);
      else if (*p == '!' && p + 1 < end && p[1] == '[')
        {
          const char *start = find_address (p + 2, end);
          const char *stop
              = start != NULL ? memchr (start, ')', (gsize) (end - start)) : NULL;
          p += 2;
          if (stop == NULL)
            continue;
          g_autofree char *address = g_strndup (start, (gsize) (stop - start));
          g_autofree char *other = func (address, data);
          p = stop;
          if (other == NULL)
            continue;
          g_string_append_len (out, written, start - written);
          g_string_append (out, other);
          written = stop;
        }
      else
        p++;
    }
  g_string_append_len (out, written, end - written);
}

/* Marks at the start of a fence, behind those of quotes and items. */
static gsize
count_fence (const char *line)
{
  const char *at = line + strspn (line, " >-*0123456789.)");
  gsize n = strspn (at, "`");

  return n >= 3 ? n : 0;
}

char *
exm_body_pictures_map_markdown (const char *markdown, ExmPictureFunc func, gpointer data)
{
  GString *out = g_string_new (NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  gsize fence = 0;

  for (const char *line = markdown; *line != '\0';)
    {
      const char *stop = strchr (line, '\n');
      gsize n = stop != NULL ? (gsize) (stop + 1 - line) : strlen (line);
      gsize marks = count_fence (line);
      if (fence == 0 && marks == 0)
        {
          g_string_truncate (text, 0);
          map_text (text, line, n, func, data);
          map_html (out, text->str, func, data);
        }
      else
        g_string_append_len (out, line, (gssize) n);
      if (fence == 0)
        fence = marks;
      else if (marks == fence)
        fence = 0;
      line += n;
    }
  return g_string_free (out, FALSE);
}
