/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "task/exm-schedule.h"

#include <string.h>

#define SECOND ((gint64) G_USEC_PER_SEC)
#define MINUTE (60 * SECOND)
#define HOUR (60 * MINUTE)

static gint64
parse_time (const char *text)
{
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autoptr (GDateTime) time = g_date_time_new_from_iso8601 (text, utc);

  g_assert_nonnull (time);
  return g_date_time_to_unix (time) * SECOND + g_date_time_get_microsecond (time);
}

static char *
format_time (gint64 usec)
{
  g_autoptr (GDateTime) time = NULL;

  if (usec == G_MAXINT64)
    return g_strdup ("never");
  time = g_date_time_new_from_unix_utc (usec / SECOND);
  g_assert_nonnull (time);
  return usec % SECOND == 0 ? g_date_time_format (time, "%Y-%m-%dT%H:%MZ")
                            : g_strdup_printf ("%" G_GINT64_FORMAT " µs", usec);
}

static ExmSchedule *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  ExmSchedule *schedule = exm_schedule_parse (text, &error);

  g_test_message ("schedule “%s”", text);
  g_assert_no_error (error);
  return schedule;
}

typedef struct
{
  const char *schedule; /* (unowned) */
  const char *last;     /* (unowned) (nullable): NULL if never */
  const char *now;      /* (unowned) */
  const char *next;     /* (unowned): UTC, or "never" */
} Case;

static void
run_cases (const Case *cases, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (ExmSchedule) schedule = parse (cases[i].schedule);
      gint64 last = cases[i].last != NULL ? parse_time (cases[i].last) : 0;
      gint64 next = exm_schedule_get_next (schedule, last, parse_time (cases[i].now));
      g_autofree char *text = format_time (next);

      g_test_message ("last %s, now %s", cases[i].last != NULL ? cases[i].last : "never",
                      cases[i].now);
      g_assert_cmpstr (text, ==, cases[i].next);
    }
}

static void
test_interval (void)
{
  static const Case cases[] = {
    { "manual", NULL, "2026-03-01T10:00:00Z", "never" },
    { "manual", "2026-03-01T09:00:00Z", "2026-03-01T10:00:00Z", "never" },
    { "every 30 min", NULL, "2026-03-01T10:07:00Z", "2026-03-01T10:07Z" },
    { "every 30 min", "2026-03-01T10:00:00Z", "2026-03-01T10:07:00Z",
      "2026-03-01T10:30Z" },
    { "every 30 min", "2026-03-01T10:00:00Z", "2026-03-01T10:30:00Z",
      "2026-03-01T10:30Z" },
    /* Asleep for two days: due once, and then half an hour after that. */
    { "every 30 min", "2026-03-01T10:00:00Z", "2026-03-03T11:11:00Z",
      "2026-03-03T11:11Z" },
    { "every 30 min", "2026-03-03T11:11:00Z", "2026-03-03T11:11:00Z",
      "2026-03-03T11:41Z" },
    /* Set back by years, by a second. */
    { "every 30 min", "2038-01-01T00:00:00Z", "2026-03-01T10:00:00Z",
      "2026-03-01T10:30Z" },
    { "every 30 min", "2026-03-01T10:00:01Z", "2026-03-01T10:00:00Z",
      "2026-03-01T10:30Z" },
    /* A length of time, whatever the clock on the wall does. */
    { "every 1 d zone Europe/Berlin", "2026-03-28T11:00:00Z", "2026-03-28T12:00:00Z",
      "2026-03-29T11:00Z" },
    { "every 366 d", "2026-03-01T00:00:00Z", "2026-03-01T00:00:00Z",
      "2027-03-02T00:00Z" },
  };

  run_cases (cases, G_N_ELEMENTS (cases));
}

static void
test_windows (void)
{
  static const Case cases[] = {
    { "every 30 min in 07:00-23:00 zone UTC", NULL, "2026-03-01T06:59:00Z",
      "2026-03-01T07:00Z" },
    { "every 30 min in 07:00-23:00 zone UTC", NULL, "2026-03-01T22:59:00Z",
      "2026-03-01T22:59Z" },
    { "every 30 min in 07:00-23:00 zone UTC", NULL, "2026-03-01T23:00:00Z",
      "2026-03-02T07:00Z" },
    { "every 30 min in 07:00-23:00 zone UTC", "2026-03-01T22:45:00Z",
      "2026-03-01T22:50:00Z", "2026-03-02T07:00Z" },
    /* 2026-03-01 is a Sunday. */
    { "every 1 h in mon-fri zone UTC", NULL, "2026-02-28T00:00:00Z",
      "2026-03-02T00:00Z" },
    { "every 1 h in sun zone UTC", NULL, "2026-03-02T00:00:00Z", "2026-03-08T00:00Z" },
    { "every 1 h in fri 22:00-06:00 zone UTC", NULL, "2026-03-07T05:59:00Z",
      "2026-03-07T05:59Z" },
    { "every 1 h in fri 22:00-06:00 zone UTC", NULL, "2026-03-07T06:00:00Z",
      "2026-03-13T22:00Z" },
    { "every 1 h in sun 22:00-06:00 zone UTC", NULL, "2026-03-02T03:00:00Z",
      "2026-03-02T03:00Z" },
    { "every 1 h in 07:00-08:00 zone Asia/Shanghai", NULL, "2026-03-01T00:00:00Z",
      "2026-03-01T23:00Z" },
    { "every 1 h in mon zone Asia/Shanghai", NULL, "2026-02-28T16:00:00Z",
      "2026-03-01T16:00Z" },
    /* The window opens an hour earlier, and later, in Unix time, over the change. */
    { "every 1 h in 07:00-08:00 zone Europe/Berlin", NULL, "2026-03-28T12:00:00Z",
      "2026-03-29T05:00Z" },
    { "every 1 h in 07:00-08:00 zone Europe/Berlin", NULL, "2026-10-24T12:00:00Z",
      "2026-10-25T06:00Z" },
    /* Skipped that day; there twice. */
    { "every 1 h in 02:10-02:50 zone Europe/Berlin", NULL, "2026-03-28T12:00:00Z",
      "2026-03-30T00:10Z" },
    { "every 1 h in 02:10-02:50 zone Europe/Berlin", NULL, "2026-10-25T00:50:00Z",
      "2026-10-25T01:10Z" },
    /* Half of it skipped: open at the end of the gap. */
    { "every 1 h in 02:30-03:30 zone Europe/Berlin", NULL, "2026-03-29T00:00:00Z",
      "2026-03-29T01:00Z" },
  };

  run_cases (cases, G_N_ELEMENTS (cases));
}

static void
test_cron (void)
{
  static const Case cases[] = {
    { "cron 0,30 7-22 * * 1-5 zone UTC", NULL, "2026-03-01T10:00:00Z",
      "2026-03-02T07:00Z" },
    { "cron 0,30 7-22 * * 1-5 zone UTC", NULL, "2026-03-02T07:00:00Z",
      "2026-03-02T07:00Z" },
    { "cron 0,30 7-22 * * 1-5 zone UTC", "2026-03-02T07:00:00Z", "2026-03-02T07:00:00Z",
      "2026-03-02T07:30Z" },
    { "cron 0,30 7-22 * * 1-5 zone UTC", "2026-03-06T22:30:00Z", "2026-03-06T22:31:00Z",
      "2026-03-09T07:00Z" },
    /* The first is a Sunday: either field of days. */
    { "cron 0 0 13 * 5 zone UTC", NULL, "2026-03-01T00:01:00Z", "2026-03-06T00:00Z" },
    { "cron 0 0 13 * 5 zone UTC", NULL, "2026-06-06T00:00:00Z", "2026-06-12T00:00Z" },
    { "cron 0 0 13 * 5 zone UTC", NULL, "2026-06-12T00:01:00Z", "2026-06-13T00:00Z" },
    /* Odd days that are Mondays: both. */
    { "cron 0 0 */2 * 1 zone UTC", NULL, "2026-03-01T00:01:00Z", "2026-03-09T00:00Z" },
    { "cron 0 0 31 2 * zone UTC", NULL, "2026-01-01T00:00:00Z", "never" },
    { "cron 0 0 31 4,6,9,11 * zone UTC", NULL, "2026-01-01T00:00:00Z", "never" },
    { "cron 0 0 31 * * zone UTC", NULL, "2026-04-01T00:00:00Z", "2026-05-31T00:00Z" },
    { "cron 0 0 29 2 * zone UTC", NULL, "2026-01-01T00:00:00Z", "2028-02-29T00:00Z" },
    { "cron 0 0 29 2 * zone UTC", NULL, "2028-02-29T00:00:00Z", "2028-02-29T00:00Z" },
    { "cron 0 0 29 2 * zone UTC", "2028-02-29T00:00:00Z", "2028-02-29T00:00:00Z",
      "2032-02-29T00:00Z" },
    { "cron 59 23 31 12 * zone UTC", NULL, "2026-12-31T23:59:01Z", "2027-12-31T23:59Z" },
    { "cron @yearly zone UTC", NULL, "2026-12-31T23:59:01Z", "2027-01-01T00:00Z" },
    { "cron @hourly zone Asia/Kolkata", NULL, "2026-03-01T00:00:00Z",
      "2026-03-01T00:30Z" },
    { "cron 0 0 * * * zone Asia/Shanghai", NULL, "2026-03-01T00:00:00Z",
      "2026-03-01T16:00Z" },
    /* Missed on Friday; once, when the window opens again. */
    { "cron 0 9 * * * in mon-fri 08:00-18:00 zone UTC", "2026-03-05T09:00:00Z",
      "2026-03-07T12:00:00Z", "2026-03-09T08:00Z" },
    { "cron 0 9 * * * zone UTC", "2026-03-01T09:00:00Z", "2026-03-05T12:00:00Z",
      "2026-03-05T12:00Z" },
    { "cron 0 9 * * * zone UTC", "2026-03-05T12:00:00Z", "2026-03-05T12:00:00Z",
      "2026-03-06T09:00Z" },
    { "cron 0 9 * * * in 10:00-11:00 zone UTC", NULL, "2026-03-05T12:00:00Z", "never" },
    /* Set back by a second after 09:00 was served; by an hour and more. */
    { "cron 0 9 * * * zone UTC", "2026-03-05T09:00:00Z", "2026-03-05T08:59:59Z",
      "2026-03-06T09:00Z" },
    { "cron 0 9 * * * zone UTC", "2026-03-05T09:00:00Z", "2026-03-05T07:00:00Z",
      "2026-03-05T09:00Z" },
    { "cron * * * * * zone UTC", "2026-03-05T09:50:00Z", "2026-03-05T09:00:00Z",
      "2026-03-05T09:00Z" },
    { "cron 0 9 * * * zone UTC", "2038-01-01T00:00:00Z", "2026-03-05T07:00:00Z",
      "2026-03-05T09:00Z" },
  };

  run_cases (cases, G_N_ELEMENTS (cases));
}

static void
test_daylight_saving (void)
{
  static const Case cases[] = {
    /* Berlin, 2026-03-29: 02:00 becomes 03:00 at 01:00 UTC. */
    { "cron 30 2 * * * zone Europe/Berlin", NULL, "2026-03-28T12:00:00Z",
      "2026-03-29T01:00Z" },
    { "cron 30 2 * * * zone Europe/Berlin", "2026-03-29T01:00:00Z",
      "2026-03-29T01:00:00Z", "2026-03-30T00:30Z" },
    { "cron */20 2-3 * * * zone Europe/Berlin", "2026-03-29T01:00:00Z",
      "2026-03-29T01:00:00Z", "2026-03-29T01:20Z" },
    { "cron 30 2 * * * in 02:00-03:00 zone Europe/Berlin", NULL, "2026-03-28T12:00:00Z",
      "2026-03-29T01:00Z" },
    { "every 1 d at 02:30 zone Europe/Berlin", "2026-03-28T01:30:00Z",
      "2026-03-28T12:00:00Z", "2026-03-29T01:00Z" },
    /* 2026-10-25: 03:00 becomes 02:00 at 01:00 UTC; 02:30 is 00:30 and 01:30 UTC. */
    { "cron 30 2 * * * zone Europe/Berlin", NULL, "2026-10-24T12:00:00Z",
      "2026-10-25T00:30Z" },
    { "cron 30 2 * * * zone Europe/Berlin", "2026-10-25T00:30:00Z",
      "2026-10-25T00:31:00Z", "2026-10-26T01:30Z" },
    { "cron */30 * * * * zone Europe/Berlin", "2026-10-25T00:30:00Z",
      "2026-10-25T00:31:00Z", "2026-10-25T02:00Z" },
    { "cron */30 * * * * zone Europe/Berlin", NULL, "2026-10-25T01:10:00Z",
      "2026-10-25T02:00Z" },
    { "every 1 d at 07:30 zone Europe/Berlin", "2026-03-28T06:30:00Z",
      "2026-03-28T12:00:00Z", "2026-03-29T05:30Z" },
    { "every 1 d at 07:30 zone Europe/Berlin", "2026-10-24T05:30:00Z",
      "2026-10-24T12:00:00Z", "2026-10-25T06:30Z" },
    /* New York, 2026-03-08 at 07:00 UTC and 2026-11-01 at 06:00 UTC. */
    { "cron 15 2 * * * zone America/New_York", NULL, "2026-03-08T00:00:00Z",
      "2026-03-08T07:00Z" },
    { "cron 15 1 * * * zone America/New_York", NULL, "2026-11-01T00:00:00Z",
      "2026-11-01T05:15Z" },
    { "cron 15 1 * * * zone America/New_York", "2026-11-01T05:15:00Z",
      "2026-11-01T06:15:00Z", "2026-11-02T06:15Z" },
    { "every 1 h zone America/New_York", "2026-11-01T05:15:00Z", "2026-11-01T05:20:00Z",
      "2026-11-01T06:15Z" },
    /* Lord Howe moves by half an hour, Samoa left out 2011-12-30. */
    { "cron 15 2 * * * zone Australia/Lord_Howe", NULL, "2026-10-03T00:00:00Z",
      "2026-10-03T15:30Z" },
    { "cron 0 12 30 12 * zone Pacific/Apia", NULL, "2011-12-29T00:00:00Z",
      "2011-12-30T10:00Z" },
    /* None in Shanghai. */
    { "every 1 d at 07:30 zone Asia/Shanghai", "2026-03-27T23:30:00Z",
      "2026-03-28T12:00:00Z", "2026-03-28T23:30Z" },
  };

  run_cases (cases, G_N_ELEMENTS (cases));
}

static void
test_days_at (void)
{
  static const Case cases[] = {
    { "every 1 d at 07:30 zone UTC", NULL, "2026-03-01T07:30:00Z", "2026-03-01T07:30Z" },
    { "every 1 d at 07:30 zone UTC", NULL, "2026-03-01T07:31:00Z", "2026-03-02T07:30Z" },
    { "every 1 d at 07:30 zone UTC", "2026-03-01T07:30:02Z", "2026-03-01T08:00:00Z",
      "2026-03-02T07:30Z" },
    /* Started by hand at night: it served the day before. */
    { "every 1 d at 07:30 zone UTC", "2026-03-02T03:00:00Z", "2026-03-02T04:00:00Z",
      "2026-03-02T07:30Z" },
    { "every 3 d at 07:30 zone UTC", "2026-03-01T07:30:00Z", "2026-03-01T08:00:00Z",
      "2026-03-04T07:30Z" },
    { "every 3 d at 07:30 zone UTC", NULL, "2026-03-01T08:00:00Z", "2026-03-02T07:30Z" },
    { "every 1 w at 07:30 zone UTC", "2026-03-01T07:30:00Z", "2026-03-01T08:00:00Z",
      "2026-03-08T07:30Z" },
    { "every 1 d at 07:30 in mon-fri zone UTC", "2026-03-06T07:30:00Z",
      "2026-03-06T08:00:00Z", "2026-03-09T07:30Z" },
    { "every 1 d at 07:30 in 09:00-12:00 zone UTC", NULL, "2026-03-06T08:00:00Z",
      "never" },
    /* Asleep from Monday to Thursday. */
    { "every 1 d at 07:30 zone UTC", "2026-03-02T07:30:00Z", "2026-03-05T11:00:00Z",
      "2026-03-05T11:00Z" },
    { "every 1 d at 07:30 zone UTC", "2026-03-05T11:00:00Z", "2026-03-05T11:00:00Z",
      "2026-03-06T07:30Z" },
    /* The clock was set back. */
    { "every 3 d at 07:30 zone UTC", "2026-03-05T07:30:00Z", "2026-03-05T07:29:59Z",
      "2026-03-08T07:30Z" },
    { "every 3 d at 07:30 zone UTC", "2038-03-05T07:30:00Z", "2026-03-05T09:00:00Z",
      "2026-03-08T07:30Z" },
  };

  run_cases (cases, G_N_ELEMENTS (cases));
}

static void
test_local_zone (void)
{
  static const Case cases[] = {
    { "cron 0 0 * * *", NULL, "2026-03-01T00:00:00Z", "2026-03-01T16:00Z" },
    { "cron 0 0 * * * zone UTC", NULL, "2026-03-01T00:01:00Z", "2026-03-02T00:00Z" },
  };

  g_setenv ("TZ", "Asia/Shanghai", TRUE);
  run_cases (cases, G_N_ELEMENTS (cases));
  g_unsetenv ("TZ");
}

static void
test_odd_times (void)
{
  static const char *const texts[]
      = { "every 1 min", "every 7 d at 23:59", "cron * * * * *", "cron 0 0 29 2 1",
          "every 366 d in sun 23:59-24:00 zone Pacific/Apia" };
  static const gint64 times[]
      = { G_MININT64, -1, 0, 1, 59999999, G_MAXINT64 / 2, G_MAXINT64 - 1, G_MAXINT64 };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (times) * G_N_ELEMENTS (times); j++)
      {
        g_autoptr (ExmSchedule) schedule = parse (texts[i]);
        gint64 now = times[j % G_N_ELEMENTS (times)];
        gint64 next
            = exm_schedule_get_next (schedule, times[j / G_N_ELEMENTS (times)], now);

        g_assert_cmpint (next, >=, now);
      }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schedule-next/interval", test_interval);
  g_test_add_func ("/schedule-next/windows", test_windows);
  g_test_add_func ("/schedule-next/cron", test_cron);
  g_test_add_func ("/schedule-next/daylight-saving", test_daylight_saving);
  g_test_add_func ("/schedule-next/days-at", test_days_at);
  g_test_add_func ("/schedule-next/local-zone", test_local_zone);
  g_test_add_func ("/schedule-next/odd-times", test_odd_times);
  return g_test_run ();
}
