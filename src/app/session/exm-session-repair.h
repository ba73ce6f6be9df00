/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Repair of the database of a session, and the way back to a backup. Main thread. */

#pragma once

#include "app/session/exm-session.h"
#include "store/salvage/exm-store-repair.h"

G_BEGIN_DECLS

/**
 * ExmSessionRepair:
 * @repair: of a repair
 * @n_articles: of a backup that was restored
 * @kept: (owned) (nullable): where the database is kept that was there before that
 */
typedef struct
{
  ExmStoreRepair repair;
  gint64 n_articles;
  char *kept;
} ExmSessionRepair;

void exm_session_repair_free (ExmSessionRepair *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmSessionRepair, exm_session_repair_free)

/**
 * exm_session_repair_async:
 * @backup: (nullable): of exm_store_backup_list(), to go back to; %NULL to repair
 *
 * Ends the worker, and does the work on a thread with the collecting role. The session
 * can start again afterwards, and not before: that answers %G_IO_ERROR_BUSY.
 */
void exm_session_repair_async (ExmSession *self,
                               const char *backup,
                               GAsyncReadyCallback callback,
                               gpointer data);

/* @error: as exm_role_lock_take(), exm_store_repair() and exm_store_backup_restore() */
ExmSessionRepair *
exm_session_repair_finish (ExmSession *self, GAsyncResult *result, GError **error);

G_END_DECLS
