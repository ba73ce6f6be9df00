/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which content types can be pages. Pure functions, any thread. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_content_type_may_be_page:
 * @type: (nullable): an essence in lower case: "text/html"
 *
 * Returns: %TRUE for HTML, XHTML, XML and plain text, and for the types (or none) of
 *   servers that do not know, where the bytes decide: see exm_sniff()
 */
gboolean exm_content_type_may_be_page (const char *type);

/**
 * exm_content_type_describe:
 * @type: an essence in lower case
 *
 * Returns: (transfer none): "a PDF document" in English, marked for translators; @type
 *   itself where there is no better word
 */
const char *exm_content_type_describe (const char *type);

G_END_DECLS
