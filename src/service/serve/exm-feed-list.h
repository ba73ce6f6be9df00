/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* List of all feeds that are served: their addresses, and the list as OPML 2.0. Any
 * thread. */

#pragma once

#include "serve/exm-feed-keys.h"
#include "serve/exm-served-feed.h"
#include "store/exm-store-reader.h"

G_BEGIN_DECLS

/* Ends of addresses. */
#define EXM_FEED_FILE_ATOM "atom.xml"
#define EXM_FEED_FILE_JSON "feed.json"
#define EXM_FEED_FILE_LIST "opml.xml"

/**
 * exm_feed_list_read:
 * @folder: the data folder, of saved searches
 * @reader: of the same folder
 * @error: (out): as exm_store_reader_read()
 *
 * Returns: (transfer full) (element-type ExmServedFeed): the feeds there are; that of all
 *   alone while there is no store, and no saved searches while their file cannot be
 *   read, which is logged. Blocks on the reader.
 */
GPtrArray *exm_feed_list_read (const char *folder,
                               ExmStoreReader *reader,
                               GCancellable *cancellable,
                               GError **error);

/**
 * exm_feed_list_make_keys:
 * @error: (out): as exm_feed_keys_make()
 *
 * Makes a token for each of the feeds, and for their list, where there is none.
 */
gboolean
exm_feed_list_make_keys (const GPtrArray *feeds, ExmFeedKeys *keys, GError **error);

/**
 * exm_feed_list_make_address:
 * @base_url: without "/" at its end
 * @file: one of the ends above
 *
 * Returns: (transfer full): the address of a feed, or of the list
 */
char *
exm_feed_list_make_address (const char *base_url, const char *token, const char *file);

/**
 * exm_feed_list_write:
 * @keys: with a token for each feed; others are left out
 *
 * Returns: (transfer full): the list as OPML 2.0, with the address of each Atom feed; a
 *   feed of a task has its group as a category
 */
GString *exm_feed_list_write (const GPtrArray *feeds,
                              const ExmFeedKeys *keys,
                              const char *base_url);

G_END_DECLS
