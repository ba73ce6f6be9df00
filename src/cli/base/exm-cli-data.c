/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/base/exm-cli-data.h"

#include "control/exm-control-client.h"

#include <string.h>

/* Digits of an identity that are enough to ask for a task. */
#define MIN_PREFIX 4u

const char *
exm_cli_data_describe_state (const char *state)
{
  /* translators: how an article was extracted, or how a run went; one word in a table */
  static const char *const words[] = {
    NC_ ("state", "good"),         NC_ ("state", "unsure"),
    NC_ ("state", "does-not-fit"), NC_ ("state", "empty"),
    NC_ ("state", "incomplete"),   NC_ ("state", "running"),
    NC_ ("state", "done"),         NC_ ("state", "failed"),
    NC_ ("state", "stopped"),      NC_ ("state", "interrupted"),
  };

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_strcmp0 (state, words[i]) == 0)
      return g_dpgettext2 (NULL, "state", words[i]);
  return state;
}

char *
exm_cli_data_get_folder (const char *given)
{
  const char *from_environment = g_getenv ("EXEMPLAR_DATA");

  if (given != NULL && *given != '\0')
    return g_canonicalize_filename (given, NULL);
  if (from_environment != NULL && *from_environment != '\0')
    return g_canonicalize_filename (from_environment, NULL);
  return g_build_filename (g_get_user_data_dir (), "exemplar", NULL);
}

char *
exm_cli_data_get_usable_folder (const char *given)
{
  g_autofree char *folder = exm_cli_data_get_folder (given);

  if (g_file_test (folder, G_FILE_TEST_EXISTS)
      && !g_file_test (folder, G_FILE_TEST_IS_DIR))
    {
      g_autofree char *name = g_filename_display_name (folder);
      exm_cli_complain (_ ("%s is not a folder; choose another one with --data"), name);
      return NULL;
    }
  return g_steal_pointer (&folder);
}

ExmStore *
exm_cli_data_open (const char *given)
{
  g_autofree char *folder = exm_cli_data_get_usable_folder (given);
  g_autoptr (GPtrArray) notices = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;

  if (folder == NULL)
    return NULL;
  ExmStore *store = exm_store_open (folder, NULL, notices, &error);
  for (guint i = 0; i < notices->len; i++)
    g_printerr ("%s\n", (const char *) g_ptr_array_index (notices, i));
  if (store == NULL)
    exm_cli_complain ("%s", error->message);
  return store;
}

ExmStoreReader *
exm_cli_data_open_reader (const char *given)
{
  g_autofree char *folder = exm_cli_data_get_usable_folder (given);

  return folder != NULL ? exm_store_reader_new (folder) : NULL;
}

/* Answers a query as an empty store would, %NULL where that has no answer. */
static gpointer
make_empty_answer (ExmReadKind kind)
{
  if (kind == EXM_READ_TASKS || kind == EXM_READ_TRASH || kind == EXM_READ_ARTICLES)
    return g_ptr_array_new ();
  if (kind == EXM_READ_STATS)
    return exm_store_stats_new ();
  return NULL;
}

gpointer
exm_cli_data_read (ExmStoreReader *reader, const ExmStoreQuery *query)
{
  g_autoptr (GError) error = NULL;
  gpointer answer = exm_store_reader_read (reader, query, NULL, &error);

  if (answer != NULL)
    return answer;
  if (query->uid == NULL && query->filter.task_uid == NULL
      && g_error_matches (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND))
    answer = make_empty_answer (query->kind);
  if (answer != NULL)
    g_printerr ("%s\n", error->message);
  else
    exm_cli_complain ("%s", error->message);
  return answer;
}

gboolean
exm_cli_data_is_called (const char *uid,
                        const char *name,
                        const char *called,
                        gboolean by_name)
{
  if (by_name)
    return strcmp (name, called) == 0 || strcmp (uid, called) == 0;
  return strlen (called) >= MIN_PREFIX && g_str_has_prefix (uid, called);
}

const ExmTaskInfo *
exm_cli_data_pick_task (GPtrArray *infos, const char *called)
{
  g_autofree char *shown = g_filename_display_name (called);
  g_autoptr (GString) several = g_string_new (NULL);
  const ExmTaskInfo *found = NULL;
  guint n_found = 0;

  for (guint way = 0; way < 2 && n_found == 0; way++)
    for (guint i = 0; i < infos->len; i++)
      {
        const ExmTaskInfo *info = g_ptr_array_index (infos, i);
        if (!exm_cli_data_is_called (info->uid, info->name, called, way == 0))
          continue;
        found = info;
        n_found++;
        g_string_append_printf (several, "\n  %s  %s", info->uid, info->name);
      }
  if (n_found == 1)
    return found;
  if (n_found == 0)
    exm_cli_complain (_ ("There is no task “%s”; “exemplar-cli task list” tells which "
                         "there are"),
                      shown);
  else
    /* translators: a name, then a list of tasks with their identities */
    exm_cli_complain (_ ("“%s” may be any of these; give the identity instead:%s"), shown,
                      several->str);
  return NULL;
}

char *
exm_cli_data_find_task (ExmStore *store, const char *called)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) infos = exm_store_list_tasks (store, &error);

  if (infos == NULL)
    {
      exm_cli_complain ("%s", error->message);
      return NULL;
    }
  const ExmTaskInfo *info = exm_cli_data_pick_task (infos, called);
  return info != NULL ? g_strdup (info->uid) : NULL;
}

char *
exm_cli_data_find_task_to_read (ExmStoreReader *reader, const char *called)
{
  const ExmStoreQuery query = { .kind = EXM_READ_TASKS };
  g_autoptr (GPtrArray) infos = exm_cli_data_read (reader, &query);
  const ExmTaskInfo *info = infos != NULL ? exm_cli_data_pick_task (infos, called) : NULL;

  return info != NULL ? g_strdup (info->uid) : NULL;
}

gboolean
exm_cli_data_plan (ExmStore *store, const ExmTask *task, gint64 last_usec)
{
  const ExmTaskFields *fields = exm_task_get (task);
  g_autoptr (GError) error = NULL;
  gint64 next = exm_schedule_get_next (fields->schedule, last_usec, g_get_real_time ());

  if (exm_store_set_next_due (store, fields->uid, next == G_MAXINT64 ? 0 : next, &error))
    return TRUE;
  exm_cli_complain ("%s", error->message);
  return FALSE;
}

void
exm_cli_data_wake (const char *given)
{
  g_autofree char *folder = exm_cli_data_get_folder (given);

  exm_control_send (folder, "wake", NULL, NULL);
}

char *
exm_cli_format_time (gint64 usec, gboolean machine)
{
  if (usec == 0)
    return NULL;
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (usec / G_USEC_PER_SEC);
  if (utc == NULL)
    return NULL;
  if (machine)
    return g_date_time_format (utc, "%Y-%m-%dT%H:%M:%SZ");
  g_autoptr (GDateTime) local = g_date_time_to_local (utc);
  return g_date_time_format (local, "%Y-%m-%d %H:%M");
}
