/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Mends XML before a parser sees it. Feeds and sitemaps are written by print statements:
 * bare "&" in addresses, "&nbsp;", "<" before a number, control characters. A parser in
 * recover mode drops these with what surrounds them, which silently changes addresses.
 * The document type goes as well, and with it every entity that a parser could expand. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ExmXmlRepair ExmXmlRepair;

/**
 * exm_xml_repair_new:
 *
 * Returns: (transfer full): a mender for one document; one thread at a time
 */
ExmXmlRepair *exm_xml_repair_new (void);

void exm_xml_repair_free (ExmXmlRepair *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmXmlRepair, exm_xml_repair_free)

/**
 * exm_xml_repair_push:
 * @text: (array length=n_bytes): more of the document, valid UTF-8, may end inside a
 *   character
 * @last: whether this is the end
 * @out: (inout): mended text is appended, at most six times @n_bytes
 *
 * Linear in @n_bytes; keeps a few bytes back until more comes.
 */
void exm_xml_repair_push (
    ExmXmlRepair *self, const char *text, gsize n_bytes, gboolean last, GString *out);

/**
 * exm_xml_repair_get_counts:
 * @n_mended: (out): places that were not XML
 * @n_overcrowded: (out): tags of which the attributes behind the first
 *   %EXM_MAX_XML_ATTRIBUTES were left out
 * @n_entities: (out): entity definitions that were left out with the document type
 */
void exm_xml_repair_get_counts (const ExmXmlRepair *self,
                                guint *n_mended,
                                guint *n_overcrowded,
                                guint *n_entities);

G_END_DECLS
