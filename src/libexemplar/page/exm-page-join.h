/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The pages of one article as one page text. Pure, any thread. */

#pragma once

#include "types/exm-page-text.h"

G_BEGIN_DECLS

/**
 * exm_page_join:
 * @pages: (element-type ExmPageText): the pages of an article, in their order, at least
 *   one
 *
 * Lines, elements and sources stand behind each other; what describes the page (title,
 * meta, JSON-LD) is that of the first one. Addresses of links and images on later pages
 * become absolute, as these pages may lie in other folders. A page that says that it is
 * another article, by its title or its canonical address, is left out and counted
 * (exm_page_text_get_n_strangers()). O(pages).
 *
 * Returns: (transfer full): all of them as one
 */
ExmPageText *exm_page_join (const GPtrArray *pages);

G_END_DECLS
