/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The worker run from a command line: what it tells goes to standard error, signals end
 * it. */

#pragma once

#include "cli/base/exm-cli.h"

G_BEGIN_DECLS

/**
 * ExmCliWork:
 * @folder: data folder
 * @uids: (nullable): tasks that are run now, whatever their schedule says
 * @once: end when nothing is left to do for now
 * @log: where standard error is no terminal, tell of everything, a line each; else of
 *   what went wrong alone
 */
typedef struct
{
  const char *folder;      /* (unowned) */
  const char *const *uids; /* (unowned) (nullable) */
  gboolean once;
  gboolean log;
} ExmCliWork;

/**
 * exm_cli_work:
 *
 * Works until there is nothing left to do, if it is to, or until SIGINT or SIGTERM; what
 * is under way then is given back, to be done the next time. Where another process
 * collects already, that is an error, but for tasks that are to run: it is asked to run
 * them.
 *
 * Returns: %EXM_EXIT_FAILED, after a complaint, if it could not start or one of @uids did
 *   not run to its end
 */
ExmExit exm_cli_work (const ExmCliWork *work);

G_END_DECLS
