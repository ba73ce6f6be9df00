/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* When a task runs: an interval, a cron expression, both within windows of the week, in a
 * time zone with its daylight saving. Immutable, reference counted, any thread. */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

typedef struct _ExmSchedule ExmSchedule;

#define EXM_TYPE_SCHEDULE (exm_schedule_get_type ())
GType
exm_schedule_get_type (void);

/**
 * exm_schedule_parse:
 * @text: "every 30 min", "every 2 h", "every 1 d at 07:30", "cron 0,30 7-22 * * 1-5", or
 *   "manual"; then optionally " in mon-fri 07:00-23:00, sat 09:00-12:00" and
 *   " zone Asia/Shanghai"
 * @error: (out): %EXM_SCHEDULE_ERROR, saying which word is wrong
 *
 * Without a zone, times are those of the computer. Windows may reach over midnight.
 *
 * Returns: (transfer full): the schedule, or %NULL
 */
ExmSchedule *
exm_schedule_parse (const char *text, GError **error);

ExmSchedule *
exm_schedule_ref (ExmSchedule *self);
void
exm_schedule_unref (ExmSchedule *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmSchedule, exm_schedule_unref)

/**
 * exm_schedule_to_string:
 *
 * Returns: (transfer full): text in the one form that equal schedules share; parses back
 */
char *
exm_schedule_to_string (const ExmSchedule *self);

/**
 * exm_schedule_describe:
 *
 * Returns: (transfer full): words for the operator, translated: "Every 30 minutes,
 *   7:00–23:00"
 */
char *
exm_schedule_describe (const ExmSchedule *self);

/**
 * exm_schedule_get_next:
 * @last_usec: when the task last started, in Unix time, microseconds; 0 if never
 * @now_usec: the time it is
 *
 * The next start: the first time at or after @now_usec that the schedule allows and that
 * is due after @last_usec. A time that was missed (asleep, switched off) is due at once,
 * but only once. Local times that daylight saving skips are moved to the end of the gap;
 * those that occur twice are taken once. O(days looked at), at most 5 years.
 *
 * Returns: Unix time in microseconds, G_MAXINT64 if never (manual, or a window that no
 *   time falls into)
 */
gint64
exm_schedule_get_next (const ExmSchedule *self, gint64 last_usec, gint64 now_usec);

typedef enum
{
  EXM_SCHEDULE_ERROR_SYNTAX,
  EXM_SCHEDULE_ERROR_ZONE,
} ExmScheduleError;

#define EXM_SCHEDULE_ERROR (exm_schedule_error_quark ())
GQuark
exm_schedule_error_quark (void);

G_END_DECLS
