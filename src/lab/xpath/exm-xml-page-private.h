/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Structure of ExmXmlPage. */

#pragma once

#include "lab/xpath/exm-xml-builder.h"
#include "lab/xpath/exm-xml-page.h"

G_BEGIN_DECLS

struct _ExmXmlPage
{
  xmlDoc *doc;         /* (owned) */
  GArray *facts;       /* (owned) (element-type ExmXmlFacts) */
  GArray *line_starts; /* (owned) (element-type guint32): bytes */
  gboolean truncated;
};

/* Returns: (nullable): none of the document and its type */
ExmXmlFacts *exm_xml_page_get_facts (const ExmXmlPage *self, const xmlNode *node);

/* The element that an XPath namespace node was found on. */
static inline const xmlNode *
exm_xml_get_ns_owner (const xmlNode *node)
{
  return (const xmlNode *) ((const xmlNs *) node)->next;
}

G_END_DECLS
