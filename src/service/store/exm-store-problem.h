/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Problems of a task, and the figures that reveal them: articles day by day, and how good
 * the newest are. Part of exm-store.h. */

#pragma once

#include "store/exm-store.h"

G_BEGIN_DECLS

/**
 * exm_store_set_problem:
 * @uid: a task
 * @problem: what its run found; %EXM_PROBLEM_NONE where all is well again
 *
 * Sets the problem of a task. One of the kind that is known already keeps its beginning
 * and whether it is ignored.
 */
gboolean exm_store_set_problem (ExmStore *self,
                                const char *uid,
                                const ExmProblem *problem,
                                GError **error);

/* As exm_store_set_problem(), unless something of another kind ails the task. */
gboolean exm_store_offer_problem (ExmStore *self,
                                  const char *uid,
                                  const ExmProblem *problem,
                                  GError **error);

/* It is over, if it is of @kind. */
gboolean exm_store_withdraw_problem (ExmStore *self,
                                     const char *uid,
                                     ExmProblemKind kind,
                                     GError **error);

/* A person wants to hear of what ails the task no more, until it is something else; or
 * again. Nothing happens where nothing does. */
gboolean exm_store_ignore_problem (ExmStore *self,
                                   const char *uid,
                                   gboolean ignored,
                                   GError **error);

/* @n: (out): articles of the task that do not fit, if nearly all of the newest are such:
 * a gallery or a video among others is no redesign; else 0 */
gboolean
exm_store_count_unfit (ExmStore *self, const char *uid, gint64 *n, GError **error);

/* Days that tell the usual yield of a task; earlier ones say little of it. */
#define EXM_YIELD_DAYS 56u

/* Articles whose quality is compared. */
#define EXM_YIELD_ARTICLES 120u

/**
 * ExmYield:
 * @newest_usec: when the newest article came, 0 where there is none
 * @weekday: of today, 0 for Monday
 * @n_days: whole days before today that count, apart from the task's first one, which may
 *   have brought all that was there
 * @counts: new articles of each day: of today, of yesterday …; no backlog
 * @n_runs: how many of its runs began on each of these days
 * @n_articles: of the newest, which were extracted
 * @chars: length of each, the newest first, in characters
 * @sureness: of each, 0 … 1
 * @n_all: of the newest, with those of which the page held a part alone
 * @all_chars: length of each, the newest first, in characters; −1 for such a part
 */
typedef struct
{
  gint64 newest_usec;
  guint weekday;
  guint n_days;
  guint counts[EXM_YIELD_DAYS + 1];
  guint n_runs[EXM_YIELD_DAYS + 1];
  guint n_articles;
  double chars[EXM_YIELD_ARTICLES];
  double sureness[EXM_YIELD_ARTICLES];
  guint n_all;
  double all_chars[EXM_YIELD_ARTICLES];
} ExmYield;

/**
 * exm_store_get_yield:
 * @uid: a task
 * @now_usec: ends today
 * @offset_usec: of local time, by which days begin
 * @yield: (out caller-allocates): its figures
 *
 * Cost: an index over the articles of these days, 5,000 runs and 120 rows.
 */
gboolean exm_store_get_yield (ExmStore *self,
                              const char *uid,
                              gint64 now_usec,
                              gint64 offset_usec,
                              ExmYield *yield,
                              GError **error);

G_END_DECLS
