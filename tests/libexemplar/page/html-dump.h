/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The format in which html5lib-tests write trees, of any kind of tree. */

#pragma once

#include "html/exm-html-tree.h"

G_BEGIN_DECLS

/**
 * HtmlDumpNode:
 * @name: (nullable): of an element
 * @ns: of an element
 * @attributes: (element-type utf8): of an element: name="value"
 * @text: (nullable): of a text
 * @other: (nullable): a comment or document type, as dumped
 *
 * One of @name, @text and @other is there.
 */
typedef struct
{
  const char *name; /* (unowned) (nullable) */
  ExmHtmlNamespace ns;
  GPtrArray *attributes; /* (owned) */
  const char *text;      /* (unowned) (nullable) */
  char *other;           /* (owned) (nullable) */
} HtmlDumpNode;

/**
 * HtmlDumpTree:
 * @first: its first child, or %NULL
 * @next: its next sibling, or %NULL
 * @describe: fills @out, which is empty
 */
typedef struct
{
  const void *(*first) (const void *node);
  const void *(*next) (const void *node);
  void (*describe) (const void *node, HtmlDumpNode *out);
} HtmlDumpTree;

/**
 * html_dump:
 * @document: of @tree; itself it is not dumped
 *
 * A <selectedcontent> is dumped with what it shows, which is no matter of the parser.
 *
 * Returns: (transfer full): "| " before each line
 */
char *html_dump (const HtmlDumpTree *tree, const void *document);

G_END_DECLS
