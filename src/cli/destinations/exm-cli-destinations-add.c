/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/destinations/exm-cli-destinations.h"

#include "cli/base/exm-cli-connection.h"
#include "cli/base/exm-cli-data.h"
#include "cli/base/exm-cli-destination.h"
#include "task/exm-output-rules.h"

/* Options of the command. */
typedef struct
{
  char *data;          /* (owned) (nullable) */
  char *name_template; /* (owned) (nullable) */
  char *words;         /* (owned) (nullable) */
  char *least_sure;    /* (owned) (nullable) */
  char *when;          /* (owned) (nullable) */
  char *quiet;         /* (owned) (nullable) */
  gboolean backlog;
  gboolean add_columns;
  gboolean connect;
} Request;

static void
request_clear (Request *self)
{
  g_free (self->data);
  g_free (self->name_template);
  g_free (self->words);
  g_free (self->least_sure);
  g_free (self->when);
  g_free (self->quiet);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Request, request_clear)

static gboolean
parse (Request *self, int *argc, char ***argv, ExmExit *exit_code)
{
  const GOptionEntry entries[] = {
    { "name-template", 'N', 0, G_OPTION_ARG_STRING, &self->name_template,
      N_ ("Names of files in a folder ({date}/{title}.{ext})"), N_ ("TEMPLATE") },
    { "words", 'w', 0, G_OPTION_ARG_STRING, &self->words,
      N_ ("Only articles with one of these words, separated by commas"), N_ ("WORDS") },
    { "least-sure", 's', 0, G_OPTION_ARG_STRING, &self->least_sure,
      N_ ("Only articles of at least this confidence"), N_ ("PERCENT") },
    { "when", 't', 0, G_OPTION_ARG_STRING, &self->when,
      N_ ("A message an article (each), a run (run) or a day (“daily 08:00”)"),
      N_ ("WHEN") },
    { "quiet", 'q', 0, G_OPTION_ARG_STRING, &self->quiet,
      N_ ("Hours in which no message is sent (22:00-07:00)"), N_ ("HOURS") },
    { "backlog", 0, 0, G_OPTION_ARG_NONE, &self->backlog, N_ ("Send older articles, too"),
      NULL },
    { "add-columns", 0, 0, G_OPTION_ARG_NONE, &self->add_columns,
      N_ ("Add columns that the table of a database lacks"), NULL },
    { "connect", 'c', 0, G_OPTION_ARG_NONE, &self->connect,
      N_ ("Ask for address and secret even if they are known"), NULL },
    EXM_CLI_DATA_ENTRY (&self->data),
    G_OPTION_ENTRY_NULL,
  };
  g_autofree char *kinds = exm_cli_destination_list_help ();
  g_autofree char *summary = g_strjoin (
      "\n\n",
      _ ("Gives a task one more output: a folder or feed, a database, a daily report, "
         "or\n"
         "messages to a connection.\n"
         "Address, secret and receiver of a connection that is new are asked for, or\n"
         "read from standard input, a line each. What is secret of them is kept in your\n"
         "keyring if it is unlocked, else in a file that only you can read, and in no\n"
         "task file."),
      kinds, NULL);
  GOptionContext *context
      = g_option_context_new (_ ("TASK FORMAT:FOLDER|KIND:NAME|KIND:FILE"));

  g_option_context_set_summary (context, summary);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  return exm_cli_parse (context, argc, argv, exit_code);
}

/* Whether the connection is there, or was entered. */
static gboolean
ensure_connection (const Request *self, const ExmTaskOutput *output)
{
  g_autofree char *folder = exm_cli_data_get_usable_folder (self->data);
  g_auto (ExmConnection) connection = { 0 };
  g_autoptr (GError) error = NULL;

  if (folder == NULL)
    return FALSE;
  const ExmMessageKind *kind = exm_message_kind_find (output->kind);
  if (kind != NULL && exm_output_rules_is_report (output))
    return exm_cli_complain_unless (
        exm_message_kind_load (kind, folder, output->to, &connection, &error)
            && exm_message_check (kind, &connection, &error),
        &error);
  return kind == NULL
         || exm_cli_connection_ensure (folder, kind, output->to, self->connect);
}

static void
set_rules (Request *self, ExmTaskOutput *output)
{
  output->words = g_steal_pointer (&self->words);
  output->least_sure = g_steal_pointer (&self->least_sure);
  if (self->when != NULL)
    {
      g_free (output->when);
      output->when = g_steal_pointer (&self->when);
    }
  output->quiet = g_steal_pointer (&self->quiet);
  output->backlog = self->backlog;
  output->add_columns = self->add_columns;
}

static ExmExit
add (Request *self, const char *called, const char *text)
{
  g_autoptr (ExmStore) store = exm_cli_data_open (self->data);
  g_autofree char *uid = store != NULL ? exm_cli_data_find_task (store, called) : NULL;
  g_auto (ExmTaskFields) fields = { 0 };
  g_autoptr (GError) error = NULL;
  guint version = 0;

  if (uid == NULL)
    return EXM_EXIT_FAILED;
  g_autoptr (ExmTask) before = exm_store_get_task (store, uid, NULL, &error);
  if (!exm_cli_complain_unless (before != NULL, &error))
    return EXM_EXIT_FAILED;
  exm_task_fields_copy (before, &fields);
  ExmTaskOutput *output = exm_destination_add (text, self->name_template, &fields);
  if (output == NULL)
    return exm_cli_destination_refuse (text);
  if (output->kind != NULL)
    set_rules (self, output);
  g_autofree char *place = exm_cli_destination_dup_place (output);
  gsize at = fields.outputs->len - 1;
  g_autoptr (ExmTask) task = exm_task_new (&fields);
  if (!exm_cli_complain_unless (exm_task_check (task, &error), &error)
      || !ensure_connection (
          self, &g_array_index (exm_task_get (task)->outputs, ExmTaskOutput, at))
      || !exm_cli_complain_unless (
          exm_store_update_task (store, task, g_get_real_time (), &version, &error),
          &error))
    return EXM_EXIT_FAILED;
  exm_cli_data_wake (self->data);
  /* translators: the name of a task, and where its articles go */
  g_autofree char *line = g_strdup_printf (_ ("New articles of “%s” go to %s, too\n"),
                                           exm_task_get (task)->name, place);
  return exm_cli_print (line) ? EXM_EXIT_OK : EXM_EXIT_FAILED;
}

ExmExit
exm_cli_destinations_add (int argc, char **argv)
{
  g_auto (Request) request = { 0 };
  ExmExit exit_code;

  if (!parse (&request, &argc, &argv, &exit_code))
    return exit_code;
  if (argc != 3)
    return exm_cli_refuse (_ ("A task and an output are needed"));
  return add (&request, argv[1], argv[2]);
}
