/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Tags and their attributes: 13.2.5.8 and 13.2.5.32 … 40. */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "exm-html-tokenizer-private.h"

#include <string.h>

#define HASH_SEED 2166136261u

static const char *
skip_spaces (const char *p, const char *end)
{
  while (p < end && exm_html_is_space (*p))
    p++;
  return p;
}

/* @p: behind "=" and white space; never at the end. */
static const char *
read_value (ExmHtmlTokenizer *self, const char *p, ExmHtmlPart *value)
{
  const char *end = self->end;
  const char *start = p;

  if (*p == '"' || *p == '\'')
    {
      const ExmHtmlStops stops = { { *p, *p, *p, *p } };
      p = self->scan (++start, end, stops);
      *value = (ExmHtmlPart){ start, (gsize) (p - start) };
      return p < end ? p + 1 : end;
    }
  while (p < end && !exm_html_is_space (*p) && *p != '>')
    p++;
  *value = (ExmHtmlPart){ start, (gsize) (p - start) };
  return p;
}

/* Of two attributes with the same name, the first counts. */
static void
keep_attribute (ExmHtmlTokenizer *self,
                ExmHtmlToken *token,
                const ExmHtmlAttribute *attribute)
{
  for (guint i = 0; i < token->n_attributes; i++)
    if (self->attributes[i].hash == attribute->hash
        && exm_html_part_equal (self->attributes[i].name, attribute->name))
      return;
  if (token->n_attributes == EXM_HTML_MAX_ATTRIBUTES)
    {
      self->truncated = TRUE;
      return;
    }
  self->attributes[token->n_attributes++] = *attribute;
}

/* @p: at the first character of the name, whatever it is. */
static const char *
read_attribute (ExmHtmlTokenizer *self, const char *p, ExmHtmlAttribute *attribute)
{
  const char *end = self->end;
  const char *start = p;
  guint32 hash = HASH_SEED;

  do
    hash = (hash ^ (guint8) exm_html_lower (*p++)) * 16777619u;
  while (p < end && *p != '=' && *p != '>' && *p != '/' && !exm_html_is_space (*p));
  attribute->name = (ExmHtmlPart){ start, (gsize) (p - start) };
  attribute->hash = hash;
  attribute->value = (ExmHtmlPart){ p, 0 };

  const char *equals = skip_spaces (p, end);
  if (equals == end || *equals != '=')
    return equals;
  p = skip_spaces (equals + 1, end);
  return p < end && *p != '>' ? read_value (self, p, &attribute->value) : p;
}

const char *
exm_html_read_tag (ExmHtmlTokenizer *self, const char *p, ExmHtmlToken *token)
{
  const char *end = self->end;
  const char *name = p;

  while (p < end && *p != '>' && *p != '/' && !exm_html_is_space (*p))
    p++;
  token->name = (ExmHtmlPart){ name, (gsize) (p - name) };
  token->tag = exm_tag_from_name (name, token->name.n_bytes);
  token->attributes = self->attributes;
  token->n_attributes = 0;
  token->self_closing = FALSE;

  for (;;)
    {
      p = skip_spaces (p, end);
      if (p == end)
        {
          token->type = EXM_HTML_EOF;
          return end;
        }
      if (*p == '>')
        return p + 1;
      if (*p == '/')
        {
          if (++p < end && *p == '>')
            {
              token->self_closing = TRUE;
              return p + 1;
            }
          continue;
        }
      ExmHtmlAttribute attribute;
      p = read_attribute (self, p, &attribute);
      keep_attribute (self, token, &attribute);
    }
}
