/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "jobs/exm-older.h"

#include "url/exm-url-filter.h"

GPtrArray *
exm_older_new (const ExmTask *task,
               const GPtrArray *passed,
               guint *n_left_out,
               GError **error)
{
  const ExmTaskFields *fields = exm_task_get (task);
  g_autoptr (ExmUrlFilter) filter
      = exm_url_filter_new (fields->include, fields->exclude, error);

  *n_left_out = 0;
  if (filter == NULL)
    return NULL;
  GPtrArray *older
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_passed_over_unref);
  for (guint i = 0; i < passed->len; i++)
    {
      ExmPassedOver *one = g_ptr_array_index (passed, i);
      if (exm_url_filter_check (filter, one->url, NULL) == EXM_URL_VERDICT_MATCHED)
        g_ptr_array_add (older, exm_passed_over_ref (one));
    }
  *n_left_out = passed->len - older->len;
  return older;
}

guint
exm_older_count (const GPtrArray *older, const ExmOlderChoice *choice, gint64 now_usec)
{
  gint64 since_usec = now_usec - (gint64) choice->days * G_TIME_SPAN_DAY;
  guint n = choice->newest > 0 ? MIN (choice->newest, older->len) : older->len;
  guint n_recent = 0;

  if (choice->days == 0)
    return n;
  while (n_recent < n)
    {
      const ExmPassedOver *one = g_ptr_array_index (older, n_recent);
      if (one->published_usec == 0 || one->published_usec < since_usec)
        break;
      n_recent++;
    }
  return n_recent;
}
