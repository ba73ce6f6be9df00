/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The tables url_seen and feed_item: what is known of each address, task by task, and
 * what the feed that listed it first told of it. Rows of feed_item are never changed: ids
 * and dates that were published stay. */

#pragma once

#include "store/db/exm-db.h"
#include "store/db/exm-store-values.h"

G_BEGIN_DECLS

/**
 * exm_table_url_seen_insert:
 * @task: row of the task
 * @is_new: (out): whether it was not there
 */
gboolean exm_table_url_seen_insert (ExmDb *db,
                                    gint64 task,
                                    const char *url_key,
                                    ExmUrlState state,
                                    gint64 now_usec,
                                    gboolean *is_new,
                                    GError **error);

/**
 * exm_table_url_seen_put:
 * @seen: all of it is stored but the time it was first seen, where there is one already
 */
gboolean
exm_table_url_seen_put (ExmDb *db, gint64 task, const ExmUrlSeen *seen, GError **error);

/**
 * exm_table_url_seen_get:
 *
 * Returns: (transfer full) (nullable): what is known; %NULL with @error unset if nothing
 */
ExmUrlSeen *
exm_table_url_seen_get (ExmDb *db, gint64 task, const char *url_key, GError **error);

/* Forgets by what servers tell whether the sources of @task changed. */
gboolean exm_table_url_seen_forget_sources (ExmDb *db, gint64 task, GError **error);

/**
 * exm_table_url_seen_find_content:
 * @except_key: the address that asks
 *
 * Returns: (transfer full) (nullable): another address of the task with the same content;
 *   %NULL with @error unset if there is none
 */
char *exm_table_url_seen_find_content (ExmDb *db,
                                       gint64 task,
                                       const char *content_hash,
                                       const char *except_key,
                                       GError **error);

/**
 * exm_table_url_seen_list:
 * @limit: at most so many
 *
 * Returns: (transfer full) (element-type utf8): normal forms of the addresses that are no
 *   sources, the last found first. Cost: all of the task, sorted by time
 */
GPtrArray *exm_table_url_seen_list (ExmDb *db, gint64 task, guint limit, GError **error);

/* To be fetched again, whatever is known of it. */
gboolean exm_table_url_seen_forget_failure (ExmDb *db,
                                            gint64 task,
                                            const char *url_key,
                                            GError **error);

/* Keeps @facts of an address that is new. Its id is left out where another address has
 * it: readers would take both for one. */
gboolean exm_table_feed_item_insert (ExmDb *db,
                                     gint64 task,
                                     const char *url_key,
                                     const ExmFeedFacts *facts,
                                     GError **error);

G_END_DECLS
