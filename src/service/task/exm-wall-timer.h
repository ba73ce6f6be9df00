/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A timer that fires at a time of day and not after a length of time: it is right after
 * suspend, and tells when the clock was set. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ExmWallTimer ExmWallTimer;

/**
 * ExmWallTimerReason:
 * @EXM_WALL_TIMER_REACHED: the time has come; the timer is off now
 * @EXM_WALL_TIMER_CLOCK_CHANGED: the clock was set, or the machine was asleep: what was
 *   planned should be looked at again. The timer is still set
 */
typedef enum
{
  EXM_WALL_TIMER_REACHED,
  EXM_WALL_TIMER_CLOCK_CHANGED,
} ExmWallTimerReason;

/**
 * ExmWallTimerFunc:
 *
 * May set and free the timer.
 */
typedef void (*ExmWallTimerFunc) (ExmWallTimerReason reason, gpointer data);

/**
 * exm_wall_timer_new:
 * @context: (nullable): where @func is called; its thread alone may use the timer
 *
 * Makes a timer. If the system has no descriptor left, it looks at the clock once a
 * minute instead, and does not tell when that was set.
 *
 * Returns: (transfer full): a timer that is off
 */
ExmWallTimer *
exm_wall_timer_new (GMainContext *context, ExmWallTimerFunc func, gpointer data);

void exm_wall_timer_free (ExmWallTimer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmWallTimer, exm_wall_timer_free)

/**
 * exm_wall_timer_set:
 * @time_usec: Unix time in microseconds; %G_MAXINT64 for off. A time in the past fires
 *   as soon as the context runs
 *
 * Replaces the time set before. An off timer tells nothing of the clock.
 */
void exm_wall_timer_set (ExmWallTimer *self, gint64 time_usec);

G_END_DECLS
