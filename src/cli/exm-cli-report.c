/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The command `report weekly`: the week of all tasks, for a person to read. */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/base/exm-cli-data.h"
#include "cli/base/exm-cli-group.h"
#include "cli/base/exm-cli-json.h"
#include "cli/base/exm-cli-output.h"
#include "report/exm-weekly-report.h"

static void
append_task (ExmCliJson *json, const ExmReportTask *task)
{
  const ExmTaskInfo *info = task->info;
  gboolean ails = info->problem.kind != EXM_PROBLEM_NONE && !info->problem.ignored;

  exm_cli_json_open (json, NULL, '{');
  exm_cli_json_string (json, "uid", info->uid);
  exm_cli_json_string (json, "name", info->name);
  exm_cli_json_string (json, "group", info->group);
  exm_cli_json_integer (json, "articles", task->n_articles);
  exm_cli_json_integer (json, "articles_before", task->n_before);
  exm_cli_json_integer (json, "to_review", info->n_flagged);
  exm_cli_json_integer (json, "examples_added", task->n_examples);
  exm_cli_json_string (json, "trouble",
                       ails ? exm_problem_kind_get_name (info->problem.kind) : NULL);
  exm_cli_json_string (json, "trouble_message", ails ? info->problem.message : NULL);
  exm_cli_json_close (json, '}');
}

static char *
make_json (const ExmWeeklyReport *report)
{
  GString *out = g_string_new (NULL);
  ExmCliJson json = { .out = out };
  g_autofree char *from = exm_cli_format_time (report->from_usec, TRUE);
  g_autofree char *to = exm_cli_format_time (report->to_usec, TRUE);

  exm_cli_json_open (&json, NULL, '{');
  exm_cli_json_string (&json, "from", from);
  exm_cli_json_string (&json, "to", to);
  exm_cli_json_integer (&json, "articles", report->n_articles);
  exm_cli_json_integer (&json, "articles_before", report->n_before);
  exm_cli_json_integer (&json, "to_review", report->n_review);
  exm_cli_json_integer (&json, "to_publish", report->n_waiting);
  exm_cli_json_integer (&json, "publish_failed", report->n_failed);
  exm_cli_json_open (&json, "tasks", '[');
  for (guint i = 0; i < report->tasks->len; i++)
    append_task (&json, g_ptr_array_index (report->tasks, i));
  exm_cli_json_close (&json, ']');
  exm_cli_json_close (&json, '}');
  g_string_append_c (out, '\n');
  return g_string_free (out, FALSE);
}

static ExmExit
print_week (const char *data, gboolean as_json)
{
  g_autoptr (ExmStoreReader) reader = exm_cli_data_open_reader (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmWeeklyReport) report
      = reader != NULL ? exm_weekly_report_new (reader, g_get_real_time (), NULL, &error)
                       : NULL;

  if (report == NULL)
    {
      if (error != NULL)
        exm_cli_complain ("%s", error->message);
      return EXM_EXIT_FAILED;
    }
  g_autofree char *text = as_json ? make_json (report) : exm_weekly_report_write (report);
  return exm_cli_print (text) ? EXM_EXIT_OK : EXM_EXIT_FAILED;
}

static ExmExit
run_weekly (int argc, char **argv)
{
  g_autofree char *data = NULL;
  gboolean as_json = FALSE;
  ExmExit exit_code;
  const GOptionEntry entries[] = {
    { "json", 'j', 0, G_OPTION_ARG_NONE, &as_json, N_ ("As one JSON object"), NULL },
    EXM_CLI_DATA_ENTRY (&data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (NULL);

  g_option_context_set_summary (
      context,
      _ ("The last seven days: articles by task beside the week before, which "
         "tasks are\n"
         "silent or bring far more than usual, what was mended, and what waits."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc > 1)
    return exm_cli_refuse (_ ("“%s” is one argument too many"), argv[1]);
  return print_week (data, as_json);
}

static const ExmCliCommand commands[] = {
  { "weekly", N_ ("Print the last seven days"), run_weekly },
};

ExmExit
exm_cli_report (int argc, char **argv)
{
  const ExmCliGroup group = {
    .summary = N_ ("Reports of what was collected, to be read."),
    .commands = commands,
    .n_commands = G_N_ELEMENTS (commands),
  };

  return exm_cli_group_run (&group, argc, argv);
}
