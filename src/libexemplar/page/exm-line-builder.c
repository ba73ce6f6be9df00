/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "page/exm-line-builder.h"

#include "base/exm-fill.h"
#include "base/exm-limits.h"
#include "html/exm-html-tree.h"
#include "page/exm-formulas.h"
#include "page/exm-gutter.h"
#include "page/exm-hidden.h"
#include "page/exm-images.h"
#include "page/exm-line-counter.h"
#include "page/exm-line-writer.h"
#include "page/exm-nodes.h"
#include "page/exm-parts.h"
#include "page/exm-slices.h"
#include "page/exm-tex-marks.h"

#include <string.h>

/* Lists inside each other; deeper ones go on in the list around them. */
#define MAX_LIST_LEVEL 64u

static ExmEventSublist *
get_list (ExmEventList *self, guint32 list)
{
  return &self->lists.data[list];
}

/* @index: a new item, which becomes the last one of a list before a table. */
static G_GNUC_NO_INLINE void
put_in_list (ExmEventList *self, guint32 list, guint32 index)
{
  ExmEventSublist *entry = get_list (self, list);

  ExmEventPlace place = { .list = list };

  if (entry->last == 0)
    entry->first = index + 1;
  else
    exm_event_list_place (self, &self->items.data[entry->last - 1])->next = index + 1;
  entry->last = index + 1;
  exm_array_append (&self->places, place);
  self->items.data[index].place = self->places.len;
}

static inline ExmEvent *
get_last_item (const ExmEventList *self)
{
  return self->items.len > 0 ? &self->items.data[self->items.len - 1] : NULL;
}

/* Bytes for each element: many pages have fewer, and most have more. What is not kept for
 * the next page is trimmed when the page was read; not if it is so much that it comes
 * from the system. */
#define FEWEST_BYTES 64u
#define MOST_BYTES 256u
#define MOST_TRIMMED (EXM_ARRAY_SYSTEM_BYTES / sizeof (ExmNode) - 1)

static void
reserve (ExmEventList *self)
{
  guint n = MIN ((guint) (self->n_bytes / MOST_BYTES) + 16, EXM_MAX_NODES);
  gsize n_nodes = MIN (self->n_bytes / FEWEST_BYTES + 16, MOST_TRIMMED);

  exm_array_reserve (&self->parts->nodes, MAX (n, (guint) n_nodes));
  exm_array_reserve (&self->infos, n);
  exm_array_reserve (&self->items, 2 * n);
  exm_fill_string (self->parts->strings, self->n_bytes / 16);
}

/* A beginning tells only so much of the rest: there come eight times as many at most. */
#define MAX_GROWTH 8.

/* Growing costs little as long as there are fewer; they only double, since what stands
 * at the head of a small page is often nothing like the rest of it. */
#define FEW_ELEMENTS 1024u

/* There is room for so many more at least when there was none. */
#define FEWEST_MORE 8u

/* How many more there will be behind @len elements or items, if the rest of the page is
 * like what was read of it. Growing in many steps would have the system hand out the
 * memory again and again, which takes longer than all else. */
static guint
foresee (const ExmEventList *self, guint len)
{
  return FEWEST_MORE
         + exm_array_foresee (len, self->position, self->n_bytes - self->position,
                              self->infos.len < FEW_ELEMENTS ? 1 : MAX_GROWTH);
}

static G_GNUC_NO_INLINE void
reserve_nodes (ExmEventList *self)
{
  /* No more come than there may be. */
  guint n = MIN (foresee (self, self->infos.len),
                 EXM_MAX_NODES - MIN (self->infos.len, EXM_MAX_NODES) + FEWEST_MORE);

  exm_array_reserve (&self->parts->nodes, n);
  exm_array_reserve (&self->infos, n);
}

static G_GNUC_NO_INLINE void
reserve_items (ExmEventList *self)
{
  exm_array_reserve (&self->items, foresee (self, self->items.len));
}

static inline guint32
append_item (ExmEventList *self, guint32 list, const ExmEvent *item)
{
  guint32 index = self->items.len;

  if (G_UNLIKELY (index == self->items.room))
    reserve_items (self);
  *exm_array_next (&self->items) = *item;
  if (list != 0)
    put_in_list (self, list, index);
  return index;
}

static inline void
reach (ExmEventList *self, gsize position)
{
  /* Implied and reconstructed elements have no position: 0. */
  self->position = MAX (self->position, position);
  guint n = self->infos.len;
  if (G_UNLIKELY (n == self->parts->nodes.room || n == self->infos.room))
    reserve_nodes (self);
}

/* The list of what stands before the table @table. */
static guint32
get_own_list (ExmEventList *self, guint32 table)
{
  ExmNodeInfo *info = exm_event_list_info (self, table);

  /* A shared number may be that of another element. */
  if (exm_event_list_node (self, table)->tag != EXM_TAG_TABLE)
    return info->list;
  if (info->own_list != 0)
    return info->own_list;
  guint32 level = get_list (self, info->list)->level + 1;
  if (level > MAX_LIST_LEVEL || info->item == EXM_NONE)
    return info->list;
  ExmEventSublist list = { .level = level };
  exm_array_append (&self->lists, list);
  info->own_list = self->lists.len - 1;
  return info->own_list;
}

static G_GNUC_NO_INLINE guint32
find_parent_before (ExmEventList *self, guint32 table, guint32 *list)
{
  *list = get_own_list (self, table);
  return exm_event_list_node (self, table)->parent;
}

/* @list: (out): where items of a child at @place go. Returns: the parent. */
static inline guint32
find_parent (ExmEventList *self, ExmHtmlPlace place, guint32 *list)
{
  guint32 parent = place.parent;

  if (G_UNLIKELY (place.before != EXM_HTML_NO_NODE))
    return find_parent_before (self, place.before, list);
  *list = parent != EXM_HTML_NO_NODE ? exm_event_list_info (self, parent)->list : 0;
  return parent;
}

/* Nothing inside a drawing is of interest: it is the drawing itself. HTML inside it has
 * numbers of its own, since tree construction may make it again outside. */
static gboolean
is_part (const ExmEventList *self, guint32 parent)
{
  return parent != EXM_NONE
         && (exm_tag_get_class (exm_event_list_node (self, parent)->tag)
             & EXM_TAG_DROPPED);
}

static G_GNUC_NO_INLINE void
find_frame (ExmEventList *self, const ExmHtmlToken *token, guint32 node)
{
  const ExmHtmlAttribute *document = exm_html_get_attribute (token, EXM_ATTRIBUTE_SRCDOC);
  ExmEventFrame frame = {
    .node = node,
    .start = (guint32) token->start,
    .end = (guint32) token->end,
  };

  if (document == NULL || document->value.n_bytes == 0
      || document->value.n_bytes > EXM_MAX_SLICE_BYTES)
    return;
  frame.html = exm_parts_append_value (self->parts, document->value);
  exm_array_append (&self->frames, frame);
}

/* Adds the effect of an element's own tag. @item: (inout): its item */
static inline void
find_more (ExmEventList *self, const ExmHtmlToken *token, guint32 node, ExmEvent *item)
{
  gboolean captures;

  if (exm_slices_may_find (token))
    {
      item->start = exm_slices_find (self->slices, token, node, &captures);
      if (captures)
        {
          exm_event_list_info (self, node)->bits |= EXM_NODE_CAPTURE;
          self->captures_text
              |= token->tag != EXM_TAG_SCRIPT && token->tag != EXM_TAG_TITLE;
          if (G_UNLIKELY (exm_slices_found_tex (self->slices)))
            item->end = exm_formulas_find (self, token->tag, node);
        }
    }
  if (exm_images_is_one (token))
    item->end = exm_images_find (self, token, node);
  if (token->tag == EXM_TAG_SOURCE)
    exm_images_see_source (self, token, node);
  if (token->tag == EXM_TAG_IFRAME)
    find_frame (self, token, node);
  if (token->tag == EXM_TAG_MATH)
    exm_formulas_see_math (self, node, token->start);
}

/* Whether @node is @parent, or stands in it at no great depth. */
static inline gboolean
stands_near (const ExmEventList *self, guint32 node, guint32 parent)
{
  for (guint n = 0; n < 4 && node != parent && node != EXM_NONE; n++)
    node = exm_event_list_node (self, node)->parent;
  return node == parent;
}

/* White space adds nothing where the line ends behind it: before a block in @parent,
 * whether it stands in @parent itself or in an element that has ended there. Before a
 * table other text may still come. */
static inline void
drop_blanks (ExmEventList *self, guint32 parent)
{
  for (guint i = self->items.len; i-- > 0; self->items.len = i)
    {
      const ExmEvent *last = &self->items.data[i];
      if (last->kind != EXM_ITEM_BLANK || last->place != 0
          || (exm_event_list_info (self, last->node)->bits & EXM_NODE_CAPTURE)
          || !stands_near (self, last->node, parent))
        return;
    }
}

static guint32
on_element (void *data,
            ExmHtmlPlace place,
            const ExmHtmlToken *token,
            ExmHtmlNamespace ns)
{
  ExmEventList *self = data;
  ExmEvent item = { .kind = EXM_ITEM_ELEMENT };
  guint32 list;
  guint32 parent = find_parent (self, place, &list);

  if (ns != EXM_HTML_NS_HTML && is_part (self, parent))
    return parent;
  item.breaks = (exm_tag_get_class (token->tag) & EXM_TAG_BLOCK) != 0;
  if (G_UNLIKELY (self->parts->nodes.len >= EXM_MAX_NODES))
    {
      self->parts->truncated = TRUE;
      item.node = parent;
      if (item.breaks)
        append_item (self, list, &item);
      return parent;
    }

  if (item.breaks && list == 0 && token->tag != EXM_TAG_TABLE && !self->captures_text)
    drop_blanks (self, parent);
  reach (self, token->start);
  guint32 node = exm_nodes_append (self, parent, list, token);
  item.node = node;
  if (token->n_attributes > 0 || token->tag == EXM_TAG_TITLE
      || token->tag == EXM_TAG_MATH)
    find_more (self, token, node, &item);
  if (item.breaks || item.start != 0 || item.end != 0)
    exm_event_list_info (self, node)->item = append_item (self, list, &item);
  return node;
}

static guint32
on_clone (void *data, guint32 original, const ExmHtmlPlace *place)
{
  ExmEventList *self = data;
  guint32 list = 0, parent = EXM_NONE;

  if (place != NULL)
    parent = find_parent (self, *place, &list);
  if (self->parts->nodes.len >= EXM_MAX_NODES)
    {
      self->parts->truncated = TRUE;
      return original;
    }
  ExmNode node = *exm_event_list_node (self, original);
  ExmNodeInfo info = *exm_event_list_info (self, original);
  node.parent = parent;
  /* Without a place yet, it will stand where the original does: what is moved into it now
   * goes there too. */
  if (place != NULL)
    info.list = list;
  info.item = EXM_NONE;
  info.bits &= (guint8) ~EXM_NODE_CAPTURE;
  reach (self, 0);
  guint32 copy = exm_event_list_add_node (self);
  *exm_event_list_node (self, copy) = node;
  *exm_event_list_info (self, copy) = info;
  return copy;
}

static inline guint32
get_item_list (const ExmEventList *self, const ExmEvent *item)
{
  return item->place != 0 ? exm_event_list_place (self, item)->list : 0;
}

static gboolean
is_blank (ExmHtmlPart text)
{
  const char *end = text.text + text.n_bytes;

  return exm_line_skip_blanks (text.text, end, end) == end;
}

/* Tells whether white space adds nothing, as just after a line's end. */
static inline gboolean
has_just_ended (const ExmEventList *self, guint32 parent, guint32 list)
{
  const ExmEvent *last = get_last_item (self);

  return last != NULL && last->breaks && last->node == parent
         && get_item_list (self, last) == list && !self->captures_text;
}

static inline ExmEvent
make_text (ExmEventList *self, guint32 parent, const ExmHtmlToken *token, gboolean blank)
{
  const char *source = self->source + token->start;
  /* A line break may be written as CR, but also as a reference. */
  gboolean is_reference = token->text.text != source && *source != '\r';

  if (!blank && (exm_event_list_info (self, parent)->bits & EXM_NODE_DROPPED) == 0)
    self->n_text_bytes += token->end - token->start;
  return (ExmEvent){
    .node = parent,
    .kind = is_reference ? EXM_ITEM_REFERENCE
            : blank      ? EXM_ITEM_BLANK
                         : EXM_ITEM_TEXT,
    .start = (guint32) token->start,
    .end = (guint32) token->end,
  };
}

static G_GNUC_NO_INLINE void
put_any_text (ExmEventList *self, ExmHtmlPlace place, const ExmHtmlToken *token)
{
  guint32 list;
  guint32 parent = find_parent (self, place, &list);
  gboolean blank = is_blank (token->text);

  self->position = MAX (self->position, token->start);
  if (parent == EXM_NONE || (blank && has_just_ended (self, parent, list)))
    return;
  ExmEvent item = make_text (self, parent, token, blank);
  append_item (self, list, &item);
}

/* Nearly all texts stand in the page itself, and it is clear whether they are blank. */
static void
on_text (void *data, ExmHtmlPlace place, const ExmHtmlToken *token)
{
  ExmEventList *self = data;
  guint32 parent = place.parent;

  if (place.before != EXM_HTML_NO_NODE || parent == EXM_HTML_NO_NODE
      || exm_event_list_info (self, parent)->list != 0
      || self->items.len == self->items.room
      || (token->blank == EXM_HTML_BLANK_UNKNOWN
          && exm_line_is_blank (*token->text.text)))
    put_any_text (self, place, token);
  else if (token->blank != EXM_HTML_BLANK_YES || !has_just_ended (self, parent, 0))
    self->items.data[self->items.len++]
        = make_text (self, parent, token, token->blank == EXM_HTML_BLANK_YES);
}

static void
on_move (void *data, guint32 node, ExmHtmlPlace place)
{
  ExmEventList *self = data;
  guint32 list;
  guint32 parent = find_parent (self, place, &list);

  /* An element that shares a number could come to stand in itself. */
  if (parent == EXM_NONE || self->parts->nodes.len >= EXM_MAX_NODES)
    return;
  exm_event_list_node (self, node)->parent = parent;
  exm_event_list_info (self, node)->list = list;
  self->has_moved |= parent > node;
}

/* Makes a copy of a block that takes its number, which its content has as parent; the
 * block gets a new one. */
static guint32
on_wrap (void *data, guint32 *block, guint32 formatting)
{
  ExmEventList *self = data;
  guint32 inner = *block;

  guint32 copy = on_clone (self, formatting, NULL);
  if (copy == formatting)
    return formatting;
  ExmNode node = *exm_event_list_node (self, copy);
  ExmNodeInfo info = *exm_event_list_info (self, copy);
  *exm_event_list_node (self, copy) = *exm_event_list_node (self, inner);
  *exm_event_list_info (self, copy) = *exm_event_list_info (self, inner);
  node.parent = copy;
  info.list = exm_event_list_info (self, copy)->list;
  *exm_event_list_node (self, inner) = node;
  *exm_event_list_info (self, inner) = info;

  guint32 item = exm_event_list_info (self, copy)->item;
  if (item != EXM_NONE)
    {
      self->items.data[item].node = copy;
      exm_slices_move (self->slices, self->items.data[item].start, copy);
    }
  *block = copy;
  self->has_moved = TRUE;
  return inner;
}

static void
on_add (void *data, guint32 node, const ExmHtmlToken *token)
{
  ExmEventList *self = data;
  ExmEvent item = { .kind = EXM_ITEM_ELEMENT, .node = node };
  gboolean captures;

  exm_nodes_read_attributes (self, node, token);
  if (token->tag != EXM_TAG_HTML)
    return;
  item.start = exm_slices_find (self->slices, token, node, &captures);
  if (item.start != 0)
    append_item (self, 0, &item);
}

/* Only a body without text leaves the tree, for a frameset. */
static void
on_remove (void *data, guint32 node)
{
  exm_event_list_info (data, node)->bits |= EXM_NODE_DROPPED;
}

/* Buffers of elements and items that a thread keeps from one page for the next, unless
 * they are too large. */
typedef struct
{
  ExmNodeInfos infos;
  ExmEvents items;
} Kept;

#define MAX_KEPT_BYTES (1024u * 1024u)

static void
kept_free (void *data)
{
  Kept *self = data;

  exm_array_clear (&self->infos);
  exm_array_clear (&self->items);
  g_free (self);
}

static Kept *
get_kept (void)
{
  static GPrivate kept = G_PRIVATE_INIT (kept_free);
  Kept *self = g_private_get (&kept);

  if (self == NULL)
    {
      self = g_new0 (Kept, 1);
      g_private_set (&kept, self);
    }
  return self;
}

/* Keeps @array for the next page, unless it is too large, or the room of a document
 * inside this page is kept already. */
#define KEEP(kept, array)                                                                \
  G_STMT_START                                                                           \
  {                                                                                      \
    (array)->len = 0;                                                                    \
    if ((kept)->data == NULL && (array)->room * sizeof *(array)->data <= MAX_KEPT_BYTES) \
      *(kept) = *(array);                                                                \
    else                                                                                 \
      exm_array_clear (array);                                                           \
  }                                                                                      \
  G_STMT_END

/* Trims reserves that were too large before lines are added. */
static void
trim (ExmEventList *events, const Kept *before)
{
  exm_array_trim (&events->parts->nodes);
  if (events->infos.room > before->infos.room)
    exm_array_trim (&events->infos);
  if (events->items.room > before->items.room)
    exm_array_trim (&events->items);
}

void
exm_lines_open (ExmEventList *events, ExmPageTextParts *parts, gboolean whole_page)
{
  static const ExmHtmlSink sink = {
    .element = on_element,
    .clone = on_clone,
    .text = on_text,
    .move = on_move,
    .wrap = on_wrap,
    .add = on_add,
    .remove = on_remove,
  };
  gsize size = 0;
  const char *data = g_bytes_get_data (parts->source, &size);
  /* The bytes of an empty page have no address to count from. */
  const char *source = data != NULL ? data : "";
  Kept *kept = get_kept ();
  const Kept before = *kept;
  *events = (ExmEventList){
    .parts = parts,
    .source = source,
    .n_bytes = size,
    .slices = exm_slices_new (parts),
    .infos = before.infos,
    .items = before.items,
    .classes = exm_class_cache_new (parts, size),
    .tags = exm_nodes_get_tag_facts (),
    .picture = { .node = EXM_NONE },
  };
  /* A document in this one finds nothing there. */
  *kept = (Kept){ 0 };
  exm_array_append (&events->lists, (ExmEventSublist){ 0 });
  reserve (events);
  gboolean cut;
  if (!exm_html_parse (source, size, FALSE, &sink, events, &cut))
    parts->truncated = TRUE;
  parts->cut = cut && whole_page && !exm_page_text_is_closed (parts->source);
  g_clear_pointer (&events->classes, exm_class_cache_free);
  trim (events, &before);
  exm_nodes_settle (events);
  exm_lines_write (events);
  if (whole_page)
    {
      exm_hidden_reveal (parts, &events->hidden_images);
      exm_gutter_mark (parts);
    }
  exm_nodes_complete (parts);
  if (whole_page)
    exm_gutter_mark_listings (parts);
  exm_slices_finish (events->slices);
  exm_formulas_settle (events);
  if (whole_page)
    exm_tex_marks_find (parts);
}

void
exm_lines_close (ExmEventList *events)
{
  Kept *kept = get_kept ();

  exm_slices_free (events->slices);
  KEEP (&kept->infos, &events->infos);
  KEEP (&kept->items, &events->items);
  exm_array_clear (&events->lists);
  exm_array_clear (&events->places);
  exm_array_clear (&events->images);
  exm_array_clear (&events->hidden_images);
  exm_array_clear (&events->frames);
  exm_array_clear (&events->formulas);
}

void
exm_lines_build_fragment (ExmPageTextParts *parts)
{
  ExmEventList events;

  exm_lines_open (&events, parts, FALSE);
  exm_lines_close (&events);
}
