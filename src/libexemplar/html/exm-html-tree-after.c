/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Insertion modes of templates, framesets and what follows the body: 13.2.6.4.16 … 21. */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "html/exm-html-tree-private.h"

/* The mode that a start tag in a template asks for. */
static ExmHtmlMode
find_template_mode (ExmTag tag)
{
  switch (tag)
    {
    case EXM_TAG_CAPTION:
    case EXM_TAG_COLGROUP:
    case EXM_TAG_TBODY:
    case EXM_TAG_TFOOT:
    case EXM_TAG_THEAD:
      return EXM_HTML_IN_TABLE;
    case EXM_TAG_COL:
      return EXM_HTML_IN_COLUMN_GROUP;
    case EXM_TAG_TR:
      return EXM_HTML_IN_TABLE_BODY;
    case EXM_TAG_TD:
    case EXM_TAG_TH:
      return EXM_HTML_IN_ROW;
    default:
      return EXM_HTML_IN_BODY;
    }
}

static gboolean
is_for_head (ExmTag tag)
{
  switch (tag)
    {
    case EXM_TAG_BASE:
    case EXM_TAG_BASEFONT:
    case EXM_TAG_BGSOUND:
    case EXM_TAG_LINK:
    case EXM_TAG_META:
    case EXM_TAG_NOFRAMES:
    case EXM_TAG_SCRIPT:
    case EXM_TAG_STYLE:
    case EXM_TAG_TEMPLATE:
    case EXM_TAG_TITLE:
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
end_in_template (ExmHtmlTree *self)
{
  if (!exm_html_is_open (self, EXM_TAG_TEMPLATE))
    {
      exm_html_stop (self);
      return FALSE;
    }
  exm_html_pop_until (self, EXM_TAG_TEMPLATE);
  exm_html_format_clear (self);
  self->template_modes.len--;
  exm_html_reset_mode (self);
  return TRUE;
}

gboolean
exm_html_in_template (ExmHtmlTree *self, ExmHtmlToken *token)
{
  switch (token->type)
    {
    case EXM_HTML_START_TAG:
      if (is_for_head (token->tag))
        return exm_html_in_head (self, token);
      self->mode = find_template_mode (token->tag);
      self->template_modes.data[self->template_modes.len - 1] = (guint8) self->mode;
      return TRUE;
    case EXM_HTML_END_TAG:
      return token->tag == EXM_TAG_TEMPLATE && exm_html_in_head (self, token);
    case EXM_HTML_EOF:
      return end_in_template (self);
    default:
      return exm_html_in_body (self, token);
    }
}

/* Comments behind the body belong to the root, those behind the root to the document. */
static void
put_comment (ExmHtmlTree *self, const ExmHtmlToken *token, guint32 parent)
{
  const ExmHtmlPlace place = { parent, EXM_HTML_NO_NODE };
  if (self->sink->comment != NULL)
    self->sink->comment (self->data, place, token);
}

gboolean
exm_html_after_body (ExmHtmlTree *self, ExmHtmlToken *token)
{
  switch (token->type)
    {
    case EXM_HTML_DOCTYPE:
      return FALSE;
    case EXM_HTML_COMMENT:
      put_comment (self, token, exm_html_at (self, 0)->node);
      return FALSE;
    case EXM_HTML_EOF:
      return exm_html_in_body (self, token);
    case EXM_HTML_TEXT:
      if (exm_html_is_blank (token))
        return exm_html_in_body (self, token);
      break;
    default:
      if (token->type == EXM_HTML_START_TAG && token->tag == EXM_TAG_HTML)
        return exm_html_in_body (self, token);
      if (token->type == EXM_HTML_END_TAG && token->tag == EXM_TAG_HTML)
        {
          self->mode = EXM_HTML_AFTER_AFTER_BODY;
          return FALSE;
        }
    }
  self->mode = EXM_HTML_IN_BODY;
  return TRUE;
}

gboolean
exm_html_after_after_body (ExmHtmlTree *self, ExmHtmlToken *token)
{
  switch (token->type)
    {
    case EXM_HTML_COMMENT:
      put_comment (self, token, EXM_HTML_NO_NODE);
      return FALSE;
    case EXM_HTML_DOCTYPE:
    case EXM_HTML_EOF:
      return exm_html_in_body (self, token);
    case EXM_HTML_TEXT:
      if (exm_html_is_blank (token))
        return exm_html_in_body (self, token);
      break;
    default:
      if (token->type == EXM_HTML_START_TAG && token->tag == EXM_TAG_HTML)
        return exm_html_in_body (self, token);
    }
  self->mode = EXM_HTML_IN_BODY;
  return TRUE;
}

/* Keeps the white space of a text in a frameset. */
static void
put_blanks (ExmHtmlTree *self, ExmHtmlToken *token, ExmHtmlRules rules)
{
  ExmHtmlToken blank;
  gboolean more;

  do
    {
      more = exm_html_split_blank (token, &blank);
      if (blank.text.n_bytes > 0)
        rules (self, &blank);
      if (more)
        {
          token->text.text++;
          token->text.n_bytes--;
          token->start++;
        }
    }
  while (more);
}

static gboolean
put_text (ExmHtmlTree *self, ExmHtmlToken *token)
{
  exm_html_insert_text (self, token);
  return FALSE;
}

gboolean
exm_html_in_frameset (ExmHtmlTree *self, ExmHtmlToken *token)
{
  switch (token->type)
    {
    case EXM_HTML_TEXT:
      put_blanks (self, token, put_text);
      return FALSE;
    case EXM_HTML_COMMENT:
      exm_html_insert_comment (self, token);
      return FALSE;
    case EXM_HTML_EOF:
      exm_html_stop (self);
      return FALSE;
    case EXM_HTML_START_TAG:
      if (token->tag == EXM_TAG_HTML)
        return exm_html_in_body (self, token);
      if (token->tag == EXM_TAG_FRAMESET)
        exm_html_insert (self, token);
      else if (token->tag == EXM_TAG_FRAME)
        exm_html_insert_void (self, token);
      else if (token->tag == EXM_TAG_NOFRAMES)
        return exm_html_in_head (self, token);
      return FALSE;
    case EXM_HTML_END_TAG:
      if (token->tag != EXM_TAG_FRAMESET || self->stack.len == 1)
        return FALSE;
      exm_html_pop (self);
      if (!exm_html_current_is (self, EXM_TAG_FRAMESET))
        self->mode = EXM_HTML_AFTER_FRAMESET;
      return FALSE;
    default:
      return FALSE;
    }
}

gboolean
exm_html_after_frameset (ExmHtmlTree *self, ExmHtmlToken *token)
{
  switch (token->type)
    {
    case EXM_HTML_TEXT:
      put_blanks (self, token, put_text);
      return FALSE;
    case EXM_HTML_COMMENT:
      exm_html_insert_comment (self, token);
      return FALSE;
    case EXM_HTML_EOF:
      exm_html_stop (self);
      return FALSE;
    case EXM_HTML_START_TAG:
      if (token->tag == EXM_TAG_HTML)
        return exm_html_in_body (self, token);
      return token->tag == EXM_TAG_NOFRAMES && exm_html_in_head (self, token);
    case EXM_HTML_END_TAG:
      if (token->tag == EXM_TAG_HTML)
        self->mode = EXM_HTML_AFTER_AFTER_FRAMESET;
      return FALSE;
    default:
      return FALSE;
    }
}

gboolean
exm_html_after_after_frameset (ExmHtmlTree *self, ExmHtmlToken *token)
{
  switch (token->type)
    {
    case EXM_HTML_COMMENT:
      put_comment (self, token, EXM_HTML_NO_NODE);
      return FALSE;
    case EXM_HTML_TEXT:
      put_blanks (self, token, exm_html_in_body);
      return FALSE;
    case EXM_HTML_EOF:
      exm_html_stop (self);
      return FALSE;
    case EXM_HTML_START_TAG:
      if (token->tag == EXM_TAG_HTML)
        return exm_html_in_body (self, token);
      return token->tag == EXM_TAG_NOFRAMES && exm_html_in_head (self, token);
    default:
      return FALSE;
    }
}
