/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "task/exm-zone.h"

#include <string.h>

#define DAY_S (24 * 60 * 60)
#define MAX_NAME_BYTES 64u

gboolean
exm_zone_name_is_valid (const char *name)
{
  gsize length = strlen (name);

  /* Zones begin with a capital; what does not is another file of the database, at which
   * GLib would complain, or its second copy that counts leap seconds. */
  if (length == 0 || length > MAX_NAME_BYTES || !g_ascii_isupper (name[0]))
    return FALSE;
  for (const char *c = name; *c != '\0'; c++)
    if (!g_ascii_isalnum (*c) && strchr ("_+-/", *c) == NULL)
      return FALSE;
  return TRUE;
}

gint64
exm_zone_get_offset (GTimeZone *zone, gint64 unix_s)
{
  int interval = g_time_zone_find_interval (zone, G_TIME_TYPE_UNIVERSAL, unix_s);

  return g_time_zone_get_offset (zone, interval);
}

gint64
exm_zone_find_change (GTimeZone *zone, gint64 from, gint64 to)
{
  gint64 offset = exm_zone_get_offset (zone, from);
  gint64 same = from;
  gint64 other = to;

  if (exm_zone_get_offset (zone, to) == offset)
    return to + 1;
  while (other - same > 1)
    {
      gint64 middle = same + (other - same) / 2;

      if (exm_zone_get_offset (zone, middle) == offset)
        same = middle;
      else
        other = middle;
    }
  return other;
}

gint64
exm_zone_to_unix (GTimeZone *zone, gint64 local_s)
{
  /* No offset reaches a day, so these two enclose the time that is looked for. */
  gint64 before = exm_zone_get_offset (zone, local_s - DAY_S);
  gint64 after = exm_zone_get_offset (zone, local_s + DAY_S);

  if (exm_zone_get_offset (zone, local_s - before) == before)
    return local_s - before;
  if (exm_zone_get_offset (zone, local_s - after) == after)
    return local_s - after;
  return exm_zone_find_change (zone, local_s - DAY_S, local_s + DAY_S);
}
