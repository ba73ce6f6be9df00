/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A page as a tree of libxml2, read by our own reader of HTML.
 *
 * Elements of HTML are in no namespace, so that XPath names them as the page does:
 * //div[@class="x"]/p. Those of SVG and MathML are in theirs, with the prefixes "svg" and
 * "math", as are a few of their attributes ("xlink", "xml", "xmlns"). All names are spelt
 * as the standard spells them; those that XML does not have are coerced
 * (exm-xml-builder.c). A template's content is what its element holds. Texts, comments
 * and values of attributes are those of the page, with whatever control characters it
 * has; the tree is for XPath, not for being written as XML. id() knows the attribute
 * "id". */

#pragma once

#include "page/exm-page-reader.h"

#include <libxml/tree.h>

G_BEGIN_DECLS

typedef struct _ExmXmlPage ExmXmlPage;

/**
 * exm_xml_page_new:
 * @source: valid UTF-8
 * @scripting: as for exm_html_parse()
 *
 * At most %EXM_MAX_XML_NODES elements, attributes, texts and comments are kept, the rest
 * of the page is left out. No element is %EXM_MAX_NODE_DEPTH deep, by the reader's own
 * limits. Any thread; O(bytes).
 *
 * Returns: (transfer full): the page
 */
ExmXmlPage *exm_xml_page_new (GBytes *source, gboolean scripting);

/**
 * exm_xml_page_read:
 * @raw: the page's bytes
 * @hints: (nullable): as for exm_page_read()
 * @error: as for exm_page_read()
 *
 * Decodes and reads, scripts being off, as for page texts.
 *
 * Returns: (transfer full): the page, or %NULL
 */
ExmXmlPage *exm_xml_page_read (GBytes *raw, const ExmPageHints *hints, GError **error);

void exm_xml_page_free (ExmXmlPage *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmXmlPage, exm_xml_page_free)

/* Returns: (transfer none): the document; its nodes' _private is ours */
xmlDoc *exm_xml_page_get_doc (const ExmXmlPage *self);

/* Returns: whether a limit, ours or the reader's, cut the tree or changed its shape */
gboolean exm_xml_page_is_truncated (const ExmXmlPage *self);

/**
 * exm_xml_page_get_range:
 * @node: of the document
 * @start: (out): first byte in the source of the start tag, attribute, comment or text
 * @end: (out): one past its last byte
 *
 * Returns: %FALSE for what the page does not write, as an implied <body>, the document
 *   and its type
 */
gboolean exm_xml_page_get_range (const ExmXmlPage *self,
                                 const xmlNode *node,
                                 gsize *start,
                                 gsize *end);

/* Lines end with LF. Of what the page does not write it is the line on which ends what
 * the page has before it. O(log lines). Returns: the source line that @node begins on,
 * from 1 */
guint exm_xml_page_get_line (const ExmXmlPage *self, const xmlNode *node);

/**
 * exm_xml_page_make_path:
 * @node: of the document; an attribute or a namespace too
 *
 * As XPath: numbers only where siblings are like each other. The first one asked for
 * counts all children of each ancestor, which is O(page) for all nodes together. One
 * thread at a time.
 *
 * Returns: (transfer full): "/html/body/div[2]/svg:svg/@viewBox"
 */
char *exm_xml_page_make_path (ExmXmlPage *self, const xmlNode *node);

G_END_DECLS
