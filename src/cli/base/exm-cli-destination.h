/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Outputs as they are typed: FORMAT:FOLDER, or KIND:NAME of a connection. */

#pragma once

#include "cli/base/exm-cli.h"
#include "publish/messages/exm-destination.h"

G_BEGIN_DECLS

/* Wrong usage: @text is no output. */
ExmExit exm_cli_destination_refuse (const char *text);

/* Returns: (transfer full): a line a format and a kind, translated, for the help */
char *exm_cli_destination_list_help (void);

/* Returns: (transfer full): where @output leads to, as it is typed */
char *exm_cli_destination_dup_place (const ExmTaskOutput *output);

G_END_DECLS
