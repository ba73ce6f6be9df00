/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "setup/exm-group-rename.h"

#include "base/exm-fail-point.h"
#include "setup/exm-group-defaults.h"

#include <string.h>

ExmGroupRename *
exm_group_rename_new (void)
{
  ExmGroupRename *self = g_new0 (ExmGroupRename, 1);

  self->befores = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_task_unref);
  self->groups = g_ptr_array_new_with_free_func (g_free);
  self->settings = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

void
exm_group_rename_free (ExmGroupRename *self)
{
  g_ptr_array_unref (self->befores);
  g_ptr_array_unref (self->groups);
  g_hash_table_unref (self->settings);
  g_free (self);
}

/* @group: one that is @from, or in it. Returns: (transfer full): its new path */
static char *
make_path (const char *group, const char *from, const char *to)
{
  g_autofree char *normal = exm_group_normalize (group);
  g_autofree char *path = g_strconcat (to, normal + strlen (from), NULL);

  return exm_group_normalize (path);
}

/* Returns: (transfer full): @task in @group */
static ExmTask *
make_moved (const ExmTask *task, const char *group)
{
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_copy (task, &fields);
  g_free (fields.group);
  fields.group = g_strdup (group);
  return exm_task_new (&fields);
}

static gboolean
move_task (ExmGroupRename *self,
           ExmStore *store,
           const ExmTaskInfo *info,
           const char *group,
           gint64 now_usec,
           GError **error)
{
  g_autoptr (ExmTask) task = exm_store_get_task (store, info->uid, NULL, error);

  if (task == NULL)
    return FALSE;
  g_autoptr (ExmTask) moved = make_moved (task, group);
  if (!exm_task_check (moved, error)
      || !exm_store_update_task (store, moved, now_usec, NULL, error))
    return FALSE;
  g_ptr_array_add (self->befores, g_steal_pointer (&task));
  g_ptr_array_add (self->groups, g_strdup (group));
  return TRUE;
}

static gboolean
move_tasks (ExmGroupRename *self,
            ExmStore *store,
            const char *from,
            const char *to,
            gint64 now_usec,
            GError **error)
{
  g_autoptr (GPtrArray) infos = exm_store_list_tasks (store, error);
  gboolean good = infos != NULL;

  for (guint i = 0; good && i < infos->len; i++)
    {
      const ExmTaskInfo *info = infos->pdata[i];
      if (!exm_group_is_below (info->group, from))
        continue;
      g_autofree char *group = make_path (info->group, from, to);
      good = move_task (self, store, info, group, now_usec, error);
    }
  return good;
}

/* Stores a setting. @before: (nullable): its value until now, kept for taking back; of
 * two changes the first one's */
static gboolean
replace (ExmGroupRename *self,
         ExmStore *store,
         const char *key,
         const char *before,
         const char *value,
         GError **error)
{
  if (!g_hash_table_contains (self->settings, key))
    g_hash_table_insert (self->settings, g_strdup (key),
                         g_strdup (before != NULL ? before : ""));
  return exm_store_set_setting (store, key, value, error);
}

/* Says @value at @key, unless another group says something there. */
static gboolean
fill (ExmGroupRename *self,
      ExmStore *store,
      const char *key,
      const char *value,
      GError **error)
{
  g_autoptr (GError) problem = NULL;
  g_autofree char *there = exm_store_get_setting (store, key, &problem);

  if (problem != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  return there != NULL || replace (self, store, key, NULL, value, error);
}

/* Takes what groups say of their tasks out of the store. @moved: gets the values by their
 * new keys */
static gboolean
take_settings (ExmGroupRename *self,
               ExmStore *store,
               const char *prefix,
               const char *from,
               const char *to,
               GHashTable *moved,
               GError **error)
{
  g_autoptr (GPtrArray) keys = exm_store_list_settings (store, prefix, error);
  gboolean good = keys != NULL;

  for (guint i = 0; good && i < keys->len; i++)
    {
      const char *key = keys->pdata[i];
      const char *group = key + strlen (prefix);
      if (!exm_group_is_below (group, from))
        continue;
      char *value = exm_store_get_setting (store, key, error);
      good = value != NULL && replace (self, store, key, value, NULL, error);
      g_autofree char *path = make_path (group, from, to);
      g_hash_table_insert (moved, g_strconcat (prefix, path, NULL), value);
    }
  return good;
}

/* Takes all of them before the first one is put: a group may move into itself. */
static gboolean
move_settings (ExmGroupRename *self,
               ExmStore *store,
               const char *prefix,
               const char *from,
               const char *to,
               GError **error)
{
  g_autoptr (GHashTable) moved
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GHashTableIter iter;
  gpointer key, value;
  gboolean good = take_settings (self, store, prefix, from, to, moved, error);

  g_hash_table_iter_init (&iter, moved);
  while (good && g_hash_table_iter_next (&iter, &key, &value))
    good = fill (self, store, key, value, error);
  return good;
}

/* @good: whether all was written. Returns: whether it is stored */
static gboolean
end (ExmStore *store, gboolean good, GError **error)
{
  if (good && exm_store_commit_group (store, error))
    return TRUE;
  if (!good)
    exm_store_drop_group (store);
  return FALSE;
}

gboolean
exm_group_rename_run (ExmGroupRename *self,
                      ExmStore *store,
                      const char *from,
                      const char *to,
                      gint64 now_usec,
                      GError **error)
{
  g_autofree char *old = exm_group_normalize (from);
  g_autofree char *new = exm_group_normalize (to);

  g_return_val_if_fail (old != NULL && new != NULL, FALSE);
  g_return_val_if_fail (self->befores->len == 0, FALSE);
  if (strcmp (old, new) == 0)
    return TRUE;
  if (!exm_store_begin_group (store, error))
    return FALSE;
  gboolean good = move_tasks (self, store, old, new, now_usec, error);
  exm_fail_point ("setup.group.moved");
  for (guint i = 0; good && i < EXM_N_GROUP_VALUES; i++)
    {
      g_autofree char *prefix = exm_group_value_dup_prefix (i);
      good = move_settings (self, store, prefix, old, new, error);
    }
  exm_fail_point ("setup.group.renamed");
  if (end (store, good, error))
    return TRUE;
  g_ptr_array_set_size (self->befores, 0);
  g_ptr_array_set_size (self->groups, 0);
  g_hash_table_remove_all (self->settings);
  return FALSE;
}

/* @group: the one that it came into. Returns: whether the task is back in its group, or
 * was left alone */
static gboolean
move_back (ExmStore *store,
           const ExmTask *before,
           const char *group,
           gint64 now_usec,
           GError **error)
{
  const ExmTaskFields *fields = exm_task_get (before);
  g_autoptr (GError) problem = NULL;
  g_autoptr (ExmTask) task = exm_store_get_task (store, fields->uid, NULL, &problem);

  if (g_error_matches (problem, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND))
    return TRUE;
  if (task == NULL)
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  if (g_strcmp0 (exm_task_get (task)->group, group) != 0)
    return TRUE;
  g_autoptr (ExmTask) moved = make_moved (task, fields->group);
  return exm_store_update_task (store, moved, now_usec, NULL, error);
}

gboolean
exm_group_rename_undo (ExmGroupRename *self,
                       ExmStore *store,
                       gint64 now_usec,
                       GError **error)
{
  GHashTableIter iter;
  gpointer key, value;

  if (!exm_store_begin_group (store, error))
    return FALSE;
  gboolean good = TRUE;
  for (guint i = 0; good && i < self->befores->len; i++)
    good = move_back (store, self->befores->pdata[i], self->groups->pdata[i], now_usec,
                      error);
  g_hash_table_iter_init (&iter, self->settings);
  while (good && g_hash_table_iter_next (&iter, &key, &value))
    good = exm_store_set_setting (store, key, *(char *) value != '\0' ? value : NULL,
                                  error);
  return end (store, good, error);
}
