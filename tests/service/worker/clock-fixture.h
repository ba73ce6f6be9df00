/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A worker whose clock stands still until a test moves it: days pass in no time. */

#pragma once

#include "worker-fixture.h"

typedef struct _ClockFixture ClockFixture;
struct _ClockFixture
{
  WorkerBench bench;
  GMutex lock;
  gint64 now_usec;                                                 /* lock */
  guint n_started;                                                 /* runs */
  ExmWorker *worker;                                               /* (owned) */
  void (*on_event) (ClockFixture *f, const ExmWorkerEvent *event); /* (nullable) */
  gconstpointer data; /* (unowned): the test's */
};

/* For g_test_add(); @data becomes the fixture's. */
void clock_fixture_set_up (ClockFixture *f, gconstpointer data);

/* Stops the worker; it had no problem. */
void clock_fixture_tear_down (ClockFixture *f, gconstpointer data);

/* Returns: Unix time in microseconds of a time in ISO 8601 */
gint64 clock_fixture_parse_time (const char *text);

/* Returns: (transfer full): the uid of a task that has never run at @now_usec */
char *clock_fixture_add_task (ClockFixture *f, const char *schedule, gint64 now_usec);

/* Starts the worker at that time. */
void clock_fixture_start (ClockFixture *f, gint64 now_usec);

/* Sets the clock, and wakes the worker as the system does. */
void clock_fixture_jump (ClockFixture *f, gint64 now_usec);

/* Waits until the worker has done what it can do at once. */
void clock_fixture_settle (ClockFixture *f);

/* Sets the clock, and waits until all that is due then is done. */
void clock_fixture_set_time (ClockFixture *f, gint64 now_usec);

/* Returns: (transfer full): when the task ran, the first time first, in UTC */
char *clock_fixture_list_runs (ClockFixture *f, const char *uid);
