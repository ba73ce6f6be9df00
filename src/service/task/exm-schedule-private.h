/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "task/exm-cron.h"
#include "task/exm-schedule.h"
#include "task/exm-week.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_RULE_MANUAL,
  EXM_RULE_INTERVAL,
  EXM_RULE_DAYS_AT,
  EXM_RULE_CRON,
} ExmRule;

struct _ExmSchedule
{
  gatomicrefcount ref_count;
  ExmRule rule;
  guint minutes; /* of an interval */
  guint n_days;  /* of EXM_RULE_DAYS_AT */
  ExmCron cron;  /* also the one time a day of EXM_RULE_DAYS_AT */
  ExmWeek week;
  char *zone_name; /* (owned) (nullable): NULL for that of the computer */
  GTimeZone *zone; /* (owned) (nullable) */
};

/* Units of intervals, in minutes. */
#define EXM_HOUR_MINUTES 60u

G_END_DECLS
