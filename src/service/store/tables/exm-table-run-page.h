/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages of a run and their results, gathered from the tables job, url_seen, article and
 * event: no table of its own. */

#pragma once

#include "store/db/exm-db.h"
#include "store/db/exm-store-values.h"

G_BEGIN_DECLS

/* Events, and pages that failed, that are looked at for one run. */
#define EXM_RUN_PAGE_PROBLEMS 300

/**
 * exm_table_run_page_list:
 * @run: row of a run
 * @offset: how many rows are there already
 *
 * Pages under way first, then those that failed or wait for another attempt, with what
 * was said of them, then articles; the newest of each first. Cost: the articles of the
 * run, and problems × pages with problems.
 *
 * Returns: (transfer full) (element-type ExmRunPage): rows
 */
GPtrArray *exm_table_run_page_list (
    ExmDb *db, gint64 run, guint offset, guint limit, GError **error);

G_END_DECLS
