/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "jobs/exm-robots-reading.h"

static void
parse_in_pool (GTask *gtask, gpointer source, gpointer data, GCancellable *cancellable)
{
  gsize size = 0;
  const char *text = g_bytes_get_data (data, &size);

  g_task_return_pointer (gtask, exm_robots_parse (text != NULL ? text : "", size),
                         (GDestroyNotify) exm_robots_unref);
}

void
exm_robots_read_async (GBytes *bytes,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer data)
{
  g_autoptr (GTask) gtask = g_task_new (NULL, cancellable, callback, data);

  g_task_set_return_on_cancel (gtask, TRUE);
  g_task_set_source_tag (gtask, exm_robots_read_async);
  g_task_set_task_data (gtask, g_bytes_ref (bytes), (GDestroyNotify) g_bytes_unref);
  g_task_run_in_thread (gtask, parse_in_pool);
}
