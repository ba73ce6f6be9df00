/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Week of all tasks, for a person to read: articles of each beside the week before, what
 * is silent or far more than usual, what else ails tasks, what was mended, and what
 * waits. */

#pragma once

#include "store/exm-store-reader.h"

G_BEGIN_DECLS

/**
 * ExmReportTask:
 * @info: (owned): the task as it is now
 * @n_articles: of the week
 * @n_before: of the week before
 * @n_examples: that it got in the week
 */
typedef struct
{
  ExmTaskInfo *info;
  guint n_articles;
  guint n_before;
  guint n_examples;
} ExmReportTask;

/**
 * ExmWeeklyReport:
 * @from_usec: when the week begins
 * @to_usec: when it ends
 * @tasks: (owned) (element-type ExmReportTask): the one with the most articles first
 * @n_articles: of all
 * @n_before: of all, in the week before
 * @n_review: articles that wait for a person
 * @n_waiting: publications on their way
 * @n_failed: publications that were given up
 */
typedef struct
{
  gint64 from_usec;
  gint64 to_usec;
  GPtrArray *tasks;
  guint n_articles;
  guint n_before;
  guint n_review;
  guint n_waiting;
  guint n_failed;
} ExmWeeklyReport;

/**
 * exm_weekly_report_new:
 * @reader: of the store
 * @to_usec: when the week ends, of seven days of 24 hours
 * @error: as exm_store_reader_read()
 *
 * Any thread that may block. Cost: a few queries, and two for each task that was changed
 * in the week.
 *
 * Returns: (transfer full): the report
 */
ExmWeeklyReport *exm_weekly_report_new (ExmStoreReader *reader,
                                        gint64 to_usec,
                                        GCancellable *cancellable,
                                        GError **error);

void exm_weekly_report_free (ExmWeeklyReport *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmWeeklyReport, exm_weekly_report_free)

/* Returns: (transfer full): which week it is, in words */
char *exm_weekly_report_write_title (const ExmWeeklyReport *self);

/* Returns: (transfer full): plain text in the language of this process, with dates of
 * this computer's zone */
char *exm_weekly_report_write (const ExmWeeklyReport *self);

/* Returns: (transfer full): the same as a page of HTML that loads nothing */
char *exm_weekly_report_write_html (const ExmWeeklyReport *self);

G_END_DECLS
