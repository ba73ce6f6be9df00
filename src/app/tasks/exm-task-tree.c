/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/tasks/exm-task-tree.h"

#include "app/session/exm-task-item.h"
#include "setup/exm-group-defaults.h"

#include <string.h>

struct _ExmTaskTree
{
  GObject parent_instance;

  GListModel *tasks;     /* (owned) */
  GPtrArray *items;      /* (owned) (element-type GObject): what is listed */
  GHashTable *groups;    /* (owned) (element-type utf8 ExmGroupItem): by path */
  GHashTable *collapsed; /* (owned) (element-type utf8): paths, a set */
  gboolean all_expanded;
};

static GType
get_item_type (GListModel *list)
{
  return G_TYPE_OBJECT;
}

static guint
get_n_items (GListModel *list)
{
  return EXM_TASK_TREE (list)->items->len;
}

static gpointer
get_item (GListModel *list, guint position)
{
  ExmTaskTree *self = EXM_TASK_TREE (list);

  return position < self->items->len ? g_object_ref (self->items->pdata[position]) : NULL;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (ExmTaskTree,
                               exm_task_tree,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
exm_task_tree_dispose (GObject *object)
{
  ExmTaskTree *self = EXM_TASK_TREE (object);

  if (self->tasks != NULL)
    g_signal_handlers_disconnect_by_data (self->tasks, self);
  g_clear_object (&self->tasks);
  G_OBJECT_CLASS (exm_task_tree_parent_class)->dispose (object);
}

static void
exm_task_tree_finalize (GObject *object)
{
  ExmTaskTree *self = EXM_TASK_TREE (object);

  g_ptr_array_unref (self->items);
  g_hash_table_unref (self->groups);
  g_hash_table_unref (self->collapsed);
  G_OBJECT_CLASS (exm_task_tree_parent_class)->finalize (object);
}

static void
exm_task_tree_class_init (ExmTaskTreeClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = exm_task_tree_dispose;
  G_OBJECT_CLASS (klass)->finalize = exm_task_tree_finalize;
}

static void
exm_task_tree_init (ExmTaskTree *self)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
  self->groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  self->collapsed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

/* A group while the list is made. */
typedef struct
{
  ExmGroupItem *item;  /* (owned) (nullable): %NULL for what is in no group */
  char *key;           /* (owned) (nullable): for sorting */
  GPtrArray *children; /* (owned) (element-type Node): (unowned) nodes */
  GPtrArray *tasks;    /* (owned) (element-type ExmTaskItem) */
  guint n_tasks;
  guint n_needs_you;
} Node;

static Node *
node_new (ExmGroupItem *item)
{
  Node *node = g_new0 (Node, 1);

  node->item = item;
  if (item != NULL)
    node->key = g_utf8_collate_key_for_filename (exm_group_item_get_title (item), -1);
  node->children = g_ptr_array_new ();
  node->tasks = g_ptr_array_new_with_free_func (g_object_unref);
  return node;
}

static void
node_free (gpointer data)
{
  Node *node = data;

  g_clear_object (&node->item);
  g_free (node->key);
  g_ptr_array_unref (node->children);
  g_ptr_array_unref (node->tasks);
  g_free (node);
}

static int
compare_nodes (gconstpointer a, gconstpointer b)
{
  const Node *one = *(const Node *const *) a, *other = *(const Node *const *) b;
  int order = strcmp (one->key, other->key);

  return order != 0 ? order
                    : strcmp (exm_group_item_get_path (one->item),
                              exm_group_item_get_path (other->item));
}

/* Returns: (transfer none): the node of a path, made with those above it if need be. A
 * path is as long as a person types it */
static Node *
ensure_node (ExmTaskTree *self, GHashTable *nodes, const char *path)
{
  Node *node = g_hash_table_lookup (nodes, path);

  if (node != NULL)
    return node;
  ExmGroupItem *item = g_hash_table_lookup (self->groups, path);
  node = node_new (item != NULL ? g_object_ref (item) : exm_group_item_new (path));
  g_hash_table_insert (nodes, g_strdup (path), node);
  const char *slash = strrchr (path, '/');
  g_autofree char *above = g_strndup (path, slash != NULL ? (gsize) (slash - path) : 0);
  g_ptr_array_add (ensure_node (self, nodes, above)->children, node);
  return node;
}

/* Returns: (transfer full) (element-type utf8 Node): by path, with "" for the top */
static GHashTable *
make_nodes (ExmTaskTree *self)
{
  GHashTable *nodes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, node_free);
  guint n_tasks = self->tasks != NULL ? g_list_model_get_n_items (self->tasks) : 0;

  g_hash_table_insert (nodes, g_strdup (""), node_new (NULL));
  for (guint i = 0; i < n_tasks; i++)
    {
      g_autoptr (ExmTaskItem) task = g_list_model_get_item (self->tasks, i);
      g_autofree char *group = NULL;
      g_object_get (task, "group", &group, NULL);
      g_autofree char *path = exm_group_normalize (group);
      Node *node = ensure_node (self, nodes, path != NULL ? path : "");
      g_ptr_array_add (node->tasks, g_steal_pointer (&task));
    }
  return nodes;
}

static void
count (Node *node)
{
  node->n_tasks = node->tasks->len;
  for (guint i = 0; i < node->tasks->len; i++)
    node->n_needs_you += exm_task_item_get_needs_you (node->tasks->pdata[i]);
  for (guint i = 0; i < node->children->len; i++)
    {
      Node *child = node->children->pdata[i];
      count (child);
      node->n_tasks += child->n_tasks;
      node->n_needs_you += child->n_needs_you;
    }
}

static void
append (ExmTaskTree *self, Node *node, GPtrArray *items)
{
  gboolean expanded = TRUE;

  if (node->item != NULL)
    {
      const char *path = exm_group_item_get_path (node->item);
      expanded = self->all_expanded || !g_hash_table_contains (self->collapsed, path);
      exm_group_item_update (node->item, expanded, node->n_tasks, node->n_needs_you);
      g_ptr_array_add (items, g_object_ref (node->item));
      g_hash_table_insert (self->groups, g_strdup (path), g_object_ref (node->item));
    }
  g_ptr_array_sort (node->children, compare_nodes);
  for (guint i = 0; expanded && i < node->children->len; i++)
    append (self, node->children->pdata[i], items);
  for (guint i = 0; expanded && i < node->tasks->len; i++)
    g_ptr_array_add (items, g_object_ref (node->tasks->pdata[i]));
}

void
exm_task_tree_update (ExmTaskTree *self)
{
  g_return_if_fail (EXM_IS_TASK_TREE (self));

  g_autoptr (GHashTable) nodes = make_nodes (self);
  g_autoptr (GPtrArray) old = self->items;
  GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);
  Node *top = g_hash_table_lookup (nodes, "");
  guint head = 0, tail = 0;

  count (top);
  append (self, top, items);
  while (head < MIN (old->len, items->len) && old->pdata[head] == items->pdata[head])
    head++;
  while (tail < MIN (old->len, items->len) - head
         && old->pdata[old->len - 1 - tail] == items->pdata[items->len - 1 - tail])
    tail++;
  self->items = items;
  if (old->len - head - tail > 0 || items->len - head - tail > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), head, old->len - head - tail,
                                items->len - head - tail);
}

ExmTaskTree *
exm_task_tree_new (GListModel *tasks)
{
  ExmTaskTree *self = g_object_new (EXM_TYPE_TASK_TREE, NULL);

  self->tasks = g_object_ref (tasks);
  g_signal_connect_swapped (tasks, "items-changed", G_CALLBACK (exm_task_tree_update),
                            self);
  exm_task_tree_update (self);
  return self;
}

guint
exm_task_tree_get_depth (gpointer item)
{
  g_autofree char *group = NULL;

  if (EXM_IS_GROUP_ITEM (item))
    return exm_group_item_get_depth (item);
  if (!EXM_IS_TASK_ITEM (item))
    return 0;
  g_object_get (item, "group", &group, NULL);
  g_autofree char *path = exm_group_normalize (group);
  guint depth = path != NULL ? 1 : 0;
  for (const char *c = path; c != NULL && *c != '\0'; c++)
    depth += *c == '/';
  return depth;
}

void
exm_task_tree_toggle (ExmTaskTree *self, ExmGroupItem *group)
{
  const char *path = exm_group_item_get_path (group);

  if (!g_hash_table_remove (self->collapsed, path))
    g_hash_table_add (self->collapsed, g_strdup (path));
  exm_task_tree_update (self);
}

void
exm_task_tree_set_expanded (ExmTaskTree *self, gboolean all)
{
  if (self->all_expanded == all)
    return;
  self->all_expanded = all;
  exm_task_tree_update (self);
}

void
exm_task_tree_set_collapsed (ExmTaskTree *self, const char *const *paths)
{
  g_hash_table_remove_all (self->collapsed);
  for (; *paths != NULL; paths++)
    g_hash_table_add (self->collapsed, g_strdup (*paths));
  exm_task_tree_update (self);
}

char **
exm_task_tree_dup_collapsed (ExmTaskTree *self)
{
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();
  g_autoptr (GList) keys
      = g_list_sort (g_hash_table_get_keys (self->collapsed), (GCompareFunc) strcmp);

  for (GList *key = keys; key != NULL; key = key->next)
    g_strv_builder_add (paths, key->data);
  return g_strv_builder_end (paths);
}

char **
exm_task_tree_dup_uids (ExmTaskTree *self, ExmGroupItem *group)
{
  g_autoptr (GStrvBuilder) uids = g_strv_builder_new ();

  for (guint i = 0; i < g_list_model_get_n_items (self->tasks); i++)
    {
      g_autoptr (ExmTaskItem) task = g_list_model_get_item (self->tasks, i);
      g_autofree char *own = NULL;
      g_object_get (task, "group", &own, NULL);
      if (exm_group_is_below (own, exm_group_item_get_path (group)))
        g_strv_builder_add (uids, exm_task_item_get_uid (task));
    }
  return g_strv_builder_end (uids);
}
