/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A cron expression, as crontab(5) of Debian's cron tells it: minute, hour, day of the
 * month, month, day of the week. A value: copied by assignment. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ExmCron:
 * @minutes: bit n for minute n
 * @hours: bit n for hour n
 * @days: bit n for day n of the month, from 1
 * @months: bit n for month n, from 1
 * @weekdays: bit n for day n of the week, 0 for Sunday
 * @either: whether a day matches by @days or by @weekdays; else it must by both
 */
typedef struct
{
  guint64 minutes;
  guint64 hours;
  guint64 days;
  guint64 months;
  guint64 weekdays;
  gboolean either;
} ExmCron;

/**
 * exm_cron_parse:
 * @text: five fields with white space between, or one of @hourly, @daily, @midnight,
 *   @weekly, @monthly, @yearly, @annually. Fields take "*", numbers, ranges, lists, steps
 *   after a range or "*" ("a/n" stands for "a-end/n"); months and weekdays their English
 *   names, three letters; Sunday is 0 or 7
 * @self: (out): the expression
 * @error: (out): %EXM_SCHEDULE_ERROR_SYNTAX, naming the field and what is wrong in it
 *
 * The rule of Paul Vixie's cron: if neither of the two fields for days begins with "*", a
 * day matches by either of them, else it has to match by both.
 *
 * Returns: %FALSE with an error
 */
gboolean exm_cron_parse (const char *text, ExmCron *self, GError **error);

/**
 * exm_cron_to_string:
 *
 * Returns: (transfer full): the five fields in the one form that equal expressions share
 */
char *exm_cron_to_string (const ExmCron *self);

/**
 * exm_cron_matches_day:
 * @day: 1 … 31
 * @month: 1 … 12
 * @weekday: 0 for Sunday
 *
 * Returns: whether there are times on that day
 */
gboolean
exm_cron_matches_day (const ExmCron *self, guint day, guint month, guint weekday);

G_END_DECLS
