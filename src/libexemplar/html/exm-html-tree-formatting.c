/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The list of active formatting elements (13.2.4.3) and the adoption agency (13.2.6.4.7).
 */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "html/exm-html-tree-private.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

/* Entries of the list behind its last marker; the oldest gives way. Browsers have no such
 * limit; pages have a handful. */
#define MAX_FORMATTING 64u

/* Cost of examining an open element and putting it back into its chains. */
#define STEPS_PER_OPEN 8u

/* The standard's own limits. */
#define MAX_EQUAL 3u
#define MAX_ROUNDS 8u
#define MAX_INNER 3u

static ExmHtmlFormat *
get_format (const ExmHtmlTree *self, guint index)
{
  return &self->formatting.data[index];
}

static gboolean
is_marker (const ExmHtmlFormat *format)
{
  return format->node == EXM_HTML_NO_NODE;
}

/* Attributes in any order give the same number. */
static guint64
hash_attributes (const ExmHtmlToken *token)
{
  guint64 sum = token->n_attributes;

  for (guint i = 0; i < token->n_attributes; i++)
    {
      const ExmHtmlPart *name = &token->attributes[i].name;
      const ExmHtmlPart *value = &token->attributes[i].value;
      sum += XXH3_64bits_withSeed (value->text, value->n_bytes,
                                   exm_word_hash (name->text, name->n_bytes));
    }
  return sum;
}

/* Attributes are read again where they have to be compared, which is seldom. */
static guint64
get_hash (ExmHtmlTree *self, ExmHtmlFormat *format)
{
  if (!format->is_hashed)
    {
      ExmHtmlToken token;
      exm_html_tokenizer_read_tag (&self->tokenizer, format->start, &token);
      format->hash = hash_attributes (&token);
      format->is_hashed = TRUE;
    }
  return format->hash;
}

/* Drops the oldest entry where there are three like the new one, which is of @tag.
 * @first: the first entry that counts. Returns: whether one was dropped. */
static gboolean
drop_equal (ExmHtmlTree *self, guint first, ExmTag tag, guint64 hash)
{
  guint n_equal = 0, oldest = 0;

  for (guint i = self->formatting.len; i-- > first;)
    {
      ExmHtmlFormat *format = get_format (self, i);
      if (format->tag == tag && get_hash (self, format) == hash)
        {
          n_equal++;
          oldest = i;
        }
    }
  if (n_equal < MAX_EQUAL)
    return FALSE;
  exm_array_remove (&self->formatting, oldest);
  return TRUE;
}

/* Drops the oldest entry where the list is full or has three like the new one, of @tag.
 * @hash: (out): of its attributes. Returns: whether @hash was set */
static gboolean
make_room (ExmHtmlTree *self, guint8 tag, const ExmHtmlToken *token, guint64 *hash)
{
  guint n_same = 0;
  guint first = self->formatting.len;

  while (first > 0 && !is_marker (get_format (self, first - 1)))
    n_same += get_format (self, --first)->tag == tag;
  if (n_same >= MAX_EQUAL)
    {
      /* Before other tags are read, which takes the attributes of this one. */
      *hash = hash_attributes (token);
      if (drop_equal (self, first, tag, *hash))
        return TRUE;
    }
  if (self->formatting.len - first >= MAX_FORMATTING)
    {
      exm_array_remove (&self->formatting, first);
      self->truncated = TRUE;
    }
  return n_same >= MAX_EQUAL;
}

/* The element of @token was just pushed on the stack. */
void
exm_html_format_push (ExmHtmlTree *self, const ExmHtmlToken *token)
{
  ExmHtmlOpen *open = exm_html_current (self);
  guint64 hash = 0;
  gboolean is_hashed = make_room (self, open->tag, token, &hash);
  ExmHtmlFormat *format = exm_array_next (&self->formatting);

  open->in_list = TRUE;
  format->node = open->node;
  format->tag = open->tag;
  format->is_open = TRUE;
  format->is_hashed = is_hashed;
  format->start = token->start;
  format->hash = hash;
  format->name = token->name;
}

void
exm_html_format_mark (ExmHtmlTree *self)
{
  ExmHtmlFormat marker = { .node = EXM_HTML_NO_NODE };
  exm_array_append (&self->formatting, marker);
}

void
exm_html_format_clear (ExmHtmlTree *self)
{
  gboolean done = FALSE;

  while (!done && self->formatting.len > 0)
    {
      done = is_marker (get_format (self, self->formatting.len - 1));
      self->formatting.len--;
    }
}

/* Returns: index of the entry of @node, or -1. */
static int
find_format (ExmHtmlTree *self, guint32 node)
{
  for (guint i = self->formatting.len; i-- > 0;)
    {
      if (get_format (self, i)->node == node)
        return (int) i;
      /* Nearly always it is among the last ones. */
      if (self->formatting.len - i > MAX_FORMATTING && !exm_html_afford (self, 1))
        return -1;
    }
  return -1;
}

void
exm_html_format_remove (ExmHtmlTree *self, guint32 node)
{
  int index = find_format (self, node);
  if (index >= 0)
    exm_array_remove (&self->formatting, (guint) index);
}

guint32
exm_html_format_find (const ExmHtmlTree *self, ExmTag tag)
{
  for (guint i = self->formatting.len; i-- > 0;)
    {
      const ExmHtmlFormat *format = get_format (self, i);
      if (is_marker (format))
        break;
      if (format->tag == tag)
        return format->node;
    }
  return EXM_HTML_NO_NODE;
}

void
exm_html_format_closed (ExmHtmlTree *self, guint32 node)
{
  int index = find_format (self, node);
  if (index >= 0)
    get_format (self, (guint) index)->is_open = FALSE;
}

static void
push_clone (ExmHtmlTree *self, ExmHtmlFormat *format)
{
  ExmHtmlPlace place = exm_html_make_place (self, format->tag);
  guint32 node = self->sink->clone (self->data, format->node, &place);
  ExmHtmlOpen *open = exm_html_push (self);

  open->node = node;
  open->tag = format->tag;
  open->ns = EXM_HTML_NS_HTML;
  open->in_list = TRUE;
  open->name = format->name;
  exm_html_link_last (self);
  format->node = node;
  format->is_open = TRUE;
}

void
exm_html_reconstruct_some (ExmHtmlTree *self)
{
  guint first = self->formatting.len;

  while (first > 0 && !is_marker (get_format (self, first - 1))
         && !get_format (self, first - 1)->is_open)
    first--;
  if (self->n_clones < self->formatting.len - first)
    {
      self->truncated = TRUE;
      self->formatting.len = first;
      return;
    }
  self->n_clones -= self->formatting.len - first;
  for (guint i = first; i < self->formatting.len; i++)
    push_clone (self, get_format (self, i));
}

/* Returns: index on the stack of @node, or -1. */
static int
find_open (ExmHtmlTree *self, ExmTag tag, guint32 node)
{
  for (guint32 i = self->last[tag]; i > 0; i = exm_html_at (self, i - 1)->previous)
    if (exm_html_at (self, i - 1)->node == node)
      return (int) i - 1;
  return -1;
}

/* Returns: index of the outermost special element inside the one at @index, or 0. */
static guint
find_furthest_block (ExmHtmlTree *self, guint index)
{
  for (guint i = index + 1; i < self->stack.len; i++)
    if (exm_html_at (self, i)->stops[EXM_HTML_STOP_SPECIAL] == i + 1)
      return i;
  return 0;
}

/* The elements between the formatting element at @outer and the block at @block are made
 * again below each other, around the block, which comes to @outside. @bookmark: (inout):
 * index in the list where the formatting element shall stand. Returns: how many left the
 * stack. */
static guint
clone_between (
    ExmHtmlTree *self, guint outer, guint block, ExmHtmlPlace outside, guint *bookmark)
{
  guint32 last = exm_html_at (self, block)->node;
  guint n_inner = 0, n_removed = 0;

  for (guint i = block - 1; i > outer; i--)
    {
      ExmHtmlOpen *open = exm_html_at (self, i);
      int entry = find_format (self, open->node);
      if (++n_inner > MAX_INNER && entry >= 0)
        {
          exm_array_remove (&self->formatting, (guint) entry);
          *bookmark -= (guint) entry < *bookmark;
          entry = -1;
        }
      if (entry < 0)
        {
          exm_array_remove (&self->stack, i);
          exm_html_find_current (self);
          n_removed++;
          continue;
        }
      open->node = self->sink->clone (self->data, open->node, NULL);
      get_format (self, (guint) entry)->node = open->node;
      if (last == exm_html_at (self, block - n_removed)->node)
        *bookmark = (guint) entry + 1;
      const ExmHtmlPlace place = { open->node, EXM_HTML_NO_NODE };
      self->sink->move (self->data, last, place);
      last = open->node;
    }
  self->sink->move (self->data, last, outside);
  return n_removed;
}

/* One round: the formatting element at @outer, whose entry is @entry, is taken out of the
 * way of the block at @block and made again inside it. */
static void
adopt_once (ExmHtmlTree *self, guint outer, guint block, guint entry)
{
  guint bookmark = entry;
  ExmHtmlOpen copy = *exm_html_at (self, outer);
  ExmHtmlFormat format = *get_format (self, entry);
  const ExmHtmlPlace outside = exm_html_find_place (self, exm_html_at (self, outer - 1));

  exm_html_unlink (self, outer);
  block -= clone_between (self, outer, block, outside, &bookmark);
  ExmHtmlOpen *inside = exm_html_at (self, block);
  int old = find_format (self, format.node);
  copy.node = self->sink->wrap (self->data, &inside->node, copy.node);
  format.node = copy.node;

  /* Not there any more if the sink gave its number to others too. */
  if (old >= 0)
    {
      exm_array_remove (&self->formatting, (guint) old);
      bookmark -= (guint) old < bookmark;
    }
  exm_array_insert (&self->formatting, bookmark, &format, 1);
  exm_array_insert (&self->stack, block + 1, &copy, 1);
  exm_array_remove (&self->stack, outer);
  exm_html_find_current (self);
  exm_html_relink (self, outer);
}

/* Returns: whether another round follows. */
static gboolean
try_adopt (ExmHtmlTree *self, const ExmHtmlToken *token)
{
  guint32 node = exm_html_format_find (self, token->tag);
  if (node == EXM_HTML_NO_NODE)
    {
      exm_html_any_other_end (self, token);
      return FALSE;
    }
  int outer = find_open (self, token->tag, node);
  if (outer < 0)
    {
      exm_html_format_remove (self, node);
      return FALSE;
    }
  if (outer < exm_html_find_stop (self, EXM_HTML_STOP_SCOPE))
    return FALSE;
  gsize n_above = self->stack.len - (guint) outer;
  guint block = 0;
  if (n_above <= 8 || exm_html_afford (self, n_above * STEPS_PER_OPEN))
    block = find_furthest_block (self, (guint) outer);
  if (block == 0)
    {
      exm_html_pop_to (self, (guint) outer);
      exm_html_format_remove (self, node);
      return FALSE;
    }
  adopt_once (self, (guint) outer, block, (guint) find_format (self, node));
  return TRUE;
}

void
exm_html_adopt (ExmHtmlTree *self, const ExmHtmlToken *token)
{
  ExmHtmlOpen *open = exm_html_current (self);

  if (exm_html_current_is (self, token->tag))
    {
      guint n = self->formatting.len;
      /* Nearly always the last one to begin is the first one to end. */
      if (open->in_list && n > 0 && get_format (self, n - 1)->node == open->node)
        {
          open->in_list = FALSE;
          exm_html_pop (self);
          self->formatting.len--;
          return;
        }
      if (!open->in_list || find_format (self, open->node) < 0)
        {
          exm_html_pop (self);
          return;
        }
    }
  for (guint round = 0; round < MAX_ROUNDS; round++)
    if (!try_adopt (self, token))
      return;
}
