/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Insertion modes of tables: 13.2.6.4.9 … 15. */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "html/exm-html-tree-private.h"

static gboolean
is_start (const ExmHtmlToken *token, ExmTag tag)
{
  return token->type == EXM_HTML_START_TAG && token->tag == tag;
}

static gboolean
is_end (const ExmHtmlToken *token, ExmTag tag)
{
  return token->type == EXM_HTML_END_TAG && token->tag == tag;
}

static gboolean
is_table_section (ExmTag tag)
{
  return tag == EXM_TAG_TBODY || tag == EXM_TAG_THEAD || tag == EXM_TAG_TFOOT;
}

static gboolean
is_cell (ExmTag tag)
{
  return tag == EXM_TAG_TD || tag == EXM_TAG_TH;
}

/* The start tag of a caption, column, section, row or cell. */
static gboolean
starts_part (const ExmHtmlToken *token)
{
  return token->type == EXM_HTML_START_TAG
         && exm_html_tag_is (token->tag, EXM_HTML_CELL_PART);
}

/* End tags that say nothing inside a table. */
static gboolean
ends_outside (const ExmHtmlToken *token)
{
  switch (token->type == EXM_HTML_END_TAG ? token->tag : EXM_TAG_UNKNOWN)
    {
    case EXM_TAG_BODY:
    case EXM_TAG_CAPTION:
    case EXM_TAG_COL:
    case EXM_TAG_COLGROUP:
    case EXM_TAG_HTML:
      return TRUE;
    default:
      return FALSE;
    }
}

/* Pops what is open inside a table, a section or a row. */
static void
clear_to_table (ExmHtmlTree *self)
{
  exm_html_pop_above (self, EXM_HTML_TABLE_SCOPE);
}

static void
clear_to_section (ExmHtmlTree *self)
{
  while (self->stack.len > 1 && !exm_html_current_is (self, EXM_TAG_TBODY)
         && !exm_html_current_is (self, EXM_TAG_THEAD)
         && !exm_html_current_is (self, EXM_TAG_TFOOT)
         && !exm_html_current_is (self, EXM_TAG_TEMPLATE))
    exm_html_pop (self);
}

static void
clear_to_row (ExmHtmlTree *self)
{
  while (self->stack.len > 1 && !exm_html_current_is (self, EXM_TAG_TR)
         && !exm_html_current_is (self, EXM_TAG_TEMPLATE))
    exm_html_pop (self);
}

/* Foster-parents a token that has no place in a table. */
static gboolean
put_before (ExmHtmlTree *self, ExmHtmlToken *token)
{
  self->foster = TRUE;
  gboolean again = exm_html_in_body (self, token);
  self->foster = FALSE;
  return again;
}

static gboolean
start_in_table (ExmHtmlTree *self, ExmHtmlToken *token)
{
  clear_to_table (self);
  switch (token->tag)
    {
    case EXM_TAG_CAPTION:
      exm_html_format_mark (self);
      exm_html_insert (self, token);
      self->mode = EXM_HTML_IN_CAPTION;
      return FALSE;
    case EXM_TAG_COLGROUP:
      exm_html_insert (self, token);
      self->mode = EXM_HTML_IN_COLUMN_GROUP;
      return FALSE;
    case EXM_TAG_COL:
      exm_html_insert_implied (self, EXM_TAG_COLGROUP);
      self->mode = EXM_HTML_IN_COLUMN_GROUP;
      return TRUE;
    case EXM_TAG_TD:
    case EXM_TAG_TH:
    case EXM_TAG_TR:
      exm_html_insert_implied (self, EXM_TAG_TBODY);
      self->mode = EXM_HTML_IN_TABLE_BODY;
      return TRUE;
    default:
      exm_html_insert (self, token);
      self->mode = EXM_HTML_IN_TABLE_BODY;
      return FALSE;
    }
}

/* Returns: whether the table ended. */
static gboolean
end_table (ExmHtmlTree *self)
{
  if (!exm_html_in_scope (self, EXM_TAG_TABLE, EXM_HTML_STOP_TABLE))
    return FALSE;
  exm_html_pop_until (self, EXM_TAG_TABLE);
  exm_html_reset_mode (self);
  return TRUE;
}

/* Start tags that are no parts of tables. */
static gboolean
start_other (ExmHtmlTree *self, ExmHtmlToken *token)
{
  const ExmHtmlAttribute *type;

  switch (token->tag)
    {
    case EXM_TAG_TABLE:
      return end_table (self);
    case EXM_TAG_STYLE:
    case EXM_TAG_SCRIPT:
    case EXM_TAG_TEMPLATE:
      return exm_html_in_head (self, token);
    case EXM_TAG_INPUT:
      type = exm_html_get_attribute (token, EXM_ATTRIBUTE_TYPE);
      if (type == NULL || !exm_html_part_is (type->value, "hidden"))
        return put_before (self, token);
      exm_html_insert_void (self, token);
      return FALSE;
    case EXM_TAG_FORM:
      if (self->form != EXM_HTML_NO_NODE || exm_html_is_open (self, EXM_TAG_TEMPLATE))
        return FALSE;
      exm_html_insert (self, token);
      self->form = exm_html_current (self)->node;
      exm_html_pop (self);
      return FALSE;
    default:
      return put_before (self, token);
    }
}

/* White space that markup follows: it need not be kept until that is known. */
static gboolean
is_only_blank (const ExmHtmlTree *self, const ExmHtmlToken *token)
{
  const char *next = self->tokenizer.source + token->end;

  /* "</>" is nothing, so text may follow. */
  return self->tokenizer.end - next >= 3 && next[0] == '<' && next[2] != '>'
         && exm_html_is_blank (token);
}

gboolean
exm_html_in_table (ExmHtmlTree *self, ExmHtmlToken *token)
{
  switch (token->type)
    {
    case EXM_HTML_TEXT:
      if (!exm_html_current_has (self, EXM_HTML_TABLE_PART)
          && !exm_html_current_is (self, EXM_TAG_TEMPLATE))
        return put_before (self, token);
      if (is_only_blank (self, token))
        {
          exm_html_insert_text (self, token);
          return FALSE;
        }
      self->original_mode = self->mode;
      self->mode = EXM_HTML_IN_TABLE_TEXT;
      return TRUE;
    case EXM_HTML_COMMENT:
      exm_html_insert_comment (self, token);
      return FALSE;
    case EXM_HTML_START_TAG:
      return starts_part (token) ? start_in_table (self, token)
                                 : start_other (self, token);
    case EXM_HTML_END_TAG:
      if (token->tag == EXM_TAG_TABLE)
        {
          end_table (self);
          return FALSE;
        }
      if (ends_outside (token) || exm_html_tag_is (token->tag, EXM_HTML_CELL_PART))
        return FALSE;
      if (token->tag == EXM_TAG_TEMPLATE)
        return exm_html_in_head (self, token);
      return put_before (self, token);
    case EXM_HTML_EOF:
      return exm_html_in_body (self, token);
    default:
      return FALSE;
    }
}

static void
keep_table_text (ExmHtmlTree *self, const ExmHtmlToken *token)
{
  const char *text = token->text.text;
  gboolean stays = text >= self->tokenizer.source && text < self->tokenizer.end;

  *exm_array_next (&self->table_text) = (ExmHtmlTableText){
    .start = token->start,
    .end = token->end,
    .text = stays ? text : NULL,
    .offset = self->table_bytes.len,
    .n_bytes = token->text.n_bytes,
  };
  if (!stays)
    exm_array_extend (&self->table_bytes, text, (guint) token->text.n_bytes);
}

static ExmHtmlToken
get_table_text (const ExmHtmlTree *self, guint index)
{
  const ExmHtmlTableText *kept = &self->table_text.data[index];
  const char *moved = self->table_bytes.data;

  return (ExmHtmlToken){
    .type = EXM_HTML_TEXT,
    .start = kept->start,
    .end = kept->end,
    .text = { kept->text != NULL ? kept->text : moved + kept->offset, kept->n_bytes },
  };
}

static void
flush_table_text (ExmHtmlTree *self)
{
  gboolean blank = TRUE;

  for (guint i = 0; blank && i < self->table_text.len; i++)
    {
      ExmHtmlToken text = get_table_text (self, i);
      blank = exm_html_is_blank (&text);
    }
  for (guint i = 0; i < self->table_text.len; i++)
    {
      ExmHtmlToken text = get_table_text (self, i);
      if (blank)
        exm_html_insert_text (self, &text);
      else
        put_before (self, &text);
    }
  self->table_text.len = 0;
  self->table_bytes.len = 0;
}

gboolean
exm_html_in_table_text (ExmHtmlTree *self, ExmHtmlToken *token)
{
  if (token->type == EXM_HTML_TEXT)
    {
      if (!token->is_nul)
        keep_table_text (self, token);
      return FALSE;
    }
  flush_table_text (self);
  self->mode = self->original_mode;
  return TRUE;
}

gboolean
exm_html_in_caption (ExmHtmlTree *self, ExmHtmlToken *token)
{
  gboolean ends = is_end (token, EXM_TAG_CAPTION);

  if (ends || starts_part (token) || is_end (token, EXM_TAG_TABLE))
    {
      if (!exm_html_in_scope (self, EXM_TAG_CAPTION, EXM_HTML_STOP_TABLE))
        return FALSE;
      exm_html_pop_until (self, EXM_TAG_CAPTION);
      exm_html_format_clear (self);
      self->mode = EXM_HTML_IN_TABLE;
      return !ends;
    }
  if (ends_outside (token)
      || (token->type == EXM_HTML_END_TAG
          && exm_html_tag_is (token->tag, EXM_HTML_CELL_PART)))
    return FALSE;
  return exm_html_in_body (self, token);
}

gboolean
exm_html_in_column_group (ExmHtmlTree *self, ExmHtmlToken *token)
{
  if (token->type == EXM_HTML_TEXT)
    {
      ExmHtmlToken blank;
      gboolean more = exm_html_split_blank (token, &blank);
      if (blank.text.n_bytes > 0)
        exm_html_insert_text (self, &blank);
      if (!more)
        return FALSE;
    }
  else if (token->type == EXM_HTML_COMMENT)
    {
      exm_html_insert_comment (self, token);
      return FALSE;
    }
  else if (token->type == EXM_HTML_DOCTYPE || is_end (token, EXM_TAG_COL))
    return FALSE;
  else if (is_start (token, EXM_TAG_HTML) || token->type == EXM_HTML_EOF)
    return exm_html_in_body (self, token);
  else if (is_start (token, EXM_TAG_COL))
    {
      exm_html_insert_void (self, token);
      return FALSE;
    }
  else if (token->tag == EXM_TAG_TEMPLATE)
    return exm_html_in_head (self, token);

  if (!exm_html_current_is (self, EXM_TAG_COLGROUP))
    return FALSE;
  exm_html_pop (self);
  self->mode = EXM_HTML_IN_TABLE;
  return !is_end (token, EXM_TAG_COLGROUP);
}

static gboolean
has_section (const ExmHtmlTree *self)
{
  return exm_html_in_scope (self, EXM_TAG_TBODY, EXM_HTML_STOP_TABLE)
         || exm_html_in_scope (self, EXM_TAG_THEAD, EXM_HTML_STOP_TABLE)
         || exm_html_in_scope (self, EXM_TAG_TFOOT, EXM_HTML_STOP_TABLE);
}

gboolean
exm_html_in_table_body (ExmHtmlTree *self, ExmHtmlToken *token)
{
  gboolean is_tag = token->type == EXM_HTML_START_TAG || token->type == EXM_HTML_END_TAG;
  gboolean starts = token->type == EXM_HTML_START_TAG;

  if (starts && (token->tag == EXM_TAG_TR || is_cell (token->tag)))
    {
      clear_to_section (self);
      if (token->tag == EXM_TAG_TR)
        exm_html_insert (self, token);
      else
        exm_html_insert_implied (self, EXM_TAG_TR);
      self->mode = EXM_HTML_IN_ROW;
      return token->tag != EXM_TAG_TR;
    }
  if (is_tag && !starts && is_table_section (token->tag))
    {
      if (!exm_html_in_scope (self, token->tag, EXM_HTML_STOP_TABLE))
        return FALSE;
      clear_to_section (self);
      exm_html_pop (self);
      self->mode = EXM_HTML_IN_TABLE;
      return FALSE;
    }
  if (starts_part (token) || is_end (token, EXM_TAG_TABLE))
    {
      if (!has_section (self))
        return FALSE;
      clear_to_section (self);
      exm_html_pop (self);
      self->mode = EXM_HTML_IN_TABLE;
      return TRUE;
    }
  return exm_html_in_table (self, token);
}

/* Returns: whether a row ended. */
static gboolean
end_row (ExmHtmlTree *self)
{
  if (!exm_html_in_scope (self, EXM_TAG_TR, EXM_HTML_STOP_TABLE))
    return FALSE;
  clear_to_row (self);
  exm_html_pop (self);
  self->mode = EXM_HTML_IN_TABLE_BODY;
  return TRUE;
}

gboolean
exm_html_in_row (ExmHtmlTree *self, ExmHtmlToken *token)
{
  if (token->type == EXM_HTML_START_TAG && is_cell (token->tag))
    {
      clear_to_row (self);
      exm_html_insert (self, token);
      self->mode = EXM_HTML_IN_CELL;
      exm_html_format_mark (self);
      return FALSE;
    }
  if (is_end (token, EXM_TAG_TR))
    {
      end_row (self);
      return FALSE;
    }
  if (starts_part (token) || is_end (token, EXM_TAG_TABLE))
    return end_row (self);
  if (token->type == EXM_HTML_END_TAG && is_table_section (token->tag))
    return exm_html_in_scope (self, token->tag, EXM_HTML_STOP_TABLE) && end_row (self);
  return exm_html_in_table (self, token);
}

/* Returns: whether a cell ended. */
static gboolean
end_cell (ExmHtmlTree *self)
{
  ExmTag tag = exm_html_in_scope (self, EXM_TAG_TD, EXM_HTML_STOP_TABLE) ? EXM_TAG_TD
                                                                         : EXM_TAG_TH;

  if (!exm_html_in_scope (self, tag, EXM_HTML_STOP_TABLE))
    return FALSE;
  exm_html_pop_until (self, tag);
  exm_html_format_clear (self);
  self->mode = EXM_HTML_IN_ROW;
  return TRUE;
}

gboolean
exm_html_in_cell (ExmHtmlTree *self, ExmHtmlToken *token)
{
  if (starts_part (token))
    return end_cell (self);
  if (token->type == EXM_HTML_END_TAG && is_cell (token->tag))
    {
      if (exm_html_in_scope (self, token->tag, EXM_HTML_STOP_TABLE))
        {
          exm_html_pop_until (self, token->tag);
          exm_html_format_clear (self);
          self->mode = EXM_HTML_IN_ROW;
        }
      return FALSE;
    }
  if (ends_outside (token))
    return FALSE;
  if (token->type == EXM_HTML_END_TAG
      && exm_html_tag_is (token->tag, EXM_HTML_TABLE_PART))
    return exm_html_in_scope (self, token->tag, EXM_HTML_STOP_TABLE) && end_cell (self);
  return exm_html_in_body (self, token);
}
