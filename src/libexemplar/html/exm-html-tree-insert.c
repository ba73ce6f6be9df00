/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Creating and inserting nodes (13.2.6.1). */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "html/exm-html-tree-private.h"

#include <string.h>

ExmHtmlPlace
exm_html_find_foster (const ExmHtmlTree *self, const ExmHtmlOpen *target)
{
  ExmHtmlPlace place = { target->node, EXM_HTML_NO_NODE };

  if (target->ns != EXM_HTML_NS_HTML
      || !exm_html_tag_is (target->tag, EXM_HTML_TABLE_PART))
    return place;
  guint32 table = self->last[EXM_TAG_TABLE], template = self->last[EXM_TAG_TEMPLATE];
  if (template > table)
    place.parent = exm_html_at (self, template - 1)->node;
  else if (table == 0)
    place.parent = exm_html_at (self, 0)->node;
  else
    place.before = exm_html_at (self, table - 1)->node;
  return place;
}

/* Whether a child of the current element goes before the table. */
static gboolean
is_fostered (const ExmHtmlTree *self)
{
  const ExmHtmlOpen *open = exm_html_current (self);
  return self->foster && open->ns == EXM_HTML_NS_HTML
         && exm_html_tag_is (open->tag, EXM_HTML_TABLE_PART);
}

/* Measured with WebKitGTK 2.50: an element ends early unless it came with the same token,
 * since it stands in no parent yet. Scripts stand nowhere where scripts are off. */
void
exm_html_make_room (ExmHtmlTree *self, ExmTag tag)
{
  if (tag != EXM_TAG_SCRIPT && !is_fostered (self)
      && exm_html_current (self)->n_token != self->n_tokens)
    exm_html_pop (self);
}

/* An HTML integration point, by its own attribute. */
static gboolean
holds_html (const ExmHtmlToken *token)
{
  const ExmHtmlAttribute *encoding
      = exm_html_get_attribute (token, EXM_ATTRIBUTE_ENCODING);
  return encoding != NULL
         && (exm_html_part_is (encoding->value, "text/html")
             || exm_html_part_is (encoding->value, "application/xhtml+xml"));
}

static void
set_points (ExmHtmlOpen *open, const ExmHtmlToken *token)
{
  if (open->ns == EXM_HTML_NS_SVG)
    open->takes_html = token->tag == EXM_TAG_FOREIGNOBJECT || token->tag == EXM_TAG_DESC
                       || token->tag == EXM_TAG_TITLE;
  else
    {
      open->takes_text = token->tag == EXM_TAG_MI || token->tag == EXM_TAG_MO
                         || token->tag == EXM_TAG_MN || token->tag == EXM_TAG_MS
                         || token->tag == EXM_TAG_MTEXT;
      open->takes_html = token->tag == EXM_TAG_ANNOTATION_XML && holds_html (token);
    }
}

static inline void
push_new (ExmHtmlTree *self,
          ExmHtmlPlace place,
          const ExmHtmlToken *token,
          ExmHtmlNamespace ns)
{
  guint32 node = self->sink->element (self->data, place, token, ns);
  ExmHtmlOpen *open = exm_html_push (self);

  open->node = node;
  open->tag = (guint8) token->tag;
  open->ns = (guint8) ns;
  open->name = token->name;
  if (ns != EXM_HTML_NS_HTML)
    set_points (open, token);
  exm_html_link_last (self);
}

void
exm_html_insert_foreign (ExmHtmlTree *self,
                         const ExmHtmlToken *token,
                         ExmHtmlNamespace ns)
{
  ExmHtmlPlace place = { EXM_HTML_NO_NODE, EXM_HTML_NO_NODE };

  if (self->stack.len > 0)
    place = exm_html_make_place (self, token->tag);
  push_new (self, place, token, ns);
}

void
exm_html_insert (ExmHtmlTree *self, const ExmHtmlToken *token)
{
  ExmHtmlPlace place = { EXM_HTML_NO_NODE, EXM_HTML_NO_NODE };

  if (self->stack.len > 0)
    place = exm_html_make_place (self, token->tag);
  push_new (self, place, token, EXM_HTML_NS_HTML);
}

void
exm_html_insert_void (ExmHtmlTree *self, const ExmHtmlToken *token)
{
  ExmHtmlPlace place = exm_html_make_place (self, token->tag);
  self->sink->element (self->data, place, token, EXM_HTML_NS_HTML);
}

void
exm_html_insert_implied (ExmHtmlTree *self, ExmTag tag)
{
  const char *name = exm_tag_get_name (tag);
  const ExmHtmlToken token = {
    .type = EXM_HTML_START_TAG,
    .tag = tag,
    .name = { name, strlen (name) },
  };
  exm_html_insert (self, &token);
}

void
exm_html_insert_comment (ExmHtmlTree *self, const ExmHtmlToken *token)
{
  ExmHtmlPlace place = { EXM_HTML_NO_NODE, EXM_HTML_NO_NODE };

  if (self->stack.len > 0)
    place = exm_html_make_place (self, EXM_TAG_UNKNOWN);
  if (self->sink->comment != NULL)
    self->sink->comment (self->data, place, token);
}

void
exm_html_insert_raw (ExmHtmlTree *self, const ExmHtmlToken *token, ExmHtmlState state)
{
  exm_html_insert (self, token);
  self->tokenizer.state = state;
  self->original_mode = self->mode;
  self->mode = EXM_HTML_IN_TEXT;
}

static gsize
count_blank (const ExmHtmlToken *token)
{
  const char *p = token->text.text;
  gsize n = 0;

  while (n < token->text.n_bytes
         && (p[n] == ' ' || p[n] == '\n' || p[n] == '\t' || p[n] == '\f' || p[n] == '\r'))
    n++;
  return n;
}

gboolean
exm_html_is_blank (const ExmHtmlToken *token)
{
  return count_blank (token) == token->text.n_bytes;
}

gboolean
exm_html_split_blank (ExmHtmlToken *token, ExmHtmlToken *blank)
{
  gsize n = count_blank (token);

  *blank = *token;
  blank->text.n_bytes = n;
  if (n == token->text.n_bytes)
    return FALSE;
  /* Texts outside of the source are all white space or none. */
  blank->end = token->start + n;
  token->start += n;
  token->text.text += n;
  token->text.n_bytes -= n;
  return TRUE;
}
