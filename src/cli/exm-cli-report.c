/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The commands of `report`: the week of all tasks, for a person to read, here or by
 * mail. */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/base/exm-cli-connection.h"
#include "cli/base/exm-cli-data.h"
#include "cli/base/exm-cli-group.h"
#include "cli/base/exm-cli-json.h"
#include "cli/base/exm-cli-output.h"
#include "publish/messages/exm-destination.h"
#include "report/exm-weekly-mail.h"

#include <string.h>

/* Ends the mails. */
#define OFF "off"

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

/* Sends the last seven days at once, beside what goes out on Mondays. */
static gboolean
send_now (const char *folder, const char *to, GError **error)
{
  g_autoptr (ExmStoreReader) reader = exm_store_reader_new (folder);
  g_auto (ExmConnection) connection = { 0 };
  g_auto (ExmSent) sent = { 0 };
  gint64 now_usec = g_get_real_time ();

  if (!exm_weekly_mail_open (folder, to, &connection, NULL, error))
    return FALSE;
  g_autoptr (ExmWeeklyReport) report
      = exm_weekly_report_new (reader, now_usec, NULL, error);
  if (report == NULL)
    return FALSE;
  g_autofree char *id = g_uuid_string_random ();
  if (!exm_weekly_mail_send (report, &connection, id, now_usec, NULL, &sent, error))
    return FALSE;
  g_autofree char *line
      /* translators: a number, and what a service said */
      = g_strdup_printf (_ ("Answer %u: %s\n"), sent.status,
                         sent.answer != NULL ? sent.answer : "");
  return exm_cli_print (line);
}

/* @to: (nullable): a connection, %NULL for none */
static gboolean
choose (ExmStore *store, const char *to, GError **error)
{
  g_auto (ExmWeeklyMail) known = { 0 };

  /* Keeps the time since when it is on. */
  return exm_weekly_mail_read (store, NULL, &known, error)
         && exm_weekly_mail_set (
             store, to, known.to != NULL ? known.since_usec : g_get_real_time (), error);
}

static gboolean
print_mail (const ExmWeeklyMail *mail)
{
  g_autofree char *words = exm_weekly_mail_describe (mail);
  g_autofree char *line = g_strconcat (words, "\n", NULL);

  return exm_cli_print (line);
}

/* @text: (nullable): a connection of mail, or "off" */
static ExmExit
mail_week (const char *data, const char *text, gboolean now)
{
  g_autofree char *folder = exm_cli_data_get_usable_folder (data);
  g_autoptr (ExmStore) store = folder != NULL ? exm_cli_data_open (data) : NULL;
  g_auto (ExmWeeklyMail) mail = { 0 };
  g_autoptr (GError) error = NULL;
  const char *to = NULL;

  if (store == NULL)
    return EXM_EXIT_FAILED;
  if (text != NULL && exm_destination_parse_message (text, &to) != NULL
      && !exm_cli_connection_ensure (folder, &exm_message_mail, to, FALSE))
    return EXM_EXIT_FAILED;
  if (text != NULL && !now)
    {
      to = strcmp (text, OFF) != 0 ? to : NULL;
      if (!exm_cli_complain_unless (choose (store, to, &error), &error))
        return EXM_EXIT_FAILED;
      exm_cli_data_wake (data);
    }
  if (!exm_cli_complain_unless (exm_weekly_mail_read (store, NULL, &mail, &error),
                                &error))
    return EXM_EXIT_FAILED;
  if (!now)
    return print_mail (&mail) ? EXM_EXIT_OK : EXM_EXIT_FAILED;
  to = to != NULL ? to : mail.to;
  if (to == NULL)
    return exm_cli_refuse (_ ("A connection of mail is needed, as mail:NAME"));
  return exm_cli_complain_unless (send_now (folder, to, &error), &error)
             ? EXM_EXIT_OK
             : EXM_EXIT_FAILED;
}

static ExmExit
run_mail (int argc, char **argv)
{
  g_autofree char *data = NULL;
  gboolean now = FALSE;
  ExmExit exit_code;
  const char *name = NULL;
  const GOptionEntry entries[] = {
    { "now", 'n', 0, G_OPTION_ARG_NONE, &now,
      N_ ("Send the last seven days at once, whatever goes out on Mondays"), NULL },
    EXM_CLI_DATA_ENTRY (&data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("[mail:NAME|off]"));

  g_option_context_set_summary (
      context,
      _ ("Has the report of the last week sent to you by mail every Monday from 7:00 on, "
         "or\n"
         "when the computer is on next, within six days. A connection that is new is "
         "asked\n"
         "for as in output add; “off” ends it. Without an argument it tells how it "
         "stands."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc > 2)
    return exm_cli_refuse (_ ("“%s” is one argument too many"), argv[2]);
  if (argc == 2 && (now || strcmp (argv[1], OFF) != 0)
      && exm_destination_parse_message (argv[1], &name) != &exm_message_mail)
    return exm_cli_refuse (_ ("A connection of mail is needed, as mail:NAME"));
  return mail_week (data, argc == 2 ? argv[1] : NULL, now);
}

static const ExmCliCommand commands[] = {
  { "weekly", N_ ("Print the last seven days"), run_weekly },
  { "mail", N_ ("Have the week sent by mail every Monday"), run_mail },
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
