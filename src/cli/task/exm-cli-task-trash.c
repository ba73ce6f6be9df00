/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/task/exm-cli-task-trash.h"

#include "cli/base/exm-cli-data.h"
#include "cli/base/exm-cli-json.h"
#include "cli/base/exm-cli-output.h"
#include "cli/base/exm-cli-table.h"
#include "cli/task/exm-cli-task.h"
#include "store/exm-store-trash.h"

#include <unistd.h>

/* Digits of an identity that a terminal shows. */
#define SHORT_UID 8

static guint
count_days_left (const ExmTrashInfo *info)
{
  gint64 left = MAX (info->ends_usec - g_get_real_time (), 0);

  return (guint) ((left + G_TIME_SPAN_DAY - 1) / G_TIME_SPAN_DAY);
}

/* Listing */

static void
append_json (GString *out, const ExmTrashInfo *info)
{
  ExmCliJson json = { .out = out };
  g_autofree char *deleted = exm_cli_format_time (info->trashed_usec, TRUE);
  g_autofree char *ends = exm_cli_format_time (info->ends_usec, TRUE);

  exm_cli_json_open (&json, NULL, '{');
  exm_cli_json_string (&json, "uid", info->uid);
  exm_cli_json_string (&json, "name", info->name);
  exm_cli_json_string (&json, "group", info->group);
  exm_cli_json_string (&json, "deleted", deleted);
  exm_cli_json_string (&json, "kept_until", ends);
  exm_cli_json_integer (&json, "articles", info->n_articles);
  exm_cli_json_close (&json, '}');
  g_string_append_c (out, '\n');
}

static void
add_row (ExmCliTable *table, const ExmTrashInfo *info)
{
  g_autofree char *deleted = exm_cli_format_time (info->trashed_usec, FALSE);
  g_autofree char *days = g_strdup_printf ("%u", count_days_left (info));
  g_autofree char *articles = g_strdup_printf ("%u", info->n_articles);
  g_autofree char *uid
      = isatty (STDOUT_FILENO) ? g_strndup (info->uid, SHORT_UID) : g_strdup (info->uid);

  exm_cli_table_add (table, uid, deleted, days, articles, info->name);
}

gboolean
exm_cli_task_list_trash (ExmStoreReader *reader, gboolean as_json)
{
  const ExmStoreQuery query = { .kind = EXM_READ_TRASH };
  const char *const titles[]
      = { _ ("Task"), _ ("Deleted"), _ ("Days left"), _ ("Articles"), _ ("Name"), NULL };
  g_autoptr (GPtrArray) infos = exm_cli_data_read (reader, &query);
  g_auto (ExmCliTable) table = { 0 };
  g_autoptr (GString) out = g_string_new (NULL);

  exm_cli_table_init (&table, titles);
  for (guint i = 0; infos != NULL && i < infos->len; i++)
    if (as_json)
      append_json (out, g_ptr_array_index (infos, i));
    else
      add_row (&table, g_ptr_array_index (infos, i));
  return infos != NULL
         && (as_json ? exm_cli_print (out->str) : exm_cli_table_print (&table));
}

/* Which task is meant */

/* Returns: (transfer none) (nullable): the task in the trash that is called so; %NULL
 * after a complaint */
static const ExmTrashInfo *
pick (GPtrArray *infos, const char *called)
{
  g_autofree char *shown = g_filename_display_name (called);
  g_autoptr (GString) several = g_string_new (NULL);
  const ExmTrashInfo *found = NULL;
  guint n_found = 0;

  for (guint way = 0; way < 2 && n_found == 0; way++)
    for (guint i = 0; i < infos->len; i++)
      {
        const ExmTrashInfo *info = g_ptr_array_index (infos, i);
        if (!exm_cli_data_is_called (info->uid, info->name, called, way == 0))
          continue;
        found = info;
        n_found++;
        g_string_append_printf (several, "\n  %s  %s", info->uid, info->name);
      }
  if (n_found == 1)
    return found;
  if (n_found == 0)
    exm_cli_complain (_ ("There is no task “%s” in the Trash; “exemplar-cli task list "
                         "--trash” tells which there are"),
                      shown);
  else
    /* translators: a name, then a list of tasks with their identities */
    exm_cli_complain (_ ("“%s” may be any of these; give the identity instead:%s"), shown,
                      several->str);
  return NULL;
}

/* Does one thing to a task in the trash; whatever fails was complained about. */
typedef gboolean (*Change) (ExmStore *store, const ExmTrashInfo *info, gpointer data);

/* All tasks are found before the first is changed: a mistyped name changes nothing. */
static ExmExit
change_trashed (ExmStore *store, char **called, Change change, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) infos = exm_store_list_trash (store, &error);
  g_autoptr (GPtrArray) picked = g_ptr_array_new ();
  ExmExit exit_code = EXM_EXIT_OK;

  if (!exm_cli_complain_unless (infos != NULL, &error))
    return EXM_EXIT_FAILED;
  for (guint i = 0; called[i] != NULL; i++)
    {
      const ExmTrashInfo *info = pick (infos, called[i]);
      if (info == NULL)
        exit_code = EXM_EXIT_FAILED;
      else if (!g_ptr_array_find (picked, info, NULL))
        g_ptr_array_add (picked, (gpointer) info);
    }
  for (guint i = 0; exit_code == EXM_EXIT_OK && i < picked->len; i++)
    if (!change (store, g_ptr_array_index (picked, i), data))
      exit_code = EXM_EXIT_FAILED;
  return exit_code;
}

/* Deleting */

static gboolean
print_trashed (const char *name, guint n_articles)
{
  g_autofree char *line = g_strdup_printf (
      /* translators: the name of a task, a number */
      g_dngettext (NULL, "“%s” and its %u article are in the Trash\n",
                   "“%s” and its %u articles are in the Trash\n", n_articles),
      name, n_articles);

  return exm_cli_print (line);
}

/* Deletes what is being emptied out, and tells of each task that is gone. */
static gboolean
finish_emptying (ExmStore *store)
{
  gboolean more = TRUE;

  while (more)
    {
      g_autofree char *name = NULL;
      g_autoptr (GError) error = NULL;
      guint n_articles = 0;
      if (!exm_cli_complain_unless (
              exm_store_empty_some (store, &name, &n_articles, &more, &error), &error))
        return FALSE;
      if (name == NULL)
        continue;
      g_autofree char *line = g_strdup_printf (
          /* translators: the name of a task, a number */
          g_dngettext (NULL, "Deleted for good: “%s” and its %u article\n",
                       "Deleted for good: “%s” and its %u articles\n", n_articles),
          name, n_articles);
      if (!exm_cli_print (line))
        return FALSE;
    }
  return TRUE;
}

/* Out of the trash at once: no other program sees it there. */
static gboolean
delete_now (ExmStore *store, const char *uid, guint *n_articles, GError **error)
{
  gint64 now_usec = g_get_real_time ();

  if (!exm_store_begin_group (store, error))
    return FALSE;
  if (exm_store_trash_task (store, uid, now_usec, n_articles, error)
      && exm_store_begin_emptying (store, uid, now_usec, error))
    return exm_store_commit_group (store, error);
  exm_store_drop_group (store);
  return FALSE;
}

static gboolean
delete_task (ExmStore *store, const ExmTaskInfo *info, gboolean now)
{
  g_autoptr (GError) error = NULL;
  guint n_articles = 0;
  gboolean done = now ? delete_now (store, info->uid, &n_articles, &error)
                      : exm_store_trash_task (store, info->uid, g_get_real_time (),
                                              &n_articles, &error);

  return exm_cli_complain_unless (done, &error)
         && (now || print_trashed (info->name, n_articles));
}

static ExmExit
delete_tasks (const char *data, char **called, gboolean now)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_cli_data_open (data);
  g_autoptr (GPtrArray) infos
      = store != NULL ? exm_store_list_tasks (store, &error) : NULL;
  g_autoptr (GPtrArray) picked = g_ptr_array_new ();
  ExmExit exit_code = EXM_EXIT_OK;

  if (store == NULL || !exm_cli_complain_unless (infos != NULL, &error))
    return EXM_EXIT_FAILED;
  for (guint i = 0; called[i] != NULL; i++)
    {
      const ExmTaskInfo *info = exm_cli_data_pick_task (infos, called[i]);
      if (info == NULL)
        exit_code = EXM_EXIT_FAILED;
      else if (!g_ptr_array_find (picked, info, NULL))
        g_ptr_array_add (picked, (gpointer) info);
    }
  for (guint i = 0; exit_code == EXM_EXIT_OK && i < picked->len; i++)
    if (!delete_task (store, g_ptr_array_index (picked, i), now))
      exit_code = EXM_EXIT_FAILED;
  if (now && exit_code == EXM_EXIT_OK && !finish_emptying (store))
    exit_code = EXM_EXIT_FAILED;
  exm_cli_data_wake (data);
  return exit_code;
}

ExmExit
exm_cli_task_delete (int argc, char **argv)
{
  g_autofree char *data = NULL;
  gboolean now = FALSE;
  ExmExit exit_code;
  const GOptionEntry entries[] = {
    { "now", 0, 0, G_OPTION_ARG_NONE, &now,
      N_ ("For good, without the 30 days in the Trash"), NULL },
    EXM_CLI_DATA_ENTRY (&data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("TASK…"));

  g_option_context_set_summary (
      context, _ ("Moves tasks with their articles and what they have seen into the "
                  "Trash, where they\n"
                  "stay for 30 days: “task restore” brings them back. Files that were "
                  "published stay."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc < 2)
    return exm_cli_refuse (_ ("A task is missing"));
  return delete_tasks (data, argv + 1, now);
}

/* Restoring */

static gboolean
parse_keep (const char *text, ExmTrashKeep *keep)
{
  static const char *const names[] = { "both", "trash", "new" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_strcmp0 (text, names[i]) == 0)
      {
        *keep = (ExmTrashKeep) i;
        return TRUE;
      }
  return FALSE;
}

/* Nothing is deleted that nobody was asked about. */
static gboolean
check_twins (ExmStore *store, const ExmTrashInfo *info)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTrashTwins) twins = exm_store_find_trash_twins (store, info->uid, &error);

  if (!exm_cli_complain_unless (twins != NULL, &error))
    return FALSE;
  if (twins->n_articles == 0)
    return TRUE;
  exm_cli_complain (
      g_dngettext (
          NULL,
          /* translators: a number, the name of a deleted task, that of a newer one */
          "%u article of “%s” is in “%s” too, which was set up since: say which copies "
          "stay, with --keep both, trash or new",
          "%u articles of “%s” are in “%s” too, which was set up since: say which copies "
          "stay, with --keep both, trash or new",
          twins->n_articles),
      twins->n_articles, info->name, twins->task_name);
  return FALSE;
}

static gboolean
print_restored (const ExmTrashInfo *info, const char *name)
{
  g_autofree char *line = NULL;

  if (name == NULL)
    /* translators: the name of a task */
    line = g_strdup_printf (_ ("“%s” is restored\n"), info->name);
  else
    line = g_strdup_printf (
        /* translators: the name of a task, its new name */
        _ ("“%s” is restored as “%s”: another task has its name\n"), info->name, name);
  return exm_cli_print (line);
}

/* @name: (out) (transfer full) (nullable): its new name */
static gboolean
restore_fully (
    ExmStore *store, const char *uid, ExmTrashKeep keep, char **name, GError **error)
{
  gboolean over = FALSE;

  *name = NULL;
  while (!over)
    if (!exm_store_restore_trashed (store, uid, keep, g_get_real_time (), name, &over,
                                    error))
      return FALSE;
  return TRUE;
}

/* @data: (nullable): ExmTrashKeep; %NULL: it was not said */
static gboolean
restore_task (ExmStore *store, const ExmTrashInfo *info, gpointer data)
{
  const ExmTrashKeep *keep = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;

  return (keep != NULL || check_twins (store, info))
         && exm_cli_complain_unless (
             restore_fully (store, info->uid, keep != NULL ? *keep : EXM_TRASH_KEEP_BOTH,
                            &name, &error),
             &error)
         && print_restored (info, name);
}

ExmExit
exm_cli_task_restore (int argc, char **argv)
{
  g_autofree char *data = NULL;
  g_autofree char *kept = NULL;
  ExmTrashKeep keep = EXM_TRASH_KEEP_BOTH;
  ExmExit exit_code;
  const GOptionEntry entries[] = {
    { "keep", 'k', 0, G_OPTION_ARG_STRING, &kept,
      N_ ("Of articles that a task set up since has too: both copies, only that in the "
          "trash, or only the new one"),
      "both|trash|new" },
    EXM_CLI_DATA_ENTRY (&data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("TASK…"));

  g_option_context_set_summary (
      context,
      _ ("Takes tasks out of the Trash with all they had. What waited to be "
         "published goes out\n"
         "then. A task whose name another one has meanwhile gets a number behind "
         "it."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc < 2)
    return exm_cli_refuse (_ ("A task is missing"));
  if (kept != NULL && !parse_keep (kept, &keep))
    return exm_cli_refuse (_ ("--keep must be both, trash or new"));
  g_autoptr (ExmStore) store = exm_cli_data_open (data);
  if (store == NULL)
    return EXM_EXIT_FAILED;
  exit_code = change_trashed (store, argv + 1, restore_task, kept != NULL ? &keep : NULL);
  exm_cli_data_wake (data);
  return exit_code;
}

gboolean
exm_cli_task_leave_trash (ExmStore *store,
                          const char *uid,
                          gboolean *restored,
                          GError **error)
{
  gboolean in_trash = FALSE;
  g_autofree char *name = NULL;

  *restored = FALSE;
  if (!exm_store_is_in_trash (store, uid, &in_trash, error))
    return FALSE;
  if (!in_trash)
    return TRUE;
  g_autoptr (GError) gone = NULL;
  *restored = restore_fully (store, uid, EXM_TRASH_KEEP_BOTH, &name, &gone);
  if (*restored)
    return TRUE;
  if (g_error_matches (gone, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND))
    return finish_emptying (store);
  g_propagate_error (error, g_steal_pointer (&gone));
  return FALSE;
}

/* Emptying */

static gboolean
empty_task (ExmStore *store, const ExmTrashInfo *info, gpointer data)
{
  g_autoptr (GError) error = NULL;

  return exm_cli_complain_unless (
      exm_store_begin_emptying (store, info->uid, G_MAXINT64, &error), &error);
}

ExmExit
exm_cli_task_empty_trash (int argc, char **argv)
{
  g_autofree char *data = NULL;
  g_autoptr (GError) error = NULL;
  ExmExit exit_code;
  const GOptionEntry entries[] = {
    EXM_CLI_DATA_ENTRY (&data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("[TASK…]"));

  g_option_context_set_summary (
      context, _ ("Deletes what is in the Trash for good, or only the tasks that are "
                  "named. Files that\n"
                  "were published stay."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  g_autoptr (ExmStore) store = exm_cli_data_open (data);
  if (store == NULL)
    return EXM_EXIT_FAILED;
  if (argc > 1)
    exit_code = change_trashed (store, argv + 1, empty_task, NULL);
  else if (!exm_cli_complain_unless (
               exm_store_begin_emptying (store, NULL, G_MAXINT64, &error), &error))
    exit_code = EXM_EXIT_FAILED;
  if (exit_code == EXM_EXIT_OK && !finish_emptying (store))
    exit_code = EXM_EXIT_FAILED;
  exm_cli_data_wake (data);
  return exit_code;
}
