/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A process with a worker that is there to be killed. */

#pragma once

#include "task/exm-task.h"

/* The same everywhere, so that folders can be compared. */
#define KILL_TASK_UID "0123456789abcdef0123456789abcdef"

/* Environment: set if writes to the store that were not synced die with the process. */
#define KILL_POWER "EXM_KILL_POWER"

/* Task that the child collects. */
typedef struct
{
  const char *name;    /* (unowned) */
  const char *list;    /* (unowned): path of its first list */
  const char *example; /* (unowned): path */
  const char *base;    /* (unowned): of the site */
  ExmFirstRun first_run;
  guint max_fetches;  /* one at a time waits for nothing */
  const char *method; /* (unowned): one that counts lines makes two passes */
} KillSection;

/**
 * kill_child_run:
 * @argv: program, "--child", data folder, output folder, and the members of KillSection
 *
 * Makes the task if there is none, runs it once, and writes a byte an event to standard
 * output.
 *
 * Returns: exit status
 */
int kill_child_run (char *argv[]);
