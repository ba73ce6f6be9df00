/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "html/exm-html-tokenizer-private.h"
#include "html/exm-html-tree-private.h"

#include <stddef.h>
#include <string.h>

/* Steps that only damaged pages need, a byte of the page and at least: see
 * exm_html_afford(). A step takes a nanosecond or two. */
#define WORK_PER_BYTE 4u
#define MIN_WORK 100000u

/* A formatting element that is never closed is made again in each paragraph: at most this
 * many are, one every so many bytes and at least. */
#define BYTES_PER_CLONE 16u
#define MIN_CLONES 4096u

static const ExmHtmlRules rules[EXM_HTML_N_MODES] = {
  [EXM_HTML_INITIAL] = exm_html_initial,
  [EXM_HTML_BEFORE_HTML] = exm_html_before_html,
  [EXM_HTML_BEFORE_HEAD] = exm_html_before_head,
  [EXM_HTML_IN_HEAD] = exm_html_in_head,
  [EXM_HTML_IN_HEAD_NOSCRIPT] = exm_html_in_head_noscript,
  [EXM_HTML_AFTER_HEAD] = exm_html_after_head,
  [EXM_HTML_IN_BODY] = exm_html_in_body,
  [EXM_HTML_IN_TEXT] = exm_html_in_text,
  [EXM_HTML_IN_TABLE] = exm_html_in_table,
  [EXM_HTML_IN_TABLE_TEXT] = exm_html_in_table_text,
  [EXM_HTML_IN_CAPTION] = exm_html_in_caption,
  [EXM_HTML_IN_COLUMN_GROUP] = exm_html_in_column_group,
  [EXM_HTML_IN_TABLE_BODY] = exm_html_in_table_body,
  [EXM_HTML_IN_ROW] = exm_html_in_row,
  [EXM_HTML_IN_CELL] = exm_html_in_cell,
  [EXM_HTML_IN_TEMPLATE] = exm_html_in_template,
  [EXM_HTML_AFTER_BODY] = exm_html_after_body,
  [EXM_HTML_IN_FRAMESET] = exm_html_in_frameset,
  [EXM_HTML_AFTER_FRAMESET] = exm_html_after_frameset,
  [EXM_HTML_AFTER_AFTER_BODY] = exm_html_after_after_body,
  [EXM_HTML_AFTER_AFTER_FRAMESET] = exm_html_after_after_frameset,
};

void
exm_html_stop (ExmHtmlTree *self)
{
  self->stopped = TRUE;
}

gboolean
exm_html_afford (ExmHtmlTree *self, gsize n)
{
  if (self->n_work >= n)
    {
      self->n_work -= n;
      return TRUE;
    }
  self->truncated = TRUE;
  return FALSE;
}

/* Whether the rules for foreign content take @token (13.2.6, the dispatcher). */
static gboolean
is_foreign (const ExmHtmlOpen *open, const ExmHtmlToken *token)
{
  gboolean starts = token->type == EXM_HTML_START_TAG;
  gboolean text = token->type == EXM_HTML_TEXT;

  if (token->type == EXM_HTML_EOF)
    return FALSE;
  if (open->takes_text
      && (text
          || (starts && token->tag != EXM_TAG_MGLYPH
              && token->tag != EXM_TAG_MALIGNMARK)))
    return FALSE;
  if (open->ns == EXM_HTML_NS_MATHML && open->tag == EXM_TAG_ANNOTATION_XML && starts
      && token->tag == EXM_TAG_SVG)
    return FALSE;
  return !(open->takes_html && (starts || text));
}

/* Whether the current element is none of HTML. */
static inline gboolean
stands_in_foreign (const ExmHtmlTree *self)
{
  return exm_html_current (self)->ns != EXM_HTML_NS_HTML;
}

/* Handles the usual tokens of exm_html_in_body() without a call. */
static inline gboolean
process_in_body (ExmHtmlTree *self, ExmHtmlToken *token)
{
  if (token->type == EXM_HTML_TEXT)
    {
      exm_html_body_text (self, token);
      return FALSE;
    }
  if (token->type == EXM_HTML_START_TAG)
    return exm_html_body_start_tag (self, token);
  if (token->type == EXM_HTML_END_TAG)
    return exm_html_body_end_tag (self, token);
  return exm_html_in_body (self, token);
}

/* @in_foreign: stands_in_foreign() */
static inline void
process (ExmHtmlTree *self, ExmHtmlToken *token, gboolean in_foreign)
{
  if (G_LIKELY (self->mode == EXM_HTML_IN_BODY && !in_foreign))
    {
      if (!process_in_body (self, token))
        return;
      in_foreign = stands_in_foreign (self);
    }
  while (in_foreign && is_foreign (exm_html_current (self), token)
             ? exm_html_in_foreign (self, token)
             : rules[self->mode](self, token))
    in_foreign = stands_in_foreign (self);
}

/* The rules of the mode, whatever the current element is. */
gboolean
exm_html_in_mode (ExmHtmlTree *self, ExmHtmlToken *token)
{
  return rules[self->mode](self, token);
}

/* A line break that directly follows <pre> or <textarea> is no part of it. */
static gboolean
drop_newline (ExmHtmlTree *self, ExmHtmlToken *token)
{
  self->skip_newline = FALSE;
  if (token->type != EXM_HTML_TEXT || token->text.text[0] != '\n')
    return FALSE;
  token->text.text++;
  token->text.n_bytes--;
  token->start++;
  return token->text.n_bytes == 0;
}

static void
parse (ExmHtmlTree *self)
{
  ExmHtmlToken token;
  const char *p = self->tokenizer.p;

  while (!self->stopped)
    {
      gboolean in_foreign = stands_in_foreign (self);
      self->tokenizer.allow_cdata = in_foreign;
      p = exm_html_tokenizer_advance (&self->tokenizer, p, &token);
      self->n_tokens++;
      if (self->skip_newline && drop_newline (self, &token))
        continue;
      process (self, &token, in_foreign);
    }
}

gboolean
exm_html_parse (const char *source,
                gsize n_bytes,
                gboolean scripting,
                const ExmHtmlSink *sink,
                void *data,
                gboolean *cut)
{
  const gsize n_tokenizer = offsetof (ExmHtmlTree, sink);
  ExmHtmlTree self;

  /* Not all of its 11 kB, most of which are room for attributes: a small page should not
   * have to pay for it. */
  memset ((char *) &self + n_tokenizer, 0, sizeof self - n_tokenizer);
  exm_html_tokenizer_init (&self.tokenizer, source, n_bytes);
  self.sink = sink;
  self.data = data;
  self.mode = EXM_HTML_INITIAL;
  self.html_stops = exm_html_get_stops ();
  self.current = &self.none;
  self.head = self.form = EXM_HTML_NO_NODE;
  self.scripting = scripting;
  self.frameset_ok = TRUE;
  self.n_work = MIN_WORK + n_bytes * WORK_PER_BYTE;
  self.n_clones = MIN_CLONES + n_bytes / BYTES_PER_CLONE;

  parse (&self);

  exm_array_clear (&self.template_modes);
  exm_array_clear (&self.stack);
  exm_array_clear (&self.formatting);
  exm_array_clear (&self.table_text);
  exm_array_clear (&self.table_bytes);
  if (cut != NULL)
    *cut = self.tokenizer.cut;
  return !self.truncated && !self.tokenizer.truncated;
}
