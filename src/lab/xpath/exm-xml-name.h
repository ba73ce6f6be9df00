/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Names of HTML that XML does not have: the standard's "coercing an HTML DOM into an
 * infoset" (13.2.9). */

#pragma once

#include <glib.h>
#include <libxml/tree.h>

G_BEGIN_DECLS

/**
 * exm_xml_name_coerce:
 * @dict: keeps the name
 * @name: of an element or attribute, without a prefix, valid UTF-8
 * @n_bytes: its length
 *
 * A character that XPath could not write in a name without a prefix, a colon among them,
 * becomes "U" and its code point in six hexadecimal digits: "o:p" is "oU00003Ap".
 * O(bytes).
 *
 * Returns: (transfer none) (nullable): the name, as long as @dict lives; %NULL if there
 * is no memory
 */
const xmlChar *exm_xml_name_coerce (xmlDict *dict, const char *name, gsize n_bytes);

G_END_DECLS
