/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Whether an article goes on on further pages, and where. Pure, any thread. */

#pragma once

#include "types/exm-page-text.h"

G_BEGIN_DECLS

/**
 * ExmFurtherPages:
 * @first: (owned) (nullable): address that the others are like but for a counter
 * @shift: 1 where the second page has the counter 1, else 0
 * @number: which page this is, from 1
 * @n_pages: how many there are as far as the page tells, at least @number + 1
 * @urls: (owned) (nullable) (element-type utf8) (nullable elements): addresses of the
 *   second page and all later ones
 * @all: (owned) (nullable): address of all pages in one
 * @ends: a page that was joined says nothing new, or was of another article: those behind
 *   it are not asked for
 */
typedef struct
{
  char *first;
  guint shift;
  guint number;
  guint n_pages;
  GPtrArray *urls;
  char *all;
  gboolean ends;
} ExmFurtherPages;

void exm_further_pages_clear (ExmFurtherPages *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmFurtherPages, exm_further_pages_clear)

/**
 * exm_further_pages_find:
 * @page: a page that knows its address
 * @head: first line of its body
 * @tail: last line of its body
 * @before: (nullable): what the first page of the article said, if this is a later one
 * @out: (out): what the page says; empty where it says nothing
 *
 * An address that is the page's own but for a counter (exm_page_counter_read()), to which
 * rel=next leads, or behind the beginning of the body a link that is called "next page"
 * or by that number, or a script that writes such links. Pages of comments and of lists
 * are none. O(page).
 *
 * Returns: whether there are any behind this one
 */
gboolean exm_further_pages_find (const ExmPageText *page,
                                 guint head,
                                 guint tail,
                                 const ExmFurtherPages *before,
                                 ExmFurtherPages *out);

G_END_DECLS
