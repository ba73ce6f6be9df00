/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Document types: 13.2.5.53 … 68. */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "html/exm-html-tokenizer-private.h"

#include <string.h>

static const char *
skip_spaces (const char *p, const char *end)
{
  while (p < end && exm_html_is_space (*p))
    p++;
  return p;
}

/* The bogus state: whatever comes up to ">" is no part of it. */
static const char *
skip_rest (const char *p, const char *end)
{
  const char *close = memchr (p, '>', (gsize) (end - p));
  return close != NULL ? close + 1 : end;
}

/* A quoted identifier at @p. Returns: what stands behind it, or %NULL if it does not end
 * before the ">" (then @p is moved behind it) or is none (then @p stays). */
static const char *
read_identifier (const char **p, const char *end, ExmHtmlPart *identifier)
{
  char quote = **p;
  const char *start = *p + 1;

  if (quote != '"' && quote != '\'')
    return NULL;
  const char *q = start;
  while (q < end && *q != quote && *q != '>')
    q++;
  *identifier = (ExmHtmlPart){ start, (gsize) (q - start) };
  if (q < end && *q == quote)
    return q + 1;
  *p = q < end ? q + 1 : end;
  return NULL;
}

/* @p: where a system identifier may stand, behind white space; not at the end. */
static const char *
read_system (const char *p, const char *end, gboolean required, ExmHtmlToken *token)
{
  const char *at = p;

  if (*p == '>')
    {
      token->force_quirks |= required;
      return p + 1;
    }
  const char *next = read_identifier (&at, end, &token->system_id);
  if (next == NULL)
    {
      token->force_quirks = TRUE;
      return at == p ? skip_rest (p, end) : at;
    }
  next = skip_spaces (next, end);
  token->force_quirks |= next == end;
  return skip_rest (next, end);
}

static const char *
read_public (const char *p, const char *end, ExmHtmlToken *token)
{
  const char *at = p;
  const char *next = read_identifier (&at, end, &token->public_id);

  if (next == NULL)
    {
      token->force_quirks = TRUE;
      return at == p ? skip_rest (p, end) : at;
    }
  next = skip_spaces (next, end);
  if (next == end)
    {
      token->force_quirks = TRUE;
      return end;
    }
  return read_system (next, end, FALSE, token);
}

/* @p: behind the name and white space. */
static const char *
read_identifiers (const char *p, const char *end, ExmHtmlToken *token)
{
  gboolean has_public = end - p >= 6 && g_ascii_strncasecmp (p, "public", 6) == 0;
  gboolean has_system = end - p >= 6 && g_ascii_strncasecmp (p, "system", 6) == 0;

  if (!has_public && !has_system)
    {
      token->force_quirks = TRUE;
      return skip_rest (p, end);
    }
  p = skip_spaces (p + 6, end);
  if (p == end || *p == '>')
    {
      token->force_quirks = TRUE;
      return p < end ? p + 1 : end;
    }
  return has_public ? read_public (p, end, token) : read_system (p, end, TRUE, token);
}

const char *
exm_html_read_doctype (ExmHtmlTokenizer *self, const char *p, ExmHtmlToken *token)
{
  const char *end = self->end;

  token->type = EXM_HTML_DOCTYPE;
  token->name = token->public_id = token->system_id = (ExmHtmlPart){ NULL, 0 };
  token->force_quirks = FALSE;
  p = skip_spaces (p, end);
  if (p == end || *p == '>')
    {
      token->force_quirks = TRUE;
      return p < end ? p + 1 : end;
    }
  const char *name = p;
  while (p < end && *p != '>' && !exm_html_is_space (*p))
    p++;
  token->name = (ExmHtmlPart){ name, (gsize) (p - name) };
  p = skip_spaces (p, end);
  if (p == end)
    {
      token->force_quirks = TRUE;
      return end;
    }
  return *p == '>' ? p + 1 : read_identifiers (p, end, token);
}
