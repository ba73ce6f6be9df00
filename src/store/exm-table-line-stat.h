/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The tables line_stat and site_stat: how many of a task's pages had a line, and how many
 * pages were counted. Lines that are seldom seen are forgotten (lossy counting: Manku and
 * Motwani, 2002), and the past is worth half from time to time, so that the tables stay
 * small and a new layout of a site is learnt. */

#pragma once

#include "exm-db.h"
#include "exm-site-stat.h"

G_BEGIN_DECLS

/* Pages after which lines that were on no more than one of so many are forgotten. A line
 * that is on more is kept, counted too low by at most one in so many. */
#define EXM_LINE_STAT_ROUND 50u

/* Pages after which all counts are halved; a multiple of the round. */
#define EXM_LINE_STAT_HALF 1000u

/**
 * exm_table_line_stat_add:
 * @task: row of the task
 * @keys: (element-type guint64): the lines of one page, each once
 *
 * Cost: O(lines · log rows), and O(rows of the task) at the end of a round.
 */
gboolean
exm_table_line_stat_add (ExmDb *db, gint64 task, const GArray *keys, GError **error);

/* Returns: (transfer full): what is counted; of no pages if nothing is */
ExmSiteStat *
exm_table_line_stat_get (ExmDb *db, gint64 task, GError **error);

G_END_DECLS
