/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "jobs/exm-wait-time.h"

/* A wait shorter than this is told by the second. */
#define SOON_USEC (2 * G_TIME_SPAN_MINUTE)

char *
exm_wait_time_format (gint64 time_usec, gint64 now_usec)
{
  /* Rounded up: before that it is not over. */
  gint64 time_s = (time_usec + G_USEC_PER_SEC - 1) / G_USEC_PER_SEC;
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_local (time_s);
  g_autoptr (GDateTime) now = g_date_time_new_from_unix_local (now_usec / G_USEC_PER_SEC);

  if (time == NULL || now == NULL)
    return g_strdup ("?");
  if (time_usec - now_usec < SOON_USEC)
    return g_date_time_format (time, "%H:%M:%S");
  gboolean today
      = g_date_time_get_year (time) == g_date_time_get_year (now)
        && g_date_time_get_day_of_year (time) == g_date_time_get_day_of_year (now);
  return g_date_time_format (time, today ? "%H:%M" : "%Y-%m-%d %H:%M");
}
