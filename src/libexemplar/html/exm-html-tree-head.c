/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Insertion modes before and after the body: 13.2.6.4.1 … 6 and 16 … 21. */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "html/exm-html-tree-private.h"

#include <string.h>
/* Beginnings of public identifiers that put a page into quirks mode. */
static const char *const quirky[] = {
  "+//silmaril//dtd html pro v0r11 19970101//",
  "-//as//dtd html 3.0 aswedit + extensions//",
  "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
  "-//ietf//dtd html 2.0 level 1//",
  "-//ietf//dtd html 2.0 level 2//",
  "-//ietf//dtd html 2.0 strict level 1//",
  "-//ietf//dtd html 2.0 strict level 2//",
  "-//ietf//dtd html 2.0 strict//",
  "-//ietf//dtd html 2.0//",
  "-//ietf//dtd html 2.1e//",
  "-//ietf//dtd html 3.0//",
  "-//ietf//dtd html 3.2 final//",
  "-//ietf//dtd html 3.2//",
  "-//ietf//dtd html 3//",
  "-//ietf//dtd html level 0//",
  "-//ietf//dtd html level 1//",
  "-//ietf//dtd html level 2//",
  "-//ietf//dtd html level 3//",
  "-//ietf//dtd html strict level 0//",
  "-//ietf//dtd html strict level 1//",
  "-//ietf//dtd html strict level 2//",
  "-//ietf//dtd html strict level 3//",
  "-//ietf//dtd html strict//",
  "-//ietf//dtd html//",
  "-//metrius//dtd metrius presentational//",
  "-//microsoft//dtd internet explorer 2.0 html strict//",
  "-//microsoft//dtd internet explorer 2.0 html//",
  "-//microsoft//dtd internet explorer 2.0 tables//",
  "-//microsoft//dtd internet explorer 3.0 html strict//",
  "-//microsoft//dtd internet explorer 3.0 html//",
  "-//microsoft//dtd internet explorer 3.0 tables//",
  "-//netscape comm. corp.//dtd html//",
  "-//netscape comm. corp.//dtd strict html//",
  "-//o'reilly and associates//dtd html 2.0//",
  "-//o'reilly and associates//dtd html extended 1.0//",
  "-//o'reilly and associates//dtd html extended relaxed 1.0//",
  "-//sq//dtd html 2.0 hotmetal + extensions//",
  "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
  "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
  "-//spyglass//dtd html 2.0 extended//",
  "-//sun microsystems corp.//dtd hotjava html//",
  "-//sun microsystems corp.//dtd hotjava strict html//",
  "-//w3c//dtd html 3 1995-03-24//",
  "-//w3c//dtd html 3.2 draft//",
  "-//w3c//dtd html 3.2 final//",
  "-//w3c//dtd html 3.2//",
  "-//w3c//dtd html 3.2s draft//",
  "-//w3c//dtd html 4.0 frameset//",
  "-//w3c//dtd html 4.0 transitional//",
  "-//w3c//dtd html experimental 19960712//",
  "-//w3c//dtd html experimental 970421//",
  "-//w3c//dtd w3 html//",
  "-//w3o//dtd w3 html 3.0//",
  "-//webtechs//dtd mozilla html 2.0//",
  "-//webtechs//dtd mozilla html//",
};

static gboolean
starts_with (ExmHtmlPart part, const char *lower)
{
  gsize n = strlen (lower);
  return part.n_bytes >= n && exm_html_part_is ((ExmHtmlPart){ part.text, n }, lower);
}

static gboolean
is_quirky (const ExmHtmlToken *token)
{
  if (token->force_quirks || !exm_html_part_is (token->name, "html"))
    return TRUE;
  if (exm_html_part_is (token->public_id, "-//w3o//dtd w3 html strict 3.0//en//")
      || exm_html_part_is (token->public_id, "-/w3c/dtd html 4.0 transitional/en")
      || exm_html_part_is (token->public_id, "html")
      || exm_html_part_is (token->system_id,
                           "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"))
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (quirky); i++)
    if (starts_with (token->public_id, quirky[i]))
      return TRUE;
  return token->system_id.text == NULL
         && (starts_with (token->public_id, "-//w3c//dtd html 4.01 frameset//")
             || starts_with (token->public_id, "-//w3c//dtd html 4.01 transitional//"));
}

gboolean
exm_html_initial (ExmHtmlTree *self, ExmHtmlToken *token)
{
  ExmHtmlToken blank;

  if (token->type == EXM_HTML_COMMENT)
    {
      exm_html_insert_comment (self, token);
      return FALSE;
    }
  if (token->type == EXM_HTML_TEXT && !exm_html_split_blank (token, &blank))
    return FALSE;
  self->mode = EXM_HTML_BEFORE_HTML;
  if (token->type != EXM_HTML_DOCTYPE)
    {
      self->quirks = TRUE;
      return TRUE;
    }
  self->quirks = is_quirky (token);
  if (self->sink->doctype != NULL)
    self->sink->doctype (self->data, token);
  return FALSE;
}

/* End tags that a page without a start tag for the same may begin with. */
static gboolean
is_other_end_tag (const ExmHtmlToken *token)
{
  return token->type == EXM_HTML_END_TAG && token->tag != EXM_TAG_HEAD
         && token->tag != EXM_TAG_BODY && token->tag != EXM_TAG_HTML
         && token->tag != EXM_TAG_BR;
}

gboolean
exm_html_before_html (ExmHtmlTree *self, ExmHtmlToken *token)
{
  ExmHtmlToken blank;

  if (token->type == EXM_HTML_DOCTYPE || is_other_end_tag (token))
    return FALSE;
  if (token->type == EXM_HTML_COMMENT)
    {
      exm_html_insert_comment (self, token);
      return FALSE;
    }
  if (token->type == EXM_HTML_TEXT && !exm_html_split_blank (token, &blank))
    return FALSE;
  self->mode = EXM_HTML_BEFORE_HEAD;
  if (token->type == EXM_HTML_START_TAG && token->tag == EXM_TAG_HTML)
    {
      exm_html_insert (self, token);
      return FALSE;
    }
  exm_html_insert_implied (self, EXM_TAG_HTML);
  return TRUE;
}

gboolean
exm_html_before_head (ExmHtmlTree *self, ExmHtmlToken *token)
{
  ExmHtmlToken blank;

  if (token->type == EXM_HTML_DOCTYPE || is_other_end_tag (token))
    return FALSE;
  if (token->type == EXM_HTML_COMMENT)
    {
      exm_html_insert_comment (self, token);
      return FALSE;
    }
  if (token->type == EXM_HTML_TEXT && !exm_html_split_blank (token, &blank))
    return FALSE;
  if (token->type == EXM_HTML_START_TAG && token->tag == EXM_TAG_HTML)
    return exm_html_in_body (self, token);
  gboolean given = token->type == EXM_HTML_START_TAG && token->tag == EXM_TAG_HEAD;
  if (given)
    exm_html_insert (self, token);
  else
    exm_html_insert_implied (self, EXM_TAG_HEAD);
  self->head = exm_html_current (self)->node;
  self->mode = EXM_HTML_IN_HEAD;
  return !given;
}

static void
start_template (ExmHtmlTree *self, const ExmHtmlToken *token)
{
  exm_html_format_mark (self);
  self->frameset_ok = FALSE;
  self->mode = EXM_HTML_IN_TEMPLATE;
  exm_array_append (&self->template_modes, EXM_HTML_IN_TEMPLATE);
  exm_html_insert (self, token);
}

static void
end_template (ExmHtmlTree *self)
{
  if (!exm_html_is_open (self, EXM_TAG_TEMPLATE))
    return;
  exm_html_pop_until (self, EXM_TAG_TEMPLATE);
  exm_html_format_clear (self);
  self->template_modes.len--;
  exm_html_reset_mode (self);
}

/* Start tags that belong into the head. Returns: whether @token was one. */
static gboolean
start_in_head (ExmHtmlTree *self, const ExmHtmlToken *token)
{
  switch (token->tag)
    {
    case EXM_TAG_BASE:
    case EXM_TAG_BASEFONT:
    case EXM_TAG_BGSOUND:
    case EXM_TAG_LINK:
    case EXM_TAG_META:
      exm_html_insert_void (self, token);
      return TRUE;
    case EXM_TAG_TITLE:
      exm_html_insert_raw (self, token, EXM_HTML_RCDATA);
      return TRUE;
    case EXM_TAG_NOSCRIPT:
      if (self->scripting)
        exm_html_insert_raw (self, token, EXM_HTML_RAWTEXT);
      else
        {
          exm_html_insert (self, token);
          self->mode = EXM_HTML_IN_HEAD_NOSCRIPT;
        }
      return TRUE;
    case EXM_TAG_NOFRAMES:
    case EXM_TAG_STYLE:
      exm_html_insert_raw (self, token, EXM_HTML_RAWTEXT);
      return TRUE;
    case EXM_TAG_SCRIPT:
      exm_html_insert_raw (self, token, EXM_HTML_SCRIPT_DATA);
      return TRUE;
    case EXM_TAG_TEMPLATE:
      start_template (self, token);
      return TRUE;
    default:
      return token->tag == EXM_TAG_HEAD;
    }
}

gboolean
exm_html_in_head (ExmHtmlTree *self, ExmHtmlToken *token)
{
  ExmHtmlToken blank;

  switch (token->type)
    {
    case EXM_HTML_DOCTYPE:
      return FALSE;
    case EXM_HTML_COMMENT:
      exm_html_insert_comment (self, token);
      return FALSE;
    case EXM_HTML_TEXT:
      {
        gboolean more = exm_html_split_blank (token, &blank);
        if (blank.text.n_bytes > 0)
          exm_html_insert_text (self, &blank);
        if (!more)
          return FALSE;
        break;
      }
    case EXM_HTML_START_TAG:
      if (token->tag == EXM_TAG_HTML)
        return exm_html_in_body (self, token);
      if (start_in_head (self, token))
        return FALSE;
      break;
    case EXM_HTML_END_TAG:
      if (token->tag == EXM_TAG_TEMPLATE)
        {
          end_template (self);
          return FALSE;
        }
      if (is_other_end_tag (token))
        return FALSE;
      break;
    default:
      break;
    }
  exm_html_pop (self);
  self->mode = EXM_HTML_AFTER_HEAD;
  return !(token->type == EXM_HTML_END_TAG && token->tag == EXM_TAG_HEAD);
}

static gboolean
is_for_head_noscript (const ExmHtmlToken *token)
{
  switch (token->tag)
    {
    case EXM_TAG_BASEFONT:
    case EXM_TAG_BGSOUND:
    case EXM_TAG_LINK:
    case EXM_TAG_META:
    case EXM_TAG_NOFRAMES:
    case EXM_TAG_STYLE:
      return TRUE;
    default:
      return FALSE;
    }
}

gboolean
exm_html_in_head_noscript (ExmHtmlTree *self, ExmHtmlToken *token)
{
  switch (token->type)
    {
    case EXM_HTML_DOCTYPE:
      return FALSE;
    case EXM_HTML_COMMENT:
      return exm_html_in_head (self, token);
    case EXM_HTML_TEXT:
      {
        ExmHtmlToken blank;
        gboolean more = exm_html_split_blank (token, &blank);
        if (blank.text.n_bytes > 0)
          exm_html_insert_text (self, &blank);
        if (!more)
          return FALSE;
        break;
      }
    case EXM_HTML_START_TAG:
      if (token->tag == EXM_TAG_HTML)
        return exm_html_in_body (self, token);
      if (is_for_head_noscript (token))
        return exm_html_in_head (self, token);
      if (token->tag == EXM_TAG_HEAD || token->tag == EXM_TAG_NOSCRIPT)
        return FALSE;
      break;
    case EXM_HTML_END_TAG:
      if (token->tag != EXM_TAG_NOSCRIPT && token->tag != EXM_TAG_BR)
        return FALSE;
      break;
    default:
      break;
    }
  exm_html_pop (self);
  self->mode = EXM_HTML_IN_HEAD;
  return !(token->type == EXM_HTML_END_TAG && token->tag == EXM_TAG_NOSCRIPT);
}

/* Inserts an element of the head there, even after its end. */
static void
start_late_in_head (ExmHtmlTree *self, ExmHtmlToken *token)
{
  guint index = self->stack.len;
  ExmHtmlOpen *head = exm_html_push (self);

  head->node = self->head;
  head->tag = EXM_TAG_HEAD;
  head->ns = EXM_HTML_NS_HTML;
  head->name = (ExmHtmlPart){ NULL, 0 };
  exm_html_link_last (self);
  exm_html_in_head (self, token);
  exm_html_remove_open (self, index);
}

gboolean
exm_html_after_head (ExmHtmlTree *self, ExmHtmlToken *token)
{
  ExmHtmlToken blank;

  switch (token->type)
    {
    case EXM_HTML_DOCTYPE:
      return FALSE;
    case EXM_HTML_COMMENT:
      exm_html_insert_comment (self, token);
      return FALSE;
    case EXM_HTML_TEXT:
      {
        gboolean more = exm_html_split_blank (token, &blank);
        if (blank.text.n_bytes > 0)
          exm_html_insert_text (self, &blank);
        if (!more)
          return FALSE;
        break;
      }
    case EXM_HTML_START_TAG:
      if (token->tag == EXM_TAG_HTML)
        return exm_html_in_body (self, token);
      if (token->tag == EXM_TAG_HEAD)
        return FALSE;
      if (token->tag == EXM_TAG_BODY || token->tag == EXM_TAG_FRAMESET)
        {
          exm_html_insert (self, token);
          self->frameset_ok &= token->tag != EXM_TAG_BODY;
          self->mode
              = token->tag == EXM_TAG_BODY ? EXM_HTML_IN_BODY : EXM_HTML_IN_FRAMESET;
          return FALSE;
        }
      if (token->tag == EXM_TAG_BASE || token->tag == EXM_TAG_SCRIPT
          || token->tag == EXM_TAG_TEMPLATE || token->tag == EXM_TAG_TITLE
          || is_for_head_noscript (token))
        {
          start_late_in_head (self, token);
          return FALSE;
        }
      break;
    case EXM_HTML_END_TAG:
      if (token->tag == EXM_TAG_TEMPLATE)
        return exm_html_in_head (self, token);
      if (is_other_end_tag (token) || token->tag == EXM_TAG_HEAD)
        return FALSE;
      break;
    default:
      break;
    }
  exm_html_insert_implied (self, EXM_TAG_BODY);
  self->mode = EXM_HTML_IN_BODY;
  return TRUE;
}

/* --- Templates, framesets and what follows the body: 13.2.6.4.16 … 21 --- */

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
