/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Whether an address is that of another page of the same article: the same but for a
 * counter ("?page=2", "_2.html", "/2", "/page/2"). Pure, any thread. */

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

G_END_DECLS
