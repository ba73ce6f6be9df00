/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* When a task runs: an interval, a cron expression, both within windows of the week, in a
 * time zone with its daylight saving. Immutable, reference counted, any thread. */

#pragma once

#include "task/exm-schedule-error.h"

#include <glib-object.h>

G_BEGIN_DECLS

typedef struct _ExmSchedule ExmSchedule;

#define EXM_TYPE_SCHEDULE (exm_schedule_get_type ())
GType exm_schedule_get_type (void);

/**
 * exm_schedule_parse:
 * @text: "every 30 min", "every 2 h", "every 1 d at 07:30", "cron 0,30 7-22 * * 1-5", or
 *   "manual"; then optionally " in mon-fri 07:00-23:00, sat 09:00-12:00" and
 *   " zone Asia/Shanghai"
 * @error: (out): %EXM_SCHEDULE_ERROR, saying which word is wrong
 *
 * Units are min, h, d and w; without "at" they are lengths of time, 24 hours a day; with
 * "at" they are days of the calendar. "every hour" is "every 1 h". After "cron" come five
 * fields or @hourly, @daily … (exm-cron.h). A window is days ("mon", "fri-mon"), times,
 * or both; it ends before its last minute, and reaches over midnight if it ends before it
 * begins. "24:00" ends a day. Without a zone, times are those of the computer. Case does
 * not matter but in the zone's name, which is one of the tz database.
 *
 * Returns: (transfer full): the schedule, or %NULL
 */
ExmSchedule *exm_schedule_parse (const char *text, GError **error);

ExmSchedule *exm_schedule_ref (ExmSchedule *self);
void exm_schedule_unref (ExmSchedule *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmSchedule, exm_schedule_unref)

/**
 * exm_schedule_equal:
 *
 * Returns: whether both allow the same times
 */
gboolean exm_schedule_equal (const ExmSchedule *a, const ExmSchedule *b);

/**
 * exm_schedule_is_manual:
 *
 * Returns: whether it never comes by itself
 */
gboolean exm_schedule_is_manual (const ExmSchedule *self);

/**
 * exm_schedule_to_string:
 *
 * Returns: (transfer full): text in the one form that equal schedules share; parses back
 */
char *exm_schedule_to_string (const ExmSchedule *self);

/**
 * exm_schedule_describe:
 *
 * Returns: (transfer full): words for the operator, translated: "Every 30 minutes,
 *   7:00–23:00"
 */
char *exm_schedule_describe (const ExmSchedule *self);

/**
 * exm_schedule_get_next:
 * @last_usec: when the task last started, in Unix time, microseconds; 0 if never
 * @now_usec: the time it is
 *
 * The next start: the first time at or after @now_usec that the schedule allows and that
 * is due after @last_usec. A time that was missed (asleep, switched off) is due at once,
 * or when a window opens, but only once. Local times that daylight saving skips are moved
 * to the end of the gap; those that occur twice are taken once, the first time. Whether a
 * time of "cron" or "at" is in a window is asked of the local time that was written.
 *
 * If @last_usec lies in the future, the clock was set back. An interval then counts from
 * @now_usec, so that nothing starves; keep the answer, as asking again later gives a
 * later one. A time of "cron" or "at" that @last_usec served does not come again if the
 * clock went back by less than an hour.
 *
 * O(days looked at), at most 5 years.
 *
 * Returns: Unix time in microseconds, G_MAXINT64 if never (manual, or a window that no
 *   time falls into)
 */
gint64 exm_schedule_get_next (const ExmSchedule *self, gint64 last_usec, gint64 now_usec);

G_END_DECLS
