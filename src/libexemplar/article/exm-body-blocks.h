/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The kept lines of a result as blocks inside of lists and quotations: what Markdown and
 * HTML are written from. Structure comes from the lines' marks and the elements around
 * them; elements around the whole body, as of layouts, are none of it. */

#pragma once

#include "types/exm-page-text.h"
#include "types/exm-result.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_BLOCK_TEXT,
  EXM_BLOCK_HEADING,
  EXM_BLOCK_CODE,
  EXM_BLOCK_TABLE,
  EXM_BLOCK_CAPTION,
  EXM_BLOCK_IMAGES, /* the images that stand before the text of @first */
} ExmBodyBlockKind;

/**
 * ExmBodyContainer:
 * @node: a quotation, or an item of a list
 * @list: the list of an item, %EXM_NONE for a quotation
 * @ordered: whether the list is numbered
 * @number: of an item of a numbered list
 */
typedef struct
{
  guint32 node;
  guint32 list;
  gboolean ordered;
  guint number;
} ExmBodyContainer;

/**
 * ExmBodyBlock:
 * @kind: what it is
 * @level: of a heading, 1 … 6
 * @first: its first line
 * @last: its last line; kept lines between belong to it: of a text, lines that a break
 *   parts; of code, its lines
 * @node: the element of a table or of code, else %EXM_NONE
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
  char *base;         /* (owned) (nullable): what relative addresses belong to */
  GArray *blocks;     /* (owned) (element-type ExmBodyBlock) */
  GArray *containers; /* (owned) (element-type ExmBodyContainer) */
  GArray *cells;      /* (owned) (element-type ExmBodyCell): by table, row, column */
  guint head;         /* first and last kept line */
  guint tail;
  guint32 *tables; /* (owned) (nullable): the table around each element, EXM_NONE */
  guint8 *kinds;   /* (owned) (nullable): by table: 1 if it holds data, 2 if layout */
  guint *numbers;  /* (owned) (nullable): of items of numbered lists, by element */
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
 * exm_body_append_code:
 * @block: a block of code
 *
 * Appends its text with the line breaks and the indentation that the source has.
 */
void exm_body_append_code (const ExmBody *self, const ExmBodyBlock *block, GString *out);

/**
 * exm_body_dup_language:
 * @block: a block of code
 *
 * Returns: (transfer full): the language that a class names ("language-c"), letters,
 *   digits, "+", "#" and "-" only; "" if none does
 */
char *exm_body_dup_language (const ExmBody *self, const ExmBodyBlock *block);

/**
 * exm_body_count_common:
 * @a: (nullable): a block
 * @b: the one behind it
 *
 * Returns: in how many containers both stand
 */
guint
exm_body_count_common (const ExmBody *self, const ExmBodyBlock *a, const ExmBodyBlock *b);

/* Inline content of a line: text, links, emphasis, images. */

/**
 * ExmBodySpan:
 * @kind: what it is
 * @address: (nullable): of a link or image, safe to be written
 * @label: of an image: its alternative text
 * @stands_apart: what is before and behind it is no letter or digit: marks of emphasis
 *   work there
 */
typedef struct
{
  ExmSpanKind kind;
  char *address;     /* (owned) (nullable) */
  const char *label; /* (unowned) */
  gboolean stands_apart;
} ExmBodySpan;

/**
 * ExmBodyFormat:
 * @text: a piece of text; @at_start: of its line
 * @image: an image inside of a line
 * @open: a link or emphasis begins
 * @close: it ends
 * @code: (nullable): all text of a code span, in place of the calls for what is in it
 *
 * How a format writes what a line is made of.
 */
typedef struct
{
  void (*text) (GString *out, const char *text, gsize n_bytes, gboolean at_start);
  void (*image) (GString *out, const ExmBodySpan *image);
  void (*open) (GString *out, const ExmBodySpan *span);
  void (*close) (GString *out, const ExmBodySpan *span);
  void (*code) (GString *out, const char *text, gsize n_bytes);
} ExmBodyFormat;

/**
 * exm_body_dup_base:
 *
 * Returns: (transfer full) (nullable): where relative addresses start: <base href> if
 *   there is one, else the page's address
 */
char *exm_body_dup_base (const ExmPageText *page);

/**
 * exm_body_starts_with_image:
 *
 * Returns: whether an image stands before the text of @line, with an address that may be
 *   written
 */
gboolean exm_body_starts_with_image (const ExmBody *self, guint line);

/**
 * exm_body_append_line:
 * @line: a line
 *
 * Writes a line's text with its spans, which nest as elements do; the images before it
 * are left to exm_body_append_images(). Addresses are those that may be followed:
 * absolute, http(s) or mailto.
 */
void exm_body_append_line (const ExmBody *self,
                           const ExmBodyFormat *format,
                           guint line,
                           GString *out);

/**
 * exm_body_append_images:
 * @line: a line
 *
 * Writes the images before the text of @line, each once, with a blank between.
 */
void exm_body_append_images (const ExmBody *self,
                             const ExmBodyFormat *format,
                             guint line,
                             GString *out);

G_END_DECLS
