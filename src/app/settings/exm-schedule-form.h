/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A schedule in parts that rows can show: how often, on which days, at which hours, in
 * which zone; or, where it does not fall into these, as its text. Pure functions. */

#pragma once

#include "task/exm-schedule.h"

G_BEGIN_DECLS

/* How often: the rows of a list. */
typedef enum
{
  EXM_SCHEDULE_EVERY_10_MIN,
  EXM_SCHEDULE_EVERY_15_MIN,
  EXM_SCHEDULE_EVERY_30_MIN,
  EXM_SCHEDULE_EVERY_HOUR,
  EXM_SCHEDULE_EVERY_2_HOURS,
  EXM_SCHEDULE_EVERY_6_HOURS,
  EXM_SCHEDULE_EVERY_12_HOURS,
  EXM_SCHEDULE_EVERY_DAY,
  EXM_SCHEDULE_MANUAL,
  EXM_SCHEDULE_CUSTOM,
  EXM_N_SCHEDULE_RULES
} ExmScheduleRule;

typedef enum
{
  EXM_SCHEDULE_ALL_DAYS,
  EXM_SCHEDULE_WORKDAYS, /* Monday to Friday */
  EXM_SCHEDULE_WEEKEND,
  EXM_N_SCHEDULE_DAYS
} ExmScheduleDays;

/**
 * ExmScheduleForm:
 * @rule: how often
 * @days: on which days
 * @hours: "07:00-23:00", empty for all
 * @zone: of the tz database, empty for that of the computer
 * @custom: the whole schedule as text, for %EXM_SCHEDULE_CUSTOM
 */
typedef struct
{
  ExmScheduleRule rule;
  ExmScheduleDays days;
  char *hours;  /* (owned) */
  char *zone;   /* (owned) */
  char *custom; /* (owned) */
} ExmScheduleForm;

void exm_schedule_form_clear (ExmScheduleForm *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmScheduleForm, exm_schedule_form_clear)

/* @self: (out caller-allocated): gives an equal schedule back */
void exm_schedule_form_init (ExmScheduleForm *self, const ExmSchedule *schedule);

/* Returns: (transfer full): the schedule; %NULL with %EXM_SCHEDULE_ERROR */
ExmSchedule *exm_schedule_form_parse (const ExmScheduleForm *self, GError **error);

/* Returns: (transfer none): the rule in words, translated */
const char *exm_schedule_form_get_rule_name (ExmScheduleRule rule);

/**
 * exm_schedule_form_list_next:
 * @due_usec: when it is due next; 0 if that is not known
 * @now_usec: the time it is
 * @n_times: of what follows
 *
 * Returns: (transfer full) (element-type gint64): @due_usec and what follows it, or the
 *   next times from @now_usec on; fewer where there are no more
 */
GArray *exm_schedule_form_list_next (const ExmSchedule *schedule,
                                     gint64 due_usec,
                                     gint64 now_usec,
                                     guint n_times);

G_END_DECLS
