/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Text that XPath finds on a page. */

#pragma once

#include "page/exm-page-reader.h"

G_BEGIN_DECLS

/**
 * exm_xpath_find_text:
 * @raw: a page's bytes
 * @hints: (nullable): as for exm_page_read()
 * @paths: expressions; those that are none, or take too long, are passed over
 *
 * Any thread.
 *
 * Returns: (transfer full) (nullable): text of the nodes of the first expression that
 *   finds text, a line a node
 */
char *
exm_xpath_find_text (GBytes *raw, const ExmPageHints *hints, const char *const *paths);

G_END_DECLS
