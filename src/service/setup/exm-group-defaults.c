/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "setup/exm-group-defaults.h"

#include "base/exm-fail-point.h"
#include "task/exm-task-file.h"

#include <string.h>

/* Parts of a path; a task file may have any number, and the last one takes the rest. */
#define MAX_PARTS 8

static const char *const names[EXM_N_GROUP_VALUES] = { "schedule", "outputs", "keep" };

const char *
exm_group_value_get_name (ExmGroupValue value)
{
  return names[value];
}

gboolean
exm_group_value_from_name (const char *name, ExmGroupValue *value)
{
  for (guint i = 0; i < EXM_N_GROUP_VALUES; i++)
    if (strcmp (name, names[i]) == 0)
      {
        *value = (ExmGroupValue) i;
        return TRUE;
      }
  return FALSE;
}

char *
exm_group_normalize (const char *group)
{
  g_auto (GStrv) parts = g_strsplit (group != NULL ? group : "", "/", MAX_PARTS);
  g_autoptr (GString) path = g_string_new (NULL);

  for (char **part = parts; *part != NULL; part++)
    if (*g_strstrip (g_strdelimit (*part, "/", ' ')) != '\0')
      g_string_append_printf (path, "%s%s", path->len > 0 ? "/" : "", *part);
  return path->len > 0 ? g_string_free (g_steal_pointer (&path), FALSE) : NULL;
}

gboolean
exm_group_is_below (const char *group, const char *path)
{
  g_autofree char *normal = exm_group_normalize (group);
  gsize length = path != NULL ? strlen (path) : 0;

  return normal != NULL && path != NULL && strncmp (normal, path, length) == 0
         && (normal[length] == '\0' || normal[length] == '/');
}

char *
exm_group_value_dup_prefix (ExmGroupValue value)
{
  return g_strconcat ("group-", names[value], "/", NULL);
}

static char *
make_key (ExmGroupValue value, const char *path)
{
  g_autofree char *prefix = exm_group_value_dup_prefix (value);

  return g_strconcat (prefix, path, NULL);
}

/* Reads a setting of a store or by a reader, whichever there is. Returns: (transfer full)
 * (nullable): %NULL with @error unset if it is not set */
static char *
read_setting (ExmStore *store,
              ExmStoreReader *reader,
              const char *key,
              GCancellable *cancellable,
              GError **error)
{
  const ExmStoreQuery query = { .kind = EXM_READ_SETTING, .hash = key };
  g_autoptr (GError) problem = NULL;

  if (store != NULL)
    return exm_store_get_setting (store, key, error);
  char *value = exm_store_reader_read (reader, &query, cancellable, &problem);
  if (problem != NULL
      && !g_error_matches (problem, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND))
    g_propagate_error (error, g_steal_pointer (&problem));
  return value;
}

/* As exm_group_defaults_get(), from @store or by @reader. */
static ExmTask *
find (ExmStore *store,
      ExmStoreReader *reader,
      const char *group,
      ExmGroupValue value,
      char **from,
      GCancellable *cancellable,
      GError **error)
{
  g_autofree char *path = exm_group_normalize (group);

  while (path != NULL)
    {
      g_autofree char *key = make_key (value, path);
      g_autoptr (GError) problem = NULL;
      g_autofree char *text = read_setting (store, reader, key, cancellable, &problem);
      char *slash = strrchr (path, '/');

      if (problem != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return NULL;
        }
      if (text != NULL)
        {
          if (from != NULL)
            *from = g_steal_pointer (&path);
          return exm_task_file_read (text, strlen (text), FALSE, NULL, error);
        }
      if (slash == NULL)
        break;
      *slash = '\0';
    }
  return NULL;
}

ExmTask *
exm_group_defaults_get (
    ExmStore *store, const char *group, ExmGroupValue value, char **from, GError **error)
{
  return find (store, NULL, group, value, from, NULL, error);
}

/* Returns: (transfer full): @task with the value of @model */
static ExmTask *
make_with (ExmGroupValue value, const ExmTask *task, const ExmTask *model)
{
  g_auto (ExmTaskFields) fields = { 0 };
  g_auto (ExmTaskFields) given = { 0 };

  exm_task_fields_copy (task, &fields);
  exm_task_fields_copy (model, &given);
  if (value == EXM_GROUP_SCHEDULE)
    {
      ExmSchedule *old = fields.schedule;
      fields.schedule = given.schedule;
      given.schedule = old;
    }
  else if (value == EXM_GROUP_OUTPUTS)
    {
      GArray *old = fields.outputs;
      fields.outputs = given.outputs;
      given.outputs = old;
    }
  else
    fields.keep = given.keep;
  return exm_task_new (&fields);
}

gboolean
exm_group_defaults_is_same (ExmGroupValue value,
                            const ExmTask *task,
                            const ExmTask *model)
{
  g_autoptr (ExmTask) with = make_with (value, task, model);

  return exm_task_equal (with, task);
}

ExmTask *
exm_group_defaults_apply (ExmStore *store, const ExmTask *task, guint own, GError **error)
{
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_copy (task, &fields);
  g_autoptr (ExmTask) made = exm_task_new (&fields);
  for (guint i = 0; i < EXM_N_GROUP_VALUES; i++)
    {
      g_autoptr (GError) problem = NULL;
      if ((own & EXM_GROUP_BIT (i)) != 0)
        continue;
      g_autoptr (ExmTask) model
          = exm_group_defaults_get (store, exm_task_get (made)->group, i, NULL, &problem);
      if (problem != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return NULL;
        }
      if (model == NULL)
        continue;
      ExmTask *with = make_with (i, made, model);
      exm_task_unref (made);
      made = with;
    }
  return g_steal_pointer (&made);
}

/* A member of the group while that gets another value. */
typedef struct
{
  ExmTask *task;    /* (owned) */
  gint64 last_usec; /* when it last ran */
} Member;

static void
member_free (gpointer data)
{
  Member *member = data;

  exm_task_unref (member->task);
  g_free (member);
}

/* Returns: (transfer full) (element-type Member): those that are to change: that follow,
 * or all */
static GPtrArray *
list_members (
    ExmStore *store, const char *path, ExmGroupValue value, gboolean all, GError **error)
{
  g_autoptr (GPtrArray) infos = exm_store_list_tasks (store, error);
  g_autoptr (GPtrArray) members = g_ptr_array_new_with_free_func (member_free);

  for (guint i = 0; infos != NULL && i < infos->len; i++)
    {
      const ExmTaskInfo *info = infos->pdata[i];
      g_autoptr (GError) problem = NULL;
      if (!exm_group_is_below (info->group, path))
        continue;
      g_autoptr (ExmTask) task = exm_store_get_task (store, info->uid, NULL, &problem);
      g_autoptr (ExmTask) before
          = task != NULL
                ? exm_group_defaults_get (store, info->group, value, NULL, &problem)
                : NULL;
      if (problem != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return NULL;
        }
      if (!all && (before == NULL || !exm_group_defaults_is_same (value, task, before)))
        continue;
      Member *member = g_new0 (Member, 1);
      member->task = g_steal_pointer (&task);
      member->last_usec = info->last_run_usec;
      g_ptr_array_add (members, member);
    }
  return infos != NULL ? g_steal_pointer (&members) : NULL;
}

/* Gives a member what its group has now. */
static gboolean
follow (ExmStore *store,
        const Member *member,
        ExmGroupValue value,
        gint64 now_usec,
        GPtrArray *befores,
        GError **error)
{
  const ExmTaskFields *fields = exm_task_get (member->task);
  g_autoptr (GError) problem = NULL;
  g_autoptr (ExmTask) model
      = exm_group_defaults_get (store, fields->group, value, NULL, &problem);

  if (problem != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  if (model == NULL || exm_group_defaults_is_same (value, member->task, model))
    return TRUE;
  g_autoptr (ExmTask) with = make_with (value, member->task, model);
  if (!exm_task_check (with, error)
      || !exm_store_update_task (store, with, now_usec, NULL, error))
    return FALSE;
  if (befores != NULL)
    g_ptr_array_add (befores, exm_task_ref (member->task));
  if (value != EXM_GROUP_SCHEDULE)
    return TRUE;
  gint64 next = exm_schedule_get_next (exm_task_get (with)->schedule, member->last_usec,
                                       now_usec);
  return exm_store_set_next_due (store, fields->uid, next == G_MAXINT64 ? 0 : next,
                                 error);
}

static gboolean
put (ExmStore *store,
     const char *path,
     ExmGroupValue value,
     const ExmTask *model,
     GError **error)
{
  g_auto (ExmTaskFields) fields = { 0 };
  g_autofree char *key = make_key (value, path);

  if (model == NULL)
    return exm_store_set_setting (store, key, NULL, error);
  exm_task_fields_init (&fields);
  g_autoptr (ExmTask) empty = exm_task_new (&fields);
  g_autoptr (ExmTask) stored = make_with (value, empty, model);
  g_autofree char *text = exm_task_file_write (stored);
  return exm_store_set_setting (store, key, text, error);
}

gboolean
exm_group_defaults_set (ExmStore *store,
                        const char *group,
                        ExmGroupValue value,
                        const ExmTask *model,
                        gboolean all,
                        gint64 now_usec,
                        GPtrArray *befores,
                        GError **error)
{
  g_autofree char *path = exm_group_normalize (group);

  g_return_val_if_fail (path != NULL, FALSE);
  if (!exm_store_begin_group (store, error))
    return FALSE;
  g_autoptr (GPtrArray) members = list_members (store, path, value, all, error);
  gboolean good = members != NULL && put (store, path, value, model, error);
  exm_fail_point ("setup.group.put");
  for (guint i = 0; good && i < members->len; i++)
    good = follow (store, members->pdata[i], value, now_usec, befores, error);
  exm_fail_point ("setup.group.followed");
  if (good)
    return exm_store_commit_group (store, error);
  exm_store_drop_group (store);
  if (befores != NULL)
    g_ptr_array_set_size (befores, 0);
  return FALSE;
}

/* Groups */

typedef struct
{
  ExmStoreReader *reader; /* (owned) */
  ExmTask *task;          /* (owned) */
} Search;

static void
search_free (gpointer data)
{
  Search *search = data;

  g_object_unref (search->reader);
  exm_task_unref (search->task);
  g_free (search);
}

static void
list_followed (GTask *gtask, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Search *search = data;
  g_autoptr (GPtrArray) groups = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < EXM_N_GROUP_VALUES; i++)
    {
      GError *error = NULL;
      g_autofree char *from = NULL;
      g_autoptr (ExmTask) model
          = find (NULL, search->reader, exm_task_get (search->task)->group, i, &from,
                  cancellable, &error);
      if (error != NULL)
        {
          g_task_return_error (gtask, error);
          return;
        }
      gboolean follows
          = model != NULL && exm_group_defaults_is_same (i, search->task, model);
      g_ptr_array_add (groups, follows ? g_steal_pointer (&from) : NULL);
    }
  g_task_return_pointer (gtask, g_steal_pointer (&groups),
                         (GDestroyNotify) g_ptr_array_unref);
}

void
exm_group_defaults_list_followed_async (ExmStoreReader *reader,
                                        ExmTask *task,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer data)
{
  g_autoptr (GTask) gtask = g_task_new (NULL, cancellable, callback, data);
  Search *search = g_new0 (Search, 1);

  search->reader = g_object_ref (reader);
  search->task = exm_task_ref (task);
  g_task_set_source_tag (gtask, exm_group_defaults_list_followed_async);
  g_task_set_task_data (gtask, search, search_free);
  g_task_run_in_thread (gtask, list_followed);
}
