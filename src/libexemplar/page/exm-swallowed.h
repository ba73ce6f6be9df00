/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages that a tag without an end has swallowed. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_swallowed_open:
 * @source: a page in UTF-8 of which the reader sees no text
 *
 * After a <title> or <textarea> that never ends the standard reads the whole rest of a
 * page as its text, and browsers show nothing. Where a page has such a tag, it gets
 * another name of the same length, so that places in the page stay what they are. Any
 * thread; O(bytes).
 *
 * Returns: (transfer full) (nullable): the page with the tag renamed; %NULL if all end
 */
GBytes *exm_swallowed_open (GBytes *source);

G_END_DECLS
