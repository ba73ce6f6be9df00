/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/tasks/exm-closed-groups.h"

#include <string.h>

struct _ExmClosedGroups
{
  GObject parent_instance;

  GHashTable *paths; /* (owned) (element-type utf8): a set */
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (ExmClosedGroups, exm_closed_groups, G_TYPE_OBJECT)

static void
exm_closed_groups_finalize (GObject *object)
{
  g_hash_table_unref (EXM_CLOSED_GROUPS (object)->paths);
  G_OBJECT_CLASS (exm_closed_groups_parent_class)->finalize (object);
}

static void
exm_closed_groups_class_init (ExmClosedGroupsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = exm_closed_groups_finalize;
  changed_signal = g_signal_new ("changed", EXM_TYPE_CLOSED_GROUPS, G_SIGNAL_RUN_LAST, 0,
                                 NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
exm_closed_groups_init (ExmClosedGroups *self)
{
  self->paths = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

ExmClosedGroups *
exm_closed_groups_get (ExmSession *session)
{
  static const char key[] = "exm-closed-groups";
  ExmClosedGroups *self = g_object_get_data (G_OBJECT (session), key);

  if (self != NULL)
    return self;
  self = g_object_new (EXM_TYPE_CLOSED_GROUPS, NULL);
  g_object_set_data_full (G_OBJECT (session), key, self, g_object_unref);
  return self;
}

gboolean
exm_closed_groups_contains (ExmClosedGroups *self, const char *path)
{
  return g_hash_table_contains (self->paths, path);
}

void
exm_closed_groups_toggle (ExmClosedGroups *self, const char *path)
{
  g_return_if_fail (EXM_IS_CLOSED_GROUPS (self));

  if (!g_hash_table_remove (self->paths, path))
    g_hash_table_add (self->paths, g_strdup (path));
  g_signal_emit (self, changed_signal, 0);
}

void
exm_closed_groups_set (ExmClosedGroups *self, const char *const *paths)
{
  g_return_if_fail (EXM_IS_CLOSED_GROUPS (self));

  g_hash_table_remove_all (self->paths);
  for (; *paths != NULL; paths++)
    g_hash_table_add (self->paths, g_strdup (*paths));
  g_signal_emit (self, changed_signal, 0);
}

char **
exm_closed_groups_dup (ExmClosedGroups *self)
{
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();
  g_autoptr (GList) keys
      = g_list_sort (g_hash_table_get_keys (self->paths), (GCompareFunc) strcmp);

  for (GList *key = keys; key != NULL; key = key->next)
    g_strv_builder_add (paths, key->data);
  return g_strv_builder_end (paths);
}
