/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "task/exm-schedule-private.h"
#include "task/exm-zone.h"

#define SECOND_USEC ((gint64) G_USEC_PER_SEC)
#define HOUR_USEC (60 * 60 * SECOND_USEC)
#define DAY_S (24 * 60 * 60)
#define MAX_DAYS (5 * 366)
#define NEVER G_MAXINT64

/* GDate counts days from the year 1, and this is 1970-01-01. */
#define EPOCH_JULIAN 719163

/* The year 9000, until which nothing below can overflow. */
#define LAST_USEC (G_GINT64_CONSTANT (221845392000) * SECOND_USEC)

static gint64
floor_divide (gint64 value, gint64 by)
{
  return value / by - (value % by < 0 ? 1 : 0);
}

/* The first time at or after @usec that the windows allow. Goes from change to change of
 * the offset, between which local time runs evenly. */
static gint64
find_open (const ExmWeek *week, GTimeZone *zone, gint64 usec)
{
  gint64 unix_s = floor_divide (usec, SECOND_USEC);

  if (exm_week_has (week,
                    exm_week_of_local (unix_s + exm_zone_get_offset (zone, unix_s))))
    return usec;
  for (gint64 end = unix_s + (gint64) MAX_DAYS * DAY_S; unix_s < end;)
    {
      gint64 offset = exm_zone_get_offset (zone, unix_s);
      gint64 local_minute = floor_divide (unix_s + offset, 60);
      gint64 open;

      if (exm_week_has (week, exm_week_of_local (unix_s + offset)))
        return unix_s * SECOND_USEC;
      do
        local_minute++;
      while (!exm_week_has (week, exm_week_of_local (local_minute * 60)));
      open = local_minute * 60 - offset;
      unix_s = exm_zone_find_change (zone, unix_s, open);
      if (unix_s > open)
        return open * SECOND_USEC;
    }
  return NEVER;
}

static gboolean
matches_day (const ExmCron *cron, gint64 day)
{
  GDate date;

  g_date_clear (&date, 1);
  g_date_set_julian (&date, (guint32) (day + EPOCH_JULIAN));
  return exm_cron_matches_day (cron, g_date_get_day (&date), g_date_get_month (&date),
                               (guint) g_date_get_weekday (&date) % 7);
}

/* The first time of @day, after local @from_s, that is after @after_usec. */
static gint64
find_slot_of_day (const ExmSchedule *self,
                  GTimeZone *zone,
                  gint64 day,
                  gint64 from_s,
                  gint64 after_usec)
{
  for (guint minute = 0; minute < EXM_DAY_MINUTES; minute++)
    {
      gint64 local_s = day * DAY_S + minute * 60;

      if ((self->cron.hours >> (minute / 60) & 1) == 0)
        {
          minute += 59 - minute % 60;
          continue;
        }
      if ((self->cron.minutes >> (minute % 60) & 1) == 0 || local_s <= from_s
          || !exm_week_has (&self->week, exm_week_of_local (local_s)))
        continue;
      gint64 usec = exm_zone_to_unix (zone, local_s) * SECOND_USEC;
      if (usec > after_usec)
        return usec;
    }
  return NEVER;
}

/* The first time after @after_usec of those after local @from_s. */
static gint64
find_slot_from (const ExmSchedule *self,
                GTimeZone *zone,
                gint64 from_s,
                gint64 after_usec)
{
  gint64 first_day = floor_divide (from_s, DAY_S);

  for (gint64 day = first_day; day < first_day + MAX_DAYS; day++)
    {
      gint64 slot = matches_day (&self->cron, day)
                        ? find_slot_of_day (self, zone, day, from_s, after_usec)
                        : NEVER;

      if (slot != NEVER)
        return slot;
    }
  return NEVER;
}

/* Local times grow with time but where the clock is set back, and of those only the first
 * is taken: none at or before the local time of @after_usec can still come. */
static gint64
find_slot (const ExmSchedule *self, GTimeZone *zone, gint64 after_usec)
{
  gint64 unix_s = floor_divide (after_usec, SECOND_USEC);

  return find_slot_from (self, zone, unix_s + exm_zone_get_offset (zone, unix_s),
                         after_usec);
}

/* The time of "at" n days after the one that @last_usec served. */
static gint64
find_day_after (const ExmSchedule *self, GTimeZone *zone, gint64 last_usec)
{
  gint64 unix_s = floor_divide (last_usec, SECOND_USEC);
  gint64 day = floor_divide (unix_s + exm_zone_get_offset (zone, unix_s), DAY_S);
  gint64 at_s = g_bit_nth_lsf ((gulong) self->cron.hours, -1) * 3600
                + g_bit_nth_lsf ((gulong) self->cron.minutes, -1) * 60;

  if (exm_zone_to_unix (zone, day * DAY_S + at_s) > unix_s)
    day--;
  return find_slot_from (self, zone, (day + self->n_days) * DAY_S - 1, last_usec);
}

/* The clock was set back: @last_usec is after @now_usec. Times that come a second time
 * within the hour were served; after a greater jump the old clock is not believed. */
static gint64
find_slot_again (const ExmSchedule *self,
                 GTimeZone *zone,
                 gint64 last_usec,
                 gint64 now_usec)
{
  gboolean is_small = last_usec - now_usec < HOUR_USEC;

  if (self->rule == EXM_RULE_DAYS_AT)
    return find_day_after (self, zone, is_small ? last_usec : now_usec);
  gint64 slot = find_slot (self, zone, now_usec - 1);
  if (!is_small || slot > last_usec)
    return slot;
  gint64 second = find_slot (self, zone, slot);
  return last_usec < second ? second : slot;
}

static gint64
get_next_slot (const ExmSchedule *self,
               GTimeZone *zone,
               gint64 last_usec,
               gint64 now_usec)
{
  gint64 slot;

  if (last_usec == 0)
    return find_slot (self, zone, now_usec - 1);
  if (last_usec > now_usec)
    return find_slot_again (self, zone, last_usec, now_usec);
  slot = self->rule == EXM_RULE_DAYS_AT ? find_day_after (self, zone, last_usec)
                                        : find_slot (self, zone, last_usec);
  if (slot == NEVER || slot >= now_usec)
    return slot;
  return find_open (&self->week, zone, now_usec);
}

static gint64
get_next_of_interval (const ExmSchedule *self,
                      GTimeZone *zone,
                      gint64 last_usec,
                      gint64 now_usec)
{
  gint64 interval_usec = (gint64) self->minutes * 60 * SECOND_USEC;
  gint64 due = last_usec == 0 ? now_usec : MIN (last_usec, now_usec) + interval_usec;

  return find_open (&self->week, zone, MAX (due, now_usec));
}

gint64
exm_schedule_get_next (const ExmSchedule *self, gint64 last_usec, gint64 now_usec)
{
  g_autoptr (GTimeZone) local = NULL;
  GTimeZone *zone = self->zone;

  if (self->rule == EXM_RULE_MANUAL || now_usec > LAST_USEC)
    return NEVER;
  if (zone == NULL)
    zone = local = g_time_zone_new_local ();
  last_usec = MAX (last_usec, 0);
  now_usec = MAX (now_usec, 0);
  return self->rule == EXM_RULE_INTERVAL
             ? get_next_of_interval (self, zone, last_usec, now_usec)
             : get_next_slot (self, zone, last_usec, now_usec);
}
