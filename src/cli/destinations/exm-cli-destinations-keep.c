/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Connections whose secret is moved, or removed with them. */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/destinations/exm-cli-destinations.h"

#include "cli/base/exm-cli-data.h"
#include "cli/base/exm-cli-destination.h"
#include "report/exm-weekly-mail.h"
#include "saved/exm-saved-searches.h"

#include <string.h>

/* Places of secrets, as they are typed. */
#define KEYRING "keyring"
#define FILE_PLACE "file"

/* A kind that has connections, and the name of one. Returns: (transfer none) (nullable)
 */
static const ExmMessageKind *
find_kind (const char *text, const char **name)
{
  const ExmMessageKind *kind = exm_destination_parse_message (text, name);

  return kind != NULL && !kind->is_file ? kind : NULL;
}

static ExmExit
keep (const char *folder,
      const ExmMessageKind *kind,
      const char *name,
      ExmSecretPlace place)
{
  g_auto (ExmConnection) connection = { 0 };
  g_autoptr (GError) error = NULL;

  if (!exm_cli_complain_unless (
          exm_message_kind_load (kind, folder, name, &connection, &error)
              && exm_connection_open (&connection, NULL, &error)
              && exm_message_kind_save (kind, folder, &connection, place, NULL, &error),
          &error))
    return EXM_EXIT_FAILED;
  g_autofree char *line
      = g_strconcat (_ (exm_connection_get_place (&connection)), "\n", NULL);
  return exm_cli_print (line) ? EXM_EXIT_OK : EXM_EXIT_FAILED;
}

ExmExit
exm_cli_destinations_keep (int argc, char **argv)
{
  g_autofree char *data = NULL;
  const char *name = NULL;
  ExmExit exit_code;
  const GOptionEntry entries[] = {
    EXM_CLI_DATA_ENTRY (&data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("KIND:NAME keyring|file"));

  g_option_context_set_summary (
      context,
      _ ("Moves the secret of a connection into the keyring of this session, or into "
         "the\n"
         "file of connections, which only you can read. A worker that runs where nobody\n"
         "is logged in can read the file alone."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc != 3 || (strcmp (argv[2], KEYRING) != 0 && strcmp (argv[2], FILE_PLACE) != 0))
    return exm_cli_refuse (_ ("A connection and “keyring” or “file” are needed"));
  const ExmMessageKind *kind = find_kind (argv[1], &name);
  if (kind == NULL)
    return exm_cli_destination_refuse (argv[1]);
  g_autofree char *folder = exm_cli_data_get_usable_folder (data);
  return folder == NULL ? EXM_EXIT_FAILED
                        : keep (folder, kind, name,
                                strcmp (argv[2], KEYRING) == 0 ? EXM_SECRET_IN_KEYRING
                                                               : EXM_SECRET_IN_FILE);
}

/* Whether one of the outputs goes to the connection. */
static gboolean
goes_to (const GArray *outputs, const char *kind, const char *name)
{
  for (guint i = 0; i < outputs->len; i++)
    {
      const ExmTaskOutput *output = &g_array_index (outputs, ExmTaskOutput, i);
      if (g_strcmp0 (output->kind, kind) == 0 && strcmp (output->to, name) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Finds a task that has an output of this place. @user: (out) (transfer full) (nullable):
 * its name */
static gboolean
find_task (
    ExmStore *store, const char *kind, const char *name, char **user, GError **error)
{
  g_autoptr (GPtrArray) infos = exm_store_list_tasks (store, error);

  for (guint i = 0; infos != NULL && i < infos->len && *user == NULL; i++)
    {
      const ExmTaskInfo *info = g_ptr_array_index (infos, i);
      g_autoptr (ExmTask) task = exm_store_get_task (store, info->uid, NULL, error);
      if (task == NULL)
        return FALSE;
      if (goes_to (exm_task_get (task)->outputs, kind, name))
        *user = g_strdup (exm_task_get (task)->name);
    }
  return infos != NULL;
}

/* As find_task(), a saved search. */
static gboolean
find_search (
    const char *folder, const char *kind, const char *name, char **user, GError **error)
{
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) searches = exm_saved_searches_load (folder, messages, error);

  for (guint i = 0; searches != NULL && i < searches->len && *user == NULL; i++)
    {
      const ExmSavedSearch *search = g_ptr_array_index (searches, i);
      g_auto (ExmTaskFields) fields = { 0 };
      exm_task_fields_init (&fields);
      exm_saved_search_add_outputs (search, &fields);
      if (goes_to (fields.outputs, kind, name))
        *user = g_strdup (search->name);
    }
  return searches != NULL;
}

/* As find_task(), the weekly report. */
static gboolean
find_report (
    ExmStore *store, const char *kind, const char *name, gboolean *goes, GError **error)
{
  g_auto (ExmWeeklyMail) mail = { 0 };
  gboolean good = exm_weekly_mail_read (store, NULL, &mail, error);

  *goes = strcmp (kind, exm_message_mail.id) == 0 && g_strcmp0 (mail.to, name) == 0;
  return good;
}

static ExmExit
forget (const char *data, const ExmMessageKind *kind, const char *name)
{
  g_autoptr (ExmStore) store = exm_cli_data_open (data);
  g_autofree char *folder = exm_cli_data_get_usable_folder (data);
  g_autofree char *user = NULL;
  g_autoptr (GError) error = NULL;
  gboolean is_of_report = FALSE;

  if (store == NULL || folder == NULL
      || !exm_cli_complain_unless (
          find_task (store, kind->id, name, &user, &error)
              && find_search (folder, kind->id, name, &user, &error)
              && find_report (store, kind->id, name, &is_of_report, &error),
          &error))
    return EXM_EXIT_FAILED;
  if (is_of_report)
    {
      exm_cli_complain (_ ("The weekly report goes to mail:%s: end that first (report "
                           "mail off)"),
                        name);
      return EXM_EXIT_FAILED;
    }
  if (user != NULL)
    {
      /* translators: a task or a saved search, then a kind and a name */
      exm_cli_complain (_ ("Articles of “%s” go to %s:%s: remove that output first"),
                        user, kind->id, name);
      return EXM_EXIT_FAILED;
    }
  if (!exm_cli_complain_unless (
          exm_connection_forget (folder, kind->id, name, NULL, &error), &error))
    return EXM_EXIT_FAILED;
  return exm_cli_print (_ ("The connection and its secret are removed\n"))
             ? EXM_EXIT_OK
             : EXM_EXIT_FAILED;
}

ExmExit
exm_cli_destinations_forget (int argc, char **argv)
{
  g_autofree char *data = NULL;
  const char *name = NULL;
  ExmExit exit_code;
  const GOptionEntry entries[] = {
    EXM_CLI_DATA_ENTRY (&data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("KIND:NAME"));

  g_option_context_set_summary (
      context, _ ("Removes a connection that no output names, and its secret, from this "
                  "computer."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc != 2)
    return exm_cli_refuse (_ ("One connection is needed, as webhook:NAME"));
  const ExmMessageKind *kind = find_kind (argv[1], &name);
  if (kind == NULL)
    return exm_cli_destination_refuse (argv[1]);
  return forget (data, kind, name);
}
