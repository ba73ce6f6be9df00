/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The collecting role: of all processes that use a data folder one collects. The kernel
 * holds the lock and lets go of it when the process ends, however it ends. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* In the data folder; never removed, or two processes could hold two files. */
#define EXM_ROLE_LOCK_FILE "collect.lock"

typedef struct _ExmRoleLock ExmRoleLock;

/**
 * exm_role_lock_take:
 * @folder: data folder; made for the user alone where it is missing
 * @error: %EXM_WORKER_ERROR_BUSY if somebody has the role, naming the process;
 *   %EXM_WORKER_ERROR_LOCK if the file cannot be made or locked
 *
 * Does not wait. A second lock in the same process is refused as well. Any thread.
 *
 * Returns: (transfer full) (nullable): the role, until it is freed
 */
ExmRoleLock *exm_role_lock_take (const char *folder, GError **error);

/**
 * exm_role_lock_take_over:
 * @wait_ms: at most
 * @error: as exm_role_lock_take() sets it
 *
 * Takes the role, and waits for it where its holder is not known to live: a process that
 * was killed leaves the lock to a child of it that has not begun its own program yet, and
 * one that has just locked writes its number next. Blocks; a thread of its own.
 *
 * Returns: (transfer full) (nullable): the role, until it is freed
 */
ExmRoleLock *exm_role_lock_take_over (const char *folder, guint wait_ms, GError **error);

void exm_role_lock_free (ExmRoleLock *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmRoleLock, exm_role_lock_free)

/**
 * exm_role_lock_get_folder:
 *
 * Returns: (transfer none): the data folder as given
 */
const char *exm_role_lock_get_folder (const ExmRoleLock *self);

G_END_DECLS
