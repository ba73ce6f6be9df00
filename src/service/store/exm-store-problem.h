/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Problems of a task: part of exm-store.h. */

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

G_END_DECLS
