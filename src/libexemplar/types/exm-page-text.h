/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A page as everything above the reader sees it: lines of text, the elements that hold
 * them, and the slices (meta, JSON-LD, …) that describe them. One allocation a kind,
 * indices instead of pointers. Immutable, reference counted, usable from any thread. */

#pragma once

#include "base/exm-array.h"
#include "html/exm-tag.h"

#include <glib-object.h>

G_BEGIN_DECLS

typedef struct _ExmPageText ExmPageText;

/* Index that means "none". */
#define EXM_NONE G_MAXUINT32

typedef enum
{
  EXM_LINE_HIDDEN = 1 << 0,   /* under the hidden attribute or a hiding inline style */
  EXM_LINE_NOSCRIPT = 1 << 1, /* shown only where scripts are off */
  EXM_LINE_TEMPLATE = 1 << 2, /* inside <template> */
  EXM_LINE_SELECT = 1 << 3,   /* a choice of a drop-down list */

  EXM_LINE_LIST_ITEM = 1 << 4,
  EXM_LINE_TABLE_CELL = 1 << 5,
  EXM_LINE_QUOTE = 1 << 6,
  EXM_LINE_CODE = 1 << 7, /* preformatted: inner line breaks are lines of their own */
  EXM_LINE_CAPTION = 1 << 8,
  EXM_LINE_IMAGE = 1 << 9, /* an image stands in the line */

  /* Origin of a line that a browser shows only with the page's scripts. */
  EXM_LINE_REVEALED
  = 1 << 10, /* hidden, but most of the page's prose is: taken as shown */
  EXM_LINE_EMBEDDED = 1 << 11, /* of a string in a script, or of a frame's srcdoc */
  EXM_LINE_UNSEEN = 1 << 12, /* one of these that no browser lays out in this document */
  EXM_LINE_DOUBLE = 1 << 13, /* said again, in full, by a body that is embedded */
  EXM_LINE_GUTTER = 1 << 14, /* the number of a line of code beside it */
} ExmLineFlags;

/* Lines with any of these are no part of what a reader sees: kept, but left out of the
 * curves and of the body unless a method asks for them. */
#define EXM_LINE_FLAGGED                                                                 \
  (EXM_LINE_HIDDEN | EXM_LINE_NOSCRIPT | EXM_LINE_TEMPLATE | EXM_LINE_SELECT             \
   | EXM_LINE_DOUBLE | EXM_LINE_GUTTER)

/**
 * ExmLine:
 * @text: offset of its text, for exm_page_text_get_line()
 * @n_bytes: length of its text
 * @start: position of its first character in the joined text, in characters: all lines
 *   that are not flagged, joined by U+000A. Flagged lines take no room there.
 * @n_chars: its length in characters
 * @length: its length where a CJK character counts 3: comparable between scripts
 * @n_tokens: words, each CJK character being one
 * @n_link_chars: characters inside links
 * @n_marks: marks of running prose (exm_char_is_sentence_mark())
 * @node: element that its longest text stands in right away, where that is half of the
 *   line or more, else @block; of code the one that its first character stands in
 * @block: nearest block element of @node
 * @source_start: first byte of its first character in the decoded source
 * @source_end: one past the last byte of its last character there
 * @flags: #ExmLineFlags
 * @heading: 1 … 6 inside h1 … h6, else 0
 * @key: exm_text_key() of its text
 */
typedef struct
{
  guint32 text;
  guint32 n_bytes;
  guint32 start;
  guint32 n_chars;
  guint32 length;
  guint32 n_tokens;
  guint32 n_link_chars;
  guint32 n_marks;
  guint32 node;
  guint32 block;
  guint32 source_start;
  guint32 source_end;
  guint16 flags;
  guint8 heading;
  guint64 key;
} ExmLine;

/**
 * ExmNode:
 * @parent: index of the parent element, %EXM_NONE for the root
 * @first_line: first line inside it, %EXM_NONE if there is none
 * @last_line: last line inside it
 * @id: offset of its id attribute among the strings, 0 if none
 * @class_names: offset of its class attribute among the strings, 0 if none
 * @n_chars: characters of all lines inside it that are not flagged
 * @n_link_chars: of these, characters inside links
 * @own: hash of its tag and class names, digits folded
 * @block_path: hash of the tags from the root to it without formatting elements, which
 *   browsers re-arrange on damaged pages
 * @class_path: hash of the @own values from the root to it
 * @tag: which element
 * @depth: number of ancestors
 * @flags: the flagged #ExmLineFlags that hold for all inside it
 * @number: of an ol where it starts, of an li its value, of a td or th columns + 256 ·
 *   rows that it spans; 0 where the page does not say so
 */
typedef struct
{
  guint32 parent;
  guint32 first_line;
  guint32 last_line;
  guint32 id;
  guint32 class_names;
  guint32 n_chars;
  guint32 n_link_chars;
  guint64 own;
  guint64 block_path;
  guint64 class_path;
  guint16 tag;
  guint16 depth;
  guint16 flags;
  guint16 number;
} ExmNode;

typedef enum
{
  EXM_SLICE_TITLE,   /* <title>; name is empty */
  EXM_SLICE_META,    /* name or property or http-equiv or itemprop → content */
  EXM_SLICE_LINK,    /* rel → href; name "rel hreflang type", of which hreflang is left
                      * out where there is none, type where rel is not alternate */
  EXM_SLICE_JSON_LD, /* the text of a JSON-LD script */
  EXM_SLICE_SCRIPT_JSON, /* the text of another JSON script; name is its id */
  EXM_SLICE_TIME,        /* <time datetime> → datetime; its line */
  EXM_SLICE_ITEMPROP, /* microdata: itemprop → content, datetime, href or src; its line */
  EXM_SLICE_LANGUAGE, /* <html lang> */
  EXM_SLICE_BASE,     /* <base href> */
  EXM_SLICE_BODY,     /* a body that the page declares beside its lines, as text, a
                       * paragraph a line; name is "json-ld" or "script" */
  EXM_SLICE_REL,      /* <a rel> of tag → its text, of license → href; name is rel */
  EXM_SLICE_TEX,      /* a formula in TeX, of MathML or of a script; name is the type */
} ExmSliceKind;

/**
 * ExmSlice:
 * @kind: what it is
 * @name: offset of its lower-case name among the strings
 * @value: offset of its value among the strings
 * @node: the element it stands in or on
 * @line: the line it stands in or before, %EXM_NONE if after all
 */
typedef struct
{
  ExmSliceKind kind;
  guint32 name;
  guint32 value;
  guint32 node;
  guint32 line;
} ExmSlice;

typedef enum
{
  EXM_SPAN_LINK,   /* value: href as written */
  EXM_SPAN_IMAGE,  /* value: src as written; empty range */
  EXM_SPAN_STRONG, /* b, strong */
  EXM_SPAN_EMPHASIS,
  EXM_SPAN_CODE,
  EXM_SPAN_SUPERSCRIPT,
  EXM_SPAN_SUBSCRIPT,
  EXM_SPAN_FORMULA, /* value: its TeX; empty range where the page shows nothing of it */
} ExmSpanKind;

/**
 * ExmSpan:
 * @line: the line it lies in; a link over three lines is three spans
 * @start: first byte, within the line's text
 * @end: one past the last byte
 * @kind: what it is
 * @value: offset of its address or TeX among the strings, 0 if none
 * @label: offset among the strings, 0 if none, of an image's alternative text, or of
 *   "display" for a formula that stands apart from its text
 * @source: offset among the strings, 0 if none, of the address of an image that is wider
 *   than @value, from a srcset or a picture's sources
 * @node: its element
 *
 * Spans are ordered by line, then start.
 */
typedef struct
{
  guint32 line;
  guint32 start;
  guint32 end;
  ExmSpanKind kind;
  guint32 value;
  guint32 label;
  guint32 source;
  guint32 node;
} ExmSpan;

typedef EXM_ARRAY (ExmSpan) ExmSpans;

typedef enum
{
  EXM_CHARSET_FROM_OVERRIDE, /* the operator said so */
  EXM_CHARSET_FROM_BOM,
  EXM_CHARSET_FROM_BYTES, /* the bytes are valid UTF-8 and not only ASCII */
  EXM_CHARSET_FROM_HTTP,
  EXM_CHARSET_FROM_META,
  EXM_CHARSET_FROM_DETECTOR,
  EXM_CHARSET_FROM_DEFAULT,
} ExmCharsetOrigin;

/**
 * ExmCharset:
 * @name: the encoding that the bytes were read in, by its WHATWG name in lower case
 * @origin: who said so
 * @declared: (nullable): what the page or its headers declare, where that is another one
 * @n_replaced: byte sequences that are no characters of it, each now a U+FFFD
 * @n_nul: NUL characters left out
 * @replaced: byte positions in the raw bytes of the first replaced ones
 */
typedef struct
{
  char *name; /* (owned) */
  ExmCharsetOrigin origin;
  char *declared; /* (owned) (nullable) */
  guint n_replaced;
  guint n_nul;
  GArray *replaced; /* (owned) (element-type guint64) */
} ExmCharset;

/**
 * ExmPageTextParts:
 *
 * Parts of a page text, filled by the reader. Offsets into @strings point at
 * zero-terminated strings; offset 0 is the empty one. @text holds each line's text,
 * zero-terminated.
 */
typedef struct
{
  char *url;          /* (owned) (nullable): address that relative links belong to */
  GBytes *source;     /* (owned): the page's bytes, decoded to UTF-8 */
  ExmCharset charset; /* (owned): its fields */
  ExmBytes text;
  GString *strings; /* (owned) */
  EXM_ARRAY (ExmLine) lines;
  EXM_ARRAY (ExmNode) nodes;
  EXM_ARRAY (ExmSlice) slices;
  ExmSpans spans;
  gboolean truncated; /* a limit of exm-limits.h cut something */
  gboolean cut;       /* see exm_page_text_get_cut() */
  GPtrArray *joined;  /* (owned) (nullable) (element-type ExmPageText): what it was joined
                       * of, see exm_page_join() */
  guint n_strangers;  /* see exm_page_text_get_n_strangers() */
} ExmPageTextParts;

#define EXM_TYPE_PAGE_TEXT (exm_page_text_get_type ())
GType exm_page_text_get_type (void);

/**
 * exm_page_text_parts_init:
 * @parts: to be filled with empty containers
 */
void exm_page_text_parts_init (ExmPageTextParts *parts);

/**
 * exm_page_text_parts_clear:
 * @parts: what a reader gives up on
 */
void exm_page_text_parts_clear (ExmPageTextParts *parts);

/**
 * exm_page_text_new:
 * @parts: (inout): taken over and left empty
 *
 * Returns: (transfer full): a page text with one reference
 */
ExmPageText *exm_page_text_new (ExmPageTextParts *parts);

ExmPageText *exm_page_text_ref (ExmPageText *self);
void exm_page_text_unref (ExmPageText *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmPageText, exm_page_text_unref)

/**
 * exm_page_text_get_lines:
 * @n: (out): number of lines
 *
 * The getters return (transfer none) what lives as long as @self; O(1).
 */
const ExmLine *exm_page_text_get_lines (const ExmPageText *self, guint *n);
const ExmNode *exm_page_text_get_nodes (const ExmPageText *self, guint *n);
const ExmSlice *exm_page_text_get_slices (const ExmPageText *self, guint *n);
const ExmSpan *exm_page_text_get_spans (const ExmPageText *self, guint *n);
const ExmCharset *exm_page_text_get_charset (const ExmPageText *self);
GBytes *exm_page_text_get_source (const ExmPageText *self);
const char *exm_page_text_get_url (const ExmPageText *self);
gboolean exm_page_text_get_truncated (const ExmPageText *self);

/**
 * exm_page_text_get_cut:
 *
 * Returns: whether the page ends inside a tag, an attribute, a comment, a script or a
 *   style, and without its closing tags: so ends no page that arrived whole
 */
gboolean exm_page_text_get_cut (const ExmPageText *self);

/**
 * exm_page_text_get_n_joined:
 *
 * Returns: of how many pages of one article it was joined, in their order; 1 where it is
 *   that of one page
 */
guint exm_page_text_get_n_joined (const ExmPageText *self);

/**
 * exm_page_text_get_joined:
 * @index: which of the pages that it was joined of
 * @first_line: (out): its first line in @self
 *
 * O(@index).
 *
 * Returns: (transfer none): that page; @self where it was joined of none
 */
ExmPageText *exm_page_text_get_joined (ExmPageText *self, guint index, guint *first_line);

/**
 * exm_page_text_get_n_strangers:
 *
 * Returns: how many pages were to be joined and were left out, being of other articles
 */
guint exm_page_text_get_n_strangers (const ExmPageText *self);

/**
 * exm_page_text_is_closed:
 * @source: a page, as bytes of any encoding that holds ASCII
 *
 * Returns: whether `</body` or `</html` stands in it. O(bytes), from its end on
 */
gboolean exm_page_text_is_closed (GBytes *source);

/**
 * exm_page_text_get_line:
 * @line: index of a line
 *
 * Returns: (transfer none): its text, zero-terminated UTF-8
 */
const char *exm_page_text_get_line (const ExmPageText *self, guint line);

/**
 * exm_page_text_get_string:
 * @offset: an offset found in a node, slice or span
 *
 * Returns: (transfer none): the string there, "" for 0
 */
const char *exm_page_text_get_string (const ExmPageText *self, guint32 offset);

/**
 * exm_page_text_get_title:
 *
 * Returns: (transfer none): what the title element says, "" where there is none;
 * O(slices)
 */
const char *exm_page_text_get_title (const ExmPageText *self);

/**
 * exm_page_text_get_n_chars:
 *
 * Returns: characters of the joined text: what positions of the curves count
 */
guint exm_page_text_get_n_chars (const ExmPageText *self);

/**
 * exm_page_text_get_n_bytes:
 *
 * Returns: the memory that it takes, bytes; O(1)
 */
gsize exm_page_text_get_n_bytes (const ExmPageText *self);

/**
 * exm_page_text_dup_codes:
 *
 * The joined text as the curves compare it: all lines that are not flagged, joined by
 * U+000A, each character lower-cased to one character.
 *
 * Returns: (transfer full): exm_page_text_get_n_chars() code points; O(page)
 */
guint32 *exm_page_text_dup_codes (const ExmPageText *self);

/**
 * exm_page_text_validate:
 * @error: (out): which rule is broken
 *
 * Checks every index, offset and order that this header states; for tests and fuzzers.
 * O(page).
 *
 * Returns: %TRUE if all hold
 */
gboolean exm_page_text_validate (const ExmPageText *self, GError **error);

G_END_DECLS
