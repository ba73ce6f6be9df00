/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "setup/exm-known-sections.h"

#include "fetch/exm-url.h"

struct _ExmKnownSections
{
  GHashTable *addresses; /* (owned) (element-type utf8): of tasks: sources, examples */
  GHashTable *tasks;     /* (owned) (element-type utf8): what tasks collect */
  GHashTable *uids;      /* (owned) (element-type utf8) */
};

/* Returns: (transfer full): its sources; without any, its example */
static char *
describe_task (const ExmTaskFields *fields)
{
  GString *key = g_string_new (NULL);

  for (guint i = 0; i < fields->sources->len; i++)
    g_string_append_printf (key, "%s\n",
                            g_array_index (fields->sources, ExmTaskSource, i).pattern);
  if (key->len == 0 && fields->examples->len > 0)
    g_string_append_printf (key, "example %s",
                            g_array_index (fields->examples, ExmTaskExample, 0).url);
  return g_string_free (key, FALSE);
}

void
exm_known_sections_add_task (ExmKnownSections *self, const ExmTaskFields *fields)
{
  g_hash_table_add (self->uids, g_strdup (fields->uid));
  g_hash_table_add (self->tasks, describe_task (fields));
  for (guint i = 0; i < fields->sources->len; i++)
    g_hash_table_add (
        self->addresses,
        g_strdup (g_array_index (fields->sources, ExmTaskSource, i).pattern));
  /* An example of several sections is the address of none of them. */
  for (guint i = 0; i < fields->examples->len && fields->sources->len == 0; i++)
    g_hash_table_add (self->addresses,
                      g_strdup (g_array_index (fields->examples, ExmTaskExample, i).url));
}

ExmKnownSections *
exm_known_sections_new (ExmStore *store, GError **error)
{
  g_autoptr (ExmKnownSections) self = g_new0 (ExmKnownSections, 1);
  g_autoptr (GPtrArray) infos = exm_store_list_tasks (store, error);

  self->addresses = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->tasks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->uids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; infos != NULL && i < infos->len; i++)
    {
      const ExmTaskInfo *info = g_ptr_array_index (infos, i);
      g_autoptr (ExmTask) task = exm_store_get_task (store, info->uid, NULL, error);
      if (task == NULL)
        return NULL;
      exm_known_sections_add_task (self, exm_task_get (task));
    }
  return infos != NULL ? g_steal_pointer (&self) : NULL;
}

void
exm_known_sections_free (ExmKnownSections *self)
{
  g_hash_table_unref (self->addresses);
  g_hash_table_unref (self->tasks);
  g_hash_table_unref (self->uids);
  g_free (self);
}

gboolean
exm_known_sections_claim (ExmKnownSections *self, const char *address)
{
  g_autofree char *url = address != NULL ? exm_url_normalize_input (address, NULL) : NULL;

  return url == NULL || g_hash_table_add (self->addresses, g_steal_pointer (&url));
}

gboolean
exm_known_sections_has_task (const ExmKnownSections *self, const ExmTaskFields *fields)
{
  g_autofree char *key = describe_task (fields);

  return g_hash_table_contains (self->tasks, key);
}

GHashTable *
exm_known_sections_get_uids (const ExmKnownSections *self)
{
  return self->uids;
}
