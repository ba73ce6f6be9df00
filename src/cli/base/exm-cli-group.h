/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Commands that have commands of their own, such as `task`. */

#pragma once

#include "cli/base/exm-cli.h"

G_BEGIN_DECLS

/**
 * ExmCliGroup:
 * @summary: what its commands are about, not yet translated
 * @commands: (array length=n_commands): they
 */
typedef struct
{
  const char *summary;           /* (unowned) */
  const ExmCliCommand *commands; /* (unowned) */
  gsize n_commands;
} ExmCliGroup;

/**
 * exm_cli_group_run:
 * @argv: argv[0] is the group's name, argv[1] the command's
 *
 * Runs the command, or tells which there are.
 */
ExmExit exm_cli_group_run (const ExmCliGroup *self, int argc, char **argv);

G_END_DECLS
