/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Mends XML before a parser sees it. Feeds and sitemaps are written by print statements:
 * bare "&" in addresses, "&nbsp;", "<" before a number, control characters. A parser in
 * recover mode drops these with what surrounds them, which silently changes addresses.
 * The document type goes as well, and with it every entity that a parser could expand. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ExmXmlMender ExmXmlMender;

/**
 * exm_xml_mender_new:
 *
 * Returns: (transfer full): a mender for one document; one thread at a time
 */
ExmXmlMender *
exm_xml_mender_new (void);

void
exm_xml_mender_free (ExmXmlMender *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmXmlMender, exm_xml_mender_free)

/**
 * exm_xml_mender_push:
 * @text: (array length=n_bytes): more of the document, valid UTF-8, may end inside a
 *   character
 * @last: whether this is the end
 * @out: (inout): mended text is appended, at most six times @n_bytes
 *
 * Linear in @n_bytes; keeps a few bytes back until more comes.
 */
void
exm_xml_mender_push (
    ExmXmlMender *self, const char *text, gsize n_bytes, gboolean last, GString *out);

/**
 * exm_xml_mender_get_n_mended:
 *
 * Returns: places that were not XML
 */
guint
exm_xml_mender_get_n_mended (const ExmXmlMender *self);

/**
 * exm_xml_mender_get_n_overcrowded:
 *
 * Returns: tags of which the attributes behind the first %EXM_MAX_XML_ATTRIBUTES were
 * left out
 */
guint
exm_xml_mender_get_n_overcrowded (const ExmXmlMender *self);

/**
 * exm_xml_mender_get_n_entities:
 *
 * Returns: entity definitions that were left out with the document type
 */
guint
exm_xml_mender_get_n_entities (const ExmXmlMender *self);

G_END_DECLS
