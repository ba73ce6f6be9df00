/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/destinations/exm-cli-destinations.h"

#include "cli/base/exm-cli-data.h"
#include "cli/base/exm-cli-destination.h"
#include "cli/base/exm-cli-group.h"
#include "publish/messages/exm-message-sender.h"
#include "publish/report/exm-report.h"

#include <string.h>

static const ExmCliCommand commands[] = {
  { "add", N_ ("Give a task an output"), exm_cli_destinations_add },
  { "test", N_ ("Send a marked sample and show the answer"), exm_cli_destinations_test },
  { "list", N_ ("Show outputs and what waits for them"), exm_cli_destinations_list },
  { "template", N_ ("Write the template of reports, to be changed"),
    exm_cli_destinations_template },
  { "retry", N_ ("Try again what failed"), exm_cli_destinations_retry },
  { "keep", N_ ("Move the secret of a connection into the keyring or the file"),
    exm_cli_destinations_keep },
  { "forget", N_ ("Remove a connection and its secret"), exm_cli_destinations_forget },
};

ExmExit
exm_cli_output (int argc, char **argv)
{
  const ExmCliGroup group = {
    .summary = N_ ("Outputs of tasks: folders, feeds, databases and messages."),
    .commands = commands,
    .n_commands = G_N_ELEMENTS (commands),
  };

  return exm_cli_group_run (&group, argc, argv);
}

static ExmExit
test (const char *folder, const ExmMessageKind *kind, const char *name)
{
  g_auto (ExmConnection) connection = { 0 };
  g_auto (ExmSent) sent = { 0 };
  g_autoptr (GError) error = NULL;
  gboolean good = exm_message_kind_load (kind, folder, name, &connection, &error)
                  && exm_connection_open (&connection, NULL, &error)
                  && exm_message_send_test (kind, &connection, g_get_real_time (), NULL,
                                            &sent, &error);

  if (sent.status != 0)
    {
      g_autofree char *line
          /* translators: a number, and what a service said */
          = g_strdup_printf (_ ("Answer %u: %s\n"), sent.status,
                             sent.answer != NULL ? sent.answer : "");
      exm_cli_print (line);
    }
  else if (sent.answer != NULL)
    {
      g_autofree char *line = g_strconcat (sent.answer, "\n", NULL);
      exm_cli_print (line);
    }
  return exm_cli_complain_unless (good, &error) ? EXM_EXIT_OK : EXM_EXIT_FAILED;
}

ExmExit
exm_cli_destinations_test (int argc, char **argv)
{
  g_autofree char *data = NULL;
  const char *name = NULL;
  ExmExit exit_code;
  const GOptionEntry entries[] = {
    EXM_CLI_DATA_ENTRY (&data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context
      = g_option_context_new (_ ("KIND:NAME|sqlite:FILE|report:FILE"));

  g_option_context_set_summary (
      context,
      _ ("Sends a sample article, marked as a test, to a connection, or writes it to a\n"
         "database and takes it back."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc != 2)
    return exm_cli_refuse (_ ("One connection is needed, as webhook:NAME"));
  const ExmMessageKind *kind = exm_destination_parse_message (argv[1], &name);
  if (kind == NULL)
    return exm_cli_destination_refuse (argv[1]);
  g_autofree char *folder = exm_cli_data_get_usable_folder (data);
  g_autofree char *file = kind->is_file ? g_canonicalize_filename (name, NULL) : NULL;
  return folder != NULL ? test (folder, kind, file != NULL ? file : name)
                        : EXM_EXIT_FAILED;
}

ExmExit
exm_cli_destinations_template (int argc, char **argv)
{
  ExmExit exit_code;
  g_autoptr (GError) error = NULL;
  const GOptionEntry entries[] = { G_OPTION_ENTRY_NULL };
  GOptionContext *context = g_option_context_new (_ ("FILE"));

  g_option_context_set_summary (
      context, _ ("Writes the template of daily reports, a document of Word (.docx), to "
                  "be changed.\n"
                  "The file template.docx in a folder of reports is used for those."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc != 2)
    return exm_cli_refuse (_ ("One file is needed"));
  return exm_cli_complain_unless (exm_report_write_template (argv[1], &error), &error)
             ? EXM_EXIT_OK
             : EXM_EXIT_FAILED;
}
