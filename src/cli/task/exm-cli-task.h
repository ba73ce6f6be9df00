/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The commands of `task`, and what several of them do with a task. */

#pragma once

#include "cli/base/exm-cli-json.h"
#include "cli/base/exm-cli.h"
#include "fetch/exm-renderer.h"
#include "jobs/exm-task-robots.h"
#include "setup/exm-proposal.h"
#include "store/exm-store-reader.h"

G_BEGIN_DECLS

/* Behind the name of a task file: the pages of its articles. */
#define EXM_CLI_TASK_PAGES ".warc.gz"

ExmExit exm_cli_task_add (int argc, char **argv);
ExmExit exm_cli_task_add_many (int argc, char **argv);
ExmExit exm_cli_task_list (int argc, char **argv);
ExmExit exm_cli_task_show (int argc, char **argv);
ExmExit exm_cli_task_edit (int argc, char **argv);
ExmExit exm_cli_task_export (int argc, char **argv);
ExmExit exm_cli_task_import (int argc, char **argv);
ExmExit exm_cli_task_test (int argc, char **argv);
ExmExit exm_cli_task_lines (int argc, char **argv);
ExmExit exm_cli_task_learned (int argc, char **argv);
ExmExit exm_cli_task_rule (int argc, char **argv);
ExmExit exm_cli_task_exclude (int argc, char **argv);
ExmExit exm_cli_task_heal (int argc, char **argv);
ExmExit exm_cli_task_run (int argc, char **argv);
ExmExit exm_cli_task_stop (int argc, char **argv);
ExmExit exm_cli_task_older (int argc, char **argv);
ExmExit exm_cli_task_pause (int argc, char **argv);
ExmExit exm_cli_task_resume (int argc, char **argv);
ExmExit exm_cli_task_retry (int argc, char **argv);
ExmExit exm_cli_task_ignore (int argc, char **argv);
ExmExit exm_cli_task_delete (int argc, char **argv);
ExmExit exm_cli_task_restore (int argc, char **argv);
ExmExit exm_cli_task_empty_trash (int argc, char **argv);

/* Returns: (nullable): what ails a task, in a word or a few for a table; %NULL of what a
 * person wants to hear no more */
const char *exm_cli_task_describe_problem (const ExmProblem *problem);

/* Writes the members of an object that is open. */
void exm_cli_task_append_json (ExmCliJson *json, const ExmTaskInfo *info);

/**
 * exm_cli_task_show_order:
 * @limit: pages that are looked at, those that came first
 *
 * Prints the order effect of the task's method over its stored pages.
 *
 * Returns: whether that went well; if not, it was complained about
 */
gboolean exm_cli_task_show_order (ExmStoreReader *reader,
                                  const char *uid,
                                  guint limit,
                                  gboolean as_json);

/**
 * exm_cli_task_check:
 * @task: a task
 * @error: naming the field, pattern or template that is wrong, and how
 *
 * All that exm_task_check() asks for, and what it leaves to others: patterns, method,
 * name templates.
 *
 * Returns: whether the task could run
 */
gboolean exm_cli_task_check (const ExmTask *task, GError **error);

/**
 * exm_cli_task_store:
 * @proposal: (inout): its fields become the task's
 * @own: bits of what it has of its own, and not of its group; see
 *   exm-group-defaults.h
 * @error: as for exm_cli_task_check(), and of the store
 *
 * Stores the page of the example and the task, and plans its next run.
 *
 * Returns: (transfer full) (nullable): the task; %NULL without an error where the plan
 * was complained about
 */
ExmTask *
exm_cli_task_store (ExmStore *store, ExmProposal *proposal, guint own, GError **error);

/**
 * exm_cli_task_check_pages:
 * @task: with one example
 * @example: the example's page
 * @targets: (element-type utf8): addresses of articles
 * @n_targets: how many of them are fetched, the first ones
 * @robots: (transfer full): what was asked already
 * @renderer: (nullable): for a task whose pages are rendered
 *
 * Prints what a run would say of them: good, to review or failed. Nothing is stored.
 *
 * Returns: %FALSE if standard output cannot be written
 */
gboolean exm_cli_task_check_pages (const ExmTask *task,
                                   GBytes *example,
                                   const GPtrArray *targets,
                                   guint n_targets,
                                   ExmTaskRobots *robots,
                                   ExmRenderer *renderer);

/**
 * exm_cli_task_read_file:
 * @path: a task file
 * @imported: see exm_task_file_read()
 * @error: names the file
 *
 * Reads a task file, and warns on standard error about keys that are kept but not
 * understood.
 *
 * Returns: (transfer full): the task, not checked
 */
ExmTask *exm_cli_task_read_file (const char *path, gboolean imported, GError **error);

/**
 * exm_cli_task_bring:
 * @path: a task file
 * @error: names the file
 *
 * Adds the task, paused and with its outputs off, unless it is there already; then it
 * stays as it is.
 *
 * Returns: (transfer full) (nullable): its identity
 */
char *exm_cli_task_bring (ExmStore *store, const char *path, GError **error);

/**
 * exm_cli_task_adopt_examples:
 * @store: gets the bytes of examples that stand in files
 * @task: as it was read from @path
 * @path: the task file
 * @error: names the example and what is wrong with it
 *
 * Files of examples lie beside the task file; symbolic links are not followed. Where an
 * example names no file, the store must have its page already. Nothing is fetched.
 *
 * Returns: (transfer full): the task with its examples by hash
 */
ExmTask *exm_cli_task_adopt_examples (ExmStore *store,
                                      const ExmTask *task,
                                      const char *path,
                                      GError **error);

G_END_DECLS
