/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Layout of a page in a browser: places and looks of its lines and elements, for the
 * visual methods. It belongs to one page text; that of another page is refused.
 * Immutable, reference counted, usable from any thread. */

#pragma once

#include "types/exm-page-text.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _ExmLayout ExmLayout;

/**
 * ExmBox:
 *
 * A rectangle in CSS pixels, from the page's upper left corner. Without an area for what
 * is not shown.
 */
typedef struct
{
  float x;
  float y;
  float width;
  float height;
} ExmBox;

typedef enum
{
  EXM_LAYOUT_SHOWN = 1 << 0,  /* displayed and visible */
  EXM_LAYOUT_INLINE = 1 << 1, /* flows in a line of text */
} ExmLayoutFlags;

/**
 * ExmLayoutNode:
 * @parent: index of the parent element, which comes before; %EXM_NONE for the root,
 *   which is the first one
 * @first_line: first line of the page text inside, %EXM_NONE if there is none
 * @last_line: last line inside
 * @box: around what it shows
 * @background: 0xRRGGBB behind its content, its own or that of an element around it
 * @font_size: of its own text, CSS pixels
 * @font_weight: the same, 1 … 1000
 * @tag: #ExmTag
 * @flags: #ExmLayoutFlags
 *
 * An element of the document as the browser built it, in document order.
 */
typedef struct
{
  guint32 parent;
  guint32 first_line;
  guint32 last_line;
  ExmBox box;
  guint32 background;
  float font_size;
  guint16 font_weight;
  guint16 tag;
  guint8 flags;
} ExmLayoutNode;

/**
 * ExmLayoutLine:
 * @node: the element of the layout that holds its first character, %EXM_NONE where no
 *   browser lays the line out
 * @box: around its text
 */
typedef struct
{
  guint32 node;
  ExmBox box;
} ExmLayoutLine;

/**
 * ExmLayoutParts:
 * @width: of the whole page, CSS pixels
 * @height: of the whole page
 * @view_width: of the window it is laid out for
 * @nodes: in document order; their lines are filled in by exm_layout_new()
 * @lines: one a line of the page text
 */
typedef struct
{
  float width;
  float height;
  float view_width;
  GArray *nodes; /* (owned) (element-type ExmLayoutNode) */
  GArray *lines; /* (owned) (element-type ExmLayoutLine) */
} ExmLayoutParts;

#define EXM_TYPE_LAYOUT (exm_layout_get_type ())
GType exm_layout_get_type (void);

void exm_layout_parts_init (ExmLayoutParts *parts);

void exm_layout_parts_clear (ExmLayoutParts *parts);

/**
 * exm_layout_new:
 * @parts: (inout): taken over and left empty, also on failure
 * @page: the page that was laid out
 * @error: %EXM_LAYOUT_ERROR: which rule of this header is broken
 *
 * O(page).
 *
 * Returns: (transfer full) (nullable): a layout with one reference
 */
ExmLayout *exm_layout_new (ExmLayoutParts *parts, ExmPageText *page, GError **error);

/**
 * exm_layout_parse:
 * @bytes: what exm-render-layout.js wrote
 * @page: the page that was laid out
 * @error: %EXM_LAYOUT_ERROR
 *
 * The form, numbers and names between white space:
 *
 *     EXL1 nodes lines width height view-width
 *     parent (or -1) tag x y width height background font-size font-weight flags
 *     …
 *     node x y width height characters hash
 *     …
 *
 * Lines are those of the document, whatever of it is shown; the hash of a line is
 * exm_layout_hash_line(). Lines that the reader found elsewhere (%EXM_LINE_EMBEDDED) have
 * no box. Choices of drop-down lists, whose text browsers arrange each in its own way,
 * are left out on both sides. O(page).
 *
 * Returns: (transfer full) (nullable): the layout
 */
ExmLayout *exm_layout_parse (GBytes *bytes, ExmPageText *page, GError **error);

ExmLayout *exm_layout_ref (ExmLayout *self);
void exm_layout_unref (ExmLayout *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmLayout, exm_layout_unref)

/**
 * exm_layout_get_nodes:
 * @n: (out): number of elements
 *
 * The getters return (transfer none) what lives as long as @self; O(1).
 */
const ExmLayoutNode *exm_layout_get_nodes (const ExmLayout *self, guint *n);
const ExmLayoutLine *exm_layout_get_lines (const ExmLayout *self, guint *n);

/**
 * exm_layout_get_box:
 *
 * Returns: the whole page
 */
ExmBox exm_layout_get_box (const ExmLayout *self);

float exm_layout_get_view_width (const ExmLayout *self);

/**
 * exm_layout_get_n_bytes:
 *
 * Returns: the memory that it takes with its page, bytes; O(1)
 */
gsize exm_layout_get_n_bytes (const ExmLayout *self);

/**
 * exm_layout_is_of:
 *
 * Returns: whether it is @page that was laid out
 */
gboolean exm_layout_is_of (const ExmLayout *self, const ExmPageText *page);

/**
 * exm_layout_hash_line:
 * @text: zero-terminated UTF-8
 *
 * Returns: FNV-1a over the code points, 32 bits: a browser's script can work it out too
 */
guint32 exm_layout_hash_line (const char *text);

/**
 * exm_box_is_empty:
 *
 * Returns: whether nothing of it can be seen
 */
static inline gboolean
exm_box_is_empty (const ExmBox *box)
{
  return box->width <= 0 || box->height <= 0;
}

/**
 * ExmLayoutFunc:
 * @page: to be laid out
 *
 * Whoever has a browser. Any thread; blocks.
 *
 * Returns: (transfer full) (nullable): the layout of @page
 */
typedef ExmLayout *(*ExmLayoutFunc) (ExmPageText *page,
                                     gpointer data,
                                     GCancellable *cancellable,
                                     GError **error);

typedef enum
{
  EXM_LAYOUT_ERROR_DAMAGED, /* breaks a rule of this header */
  EXM_LAYOUT_ERROR_OTHER_PAGE,
} ExmLayoutError;

#define EXM_LAYOUT_ERROR (exm_layout_error_quark ())
GQuark exm_layout_error_quark (void);

G_END_DECLS
