/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Methods compared on what a task has stored, away from the main loop. */

#pragma once

#include "app/session/exm-session.h"
#include "lab/benchmark/exm-method-comparison.h"

G_BEGIN_DECLS

/* Main loop; @object as given to exm_task_comparison_run_async(). */
typedef void (*ExmTaskComparisonProgress) (GObject *object, guint done, guint all);

/**
 * exm_task_comparison_run_async:
 * @session: its reader, engine and settings
 * @uid: the task; its newest pages are taken, at most 200
 * @methods: (transfer full) (element-type ExmComparedMethod): at least one
 * @object: is told of the progress for as long as it lives
 * @progress: called now and then
 * @cancellable: ends it with what is done so far
 * @callback: always called, even if @object is gone
 *
 * Main thread. The result is a #GTask of an #ExmMethodComparison; its error tells what
 * kept the pages from being read, or that there are none.
 */
void exm_task_comparison_run_async (ExmSession *session,
                                    const char *uid,
                                    GPtrArray *methods,
                                    GObject *object,
                                    ExmTaskComparisonProgress progress,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer data);

G_END_DECLS
