/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-serve"

#include "config.h"

#include "serve/exm-served-feed.h"

#include "publish/formats/exm-article-values.h"
#include "saved/exm-saved-searches.h"
#include "store/exm-store.h"

#include <string.h>

static void
feed_free (gpointer data)
{
  ExmServedFeed *self = data;

  g_free (self->name);
  g_free (self->key);
  g_free (self->title);
  g_free (self->group);
  g_free (self->words);
  g_ptr_array_unref (self->uids);
  g_free (self);
}

/* @key: (transfer full) */
static ExmServedFeed *
feed_new (ExmServedKind kind, const char *name, char *key, const char *title)
{
  ExmServedFeed *self = g_new0 (ExmServedFeed, 1);

  self->kind = kind;
  self->name = g_strdup (name);
  self->key = key;
  self->title = g_strdup (title);
  self->uids = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/* The feed of what has a name in place of an identity. */
static ExmServedFeed *
new_of_name (ExmServedKind kind, const char *word, const char *title)
{
  g_autofree char *name = g_strdup_printf ("%s:%s", word, title);
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, title, -1);

  return feed_new (kind, name,
                   g_strdup_printf ("%s-%.*s", word, (int) EXM_ARTICLE_KEY_CHARS, hash),
                   title);
}

/* Whether tasks of the group @inner are in @outer. */
static gboolean
is_in_group (const char *inner, const char *outer)
{
  gsize n = strlen (outer);

  return inner != NULL && strncmp (inner, outer, n) == 0
         && (inner[n] == '\0' || inner[n] == '/');
}

/* Adds @group, "a/b", and the groups around it. */
static void
add_groups (GHashTable *groups, const char *group)
{
  for (const char *p = strchr (group, '/'); p != NULL; p = strchr (p + 1, '/'))
    if (p != group)
      g_hash_table_add (groups, g_strndup (group, (gsize) (p - group)));
  if (*group != '\0')
    g_hash_table_add (groups, g_strdup (group));
}

GPtrArray *
exm_served_feed_list (const GPtrArray *tasks, const GPtrArray *searches)
{
  GPtrArray *feeds = g_ptr_array_new_with_free_func (feed_free);
  g_autoptr (GHashTable) groups
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GList) names = NULL;
  ExmServedFeed *all = feed_new (EXM_SERVED_ALL, "all", g_strdup ("all"), "Exemplar");

  g_ptr_array_add (feeds, all);
  for (guint i = 0; i < tasks->len; i++)
    {
      const ExmTaskInfo *info = g_ptr_array_index (tasks, i);
      if (info->group != NULL)
        add_groups (groups, info->group);
    }
  names = g_list_sort (g_hash_table_get_keys (groups), (GCompareFunc) strcmp);
  for (const GList *l = names; l != NULL; l = l->next)
    {
      const char *name = l->data;
      ExmServedFeed *group = new_of_name (EXM_SERVED_GROUP, "group", name);
      g_ptr_array_add (feeds, group);
      for (guint j = 0; j < tasks->len; j++)
        {
          const ExmTaskInfo *info = g_ptr_array_index (tasks, j);
          if (is_in_group (info->group, name))
            g_ptr_array_add (group->uids, g_strdup (info->uid));
        }
    }
  for (guint i = 0; i < tasks->len; i++)
    {
      const ExmTaskInfo *info = g_ptr_array_index (tasks, i);
      ExmServedFeed *task = feed_new (EXM_SERVED_TASK, info->uid,
                                      g_strconcat ("task-", info->uid, NULL), info->name);
      task->group = g_strdup (info->group);
      g_ptr_array_add (task->uids, g_strdup (info->uid));
      g_ptr_array_add (all->uids, g_strdup (info->uid));
      g_ptr_array_add (feeds, task);
    }
  for (guint i = 0; i < searches->len; i++)
    {
      const ExmSavedSearch *search = g_ptr_array_index (searches, i);
      ExmServedFeed *feed = new_of_name (EXM_SERVED_SEARCH, "search", search->name);
      feed->words = g_strdup (search->words);
      g_ptr_array_add (feeds, feed);
    }
  return feeds;
}
