/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Reader of feeds: RSS, Atom, RDF and JSON Feed. */

#pragma once

#include "discover/exm-feed.h"

G_BEGIN_DECLS

/**
 * exm_feed_read:
 * @bytes: the body of the answer
 * @url: (nullable): where it came from, normalised: relative addresses belong to it where
 *   no xml:base says otherwise; without either they are left out
 * @http_charset: (nullable): from the HTTP header
 * @error: %EXM_DISCOVER_ERROR: not a feed, with what it is instead
 *
 * Reads a broken feed as far as it goes: see exm_feed_get_fault(). Document types and
 * entity definitions are not read, nothing is fetched. Linear in the size of @bytes.
 *
 * Returns: (transfer full) (nullable): the feed, maybe without items
 */
ExmFeed *
exm_feed_read (GBytes *bytes, const char *url, const char *http_charset, GError **error);

G_END_DECLS
