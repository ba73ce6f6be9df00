/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* End tags in the body: 13.2.6.4.7. */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "html/exm-html-tree-private.h"

/* Returns: index of the innermost element with the name of an unknown tag that an end tag
 * can reach, or -1. */
static int
find_unknown (ExmHtmlTree *self, const ExmHtmlToken *token, int special)
{
  guint8 hash = exm_html_hash_name (token->name);
  guint32 i = self->n_unknown[hash] > 0 ? self->last[EXM_TAG_UNKNOWN] : 0;

  for (guint n = 0; (int) i - 1 > special; i = exm_html_at (self, i - 1)->previous)
    {
      const ExmHtmlOpen *open = exm_html_at (self, i - 1);
      if (open->name_hash == hash && exm_html_part_equal (open->name, token->name))
        return (int) i - 1;
      if (++n > 16 && !exm_html_afford (self, 1))
        return -1;
    }
  return -1;
}

void
exm_html_any_other_end (ExmHtmlTree *self, const ExmHtmlToken *token)
{
  int special = exm_html_find_stop (self, EXM_HTML_STOP_SPECIAL);
  int index = (int) self->last[token->tag] - 1;

  if (token->tag == EXM_TAG_UNKNOWN)
    index = find_unknown (self, token, special);
  if (index < 0 || index < special)
    return;
  exm_html_imply_ends (self, token->tag);
  exm_html_pop_to (self, (guint) index);
}

static void
end_form (ExmHtmlTree *self)
{
  if (exm_html_is_open (self, EXM_TAG_TEMPLATE))
    {
      if (!exm_html_in_scope (self, EXM_TAG_FORM, EXM_HTML_STOP_SCOPE))
        return;
      exm_html_imply_ends (self, EXM_TAG_UNKNOWN);
      exm_html_pop_until (self, EXM_TAG_FORM);
      return;
    }
  guint32 form = self->form;
  guint32 i = self->last[EXM_TAG_FORM];
  self->form = EXM_HTML_NO_NODE;
  while (i > 0 && exm_html_at (self, i - 1)->node != form)
    i = exm_html_at (self, i - 1)->previous;
  if (i == 0 || (int) i - 1 < exm_html_find_stop (self, EXM_HTML_STOP_SCOPE))
    return;
  exm_html_imply_ends (self, EXM_TAG_UNKNOWN);
  if (i == self->stack.len)
    exm_html_pop (self);
  else if (exm_html_afford (self, self->stack.len - i))
    exm_html_remove_open (self, i - 1);
  else
    exm_html_pop_to (self, i - 1);
}

static void
end_p (ExmHtmlTree *self)
{
  if (!exm_html_in_scope (self, EXM_TAG_P, EXM_HTML_STOP_BUTTON))
    exm_html_insert_implied (self, EXM_TAG_P);
  exm_html_pop_until (self, EXM_TAG_P);
}

static void
end_heading (ExmHtmlTree *self)
{
  guint32 index = 0;

  for (guint tag = EXM_TAG_H1; tag <= EXM_TAG_H6; tag++)
    index = MAX (index, self->last[tag]);
  if (index == 0 || (int) index - 1 < exm_html_find_stop (self, EXM_HTML_STOP_SCOPE))
    return;
  exm_html_pop_to (self, index - 1);
}

/* A block, an item or another element whose end tag counts if it is in scope. */
static void
end_scoped (ExmHtmlTree *self, ExmTag tag, ExmHtmlStop stop)
{
  if (exm_html_in_scope (self, tag, stop))
    exm_html_pop_until (self, tag);
}

static gboolean
end_body (ExmHtmlTree *self, const ExmHtmlToken *token)
{
  if (!exm_html_in_scope (self, EXM_TAG_BODY, EXM_HTML_STOP_SCOPE))
    return FALSE;
  self->mode = EXM_HTML_AFTER_BODY;
  return token->tag == EXM_TAG_HTML;
}

gboolean
exm_html_body_end_tag (ExmHtmlTree *self, ExmHtmlToken *token)
{
  switch (token->tag)
    {
    case EXM_TAG_TEMPLATE:
      return exm_html_in_head (self, token);
    case EXM_TAG_BODY:
    case EXM_TAG_HTML:
      return end_body (self, token);
    case EXM_TAG_FORM:
      end_form (self);
      return FALSE;
    case EXM_TAG_P:
      end_p (self);
      return FALSE;
    case EXM_TAG_LI:
      end_scoped (self, EXM_TAG_LI, EXM_HTML_STOP_LIST);
      return FALSE;
    case EXM_TAG_DD:
    case EXM_TAG_DT:
      end_scoped (self, token->tag, EXM_HTML_STOP_SCOPE);
      return FALSE;
    case EXM_TAG_APPLET:
    case EXM_TAG_MARQUEE:
    case EXM_TAG_OBJECT:
      if (exm_html_in_scope (self, token->tag, EXM_HTML_STOP_SCOPE))
        {
          exm_html_pop_until (self, token->tag);
          exm_html_format_clear (self);
        }
      return FALSE;
    case EXM_TAG_BR:
      token->type = EXM_HTML_START_TAG;
      token->n_attributes = 0;
      token->known = 0;
      return exm_html_in_body (self, token);
    default:
      break;
    }
  if (exm_html_tag_is (token->tag, EXM_HTML_HEADING))
    end_heading (self);
  else if (exm_html_tag_is (token->tag, EXM_HTML_BLOCK_END))
    end_scoped (self, token->tag, EXM_HTML_STOP_SCOPE);
  else if (exm_html_tag_is (token->tag, EXM_HTML_FORMATTING))
    exm_html_adopt (self, token);
  else
    exm_html_any_other_end (self, token);
  return FALSE;
}
