/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Random schedules against a slow answer: every minute is looked at, local times come
 * from GDateTime, and what an expression matches is known from how it was made. */

#include "task/exm-schedule.h"

#include <string.h>

#define SECOND ((gint64) G_USEC_PER_SEC)
#define DAY_MINUTES 1440
#define HORIZON_MINUTES (6 * DAY_MINUTES)
#define LEAD_MINUTES (2 * DAY_MINUTES)
#define N_ROUNDS 250
#define N_FIELDS 5

/* Times around which something happens, and one without. */
static const struct
{
  const char *zone; /* (unowned) */
  gint64 unix_s;
} changes[] = {
  { "Europe/Berlin", 1774746000 },       { "Europe/Berlin", 1792890000 },
  { "America/New_York", 1772953200 },    { "America/New_York", 1793512800 },
  { "Australia/Lord_Howe", 1791041400 }, { "Australia/Lord_Howe", 1775314800 },
  { "Pacific/Apia", 1325239200 },        { "America/Havana", 1793509200 },
  { "Asia/Shanghai", 1772323200 },       { "UTC", 1835395200 },
};

typedef struct
{
  gboolean is_cron;
  guint interval; /* minutes */
  gboolean matches[N_FIELDS][61];
  gboolean day_star;
  gboolean weekday_star;
  gboolean open[7][DAY_MINUTES]; /* from Monday */
  GTimeZone *zone;               /* (owned) */
  GString *text;                 /* (owned) */
} Made;

static int
pick (int low, int high)
{
  return g_test_rand_int_range (low, high + 1);
}

static void
make_field (Made *made, guint field, int low, int high)
{
  gboolean star = pick (0, 2) > 0;

  g_string_append_c (made->text, ' ');
  if (star)
    {
      int step = pick (0, 3) == 0 ? pick (2, 9) : 1;

      g_string_append (made->text, step == 1 ? "*" : "*/");
      if (step > 1)
        g_string_append_printf (made->text, "%d", step);
      for (int i = low; i <= high; i += step)
        made->matches[field][i] = TRUE;
    }
  for (int n = star ? 0 : pick (1, 3); n > 0; n--)
    {
      int first = pick (low, high);
      int last = pick (0, 1) ? first : pick (first, high);

      g_string_append_printf (made->text, "%d-%d%s", first, last, n > 1 ? "," : "");
      for (int i = first; i <= last; i++)
        made->matches[field][i] = TRUE;
    }
  if (field == 2)
    made->day_star = star;
  if (field == 4)
    made->weekday_star = star;
}

static void
make_windows (Made *made)
{
  static const char *const days[] = { "mon", "tue", "wed", "thu", "fri", "sat", "sun" };
  int n_windows = pick (0, 3);

  memset (made->open, n_windows == 0, sizeof made->open);
  if (n_windows == 0)
    for (int i = 0; i < 7 * DAY_MINUTES; i++)
      made->open[i / DAY_MINUTES][i % DAY_MINUTES] = TRUE;
  for (int n = 0; n < n_windows; n++)
    {
      int first = pick (0, 6);
      int n_days = pick (1, 7);
      int start = pick (0, DAY_MINUTES - 1);
      int length = pick (1, DAY_MINUTES - 1);
      int end = (start + length) % DAY_MINUTES;

      g_string_append_printf (
          made->text, "%s %s-%s %d:%02d-%d:%02d", n == 0 ? " in" : ",", days[first],
          days[(first + n_days - 1) % 7], start / 60, start % 60, end / 60, end % 60);
      for (int day = 0; day < n_days; day++)
        for (int i = start; i < start + length; i++)
          made->open[(first + day + i / DAY_MINUTES) % 7][i % DAY_MINUTES] = TRUE;
    }
}

static void
make (Made *made, const char *zone)
{
  memset (made, 0, sizeof *made);
  made->is_cron = pick (0, 3) > 0;
  made->text = g_string_new (NULL);
  made->zone = g_time_zone_new_identifier (zone);
  g_assert_nonnull (made->zone);
  if (made->is_cron)
    {
      g_string_append (made->text, "cron");
      make_field (made, 0, 0, 59);
      make_field (made, 1, 0, 23);
      make_field (made, 2, 1, 31);
      make_field (made, 3, 1, 12);
      make_field (made, 4, 0, 6);
    }
  else
    {
      made->interval = (guint) pick (1, 3 * DAY_MINUTES);
      g_string_append_printf (made->text, "every %u min", made->interval);
    }
  make_windows (made);
  g_string_append_printf (made->text, " zone %s", zone);
}

static void
made_clear (Made *made)
{
  g_time_zone_unref (made->zone);
  g_string_free (made->text, TRUE);
}

/* Minutes of the clock on the wall, counted as if it stood in UTC. */
static gint64
local_minute (const Made *made, gint64 unix_minute)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (unix_minute * 60);
  g_autoptr (GDateTime) local = g_date_time_to_timezone (utc, made->zone);

  return unix_minute + g_date_time_get_utc_offset (local) / SECOND / 60;
}

static gboolean
is_open (const Made *made, gint64 local)
{
  gint64 day = local / DAY_MINUTES;

  return made->open[(day + 3) % 7][local % DAY_MINUTES];
}

static gboolean
is_slot (const Made *made, gint64 local)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (local * 60);
  gboolean by_day = made->matches[2][g_date_time_get_day_of_month (time)];
  gboolean by_weekday = made->matches[4][g_date_time_get_day_of_week (time) % 7];
  gboolean is_day = made->day_star || made->weekday_star ? by_day && by_weekday
                                                         : by_day || by_weekday;

  return is_day && made->matches[0][g_date_time_get_minute (time)]
         && made->matches[1][g_date_time_get_hour (time)]
         && made->matches[3][g_date_time_get_month (time)] && is_open (made, local);
}

/* The first open minute at or after @usec, or G_MAXINT64 beyond the horizon. */
static gint64
naive_open (const Made *made, gint64 usec)
{
  gint64 minute = usec / SECOND / 60;

  if (is_open (made, local_minute (made, minute)))
    return usec;
  for (gint64 i = minute + 1; i < minute + HORIZON_MINUTES; i++)
    if (is_open (made, local_minute (made, i)))
      return i * 60 * SECOND;
  return G_MAXINT64;
}

/* The first slot after @usec. A minute stands for all local minutes up to its own that
 * no earlier one stood for: those that are skipped come with the end of the gap, those
 * that come again are not new. */
static gint64
naive_slot (const Made *made, gint64 usec)
{
  gint64 start = usec / SECOND / 60 - LEAD_MINUTES;
  gint64 reached = local_minute (made, start);

  for (gint64 i = start; i < start + LEAD_MINUTES + HORIZON_MINUTES; i++)
    for (gint64 local = local_minute (made, i); reached < local;)
      {
        reached++;
        if (i * 60 * SECOND > usec && is_slot (made, reached))
          return i * 60 * SECOND;
      }
  return G_MAXINT64;
}

static gint64
naive_next (const Made *made, gint64 last, gint64 now)
{
  gint64 slot;

  if (!made->is_cron)
    {
      gint64 due = last == 0 ? now : last + made->interval * 60 * SECOND;

      return naive_open (made, MAX (due, now));
    }
  slot = naive_slot (made, last == 0 ? now - 1 : last);
  return slot >= now ? slot : naive_open (made, now);
}

static void
test_random (void)
{
  guint n_found = 0;

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      gsize place = round % G_N_ELEMENTS (changes);
      g_autoptr (GError) error = NULL;
      Made made;

      make (&made, changes[place].zone);
      g_autoptr (ExmSchedule) schedule = exm_schedule_parse (made.text->str, &error);
      g_assert_no_error (error);
      g_autofree char *canonical = exm_schedule_to_string (schedule);
      g_autoptr (ExmSchedule) again = exm_schedule_parse (canonical, &error);
      g_assert_no_error (error);
      g_assert_true (exm_schedule_equal (schedule, again));

      gint64 now = (changes[place].unix_s + pick (-86400, 86400)) * SECOND;
      now = pick (0, 1) ? now - now % (60 * SECOND) : now + pick (0, 999999);
      gint64 last = pick (0, 2) == 0 ? 0 : now - pick (0, 2 * 86400) * SECOND;
      gint64 expected = naive_next (&made, last, now);
      gint64 next = exm_schedule_get_next (again, last, now);

      g_test_message ("%s, %s; last %" G_GINT64_FORMAT ", now %" G_GINT64_FORMAT
                      ": %" G_GINT64_FORMAT,
                      made.text->str, canonical, last, now, next);
      g_assert_cmpint (next, >=, now);
      if (expected == G_MAXINT64)
        g_assert_cmpint (next, >,
                         (last == 0 ? now : last) + (HORIZON_MINUTES - 2) * 60 * SECOND);
      else
        g_assert_cmpint (next, ==, expected);
      n_found += expected != G_MAXINT64;
      made_clear (&made);
    }
  g_assert_cmpuint (n_found, >, N_ROUNDS / 2);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schedule-oracle/random", test_random);
  return g_test_run ();
}
