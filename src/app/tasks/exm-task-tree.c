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

  GListModel *tasks;       /* (owned) */
  GPtrArray *items;        /* (owned) (element-type GObject): what is listed */
  GHashTable *nodes;       /* (owned) (element-type utf8 Node): by path, "" for the top */
  ExmClosedGroups *closed; /* (owned) (nullable) */
  GtkSorter *sorter;       /* (owned) (nullable): of groups */
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

  g_clear_object (&self->tasks);
  g_clear_object (&self->closed);
  g_clear_object (&self->sorter);
  G_OBJECT_CLASS (exm_task_tree_parent_class)->dispose (object);
}

static void
exm_task_tree_finalize (GObject *object)
{
  ExmTaskTree *self = EXM_TASK_TREE (object);

  g_ptr_array_unref (self->items);
  g_hash_table_unref (self->nodes);
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
  self->nodes = g_hash_table_new (g_str_hash, g_str_equal);
}

/* A group with what is in it. */
typedef struct
{
  ExmGroupItem *item;  /* (owned) (nullable): %NULL for what is in no group */
  char *key;           /* (owned) (nullable): for sorting */
  GPtrArray *children; /* (owned) (element-type Node): (unowned) nodes */
  GPtrArray *tasks;    /* (owned) (element-type ExmTaskItem) */
  ExmGroupCounts counts;
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
compare_nodes (gconstpointer a, gconstpointer b, gpointer data)
{
  const Node *one = *(const Node *const *) a, *other = *(const Node *const *) b;
  ExmTaskTree *self = data;
  GtkOrdering wanted = self->sorter != NULL
                           ? gtk_sorter_compare (self->sorter, one->item, other->item)
                           : GTK_ORDERING_EQUAL;
  int order = wanted != GTK_ORDERING_EQUAL ? (int) wanted : strcmp (one->key, other->key);

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
  const Node *old = g_hash_table_lookup (self->nodes, path);
  node = node_new (old != NULL ? g_object_ref (old->item) : exm_group_item_new (path));
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
add_daily (ExmGroupCounts *counts, const guint *daily)
{
  for (guint i = 0; i < EXM_DAILY_DAYS; i++)
    counts->daily[i] += daily[i];
}

/* @due_usec: 0 for never */
static void
add_times (ExmGroupCounts *counts, gint64 last_usec, gint64 due_usec)
{
  counts->last_run_usec = MAX (counts->last_run_usec, last_usec);
  if (due_usec != 0 && (counts->next_due_usec == 0 || due_usec < counts->next_due_usec))
    counts->next_due_usec = due_usec;
}

static void
add_task (ExmGroupCounts *counts, ExmTaskItem *task)
{
  gint64 last_usec = 0;

  g_object_get (task, "last-run", &last_usec, NULL);
  counts->n_needs_you += exm_task_item_get_needs_you (task);
  counts->n_articles += exm_task_item_get_n_articles (task);
  add_daily (counts, exm_task_item_get_daily (task));
  add_times (counts, last_usec,
             exm_task_item_get_paused (task) ? 0 : exm_task_item_get_next_due (task));
}

static void
count (Node *node)
{
  ExmGroupCounts *counts = &node->counts;

  counts->n_tasks = node->tasks->len;
  for (guint i = 0; i < node->tasks->len; i++)
    add_task (counts, node->tasks->pdata[i]);
  for (guint i = 0; i < node->children->len; i++)
    {
      Node *child = node->children->pdata[i];
      count (child);
      counts->n_tasks += child->counts.n_tasks;
      counts->n_needs_you += child->counts.n_needs_you;
      counts->n_articles += child->counts.n_articles;
      add_daily (counts, child->counts.daily);
      add_times (counts, child->counts.last_run_usec, child->counts.next_due_usec);
    }
}

/* Tells the groups what is in them, by which they may be sorted. */
static void
update_items (ExmTaskTree *self, GHashTable *nodes)
{
  GHashTableIter iter;
  gpointer path, data;

  g_hash_table_iter_init (&iter, nodes);
  while (g_hash_table_iter_next (&iter, &path, &data))
    {
      const Node *node = data;
      gboolean closed
          = self->closed != NULL && exm_closed_groups_contains (self->closed, path);
      if (node->item != NULL)
        exm_group_item_update (node->item, self->all_expanded || !closed, &node->counts);
    }
}

static void
append (ExmTaskTree *self, Node *node, GPtrArray *items)
{
  gboolean expanded = node->item == NULL || exm_group_item_get_expanded (node->item);

  if (node->item != NULL)
    g_ptr_array_add (items, g_object_ref (node->item));
  g_ptr_array_sort_with_data (node->children, compare_nodes, self);
  for (guint i = 0; expanded && i < node->children->len; i++)
    append (self, node->children->pdata[i], items);
  for (guint i = 0; expanded && i < node->tasks->len; i++)
    g_ptr_array_add (items, g_object_ref (node->tasks->pdata[i]));
}

void
exm_task_tree_update (ExmTaskTree *self)
{
  g_return_if_fail (EXM_IS_TASK_TREE (self));

  g_autoptr (GHashTable) old_nodes = self->nodes;
  GHashTable *nodes = make_nodes (self);
  g_autoptr (GPtrArray) old = self->items;
  GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);
  Node *top = g_hash_table_lookup (nodes, "");
  guint head = 0, tail = 0;

  count (top);
  update_items (self, nodes);
  append (self, top, items);
  while (head < MIN (old->len, items->len) && old->pdata[head] == items->pdata[head])
    head++;
  while (tail < MIN (old->len, items->len) - head
         && old->pdata[old->len - 1 - tail] == items->pdata[items->len - 1 - tail])
    tail++;
  self->items = items;
  self->nodes = nodes;
  if (old->len - head - tail > 0 || items->len - head - tail > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), head, old->len - head - tail,
                                items->len - head - tail);
}

ExmTaskTree *
exm_task_tree_new (GListModel *tasks)
{
  ExmTaskTree *self = g_object_new (EXM_TYPE_TASK_TREE, NULL);

  self->tasks = g_object_ref (tasks);
  g_signal_connect_object (tasks, "items-changed", G_CALLBACK (exm_task_tree_update),
                           self, G_CONNECT_SWAPPED);
  exm_task_tree_update (self);
  return self;
}

void
exm_task_tree_set_closed (ExmTaskTree *self, ExmClosedGroups *closed)
{
  g_return_if_fail (EXM_IS_TASK_TREE (self));
  g_return_if_fail (self->closed == NULL);

  self->closed = g_object_ref (closed);
  g_signal_connect_object (closed, "changed", G_CALLBACK (exm_task_tree_update), self,
                           G_CONNECT_SWAPPED);
  exm_task_tree_update (self);
}

void
exm_task_tree_set_sorter (ExmTaskTree *self, GtkSorter *sorter)
{
  g_return_if_fail (EXM_IS_TASK_TREE (self));
  g_return_if_fail (self->sorter == NULL);

  self->sorter = g_object_ref (sorter);
  g_signal_connect_object (sorter, "changed", G_CALLBACK (exm_task_tree_update), self,
                           G_CONNECT_SWAPPED);
  exm_task_tree_update (self);
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

gboolean
exm_task_tree_is_below (gpointer item, ExmGroupItem *group)
{
  const char *path = exm_group_item_get_path (group);
  g_autofree char *own = NULL;

  if (EXM_IS_GROUP_ITEM (item))
    return exm_group_is_below (exm_group_item_get_path (item), path);
  g_object_get (item, "group", &own, NULL);
  return exm_group_is_below (own, path);
}

void
exm_task_tree_toggle (ExmTaskTree *self, ExmGroupItem *group)
{
  if (self->closed != NULL && !self->all_expanded)
    exm_closed_groups_toggle (self->closed, exm_group_item_get_path (group));
}

gboolean
exm_task_tree_take_key (ExmTaskTree *self, ExmGroupItem *group, guint key, gboolean rtl)
{
  gboolean expanded = exm_group_item_get_expanded (group);

  if (key != (expanded == rtl ? GDK_KEY_Right : GDK_KEY_Left))
    return FALSE;
  exm_task_tree_toggle (self, group);
  return TRUE;
}

void
exm_task_tree_set_expanded (ExmTaskTree *self, gboolean all)
{
  if (self->all_expanded == all)
    return;
  self->all_expanded = all;
  exm_task_tree_update (self);
}

/* @node: (nullable) */
static void
add_uids (const Node *node, GStrvBuilder *uids)
{
  for (guint i = 0; node != NULL && i < node->children->len; i++)
    add_uids (node->children->pdata[i], uids);
  for (guint i = 0; node != NULL && i < node->tasks->len; i++)
    g_strv_builder_add (uids, exm_task_item_get_uid (node->tasks->pdata[i]));
}

char **
exm_task_tree_dup_uids (ExmTaskTree *self, ExmGroupItem *group)
{
  g_autoptr (GStrvBuilder) uids = g_strv_builder_new ();

  add_uids (g_hash_table_lookup (self->nodes, exm_group_item_get_path (group)), uids);
  return g_strv_builder_end (uids);
}
