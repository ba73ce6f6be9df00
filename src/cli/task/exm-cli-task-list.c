/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/task/exm-cli-task.h"

#include "cli/base/exm-cli-data.h"
#include "cli/base/exm-cli-json.h"
#include "cli/base/exm-cli-output.h"
#include "cli/base/exm-cli-table.h"
#include "cli/task/exm-cli-task-trash.h"
#include "task/exm-task-file.h"

#include <unistd.h>

/* Digits of an identity that a terminal shows. */
#define SHORT_UID 8

const char *
exm_cli_task_describe_problem (const ExmProblem *problem)
{
  /* translators: what ails a task; a cell of a table */
  static const char *const words[] = {
    [EXM_PROBLEM_FAILED] = NC_ ("trouble", "run failed"),
    [EXM_PROBLEM_BROKEN] = NC_ ("trouble", "cannot be done"),
    [EXM_PROBLEM_UNREACHABLE] = NC_ ("trouble", "unreachable"),
    [EXM_PROBLEM_REFUSED] = NC_ ("trouble", "refused"),
    [EXM_PROBLEM_VERIFICATION] = NC_ ("trouble", "asks for a person"),
    [EXM_PROBLEM_FORBIDDEN] = NC_ ("trouble", "forbidden by robots.txt"),
    [EXM_PROBLEM_GONE] = NC_ ("trouble", "gone"),
    [EXM_PROBLEM_UNLISTED] = NC_ ("trouble", "lists no articles"),
    [EXM_PROBLEM_REDESIGN] = NC_ ("trouble", "redesigned"),
    [EXM_PROBLEM_SILENT] = NC_ ("trouble", "silent"),
    [EXM_PROBLEM_FLOOD] = NC_ ("trouble", "far more than usual"),
    [EXM_PROBLEM_UNSURE] = NC_ ("trouble", "less sure"),
    [EXM_PROBLEM_SHORTER] = NC_ ("trouble", "shorter articles"),
    [EXM_PROBLEM_CUT] = NC_ ("trouble", "cut short"),
    [EXM_PROBLEM_LIST] = NC_ ("trouble", "list unreadable"),
    [EXM_PROBLEM_OUTPUT] = NC_ ("trouble", "not published"),
  };
  G_STATIC_ASSERT (G_N_ELEMENTS (words) == EXM_N_PROBLEMS);

  if (problem->kind == EXM_PROBLEM_NONE || problem->ignored)
    return NULL;
  return g_dpgettext2 (NULL, "trouble", words[problem->kind]);
}

static void
append_problem (ExmCliJson *json, const ExmProblem *problem)
{
  gboolean ails = problem->kind != EXM_PROBLEM_NONE;
  g_autofree char *since = ails ? exm_cli_format_time (problem->since_usec, TRUE) : NULL;

  exm_cli_json_string (json, "trouble",
                       ails ? exm_problem_kind_get_name (problem->kind) : NULL);
  exm_cli_json_string (json, "trouble_since", since);
  exm_cli_json_string (json, "trouble_message", problem->message);
  exm_cli_json_string (json, "trouble_url", problem->url);
  exm_cli_json_boolean (json, "trouble_ignored", problem->ignored);
}

void
exm_cli_task_append_json (ExmCliJson *json, const ExmTaskInfo *info)
{
  g_autofree char *next = exm_cli_format_time (info->next_due_usec, TRUE);
  g_autofree char *last = exm_cli_format_time (info->last_run_usec, TRUE);
  g_autofree char *created = exm_cli_format_time (info->created_usec, TRUE);
  g_autofree char *changed = exm_cli_format_time (info->changed_usec, TRUE);

  exm_cli_json_string (json, "uid", info->uid);
  exm_cli_json_string (json, "name", info->name);
  exm_cli_json_string (json, "group", info->group);
  exm_cli_json_boolean (json, "paused", info->paused);
  exm_cli_json_integer (json, "version", info->version);
  exm_cli_json_string (json, "created", created);
  exm_cli_json_string (json, "changed", changed);
  exm_cli_json_string (json, "next_run", info->paused ? NULL : next);
  exm_cli_json_string (json, "last_run", last);
  exm_cli_json_string (json, "last_run_state", info->last_run_state);
  exm_cli_json_string (json, "last_run_message", info->last_run_message);
  exm_cli_json_integer (json, "articles", info->n_articles);
  exm_cli_json_integer (json, "flagged", info->n_flagged);
  append_problem (json, &info->problem);
}

static void
append_json (GString *out, const ExmTaskInfo *info)
{
  ExmCliJson json = { .out = out };

  exm_cli_json_open (&json, NULL, '{');
  exm_cli_task_append_json (&json, info);
  exm_cli_json_close (&json, '}');
  g_string_append_c (out, '\n');
}

static void
add_row (ExmCliTable *table, const ExmTaskInfo *info)
{
  g_autofree char *next = exm_cli_format_time (info->next_due_usec, FALSE);
  g_autofree char *last = exm_cli_format_time (info->last_run_usec, FALSE);
  g_autofree char *articles = g_strdup_printf ("%u", info->n_articles);
  g_autofree char *flagged = g_strdup_printf ("%u", info->n_flagged);
  g_autofree char *uid
      = isatty (STDOUT_FILENO) ? g_strndup (info->uid, SHORT_UID) : g_strdup (info->uid);
  const char *when = next != NULL ? next : _ ("by hand");

  exm_cli_table_add (table, uid, info->paused ? _ ("paused") : when, last,
                     exm_cli_data_describe_state (info->last_run_state),
                     exm_cli_task_describe_problem (&info->problem), articles, flagged,
                     info->name);
}

static gboolean
print_tasks (GPtrArray *infos, gboolean as_json)
{
  const char *const titles[]
      = { _ ("Task"),     _ ("Next run"), _ ("Last run"), _ ("Went"), _ ("Trouble"),
          _ ("Articles"), _ ("To check"), _ ("Name"),     NULL };
  g_auto (ExmCliTable) table = { 0 };
  g_autoptr (GString) out = g_string_new (NULL);

  exm_cli_table_init (&table, titles);
  for (guint i = 0; i < infos->len; i++)
    if (as_json)
      append_json (out, g_ptr_array_index (infos, i));
    else
      add_row (&table, g_ptr_array_index (infos, i));
  return as_json ? exm_cli_print (out->str) : exm_cli_table_print (&table);
}

ExmExit
exm_cli_task_list (int argc, char **argv)
{
  g_autofree char *data = NULL;
  gboolean as_json = FALSE, trash = FALSE;
  ExmExit exit_code;
  const GOptionEntry entries[] = {
    { "json", 'j', 0, G_OPTION_ARG_NONE, &as_json, N_ ("An object a line"), NULL },
    { "trash", 't', 0, G_OPTION_ARG_NONE, &trash, N_ ("The tasks in the Trash instead"),
      NULL },
    EXM_CLI_DATA_ENTRY (&data),
    G_OPTION_ENTRY_NULL,
  };
  const ExmStoreQuery query = { .kind = EXM_READ_TASKS };
  GOptionContext *context = g_option_context_new (NULL);

  g_option_context_set_summary (
      context, _ ("Lists the tasks by name: identity, next and last run, how that went, "
                  "what ails\n"
                  "the task, articles, and how many of these a person should look at. "
                  "Elsewhere\n"
                  "than on a terminal the cells are separated by tabs."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc > 1)
    return exm_cli_refuse (_ ("“%s” is one argument too many"), argv[1]);
  g_autoptr (ExmStoreReader) reader = exm_cli_data_open_reader (data);
  if (trash)
    return reader != NULL && exm_cli_task_list_trash (reader, as_json) ? EXM_EXIT_OK
                                                                       : EXM_EXIT_FAILED;
  g_autoptr (GPtrArray) infos
      = reader != NULL ? exm_cli_data_read (reader, &query) : NULL;
  return infos != NULL && print_tasks (infos, as_json) ? EXM_EXIT_OK : EXM_EXIT_FAILED;
}

static gboolean
print_versions (ExmStoreReader *reader, const char *uid)
{
  const ExmStoreQuery query = { .kind = EXM_READ_VERSIONS, .uid = uid };
  const char *const titles[] = { _ ("Version"), _ ("Since"), NULL };
  g_autoptr (GPtrArray) versions = exm_cli_data_read (reader, &query);
  g_auto (ExmCliTable) table = { 0 };

  exm_cli_table_init (&table, titles);
  for (guint i = 0; versions != NULL && i < versions->len; i++)
    {
      const ExmTaskVersion *version = g_ptr_array_index (versions, i);
      g_autofree char *number = g_strdup_printf ("%u", version->version);
      g_autofree char *since = exm_cli_format_time (version->created_usec, FALSE);
      exm_cli_table_add (&table, number, since);
    }
  return versions != NULL && exm_cli_table_print (&table);
}

static gboolean
print_task (ExmStoreReader *reader, const char *uid, guint version)
{
  const ExmStoreQuery query = { .kind = EXM_READ_TASK, .uid = uid, .version = version };
  g_autoptr (ExmTask) task = exm_cli_data_read (reader, &query);

  if (task == NULL)
    return FALSE;
  g_autofree char *text = exm_task_file_write (task);
  return exm_cli_print (text);
}

ExmExit
exm_cli_task_show (int argc, char **argv)
{
  g_autofree char *data = NULL;
  gboolean versions = FALSE;
  int version = 0;
  ExmExit exit_code;
  const GOptionEntry entries[] = {
    { "versions", 'v', 0, G_OPTION_ARG_NONE, &versions,
      N_ ("Which definitions the task has had, instead"), NULL },
    { "at", 'a', 0, G_OPTION_ARG_INT, &version,
      N_ ("The task as this version defined it (the current one)"), N_ ("N") },
    EXM_CLI_DATA_ENTRY (&data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("TASK"));

  g_option_context_set_summary (
      context, _ ("Prints a task as a task file (see exemplar-task(5)). A task is called "
                  "by its name, its\n"
                  "identity, or the first digits of that."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc != 2)
    return exm_cli_refuse (_ ("One task is needed"));
  if (version < 0)
    return exm_cli_refuse (_ ("--at must be 1 or more"));
  g_autoptr (ExmStoreReader) reader = exm_cli_data_open_reader (data);
  g_autofree char *uid
      = reader != NULL ? exm_cli_data_find_task_to_read (reader, argv[1]) : NULL;
  if (uid == NULL)
    return EXM_EXIT_FAILED;
  return (versions ? print_versions (reader, uid)
                   : print_task (reader, uid, (guint) version))
             ? EXM_EXIT_OK
             : EXM_EXIT_FAILED;
}
