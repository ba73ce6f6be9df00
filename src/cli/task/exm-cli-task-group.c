/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Values that tasks of a group get unless they have their own. */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/base/exm-cli-data.h"
#include "cli/base/exm-cli-destination.h"
#include "cli/base/exm-cli-group.h"
#include "cli/base/exm-cli-output.h"
#include "cli/base/exm-cli-table.h"
#include "cli/task/exm-cli-task.h"
#include "publish/messages/exm-destination.h"
#include "setup/exm-group-defaults.h"
#include "setup/exm-group-rename.h"

#include <string.h>

static const char *const keeps[] = { "text", "pictures", "pages" };

/* Returns: (transfer full): a value of @task as options say it */
static char *
describe (const ExmTask *task, ExmGroupValue value)
{
  const ExmTaskFields *fields = exm_task_get (task);
  g_autoptr (GString) places = g_string_new (NULL);

  if (value == EXM_GROUP_SCHEDULE)
    return exm_schedule_to_string (fields->schedule);
  if (value == EXM_GROUP_KEEP)
    return g_strdup (keeps[fields->keep]);
  for (guint i = 0; i < fields->outputs->len; i++)
    {
      const ExmTaskOutput *output = &g_array_index (fields->outputs, ExmTaskOutput, i);
      g_autofree char *place = exm_cli_destination_dup_place (output);
      g_string_append_printf (places, "%s%s", i > 0 ? ", " : "", place);
    }
  return g_string_free (g_steal_pointer (&places), FALSE);
}

/* Returns: (transfer full) (nullable): what the tasks of a group get; %NULL where no
 * group says so, or with @error */
static char *
describe_default (
    ExmStore *store, const char *group, ExmGroupValue value, char **from, GError **error)
{
  g_autoptr (ExmTask) model = exm_group_defaults_get (store, group, value, from, error);

  return model != NULL ? describe (model, value) : NULL;
}

/* Counts the tasks of a group, and those that have what it says. @model: (nullable) */
static gboolean
count (ExmStore *store,
       const char *group,
       ExmGroupValue value,
       const ExmTask *model,
       guint *n_tasks,
       guint *n_follow,
       GError **error)
{
  g_autoptr (GPtrArray) infos = exm_store_list_tasks (store, error);

  *n_tasks = *n_follow = 0;
  for (guint i = 0; infos != NULL && i < infos->len; i++)
    {
      const ExmTaskInfo *info = g_ptr_array_index (infos, i);
      if (!exm_group_is_below (info->group, group))
        continue;
      g_autoptr (ExmTask) task = exm_store_get_task (store, info->uid, NULL, error);
      if (task == NULL)
        return FALSE;
      ++*n_tasks;
      *n_follow += model != NULL && exm_group_defaults_is_same (value, task, model);
    }
  return infos != NULL;
}

/* Reads options, data folder and the name of a group. Returns: (transfer full)
 * (nullable): the group as it is stored; %NULL with @exit_code where it was refused */
static char *
parse (GOptionContext *context,
       const GOptionEntry *entries,
       int argc,
       char **argv,
       ExmExit *exit_code)
{
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, exit_code))
    return NULL;
  char *group = argc == 2 ? exm_group_normalize (argv[1]) : NULL;
  if (group == NULL)
    *exit_code = exm_cli_refuse (_ ("One group is needed, for example News/Local"));
  return group;
}

static gboolean
add_value (ExmCliTable *table,
           ExmStore *store,
           const char *group,
           ExmGroupValue value,
           GError **error)
{
  g_autoptr (GError) problem = NULL;
  g_autofree char *from = NULL;
  g_autoptr (ExmTask) model
      = exm_group_defaults_get (store, group, value, &from, &problem);
  guint n_tasks, n_follow;

  if (problem != NULL
      || !count (store, group, value, model, &n_tasks, &n_follow, &problem))
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  g_autofree char *words = model != NULL ? describe (model, value) : NULL;
  g_autofree char *follow = g_strdup_printf ("%u/%u", n_follow, n_tasks);
  exm_cli_table_add (table, exm_group_value_get_name (value), words, from, follow);
  return TRUE;
}

static ExmExit
show (int argc, char **argv)
{
  g_autofree char *data = NULL;
  g_autoptr (GError) error = NULL;
  ExmExit exit_code = EXM_EXIT_OK;
  const GOptionEntry entries[] = { EXM_CLI_DATA_ENTRY (&data), G_OPTION_ENTRY_NULL };
  GOptionContext *context = g_option_context_new (_ ("GROUP"));
  g_auto (ExmCliTable) table = { 0 };
  gboolean good = TRUE;

  g_option_context_set_summary (
      context, _ ("Shows what tasks of a group get unless they have their own: which "
                  "group says\nso, and how many of its tasks follow it."));
  g_autofree char *group = parse (context, entries, argc, argv, &exit_code);
  if (group == NULL)
    return exit_code;
  g_autoptr (ExmStore) store = exm_cli_data_open (data);
  if (store == NULL)
    return EXM_EXIT_FAILED;
  const char *const titles[]
      = { _ ("Value"), _ ("Set to"), _ ("From"), _ ("Follow"), NULL };
  exm_cli_table_init (&table, titles);
  for (guint i = 0; good && i < EXM_N_GROUP_VALUES; i++)
    good = add_value (&table, store, group, i, &error);
  return exm_cli_complain_unless (good, &error) && exm_cli_table_print (&table)
             ? EXM_EXIT_OK
             : EXM_EXIT_FAILED;
}

/* Adds the group and those that it is in, each once, by name. */
static void
add_path (GPtrArray *groups, const char *group)
{
  g_autofree char *path = exm_group_normalize (group);

  while (path != NULL)
    {
      char *slash = strrchr (path, '/');
      guint at = 0;
      while (at < groups->len && strcmp (groups->pdata[at], path) < 0)
        at++;
      if (at == groups->len || strcmp (groups->pdata[at], path) != 0)
        g_ptr_array_insert (groups, (gint) at, g_strdup (path));
      if (slash == NULL)
        return;
      *slash = '\0';
    }
}

/* Returns: (transfer full) (nullable) (element-type utf8): groups of tasks */
static GPtrArray *
list_groups (ExmStore *store, GError **error)
{
  g_autoptr (GPtrArray) infos = exm_store_list_tasks (store, error);
  g_autoptr (GPtrArray) groups = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; infos != NULL && i < infos->len; i++)
    add_path (groups, ((const ExmTaskInfo *) infos->pdata[i])->group);
  return infos != NULL ? g_steal_pointer (&groups) : NULL;
}

static gboolean
add_group (ExmCliTable *table, ExmStore *store, const char *group, GError **error)
{
  char *words[EXM_N_GROUP_VALUES] = { NULL };
  g_autoptr (GError) problem = NULL;
  guint n_tasks = 0, n_follow = 0;

  for (guint i = 0; problem == NULL && i < EXM_N_GROUP_VALUES; i++)
    words[i] = describe_default (store, group, i, NULL, &problem);
  if (problem == NULL
      && count (store, group, EXM_GROUP_KEEP, NULL, &n_tasks, &n_follow, &problem))
    {
      g_autofree char *number = g_strdup_printf ("%u", n_tasks);
      exm_cli_table_add (table, group, number, words[EXM_GROUP_SCHEDULE],
                         words[EXM_GROUP_KEEP], words[EXM_GROUP_OUTPUTS]);
    }
  for (guint i = 0; i < EXM_N_GROUP_VALUES; i++)
    g_free (words[i]);
  if (problem != NULL)
    g_propagate_error (error, g_steal_pointer (&problem));
  return problem == NULL;
}

static ExmExit
list (int argc, char **argv)
{
  g_autofree char *data = NULL;
  g_autoptr (GError) error = NULL;
  ExmExit exit_code = EXM_EXIT_OK;
  const GOptionEntry entries[] = { EXM_CLI_DATA_ENTRY (&data), G_OPTION_ENTRY_NULL };
  GOptionContext *context = g_option_context_new (NULL);
  g_auto (ExmCliTable) table = { 0 };

  g_option_context_set_summary (
      context, _ ("Lists the groups of tasks, and what their tasks get unless they have "
                  "their own."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (argc > 1)
    return exm_cli_refuse (_ ("“%s” is one argument too many"), argv[1]);
  g_autoptr (ExmStore) store = exm_cli_data_open (data);
  if (store == NULL)
    return EXM_EXIT_FAILED;
  const char *const titles[]
      = { _ ("Group"), _ ("Tasks"), _ ("Schedule"), _ ("Kept"), _ ("Outputs"), NULL };
  g_autoptr (GPtrArray) groups = list_groups (store, &error);
  gboolean good = groups != NULL;
  exm_cli_table_init (&table, titles);
  for (guint i = 0; good && i < groups->len; i++)
    good = add_group (&table, store, g_ptr_array_index (groups, i), &error);
  return exm_cli_complain_unless (good, &error) && exm_cli_table_print (&table)
             ? EXM_EXIT_OK
             : EXM_EXIT_FAILED;
}

/* Options of `group set`. */
typedef struct
{
  char *data;          /* (owned) (nullable) */
  char *schedule;      /* (owned) (nullable) */
  char **outputs;      /* (owned) (nullable) */
  char *name_template; /* (owned) (nullable) */
  char *keep;          /* (owned) (nullable) */
  char **forget;       /* (owned) (nullable) */
  gboolean all;
  guint given;         /* bits of the values that the group gets */
  guint forgotten;     /* bits of those that it loses */
  ExmTaskFields model; /* has the values */
} Request;

static void
request_clear (Request *self)
{
  g_free (self->data);
  g_free (self->schedule);
  g_strfreev (self->outputs);
  g_free (self->name_template);
  g_free (self->keep);
  g_strfreev (self->forget);
  exm_task_fields_clear (&self->model);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Request, request_clear)

static ExmExit
read_keep (Request *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (keeps); i++)
    if (strcmp (self->keep, keeps[i]) == 0)
      {
        self->model.keep = i;
        self->given |= EXM_GROUP_BIT (EXM_GROUP_KEEP);
        return EXM_EXIT_OK;
      }
  return exm_cli_refuse (_ ("--keep must be text, pictures or pages, not “%s”"),
                         self->keep);
}

static ExmExit
read_forget (Request *self)
{
  for (guint i = 0; self->forget != NULL && self->forget[i] != NULL; i++)
    {
      ExmGroupValue value = EXM_N_GROUP_VALUES;
      if (!exm_group_value_from_name (self->forget[i], &value))
        return exm_cli_refuse (_ ("--forget must be schedule, outputs or keep, not “%s”"),
                               self->forget[i]);
      self->forgotten |= EXM_GROUP_BIT (value);
    }
  return EXM_EXIT_OK;
}

/* Reads the values before anything is changed. */
static ExmExit
read_values (Request *self)
{
  g_autoptr (GError) error = NULL;
  ExmExit exit_code = read_forget (self);

  exm_task_fields_init (&self->model);
  if (exit_code == EXM_EXIT_OK && self->keep != NULL)
    exit_code = read_keep (self);
  if (exit_code != EXM_EXIT_OK)
    return exit_code;
  if (self->schedule != NULL)
    {
      g_clear_pointer (&self->model.schedule, exm_schedule_unref);
      self->model.schedule = exm_schedule_parse (self->schedule, &error);
      if (self->model.schedule == NULL)
        return exm_cli_refuse ("--schedule: %s", error->message);
      self->given |= EXM_GROUP_BIT (EXM_GROUP_SCHEDULE);
    }
  for (guint i = 0; self->outputs != NULL && self->outputs[i] != NULL; i++)
    {
      if (exm_destination_add (self->outputs[i], self->name_template, &self->model)
          == NULL)
        return exm_cli_destination_refuse (self->outputs[i]);
      self->given |= EXM_GROUP_BIT (EXM_GROUP_OUTPUTS);
    }
  if ((self->given & self->forgotten) != 0 || (self->given | self->forgotten) == 0)
    return exm_cli_refuse (_ ("Give the group a value, or --forget one"));
  return EXM_EXIT_OK;
}

/* Tasks that changed are counted once, whatever changed of them. */
static gboolean
set_values (Request *self, ExmStore *store, const char *group, guint *n, GError **error)
{
  g_autoptr (ExmTask) model = exm_task_new (&self->model);
  g_autoptr (GHashTable) changed
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < EXM_N_GROUP_VALUES; i++)
    {
      g_autoptr (GPtrArray) befores
          = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_task_unref);
      if (((self->given | self->forgotten) & EXM_GROUP_BIT (i)) == 0)
        continue;
      if (!exm_group_defaults_set (store, group, i,
                                   (self->given & EXM_GROUP_BIT (i)) != 0 ? model : NULL,
                                   self->all, g_get_real_time (), befores, error))
        return FALSE;
      for (guint j = 0; j < befores->len; j++)
        g_hash_table_add (changed, g_strdup (exm_task_get (befores->pdata[j])->uid));
    }
  *n = g_hash_table_size (changed);
  return TRUE;
}

static ExmExit
print_changed (guint n)
{
  g_autofree char *line
      = g_strdup_printf (ngettext ("%u task changed\n", "%u tasks changed\n", n), n);

  return exm_cli_print (line) ? EXM_EXIT_OK : EXM_EXIT_FAILED;
}

static ExmExit
set (int argc, char **argv)
{
  g_auto (Request) request = { 0 };
  g_autoptr (GError) error = NULL;
  ExmExit exit_code = EXM_EXIT_OK;
  guint n = 0;
  const GOptionEntry entries[] = {
    { "schedule", 't', 0, G_OPTION_ARG_STRING, &request.schedule,
      N_ ("When: “every 30 min”, “cron …”, “manual”"), N_ ("TEXT") },
    { "output", 'o', 0, G_OPTION_ARG_STRING_ARRAY, &request.outputs,
      N_ ("Where articles go; may be given again"), N_ ("FORMAT:FOLDER|KIND:NAME") },
    { "name-template", 'N', 0, G_OPTION_ARG_STRING, &request.name_template,
      N_ ("Names of files in these folders ({date}/{title}.{ext})"), N_ ("TEMPLATE") },
    { "keep", 'k', 0, G_OPTION_ARG_STRING, &request.keep,
      N_ ("What is kept of pages beside their text"), N_ ("text|pictures|pages") },
    { "forget", 0, 0, G_OPTION_ARG_STRING_ARRAY, &request.forget,
      N_ ("The group has no such value any more; may be given again"),
      N_ ("schedule|outputs|keep") },
    { "all", 'a', 0, G_OPTION_ARG_NONE, &request.all,
      N_ ("Also tasks that have their own"), NULL },
    EXM_CLI_DATA_ENTRY (&request.data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("GROUP"));

  g_option_context_set_summary (
      context,
      _ ("Says what new tasks of a group get unless they have their own. Tasks that have "
         "what\nthe group said before follow it; others keep theirs, unless --all is "
         "given."));
  g_autofree char *group = parse (context, entries, argc, argv, &exit_code);
  if (group == NULL)
    return exit_code;
  exit_code = read_values (&request);
  if (exit_code != EXM_EXIT_OK)
    return exit_code;
  g_autoptr (ExmStore) store = exm_cli_data_open (request.data);
  if (store == NULL
      || !exm_cli_complain_unless (set_values (&request, store, group, &n, &error),
                                   &error))
    return EXM_EXIT_FAILED;
  exm_cli_data_wake (request.data);
  return print_changed (n);
}

static ExmExit
rename_group (int argc, char **argv)
{
  g_autofree char *data = NULL;
  g_autoptr (GError) error = NULL;
  ExmExit exit_code = EXM_EXIT_OK;
  const GOptionEntry entries[] = { EXM_CLI_DATA_ENTRY (&data), G_OPTION_ENTRY_NULL };
  GOptionContext *context = g_option_context_new (_ ("GROUP NEW"));
  g_autoptr (ExmGroupRename) renaming = exm_group_rename_new ();

  g_option_context_set_summary (
      context,
      _ ("Renames a group, or moves it into another one, with the groups in it and what "
         "their\ntasks get. Where there is a group of that name, both are one then, and "
         "what that one\nsays of its tasks stays."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  g_autofree char *from = argc == 3 ? exm_group_normalize (argv[1]) : NULL;
  g_autofree char *to = argc == 3 ? exm_group_normalize (argv[2]) : NULL;
  if (from == NULL || to == NULL)
    return exm_cli_refuse (_ ("A group and its new name are needed, for example News "
                              "Press/News"));
  g_autoptr (ExmStore) store = exm_cli_data_open (data);
  if (store == NULL
      || !exm_cli_complain_unless (
          exm_group_rename_run (renaming, store, from, to, g_get_real_time (), &error),
          &error))
    return EXM_EXIT_FAILED;
  exm_cli_data_wake (data);
  return print_changed (renaming->befores->len);
}

ExmExit
exm_cli_task_groups (int argc, char **argv)
{
  static const ExmCliCommand commands[] = {
    { "list", N_ ("List the groups of tasks"), list },
    { "show", N_ ("Show what tasks of a group get unless they have their own"), show },
    { "set", N_ ("Say what tasks of a group get unless they have their own"), set },
    { "rename", N_ ("Rename a group, or move it into another one"), rename_group },
  };
  const ExmCliGroup group = {
    .summary = N_ ("Groups of tasks: what their tasks get unless they have their own."),
    .commands = commands,
    .n_commands = G_N_ELEMENTS (commands),
  };

  return exm_cli_group_run (&group, argc, argv);
}
