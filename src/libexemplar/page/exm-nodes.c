/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "page/exm-nodes.h"

#include "base/exm-limits.h"
#include "html/exm-html-scan.h"
#include "page/exm-parts.h"
#include "page/exm-slices.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/* Whether @word begins at @p, in any case and whatever blanks are between its letters. */
static gboolean
begins_at (const char *p, const char *end, const char *word)
{
  for (; *word != '\0'; p++)
    {
      if (p == end)
        return FALSE;
      if (exm_html_lower (*p) == *word)
        word++;
      else if (!g_ascii_isspace (*p))
        return FALSE;
    }
  return TRUE;
}

/* Whether @word ends before @p, as above. */
static gboolean
ends_before (const char *start, const char *p, const char *word)
{
  for (gsize n = strlen (word); n > 0;)
    {
      if (p-- == start)
        return FALSE;
      if (exm_html_lower (*p) == word[n - 1])
        n--;
      else if (!g_ascii_isspace (*p))
        return FALSE;
    }
  return TRUE;
}

/* @plain: without references that matter. */
static gboolean
says_hidden (const char *plain, gsize n)
{
  static const ExmHtmlStops stops = { { 'y', 'Y', 'y', 'Y' } };
  const char *end = plain + n;

  for (const char *y = plain; (y = exm_html_find_in_short (y, end, stops)) < end; y++)
    if ((begins_at (y + 1, end, ":none") && ends_before (plain, y, "displa"))
        || (begins_at (y + 1, end, ":hidden") && ends_before (plain, y, "visibilit")))
      return TRUE;
  return FALSE;
}

/* "display" and "visibility" have a "y", which few styles have; a reference may stand for
 * one. */
static gboolean
may_hide (ExmHtmlPart style)
{
  static const ExmHtmlStops stops = { { 'y', 'Y', '&', '&' } };
  const char *end = style.text + style.n_bytes;

  return exm_html_find_in_short (style.text, end, stops) < end;
}

/* Whether there are references but those to quotation marks, which hide nothing. */
static gboolean
is_coded (ExmHtmlPart style)
{
  const char *end = style.text + style.n_bytes;

  for (const char *p = style.text; (p = memchr (p, '&', (gsize) (end - p))) != NULL; p++)
    if (!begins_at (p, end, "&quot;"))
      return TRUE;
  return FALSE;
}

/* Whether an inline style takes the element out of the page. Only what is written on the
 * element counts: a computed style needs a browser. */
static gboolean
style_hides (ExmHtmlPart style)
{
  if (!may_hide (style))
    return FALSE;
  if (!is_coded (style))
    return says_hidden (style.text, style.n_bytes);
  g_autoptr (GString) plain = g_string_sized_new (style.n_bytes + 1);
  exm_html_append (plain, style, EXM_HTML_REFERENCES);
  return says_hidden (plain->str, plain->len);
}

/* The flags that an element gives to the text inside it, by its tag. */
static guint16
get_flags (ExmTag tag)
{
  switch (tag)
    {
    case EXM_TAG_NOSCRIPT:
      return EXM_LINE_NOSCRIPT;
    case EXM_TAG_TEMPLATE:
      return EXM_LINE_TEMPLATE;
    case EXM_TAG_SELECT:
      return EXM_LINE_SELECT;
    case EXM_TAG_LI:
      return EXM_LINE_LIST_ITEM;
    case EXM_TAG_TD:
    case EXM_TAG_TH:
      return EXM_LINE_TABLE_CELL;
    case EXM_TAG_BLOCKQUOTE:
      return EXM_LINE_QUOTE;
    case EXM_TAG_PRE:
    case EXM_TAG_LISTING:
    case EXM_TAG_XMP:
    case EXM_TAG_PLAINTEXT:
      return EXM_LINE_CODE;
    case EXM_TAG_FIGCAPTION:
    case EXM_TAG_CAPTION:
      return EXM_LINE_CAPTION;
    default:
      return 0;
    }
}

static guint8
get_bits (ExmTag tag)
{
  guint8 bits = 0;

  if (exm_tag_get_class (tag) & EXM_TAG_DROPPED)
    bits |= EXM_NODE_DROPPED;
  if (get_flags (tag) & EXM_LINE_CODE)
    bits |= EXM_NODE_PREFORMATTED;
  if (tag == EXM_TAG_B || tag == EXM_TAG_STRONG || tag == EXM_TAG_EM || tag == EXM_TAG_I
      || tag == EXM_TAG_CODE || tag == EXM_TAG_SUP || tag == EXM_TAG_SUB)
    bits |= EXM_NODE_SPAN;
  return bits;
}

static guint64
hash_join (guint64 path, guint64 step)
{
  guint64 both[2] = { path, step };
  return XXH3_64bits (both, sizeof both);
}

static ExmTagFacts *
build_tag_facts (void)
{
  ExmTagFacts *facts = g_new0 (ExmTagFacts, EXM_N_TAGS);

  for (guint tag = 0; tag < EXM_N_TAGS; tag++)
    {
      const char *name = exm_tag_get_name (tag);
      const ExmHtmlPart part = { name, strlen (name) };
      facts[tag] = (ExmTagFacts){
        .step = exm_element_hash_tag (part),
        .own = exm_element_hash_own (part, "", 0),
        .flags = get_flags (tag),
        .bits = get_bits (tag),
      };
    }
  return facts;
}

const ExmTagFacts *
exm_nodes_get_tag_facts (void)
{
  static gsize built; /* ExmTagFacts for each tag, never freed */

  if (g_once_init_enter (&built))
    g_once_init_leave (&built, (gsize) build_tag_facts ());
  return (const ExmTagFacts *) built;
}

/* A number as HTML reads it, 0 if it is none or is out of range. */
static guint
read_number (ExmHtmlPart value, guint max)
{
  guint number = 0;
  gsize i = 0;

  while (i < value.n_bytes && g_ascii_isspace (value.text[i]))
    i++;
  for (; i < value.n_bytes && g_ascii_isdigit (value.text[i]); i++)
    {
      number = 10 * number + (guint) (value.text[i] - '0');
      if (number > max)
        return 0;
    }
  return number;
}

static guint16
get_number (const ExmHtmlToken *token, ExmHtmlAttributeName name, guint max)
{
  const ExmHtmlAttribute *found = exm_html_get_attribute (token, name);
  return found != NULL ? (guint16) read_number (found->value, max) : 0;
}

/* Attributes of lists and table cells. */
static void
read_numbers (ExmNode *node, const ExmHtmlToken *token)
{
  if (node->tag == EXM_TAG_OL)
    node->number = get_number (token, EXM_ATTRIBUTE_START, G_MAXUINT16);
  else if (node->tag == EXM_TAG_LI)
    node->number = get_number (token, EXM_ATTRIBUTE_VALUE, G_MAXUINT16);
  else if (node->tag == EXM_TAG_TD || node->tag == EXM_TAG_TH)
    node->number
        = (guint16) (get_number (token, EXM_ATTRIBUTE_COLSPAN, G_MAXUINT8)
                     | get_number (token, EXM_ATTRIBUTE_ROWSPAN, G_MAXUINT8) << 8);
}

/* The attributes that every element may have, and the address of a link. */
void
exm_nodes_read_attributes (ExmEventList *events, guint32 index, const ExmHtmlToken *token)
{
  ExmNode *node = exm_event_list_node (events, index);
  ExmNodeInfo *info = exm_event_list_info (events, index);
  const guint64 numbers = EXM_ATTRIBUTE_BIT (START) | EXM_ATTRIBUTE_BIT (VALUE)
                          | EXM_ATTRIBUTE_BIT (COLSPAN) | EXM_ATTRIBUTE_BIT (ROWSPAN);
  const ExmHtmlAttribute *class = exm_html_get_attribute (token, EXM_ATTRIBUTE_CLASS);
  const ExmHtmlAttribute *id = exm_html_get_attribute (token, EXM_ATTRIBUTE_ID);
  const ExmHtmlAttribute *style = exm_html_get_attribute (token, EXM_ATTRIBUTE_STYLE);

  if (class != NULL && class->value.n_bytes > 0 && node->class_names == 0)
    {
      ExmElementName found
          = exm_class_cache_find (events->classes, token->tag, token->name, class->value);
      node->class_names = found.class_names;
      node->own = found.own;
    }
  if (node->tag == EXM_TAG_A && exm_html_has_one_of (token, EXM_ATTRIBUTE_BIT (HREF)))
    {
      info->link = exm_parts_append_value (
          events->parts, exm_html_get_attribute (token, EXM_ATTRIBUTE_HREF)->value);
      info->bits |= EXM_NODE_SPAN | EXM_NODE_IN_LINK;
    }
  /* Old pages name places by <a name>. */
  if (id == NULL && node->tag == EXM_TAG_A)
    id = exm_html_get_attribute (token, EXM_ATTRIBUTE_NAME);
  if (id != NULL && node->id == 0)
    node->id = exm_parts_append_value (events->parts, id->value);
  if (exm_html_has_one_of (token, EXM_ATTRIBUTE_BIT (HIDDEN))
      || (style != NULL && style_hides (style->value)))
    info->flags |= EXM_LINE_HIDDEN;
  if (exm_html_has_one_of (token, numbers))
    read_numbers (node, token);
}

/* An element on the way up from another one. */
#define ON_PATH (EXM_NONE - 1)

/* New numbers for all elements, each behind its parent's and otherwise in the old order.
 */
static guint32 *
number_nodes (const ExmPageTextParts *parts)
{
  guint32 *number = g_new (guint32, parts->nodes.len + 1);
  g_autofree guint32 *path = g_new (guint32, parts->nodes.len + 1);
  guint32 n = 0, n_path = 0;

  memset (number, 0xff, parts->nodes.len * sizeof *number);
  for (guint32 i = 0; i < parts->nodes.len; i++)
    {
      for (guint32 at = i; at != EXM_NONE && number[at] == EXM_NONE;
           at = parts->nodes.data[at].parent)
        {
          path[n_path++] = at;
          number[at] = ON_PATH;
        }
      while (n_path > 0)
        number[path[--n_path]] = n++;
    }
  return number;
}

/* Puts each element in its place; @number is used up by it. */
static void
order_nodes (ExmEventList *events, guint32 *number)
{
  for (guint32 i = 0; i < events->parts->nodes.len; i++)
    while (number[i] != i)
      {
        guint32 to = number[i];
        ExmNode node = *exm_event_list_node (events, to);
        ExmNodeInfo info = *exm_event_list_info (events, to);
        *exm_event_list_node (events, to) = *exm_event_list_node (events, i);
        *exm_event_list_info (events, to) = *exm_event_list_info (events, i);
        *exm_event_list_node (events, i) = node;
        *exm_event_list_info (events, i) = info;
        number[i] = number[to];
        number[to] = to;
      }
}

/* Moved elements may stand before their parents. */
static void
renumber (ExmEventList *events)
{
  g_autofree guint32 *number = number_nodes (events->parts);

  for (guint i = 0; i < events->parts->nodes.len; i++)
    {
      ExmNode *node = exm_event_list_node (events, i);
      if (node->parent != EXM_NONE)
        node->parent = number[node->parent];
      /* Whatever happens, everything hangs on the root. */
      if (number[i] > 0 && node->parent >= number[i])
        node->parent = 0;
    }
  for (guint i = 0; i < events->items.len; i++)
    {
      ExmEvent *item = &events->items.data[i];
      item->node = number[item->node];
    }
  for (guint i = 0; i < events->frames.len; i++)
    {
      ExmEventFrame *frame = &events->frames.data[i];
      frame->node = number[frame->node];
    }
  for (guint i = 0; i < events->images.len; i++)
    events->images.data[i].node = number[events->images.data[i].node];
  for (guint i = 0; i < events->formulas.len; i++)
    {
      ExmEventFormula *formula = &events->formulas.data[i];
      formula->node = number[formula->node];
      formula->source = number[formula->source];
    }
  exm_slices_renumber (events->slices, number);
  order_nodes (events, number);
}

/* A link, emphasis or an element whose text is gathered. */
static void
settle_own (ExmNodeInfo *info, ExmTag tag, guint32 index)
{
  ExmNodeAround *around = &info->around;
  guint8 kind = (guint8) (1u << exm_event_list_span_kind (tag, info->bits));

  /* Bold inside bold adds nothing. */
  if (around->n_spans >= EXM_NODES_MAX_OPEN_SPANS
      || (tag != EXM_TAG_A && (around->span_kinds & kind)))
    info->bits &= (guint8) ~EXM_NODE_SPAN;
  if (around->n_captures >= EXM_SLICES_MAX_CAPTURES)
    info->bits &= (guint8) ~EXM_NODE_CAPTURE;
  if (info->bits & EXM_NODE_SPAN)
    {
      around->span = index;
      around->n_spans++;
      around->span_kinds |= kind;
    }
  if (info->bits & EXM_NODE_CAPTURE)
    {
      around->capture = index;
      around->n_captures++;
    }
}

/* Whether an element inside of code is named for the number of its line. */
static gboolean
numbers_line (const ExmEventList *events, const ExmNode *node)
{
  static const char *const words[] = { "lineno", "line-num", "linenum", "hljs-ln-n" };
  const char *names = events->parts->strings->str + node->class_names;

  if (node->class_names == 0)
    return FALSE;
  if (names[0] == 'l' && names[1] == 'n')
    return names[2] == '\0' || names[2] == ' ' || g_str_has_prefix (names, "lnt");
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (names, words[i]) != NULL)
      return TRUE;
  return FALSE;
}

/* The number of a line of code is a line of its own, which is no part of the code. */
static void
settle_in_code (ExmEventList *events, guint32 index)
{
  const ExmNode *node = exm_event_list_node (events, index);

  if (node->tag != EXM_TAG_SPAN && node->tag != EXM_TAG_A && node->tag != EXM_TAG_I)
    return;
  if (!numbers_line (events, node))
    return;
  ExmNodeInfo *info = exm_event_list_info (events, index);
  info->flags |= EXM_LINE_GUTTER;
  info->around.block = index;
  exm_event_list_node (events, index)->flags |= EXM_LINE_GUTTER;
}

static inline void
settle_info (ExmNodeInfo *info, const ExmNodeInfo *outer, ExmTag tag, guint32 index)
{
  guint8 own_heading = (guint8) exm_tag_get_heading_level (tag);

  info->around = outer->around;
  if ((exm_tag_get_class (tag) & EXM_TAG_BLOCK) || outer->around.block == EXM_NONE)
    info->around.block = index;
  if (own_heading != 0)
    info->around.heading = own_heading;
  if (info->bits & (EXM_NODE_SPAN | EXM_NODE_CAPTURE))
    settle_own (info, tag, index);
  info->flags |= outer->flags;
  info->bits
      |= outer->bits & (EXM_NODE_PREFORMATTED | EXM_NODE_IN_LINK | EXM_NODE_DROPPED);
}

static inline void
settle_node (ExmNode *nodes, ExmNodeInfo *infos, guint32 index)
{
  static const ExmNode no_node = { 0 };
  static const ExmNodeInfo no_info
      = { .around = { .block = EXM_NONE, .span = EXM_NONE, .capture = EXM_NONE } };
  ExmNode *node = &nodes[index];

  if (node->parent != EXM_NONE && nodes[node->parent].depth + 1u >= EXM_MAX_NODE_DEPTH)
    node->parent = nodes[node->parent].parent;
  gboolean is_root = node->parent == EXM_NONE;
  const ExmNode *parent = is_root ? &no_node : &nodes[node->parent];
  node->depth = is_root ? 0 : parent->depth + 1;
  /* Until now it was the step of the tag. */
  if (exm_tag_get_class (node->tag) & EXM_TAG_FORMATTING)
    node->block_path = parent->block_path;
  else
    node->block_path = hash_join (parent->block_path, node->block_path);
  node->class_path = hash_join (parent->class_path, node->own);
  settle_info (&infos[index], is_root ? &no_info : &infos[node->parent], node->tag,
               index);
  node->flags = infos[index].flags & EXM_LINE_FLAGGED;
}

void
exm_nodes_settle (ExmEventList *events)
{
  if (events->has_moved)
    renumber (events);
  ExmNode *nodes = exm_event_list_node (events, 0);
  ExmNodeInfo *infos = exm_event_list_info (events, 0);
  guint n = events->parts->nodes.len;
  for (guint i = 0; i < n; i++)
    {
      settle_node (nodes, infos, i);
      if (G_UNLIKELY (infos[i].bits & EXM_NODE_PREFORMATTED))
        settle_in_code (events, i);
    }
}

/* Ranges and counts go up from each line's element to the root; children come after their
 * parents, so one pass from the end does it. */
void
exm_nodes_complete (ExmPageTextParts *parts)
{
  for (guint i = 0; i < parts->lines.len; i++)
    {
      const ExmLine *line = &parts->lines.data[i];
      ExmNode *node = &parts->nodes.data[line->node];
      node->first_line = MIN (node->first_line, i);
      node->last_line = node->last_line == EXM_NONE ? i : MAX (node->last_line, i);
      if (line->flags & EXM_LINE_FLAGGED)
        continue;
      node->n_chars += line->n_chars;
      node->n_link_chars += line->n_link_chars;
    }
  ExmNode *nodes = parts->nodes.data;
  for (guint i = parts->nodes.len; i-- > 1;)
    {
      const ExmNode *node = &nodes[i];
      if (node->parent == EXM_NONE || node->first_line == EXM_NONE)
        continue;
      ExmNode *parent = &nodes[node->parent];
      parent->first_line = MIN (parent->first_line, node->first_line);
      parent->last_line = parent->last_line == EXM_NONE
                              ? node->last_line
                              : MAX (parent->last_line, node->last_line);
      parent->n_chars += node->n_chars;
      parent->n_link_chars += node->n_link_chars;
    }
}
