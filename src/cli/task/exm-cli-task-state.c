/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/task/exm-cli-task.h"

#include "cli/base/exm-cli-data.h"
#include "cli/base/exm-cli-output.h"
#include "control/exm-control-client.h"
#include "store/exm-store-problem.h"

/* Does one thing to a task; whatever fails was complained about. */
typedef gboolean (*Change) (ExmStore *store, const char *uid);

static gboolean
pause_task (ExmStore *store, const char *uid)
{
  g_autoptr (GError) error = NULL;

  return exm_cli_complain_unless (exm_store_set_paused (store, uid, TRUE, &error),
                                  &error);
}

static gboolean
resume_task (ExmStore *store, const char *uid)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task = exm_store_get_task (store, uid, NULL, &error);

  return exm_cli_complain_unless (task != NULL && exm_task_check_resumed (task, &error)
                                      && exm_cli_task_check (task, &error)
                                      && exm_store_set_paused (store, uid, FALSE, &error),
                                  &error);
}

static gboolean
ignore_problem (ExmStore *store, const char *uid)
{
  g_autoptr (GError) error = NULL;

  return exm_cli_complain_unless (exm_store_ignore_problem (store, uid, TRUE, &error),
                                  &error);
}

static gboolean
notice_problem (ExmStore *store, const char *uid)
{
  g_autoptr (GError) error = NULL;

  return exm_cli_complain_unless (exm_store_ignore_problem (store, uid, FALSE, &error),
                                  &error);
}

/* All tasks are found before the first is changed: a mistyped name changes nothing. */
static ExmExit
change_tasks (const char *data, char **called, Change change)
{
  g_autoptr (ExmStore) store = exm_cli_data_open (data);
  g_autoptr (GPtrArray) uids = g_ptr_array_new_with_free_func (g_free);
  ExmExit exit_code = EXM_EXIT_OK;

  if (store == NULL)
    return EXM_EXIT_FAILED;
  for (guint i = 0; called[i] != NULL; i++)
    {
      char *uid = exm_cli_data_find_task (store, called[i]);
      if (uid == NULL)
        exit_code = EXM_EXIT_FAILED;
      else if (!g_ptr_array_find_with_equal_func (uids, uid, g_str_equal, NULL))
        g_ptr_array_add (uids, uid);
      else
        g_free (uid);
    }
  for (guint i = 0; exit_code == EXM_EXIT_OK && i < uids->len; i++)
    if (!change (store, g_ptr_array_index (uids, i)))
      exit_code = EXM_EXIT_FAILED;
  exm_cli_data_wake (data);
  return exit_code;
}

/* @back: (nullable): what --undo does; %NULL: there is no such option */
static ExmExit
run (int argc, char **argv, const char *summary, Change change, Change back)
{
  g_autofree char *data = NULL;
  gboolean undo = FALSE;
  ExmExit exit_code;
  const GOptionEntry entries[] = {
    EXM_CLI_DATA_ENTRY (&data),
    G_OPTION_ENTRY_NULL,
  };
  const GOptionEntry back_entries[] = {
    { "undo", 0, 0, G_OPTION_ARG_NONE, &undo, N_ ("Take it back"), NULL },
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("TASK…"));

  g_option_context_set_summary (context, summary);
  if (back != NULL)
    g_option_context_add_main_entries (context, back_entries, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc < 2)
    return exm_cli_refuse (_ ("A task is missing"));
  return change_tasks (data, argv + 1, undo ? back : change);
}

ExmExit
exm_cli_task_pause (int argc, char **argv)
{
  return run (argc, argv, _ ("Leaves tasks alone until they are resumed."), pause_task,
              NULL);
}

ExmExit
exm_cli_task_resume (int argc, char **argv)
{
  return run (argc, argv,
              _ ("Lets tasks run by their schedule again, if they are complete."),
              resume_task, NULL);
}

/* Pages of the last run of the task that failed or wait for another attempt. */
static gboolean
retry_pages (ExmStoreReader *reader, ExmStore *store, const char *uid, guint *n)
{
  const ExmStoreQuery last = { .kind = EXM_READ_RUNS, .uid = uid, .limit = 1 };
  g_autoptr (GPtrArray) runs = exm_cli_data_read (reader, &last);
  ExmStoreQuery query = { .kind = EXM_READ_RUN_PAGES, .limit = EXM_STORE_PAGE_ROWS };

  if (runs == NULL || runs->len == 0)
    return runs != NULL;
  query.id = ((const ExmRun *) g_ptr_array_index (runs, 0))->id;
  g_autoptr (GPtrArray) pages = exm_cli_data_read (reader, &query);
  for (guint i = 0; pages != NULL && i < pages->len; i++)
    {
      const ExmRunPage *page = g_ptr_array_index (pages, i);
      g_autoptr (GError) error = NULL;
      if (!g_str_equal (page->kind, "article")
          || (!g_str_equal (page->state, "failed")
              && !g_str_equal (page->state, "retry")))
        continue;
      if (!exm_cli_complain_unless (exm_store_retry_page (store, uid, page->url,
                                                          page->url_key,
                                                          g_get_real_time (), &error),
                                    &error))
        return FALSE;
      (*n)++;
    }
  return pages != NULL;
}

ExmExit
exm_cli_task_retry (int argc, char **argv)
{
  g_autofree char *data = NULL;
  ExmExit exit_code;
  guint n = 0;
  const GOptionEntry entries[] = { EXM_CLI_DATA_ENTRY (&data), G_OPTION_ENTRY_NULL };
  GOptionContext *context = g_option_context_new (_ ("TASK"));

  g_option_context_set_summary (
      context,
      _ ("Makes pages due now that failed in the last run of a task, or wait for "
         "another\n"
         "attempt. What collects fetches them, or the next run."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc != 2)
    return exm_cli_refuse (_ ("One task is needed"));
  g_autoptr (ExmStore) store = exm_cli_data_open (data);
  g_autofree char *uid = store != NULL ? exm_cli_data_find_task (store, argv[1]) : NULL;
  g_autoptr (ExmStoreReader) reader
      = uid != NULL ? exm_cli_data_open_reader (data) : NULL;
  if (reader == NULL || !retry_pages (reader, store, uid, &n))
    return EXM_EXIT_FAILED;
  exm_cli_data_wake (data);
  g_autofree char *line = g_strdup_printf (
      ngettext ("%u page is tried again\n", "%u pages are tried again\n", n), n);
  return exm_cli_print (line) ? EXM_EXIT_OK : EXM_EXIT_FAILED;
}

ExmExit
exm_cli_task_ignore (int argc, char **argv)
{
  return run (argc, argv,
              _ ("Leaves what ails tasks out of lists and of “status”, until it is "
                 "something else."),
              ignore_problem, notice_problem);
}

/* All tasks are found before the first is stopped. */
static ExmExit
stop_tasks (const char *folder, char **called)
{
  g_autoptr (ExmStoreReader) reader = exm_cli_data_open_reader (folder);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  ExmExit exit_code = reader != NULL ? EXM_EXIT_OK : EXM_EXIT_FAILED;

  for (guint i = 0; reader != NULL && called[i] != NULL; i++)
    {
      g_autofree char *uid = exm_cli_data_find_task_to_read (reader, called[i]);
      if (uid == NULL)
        exit_code = EXM_EXIT_FAILED;
      else
        g_ptr_array_add (lines, g_strconcat ("stop-run ", uid, NULL));
    }
  for (guint i = 0; exit_code == EXM_EXIT_OK && i < lines->len; i++)
    {
      g_autoptr (GError) error = NULL;
      if (!exm_cli_complain_unless (
              exm_control_send (folder, g_ptr_array_index (lines, i), NULL, &error),
              &error))
        exit_code = EXM_EXIT_FAILED;
    }
  return exit_code;
}

ExmExit
exm_cli_task_stop (int argc, char **argv)
{
  g_autofree char *data = NULL;
  ExmExit exit_code;
  const GOptionEntry entries[] = {
    EXM_CLI_DATA_ENTRY (&data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("TASK…"));

  g_option_context_set_summary (
      context, _ ("Asks the process that collects to end the runs of tasks. What they "
                  "have not collected\n"
                  "is part of the next run."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc < 2)
    return exm_cli_refuse (_ ("A task is missing"));
  g_autofree char *folder = exm_cli_data_get_usable_folder (data);
  return folder != NULL ? stop_tasks (folder, argv + 1) : EXM_EXIT_FAILED;
}
