/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A tree of libxml2 as html5lib-tests write trees. */

#pragma once

#include "lab/xpath/exm-xml-page.h"

G_BEGIN_DECLS

/* Names that XML does not have, and what stands for them. */
typedef struct
{
  const char *name;
  const char *coerced;
} XmlDumpName;

/**
 * xml_dump:
 * @coerced: (nullable): ends with an empty one: names that are dumped as the page has
 * them
 * @used: (nullable): a flag for each of @coerced: set if it was met
 *
 * Returns: (transfer full): "| " before each line
 */
char *xml_dump (const ExmXmlPage *page, const XmlDumpName *coerced, gboolean *used);

/**
 * xml_dump_assert_consistent:
 *
 * Parents, siblings and ends of lists agree, nothing is met twice, nothing is deeper than
 * %EXM_MAX_NODE_DEPTH, and what is there has the types and places that exm-xml-page.h
 * promises. Aborts if not.
 *
 * Returns: nodes and attributes
 */
guint xml_dump_assert_consistent (const ExmXmlPage *page, gsize n_source);

G_END_DECLS
