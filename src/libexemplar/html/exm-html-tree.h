/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Tree construction of the HTML standard (13.2.6) without a tree: who is interested in
 * what is built hears of each element and text, and where it belongs. The builder keeps
 * the open elements and the list of formatting elements, nothing else. */

#pragma once

#include "html/exm-html-token.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_HTML_NS_HTML,
  EXM_HTML_NS_SVG,
  EXM_HTML_NS_MATHML,
} ExmHtmlNamespace;

/* "No element", and the parent of what belongs to the document itself. */
#define EXM_HTML_NO_NODE G_MAXUINT32

/**
 * ExmHtmlPlace:
 * @parent: the element that gets a new last child; %EXM_HTML_NO_NODE: the document
 * @before: or the table before which a child of the table's own parent comes to stand
 *   (then @parent does not matter); %EXM_HTML_NO_NODE: none
 */
typedef struct
{
  guint32 parent;
  guint32 before;
} ExmHtmlPlace;

/**
 * ExmHtmlSink:
 * @element: an element appears; returns the number it shall be known by
 * @clone: a copy of an element, without its children; @place is %NULL while it has none
 * @text: a text; @token is of type %EXM_HTML_TEXT, and a NUL in it is one to replace
 * @move: an element comes to another place, with all that it holds
 * @wrap: all children of @block come into a copy of @formatting, which becomes the only
 *   child of @block; returns the copy's number, and @block may get another one
 * @add: attributes of a second <html> or <body> join those of the first, where it has
 * none of that name
 * @remove: an element leaves the tree with all that it holds
 * @comment: (nullable)
 * @doctype: (nullable)
 *
 * Tokens live until the function returns.
 */
typedef struct
{
  guint32 (*element) (void *sink,
                      ExmHtmlPlace place,
                      const ExmHtmlToken *token,
                      ExmHtmlNamespace ns);
  guint32 (*clone) (void *sink, guint32 original, const ExmHtmlPlace *place);
  void (*text) (void *sink, ExmHtmlPlace place, const ExmHtmlToken *token);
  void (*move) (void *sink, guint32 node, ExmHtmlPlace place);
  guint32 (*wrap) (void *sink, guint32 *block, guint32 formatting);
  void (*add) (void *sink, guint32 node, const ExmHtmlToken *token);
  void (*remove) (void *sink, guint32 node);
  void (*comment) (void *sink, ExmHtmlPlace place, const ExmHtmlToken *token);
  void (*doctype) (void *sink, const ExmHtmlToken *token);
} ExmHtmlSink;

/**
 * exm_html_parse:
 * @source: a page in UTF-8; NULs are read as the standard says
 * @scripting: the scripting flag: whether what is in <noscript> is text
 * @sink: hears of all elements before it hears of their children
 * @data: for @sink
 * @cut: (out) (optional): whether the page ends inside a tag, a comment, a script, a
 *   style or the like, which no page does that came whole
 *
 * Parses a page. At %EXM_MAX_DEPTH open elements, the innermost one ends before the next
 * begins, as in WebKit. Any thread; O(bytes): what only hostile pages make expensive is
 * left out, which changes the shape of the tree, never the text.
 *
 * Returns: whether all of the page was treated as the standard says
 */
gboolean exm_html_parse (const char *source,
                         gsize n_bytes,
                         gboolean scripting,
                         const ExmHtmlSink *sink,
                         void *data,
                         gboolean *cut);

G_END_DECLS
