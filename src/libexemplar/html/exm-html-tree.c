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

/* --- Creating and inserting nodes: 13.2.6.1 --- */

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

/* --- The stack of open elements, 13.2.4.2, and the insertion mode it implies, 13.2.4.1
 * --- */

static gboolean
is_special (const ExmHtmlOpen *open)
{
  switch (open->ns)
    {
    case EXM_HTML_NS_HTML:
      return exm_html_tag_is (open->tag, EXM_HTML_SPECIAL);
    case EXM_HTML_NS_SVG:
      return open->takes_html;
    default:
      return open->takes_text || open->tag == EXM_TAG_ANNOTATION_XML;
    }
}

/* The stops that an element is, as bits 1 << ExmHtmlStop. */
static guint
find_stops (const ExmHtmlOpen *open)
{
  guint traits = open->ns == EXM_HTML_NS_HTML ? exm_html_traits[open->tag] : 0;
  gboolean special = is_special (open);
  gboolean scope
      = (traits & EXM_HTML_SCOPE) != 0 || (open->ns != EXM_HTML_NS_HTML && special);
  guint stops = 0;

  if (!special && traits == 0)
    return 0;
  if (scope)
    stops |= 1u << EXM_HTML_STOP_SCOPE | 1u << EXM_HTML_STOP_LIST
             | 1u << EXM_HTML_STOP_BUTTON;
  if (traits & EXM_HTML_LIST_SCOPE)
    stops |= 1u << EXM_HTML_STOP_LIST;
  if (traits & EXM_HTML_BUTTON_SCOPE)
    stops |= 1u << EXM_HTML_STOP_BUTTON;
  if (traits & EXM_HTML_TABLE_SCOPE)
    stops |= 1u << EXM_HTML_STOP_TABLE;
  if (traits & EXM_HTML_RESETS)
    stops |= 1u << EXM_HTML_STOP_RESET;
  if (special)
    stops |= 1u << EXM_HTML_STOP_SPECIAL;
  if (special
      && !(open->ns == EXM_HTML_NS_HTML
           && (open->tag == EXM_TAG_ADDRESS || open->tag == EXM_TAG_DIV
               || open->tag == EXM_TAG_P)))
    stops |= 1u << EXM_HTML_STOP_ITEM;
  return stops;
}

static ExmHtmlStopMask
make_mask (const ExmHtmlOpen *open)
{
  guint stops = find_stops (open);
  ExmHtmlStopMask mask;

  for (guint i = 0; i < EXM_HTML_STOP_ROOM; i++)
    mask.is[i] = 0u - (stops >> i & 1);
  return mask;
}

static ExmHtmlStopMask *
build_html_stops (void)
{
  ExmHtmlStopMask *stops = g_new (ExmHtmlStopMask, EXM_N_TAGS);

  for (guint tag = 0; tag < EXM_N_TAGS; tag++)
    {
      const ExmHtmlOpen open = { .tag = (guint8) tag, .ns = EXM_HTML_NS_HTML };
      stops[tag] = make_mask (&open);
    }
  return stops;
}

G_STATIC_ASSERT (EXM_HTML_N_STOPS <= EXM_HTML_STOP_ROOM);

const ExmHtmlStopMask *
exm_html_get_stops (void)
{
  static gsize built; /* a mask for each tag, never freed */

  if (g_once_init_enter (&built))
    g_once_init_leave (&built, (gsize) build_html_stops ());
  return (const ExmHtmlStopMask *) built;
}

void
exm_html_link (ExmHtmlTree *self, guint index)
{
  static const guint32 none[EXM_HTML_STOP_ROOM] = { 0 };
  ExmHtmlOpen *open = exm_html_at (self, index);
  const guint32 *outer = index > 0 ? open[-1].stops : none;

  if (open->ns != EXM_HTML_NS_HTML)
    {
      ExmHtmlStopMask mask = make_mask (open);
      exm_html_set_stops (open, outer, index + 1, &mask);
      open->name_hash = exm_html_hash_name (open->name);
      return;
    }
  exm_html_set_stops (open, outer, index + 1, &self->html_stops[open->tag]);
  open->previous = self->last[open->tag];
  self->last[open->tag] = index + 1;
  if (open->tag != EXM_TAG_UNKNOWN)
    return;
  open->name_hash = exm_html_hash_name (open->name);
  self->n_unknown[open->name_hash]++;
}

static void
unlink_open (ExmHtmlTree *self, const ExmHtmlOpen *open)
{
  if (open->ns != EXM_HTML_NS_HTML)
    return;
  self->last[open->tag] = open->previous;
  if (open->tag == EXM_TAG_UNKNOWN)
    self->n_unknown[open->name_hash]--;
}

void
exm_html_unlink (ExmHtmlTree *self, guint index)
{
  for (guint i = self->stack.len; i-- > index;)
    unlink_open (self, exm_html_at (self, i));
}

void
exm_html_relink (ExmHtmlTree *self, guint index)
{
  for (guint i = index; i < self->stack.len; i++)
    exm_html_link (self, i);
}

void
exm_html_pop_above (ExmHtmlTree *self, ExmHtmlTraits traits)
{
  while (self->stack.len > 1 && !exm_html_current_has (self, traits))
    exm_html_pop (self);
}

void
exm_html_remove_open (ExmHtmlTree *self, guint index)
{
  if (exm_html_at (self, index)->in_list)
    exm_html_format_closed (self, exm_html_at (self, index)->node);
  exm_html_unlink (self, index);
  exm_array_remove (&self->stack, index);
  exm_html_find_current (self);
  exm_html_relink (self, index);
}

void
exm_html_imply_ends (ExmHtmlTree *self, ExmTag except)
{
  while (exm_html_current_has (self, EXM_HTML_IMPLIED)
         && exm_html_current (self)->tag != except)
    exm_html_pop (self);
}

void
exm_html_reset_mode (ExmHtmlTree *self)
{
  static const guint8 modes[EXM_N_TAGS] = {
    [EXM_TAG_TD] = EXM_HTML_IN_CELL,
    [EXM_TAG_TH] = EXM_HTML_IN_CELL,
    [EXM_TAG_TR] = EXM_HTML_IN_ROW,
    [EXM_TAG_TBODY] = EXM_HTML_IN_TABLE_BODY,
    [EXM_TAG_THEAD] = EXM_HTML_IN_TABLE_BODY,
    [EXM_TAG_TFOOT] = EXM_HTML_IN_TABLE_BODY,
    [EXM_TAG_CAPTION] = EXM_HTML_IN_CAPTION,
    [EXM_TAG_COLGROUP] = EXM_HTML_IN_COLUMN_GROUP,
    [EXM_TAG_TABLE] = EXM_HTML_IN_TABLE,
    [EXM_TAG_HEAD] = EXM_HTML_IN_HEAD,
    [EXM_TAG_BODY] = EXM_HTML_IN_BODY,
    [EXM_TAG_FRAMESET] = EXM_HTML_IN_FRAMESET,
  };
  int index = exm_html_find_stop (self, EXM_HTML_STOP_RESET);
  guint tag = index >= 0 ? exm_html_at (self, (guint) index)->tag : EXM_TAG_HTML;

  if (tag == EXM_TAG_TEMPLATE)
    self->mode = self->template_modes.data[self->template_modes.len - 1];
  else if (tag == EXM_TAG_HTML)
    self->mode
        = self->head == EXM_HTML_NO_NODE ? EXM_HTML_BEFORE_HEAD : EXM_HTML_AFTER_HEAD;
  else
    self->mode = modes[tag];
}
