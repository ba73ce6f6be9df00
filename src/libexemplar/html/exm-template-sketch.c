/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-html"

#include "config.h"

#include "html/exm-template-sketch.h"

#include <string.h>

#define FNV_START G_GUINT64_CONSTANT (0xcbf29ce484222325)
#define FNV_PRIME G_GUINT64_CONSTANT (0x100000001b3)

/* Shortest text that tells pages apart, bytes. */
#define LEAST_TEXT 12u

/* Longest tag that is read for its classes, bytes. */
#define MAX_TAG 65536u

static guint64
add_byte (guint64 hash, guchar byte)
{
  return (hash ^ byte) * FNV_PRIME;
}

/* Adds a name, runs of digits folded to one 0, letters to small ones. */
static guint64
add_name (guint64 hash, const char *name, gsize n_bytes)
{
  gboolean in_digits = FALSE;

  for (gsize i = 0; i < n_bytes; i++)
    {
      gboolean digit = g_ascii_isdigit (name[i]);
      if (!digit || !in_digits)
        hash = add_byte (hash, digit ? '0' : (guchar) g_ascii_tolower (name[i]));
      in_digits = digit;
    }
  return hash;
}

static void
note (guint16 *buckets, guint64 hash)
{
  hash ^= hash >> 32;
  hash *= G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  hash ^= hash >> 29;
  guint16 *least = &buckets[hash % EXM_SKETCH_BUCKETS];
  *least = MIN (*least, (guint16) (hash >> 32) & 0xfffeu);
}

/* Value of an attribute from @at on, which stands behind its "=". Returns: behind it */
static const char *
find_value (const char *at, const char *end, const char **value, gsize *n_value)
{
  while (at < end && g_ascii_isspace (*at))
    at++;
  if (at < end && (*at == '"' || *at == '\''))
    {
      const char *last = memchr (at + 1, *at, (gsize) (end - at - 1));
      last = last != NULL ? last : end;
      *value = at + 1;
      *n_value = (gsize) (last - *value);
      return last < end ? last + 1 : end;
    }
  *value = at;
  while (at < end && !g_ascii_isspace (*at))
    at++;
  *n_value = (gsize) (at - *value);
  return at;
}

static void
note_names (ExmTemplateSketch *self, guint64 tag, char mark, const char *names, gsize n)
{
  for (gsize i = 0; i < n;)
    {
      gsize from = i;
      while (i < n && !g_ascii_isspace (names[i]))
        i++;
      if (i > from)
        note (self->names,
              add_name (add_byte (tag, (guchar) mark), names + from, i - from));
      while (i < n && g_ascii_isspace (names[i]))
        i++;
    }
}

/* Reads the attributes between the name of a tag and its end. */
static void
note_attributes (ExmTemplateSketch *self, guint64 tag, const char *at, const char *end)
{
  while (at < end)
    {
      while (at < end && (g_ascii_isspace (*at) || *at == '/'))
        at++;
      const char *name = at, *value = NULL;
      gsize n_value = 0;
      while (at < end && *at != '=' && !g_ascii_isspace (*at))
        at++;
      gsize n_name = (gsize) (at - name);
      while (at < end && g_ascii_isspace (*at))
        at++;
      if (at < end && *at == '=')
        at = find_value (at + 1, end, &value, &n_value);
      if (value == NULL)
        continue;
      if (n_name == 5 && g_ascii_strncasecmp (name, "class", 5) == 0)
        note_names (self, tag, '.', value, n_value);
      else if (n_name == 2 && g_ascii_strncasecmp (name, "id", 2) == 0)
        note_names (self, tag, '#', value, n_value);
    }
}

/* Returns: (transfer none): the end of a tag that begins at @at, outside of quotes */
static const char *
find_end (const char *at, const char *end)
{
  char quote = '\0';

  for (; at < end; at++)
    if (quote != '\0')
      quote = *at == quote ? '\0' : quote;
    else if (*at == '>')
      break;
    else if ((*at == '"' || *at == '\'') && at[-1] == '=')
      quote = *at;
  return at;
}

/* Returns: (transfer none): behind @mark, or @end */
static const char *
pass (const char *at, const char *end, const char *mark)
{
  gsize n = strlen (mark);

  for (; at < end && (gsize) (end - at) >= n; at++)
    {
      at = memchr (at, mark[0], (gsize) (end - at));
      if (at == NULL || (gsize) (end - at) < n)
        return end;
      if (g_ascii_strncasecmp (at, mark, n) == 0)
        return at + n;
    }
  return end;
}

/* Notes the text from @at to the next tag. Returns: (transfer none): that, or @end */
static const char *
note_text (ExmTemplateSketch *self, const char *at, const char *end)
{
  const char *last = memchr (at, '<', (gsize) (end - at));
  const char *after = last != NULL ? last : end;

  for (last = after; at < last && g_ascii_isspace (*at);)
    at++;
  while (last > at && g_ascii_isspace (last[-1]))
    last--;
  if (last - at >= (gssize) LEAST_TEXT)
    note (self->texts, add_name (FNV_START, at, (gsize) (last - at)));
  return after;
}

void
exm_template_sketch_init (ExmTemplateSketch *self, const char *html, gsize n_bytes)
{
  const char *end = html + n_bytes;

  memset (self, 0xff, sizeof *self);
  for (const char *at = html; at < end;)
    {
      at = note_text (self, at, end);
      if (at == end)
        return;
      const char *name = ++at;
      if (end - at >= 3 && memcmp (at, "!--", 3) == 0)
        {
          at = pass (at + 3, end, "-->");
          continue;
        }
      while (at < end && g_ascii_isalnum (*at))
        at++;
      gsize n_name = (gsize) (at - name);
      if (n_name == 0 || !g_ascii_isalpha (*name))
        continue;
      guint64 tag = add_name (FNV_START, name, n_name);
      const char *last = find_end (at, at + MIN (end - at, (gssize) MAX_TAG));
      note (self->names, tag);
      note_attributes (self, tag, at, last);
      at = last < end ? last + 1 : end;
      if (n_name == 6 && g_ascii_strncasecmp (name, "script", 6) == 0)
        at = pass (at, end, "</script");
      else if (n_name == 5 && g_ascii_strncasecmp (name, "style", 5) == 0)
        at = pass (at, end, "</style");
    }
}

static double
compare (const guint16 *a, const guint16 *b)
{
  guint n_any = 0, n_same = 0;

  for (guint i = 0; i < EXM_SKETCH_BUCKETS; i++)
    {
      guint any = (guint) (a[i] & b[i]) != G_MAXUINT16;
      n_any += any;
      n_same += any & (guint) (a[i] == b[i]);
    }
  return n_any > 0 ? (double) n_same / n_any : 0;
}

double
exm_template_sketch_compare (const ExmTemplateSketch *a, const ExmTemplateSketch *b)
{
  return compare (a->names, b->names);
}

double
exm_template_sketch_compare_texts (const ExmTemplateSketch *a, const ExmTemplateSketch *b)
{
  return compare (a->texts, b->texts);
}
