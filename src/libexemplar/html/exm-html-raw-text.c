/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Ends of RCDATA, raw text and scripts: 13.2.5.9 … 31. */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "html/exm-html-tokenizer-private.h"

#include <string.h>

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

const char *
exm_html_find_raw_end (ExmHtmlTokenizer *self, const char *p)
{
  self->raw_is_plain = TRUE;
  return self->state == EXM_HTML_SCRIPT_DATA ? find_script_end (self, p)
                                             : find_end_tag (self, p);
}
