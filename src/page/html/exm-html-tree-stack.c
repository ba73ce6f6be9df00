/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The stack of open elements (13.2.4.2) and the insertion mode it implies (13.2.4.1). */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "exm-html-tree-private.h"

#include <string.h>

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

static guint8 *
build_html_stops (void)
{
  guint8 *stops = g_new (guint8, EXM_N_TAGS);

  for (guint tag = 0; tag < EXM_N_TAGS; tag++)
    {
      const ExmHtmlOpen open = { .tag = (guint8) tag, .ns = EXM_HTML_NS_HTML };
      stops[tag] = (guint8) find_stops (&open);
    }
  return stops;
}

G_STATIC_ASSERT (EXM_HTML_N_STOPS <= EXM_HTML_STOP_ROOM);

const guint8 *
exm_html_get_stops (void)
{
  static gsize built; /* a byte for each tag, never freed */

  if (g_once_init_enter (&built))
    g_once_init_leave (&built, (gsize) build_html_stops ());
  return (const guint8 *) built;
}

static void
link_open (ExmHtmlTree *self, guint index)
{
  ExmHtmlOpen *open = exm_html_at (self, index);
  guint stops
      = open->ns == EXM_HTML_NS_HTML ? self->html_stops[open->tag] : find_stops (open);

  /* Which of them it is cannot be foreseen, so nothing branches on it. */
  for (guint i = 0; i < EXM_HTML_STOP_ROOM; i++)
    {
      guint32 is_one = 0u - (stops >> i & 1);
      guint32 outer = index > 0 ? open[-1].stops[i] : 0;
      open->stops[i] = (is_one & (index + 1)) | (~is_one & outer);
    }
  if (open->ns != EXM_HTML_NS_HTML)
    return;
  open->previous = self->last[open->tag];
  self->last[open->tag] = index + 1;
  if (open->tag != EXM_TAG_UNKNOWN)
    return;
  open->name_hash = (guint8) exm_word_hash (open->name.text, open->name.n_bytes);
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
  for (guint i = self->stack->len; i-- > index;)
    unlink_open (self, exm_html_at (self, i));
}

void
exm_html_relink (ExmHtmlTree *self, guint index)
{
  for (guint i = index; i < self->stack->len; i++)
    link_open (self, i);
}

void
exm_html_push (ExmHtmlTree *self, const ExmHtmlOpen *open)
{
  *(ExmHtmlOpen *) exm_fill_next (self->stack, &self->stack_room, sizeof *open) = *open;
  exm_html_current (self)->n_token = self->n_tokens;
  link_open (self, self->stack->len - 1);
}

void
exm_html_pop (ExmHtmlTree *self)
{
  const ExmHtmlOpen *open = exm_html_current (self);

  unlink_open (self, open);
  if (open->in_list)
    exm_html_format_closed (self, open->node);
  self->stack->len--;
}

void
exm_html_pop_to (ExmHtmlTree *self, guint n)
{
  while (self->stack->len > MAX (n, 1))
    exm_html_pop (self);
}

void
exm_html_pop_until (ExmHtmlTree *self, ExmTag tag)
{
  if (self->last[tag] > 0)
    exm_html_pop_to (self, self->last[tag] - 1);
}

void
exm_html_pop_above (ExmHtmlTree *self, ExmHtmlTraits traits)
{
  while (self->stack->len > 1 && !exm_html_current_has (self, traits))
    exm_html_pop (self);
}

void
exm_html_remove_open (ExmHtmlTree *self, guint index)
{
  if (exm_html_at (self, index)->in_list)
    exm_html_format_closed (self, exm_html_at (self, index)->node);
  exm_html_unlink (self, index);
  g_array_remove_index (self->stack, index);
  exm_html_relink (self, index);
}

gboolean
exm_html_current_is (const ExmHtmlTree *self, ExmTag tag)
{
  const ExmHtmlOpen *open = exm_html_current (self);
  return open->ns == EXM_HTML_NS_HTML && open->tag == tag;
}

gboolean
exm_html_current_has (const ExmHtmlTree *self, ExmHtmlTraits traits)
{
  const ExmHtmlOpen *open = exm_html_current (self);
  return open->ns == EXM_HTML_NS_HTML && exm_html_tag_is (open->tag, traits);
}

int
exm_html_find_stop (const ExmHtmlTree *self, ExmHtmlStop stop)
{
  return (int) exm_html_current (self)->stops[stop] - 1;
}

/* An element that is a stop itself is found before it stops. */
gboolean
exm_html_in_scope (const ExmHtmlTree *self, ExmTag tag, ExmHtmlStop stop)
{
  return self->last[tag] > 0 && self->last[tag] >= exm_html_current (self)->stops[stop];
}

void
exm_html_imply_ends (ExmHtmlTree *self, ExmTag except)
{
  while (exm_html_current_has (self, EXM_HTML_IMPLIED)
         && exm_html_current (self)->tag != except)
    exm_html_pop (self);
}

void
exm_html_close_p (ExmHtmlTree *self)
{
  if (exm_html_in_scope (self, EXM_TAG_P, EXM_HTML_STOP_BUTTON))
    exm_html_pop_until (self, EXM_TAG_P);
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
    self->mode = self->template_modes->data[self->template_modes->len - 1];
  else if (tag == EXM_TAG_HTML)
    self->mode
        = self->head == EXM_HTML_NO_NODE ? EXM_HTML_BEFORE_HEAD : EXM_HTML_AFTER_HEAD;
  else
    self->mode = modes[tag];
}
