/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The minutes of a week in which something may happen. A value: copied by assignment. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define EXM_DAY_MINUTES (24u * 60u)
#define EXM_WEEK_MINUTES (7u * EXM_DAY_MINUTES)

/**
 * ExmWeek:
 * @limited: whether any minute is left out; if not, @bits mean nothing
 * @bits: a bit a minute, from Monday 00:00
 */
typedef struct
{
  gboolean limited;
  guint8 bits[EXM_WEEK_MINUTES / 8];
} ExmWeek;

/**
 * ExmWindow:
 * @first_day: 0 for Monday
 * @last_day: may be before @first_day: "sat-mon"
 * @every_day: whether it stands for all days; then the days mean nothing
 * @start: minute of the day
 * @end: minute, not included; up to 1440; not after @start if it is on the next day
 */
typedef struct
{
  guint first_day;
  guint last_day;
  gboolean every_day;
  guint start;
  guint end;
} ExmWindow;

/**
 * exm_week_add:
 * @self: (inout): a zeroed week, or one with windows; becomes limited
 */
void exm_week_add (ExmWeek *self, const ExmWindow *window);

/**
 * exm_week_settle:
 * @self: (inout): all windows were added; if nothing is left out it is no longer limited
 */
void exm_week_settle (ExmWeek *self);

/**
 * exm_week_has:
 * @minute: minute of the week, below %EXM_WEEK_MINUTES
 *
 * Returns: whether it is inside
 */
gboolean exm_week_has (const ExmWeek *self, guint minute);

/**
 * exm_week_get_windows:
 *
 * The fewest windows that give the same minutes, in one order: equal weeks give equal
 * windows.
 *
 * Returns: (transfer full) (element-type ExmWindow): empty if not limited
 */
GArray *exm_week_get_windows (const ExmWeek *self);

/**
 * exm_week_of_local:
 * @local_s: local seconds, as in exm-zone.h
 *
 * Returns: minute of the week
 */
guint exm_week_of_local (gint64 local_s);

G_END_DECLS
