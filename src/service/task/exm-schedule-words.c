/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "task/exm-schedule-private.h"

#include <glib/gi18n-lib.h>

/* More times of a day than these are not listed. */
#define MAX_LISTED_TIMES 6u

#define ALL_HOURS ((G_GUINT64_CONSTANT (1) << 24) - 1)
#define ALL_MINUTES ((G_GUINT64_CONSTANT (1) << 60) - 1)
#define ALL_DAYS (((G_GUINT64_CONSTANT (1) << 31) - 1) << 1)
#define ALL_MONTHS (((G_GUINT64_CONSTANT (1) << 12) - 1) << 1)

static const char *
day_name (guint day)
{
  const char *const names[]
      = { _ ("Mon"), _ ("Tue"), _ ("Wed"), _ ("Thu"), _ ("Fri"), _ ("Sat"), _ ("Sun") };

  return names[day % G_N_ELEMENTS (names)];
}

static char *
describe_time (guint minute)
{
  /* translators: a time of the day, hours and minutes */
  return g_strdup_printf (_ ("%u:%02u"), minute / 60, minute % 60);
}

static char *
describe_days (const ExmWindow *window)
{
  if (window->first_day == window->last_day)
    return g_strdup (day_name (window->first_day));
  /* translators: a range of days: "Mon–Fri" */
  return g_strdup_printf (_ ("%s–%s"), day_name (window->first_day),
                          day_name (window->last_day));
}

static char *
describe_window (const ExmWindow *window)
{
  g_autofree char *start = describe_time (window->start);
  g_autofree char *end = describe_time (window->end);
  /* translators: a range of times: "7:00–23:00" */
  g_autofree char *times = g_strdup_printf (_ ("%s–%s"), start, end);

  if (window->every_day)
    return g_steal_pointer (&times);
  g_autofree char *days = describe_days (window);
  if (window->start == 0 && window->end == EXM_DAY_MINUTES)
    return g_steal_pointer (&days);
  /* translators: days and times: "Mon–Fri 7:00–23:00" */
  return g_strdup_printf (_ ("%s %s"), days, times);
}

static char *
describe_interval (guint minutes)
{
  guint hours = minutes / EXM_HOUR_MINUTES;
  guint days = minutes / EXM_DAY_MINUTES;

  if (minutes % EXM_DAY_MINUTES == 0)
    return g_strdup_printf (ngettext ("Every day", "Every %u days", days), days);
  if (minutes % EXM_HOUR_MINUTES == 0)
    return g_strdup_printf (ngettext ("Every hour", "Every %u hours", hours), hours);
  return g_strdup_printf (ngettext ("Every minute", "Every %u minutes", minutes),
                          minutes);
}

static guint
count_bits (guint64 bits)
{
  guint n = 0;

  for (; bits != 0; bits &= bits - 1)
    n++;
  return n;
}

/* "7:00, 7:30", or NULL if there are too many. */
static char *
describe_times (const ExmCron *cron)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (count_bits (cron->hours) * count_bits (cron->minutes) > MAX_LISTED_TIMES)
    return NULL;
  for (guint minute = 0; minute < EXM_DAY_MINUTES; minute++)
    if ((cron->hours >> (minute / 60) & 1) != 0
        && (cron->minutes >> (minute % 60) & 1) != 0)
      {
        g_autofree char *time = describe_time (minute);

        if (text->len > 0)
          /* translators: between the entries of a list */
          g_string_append (text, _ (", "));
        g_string_append (text, time);
      }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* The minutes between two runs of every hour, 0 if they are uneven. */
static guint
find_pace (guint64 minutes)
{
  for (guint pace = 1; pace <= 60; pace++)
    {
      guint64 even = 0;

      for (guint minute = 0; minute < 60; minute += pace)
        even |= G_GUINT64_CONSTANT (1) << minute;
      if (60 % pace == 0 && even == minutes)
        return pace;
    }
  return 0;
}

/* "Mon–Fri", or "" for all days. */
static char *
describe_weekdays (guint64 weekdays)
{
  ExmWeek week = { 0 };
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint day = 0; day < 7; day++)
    if ((weekdays >> (day + 1) % 7 & 1) != 0)
      {
        ExmWindow window = { .first_day = day, .last_day = day, .end = EXM_DAY_MINUTES };

        exm_week_add (&week, &window);
      }
  exm_week_settle (&week);
  g_autoptr (GArray) windows = exm_week_get_windows (&week);
  for (guint i = 0; i < windows->len; i++)
    {
      g_autofree char *days = describe_days (&g_array_index (windows, ExmWindow, i));

      g_string_append_printf (text, "%s%s", i > 0 ? _ (", ") : "", days);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
describe_cron (const ExmCron *cron)
{
  g_autofree char *expression = exm_cron_to_string (cron);
  g_autofree char *times = describe_times (cron);
  g_autofree char *days = describe_weekdays (cron->weekdays);
  g_autofree char *pace = NULL;
  guint minutes = find_pace (cron->minutes);

  if (cron->hours == ALL_HOURS && minutes > 0)
    pace = describe_interval (minutes);
  if (cron->days != ALL_DAYS || cron->months != ALL_MONTHS
      || (times == NULL && pace == NULL))
    /* translators: a cron expression */
    return g_strdup_printf (_ ("At the times of “%s”"), expression);
  if (pace != NULL && *days == '\0')
    return g_steal_pointer (&pace);
  if (pace != NULL)
    /* translators: "Every 10 minutes" and days of the week: "Mon–Fri" */
    return g_strdup_printf (_ ("%s, %s"), pace, days);
  if (*days == '\0')
    /* translators: a list of times of the day */
    return g_strdup_printf (_ ("Every day at %s"), times);
  /* translators: days of the week and a list of times of the day */
  return g_strdup_printf (_ ("%s at %s"), days, times);
}

static char *
describe_rule (const ExmSchedule *self)
{
  if (self->rule == EXM_RULE_INTERVAL)
    return describe_interval (self->minutes);
  if (self->rule == EXM_RULE_CRON)
    return describe_cron (&self->cron);
  if (self->rule == EXM_RULE_MANUAL)
    return g_strdup (_ ("Only when started by hand"));
  g_autofree char *time = describe_times (&self->cron);
  if (self->n_days == 1)
    return g_strdup_printf (_ ("Every day at %s"), time);
  /* translators: a number of days and a time of the day */
  return g_strdup_printf (
      ngettext ("Every %u day at %s", "Every %u days at %s", self->n_days), self->n_days,
      time);
}

/* "Mon–Fri 7:00–23:00, Sat", or "" for always. */
static char *
describe_windows (const ExmWeek *week)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GArray) windows = exm_week_get_windows (week);

  for (guint i = 0; i < windows->len; i++)
    {
      g_autofree char *window = describe_window (&g_array_index (windows, ExmWindow, i));

      g_string_append_printf (text, "%s%s", i > 0 ? _ (", ") : "", window);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
exm_schedule_describe (const ExmSchedule *self)
{
  g_autofree char *rule = describe_rule (self);
  g_autofree char *windows = describe_windows (&self->week);
  g_autoptr (GString) text = g_string_new (NULL);

  if (*windows == '\0')
    g_string_append (text, rule);
  else
    /* translators: "Every 30 minutes" and when: "Mon–Fri 7:00–23:00" */
    g_string_append_printf (text, _ ("%s, %s"), rule, windows);
  if (self->zone_name != NULL)
    /* translators: the name of a time zone, like Asia/Shanghai, behind a schedule */
    g_string_append_printf (text, _ (" (time of %s)"), self->zone_name);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
