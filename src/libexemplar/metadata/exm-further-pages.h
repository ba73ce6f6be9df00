/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Whether an article goes on on further pages. Pure, any thread. */

#pragma once

#include "types/exm-page-text.h"

G_BEGIN_DECLS

/**
 * exm_further_pages_find:
 * @page: a page that knows its address
 * @head: first line of its body
 * @tail: last line of its body
 * @number: (out): which page this is, from 1
 * @n_pages: (out): how many there are as far as the page tells, at least @number + 1
 *
 * An address that is the page's own but for a counter (exm_page_counter_read()), to which
 * rel=next leads, or behind the beginning of the body a link that is called "next page"
 * or by that number. Pages of comments and of lists are none. O(page).
 *
 * Returns: whether there are any behind this one
 */
gboolean exm_further_pages_find (
    const ExmPageText *page, guint head, guint tail, guint *number, guint *n_pages);

G_END_DECLS
