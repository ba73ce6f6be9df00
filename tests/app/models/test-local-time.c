/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Times in the computer's zone are those of GLib, which asks for the zone each time. */

#include "app/session/exm-local-time.h"

static void
assert_same (gint64 seconds)
{
  g_autoptr (GDateTime) wanted = g_date_time_new_from_unix_local (seconds);
  g_autoptr (GDateTime) time
      = exm_local_time_new (seconds * G_USEC_PER_SEC + G_USEC_PER_SEC / 2);

  g_assert_cmpint (g_date_time_compare (time, wanted), ==, 0);
  g_autofree char *words = g_date_time_format (time, "%F %T %z");
  g_autofree char *wanted_words = g_date_time_format (wanted, "%F %T %z");
  g_assert_cmpstr (words, ==, wanted_words);
}

static void
test_as_glib (void)
{
  /* Years of both changes of daylight saving, at odd hours. */
  for (gint64 seconds = 0; seconds < 2000000000; seconds += 4003 * 60)
    assert_same (seconds);
}

static void
test_now (void)
{
  g_autoptr (GDateTime) before = g_date_time_new_now_local ();
  g_autoptr (GDateTime) now = exm_local_time_new_now ();
  g_autoptr (GDateTime) after = g_date_time_new_now_local ();

  g_assert_cmpint (g_date_time_compare (before, now), <=, 0);
  g_assert_cmpint (g_date_time_compare (now, after), <=, 0);
  g_assert_cmpint (g_date_time_get_utc_offset (now), ==,
                   g_date_time_get_utc_offset (after));
}

static void
test_outside (void)
{
  g_assert_null (exm_local_time_new (G_MAXINT64));
}

static void
test_backup (void)
{
  g_autofree char *summer = exm_local_time_describe_backup (
      "/x-y/backups/exemplar.db.backup-20250703T101500Z");
  g_autofree char *strange = exm_local_time_describe_backup ("/x-y/exemplar.db");

  g_assert_cmpstr (summer, ==, "2025-07-03 12:15");
  g_assert_cmpstr (strange, ==, "exemplar.db");
}

int
main (int argc, char **argv)
{
  g_setenv ("TZ", "Europe/Berlin", TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/local-time/as-glib", test_as_glib);
  g_test_add_func ("/app/local-time/now", test_now);
  g_test_add_func ("/app/local-time/outside", test_outside);
  g_test_add_func ("/app/local-time/backup", test_backup);
  return g_test_run ();
}
