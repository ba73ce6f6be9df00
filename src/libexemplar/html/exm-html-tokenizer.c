/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "html/exm-html-reference.h"
#include "html/exm-html-tokenizer-private.h"

#include <string.h>

/* --- Document types: 13.2.5.53 … 68 --- */

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

/* @p: behind "<!doctype". */
static const char *
read_doctype (ExmHtmlTokenizer *self, const char *p, ExmHtmlToken *token)
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

/* --- Ends of RCDATA, raw text and scripts: 13.2.5.9 … 31 --- */

/* Whether the name @lower stands at @p and ends there. */
static gboolean
is_name (const char *p, const char *end, ExmHtmlPart name)
{
  if ((gsize) (end - p) <= name.n_bytes
      || !exm_html_part_equal ((ExmHtmlPart){ p, name.n_bytes }, name))
    return FALSE;
  p += name.n_bytes;
  return exm_html_is_space (*p) || *p == '/' || *p == '>';
}

/* @p: at "<". */
static gboolean
is_end_tag (const ExmHtmlTokenizer *self, const char *p)
{
  return self->end - p > 2 && p[1] == '/' && self->last_start.n_bytes > 0
         && is_name (p + 2, self->end, self->last_start);
}

/* Sees by the way whether there is anything before it that does not stand for itself. */
static inline const char *
find_less_than (ExmHtmlTokenizer *self, const char *p)
{
  const ExmHtmlStops only = { { '<', '<', '<', '<' } };
  const ExmHtmlStops coded
      = { { '<', '\r', '\0', self->state == EXM_HTML_RCDATA ? '&' : '<' } };

  if (self->raw_is_plain)
    {
      p = self->scan (p, self->end, coded);
      if (p == self->end || *p == '<')
        return p;
      self->raw_is_plain = FALSE;
    }
  return self->scan (p, self->end, only);
}

static const char *
find_end_tag (ExmHtmlTokenizer *self, const char *p)
{
  while ((p = find_less_than (self, p)) < self->end && !is_end_tag (self, p))
    p++;
  return p;
}

/* @p: behind "<!", where "--" starts the escaped part of a script. In it a script inside
 * the script has its own end tag. Returns: where the escaped part ends, behind "-->" or
 * at the end tag of the whole script, which @ends tells apart. */
static const char *
skip_escaped (ExmHtmlTokenizer *self, const char *p, gboolean *ends)
{
  const ExmHtmlStops stops = { { '<', '>', '<', '>' } };
  const ExmHtmlPart script = { "script", 6 };
  const char *dashes = p;
  gboolean twice = FALSE;

  /* It is not looked for here. */
  self->raw_is_plain = FALSE;
  *ends = FALSE;
  for (p += 2; (p = self->scan (p, self->end, stops)) < self->end; p++)
    {
      if (*p == '>')
        {
          if (p - dashes >= 2 && p[-1] == '-' && p[-2] == '-')
            return p + 1;
        }
      else if (!twice && is_end_tag (self, p))
        {
          *ends = TRUE;
          return p;
        }
      else if (!twice)
        twice = is_name (p + 1, self->end, script);
      else if (p + 1 < self->end && p[1] == '/')
        twice = !is_name (p + 2, self->end, script);
    }
  return self->end;
}

static const char *
find_script_end (ExmHtmlTokenizer *self, const char *p)
{
  while ((p = find_less_than (self, p)) < self->end && !is_end_tag (self, p))
    {
      p++;
      if (self->end - p >= 3 && memcmp (p, "!--", 3) == 0)
        {
          gboolean ends;
          p = skip_escaped (self, p + 1, &ends);
          if (ends)
            return p;
        }
    }
  return p;
}

/* @p: in RCDATA, raw text or a script. Returns: the "<" of the end tag that ends it, or
 * the end of the page. */
static const char *
find_raw_end (ExmHtmlTokenizer *self, const char *p)
{
  self->raw_is_plain = TRUE;
  return self->state == EXM_HTML_SCRIPT_DATA ? find_script_end (self, p)
                                             : find_end_tag (self, p);
}

/* --- Tokens --- */

void
exm_html_tokenizer_init (ExmHtmlTokenizer *self, const char *source, gsize n_bytes)
{
  self->state = EXM_HTML_DATA;
  self->last_start = (ExmHtmlPart){ NULL, 0 };
  self->allow_cdata = FALSE;
  self->truncated = FALSE;
  self->cut = FALSE;
  /* An empty page may be no memory at all. */
  if (source == NULL)
    source = "";
  self->source = source;
  self->p = source;
  self->end = source + n_bytes;
  self->raw_end = NULL;
  self->scan = exm_html_scan_get ();
  self->names = exm_html_attribute_names_get ();
  memset (self->known, 0, sizeof self->known);
}

/* As exm_html_put_text(); the next token begins at @p. */
static inline void
put_text (ExmHtmlTokenizer *self, ExmHtmlToken *token, const char *start, const char *p)
{
  exm_html_put_text (self, token, start, p);
  self->p = p;
}

/* A text token for the bytes from @start to @p that stand for something else. */
static void
put_other (ExmHtmlTokenizer *self,
           ExmHtmlToken *token,
           const char *start,
           const char *p,
           const char *text,
           gsize n_bytes)
{
  put_text (self, token, start, p);
  memcpy (self->buffer, text, n_bytes);
  token->text = (ExmHtmlPart){ self->buffer, n_bytes };
}

/* Before an LF, a CR is left out. */
static inline const char *
skip_cr (const char *p, const char *end)
{
  return end - p >= 2 && p[0] == '\r' && p[1] == '\n' ? p + 1 : p;
}

static void
put_nul (ExmHtmlTokenizer *self, ExmHtmlToken *token, const char *p)
{
  if (self->state == EXM_HTML_DATA || self->state == EXM_HTML_CDATA)
    {
      put_other (self, token, p, p + 1, "", 1);
      token->is_nul = TRUE;
    }
  else
    put_other (self, token, p, p + 1, "\xef\xbf\xbd", 3);
}

/* The next text before @end, where references count if @references. */
static void
next_text (ExmHtmlTokenizer *self,
           ExmHtmlToken *token,
           const char *end,
           gboolean references)
{
  const ExmHtmlStops stops = { { '\r', '\0', references ? '&' : '\r', '\r' } };
  const char *start = skip_cr (self->p, end);
  ExmHtmlReference reference;
  gsize n = 0;
  const char *p = self->scan (start, end, stops);

  while (p < end && *p == '&'
         && (n = exm_html_reference_read (p, end, FALSE, &reference)) == 0)
    p = self->scan (p + 1, end, stops);
  if (p > start)
    put_text (self, token, start, p);
  else if (*p == '\r')
    put_other (self, token, p, p + 1, "\n", 1);
  else if (*p == '\0')
    put_nul (self, token, p);
  else
    put_other (self, token, p, p + n, reference.text, reference.n_bytes);
}

static void
put_comment (ExmHtmlToken *token, const char *start, const char *end)
{
  token->type = EXM_HTML_COMMENT;
  token->text = (ExmHtmlPart){ start, (gsize) (end - start) };
}

/* @p: behind what shows that it is no proper comment: all up to ">". */
static const char *
read_bogus_comment (ExmHtmlTokenizer *self, const char *p, ExmHtmlToken *token)
{
  const char *close = memchr (p, '>', (gsize) (self->end - p));

  self->cut |= close == NULL;
  put_comment (token, p, close != NULL ? close : self->end);
  return close != NULL ? close + 1 : self->end;
}

/* Bytes before @p, not before @start, that belong to the end of a comment: "--", "--!",
 * and at the end of the page ("-") a single dash too. */
static gsize
count_comment_end (const char *start, const char *p, gboolean at_eof)
{
  gsize n = (gsize) (p - start);

  if (n >= 2 && p[-1] == '-' && p[-2] == '-')
    return 2;
  if (n >= 3 && p[-1] == '!' && p[-2] == '-' && p[-3] == '-')
    return 3;
  return at_eof && n >= 1 && p[-1] == '-' ? 1 : 0;
}

/* @p: behind "<!--". */
static const char *
read_comment (ExmHtmlTokenizer *self, const char *p, ExmHtmlToken *token)
{
  const char *end = self->end;
  const char *start = p;

  put_comment (token, start, start);
  if (p < end && *p == '>')
    return p + 1;
  if (end - p >= 2 && p[0] == '-' && p[1] == '>')
    return p + 2;
  while ((p = memchr (p, '>', (gsize) (end - p))) != NULL)
    {
      gsize n = count_comment_end (start, p, FALSE);
      if (n > 0)
        {
          put_comment (token, start, p - n);
          return p + 1;
        }
      p++;
    }
  self->cut = TRUE;
  put_comment (token, start, end - count_comment_end (start, end, TRUE));
  return end;
}

/* @p: behind "<!". */
static const char *
read_declaration (ExmHtmlTokenizer *self, const char *p, ExmHtmlToken *token)
{
  gsize left = (gsize) (self->end - p);

  if (left >= 2 && p[0] == '-' && p[1] == '-')
    return read_comment (self, p + 2, token);
  if (left >= 7 && g_ascii_strncasecmp (p, "doctype", 7) == 0)
    return read_doctype (self, p + 7, token);
  return read_bogus_comment (self, p, token);
}

/* @p: at a "<" that begins markup. */
static const char *
read_markup (ExmHtmlTokenizer *self, const char *p, ExmHtmlToken *token)
{
  if (p[1] == '!')
    return read_declaration (self, p + 2, token);
  if (p[1] == '?')
    return read_bogus_comment (self, p + 1, token);
  if (p[1] != '/')
    {
      token->type = EXM_HTML_START_TAG;
      p = exm_html_read_tag (self, p + 1, token);
      self->last_start = token->name;
      return p;
    }
  if (!g_ascii_isalpha (p[2]))
    return read_bogus_comment (self, p + 2, token);
  token->type = EXM_HTML_END_TAG;
  return exm_html_read_tag (self, p + 2, token);
}

/* Whether the "<" at @p begins anything but a text. */
static inline gboolean
is_markup (const ExmHtmlTokenizer *self, const char *p)
{
  if (p + 1 >= self->end)
    return FALSE;
  if (p[1] == '/')
    return p + 2 < self->end;
  return g_ascii_isalpha (p[1]) || p[1] == '!' || p[1] == '?';
}

static inline gboolean
is_cdata (const ExmHtmlTokenizer *self, const char *p)
{
  return self->allow_cdata && self->end - p >= 9 && memcmp (p, "<![CDATA[", 9) == 0;
}

/* An end tag "</>" is nothing at all. */
static inline gboolean
is_empty_tag (const char *p)
{
  return p[1] == '/' && p[2] == '>';
}

static inline void
next_data_text (ExmHtmlTokenizer *self, ExmHtmlToken *token)
{
  static const ExmHtmlStops stops = { { '<', '&', '\r', '\0' } };
  const char *end = self->end;
  const char *start = skip_cr (self->p, end);
  ExmHtmlReference reference;
  gsize n = 0;
  const char *p = exm_html_find (self->scan, start, end, stops);

  while (p < end && *p != '\r' && *p != '\0')
    {
      if (*p == '<' && is_markup (self, p))
        break;
      if (*p == '&' && (n = exm_html_reference_read (p, end, FALSE, &reference)) > 0)
        break;
      p = self->scan (p + 1, end, stops);
    }
  if (p > start)
    put_text (self, token, start, p);
  else if (*p == '\r')
    put_other (self, token, p, p + 1, "\n", 1);
  else if (*p == '\0')
    put_nul (self, token, p);
  else
    put_other (self, token, p, p + n, reference.text, reference.n_bytes);
}

/* Reads a token that begins with "<", or a text. */
static void
next_other (ExmHtmlTokenizer *self, ExmHtmlToken *token)
{
  while (self->end - self->p > 2 && *self->p == '<' && is_empty_tag (self->p))
    self->p += 3;
  const char *start = self->p;
  if (start == self->end)
    {
      token->type = EXM_HTML_EOF;
      token->start = token->end = (gsize) (start - self->source);
      return;
    }
  if (*start == '<' && is_cdata (self, start))
    {
      self->p += 9;
      self->state = EXM_HTML_CDATA;
      exm_html_tokenizer_next_any (self, token);
      return;
    }
  if (*start != '<' || !is_markup (self, start))
    {
      next_data_text (self, token);
      return;
    }
  self->p = read_markup (self, start, token);
  token->start = (gsize) (start - self->source);
  token->end = (gsize) (self->p - self->source);
}

/* RCDATA, raw text, script. */
static void
next_raw (ExmHtmlTokenizer *self, ExmHtmlToken *token)
{
  if (self->raw_end == NULL)
    {
      self->raw_end = find_raw_end (self, self->p);
      self->cut |= self->raw_end == self->end;
    }
  if (self->p < self->raw_end)
    {
      if (self->raw_is_plain)
        put_text (self, token, self->p, self->raw_end);
      else
        next_text (self, token, self->raw_end, self->state == EXM_HTML_RCDATA);
      return;
    }
  self->raw_end = NULL;
  self->state = EXM_HTML_DATA;
  exm_html_tokenizer_next (self, token);
}

static void
next_cdata (ExmHtmlTokenizer *self, ExmHtmlToken *token)
{
  if (self->raw_end == NULL)
    {
      self->raw_end = memmem (self->p, (gsize) (self->end - self->p), "]]>", 3);
      if (self->raw_end == NULL)
        self->raw_end = self->end;
    }
  if (self->p < self->raw_end)
    {
      next_text (self, token, self->raw_end, FALSE);
      return;
    }
  self->p += self->p < self->end ? 3 : 0;
  self->raw_end = NULL;
  self->state = EXM_HTML_DATA;
  next_other (self, token);
}

void
exm_html_tokenizer_next_any (ExmHtmlTokenizer *self, ExmHtmlToken *token)
{
  switch (self->state)
    {
    case EXM_HTML_DATA:
      next_other (self, token);
      break;
    case EXM_HTML_PLAINTEXT:
      if (self->p < self->end)
        next_text (self, token, self->end, FALSE);
      else
        next_other (self, token);
      break;
    case EXM_HTML_CDATA:
      next_cdata (self, token);
      break;
    default:
      next_raw (self, token);
    }
}

void
exm_html_tokenizer_next (ExmHtmlTokenizer *self, ExmHtmlToken *token)
{
  self->p = exm_html_tokenizer_advance (self, self->p, token);
}

void
exm_html_tokenizer_read_tag (ExmHtmlTokenizer *self, gsize start, ExmHtmlToken *token)
{
  const char *p = self->source + start;
  gboolean is_end = p[1] == '/';

  token->type = is_end ? EXM_HTML_END_TAG : EXM_HTML_START_TAG;
  exm_html_read_tag (self, p + 1 + is_end, token);
  token->start = start;
}
