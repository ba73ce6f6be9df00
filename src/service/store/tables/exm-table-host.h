/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The table host: when each host may be asked again, and what its robots.txt says. */

#pragma once

#include "store/db/exm-db.h"
#include "store/db/exm-store-values.h"

G_BEGIN_DECLS

gboolean exm_table_host_put (ExmDb *db, const ExmHostRecord *record, GError **error);

/* Notes the tdmrep.json of @host, %NULL for none, and until when it holds. */
gboolean exm_table_host_put_tdmrep (
    ExmDb *db, const char *host, const char *text, gint64 until_usec, GError **error);

/* Returns: (transfer full) (nullable): %NULL with @error unset if nothing is known */
ExmHostRecord *exm_table_host_get (ExmDb *db, const char *host, GError **error);

/* Forgets the hosts of which nothing held after @before_usec. */
gboolean exm_table_host_prune (ExmDb *db, gint64 before_usec, GError **error);

/**
 * exm_table_host_limit:
 * @rest_usec: how far ahead of @now_usec a host may rest
 * @robots_usec: how far ahead its robots.txt may hold
 * @n_changed: (out): how many hosts had times further ahead
 *
 * Such a host may be asked now, for its robots.txt too.
 */
gboolean exm_table_host_limit (ExmDb *db,
                               gint64 now_usec,
                               gint64 rest_usec,
                               gint64 robots_usec,
                               guint *n_changed,
                               GError **error);

G_END_DECLS
