/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Keys of feeds: the secret part of their addresses, in a file of the data folder that
 * its owner alone may read. One thread at a time; blocks on the disk. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define EXM_FEED_KEYS_FILE "serve.keys"

typedef struct _ExmFeedKeys ExmFeedKeys;

/* @folder: the data folder. */
ExmFeedKeys *exm_feed_keys_new (const char *folder);
void exm_feed_keys_free (ExmFeedKeys *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmFeedKeys, exm_feed_keys_free)

/**
 * exm_feed_keys_read:
 * @error: (out): naming the file
 *
 * Reads the file again where it is another one than before; without a file, there are no
 * keys.
 */
gboolean exm_feed_keys_read (ExmFeedKeys *self, GError **error);

/**
 * exm_feed_keys_get:
 * @feed: key of a feed, see #ExmServedFeed
 *
 * Returns: (transfer none) (nullable): its token as it was read, until the next change
 */
const char *exm_feed_keys_get (const ExmFeedKeys *self, const char *feed);

/**
 * exm_feed_keys_find:
 *
 * Returns: (transfer none) (nullable): the feed of a token as it was read
 */
const char *exm_feed_keys_find (const ExmFeedKeys *self, const char *token);

/* Random number of this folder, from which ids of feeds are made; "" before the first
 * key.
 */
const char *exm_feed_keys_get_folder_id (const ExmFeedKeys *self);

/**
 * exm_feed_keys_make:
 * @feeds: (array zero-terminated=1): keys of feeds
 * @error: (out): naming the file
 *
 * Makes a token for each that has none. The file is replaced as a whole, for its owner
 * alone.
 */
gboolean exm_feed_keys_make (ExmFeedKeys *self, const char *const *feeds, GError **error);

/**
 * exm_feed_keys_revoke:
 * @had: (out): whether the feed had a token
 *
 * Takes its token from a feed: what is served by it is not found from now on.
 */
gboolean
exm_feed_keys_revoke (ExmFeedKeys *self, const char *feed, gboolean *had, GError **error);

G_END_DECLS
