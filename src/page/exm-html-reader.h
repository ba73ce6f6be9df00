/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Reads HTML and tells a line builder what it meets. */

#pragma once

#include "exm-line-builder.h"

G_BEGIN_DECLS

/**
 * exm_html_read:
 * @source: the page, valid UTF-8 without NULs
 * @builder: told of every element and text, then finished
 * @truncated: (out): the rest of the page was left unread, since its markup would have
 *   cost more than linear time
 * @error: %EXM_PAGE_ERROR_READER
 *
 * Stands on libxml2's SAX parser, whose depth limit does not apply since no tree is
 * built. Positions in the source are those at which the parser reports, so they can lie
 * within the markup before a text.
 *
 * Returns: %FALSE if the parser could not start
 */
gboolean
exm_html_read (GBytes *source,
               ExmLineBuilder *builder,
               gboolean *truncated,
               GError **error);

G_END_DECLS
