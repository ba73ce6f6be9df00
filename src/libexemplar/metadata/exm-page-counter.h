/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Counters in the addresses of an article's pages: "_2.html", "?page=2", "/2". Pure, any
 * thread. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Pages that an article may have; lists have more. */
#define EXM_PAGE_COUNTER_MAX 99u

/**
 * exm_page_counter_read:
 * @own: absolute address of a page
 * @url: another absolute address
 * @own_counter: (out): the counter in @own, 0 where it has none
 *
 * Folders and roots of a site, whose further pages are older entries, have none; nor have
 * threads and galleries. O(lengths).
 *
 * Returns: the counter of @url, 0 where it is not @own with a counter
 */
guint exm_page_counter_read (const char *own, const char *url, guint *own_counter);

/**
 * exm_page_counter_names_all:
 * @own: absolute address of a page
 * @url: another absolute address
 *
 * Returns: whether it is that of the same article without a counter, on which all of it
 *   may stand: "?view=all", "_all.html", "/all"
 */
gboolean exm_page_counter_names_all (const char *own, const char *url);

/**
 * exm_page_counter_make:
 * @own: absolute address of the first page
 * @url: that of another page of the article
 * @counter: of yet another one
 *
 * Returns: (transfer full) (nullable): @url with that counter in place of its own
 */
char *exm_page_counter_make (const char *own, const char *url, guint counter);

G_END_DECLS
