/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Functions that the files of a session share. */

#pragma once

#include "app/session/exm-session.h"

G_BEGIN_DECLS

/* Emits "task-changed", and has the list read again. */
void exm_session_task_changed (ExmSession *self, const char *uid);

G_END_DECLS
