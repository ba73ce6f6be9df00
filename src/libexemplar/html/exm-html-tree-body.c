/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Tags and text in the body: 13.2.6.4.7, text up to an end tag: 13.2.6.4.8, and foreign
 * content. */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "html/exm-html-tree-private.h"

/* Actions of start tags in the body. */
typedef enum
{
  START_ORDINARY, /* inline, and all unknown ones */
  START_HEAD,
  START_HTML,
  START_BODY,
  START_FRAMESET,
  START_BLOCK,
  START_HEADING,
  START_PRE,
  START_FORM,
  START_ITEM,
  START_PLAINTEXT,
  START_BUTTON,
  START_A,
  START_FORMATTING,
  START_NOBR,
  START_MARKED, /* applet, marquee, object */
  START_TABLE,
  START_VOID,
  START_INPUT,
  START_EMPTY, /* param, source, track */
  START_HR,
  START_IMAGE,
  START_TEXTAREA,
  START_XMP,
  START_RAW,
  START_NOSCRIPT,
  START_SELECT,
  START_OPTION,
  START_RUBY,
  START_FOREIGN,
  START_IGNORED,
} Start;

static const guint8 starts[EXM_N_TAGS] = {
  [EXM_TAG_A] = START_A,
  [EXM_TAG_ADDRESS] = START_BLOCK,
  [EXM_TAG_APPLET] = START_MARKED,
  [EXM_TAG_AREA] = START_VOID,
  [EXM_TAG_ARTICLE] = START_BLOCK,
  [EXM_TAG_ASIDE] = START_BLOCK,
  [EXM_TAG_B] = START_FORMATTING,
  [EXM_TAG_BASE] = START_HEAD,
  [EXM_TAG_BASEFONT] = START_HEAD,
  [EXM_TAG_BGSOUND] = START_HEAD,
  [EXM_TAG_BIG] = START_FORMATTING,
  [EXM_TAG_BLOCKQUOTE] = START_BLOCK,
  [EXM_TAG_BODY] = START_BODY,
  [EXM_TAG_BR] = START_VOID,
  [EXM_TAG_BUTTON] = START_BUTTON,
  [EXM_TAG_CAPTION] = START_IGNORED,
  [EXM_TAG_CENTER] = START_BLOCK,
  [EXM_TAG_CODE] = START_FORMATTING,
  [EXM_TAG_COL] = START_IGNORED,
  [EXM_TAG_COLGROUP] = START_IGNORED,
  [EXM_TAG_DD] = START_ITEM,
  [EXM_TAG_DETAILS] = START_BLOCK,
  [EXM_TAG_DIALOG] = START_BLOCK,
  [EXM_TAG_DIR] = START_BLOCK,
  [EXM_TAG_DIV] = START_BLOCK,
  [EXM_TAG_DL] = START_BLOCK,
  [EXM_TAG_DT] = START_ITEM,
  [EXM_TAG_EM] = START_FORMATTING,
  [EXM_TAG_EMBED] = START_VOID,
  [EXM_TAG_FIELDSET] = START_BLOCK,
  [EXM_TAG_FIGCAPTION] = START_BLOCK,
  [EXM_TAG_FIGURE] = START_BLOCK,
  [EXM_TAG_FONT] = START_FORMATTING,
  [EXM_TAG_FOOTER] = START_BLOCK,
  [EXM_TAG_FORM] = START_FORM,
  [EXM_TAG_FRAME] = START_IGNORED,
  [EXM_TAG_FRAMESET] = START_FRAMESET,
  [EXM_TAG_H1] = START_HEADING,
  [EXM_TAG_H2] = START_HEADING,
  [EXM_TAG_H3] = START_HEADING,
  [EXM_TAG_H4] = START_HEADING,
  [EXM_TAG_H5] = START_HEADING,
  [EXM_TAG_H6] = START_HEADING,
  [EXM_TAG_HEAD] = START_IGNORED,
  [EXM_TAG_HEADER] = START_BLOCK,
  [EXM_TAG_HGROUP] = START_BLOCK,
  [EXM_TAG_HR] = START_HR,
  [EXM_TAG_HTML] = START_HTML,
  [EXM_TAG_I] = START_FORMATTING,
  [EXM_TAG_IFRAME] = START_RAW,
  [EXM_TAG_IMAGE] = START_IMAGE,
  [EXM_TAG_IMG] = START_VOID,
  [EXM_TAG_INPUT] = START_INPUT,
  [EXM_TAG_KEYGEN] = START_VOID,
  [EXM_TAG_LI] = START_ITEM,
  [EXM_TAG_LINK] = START_HEAD,
  [EXM_TAG_LISTING] = START_PRE,
  [EXM_TAG_MAIN] = START_BLOCK,
  [EXM_TAG_MARQUEE] = START_MARKED,
  [EXM_TAG_MATH] = START_FOREIGN,
  [EXM_TAG_MENU] = START_BLOCK,
  [EXM_TAG_META] = START_HEAD,
  [EXM_TAG_NAV] = START_BLOCK,
  [EXM_TAG_NOBR] = START_NOBR,
  [EXM_TAG_NOEMBED] = START_RAW,
  [EXM_TAG_NOFRAMES] = START_HEAD,
  [EXM_TAG_NOSCRIPT] = START_NOSCRIPT,
  [EXM_TAG_OBJECT] = START_MARKED,
  [EXM_TAG_OL] = START_BLOCK,
  [EXM_TAG_OPTGROUP] = START_OPTION,
  [EXM_TAG_OPTION] = START_OPTION,
  [EXM_TAG_P] = START_BLOCK,
  [EXM_TAG_PARAM] = START_EMPTY,
  [EXM_TAG_PLAINTEXT] = START_PLAINTEXT,
  [EXM_TAG_PRE] = START_PRE,
  [EXM_TAG_RB] = START_RUBY,
  [EXM_TAG_RP] = START_RUBY,
  [EXM_TAG_RT] = START_RUBY,
  [EXM_TAG_RTC] = START_RUBY,
  [EXM_TAG_S] = START_FORMATTING,
  [EXM_TAG_SCRIPT] = START_HEAD,
  [EXM_TAG_SEARCH] = START_BLOCK,
  [EXM_TAG_SECTION] = START_BLOCK,
  [EXM_TAG_SELECT] = START_SELECT,
  [EXM_TAG_SMALL] = START_FORMATTING,
  [EXM_TAG_SOURCE] = START_EMPTY,
  [EXM_TAG_STRIKE] = START_FORMATTING,
  [EXM_TAG_STRONG] = START_FORMATTING,
  [EXM_TAG_STYLE] = START_HEAD,
  [EXM_TAG_SUMMARY] = START_BLOCK,
  [EXM_TAG_SVG] = START_FOREIGN,
  [EXM_TAG_TABLE] = START_TABLE,
  [EXM_TAG_TBODY] = START_IGNORED,
  [EXM_TAG_TD] = START_IGNORED,
  [EXM_TAG_TEMPLATE] = START_HEAD,
  [EXM_TAG_TEXTAREA] = START_TEXTAREA,
  [EXM_TAG_TFOOT] = START_IGNORED,
  [EXM_TAG_TH] = START_IGNORED,
  [EXM_TAG_THEAD] = START_IGNORED,
  [EXM_TAG_TITLE] = START_HEAD,
  [EXM_TAG_TR] = START_IGNORED,
  [EXM_TAG_TRACK] = START_EMPTY,
  [EXM_TAG_TT] = START_FORMATTING,
  [EXM_TAG_U] = START_FORMATTING,
  [EXM_TAG_UL] = START_BLOCK,
  [EXM_TAG_WBR] = START_VOID,
  [EXM_TAG_XMP] = START_XMP,
};

/* The second element of the stack, if it is the body. */
static const ExmHtmlOpen *
get_body (const ExmHtmlTree *self)
{
  if (self->stack.len < 2)
    return NULL;
  const ExmHtmlOpen *open = exm_html_at (self, 1);
  return open->ns == EXM_HTML_NS_HTML && open->tag == EXM_TAG_BODY ? open : NULL;
}

static void
start_again (ExmHtmlTree *self, const ExmHtmlToken *token)
{
  const ExmHtmlOpen *open
      = token->tag == EXM_TAG_HTML ? exm_html_at (self, 0) : get_body (self);

  if (open == NULL || exm_html_is_open (self, EXM_TAG_TEMPLATE))
    return;
  self->frameset_ok &= token->tag == EXM_TAG_HTML;
  self->sink->add (self->data, open->node, token);
}

static void
start_frameset (ExmHtmlTree *self, const ExmHtmlToken *token)
{
  const ExmHtmlOpen *body = get_body (self);

  if (body == NULL || !self->frameset_ok)
    return;
  self->sink->remove (self->data, body->node);
  exm_html_pop_to (self, 1);
  exm_html_insert (self, token);
  self->mode = EXM_HTML_IN_FRAMESET;
}

static void
start_form (ExmHtmlTree *self, const ExmHtmlToken *token)
{
  gboolean in_template = exm_html_is_open (self, EXM_TAG_TEMPLATE);

  if (self->form != EXM_HTML_NO_NODE && !in_template)
    return;
  exm_html_close_p (self);
  exm_html_insert (self, token);
  if (!in_template)
    self->form = exm_html_current (self)->node;
}

/* An item ends the one before it, unless another block lies between. */
static void
start_item (ExmHtmlTree *self, const ExmHtmlToken *token)
{
  int index = exm_html_find_stop (self, EXM_HTML_STOP_ITEM);

  self->frameset_ok = FALSE;
  if (index >= 0)
    {
      const ExmHtmlOpen *open = exm_html_at (self, (guint) index);
      ExmTag tag = open->tag;
      gboolean same = token->tag == EXM_TAG_LI ? tag == EXM_TAG_LI
                                               : tag == EXM_TAG_DD || tag == EXM_TAG_DT;
      if (open->ns == EXM_HTML_NS_HTML && same)
        {
          exm_html_imply_ends (self, tag);
          exm_html_pop_to (self, (guint) index);
        }
    }
  exm_html_close_p (self);
  exm_html_insert (self, token);
}

static void
start_a (ExmHtmlTree *self, const ExmHtmlToken *token)
{
  guint32 open = exm_html_format_find (self, EXM_TAG_A);

  if (open != EXM_HTML_NO_NODE)
    {
      exm_html_adopt (self, token);
      exm_html_format_remove (self, open);
      for (guint32 i = self->last[EXM_TAG_A]; i > 0;
           i = exm_html_at (self, i - 1)->previous)
        if (exm_html_at (self, i - 1)->node == open)
          {
            exm_html_remove_open (self, i - 1);
            break;
          }
    }
  exm_html_reconstruct (self);
  exm_html_insert (self, token);
  exm_html_format_push (self, token);
}

static void
start_formatting (ExmHtmlTree *self, const ExmHtmlToken *token)
{
  exm_html_reconstruct (self);
  if (token->tag == EXM_TAG_NOBR
      && exm_html_in_scope (self, EXM_TAG_NOBR, EXM_HTML_STOP_SCOPE))
    {
      exm_html_adopt (self, token);
      exm_html_reconstruct (self);
    }
  exm_html_insert (self, token);
  exm_html_format_push (self, token);
}

static void
start_input (ExmHtmlTree *self, const ExmHtmlToken *token)
{
  const ExmHtmlAttribute *type = exm_html_get_attribute (token, EXM_ATTRIBUTE_TYPE);

  if (exm_html_in_scope (self, EXM_TAG_SELECT, EXM_HTML_STOP_SCOPE))
    exm_html_pop_until (self, EXM_TAG_SELECT);
  exm_html_reconstruct (self);
  exm_html_insert_void (self, token);
  self->frameset_ok &= type != NULL && exm_html_part_is (type->value, "hidden");
}

static void
start_select (ExmHtmlTree *self, const ExmHtmlToken *token)
{
  if (exm_html_in_scope (self, EXM_TAG_SELECT, EXM_HTML_STOP_SCOPE))
    {
      exm_html_pop_until (self, EXM_TAG_SELECT);
      return;
    }
  exm_html_reconstruct (self);
  exm_html_insert (self, token);
  self->frameset_ok = FALSE;
}

static void
start_option (ExmHtmlTree *self, const ExmHtmlToken *token)
{
  if (exm_html_in_scope (self, EXM_TAG_SELECT, EXM_HTML_STOP_SCOPE))
    exm_html_imply_ends (self, token->tag == EXM_TAG_OPTION ? EXM_TAG_OPTGROUP
                                                            : EXM_TAG_UNKNOWN);
  else if (exm_html_current_is (self, EXM_TAG_OPTION))
    exm_html_pop (self);
  exm_html_reconstruct (self);
  exm_html_insert (self, token);
}

static void
start_hr (ExmHtmlTree *self, const ExmHtmlToken *token)
{
  exm_html_close_p (self);
  if (exm_html_in_scope (self, EXM_TAG_SELECT, EXM_HTML_STOP_SCOPE))
    exm_html_imply_ends (self, EXM_TAG_UNKNOWN);
  exm_html_insert_void (self, token);
  self->frameset_ok = FALSE;
}

static void
start_foreign (ExmHtmlTree *self, const ExmHtmlToken *token)
{
  exm_html_reconstruct (self);
  exm_html_insert_foreign (
      self, token, token->tag == EXM_TAG_SVG ? EXM_HTML_NS_SVG : EXM_HTML_NS_MATHML);
  if (token->self_closing)
    exm_html_pop (self);
}

static void
start_ruby (ExmHtmlTree *self, const ExmHtmlToken *token)
{
  if (exm_html_in_scope (self, EXM_TAG_RUBY, EXM_HTML_STOP_SCOPE))
    exm_html_imply_ends (self, token->tag == EXM_TAG_RT || token->tag == EXM_TAG_RP
                                   ? EXM_TAG_RTC
                                   : EXM_TAG_UNKNOWN);
  exm_html_insert (self, token);
}

/* Elements of which the content is no markup. */
static void
start_text_element (ExmHtmlTree *self, const ExmHtmlToken *token, Start start)
{
  if (start == START_XMP)
    {
      exm_html_close_p (self);
      exm_html_reconstruct (self);
    }
  if (start != START_NOSCRIPT && token->tag != EXM_TAG_NOEMBED)
    self->frameset_ok = FALSE;
  self->skip_newline = start == START_TEXTAREA;
  exm_html_insert_raw (self, token,
                       start == START_TEXTAREA ? EXM_HTML_RCDATA : EXM_HTML_RAWTEXT);
}

/* Blocks, and what is like them. */
static void
start_block (ExmHtmlTree *self, const ExmHtmlToken *token, Start start)
{
  if (start == START_BUTTON)
    {
      if (exm_html_in_scope (self, EXM_TAG_BUTTON, EXM_HTML_STOP_SCOPE))
        exm_html_pop_until (self, EXM_TAG_BUTTON);
      exm_html_reconstruct (self);
      self->frameset_ok = FALSE;
    }
  else if (start != START_TABLE || !self->quirks)
    exm_html_close_p (self);
  if (start == START_HEADING && exm_html_current_has (self, EXM_HTML_HEADING))
    exm_html_pop (self);
  exm_html_insert (self, token);
  if (start == START_PRE || start == START_TABLE)
    self->frameset_ok = FALSE;
  self->skip_newline = start == START_PRE;
  if (start == START_TABLE)
    self->mode = EXM_HTML_IN_TABLE;
  if (start == START_PLAINTEXT)
    self->tokenizer.state = EXM_HTML_PLAINTEXT;
}

static void
start_inline (ExmHtmlTree *self, ExmHtmlToken *token, Start start)
{
  if (start != START_EMPTY)
    exm_html_reconstruct (self);
  if (start == START_IMAGE)
    {
      token->tag = EXM_TAG_IMG;
      token->name = (ExmHtmlPart){ "img", 3 };
    }
  if (start == START_VOID || start == START_IMAGE || start == START_EMPTY)
    exm_html_insert_void (self, token);
  else
    exm_html_insert (self, token);
  if (start == START_VOID || start == START_IMAGE || start == START_MARKED)
    self->frameset_ok = FALSE;
  if (start == START_MARKED)
    exm_html_format_mark (self);
}

gboolean
exm_html_body_start_tag (ExmHtmlTree *self, ExmHtmlToken *token)
{
  Start start = starts[token->tag];

  switch (start)
    {
    case START_HEAD:
      return exm_html_in_head (self, token);
    case START_HTML:
    case START_BODY:
      start_again (self, token);
      break;
    case START_FRAMESET:
      start_frameset (self, token);
      break;
    case START_BLOCK:
    case START_HEADING:
    case START_PRE:
    case START_PLAINTEXT:
    case START_BUTTON:
    case START_TABLE:
      start_block (self, token, start);
      break;
    case START_FORM:
      start_form (self, token);
      break;
    case START_ITEM:
      start_item (self, token);
      break;
    case START_A:
      start_a (self, token);
      break;
    case START_FORMATTING:
    case START_NOBR:
      start_formatting (self, token);
      break;
    case START_INPUT:
      start_input (self, token);
      break;
    case START_HR:
      start_hr (self, token);
      break;
    case START_NOSCRIPT:
      if (!self->scripting)
        start_inline (self, token, START_ORDINARY);
      else
        start_text_element (self, token, start);
      break;
    case START_TEXTAREA:
    case START_XMP:
    case START_RAW:
      start_text_element (self, token, start);
      break;
    case START_SELECT:
      start_select (self, token);
      break;
    case START_OPTION:
      start_option (self, token);
      break;
    case START_RUBY:
      start_ruby (self, token);
      break;
    case START_FOREIGN:
      start_foreign (self, token);
      break;
    case START_IGNORED:
      break;
    default:
      start_inline (self, token, start);
    }
  return FALSE;
}

gboolean
exm_html_in_body (ExmHtmlTree *self, ExmHtmlToken *token)
{
  switch (token->type)
    {
    case EXM_HTML_TEXT:
      exm_html_body_text (self, token);
      return FALSE;
    case EXM_HTML_START_TAG:
      return exm_html_body_start_tag (self, token);
    case EXM_HTML_END_TAG:
      return exm_html_body_end_tag (self, token);
    case EXM_HTML_COMMENT:
      exm_html_insert_comment (self, token);
      return FALSE;
    case EXM_HTML_EOF:
      if (self->template_modes.len > 0)
        return exm_html_in_template (self, token);
      exm_html_stop (self);
      return FALSE;
    default:
      return FALSE;
    }
}

gboolean
exm_html_in_text (ExmHtmlTree *self, ExmHtmlToken *token)
{
  if (token->type == EXM_HTML_TEXT)
    {
      exm_html_insert_text (self, token);
      return FALSE;
    }
  exm_html_pop (self);
  self->mode = self->original_mode;
  return token->type == EXM_HTML_EOF;
}

/* --- End tags: 13.2.6.4.7 --- */

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

/* --- Content of SVG and MathML: 13.2.6.5 --- */

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
