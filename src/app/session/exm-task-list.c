/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/session/exm-task-list.h"

struct _ExmTaskList
{
  GObject parent_instance;

  GPtrArray *items;   /* (owned) (element-type ExmTaskItem): by name */
  GHashTable *by_uid; /* (owned) (element-type utf8 ExmTaskItem): keys are the items' */
};

enum
{
  PROP_0,
  PROP_N_ITEMS,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static GType
get_item_type (GListModel *list)
{
  return EXM_TYPE_TASK_ITEM;
}

static guint
get_n_items (GListModel *list)
{
  return EXM_TASK_LIST (list)->items->len;
}

static gpointer
get_item (GListModel *list, guint position)
{
  ExmTaskList *self = EXM_TASK_LIST (list);

  return position < self->items->len
             ? g_object_ref (g_ptr_array_index (self->items, position))
             : NULL;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (ExmTaskList,
                               exm_task_list,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
exm_task_list_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_N_ITEMS)
    g_value_set_uint (value, EXM_TASK_LIST (object)->items->len);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
exm_task_list_finalize (GObject *object)
{
  ExmTaskList *self = EXM_TASK_LIST (object);

  g_hash_table_unref (self->by_uid);
  g_ptr_array_unref (self->items);
  G_OBJECT_CLASS (exm_task_list_parent_class)->finalize (object);
}

static void
exm_task_list_class_init (ExmTaskListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = exm_task_list_get_property;
  object_class->finalize = exm_task_list_finalize;
  properties[PROP_N_ITEMS] = g_param_spec_uint (
      "n-items", NULL, NULL, 0, G_MAXUINT, 0, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
exm_task_list_init (ExmTaskList *self)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
  self->by_uid = g_hash_table_new (g_str_hash, g_str_equal);
}

ExmTaskList *
exm_task_list_new (void)
{
  return g_object_new (EXM_TYPE_TASK_LIST, NULL);
}

/* As people sort names: 第2版 before 第10版. */
static int
compare_items (gconstpointer a, gconstpointer b)
{
  ExmTaskItem *first = *(ExmTaskItem *const *) a, *second = *(ExmTaskItem *const *) b;
  g_autofree char *first_key
      = g_utf8_collate_key_for_filename (exm_task_item_get_name (first), -1);
  g_autofree char *second_key
      = g_utf8_collate_key_for_filename (exm_task_item_get_name (second), -1);
  int order = g_strcmp0 (first_key, second_key);

  return order != 0
             ? order
             : g_strcmp0 (exm_task_item_get_uid (first), exm_task_item_get_uid (second));
}

/* The new list: old items where there were such, brought up to date. */
static GPtrArray *
make_items (ExmTaskList *self, GPtrArray *infos)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < infos->len; i++)
    {
      const ExmTaskInfo *info = g_ptr_array_index (infos, i);
      ExmTaskItem *item = g_hash_table_lookup (self->by_uid, info->uid);
      if (item == NULL)
        item = exm_task_item_new (info);
      else
        g_object_ref (item);
      g_ptr_array_add (items, item);
    }
  return items;
}

void
exm_task_list_update (ExmTaskList *self, GPtrArray *infos)
{
  g_return_if_fail (EXM_IS_TASK_LIST (self));

  g_autoptr (GPtrArray) old = self->items;
  GPtrArray *items = make_items (self, infos);
  guint head = 0, tail = 0;

  g_hash_table_remove_all (self->by_uid);
  for (guint i = 0; i < items->len; i++)
    {
      ExmTaskItem *item = g_ptr_array_index (items, i);
      exm_task_item_update (item, g_ptr_array_index (infos, i));
      g_hash_table_insert (self->by_uid, (char *) exm_task_item_get_uid (item), item);
    }
  g_ptr_array_sort (items, compare_items);
  while (head < MIN (old->len, items->len) && old->pdata[head] == items->pdata[head])
    head++;
  while (tail < MIN (old->len, items->len) - head
         && old->pdata[old->len - 1 - tail] == items->pdata[items->len - 1 - tail])
    tail++;
  self->items = items;
  if (old->len - head - tail == 0 && items->len - head - tail == 0)
    return;
  g_list_model_items_changed (G_LIST_MODEL (self), head, old->len - head - tail,
                              items->len - head - tail);
  if (old->len != items->len)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_ITEMS]);
}

ExmTaskItem *
exm_task_list_find (ExmTaskList *self, const char *uid)
{
  g_return_val_if_fail (EXM_IS_TASK_LIST (self), NULL);
  return uid != NULL ? g_hash_table_lookup (self->by_uid, uid) : NULL;
}
