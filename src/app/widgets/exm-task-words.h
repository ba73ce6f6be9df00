/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How a task does, in a few words, with the icon and the colour that go with them. */

#pragma once

#include "app/session/exm-task-item.h"

G_BEGIN_DECLS

/* Returns: (transfer full): "Site redesigned", "Page 3 of 12", "Next 14:30" */
char *exm_task_words_state (ExmTaskItem *item);

/* @due_usec: Unix time, 0 for never. Returns: (transfer full): "Next 14:30" */
char *exm_task_words_due (gint64 due_usec);

/* Returns: the name of the icon of a state */
const char *exm_task_words_icon (ExmTaskState state);

/* Returns: style class of a state: of its colour */
const char *exm_task_words_class (ExmTaskState state);

/* Returns: (transfer full): @text without case and width, to find names of tasks by */
char *exm_task_words_fold (const char *text);

G_END_DECLS
