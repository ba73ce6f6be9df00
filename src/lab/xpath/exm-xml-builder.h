/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A sink of tree construction that makes a tree of libxml2. */

#pragma once

#include "html/exm-html-tree.h"

#include <libxml/tree.h>

G_BEGIN_DECLS

/* Namespaces that may occur; each node of one points to the same #xmlNs. */
typedef enum
{
  EXM_XML_NS_XML,
  EXM_XML_NS_SVG,
  EXM_XML_NS_MATHML,
  EXM_XML_NS_XLINK,
  EXM_XML_NS_XMLNS,
  EXM_XML_N_NS
} ExmXmlNs;

/**
 * ExmXmlNamespace:
 * @prefix: what the document and its XPath call it
 * @uri: its name
 */
typedef struct
{
  const char *prefix;
  const char *uri;
} ExmXmlNamespace;

extern const ExmXmlNamespace exm_xml_namespaces[EXM_XML_N_NS];

/**
 * ExmXmlFacts:
 * @start: first byte in the source of a start tag, an attribute, a comment, or of the
 *   first piece of a text
 * @end: one past its last byte; 0 for an element that the page does not name, which
 *   starts where what the page has before it ends
 * @n_bytes: of a text: its length
 * @room: of a text: bytes allocated
 * @ordinal: for exm-xml-path.c: which it is among siblings like it; 0: not counted yet
 *
 * Facts of a node beside the fields of libxml2; its _private is 1 + their index.
 */
typedef struct
{
  guint32 start;
  guint32 end;
  guint32 n_bytes;
  guint32 room;
  guint32 ordinal;
} ExmXmlFacts;

/**
 * exm_xml_build:
 * @source: a page in UTF-8
 * @scripting: as for exm_html_parse()
 * @facts: (inout) (element-type ExmXmlFacts): empty; gets those of all nodes
 * @truncated: (out): whether a limit was met: see exm_xml_page_is_truncated()
 *
 * Returns: (transfer full): the document; for xmlFreeDoc()
 */
xmlDoc *exm_xml_build (const char *source,
                       gsize n_bytes,
                       gboolean scripting,
                       GArray *facts,
                       gboolean *truncated);

G_END_DECLS
