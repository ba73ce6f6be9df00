/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The trash, for other commands. */

#pragma once

#include "store/exm-store-reader.h"

G_BEGIN_DECLS

/* Prints what is in the trash. Returns: whether that went well; if not, it was complained
 * about */
gboolean exm_cli_task_list_trash (ExmStoreReader *reader, gboolean as_json);

/**
 * exm_cli_task_leave_trash:
 * @restored: (out): whether a task of that identity was in the trash, and is restored
 *
 * Frees an identity for a task that is imported. What was on its way out of the trash is
 * deleted fully.
 */
gboolean exm_cli_task_leave_trash (ExmStore *store,
                                   const char *uid,
                                   gboolean *restored,
                                   GError **error);

G_END_DECLS
