/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-engine"

#include "config.h"

#include "article/exm-safe-html.h"

#include <string.h>

/* Elements inside of a line that may be open at once; of deeper ones the ends are not
 * looked for. */
#define MAX_OPEN 64u

typedef struct
{
  GArray *parts; /* (unowned) */
  guint open[MAX_OPEN];
  guint n_open;
  gboolean keeps_feeds; /* inside of code or a formula, whose line feeds are text */
} Reader;

gboolean
exm_safe_html_is_inline (ExmTag tag)
{
  switch (tag)
    {
    case EXM_TAG_A:
    case EXM_TAG_STRONG:
    case EXM_TAG_EM:
    case EXM_TAG_CODE:
    case EXM_TAG_SUP:
    case EXM_TAG_SUB:
    case EXM_TAG_IMG:
    case EXM_TAG_SPAN:
      return TRUE;
    default:
      return FALSE;
    }
}

static ExmSafePart *
add_part (Reader *self, ExmSafePartKind kind, const char *start, gsize n_bytes)
{
  const ExmSafePart part
      = { .kind = kind, .start = start, .n_bytes = n_bytes, .end = self->parts->len };

  g_array_append_val (self->parts, part);
  return &g_array_index (self->parts, ExmSafePart, self->parts->len - 1);
}

/* Line feeds are parts of their own, but those of code and formulas. */
static void
add_text (Reader *self, const char *text, gsize n_bytes)
{
  const char *end = text + n_bytes;

  while (text < end)
    {
      const char *stop
          = self->keeps_feeds ? NULL : memchr (text, '\n', (gsize) (end - text));
      gsize n = (gsize) ((stop != NULL ? stop : end) - text);
      if (n > 0)
        add_part (self, EXM_SAFE_TEXT, text, n);
      if (stop != NULL)
        add_part (self, EXM_SAFE_LINE_FEED, stop, 1);
      text += stop != NULL ? n + 1 : n;
    }
}

static void
note_inline (Reader *self, const ExmSafePart *part, guint index)
{
  if (part->kind == EXM_SAFE_OPEN && part->tag != EXM_TAG_IMG && self->n_open < MAX_OPEN)
    self->open[self->n_open++] = index;
  if (part->kind != EXM_SAFE_CLOSE || self->n_open == 0)
    return;
  ExmSafePart *open
      = &g_array_index (self->parts, ExmSafePart, self->open[self->n_open - 1]);
  if (open->tag != part->tag)
    return;
  open->end = index;
  self->n_open--;
}

/* @tag: from "<" up to behind ">" */
static void
add_tag (Reader *self, const char *tag, gsize n_bytes)
{
  gboolean closes = n_bytes > 1 && tag[1] == '/';
  const char *name = tag + (closes ? 2 : 1);
  gsize n_name = 0;

  while (name + n_name < tag + n_bytes && g_ascii_isalnum (name[n_name]))
    n_name++;
  ExmSafePart *part
      = add_part (self, closes ? EXM_SAFE_CLOSE : EXM_SAFE_OPEN, tag, n_bytes);
  part->tag = exm_tag_from_name (name, n_name);
  if (part->tag == EXM_TAG_PRE || part->tag == EXM_TAG_SPAN)
    self->keeps_feeds = !closes;
  if (exm_safe_html_is_inline (part->tag))
    note_inline (self, part, self->parts->len - 1);
  else
    self->n_open = 0;
}

GArray *
exm_safe_html_read (const char *html)
{
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (ExmSafePart));
  Reader self = { .parts = parts };
  const char *end = html + strlen (html);

  while (html < end)
    {
      const char *stop = *html == '<' ? memchr (html, '>', (gsize) (end - html))
                                      : memchr (html, '<', (gsize) (end - html));
      if (*html != '<' || stop == NULL)
        {
          add_text (&self, html, (gsize) ((stop != NULL ? stop : end) - html));
          html = stop != NULL ? stop : end;
          continue;
        }
      add_tag (&self, html, (gsize) (stop + 1 - html));
      html = stop + 1;
      /* The one behind a break belongs to it. */
      if (g_array_index (parts, ExmSafePart, parts->len - 1).tag == EXM_TAG_BR
          && *html == '\n')
        html++;
    }
  return parts;
}

void
exm_safe_html_append (GString *out, const char *text, gsize n_bytes)
{
  static const struct
  {
    const char *name;
    char c;
  } escapes[] = { { "&amp;", '&' }, { "&lt;", '<' }, { "&gt;", '>' }, { "&quot;", '"' } };
  const char *end = text + n_bytes;

  while (text < end)
    {
      const char *stop = memchr (text, '&', (gsize) (end - text));
      gsize n = (gsize) ((stop != NULL ? stop : end) - text);
      g_string_append_len (out, text, (gssize) n);
      text += n;
      if (stop == NULL)
        return;
      gsize i = 0;
      while (i < G_N_ELEMENTS (escapes)
             && strncmp (text, escapes[i].name, strlen (escapes[i].name)) != 0)
        i++;
      g_string_append_c (out, i < G_N_ELEMENTS (escapes) ? escapes[i].c : '&');
      text += i < G_N_ELEMENTS (escapes) ? strlen (escapes[i].name) : 1;
    }
}

char *
exm_safe_html_dup_value (const ExmSafePart *part, const char *name)
{
  g_autofree char *before = g_strdup_printf (" %s=\"", name);
  const char *value = g_strstr_len (part->start, (gssize) part->n_bytes, before);
  const char *end = part->start + part->n_bytes;

  if (value == NULL)
    return NULL;
  value += strlen (before);
  const char *stop = memchr (value, '"', (gsize) (end - value));
  GString *out = g_string_new (NULL);
  exm_safe_html_append (out, value, (gsize) ((stop != NULL ? stop : end) - value));
  return g_string_free (out, FALSE);
}
