/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* XML of feeds and sitemaps as events, in memory that does not grow with the document:
 * bytes → UTF-8 → mended (exm-xml-repair.h) → libxml2. No document type, no entities, no
 * other files, whatever the document asks for. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Namespaces that mean something here. A prefix that is not declared counts as the one
 * that it usually stands for. */
typedef enum
{
  EXM_XML_NS_NONE,
  EXM_XML_NS_ATOM, /* 1.0 and 0.3 */
  EXM_XML_NS_RSS,  /* 1.0 and the unofficial ones of 2.0 */
  EXM_XML_NS_RDF,
  EXM_XML_NS_DC,
  EXM_XML_NS_CONTENT,
  EXM_XML_NS_MEDIA,
  EXM_XML_NS_FEEDBURNER,
  EXM_XML_NS_NEWS,
  EXM_XML_NS_SITEMAP,
  EXM_XML_NS_XHTML,
  EXM_XML_NS_XML,
  EXM_XML_NS_OTHER,
} ExmXmlNs;

typedef struct
{
  ExmXmlNs ns;
  const char *name; /* (unowned): without prefix */
  char *value;      /* (owned) */
} ExmXmlAttribute;

/**
 * ExmXmlHandler:
 * @open: an element opens; %FALSE ends the reading
 * @text: text inside the open elements, in pieces
 * @close: the innermost open element closes. Elements that are open at the end of a
 *   broken document do not.
 *
 * @data is the handler's; strings live as long as the call.
 */
typedef struct
{
  gboolean (*open) (ExmXmlNs ns,
                    const char *name,
                    const ExmXmlAttribute *attributes,
                    guint n_attributes,
                    gpointer data);
  void (*text) (const char *text, gsize n_bytes, gpointer data);
  void (*close) (const char *name, gpointer data);
} ExmXmlHandler;

/**
 * ExmXmlReport:
 * @n_faults: places that are not XML, mended or not, and bytes that are no characters
 * @first_fault: (owned) (nullable): what the parser or the stream said first
 * @n_entities: entity definitions that were left out
 * @n_overcrowded: elements with more than %EXM_MAX_XML_ATTRIBUTES attributes
 * @n_elements: that were read
 *
 * First fault of a document that was read as far as it goes.
 */
typedef struct
{
  guint n_faults;
  char *first_fault;
  guint n_entities;
  guint n_overcrowded;
  guint n_elements;
} ExmXmlReport;

/**
 * exm_xml_stream_read:
 * @stream: the document's bytes
 * @http_charset: (nullable): from the HTTP header
 * @handler: called for what is found
 * @data: for @handler
 * @report: (out): what was wrong; to be cleared
 *
 * Encoding: byte order mark, valid UTF-8 with a multi-byte sequence in the first 64 KiB,
 * HTTP, XML declaration, UTF-8. Elements nest up to 256 deep, where reading ends with a
 * fault, as it does where the limits of exm-limits.h are reached. It ends, too, within a
 * chunk of 16 KiB after the thread's g_cancellable_get_current() was cancelled. Blocks on
 * @stream; linear.
 */
void exm_xml_stream_read (GInputStream *stream,
                          const char *http_charset,
                          const ExmXmlHandler *handler,
                          gpointer data,
                          ExmXmlReport *report);

void exm_xml_report_clear (ExmXmlReport *report);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmXmlReport, exm_xml_report_clear)

/**
 * exm_xml_attributes_find:
 * @name: without prefix; an attribute without namespace, or any of @ns
 *
 * Returns: (transfer none) (nullable): its value
 */
const char *exm_xml_attributes_find (const ExmXmlAttribute *attributes,
                                     guint n_attributes,
                                     ExmXmlNs ns,
                                     const char *name);

G_END_DECLS
