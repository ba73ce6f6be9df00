/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The commands about the data folder itself. */

#pragma once

#include "cli/base/exm-cli-data.h"
#include "cli/base/exm-cli-json.h"
#include "store/exm-store-check.h"
#include "store/salvage/exm-store-salvage.h"

G_BEGIN_DECLS

ExmExit exm_cli_store_check (int argc, char **argv);
ExmExit exm_cli_store_repair (int argc, char **argv);
ExmExit exm_cli_store_backup (int argc, char **argv);
ExmExit exm_cli_store_restore (int argc, char **argv);
ExmExit exm_cli_store_compact (int argc, char **argv);

/**
 * exm_cli_store_parse:
 * @entries: options of the command, beside --data
 * @arguments: (nullable): of the command, for its usage; %NULL if it takes none, else it
 *   takes one at the most
 * @summary: translated
 * @folder: (out) (transfer full): the data folder, which is there
 *
 * Returns: whether to go on; else @exit_code is set
 */
gboolean exm_cli_store_parse (const GOptionEntry *entries,
                              const char *arguments,
                              const char *summary,
                              int *argc,
                              char ***argv,
                              char **folder,
                              ExmExit *exit_code);

/**
 * ExmCliStoreReport:
 * @text: (owned): for people
 * @json: for programs; @as_json: which of the two is printed
 * @damaged: something is, or was lost
 * @failed: it is not known, or could not be mended
 */
typedef struct
{
  GString *text;
  ExmCliJson json;
  gboolean as_json;
  gboolean damaged;
  gboolean failed;
} ExmCliStoreReport;

void exm_cli_store_report_init (ExmCliStoreReport *self, gboolean as_json);

/* Prints it; returns what to end with. */
ExmExit exm_cli_store_report_end (ExmCliStoreReport *self);

/* Reports the rows read and lost of each table. */
void exm_cli_store_report_tables (ExmCliStoreReport *self, const ExmSalvage *salvage);

/* Articles, definitions and pages that are not what was stored. */
void exm_cli_store_report_found (ExmCliStoreReport *self,
                                 const char *name,
                                 const GPtrArray *found);

/* Checks the texts of all articles; what is wrong goes into the report. */
void exm_cli_store_check_texts (ExmCliStoreReport *self, const char *folder);

G_END_DECLS
