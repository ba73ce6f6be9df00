/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The parts of tree construction. */

#pragma once

#include "base/exm-array.h"
#include "base/exm-limits.h"
#include "html/exm-html-tokenizer.h"
#include "html/exm-html-traits.h"
#include "html/exm-html-tree.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_HTML_INITIAL,
  EXM_HTML_BEFORE_HTML,
  EXM_HTML_BEFORE_HEAD,
  EXM_HTML_IN_HEAD,
  EXM_HTML_IN_HEAD_NOSCRIPT,
  EXM_HTML_AFTER_HEAD,
  EXM_HTML_IN_BODY,
  EXM_HTML_IN_TEXT,
  EXM_HTML_IN_TABLE,
  EXM_HTML_IN_TABLE_TEXT,
  EXM_HTML_IN_CAPTION,
  EXM_HTML_IN_COLUMN_GROUP,
  EXM_HTML_IN_TABLE_BODY,
  EXM_HTML_IN_ROW,
  EXM_HTML_IN_CELL,
  EXM_HTML_IN_TEMPLATE,
  EXM_HTML_AFTER_BODY,
  EXM_HTML_IN_FRAMESET,
  EXM_HTML_AFTER_FRAMESET,
  EXM_HTML_AFTER_AFTER_BODY,
  EXM_HTML_AFTER_AFTER_FRAMESET,
  EXM_HTML_N_MODES
} ExmHtmlMode;

/* Searches of the stack that stop at certain elements. The answer for each open element
 * is kept beside it, so that no page can make them long. */
typedef enum
{
  EXM_HTML_STOP_SCOPE,
  EXM_HTML_STOP_LIST,
  EXM_HTML_STOP_BUTTON,
  EXM_HTML_STOP_TABLE,
  EXM_HTML_STOP_SPECIAL,
  EXM_HTML_STOP_ITEM, /* special, but not address, div or p */
  EXM_HTML_STOP_RESET,
  EXM_HTML_N_STOPS
} ExmHtmlStop;

/* For two vectors of them. */
#define EXM_HTML_STOP_ROOM 8

/* Which of them an element is: all bits set, or none. */
typedef struct
{
  guint32 is[EXM_HTML_STOP_ROOM];
} ExmHtmlStopMask;

/**
 * ExmHtmlOpen:
 * @node: the sink's number
 * @tag: which element, whatever its namespace
 * @ns: its namespace
 * @takes_html: an HTML integration point
 * @takes_text: a MathML text integration point
 * @in_list: it was put into the list of formatting elements
 * @n_token: the token that it came with
 * @name_hash: of a foreign or an unknown HTML element: exm_html_hash_name()
 * @name: as written in the page
 * @previous: 1 + index of the next outer HTML element of the same tag, 0 if there is none
 * @stops: 1 + index of the innermost element that is one of the kind, itself included
 */
typedef struct
{
  guint32 node;
  guint8 tag;
  guint8 ns;
  guint8 takes_html : 1;
  guint8 takes_text : 1;
  guint8 in_list : 1;
  guint8 name_hash;
  guint32 n_token;
  ExmHtmlPart name;
  guint32 previous;
  guint32 stops[EXM_HTML_STOP_ROOM];
} ExmHtmlOpen;

/**
 * ExmHtmlFormat:
 * @node: the sink's number; %EXM_HTML_NO_NODE: a marker
 * @tag: which element
 * @is_open: whether it is on the stack
 * @is_hashed: whether @hash is known
 * @start: its tag in the source
 * @hash: of its attributes
 * @name: as written in the page
 */
typedef struct
{
  guint32 node;
  guint8 tag;
  guint8 is_open : 1;
  guint8 is_hashed : 1;
  gsize start;
  guint64 hash;
  ExmHtmlPart name;
} ExmHtmlFormat;

/**
 * ExmHtmlTableText:
 * @start: as in the token
 * @end: as in the token
 * @text: its bytes, or %NULL if they do not lie in the source
 * @offset: where they are among the table's bytes then, which may move
 * @n_bytes: how many
 *
 * A text between the parts of a table, kept until it is known whether all is white space.
 */
typedef struct
{
  gsize start;
  gsize end;
  const char *text; /* (unowned) (nullable) */
  guint offset;
  gsize n_bytes;
} ExmHtmlTableText;

typedef struct
{
  ExmHtmlTokenizer tokenizer;
  const ExmHtmlSink *sink; /* (unowned) */
  void *data;              /* (unowned) */

  ExmHtmlMode mode;
  ExmHtmlMode original_mode;
  EXM_ARRAY (guint8) template_modes; /* each an ExmHtmlMode */

  EXM_ARRAY (ExmHtmlOpen) stack;
  ExmHtmlOpen *current;              /* (unowned): the last one of @stack, or @none */
  ExmHtmlOpen none;                  /* in its place before the root is there */
  const ExmHtmlStopMask *html_stops; /* (unowned): of exm_html_get_stops() */
  guint32 last[EXM_N_TAGS]; /* 1 + index of the innermost HTML element of a tag */
  guint32 n_unknown[256];   /* open unknown HTML elements by the hash of their name */
  EXM_ARRAY (ExmHtmlFormat) formatting;
  EXM_ARRAY (ExmHtmlTableText) table_text;
  ExmBytes table_bytes; /* its texts that do not lie in the source */

  guint32 n_tokens; /* read until now */
  guint32 head;
  guint32 form;
  gboolean scripting;
  gboolean quirks;
  gboolean frameset_ok;
  gboolean foster;
  gboolean skip_newline;
  gboolean stopped;

  gsize n_work;   /* steps that only damaged pages need, still allowed */
  gsize n_clones; /* elements made again, still allowed */
  gboolean truncated;
} ExmHtmlTree;

/* A mode's rules: take the token, or set another mode and return %TRUE: once more. */
typedef gboolean (*ExmHtmlRules) (ExmHtmlTree *self, ExmHtmlToken *token);

gboolean exm_html_initial (ExmHtmlTree *self, ExmHtmlToken *token);
gboolean exm_html_before_html (ExmHtmlTree *self, ExmHtmlToken *token);
gboolean exm_html_before_head (ExmHtmlTree *self, ExmHtmlToken *token);
gboolean exm_html_in_head (ExmHtmlTree *self, ExmHtmlToken *token);
gboolean exm_html_in_head_noscript (ExmHtmlTree *self, ExmHtmlToken *token);
gboolean exm_html_after_head (ExmHtmlTree *self, ExmHtmlToken *token);
gboolean exm_html_in_body (ExmHtmlTree *self, ExmHtmlToken *token);
gboolean exm_html_in_text (ExmHtmlTree *self, ExmHtmlToken *token);
gboolean exm_html_in_table (ExmHtmlTree *self, ExmHtmlToken *token);
gboolean exm_html_in_table_text (ExmHtmlTree *self, ExmHtmlToken *token);
gboolean exm_html_in_caption (ExmHtmlTree *self, ExmHtmlToken *token);
gboolean exm_html_in_column_group (ExmHtmlTree *self, ExmHtmlToken *token);
gboolean exm_html_in_table_body (ExmHtmlTree *self, ExmHtmlToken *token);
gboolean exm_html_in_row (ExmHtmlTree *self, ExmHtmlToken *token);
gboolean exm_html_in_cell (ExmHtmlTree *self, ExmHtmlToken *token);
gboolean exm_html_in_template (ExmHtmlTree *self, ExmHtmlToken *token);
gboolean exm_html_after_body (ExmHtmlTree *self, ExmHtmlToken *token);
gboolean exm_html_in_frameset (ExmHtmlTree *self, ExmHtmlToken *token);
gboolean exm_html_after_frameset (ExmHtmlTree *self, ExmHtmlToken *token);
gboolean exm_html_after_after_body (ExmHtmlTree *self, ExmHtmlToken *token);
gboolean exm_html_after_after_frameset (ExmHtmlTree *self, ExmHtmlToken *token);

/* The rules for content of SVG and MathML. */
gboolean exm_html_in_foreign (ExmHtmlTree *self, ExmHtmlToken *token);

/* The rules of the mode, whatever the current element is. */
gboolean exm_html_in_mode (ExmHtmlTree *self, ExmHtmlToken *token);

/* Start tags in the body. */
gboolean exm_html_body_start_tag (ExmHtmlTree *self, ExmHtmlToken *token);

/* End tags in the body. */
gboolean exm_html_body_end_tag (ExmHtmlTree *self, ExmHtmlToken *token);
void exm_html_any_other_end (ExmHtmlTree *self, const ExmHtmlToken *token);

/* The end of the page. */
void exm_html_stop (ExmHtmlTree *self);

/* Whether @n more steps that no sound page needs are allowed; if so, they are counted. */
gboolean exm_html_afford (ExmHtmlTree *self, gsize n);

/* --- Formatting elements: exm-html-tree-formatting.c --- */

void exm_html_format_push (ExmHtmlTree *self, const ExmHtmlToken *token);
void exm_html_format_mark (ExmHtmlTree *self);
void exm_html_format_clear (ExmHtmlTree *self);
void exm_html_format_remove (ExmHtmlTree *self, guint32 node);

/* Behind the last marker. Returns: the node of @tag, or %EXM_HTML_NO_NODE. */
guint32 exm_html_format_find (const ExmHtmlTree *self, ExmTag tag);

/* An element of the list is no longer open. */
void exm_html_format_closed (ExmHtmlTree *self, guint32 node);

/* There is a formatting element that is not open. */
void exm_html_reconstruct_some (ExmHtmlTree *self);

/* Nearly always there is none. */
static inline void
exm_html_reconstruct (ExmHtmlTree *self)
{
  guint n = self->formatting.len;

  if (n == 0)
    return;
  const ExmHtmlFormat *last = &self->formatting.data[n - 1];
  if (last->node != EXM_HTML_NO_NODE && !last->is_open)
    exm_html_reconstruct_some (self);
}

/* The adoption agency, for an end tag (or a start tag that ends the same). */
void exm_html_adopt (ExmHtmlTree *self, const ExmHtmlToken *token);

/* --- The stack of open elements --- */

/* Hashes a name whatever its case, to rule out most others quickly. */
static inline guint8
exm_html_hash_name (ExmHtmlPart name)
{
  return (guint8) exm_word_hash (name.text, name.n_bytes);
}

static inline ExmHtmlOpen *
exm_html_at (const ExmHtmlTree *self, guint index)
{
  return &self->stack.data[index];
}

/* The innermost open element; before there is one, an element of HTML without a tag. */
static inline ExmHtmlOpen *
exm_html_current (const ExmHtmlTree *self)
{
  return self->current;
}

/* Behind any change of the stack itself. */
static inline void
exm_html_find_current (ExmHtmlTree *self)
{
  self->current = exm_html_at (self, self->stack.len - 1);
}

/* Whether the innermost open element is the HTML element @tag. */
static inline gboolean
exm_html_current_is (const ExmHtmlTree *self, ExmTag tag)
{
  const ExmHtmlOpen *open = exm_html_current (self);
  return open->ns == EXM_HTML_NS_HTML && open->tag == tag;
}

static inline gboolean
exm_html_current_has (const ExmHtmlTree *self, ExmHtmlTraits traits)
{
  const ExmHtmlOpen *open = exm_html_current (self);
  return open->ns == EXM_HTML_NS_HTML && exm_html_tag_is (open->tag, traits);
}

/* The stops that the HTML element of each tag is. */
const ExmHtmlStopMask *exm_html_get_stops (void);

/* Returns: a new innermost open element, of which the sink's number, the tag, the
 * namespace and the name are to be set before exm_html_link_last(). */
static inline ExmHtmlOpen *
exm_html_push (ExmHtmlTree *self)
{
  ExmHtmlOpen *open = exm_array_next (&self->stack);

  self->current = open;
  open->takes_html = open->takes_text = open->in_list = FALSE;
  open->n_token = self->n_tokens;
  return open;
}

/* Which of the stops it is cannot be foreseen, so nothing branches on it. @outer: those
 * of the element around it */
static inline void
exm_html_set_stops (ExmHtmlOpen *open,
                    const guint32 *outer,
                    guint32 number,
                    const ExmHtmlStopMask *mask)
{
  guint32 stops[EXM_HTML_STOP_ROOM];

  for (guint i = 0; i < EXM_HTML_STOP_ROOM; i++)
    stops[i] = (mask->is[i] & number) | (~mask->is[i] & outer[i]);
  memcpy (open->stops, stops, sizeof stops);
}

/* An open element joins its chains. */
void exm_html_link (ExmHtmlTree *self, guint index);

/* The innermost open element joins its chains; nearly all are of HTML, and known. */
static inline void
exm_html_link_last (ExmHtmlTree *self)
{
  guint number = self->stack.len;
  ExmHtmlOpen *open = exm_html_current (self);

  if (number == 1 || open->ns != EXM_HTML_NS_HTML || open->tag == EXM_TAG_UNKNOWN)
    {
      exm_html_link (self, number - 1);
      return;
    }
  exm_html_set_stops (open, open[-1].stops, number, &self->html_stops[open->tag]);
  open->previous = self->last[open->tag];
  self->last[open->tag] = number;
}

/* The root is never popped. */
static inline void
exm_html_pop (ExmHtmlTree *self)
{
  const ExmHtmlOpen *open = exm_html_current (self);

  if (open->ns == EXM_HTML_NS_HTML)
    {
      self->last[open->tag] = open->previous;
      if (open->tag == EXM_TAG_UNKNOWN)
        self->n_unknown[open->name_hash]--;
    }
  if (open->in_list)
    exm_html_format_closed (self, open->node);
  self->stack.len--;
  self->current--;
}

/* Pops until @n elements are open, never the root. */
static inline void
exm_html_pop_to (ExmHtmlTree *self, guint n)
{
  while (self->stack.len > MAX (n, 1))
    exm_html_pop (self);
}

/* Pops up to and including the innermost HTML element @tag, which is open. */
static inline void
exm_html_pop_until (ExmHtmlTree *self, ExmTag tag)
{
  if (self->last[tag] > 0)
    exm_html_pop_to (self, self->last[tag] - 1);
}

/* Pops until the current one has one of @traits and is of HTML. */
void exm_html_pop_above (ExmHtmlTree *self, ExmHtmlTraits traits);

/* Elements at @index and above leave their chains, so that the stack may be changed
 * there, and join them again. */
void exm_html_unlink (ExmHtmlTree *self, guint index);
void exm_html_relink (ExmHtmlTree *self, guint index);
void exm_html_remove_open (ExmHtmlTree *self, guint index);

/* Returns: index of the innermost element of a kind, or -1. */
static inline int
exm_html_find_stop (const ExmHtmlTree *self, ExmHtmlStop stop)
{
  return (int) exm_html_current (self)->stops[stop] - 1;
}

/* An element that is a stop itself is found before it stops. */
static inline gboolean
exm_html_in_scope (const ExmHtmlTree *self, ExmTag tag, ExmHtmlStop stop)
{
  return self->last[tag] > 0 && self->last[tag] >= exm_html_current (self)->stops[stop];
}

/* Whether the HTML element @tag is open anywhere. */
static inline gboolean
exm_html_is_open (const ExmHtmlTree *self, ExmTag tag)
{
  return self->last[tag] != 0;
}

/* Pops elements whose end is implied, but not @except. */
void exm_html_imply_ends (ExmHtmlTree *self, ExmTag except);

/* Ends the open paragraph, if one is in the scope of buttons. */
static inline void
exm_html_close_p (ExmHtmlTree *self)
{
  if (exm_html_in_scope (self, EXM_TAG_P, EXM_HTML_STOP_BUTTON))
    exm_html_pop_until (self, EXM_TAG_P);
}

void exm_html_reset_mode (ExmHtmlTree *self);

/* --- Insertion --- */

/* Finds the place of a child of @target under foster parenting. */
ExmHtmlPlace exm_html_find_foster (const ExmHtmlTree *self, const ExmHtmlOpen *target);

/* Finds the place of a child of @target. */
static inline ExmHtmlPlace
exm_html_find_place (const ExmHtmlTree *self, const ExmHtmlOpen *target)
{
  if (G_UNLIKELY (self->foster))
    return exm_html_find_foster (self, target);
  return (ExmHtmlPlace){ target->node, EXM_HTML_NO_NODE };
}

/* The innermost of too many open elements may have to end before an element @tag, or a
 * comment, is put into it. */
void exm_html_make_room (ExmHtmlTree *self, ExmTag tag);

/* Finds the place of an element @tag, or of a comment, in the current element. */
static inline ExmHtmlPlace
exm_html_make_place (ExmHtmlTree *self, ExmTag tag)
{
  if (G_UNLIKELY (self->stack.len >= EXM_MAX_DEPTH))
    exm_html_make_room (self, tag);
  return exm_html_find_place (self, exm_html_current (self));
}

void exm_html_insert (ExmHtmlTree *self, const ExmHtmlToken *token);

/* An element without content. */
void exm_html_insert_void (ExmHtmlTree *self, const ExmHtmlToken *token);
void exm_html_insert_foreign (ExmHtmlTree *self,
                              const ExmHtmlToken *token,
                              ExmHtmlNamespace ns);

/* An element that the page does not name. */
void exm_html_insert_implied (ExmHtmlTree *self, ExmTag tag);
static inline void
exm_html_insert_text (ExmHtmlTree *self, const ExmHtmlToken *token)
{
  ExmHtmlPlace place = exm_html_find_place (self, exm_html_current (self));
  self->sink->text (self->data, place, token);
}

void exm_html_insert_comment (ExmHtmlTree *self, const ExmHtmlToken *token);

/* An element whose content is text up to its end tag. */
void
exm_html_insert_raw (ExmHtmlTree *self, const ExmHtmlToken *token, ExmHtmlState state);

/* White space of tree construction. */
gboolean exm_html_is_blank (const ExmHtmlToken *token);

/* Text in the body. */
static inline void
exm_html_body_text (ExmHtmlTree *self, const ExmHtmlToken *token)
{
  if (token->is_nul)
    return;
  exm_html_reconstruct (self);
  exm_html_insert_text (self, token);
  if (self->frameset_ok)
    self->frameset_ok = exm_html_is_blank (token);
}

/* Splits white space off the beginning of a text. @blank: (out): that. Returns: whether
 * anything is left in @token. */
gboolean exm_html_split_blank (ExmHtmlToken *token, ExmHtmlToken *blank);

G_END_DECLS
