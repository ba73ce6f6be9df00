/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages that tests of the window put into a store before it opens, and the sample site
 * that its tasks collect. */

#pragma once

#include "demo/exm-sample-thread.h"
#include "setup/exm-proposal.h"
#include "store/exm-store.h"

G_BEGIN_DECLS

/* Returns: (transfer full): the sample site, on that port; 0 for one that is free */
ExmSampleThread *test_pages_start_site (guint port);

/* Returns: (transfer full): the writing side of the store in @folder */
ExmStore *test_pages_open (const char *folder);

/* Returns: (transfer full): file @name of tests/data/pages */
GBytes *test_pages_read (const char *name);

/* Returns: (transfer full): the hash under which @bytes are stored, as fetched from @url
 */
char *test_pages_put (ExmStore *store, GBytes *bytes, const char *url);

/**
 * test_pages_put_article:
 * @uid: a task in @store
 * @number: see store_article_new()
 * @bytes: its page
 *
 * Returns: the id of the article, which waits for the output "folder", held where it is
 * not sure
 */
gint64
test_pages_put_article (ExmStore *store, const char *uid, guint number, GBytes *bytes);

/**
 * test_pages_add_task:
 * @number: see store_task_new()
 * @example: (nullable): the hash of its example's page
 * @private_host: (nullable): that it may fetch from
 *
 * Adds a task that is paused.
 */
void test_pages_add_task (ExmStore *store,
                          guint number,
                          const char *example,
                          const char *private_host);

/**
 * test_pages_propose:
 * @section: of the sample site, as "news"
 * @delay_ms: between two requests
 *
 * Returns: (transfer full): what the sample site's section suggests for a task, paused,
 * that takes all articles at once; its example's page is in @store
 */
ExmProposal *test_pages_propose (ExmStore *store,
                                 ExmSampleThread *site,
                                 const char *section,
                                 guint delay_ms);

G_END_DECLS
