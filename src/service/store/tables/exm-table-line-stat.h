/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The tables line_stat, site_place and site_stat: how many of a task's pages had a line,
 * on how many a place held body, and how many pages were counted. Lines that are seldom
 * seen are forgotten (lossy counting: Manku and Motwani, 2002), and the past is worth
 * half from time to time, so that the tables stay small and a new layout of a site is
 * learnt. Lines of which the operator ruled are never forgotten. */

#pragma once

#include "store/db/exm-db.h"
#include "types/exm-site-stat.h"

G_BEGIN_DECLS

/* Pages after which lines that were on no more than one of so many are forgotten. A line
 * that is on more is kept, counted too low by at most one in so many. */
#define EXM_LINE_STAT_ROUND 50u

/* Pages after which all counts are halved; a multiple of the round. */
#define EXM_LINE_STAT_HALF 1000u

/**
 * exm_table_line_stat_add:
 * @task: row of the task
 * @lines: (element-type ExmSiteLine): those of one page, each once; the first text that
 *   comes of a line stays
 *
 * Cost: O(lines · log rows), and O(rows of the task) at the end of a round.
 */
gboolean
exm_table_line_stat_add (ExmDb *db, gint64 task, const GPtrArray *lines, GError **error);

/**
 * exm_table_line_stat_learn:
 * @places: (element-type ExmSitePlace): of one page, or of @n_pages together
 * @n_pages: how many pages they are of
 *
 * Cost: O(places · log rows), and O(rows of the task) at the end of a round.
 */
gboolean exm_table_line_stat_learn (
    ExmDb *db, gint64 task, const GArray *places, guint n_pages, GError **error);

/**
 * exm_table_line_stat_forget_learned:
 *
 * Forgets where bodies were; lines and rulings stay.
 */
gboolean exm_table_line_stat_forget_learned (ExmDb *db, gint64 task, GError **error);

/* Returns: (transfer full): what is counted; of no pages if nothing is */
ExmSiteStat *exm_table_line_stat_get (ExmDb *db, gint64 task, GError **error);

/**
 * exm_table_line_stat_rule:
 * @line: its ruling, and its text where the table has none; it need not be counted yet
 */
gboolean exm_table_line_stat_rule (ExmDb *db,
                                   gint64 task,
                                   const ExmSiteLine *line,
                                   GError **error);

/**
 * exm_table_line_stat_list:
 * @search: (nullable): only lines that contain it
 *
 * Cost: O(rows of the task · log rows).
 *
 * Returns: (transfer full) (element-type ExmSiteLine): what most pages have first
 */
GPtrArray *exm_table_line_stat_list (ExmDb *db,
                                     gint64 task,
                                     const char *search,
                                     guint offset,
                                     guint limit,
                                     GError **error);

G_END_DECLS
