/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/destinations/exm-cli-destinations.h"

#include "cli/base/exm-cli-data.h"
#include "cli/base/exm-cli-destination.h"
#include "cli/base/exm-cli-json.h"
#include "cli/base/exm-cli-table.h"
#include "saved/exm-saved-searches.h"
#include "store/outputs/exm-store-judge.h"
#include "worker/exm-worker.h"

#include <string.h>

/* Whose outputs are told. */
typedef struct
{
  ExmStore *store;    /* (unowned) */
  const char *folder; /* (unowned): the data folder */
  ExmCliTable table;
  gboolean json;
} Listing;

/* Whose outputs they are, a task's or a saved search's. */
typedef struct
{
  const char *task; /* (unowned) (nullable): its uid */
  const char *name; /* (unowned) */
} Owner;

/* Returns: (transfer none) (nullable): where the secret of its connection is kept, as
 * output keep has it */
static const char *
find_kept (const Listing *self, const ExmTaskOutput *output)
{
  g_auto (ExmConnection) connection = { 0 };
  const ExmMessageKind *kind = exm_message_kind_find (output->kind);

  if (kind == NULL || kind->is_file
      || !exm_message_kind_load (kind, self->folder, output->to, &connection, NULL))
    return NULL;
  return connection.keyring_id != NULL ? N_ ("keyring") : N_ ("file");
}

static gboolean
list_json (const Owner *owner,
           const ExmTaskOutput *output,
           const ExmOutputCounts *counts,
           const char *kept)
{
  g_autoptr (GString) out = g_string_new (NULL);
  ExmCliJson json = { .out = out };

  exm_cli_json_open (&json, NULL, '{');
  if (owner->task != NULL)
    exm_cli_json_string (&json, "task", owner->task);
  exm_cli_json_string (&json, owner->task != NULL ? "task_name" : "search", owner->name);
  exm_cli_json_string (&json, "kind", exm_destination_get_id (output));
  exm_cli_json_string (&json, "place",
                       output->kind != NULL ? output->to : output->folder);
  if (kept != NULL)
    exm_cli_json_string (&json, "kept", kept);
  exm_cli_json_boolean (&json, "enabled", output->enabled);
  exm_cli_json_integer (&json, "published", counts->n_published);
  exm_cli_json_integer (&json, "waiting", counts->n_waiting);
  exm_cli_json_integer (&json, "perhaps", counts->n_perhaps);
  exm_cli_json_integer (&json, "failed", counts->n_failed);
  exm_cli_json_close (&json, '}');
  g_string_append_c (out, '\n');
  return exm_cli_print (out->str);
}

static gboolean
list_output (Listing *self, const Owner *owner, const ExmTaskOutput *output)
{
  g_autofree char *key = exm_worker_dup_output_key (output);
  g_autofree char *place = exm_cli_destination_dup_place (output);
  const char *kept = find_kept (self, output);
  g_autoptr (GError) error = NULL;
  ExmOutputCounts counts = { 0 };

  if (!exm_cli_complain_unless (
          exm_store_count_output (self->store, owner->task,
                                  owner->task == NULL ? owner->name : NULL, key, &counts,
                                  &error),
          &error))
    return FALSE;
  if (self->json)
    return list_json (owner, output, &counts, kept);
  g_autofree char *published = g_strdup_printf ("%" G_GINT64_FORMAT, counts.n_published);
  g_autofree char *waiting = g_strdup_printf ("%" G_GINT64_FORMAT, counts.n_waiting);
  g_autofree char *perhaps = g_strdup_printf ("%" G_GINT64_FORMAT, counts.n_perhaps);
  g_autofree char *failed = g_strdup_printf ("%" G_GINT64_FORMAT, counts.n_failed);
  exm_cli_table_add (
      &self->table, owner->name, place, _ (exm_destination_get_guarantee (output)),
      kept != NULL ? _ (kept) : "", published, waiting, perhaps, failed, NULL);
  return TRUE;
}

static gboolean
list_outputs (Listing *self, const Owner *owner, const GArray *outputs)
{
  for (guint i = 0; i < outputs->len; i++)
    if (!list_output (self, owner, &g_array_index (outputs, ExmTaskOutput, i)))
      return FALSE;
  return TRUE;
}

static gboolean
list_task (Listing *self, const char *uid)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task = exm_store_get_task (self->store, uid, NULL, &error);

  if (!exm_cli_complain_unless (task != NULL, &error))
    return FALSE;
  const Owner owner = { uid, exm_task_get (task)->name };
  return list_outputs (self, &owner, exm_task_get (task)->outputs);
}

static gboolean
list_searches (Listing *self)
{
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) searches
      = exm_saved_searches_load (self->folder, messages, &error);

  if (!exm_cli_complain_unless (searches != NULL, &error))
    return FALSE;
  for (guint i = 0; i < searches->len; i++)
    {
      const ExmSavedSearch *search = g_ptr_array_index (searches, i);
      const Owner owner = { NULL, search->name };
      g_auto (ExmTaskFields) fields = { 0 };
      exm_task_fields_init (&fields);
      exm_saved_search_add_outputs (search, &fields);
      if (!list_outputs (self, &owner, fields.outputs))
        return FALSE;
    }
  return TRUE;
}

static gboolean
list_all (Listing *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) infos = exm_store_list_tasks (self->store, &error);

  if (!exm_cli_complain_unless (infos != NULL, &error))
    return FALSE;
  for (guint i = 0; i < infos->len; i++)
    if (!list_task (self, ((const ExmTaskInfo *) g_ptr_array_index (infos, i))->uid))
      return FALSE;
  return list_searches (self);
}

ExmExit
exm_cli_destinations_list (int argc, char **argv)
{
  static const char *const titles[]
      = { N_ ("SOURCE"),  N_ ("OUTPUT"),    N_ ("GUARANTEE"),
          N_ ("SECRET"),  N_ ("PUBLISHED"), N_ ("WAITING"),
          N_ ("PERHAPS"), N_ ("FAILED"),    NULL };
  g_autofree char *data = NULL;
  Listing self = { 0 };
  ExmExit exit_code;
  const GOptionEntry entries[] = {
    { "json", 'J', 0, G_OPTION_ARG_NONE, &self.json, N_ ("A JSON object a line"), NULL },
    EXM_CLI_DATA_ENTRY (&data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("[TASK]"));

  g_option_context_set_summary (
      context,
      _ ("Lists outputs of tasks and of saved searches, how often an article arrives\n"
         "there, where the secret of its connection is kept, and how many were\n"
         "published, wait, are perhaps delivered, and failed."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc > 2)
    return exm_cli_refuse (_ ("“%s” is one argument too many"), argv[2]);
  g_autoptr (ExmStore) store = exm_cli_data_open (data);
  g_autofree char *uid
      = store != NULL && argc == 2 ? exm_cli_data_find_task (store, argv[1]) : NULL;
  if (store == NULL || (argc == 2 && uid == NULL))
    return EXM_EXIT_FAILED;
  g_autofree char *folder = exm_cli_data_get_usable_folder (data);
  self.store = store;
  self.folder = folder;
  exm_cli_table_init (&self.table, titles);
  gboolean good = uid != NULL ? list_task (&self, uid) : list_all (&self);
  good = exm_cli_table_print (&self.table) && good;
  exm_cli_table_clear (&self.table);
  return good ? EXM_EXIT_OK : EXM_EXIT_FAILED;
}

ExmExit
exm_cli_destinations_retry (int argc, char **argv)
{
  g_autofree char *data = NULL;
  gboolean perhaps = FALSE;
  guint n = 0;
  ExmExit exit_code;
  g_autoptr (GError) error = NULL;
  const GOptionEntry entries[] = {
    { "perhaps", 'p', 0, G_OPTION_ARG_NONE, &perhaps,
      N_ ("Send again what is perhaps delivered, too"), NULL },
    EXM_CLI_DATA_ENTRY (&data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("TASK"));

  g_option_context_set_summary (
      context, _ ("Makes articles of a task due now that failed or wait for another "
                  "attempt."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc != 2)
    return exm_cli_refuse (_ ("A task is missing"));
  g_autoptr (ExmStore) store = exm_cli_data_open (data);
  g_autofree char *uid = store != NULL ? exm_cli_data_find_task (store, argv[1]) : NULL;
  if (uid == NULL
      || !exm_cli_complain_unless (
          exm_store_retry_task (store, uid, perhaps, g_get_real_time (), &n, &error),
          &error))
    return EXM_EXIT_FAILED;
  exm_cli_data_wake (data);
  g_autofree char *line = g_strdup_printf (
      ngettext ("%u article is tried again\n", "%u articles are tried again\n", n), n);
  return exm_cli_print (line) ? EXM_EXIT_OK : EXM_EXIT_FAILED;
}
