/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A page of a served feed, built from the store. Blocks on the store's reader: for a
 * thread beside the main loop. */

#pragma once

#include "publish/formats/exm-format.h"
#include "serve/exm-feed-memory.h"
#include "serve/exm-served-feed.h"
#include "store/exm-store-reader.h"

G_BEGIN_DECLS

/* Articles of a page: as a rule, and at most. */
#define EXM_FEED_PAGE_ARTICLES 100u
#define EXM_FEED_PAGE_MAX 1000u

/* A page ends early where its text gets longer: what a request takes is bounded. */
#define EXM_FEED_PAGE_BYTES (8u << 20)

/**
 * ExmFeedPage:
 * @reader: of the store
 * @memory: changed with what is served
 * @feed: which one
 * @format: one of feeds
 * @id: of the feed
 * @address: of the feed, without a query
 * @newest: articles on the page, 1 … %EXM_FEED_PAGE_MAX
 * @before_usec: with @before_id, the last article of the page before; 0 for the newest
 * @before_id: see @before_usec
 * @now_usec: Unix time in microseconds
 *
 * Holds what is asked for.
 */
typedef struct
{
  ExmStoreReader *reader;    /* (unowned) */
  ExmFeedMemory *memory;     /* (unowned) */
  const ExmServedFeed *feed; /* (unowned) */
  ExmOutputFormat format;
  const char *id;      /* (unowned) */
  const char *address; /* (unowned) */
  guint newest;
  gint64 before_usec;
  gint64 before_id;
  gint64 now_usec;
} ExmFeedPage;

/**
 * exm_feed_page_write:
 * @changed_usec: (out): when anything of it changed last, Unix time in microseconds; 0
 *   where there is no article
 * @cancellable: (nullable): may be cancelled from any thread
 * @error: (out): as exm_store_reader_read()
 *
 * Writes the page with links to those beside it (RFC 5005, section 3). Only articles that
 * are good enough to be published are in it, each once, those that were collected last
 * first. An article that cannot be read is logged and left out.
 *
 * Returns: (transfer full): the page
 */
GString *exm_feed_page_write (const ExmFeedPage *self,
                              gint64 *changed_usec,
                              GCancellable *cancellable,
                              GError **error);

G_END_DECLS
