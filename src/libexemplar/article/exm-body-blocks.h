/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The kept lines of a result as blocks inside of lists and quotations: what Markdown and
 * HTML are written from. Structure comes from the lines' marks and the elements around
 * them; elements around the whole body, as of layouts, are none of it. */

#pragma once

#include "article/exm-body-line.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_BLOCK_TEXT,
  EXM_BLOCK_HEADING,
  EXM_BLOCK_CODE,
  EXM_BLOCK_TABLE,
  EXM_BLOCK_CAPTION,
  EXM_BLOCK_IMAGES, /* images, and formulas of which the page shows nothing */
} ExmBodyBlockKind;

/**
 * ExmBodyContainer:
 * @node: a quotation, an item of a list, or a footnote
 * @list: the list of an item, else %EXM_NONE
 * @ordered: whether the list is numbered
 * @number: of an item of a numbered list
 * @note: (nullable): the label of a footnote, which may be an item
 */
typedef struct
{
  guint32 node;
  guint32 list;
  gboolean ordered;
  guint number;
  const char *note; /* (unowned) */
} ExmBodyContainer;

/**
 * ExmBodyBlock:
 * @kind: what it is
 * @level: of a heading, 1 … 6
 * @first: its first line
 * @last: its last line; kept lines between belong to it: of a text, lines that a break
 *   parts; of code, its lines
 * @node: the element of a table or of code, else %EXM_NONE
 * @first_image: of images: index of the first span, for exm_body_lines_append_images()
 * @n_images: how many spans
 * @containers: index of its outermost container among those of the body
 * @n_containers: how many it stands in
 */
typedef struct
{
  ExmBodyBlockKind kind;
  guint level;
  guint first;
  guint last;
  guint32 node;
  guint first_image;
  guint n_images;
  guint containers;
  guint n_containers;
} ExmBodyBlock;

/**
 * ExmBodyCell:
 * @node: a td or th
 * @row: from 0
 * @column: from 0
 *
 * The last cell of a table is followed by one of the next table, or none.
 */
typedef struct
{
  guint32 table;
  guint32 node;
  guint row;
  guint column;
} ExmBodyCell;

typedef struct
{
  const ExmPageText *page;   /* (unowned) */
  const ExmResultData *data; /* (unowned) */
  const ExmLine *lines;      /* (unowned) */
  guint n_lines;
  const ExmNode *nodes; /* (unowned) */
  guint n_nodes;
  ExmBodyLines text;  /* (owned): its fields */
  GArray *blocks;     /* (owned) (element-type ExmBodyBlock) */
  GArray *containers; /* (owned) (element-type ExmBodyContainer) */
  GArray *cells;      /* (owned) (element-type ExmBodyCell): by table, row, column */
  guint head;         /* first and last kept line */
  guint tail;
  guint32 *tables;  /* (owned) (nullable): the table around each element, EXM_NONE */
  guint8 *kinds;    /* (owned) (nullable): by table: 1 if it holds data, 2 if layout */
  guint *numbers;   /* (owned) (nullable): of items of numbered lists, by element */
  guint8 *left_out; /* (owned) (nullable): by element: 1 if all its text was left out, 2
                       if not */
  guint32 frame;    /* the element that holds the body */
} ExmBody;

/**
 * exm_body_init:
 * @self: (out caller-allocates): the blocks of @page's kept lines
 *
 * O(page).
 */
void exm_body_init (ExmBody *self, const ExmPageText *page, const ExmResult *result);

void exm_body_clear (ExmBody *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmBody, exm_body_clear)

/**
 * exm_body_keeps:
 *
 * Returns: whether @line was kept
 */
gboolean exm_body_keeps (const ExmBody *self, guint line);

/**
 * exm_body_find_up:
 * @node: (nullable): where to begin
 *
 * Returns: the nearest element of @tag or @other, @node itself included; %EXM_NONE
 */
guint32 exm_body_find_up (const ExmBody *self, guint32 node, ExmTag tag, ExmTag other);

/**
 * exm_body_find_cells:
 * @table: the element of a table block
 * @n: (out): how many it has
 *
 * Returns: (transfer none): its cells
 */
const ExmBodyCell *exm_body_find_cells (const ExmBody *self, guint32 table, guint *n);

/**
 * exm_body_count_common:
 * @a: (nullable): a block
 * @b: the one behind it
 *
 * Returns: in how many containers both stand
 */
guint
exm_body_count_common (const ExmBody *self, const ExmBodyBlock *a, const ExmBodyBlock *b);

G_END_DECLS
