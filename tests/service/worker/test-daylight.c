/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The nights in which daylight saving begins and ends, in some zones: a task at a time
 * that is skipped or comes twice, one of every hour, and one of every half an hour in a
 * window run as their schedules say, with the computer on and with it asleep. */

#include "clock-fixture.h"

#include <string.h>

#define STEP_USEC (15 * G_TIME_SPAN_MINUTE)

typedef struct
{
  const char *name;
  const char *zone;
  const char *at; /* minute and hour of a day: skipped, or there twice */
  const char *from, *to;
  const char *runs;     /* what runs at @at: the end of the gap, or the first time */
  const char *asleep;   /* when all run once, if the computer sleeps until then */
  const char *window;   /* of the day */
  const char *windowed; /* the runs in it, every half an hour */
} Night;

static const Night nights[] = {
  /* At 01:00 UTC 02:00 becomes 03:00; the window is half as long. */
  { "berlin/spring", "Europe/Berlin", "30 2", "2026-03-28T22:00:00Z",
    "2026-03-30T02:00:00Z", "29. 01:00, 30. 00:30", "2026-03-29T06:00:00Z", "01:30-03:30",
    "29. 00:30, 29. 01:00, 29. 23:30, 30. 00:00, 30. 00:30, 30. 01:00" },
  /* At 01:00 UTC 03:00 becomes 02:00: 02:30 is at 00:30 and 01:30 UTC. */
  { "berlin/autumn", "Europe/Berlin", "30 2", "2026-10-24T22:00:00Z",
    "2026-10-26T03:00:00Z", "25. 00:30, 26. 01:30", "2026-10-25T06:00:00Z", "01:30-03:30",
    "24. 23:30, 25. 00:00, 25. 00:30, 25. 01:00, 25. 01:30, 25. 02:00, 26. 00:30, "
    "26. 01:00, 26. 01:30, 26. 02:00" },
  { "new-york/spring", "America/New_York", "30 2", "2026-03-08T04:00:00Z",
    "2026-03-09T08:00:00Z", "08. 07:00, 09. 06:30", "2026-03-08T13:00:00Z", "01:30-03:30",
    "08. 06:30, 08. 07:00, 09. 05:30, 09. 06:00, 09. 06:30, 09. 07:00" },
  { "new-york/autumn", "America/New_York", "30 1", "2026-11-01T03:00:00Z",
    "2026-11-02T08:00:00Z", "01. 05:30, 02. 06:30", "2026-11-01T13:00:00Z", "00:30-02:30",
    "01. 04:30, 01. 05:00, 01. 05:30, 01. 06:00, 01. 06:30, 01. 07:00, 02. 05:30, "
    "02. 06:00, 02. 06:30, 02. 07:00" },
  /* Half an hour: at 15:30 UTC 02:00 becomes 02:30. */
  { "lord-howe/spring", "Australia/Lord_Howe", "15 2", "2026-10-03T12:00:00Z",
    "2026-10-04T17:00:00Z", "03. 15:30, 04. 15:15", "2026-10-03T22:00:00Z", "01:30-03:00",
    "03. 15:00, 03. 15:30, 04. 14:30, 04. 15:00, 04. 15:30" },
  /* At 15:00 UTC 02:00 becomes 01:30. */
  { "lord-howe/autumn", "Australia/Lord_Howe", "45 1", "2026-04-04T12:00:00Z",
    "2026-04-05T17:00:00Z", "04. 14:45, 05. 15:15", "2026-04-04T22:00:00Z", "01:00-02:30",
    "04. 14:00, 04. 14:30, 04. 15:00, 04. 15:30, 05. 14:30, 05. 15:00, 05. 15:30" },
  /* China had it from 1986 to 1991. */
  { "shanghai/spring", "Asia/Shanghai", "30 2", "1986-05-03T15:00:00Z",
    "1986-05-04T19:00:00Z", "03. 18:00, 04. 17:30", "1986-05-04T00:00:00Z", "01:30-03:30",
    "03. 17:30, 03. 18:00, 04. 16:30, 04. 17:00, 04. 17:30, 04. 18:00" },
  { "shanghai/autumn", "Asia/Shanghai", "30 1", "1986-09-13T14:00:00Z",
    "1986-09-14T19:00:00Z", "13. 16:30, 14. 17:30", "1986-09-14T00:00:00Z", "00:30-02:30",
    "13. 15:30, 13. 16:00, 13. 16:30, 13. 17:00, 13. 17:30, 13. 18:00, 14. 16:30, "
    "14. 17:00, 14. 17:30, 14. 18:00" },
};

static void
test_awake (ClockFixture *f, gconstpointer data)
{
  const Night *night = data;
  g_autofree char *cron_text
      = g_strdup_printf ("cron %s * * * zone %s", night->at, night->zone);
  g_autofree char *hourly_text = g_strdup_printf ("every 1 h zone %s", night->zone);
  gint64 from = clock_fixture_parse_time (night->from);
  gint64 to = clock_fixture_parse_time (night->to);
  g_autoptr (GString) hours = g_string_new (NULL);
  g_autofree char *cron = clock_fixture_add_task (f, cron_text, from);
  g_autofree char *hourly = clock_fixture_add_task (f, hourly_text, from);

  g_autofree char *window_text
      = g_strdup_printf ("every 30 min in %s zone %s", night->window, night->zone);
  g_autofree char *windowed = clock_fixture_add_task (f, window_text, from);
  clock_fixture_start (f, from);
  for (gint64 now = from; now <= to; now += STEP_USEC)
    clock_fixture_set_time (f, now);
  g_autofree char *runs = clock_fixture_list_runs (f, cron);
  g_assert_cmpstr (runs, ==, night->runs);
  g_autofree char *window_runs = clock_fixture_list_runs (f, windowed);
  g_assert_cmpstr (window_runs, ==, night->windowed);

  for (gint64 hour = from; hour <= to; hour += G_TIME_SPAN_HOUR)
    {
      g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (hour / G_USEC_PER_SEC);
      g_autofree char *text = g_date_time_format (time, "%d. %H:%M");
      g_string_append_printf (hours, "%s%s", hours->len > 0 ? ", " : "", text);
    }
  g_autofree char *hourly_runs = clock_fixture_list_runs (f, hourly);
  g_assert_cmpstr (hourly_runs, ==, hours->str);
}

static void
test_asleep (ClockFixture *f, gconstpointer data)
{
  const Night *night = data;
  g_autofree char *cron_text
      = g_strdup_printf ("cron %s * * * zone %s", night->at, night->zone);
  g_autofree char *hourly_text = g_strdup_printf ("every 1 h zone %s", night->zone);
  gint64 from = clock_fixture_parse_time (night->from);
  gint64 awake = clock_fixture_parse_time (night->asleep);
  g_autofree char *cron = clock_fixture_add_task (f, cron_text, from);
  g_autofree char *hourly
      = clock_fixture_add_task (f, hourly_text, from + G_TIME_SPAN_HOUR);

  clock_fixture_start (f, from);
  clock_fixture_set_time (f, from);
  g_assert_cmpuint (f->n_started, ==, 0);
  clock_fixture_set_time (f, awake);
  clock_fixture_set_time (f, awake + STEP_USEC);
  g_assert_cmpuint (f->n_started, ==, 2);
  g_autofree char *runs = clock_fixture_list_runs (f, cron);
  g_autofree char *hourly_runs = clock_fixture_list_runs (f, hourly);
  g_assert_cmpstr (runs, ==, hourly_runs);
  const char *end = strchr (night->asleep, 'T') + 1;
  g_autofree char *hour = g_strndup (end, strlen ("00:00"));
  g_assert_true (g_str_has_suffix (runs, hour));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (nights); i++)
    {
      g_autofree char *awake
          = g_strdup_printf ("/worker/daylight/%s/awake", nights[i].name);
      g_autofree char *asleep
          = g_strdup_printf ("/worker/daylight/%s/asleep", nights[i].name);
      g_test_add (awake, ClockFixture, &nights[i], clock_fixture_set_up, test_awake,
                  clock_fixture_tear_down);
      g_test_add (asleep, ClockFixture, &nights[i], clock_fixture_set_up, test_asleep,
                  clock_fixture_tear_down);
    }
  return g_test_run ();
}
