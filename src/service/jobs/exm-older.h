/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Older articles of a task that can be collected: what a first run passed over and the
 * task's patterns take. They stand newest first, so that each choice is the first of
 * them. Any thread. */

#pragma once

#include "store/exm-store-older.h"

G_BEGIN_DECLS

/**
 * ExmOlderChoice:
 * @newest: at most so many, 0 for any number
 * @days: only those whose source says that they were published in so many days, 0 for
 *   all, dated or not
 */
typedef struct
{
  guint newest;
  guint days;
} ExmOlderChoice;

/**
 * exm_older_new:
 * @task: whose patterns count
 * @passed: (element-type ExmPassedOver): in the order of exm_store_list_passed_over()
 * @n_left_out: (out): how many of these the patterns leave out
 * @error: which pattern is none
 *
 * Linear; a hundred thousand addresses take about a second: not for a main thread.
 *
 * Returns: (transfer full) (element-type ExmPassedOver): the others, in the same order
 */
GPtrArray *exm_older_new (const ExmTask *task,
                          const GPtrArray *passed,
                          guint *n_left_out,
                          GError **error);

/**
 * exm_older_count:
 * @older: (element-type ExmPassedOver): of exm_older_new()
 * @now_usec: what @choice's days end with
 *
 * Returns: how many of the first of @older are chosen
 */
guint
exm_older_count (const GPtrArray *older, const ExmOlderChoice *choice, gint64 now_usec);

G_END_DECLS
