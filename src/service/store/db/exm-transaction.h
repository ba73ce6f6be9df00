/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A writing transaction as a guard: what is not committed is rolled back. */

#pragma once

#include "store/db/exm-db.h"

G_BEGIN_DECLS

typedef struct _ExmTransaction ExmTransaction;

/* Every place that commits, so that tests can end the process before and after each. */
typedef enum
{
  EXM_COMMIT_SCHEMA,
  EXM_COMMIT_TASK,
  EXM_COMMIT_DISCOVER,
  EXM_COMMIT_JOB,
  EXM_COMMIT_RUN,
  EXM_COMMIT_PAGE,
  EXM_COMMIT_PAGE_META,
  EXM_COMMIT_ARTICLE,
  EXM_COMMIT_PUBLISH,
  EXM_COMMIT_HOST,
  EXM_COMMIT_EVENT,
  EXM_COMMIT_SETTING,
  EXM_COMMIT_GROUP,
  EXM_COMMIT_TRASH,
  EXM_COMMIT_READING,
  EXM_COMMIT_JUDGE,
  EXM_COMMIT_BODIES,
  EXM_N_COMMITS
} ExmCommitPoint;

/**
 * exm_commit_point_get_fail_point:
 * @point: a place that commits
 * @after: whether the one after the commit is meant, or the one before
 *
 * Returns: the name for exm_fail_point(), e.g. "store.article.before"
 */
const char *exm_commit_point_get_fail_point (ExmCommitPoint point, gboolean after);

/**
 * exm_transaction_begin:
 * @db: a connection, which must outlive the transaction
 * @point: which place this is
 * @error: (out): %EXM_STORE_ERROR, e.g. %EXM_STORE_ERROR_BUSY
 *
 * Takes the writing lock at once, so that no later statement can fail for the lock.
 * Within another transaction it is a part of that one: it can be rolled back alone, but
 * what it commits is durable only once the outer one is.
 *
 * Returns: (transfer full): a transaction
 */
ExmTransaction *exm_transaction_begin (ExmDb *db, ExmCommitPoint point, GError **error);

/**
 * exm_transaction_commit:
 * @error: (out): %EXM_STORE_ERROR; nothing was stored then
 *
 * Returns: %TRUE if all is durable
 */
gboolean exm_transaction_commit (ExmTransaction *self, GError **error);

/**
 * exm_transaction_free:
 * @self: (transfer full): rolled back unless it was committed
 */
void exm_transaction_free (ExmTransaction *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmTransaction, exm_transaction_free)

G_END_DECLS
