/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Exit codes, messages and options of the commands of exemplar-cli. Main thread only. */

#pragma once

#include "cli/base/exm-cli-output.h"

#include <glib.h>

G_BEGIN_DECLS

/**
 * ExmExit:
 * @EXM_EXIT_OK: all well
 * @EXM_EXIT_FAILED: a page, a file, the network or the output failed
 * @EXM_EXIT_USAGE: the arguments cannot be understood
 * @EXM_EXIT_NOTHING: at least one target gave no body
 * @EXM_EXIT_UNLIKE: at least one target does not look like its example
 * @EXM_EXIT_DAMAGE: stored data is damaged, or some of it was lost; of "store" only
 * @EXM_EXIT_OTHER_RUN: what is to be resumed is of another run; of "warc" only
 *
 * Exit status of the program; documented in the man page too.
 */
typedef enum
{
  EXM_EXIT_OK = 0,
  EXM_EXIT_FAILED = 1,
  EXM_EXIT_USAGE = 2,
  EXM_EXIT_NOTHING = 3,
  EXM_EXIT_UNLIKE = 4,
  EXM_EXIT_DAMAGE = 5,
  EXM_EXIT_OTHER_RUN = 6,
} ExmExit;

/**
 * ExmCliCommand:
 * @name: what it is called by
 * @summary: one line about it, not yet translated
 * @run: does it; argv[0] is the command's name
 */
typedef struct
{
  const char *name;    /* (unowned) */
  const char *summary; /* (unowned) */
  ExmExit (*run) (int argc, char **argv);
} ExmCliCommand;

ExmExit exm_cli_extract (int argc, char **argv);
ExmExit exm_cli_curves (int argc, char **argv);
ExmExit exm_cli_batch (int argc, char **argv);
ExmExit exm_cli_compare (int argc, char **argv);
ExmExit exm_cli_train (int argc, char **argv);
ExmExit exm_cli_sample (int argc, char **argv);
ExmExit exm_cli_task (int argc, char **argv);
ExmExit exm_cli_task_groups (int argc, char **argv);
ExmExit exm_cli_worker (int argc, char **argv);
ExmExit exm_cli_articles (int argc, char **argv);
ExmExit exm_cli_output (int argc, char **argv);
ExmExit exm_cli_import (int argc, char **argv);
ExmExit exm_cli_search (int argc, char **argv);
ExmExit exm_cli_serve (int argc, char **argv);
ExmExit exm_cli_status (int argc, char **argv);
ExmExit exm_cli_report (int argc, char **argv);
ExmExit exm_cli_stats (int argc, char **argv);
ExmExit exm_cli_xpath (int argc, char **argv);
ExmExit exm_cli_store (int argc, char **argv);
ExmExit exm_cli_warc (int argc, char **argv);

/**
 * exm_cli_worse:
 * @a: how one part went
 * @b: how another part went
 *
 * Returns: what to end with: a failure before nothing found before a bad fit
 */
ExmExit exm_cli_worse (ExmExit a, ExmExit b);

/**
 * exm_cli_exit_from_error:
 * @error: why a page gave no result
 *
 * Returns: %EXM_EXIT_NOTHING if the page is readable but has no body to give, else
 *   %EXM_EXIT_FAILED
 */
ExmExit exm_cli_exit_from_error (const GError *error);

/**
 * exm_cli_refuse:
 * @format: printf format, then its arguments
 *
 * Wrong usage, on standard error, and where help is.
 *
 * Returns: %EXM_EXIT_USAGE
 */
ExmExit exm_cli_refuse (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* Threads that may be asked for. */
#define EXM_CLI_MAX_THREADS 256

/* GOption does not know "-j4". Returns: (transfer full): the arguments, with "--jobs=4"
 * instead */
char **exm_cli_spell_out_jobs (int argc, char **argv);

/**
 * exm_cli_parse:
 * @context: (transfer full): the command's options, without help of its own
 * @argc: (inout): as for g_option_context_parse()
 * @argv: (inout): as for g_option_context_parse()
 * @exit_code: (out): what to end with if %FALSE is returned, else %EXM_EXIT_OK
 *
 * Parses the options, answers --help, and complains about what is wrong. A context
 * without a description gets that of the exit codes.
 *
 * Returns: whether to go on
 */
gboolean
exm_cli_parse (GOptionContext *context, int *argc, char ***argv, ExmExit *exit_code);

/* Returns: (transfer none): the exit codes as the end of a --help, translated */
const char *exm_cli_describe_exits (void);

G_END_DECLS
