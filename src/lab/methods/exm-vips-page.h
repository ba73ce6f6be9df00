/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Tree that VIPS divides: the visible part of the document. A line of the page text
 * stands for adjacent text nodes and virtual text nodes of the paper. */

#pragma once

#include "types/exm-layout.h"

G_BEGIN_DECLS

/* The rows of the paper's second table: which rules a node goes by. */
typedef enum
{
  EXM_VIPS_LEAF,      /* a line of text, or a picture: never divided */
  EXM_VIPS_INLINE,    /* an inline node with blocks in it */
  EXM_VIPS_TABLE,     /* a table, or what has its rows */
  EXM_VIPS_ROW,       /* tr */
  EXM_VIPS_CELL,      /* td, th */
  EXM_VIPS_PARAGRAPH, /* p */
  EXM_VIPS_OTHER,
} ExmVipsKind;

/**
 * ExmVipsNode:
 * @parent: index of the node around it, %EXM_NONE for the root
 * @children: index of its first child among exm_vips_page_get_child()'s
 * @n_children: how many it has, in document order
 * @first_line: first line of the page text inside, %EXM_NONE if there is none
 * @last_line: last line inside
 * @kind: which rules it goes by
 * @is_text: a line of text, not a picture
 * @has_rule: one of its children in the document is an <hr>
 * @tag: #ExmTag, %EXM_TAG_UNKNOWN for a line
 * @box: where it is seen; never empty
 * @background: 0xRRGGBB
 * @font_size: of a leaf, CSS pixels
 * @font_weight: of a leaf
 */
typedef struct
{
  guint32 parent;
  guint32 children;
  guint32 n_children;
  guint32 first_line;
  guint32 last_line;
  ExmVipsKind kind;
  gboolean is_text;
  gboolean has_rule;
  guint16 tag;
  ExmBox box;
  guint32 background;
  float font_size;
  guint16 font_weight;
} ExmVipsNode;

/**
 * ExmVipsPage:
 * @nodes: (element-type ExmVipsNode): parents before their children; the first one is the
 *   root, if anything can be seen
 * @children: (element-type guint32): of all nodes
 * @rules: (element-type ExmBox): the <hr>s, from top to bottom
 * @leaf_of_line: (array): the node of each line of the page text, or %EXM_NONE
 * @box: the whole page
 */
typedef struct
{
  GArray *nodes;         /* (owned) */
  GArray *children;      /* (owned) */
  GArray *rules;         /* (owned) */
  guint32 *leaf_of_line; /* (owned) */
  ExmBox box;
} ExmVipsPage;

/**
 * exm_vips_page_init:
 * @layout: a page as it lies
 * @page: its text
 *
 * O(n log n) in elements and lines.
 */
void
exm_vips_page_init (ExmVipsPage *self, const ExmLayout *layout, const ExmPageText *page);

void exm_vips_page_clear (ExmVipsPage *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmVipsPage, exm_vips_page_clear)

static inline const ExmVipsNode *
exm_vips_page_get_node (const ExmVipsPage *self, guint32 node)
{
  return &g_array_index (self->nodes, ExmVipsNode, node);
}

/**
 * exm_vips_page_get_child:
 * @i: which of @node's children
 *
 * Returns: the index of its node
 */
static inline guint32
exm_vips_page_get_child (const ExmVipsPage *self, const ExmVipsNode *node, guint32 i)
{
  return g_array_index (self->children, guint32, node->children + i);
}

static inline double
exm_vips_get_area (const ExmBox *box)
{
  return (double) box->width * (double) box->height;
}

/* Returns the smallest box around both; an empty one adds nothing. */
static inline ExmBox
exm_vips_unite (ExmBox a, ExmBox b)
{
  if (exm_box_is_empty (&a))
    return b;
  if (exm_box_is_empty (&b))
    return a;
  float x = MIN (a.x, b.x), y = MIN (a.y, b.y);
  return (ExmBox){ x, y, MAX (a.x + a.width, b.x + b.width) - x,
                   MAX (a.y + a.height, b.y + b.height) - y };
}

G_END_DECLS
