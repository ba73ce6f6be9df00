/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The commands of `output`. */

#pragma once

#include "cli/base/exm-cli.h"

G_BEGIN_DECLS

ExmExit exm_cli_destinations_add (int argc, char **argv);
ExmExit exm_cli_destinations_test (int argc, char **argv);
ExmExit exm_cli_destinations_template (int argc, char **argv);
ExmExit exm_cli_destinations_list (int argc, char **argv);
ExmExit exm_cli_destinations_retry (int argc, char **argv);
ExmExit exm_cli_destinations_keep (int argc, char **argv);
ExmExit exm_cli_destinations_forget (int argc, char **argv);

G_END_DECLS
