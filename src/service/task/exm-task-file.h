/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A task as text: one documented file a task that people read, compare and keep in
 * version control. */

#pragma once

#include "task/exm-task.h"

G_BEGIN_DECLS

/* Version of the format that this program writes; newer ones are refused. */
#define EXM_TASK_FILE_VERSION 1u

/**
 * exm_task_file_write:
 * @task: a task
 *
 * Equal tasks give equal text; the order of fields never changes. A string that is not
 * UTF-8 has the bad bytes replaced. Secrets are no part of a task.
 *
 * Returns: (transfer full): UTF-8, with a line feed at the end
 */
char *exm_task_file_write (const ExmTask *task);

/**
 * exm_task_file_read:
 * @text: a task file as exemplar-task(5) tells; need not be terminated
 * @n_bytes: its length, at most %EXM_MAX_TASK_FILE_BYTES
 * @imported: it comes from elsewhere: the task lands paused, with all outputs off
 * @notes: (out) (transfer full) (optional): what was not understood but kept, a line each
 * @error: %EXM_TASK_ERROR, naming line and field
 *
 * Does not judge the task, see exm_task_check(). Without "uid" it gets a new identity.
 *
 * Returns: (transfer full): the task, or %NULL
 */
ExmTask *exm_task_file_read (const char *text,
                             gsize n_bytes,
                             gboolean imported,
                             GPtrArray **notes,
                             GError **error);

G_END_DECLS
