/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Outputs as they are typed: FORMAT:FOLDER, or KIND:NAME of a connection. */

#pragma once

#include "cli/base/exm-cli.h"
#include "publish/messages/exm-message.h"
#include "task/exm-task.h"

G_BEGIN_DECLS

/**
 * exm_cli_destination_add:
 * @text: as it was typed
 * @name_template: (nullable): of files, %NULL for the usual one
 * @fields: (inout): gets one more output
 *
 * Returns: (transfer none) (nullable): the output, %NULL if it is none
 */
ExmTaskOutput *exm_cli_destination_add (const char *text,
                                        const char *name_template,
                                        ExmTaskFields *fields);

/* Wrong usage: @text is no output. */
ExmExit exm_cli_destination_refuse (const char *text);

/* Returns: (transfer full): a line a format and a kind, translated, for the help */
char *exm_cli_destination_list_help (void);

/**
 * exm_cli_destination_parse_message:
 * @text: KIND:NAME
 * @name: (out): the name, within @text
 *
 * Returns: (transfer none) (nullable): the kind, %NULL if it is none
 */
const ExmMessageKind *exm_cli_destination_parse_message (const char *text,
                                                         const char **name);

/* Returns: (transfer full): where @output leads to, as it is typed */
char *exm_cli_destination_dup_place (const ExmTaskOutput *output);

G_END_DECLS
