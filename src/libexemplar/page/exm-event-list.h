/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Events of a page before it has lines: its elements, and the order of texts and breaks.
 * Tree construction still moves elements; when it is done, the elements say what holds
 * for each text, and lines can be written from one end to the other. Texts are places in
 * the source. */

#pragma once

#include "base/exm-array.h"
#include "html/exm-html-token.h"
#include "page/exm-class-cache.h"
#include "types/exm-page-text.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_NODE_PREFORMATTED = 1 << 0,
  EXM_NODE_IN_LINK = 1 << 1, /* a link or inside one */
  EXM_NODE_DROPPED = 1 << 2, /* its content is no text of the page */
  EXM_NODE_SPAN = 1 << 3,    /* a link or emphasis of its own */
  EXM_NODE_CAPTURE = 1 << 4, /* its text is a slice */
  EXM_NODE_FORMULA = 1 << 5, /* a span that shows a formula */
} ExmNodeBits;

/**
 * ExmNodeAround:
 * @block: nearest block element, itself included
 * @span: nearest element with %EXM_NODE_SPAN, itself included; %EXM_NONE: none
 * @capture: nearest element with %EXM_NODE_CAPTURE, itself included
 * @n_spans: elements with %EXM_NODE_SPAN around it, itself included
 * @span_kinds: kinds of spans around its text, as bits 1 << #ExmSpanKind
 * @n_captures: elements with %EXM_NODE_CAPTURE around it, itself included
 * @heading: 1 … 6 inside h1 … h6, else 0
 *
 * Context of an element's text. Most elements inherit it unchanged.
 */
typedef struct
{
  guint32 block;
  guint32 span;
  guint32 capture;
  guint8 n_spans;
  guint8 span_kinds;
  guint8 n_captures;
  guint8 heading;
} ExmNodeAround;

/**
 * ExmNodeInfo:
 * @around: when the tree is complete
 * @list: until then: list of items that its content goes to; 0 is the page itself
 * @item: until then: its own item, %EXM_NONE if it has none
 * @link: of a link: offset of its address among the strings
 * @own_list: of a table: list of items that stand before it, 0 if there are none
 * @flags: #ExmLineFlags, first its own, in the end those of the text inside
 * @bits: #ExmNodeBits, first its own, in the end those of the text inside
 *
 * Facts of an element that the page text does not show.
 */
typedef struct
{
  union
  {
    ExmNodeAround around;
    struct
    {
      guint32 list;
      guint32 item;
    };
  };
  union
  {
    guint32 link;
    guint32 own_list;
  };
  guint16 flags;
  guint8 bits;
} ExmNodeInfo;

typedef enum
{
  EXM_ITEM_TEXT,      /* as it is written */
  EXM_ITEM_BLANK,     /* the same, nothing but white space */
  EXM_ITEM_REFERENCE, /* a character reference */
  EXM_ITEM_ELEMENT,   /* something happens where the element begins */
} ExmItemKind;

/**
 * ExmEvent:
 * @node: the element itself, or that of a text
 * @kind: what it is
 * @breaks: of an element: a line ends
 * @place: where it stands: 0 in the page itself, else 1 + index of its place in a list
 *   before a table
 * @start: of a text: its first byte in the source; of an element: 1 + index of its first
 *   slice, 0 if it has none
 * @end: of a text: one past its last byte; of an element: 1 + index of its image
 */
typedef struct
{
  guint32 node;
  guint32 kind : 2;
  guint32 breaks : 1;
  guint32 place : 29;
  guint32 start;
  guint32 end;
} ExmEvent;

/* An item before a table. @next: 1 + index of the next item of the same list, 0 at its
 * end */
typedef struct
{
  guint32 list;
  guint32 next;
} ExmEventPlace;

/* Items that stand before a table: indices plus 1, 0 if there are none. */
typedef struct
{
  guint32 first;
  guint32 last;
  guint32 level; /* lists that it stands in */
} ExmEventSublist;

/* A formula whose TeX the page has: @node shows it, @source holds its TeX. A script shows
 * nothing itself. Of MathML, @math is 1 + where its tag lies in the source, else 0. */
typedef struct
{
  guint32 node;
  guint32 source;
  guint32 math;
} ExmEventFormula;

/* A frame whose document stands in its srcdoc: where its tag lies in the source, and its
 * HTML among the strings. */
typedef struct
{
  guint32 node;
  guint32 start;
  guint32 end;
  guint32 html;
} ExmEventFrame;

/**
 * ExmEventPicture:
 * @node: the picture element that was seen last, %EXM_NONE before the first
 * @widest: address of its widest useful source, in the page's HTML
 * @width: of that, pixels
 *
 * Sources of an img that stands beside them.
 */
typedef struct
{
  guint32 node;
  ExmHtmlPart widest;
  double width;
} ExmEventPicture;

typedef struct _ExmSlices ExmSlices;

/**
 * ExmTagFacts:
 * @step: of the block path
 * @own: hash of the tag
 * @flags: #ExmLineFlags of the text inside
 * @bits: #ExmNodeBits
 *
 * Facts of an element by its tag alone, without attributes.
 */
typedef struct
{
  guint64 step;
  guint64 own;
  guint16 flags;
  guint8 bits;
} ExmTagFacts;

typedef EXM_ARRAY (ExmNodeInfo) ExmNodeInfos;
typedef EXM_ARRAY (ExmEvent) ExmEvents;

typedef struct
{
  ExmPageTextParts *parts; /* (unowned) */
  const char *source;      /* (unowned): of @parts */
  gsize n_bytes;           /* of @source */
  gsize position;          /* about there it is read */
  gsize n_text_bytes;      /* of texts that are not blank */
  ExmSlices *slices;       /* (owned) */
  ExmNodeInfos infos;      /* beside parts->nodes */
  ExmEvents items;
  EXM_ARRAY (ExmEventSublist) lists; /* 0 is not used */
  EXM_ARRAY (ExmEventPlace) places;
  ExmSpans images;        /* and formulas that scripts hold */
  ExmSpans hidden_images; /* of flagged lines */
  EXM_ARRAY (ExmEventFrame) frames;
  EXM_ARRAY (ExmEventFormula) formulas;
  ExmEventPicture picture;
  ExmClassCache *classes;  /* (owned) */
  const ExmTagFacts *tags; /* (unowned): of exm_nodes_get_tag_facts(), by #ExmTag */
  gboolean has_moved;      /* elements may stand before their parents */
  gboolean captures_text;  /* slices are gathered from elements that have others inside */
} ExmEventList;

/* Returns the span kind of an element with %EXM_NODE_SPAN. */
static inline ExmSpanKind
exm_event_list_span_kind (guint tag, guint8 bits)
{
  if (bits & EXM_NODE_FORMULA)
    return EXM_SPAN_FORMULA;
  switch (tag)
    {
    case EXM_TAG_A:
      return EXM_SPAN_LINK;
    case EXM_TAG_B:
    case EXM_TAG_STRONG:
      return EXM_SPAN_STRONG;
    case EXM_TAG_CODE:
      return EXM_SPAN_CODE;
    case EXM_TAG_SUP:
      return EXM_SPAN_SUPERSCRIPT;
    case EXM_TAG_SUB:
      return EXM_SPAN_SUBSCRIPT;
    default:
      return EXM_SPAN_EMPHASIS;
    }
}

static inline ExmNode *
exm_event_list_node (const ExmEventList *self, guint32 node)
{
  return &self->parts->nodes.data[node];
}

static inline ExmNodeInfo *
exm_event_list_info (const ExmEventList *self, guint32 node)
{
  return &self->infos.data[node];
}

static inline ExmEventPlace *
exm_event_list_place (const ExmEventList *self, const ExmEvent *item)
{
  return &self->places.data[item->place - 1];
}

/* The list of what stands before a table, 0 if there is none. */
static inline guint32
exm_event_list_own_list (const ExmEventList *self, guint32 node)
{
  return exm_event_list_node (self, node)->tag == EXM_TAG_TABLE
             ? exm_event_list_info (self, node)->own_list
             : 0;
}

/* A new element, not initialised, for which there is room. Returns: its index. */
static inline guint32
exm_event_list_add_node (ExmEventList *self)
{
  self->infos.len++;
  return self->parts->nodes.len++;
}

G_END_DECLS
