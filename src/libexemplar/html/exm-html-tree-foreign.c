/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Content of SVG and MathML: 13.2.6.5. */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "html/exm-html-tree-private.h"

/* Tags that show that the foreign content was never closed. */
static gboolean
breaks_out (const ExmHtmlToken *token)
{
  if (token->type == EXM_HTML_END_TAG)
    return token->tag == EXM_TAG_BR || token->tag == EXM_TAG_P;
  if (token->tag == EXM_TAG_FONT)
    return exm_html_has_one_of (token, EXM_ATTRIBUTE_BIT (COLOR)
                                           | EXM_ATTRIBUTE_BIT (FACE)
                                           | EXM_ATTRIBUTE_BIT (SIZE));
  return exm_html_tag_is (token->tag, EXM_HTML_BREAKS_OUT);
}

static gboolean
break_out (ExmHtmlTree *self, ExmHtmlToken *token)
{
  const ExmHtmlOpen *open = exm_html_current (self);

  while (open->ns != EXM_HTML_NS_HTML && !open->takes_html && !open->takes_text)
    {
      exm_html_pop (self);
      open = exm_html_current (self);
    }
  return exm_html_in_mode (self, token);
}

static gboolean
end_tag (ExmHtmlTree *self, ExmHtmlToken *token)
{
  guint8 hash = exm_html_hash_name (token->name);

  for (guint i = self->stack.len; --i > 0;)
    {
      const ExmHtmlOpen *open = exm_html_at (self, i);
      if (open->ns == EXM_HTML_NS_HTML)
        return exm_html_in_mode (self, token);
      if (open->name_hash == hash && exm_html_part_equal (open->name, token->name))
        {
          exm_html_pop_to (self, i);
          return FALSE;
        }
      if (self->stack.len - i > 16 && !exm_html_afford (self, 1))
        return FALSE;
    }
  return FALSE;
}

gboolean
exm_html_in_foreign (ExmHtmlTree *self, ExmHtmlToken *token)
{
  switch (token->type)
    {
    case EXM_HTML_TEXT:
      exm_html_insert_text (self, token);
      if (!token->is_nul && !exm_html_is_blank (token))
        self->frameset_ok = FALSE;
      return FALSE;
    case EXM_HTML_COMMENT:
      exm_html_insert_comment (self, token);
      return FALSE;
    case EXM_HTML_START_TAG:
      if (breaks_out (token))
        return break_out (self, token);
      exm_html_insert_foreign (self, token, exm_html_current (self)->ns);
      if (token->self_closing)
        exm_html_pop (self);
      return FALSE;
    case EXM_HTML_END_TAG:
      return breaks_out (token) ? break_out (self, token) : end_tag (self, token);
    default:
      return FALSE;
    }
}
