/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The data folder that commands work on: how it is named, opened for reading or writing,
 * and how tasks in it are called. Errors are complained about here. */

#pragma once

#include "cli/base/exm-cli.h"
#include "store/exm-store-reader.h"

#include <glib/gi18n.h>

G_BEGIN_DECLS

/* The option that all these commands have; @place is a char **. */
#define EXM_CLI_DATA_ENTRY(place)                                                        \
  {                                                                                      \
    "data", 'D', 0, G_OPTION_ARG_FILENAME, place,                                        \
        N_ ("Data folder (EXEMPLAR_DATA, else exemplar in the folder for user data)"),   \
        N_ ("FOLDER")                                                                    \
  }

/**
 * exm_cli_data_describe_state:
 * @state: (nullable): of an article or a run, as the store names it
 *
 * Returns: the word for it in a table, translated; JSON keeps the name
 */
const char *exm_cli_data_describe_state (const char *state);

/**
 * exm_cli_data_get_folder:
 * @given: (nullable): as --data names it
 *
 * Returns: (transfer full): the folder, absolute: @given, else $EXEMPLAR_DATA, else
 *   "exemplar" in $XDG_DATA_HOME
 */
char *exm_cli_data_get_folder (const char *given);

/**
 * exm_cli_data_get_usable_folder:
 * @given: (nullable): as --data names it
 *
 * Checks the data folder. An obstacle is named here, since a reader would only see an
 * empty store.
 *
 * Returns: (transfer full) (nullable): the folder, which need not be there; %NULL after a
 *   complaint
 */
char *exm_cli_data_get_usable_folder (const char *given);

/**
 * exm_cli_data_wake:
 * @given: (nullable): as --data names it
 *
 * Tells the process that collects from the folder, if there is one, that tasks were
 * changed. Blocks for at most %EXM_CONTROL_TIMEOUT_MS.
 */
void exm_cli_data_wake (const char *given);

/**
 * exm_cli_data_open:
 * @given: (nullable): as --data names it
 *
 * For writing; made if it is not there. What the operator has to know of it is told on
 * standard error.
 *
 * Returns: (transfer full) (nullable): the store, %NULL after a complaint
 */
ExmStore *exm_cli_data_open (const char *given);

/**
 * exm_cli_data_open_reader:
 * @given: (nullable): as --data names it
 *
 * Returns: (transfer full) (nullable): a reader, %NULL after a complaint
 */
ExmStoreReader *exm_cli_data_open_reader (const char *given);

/**
 * exm_cli_data_read:
 * @query: what to read
 *
 * Reads from the store. Lists and numbers are empty, with a note, while there is no
 * store.
 *
 * Returns: (transfer full) (nullable): what the kind of query says, %NULL after a
 *   complaint
 */
gpointer exm_cli_data_read (ExmStoreReader *reader, const ExmStoreQuery *query);

/* @by_name: by its name or its whole identity; else by at least 4 digits that this begins
 * with. Returns: whether the task is called so */
gboolean exm_cli_data_is_called (const char *uid,
                                 const char *name,
                                 const char *called,
                                 gboolean by_name);

/**
 * exm_cli_data_pick_task:
 * @infos: (element-type ExmTaskInfo): the tasks there are
 * @called: an identity, a name that only one task has, or the beginning of an identity,
 *   at least 4 digits
 *
 * Returns: (transfer none) (nullable): the task, %NULL after a complaint that lists those
 *   that could be meant
 */
const ExmTaskInfo *exm_cli_data_pick_task (GPtrArray *infos, const char *called);

/**
 * exm_cli_data_find_task:
 * @store: where to look
 * @called: see exm_cli_data_pick_task()
 *
 * Returns: (transfer full) (nullable): the task's identity, %NULL after a complaint
 */
char *exm_cli_data_find_task (ExmStore *store, const char *called);

/**
 * exm_cli_data_find_task_to_read:
 * @reader: where to look
 * @called: see exm_cli_data_pick_task()
 *
 * Returns: (transfer full) (nullable): the task's identity, %NULL after a complaint
 */
char *exm_cli_data_find_task_to_read (ExmStoreReader *reader, const char *called);

/**
 * exm_cli_data_plan:
 * @task: stored, new or changed
 * @last_usec: when it last ran, 0 for never
 *
 * Says when it is due next, paused or not.
 *
 * Returns: whether it was stored; if not, that was complained about
 */
gboolean exm_cli_data_plan (ExmStore *store, const ExmTask *task, gint64 last_usec);

/**
 * exm_cli_format_time:
 * @usec: Unix time in microseconds
 * @machine: for programs: ISO 8601 in UTC; else in this computer's zone, to the minute
 *
 * Returns: (transfer full) (nullable): %NULL for 0
 */
char *exm_cli_format_time (gint64 usec, gboolean machine);

G_END_DECLS
