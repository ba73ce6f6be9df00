/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How the standard spells names of SVG and MathML, which a page may write in any case
 * (13.2.6.5, 13.2.6.1 "adjust SVG attributes", "adjust foreign attributes"). For sinks
 * that keep names; tree construction itself knows tags by number. */

#pragma once

#include "html/exm-html-tree.h"

G_BEGIN_DECLS

/**
 * exm_html_adjust_element:
 * @lower: an element's name in lower case
 *
 * Returns: (transfer none): its name in @ns: a constant, or @lower itself
 */
const char *exm_html_adjust_element (const char *lower, ExmHtmlNamespace ns);

/**
 * exm_html_adjust_attribute:
 * @lower: an attribute's name in lower case
 * @ns: its element's namespace
 * @prefix_bytes: (out): of its name in front of the colon, where it has a namespace of
 *   its own: "xlink", "xml" or "xmlns"; else 0
 *
 * Returns: (transfer none): its name: a constant, or @lower itself
 */
const char *
exm_html_adjust_attribute (const char *lower, ExmHtmlNamespace ns, gsize *prefix_bytes);

G_END_DECLS
