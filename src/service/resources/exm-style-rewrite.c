/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "resources/exm-style-rewrite.h"

#include "fetch/exm-url.h"
#include "resources/exm-resource-url.h"

#include <string.h>

/* A longer address is no address; an escape is at most six digits. */
#define MAX_URL_BYTES (64u * 1024u)
#define MAX_ESCAPE_DIGITS 6u
#define NOWHERE "about:invalid"

typedef struct
{
  const char *at;
  const char *end;
  const char *base; /* (unowned) */
  GString *out;     /* (owned) */
  GString *text;    /* (owned): of the string or the address that is read */
  guint n_urls;
  guint depth;      /* of braces */
  guint font_depth; /* braces around a @font-face and it; 0: not in one */
  gboolean is_font; /* its brace comes next */
  gboolean is_import;
  gboolean is_namespace; /* its address is a name, to the semicolon */
} Rewriter;

static gboolean
is_name_char (char c)
{
  return g_ascii_isalnum (c) || c == '-' || c == '_' || (guchar) c >= 0x80 || c == '\\';
}

static void
copy_to (Rewriter *self, const char *to)
{
  g_string_append_len (self->out, self->at, to - self->at);
  self->at = to;
}

static void
copy_comment (Rewriter *self)
{
  const char *close = self->at + 2;

  while (close < self->end
         && !(close[0] == '*' && close + 1 < self->end && close[1] == '/'))
    close++;
  copy_to (self, close < self->end ? close + 2 : self->end);
}

/* Appends the character that an escape stands for. Returns: its end */
static const char *
read_escape (const char *at, const char *end, GString *text)
{
  gunichar c = 0;
  guint n_digits = 0;

  at++;
  if (at == end)
    return at;
  for (; at < end && n_digits < MAX_ESCAPE_DIGITS && g_ascii_isxdigit (*at); at++)
    {
      c = c * 16 + (gunichar) g_ascii_xdigit_value (*at);
      n_digits++;
    }
  if (n_digits == 0)
    {
      /* An escaped line break goes on with the string. */
      if (*at != '\n')
        g_string_append_c (text, *at);
      return at + 1;
    }
  g_string_append_unichar (text, c != 0 && g_unichar_validate (c) ? c : 0xfffd);
  return at < end && g_ascii_isspace (*at) ? at + 1 : at;
}

/* @at: at a quote. Returns: (nullable): the end of the string; %NULL where a line ends
 * before it */
static const char *
read_string (const char *at, const char *end, GString *text)
{
  char quote = *at++;

  while (at < end)
    {
      if (*at == quote)
        return at + 1;
      if (*at == '\n')
        return NULL;
      if (*at == '\\')
        at = read_escape (at, end, text);
      else
        g_string_append_c (text, *at++);
    }
  return end;
}

static const char *
skip_space (const char *at, const char *end)
{
  while (at < end && g_ascii_isspace (*at))
    at++;
  return at;
}

/* @at: behind "url(". Returns: (nullable): behind the closing parenthesis; %NULL for what
 * is no address */
static const char *
read_url (const char *at, const char *end, GString *text)
{
  at = skip_space (at, end);
  if (at < end && (*at == '"' || *at == '\''))
    {
      at = read_string (at, end, text);
      at = at != NULL ? skip_space (at, end) : NULL;
      return at == NULL || at == end ? at : *at == ')' ? at + 1 : NULL;
    }
  while (at < end && *at != ')')
    {
      if (g_ascii_isspace (*at))
        {
          at = skip_space (at, end);
          return at == end || *at == ')' ? MIN (at + 1, end) : NULL;
        }
      if (*at == '"' || *at == '\'' || *at == '(')
        return NULL;
      if (*at == '\\')
        at = read_escape (at, end, text);
      else
        g_string_append_c (text, *at++);
    }
  return MIN (at + 1, end);
}

/* Returns: (transfer full): what stands in the place of an address */
static char *
exchange (Rewriter *self, const char *url)
{
  ExmResourceKind kind = self->is_import         ? EXM_RESOURCE_STYLE
                         : self->font_depth != 0 ? EXM_RESOURCE_FONT
                                                 : EXM_RESOURCE_IMAGE;

  if (*url == '#' || g_ascii_strncasecmp (url, "data:", 5) == 0)
    return g_strdup (url);
  if (*url == '\0' || strlen (url) > MAX_URL_BYTES || ++self->n_urls > EXM_STYLE_MAX_URLS)
    return g_strdup (NOWHERE);
  g_autofree char *absolute = exm_url_resolve (self->base, url, NULL);
  return absolute != NULL ? exm_resource_url_new (kind, absolute) : g_strdup (NOWHERE);
}

/* Writes an address as a quoted url(), which stands for either form. */
static void
put_url (Rewriter *self, const char *url, const char *to)
{
  g_autofree char *text = exchange (self, url);

  g_string_append (self->out, "url(\"");
  for (const char *at = text; *at != '\0'; at++)
    {
      if (*at == '"' || *at == '\\' || (guchar) *at < ' ')
        g_string_append_printf (self->out, "\\%x ", (guint) *at);
      else
        g_string_append_c (self->out, *at);
    }
  g_string_append (self->out, "\")");
  self->at = to;
  self->is_import = FALSE;
}

static void
take_string (Rewriter *self)
{
  const char *to = read_string (self->at, self->end, g_string_truncate (self->text, 0));

  if (self->is_import && to != NULL)
    put_url (self, self->text->str, to);
  else
    copy_to (self, to != NULL ? to : self->at + 1);
}

static gboolean
is_word (const char *from, const char *to, const char *word)
{
  return (gsize) (to - from) == strlen (word)
         && g_ascii_strncasecmp (from, word, strlen (word)) == 0;
}

static void
take_at_rule (Rewriter *self)
{
  const char *name = self->at + 1, *to = name;

  while (to < self->end && is_name_char (*to))
    to++;
  self->is_import = is_word (name, to, "import");
  self->is_namespace = is_word (name, to, "namespace");
  self->is_font = is_word (name, to, "font-face");
  copy_to (self, to);
}

static void
take_name (Rewriter *self)
{
  const char *to = self->at;

  while (to < self->end && is_name_char (*to))
    to += *to == '\\' && to + 1 < self->end ? 2 : 1;
  gboolean is_url = is_word (self->at, to, "url") && to < self->end && *to == '(';
  if (!is_url || self->is_namespace)
    {
      copy_to (self, to);
      return;
    }
  const char *behind = read_url (to + 1, self->end, g_string_truncate (self->text, 0));
  if (behind != NULL)
    put_url (self, self->text->str, behind);
  else
    copy_to (self, to + 1);
}

static void
take_mark (Rewriter *self)
{
  switch (*self->at)
    {
    case '{':
      self->depth++;
      if (self->is_font)
        self->font_depth = self->depth;
      self->is_font = self->is_import = self->is_namespace = FALSE;
      break;
    case '}':
      if (self->depth == self->font_depth)
        self->font_depth = 0;
      self->depth -= self->depth > 0 ? 1 : 0;
      break;
    case ';':
      self->is_font = self->is_import = self->is_namespace = FALSE;
      break;
    default:
      break;
    }
  copy_to (self, self->at + 1);
}

GString *
exm_style_rewrite (const char *css, gsize n_bytes, const char *base)
{
  Rewriter self = { .at = css, .end = css + n_bytes, .base = base };

  self.out = g_string_sized_new (n_bytes + n_bytes / 8);
  self.text = g_string_new (NULL);
  while (self.at < self.end)
    {
      if (*self.at == '/' && self.at + 1 < self.end && self.at[1] == '*')
        copy_comment (&self);
      else if (*self.at == '"' || *self.at == '\'')
        take_string (&self);
      else if (*self.at == '@')
        take_at_rule (&self);
      else if (is_name_char (*self.at))
        take_name (&self);
      else
        take_mark (&self);
    }
  g_string_free (self.text, TRUE);
  return self.out;
}
