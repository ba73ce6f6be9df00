/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A task whose site was redesigned gets one of the pages that do not fit as a further
 * example, and what does not fit is extracted anew with it; and back. The page that is
 * proposed is the newest of those that teach best (exm-example-rank.h). Main thread;
 * nothing blocks. */

#pragma once

#include "app/session/exm-session.h"
#include "engine/exm-example-rank.h"

G_BEGIN_DECLS

#define EXM_TYPE_HEALING (exm_healing_get_type ())
G_DECLARE_FINAL_TYPE (ExmHealing, exm_healing, EXM, HEALING, GObject)

/* @uid: of the task */
ExmHealing *exm_healing_new (ExmSession *session, const char *uid);

/**
 * exm_healing_choose_async:
 *
 * Once, for who looks at the proposed page first. Without a page to propose, that is the
 * error.
 */
void
exm_healing_choose_async (ExmHealing *self, GAsyncReadyCallback callback, gpointer data);

/* Once a page was chosen. Returns: the id of the article that was made of it */
gint64 exm_healing_get_article (ExmHealing *self);

/* Returns: the id of another article whose page looks like it, 0 if there is none */
gint64 exm_healing_get_like (ExmHealing *self);

/**
 * exm_healing_get_n_like:
 * @n_others: (out): pages that do not fit and were looked at, without the chosen one
 *
 * Returns: how many of them look like it
 */
guint exm_healing_get_n_like (ExmHealing *self, guint *n_others);

/**
 * exm_healing_get_lack:
 * @best: (out): whether no page is better than the chosen one
 *
 * Returns: what keeps the chosen page from teaching well; where it is the best, so does
 *   something with each of them
 */
ExmExampleLack exm_healing_get_lack (ExmHealing *self, gboolean *best);

/* Whether there is a page that may be proposed in place of this one, and that. */
gboolean exm_healing_has_next (ExmHealing *self);
void exm_healing_propose_next (ExmHealing *self);

/**
 * exm_healing_run_async:
 *
 * Once; of a page that was not chosen yet, the best. Without a page to propose, or where
 * the task cannot be written, nothing changes and that is the error. Articles that cannot
 * be extracted anew stay as they are.
 */
void
exm_healing_run_async (ExmHealing *self, GAsyncReadyCallback callback, gpointer data);

/* The articles become what they were, and the example goes; what was changed of the task
 * meanwhile stays. */
void
exm_healing_undo_async (ExmHealing *self, GAsyncReadyCallback callback, gpointer data);
/* Ends any of the three. */
gboolean exm_healing_finish (ExmHealing *self, GAsyncResult *result, GError **error);

const char *exm_healing_get_uid (ExmHealing *self);

/* Once it ran. Returns: (transfer full) (element-type ExmHealing): of the tasks that
 * share an example with this one, with the page that it got; they have not run. None for
 * one of these */
GPtrArray *exm_healing_make_sisters (ExmHealing *self);

/* How many articles were extracted anew. */
guint exm_healing_get_n_done (ExmHealing *self);

G_END_DECLS
