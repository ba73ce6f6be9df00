/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/base/exm-cli-data.h"
#include "cli/exm-cli-work.h"
#include "cli/task/exm-cli-task.h"

ExmExit
exm_cli_worker (int argc, char **argv)
{
  g_autofree char *data = NULL;
  gboolean once = FALSE;
  ExmExit exit_code;
  const GOptionEntry entries[] = {
    { "once", '1', 0, G_OPTION_ARG_NONE, &once, N_ ("Do what is due now, then end"),
      NULL },
    EXM_CLI_DATA_ENTRY (&data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (NULL);

  g_option_context_set_summary (
      context,
      _ ("Collects, extracts and publishes by the schedules of the tasks, until it is\n"
         "interrupted or told to end (SIGINT, SIGTERM): it finishes what it writes and\n"
         "goes on from there the next time. One process collects from a data folder at "
         "a\n"
         "time. What happens is told on standard error."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc > 1)
    return exm_cli_refuse (_ ("“%s” is one argument too many"), argv[1]);
  g_autofree char *folder = exm_cli_data_get_usable_folder (data);
  const ExmCliWork work = { .folder = folder, .once = once, .log = TRUE };
  return folder != NULL ? exm_cli_work (&work) : EXM_EXIT_FAILED;
}

static GPtrArray *
find_tasks (const char *data, char **called)
{
  g_autoptr (ExmStore) store = exm_cli_data_open (data);
  g_autoptr (GPtrArray) uids = g_ptr_array_new_with_free_func (g_free);

  if (store == NULL)
    return NULL;
  for (guint i = 0; called[i] != NULL; i++)
    {
      char *uid = exm_cli_data_find_task (store, called[i]);
      if (uid == NULL)
        return NULL;
      g_ptr_array_add (uids, uid);
    }
  g_ptr_array_add (uids, NULL);
  return g_steal_pointer (&uids);
}

ExmExit
exm_cli_task_run (int argc, char **argv)
{
  g_autofree char *data = NULL;
  ExmExit exit_code;
  const GOptionEntry entries[] = {
    EXM_CLI_DATA_ENTRY (&data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("TASK…"));

  g_option_context_set_summary (
      context, _ ("Runs tasks now, whatever their schedules say, also those that are "
                  "paused, and waits\n"
                  "for the end. What else is due is done as well. Where another process "
                  "collects\n"
                  "already, it is asked to run them."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc < 2)
    return exm_cli_refuse (_ ("A task is missing"));
  g_autofree char *folder = exm_cli_data_get_usable_folder (data);
  g_autoptr (GPtrArray) uids = folder != NULL ? find_tasks (data, argv + 1) : NULL;
  if (uids == NULL)
    return EXM_EXIT_FAILED;
  const ExmCliWork work
      = { .folder = folder, .uids = (const char *const *) uids->pdata, .once = TRUE };
  return exm_cli_work (&work);
}
