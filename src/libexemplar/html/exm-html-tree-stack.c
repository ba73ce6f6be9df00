/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The stack of open elements (13.2.4.2) and the insertion mode it implies (13.2.4.1). */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "html/exm-html-tree-private.h"

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
