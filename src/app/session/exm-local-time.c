/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/session/exm-local-time.h"

#include <string.h>

/* Characters of "2025-03-03" and of "2025-03-03T14:30". */
#define DATE_CHARS 10u
#define MINUTE_CHARS 16u

static GTimeZone *
get_zone (void)
{
  static GTimeZone *zone;
  static gint64 asked_usec;
  gint64 now_usec = g_get_monotonic_time ();

  if (zone == NULL || now_usec - asked_usec >= G_USEC_PER_SEC)
    {
      g_clear_pointer (&zone, g_time_zone_unref);
      zone = g_time_zone_new_local ();
      asked_usec = now_usec;
    }
  return zone;
}

GDateTime *
exm_local_time_new (gint64 usec)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (usec / G_USEC_PER_SEC);

  return time != NULL ? g_date_time_to_timezone (time, get_zone ()) : NULL;
}

GDateTime *
exm_local_time_new_now (void)
{
  return g_date_time_new_now (get_zone ());
}

char *
exm_local_time_describe_published (const char *published)
{
  gsize length = published != NULL ? strlen (published) : 0;

  if (length < DATE_CHARS)
    return g_strdup (published);
  char *text = g_strndup (published, length >= MINUTE_CHARS ? MINUTE_CHARS : DATE_CHARS);
  g_strdelimit (text, "T", ' ');
  return text;
}

/* The name of a backup tells its time. */
char *
exm_local_time_describe_backup (const char *path)
{
  const char *mark = strrchr (path, '-');
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autoptr (GDateTime) time
      = mark != NULL ? g_date_time_new_from_iso8601 (mark + 1, utc) : NULL;
  g_autoptr (GDateTime) local
      = time != NULL ? g_date_time_to_timezone (time, get_zone ()) : NULL;

  return local != NULL ? g_date_time_format (local, "%Y-%m-%d %H:%M")
                       : g_path_get_basename (path);
}
