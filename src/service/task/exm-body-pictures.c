/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "task/exm-body-pictures.h"

#include <string.h>

/* All text of a body is escaped: these stand in tags alone. */
#define IMAGE "<img src=\""
#define SOURCE " srcset=\""

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

/* A picture of a body: places in its HTML, where all is escaped. */
typedef struct
{
  const char *address;
  gsize n_address;
  const char *source; /* (nullable): the attribute, from the blank before it */
  gsize n_source;
} Picture;

/* Finds the next picture. Returns: whether there is one */
static gboolean
find_picture (const char *html, Picture *picture)
{
  const char *tag = strstr (html, IMAGE);

  *picture = (Picture){ 0 };
  if (tag == NULL)
    return FALSE;
  picture->address = tag + strlen (IMAGE);
  picture->n_address = strcspn (picture->address, "\"");
  const char *end = picture->address + picture->n_address;
  /* Values have neither quotation marks nor brackets. */
  const char *source = g_strstr_len (end, (gssize) strcspn (end, ">"), SOURCE);
  if (source == NULL)
    return TRUE;
  gsize n = strlen (SOURCE) + strcspn (source + strlen (SOURCE), "\">");
  if (source[n] == '"')
    {
      picture->source = source;
      picture->n_source = n + 1;
    }
  return TRUE;
}

static void
body_picture_free (gpointer data)
{
  ExmBodyPicture *self = data;

  g_free (self->address);
  g_free (self->source);
  g_free (self);
}

GPtrArray *
exm_body_pictures_list (const char *html)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (body_picture_free);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  Picture at;

  for (; html != NULL && find_picture (html, &at); html = at.address + at.n_address)
    {
      g_autofree char *address = unescape (at.address, at.n_address);
      if (*address == '\0' || g_hash_table_contains (seen, address))
        continue;
      ExmBodyPicture *picture = g_new0 (ExmBodyPicture, 1);
      picture->address = g_steal_pointer (&address);
      if (at.source != NULL)
        picture->source
            = unescape (at.source + strlen (SOURCE), at.n_source - strlen (SOURCE) - 1);
      g_hash_table_add (seen, picture->address);
      g_ptr_array_add (list, picture);
    }
  return list;
}

static void
map_html (GString *out, const char *html, ExmPictureFunc func, gpointer data)
{
  Picture at;

  while (find_picture (html, &at))
    {
      g_autofree char *address = unescape (at.address, at.n_address);
      g_autofree char *other = func (address, data);
      const char *end = at.address + at.n_address;
      g_string_append_len (out, html, at.address - html);
      if (other != NULL)
        append_escaped (out, other);
      else
        g_string_append_len (out, at.address, (gssize) at.n_address);
      if (other != NULL && at.source != NULL)
        {
          g_string_append_len (out, end, at.source - end);
          end = at.source + at.n_source;
        }
      html = end;
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
