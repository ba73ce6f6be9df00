/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The table feed_item: what the feed that listed an address first told of it. Rows are
 * never changed: ids and dates that were published stay. */

#pragma once

#include "store/db/exm-db.h"
#include "types/exm-feed-facts.h"

G_BEGIN_DECLS

/* Keeps @facts of an address that is new. Its id is left out where another address has
 * it: readers would take both for one. */
gboolean exm_table_feed_item_insert (ExmDb *db,
                                     gint64 task,
                                     const char *url_key,
                                     const ExmFeedFacts *facts,
                                     GError **error);

G_END_DECLS
