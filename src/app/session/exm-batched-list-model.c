/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/session/exm-batched-list-model.h"

/* First position for which a view at its top has no widgets any more: items behind it
 * may come and go at once. */
#define FAR 300u
/* Items that are let go of at once. */
#define DROPPED 200u

struct _ExmBatchedListModel
{
  GObject parent_instance;

  GListModel *source; /* (owned) */
  GPtrArray *items;   /* (owned) (element-type GObject): what was told of */
  GPtrArray *gone;    /* (owned) (element-type GObject): to be let go of */
  guint step_id;      /* 0 where nothing is behind */
  guint drop_id;      /* 0 where nothing is to be let go of */
};

/* How the two lists differ: what is between what they begin and end with. */
typedef struct
{
  guint first;
  guint n_old;
  guint n_new;
} Difference;

static void list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ExmBatchedListModel,
                               exm_batched_list_model,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static gboolean
is_same (ExmBatchedListModel *self, guint own, guint other)
{
  g_autoptr (GObject) item = g_list_model_get_item (self->source, other);

  return g_ptr_array_index (self->items, own) == (gpointer) item;
}

static Difference
compare (ExmBatchedListModel *self)
{
  guint n_old = self->items->len, n_new = g_list_model_get_n_items (self->source);
  guint first = 0;

  while (first < MIN (n_old, n_new) && is_same (self, first, first))
    first++;
  while (MIN (n_old, n_new) > first && is_same (self, n_old - 1, n_new - 1))
    {
      n_old--;
      n_new--;
    }
  return (Difference){ first, n_old - first, n_new - first };
}

static gboolean
on_drop (gpointer data)
{
  ExmBatchedListModel *self = data;
  guint n = MIN (self->gone->len, DROPPED);

  g_ptr_array_remove_range (self->gone, self->gone->len - n, n);
  if (self->gone->len > 0)
    return G_SOURCE_CONTINUE;
  self->drop_id = 0;
  return G_SOURCE_REMOVE;
}

/* Removes items. Large numbers are freed later, in idle time: freeing thousands takes
 * longer than a frame. */
static void
take_out (ExmBatchedListModel *self, guint position, guint n)
{
  for (guint i = 0; n > DROPPED && i < n; i++)
    g_ptr_array_add (self->gone,
                     g_object_ref (g_ptr_array_index (self->items, position + i)));
  if (self->gone->len > 0 && self->drop_id == 0)
    self->drop_id = g_idle_add (on_drop, self);
  g_ptr_array_remove_range (self->items, position, n);
}

static void
replace (ExmBatchedListModel *self, guint position, guint n_old, guint n_new)
{
  if (n_old == 0 && n_new == 0)
    return;
  if (n_old > 0)
    take_out (self, position, n_old);
  for (guint i = 0; i < n_new; i++)
    g_ptr_array_insert (self->items, (int) (position + i),
                        g_list_model_get_item (self->source, position + i));
  g_list_model_items_changed (G_LIST_MODEL (self), position, n_old, n_new);
}

static gboolean
on_step (gpointer data)
{
  ExmBatchedListModel *self = data;
  Difference difference = compare (self);
  guint first = difference.first, n_old = difference.n_old, n_new = difference.n_new;

  if (first + n_old > FAR && n_old > EXM_BATCHED_LIST_MODEL_STEP)
    {
      /* The far ones go first, so that none of them takes the place of a near one. */
      guint near = MAX (FAR, first + EXM_BATCHED_LIST_MODEL_STEP) - first;
      replace (self, first + near, n_old - near, 0);
      n_old = near;
    }
  gboolean more
      = first < FAR
        && (n_old > EXM_BATCHED_LIST_MODEL_STEP || n_new > EXM_BATCHED_LIST_MODEL_STEP);
  /* Clear it before the last step, so that its listeners see that nothing is behind. */
  if (!more)
    self->step_id = 0;
  if (first >= FAR)
    replace (self, first, n_old, n_new);
  else
    replace (self, first, MIN (n_old, EXM_BATCHED_LIST_MODEL_STEP),
             MIN (n_new, EXM_BATCHED_LIST_MODEL_STEP));
  return more ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
on_items_changed (
    GListModel *source, guint position, guint n_old, guint n_new, gpointer data)
{
  ExmBatchedListModel *self = data;

  if (self->step_id != 0)
    return;
  if (n_old <= EXM_BATCHED_LIST_MODEL_STEP && n_new <= EXM_BATCHED_LIST_MODEL_STEP)
    replace (self, position, n_old, n_new);
  else
    {
      guint id = self->step_id = g_idle_add (on_step, self);
      if (on_step (self) == G_SOURCE_REMOVE)
        g_source_remove (id);
    }
}

static GType
get_item_type (GListModel *list)
{
  return g_list_model_get_item_type (EXM_BATCHED_LIST_MODEL (list)->source);
}

static guint
get_n_items (GListModel *list)
{
  return EXM_BATCHED_LIST_MODEL (list)->items->len;
}

static gpointer
get_item (GListModel *list, guint position)
{
  ExmBatchedListModel *self = EXM_BATCHED_LIST_MODEL (list);

  if (position >= self->items->len)
    return NULL;
  /* A source that reads more when its end is asked for is to know. */
  g_autoptr (GObject) asked = g_list_model_get_item (self->source, position);
  (void) asked;
  return g_object_ref (g_ptr_array_index (self->items, position));
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static void
exm_batched_list_model_dispose (GObject *object)
{
  ExmBatchedListModel *self = EXM_BATCHED_LIST_MODEL (object);

  g_clear_handle_id (&self->step_id, g_source_remove);
  g_clear_handle_id (&self->drop_id, g_source_remove);
  G_OBJECT_CLASS (exm_batched_list_model_parent_class)->dispose (object);
}

static void
exm_batched_list_model_finalize (GObject *object)
{
  ExmBatchedListModel *self = EXM_BATCHED_LIST_MODEL (object);

  g_ptr_array_unref (self->items);
  g_ptr_array_unref (self->gone);
  g_object_unref (self->source);
  G_OBJECT_CLASS (exm_batched_list_model_parent_class)->finalize (object);
}

static void
exm_batched_list_model_class_init (ExmBatchedListModelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = exm_batched_list_model_dispose;
  G_OBJECT_CLASS (klass)->finalize = exm_batched_list_model_finalize;
}

static void
exm_batched_list_model_init (ExmBatchedListModel *self)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
  self->gone = g_ptr_array_new_with_free_func (g_object_unref);
}

ExmBatchedListModel *
exm_batched_list_model_new (GListModel *source)
{
  ExmBatchedListModel *self = g_object_new (EXM_TYPE_BATCHED_LIST_MODEL, NULL);

  self->source = g_object_ref (source);
  g_signal_connect_object (source, "items-changed", G_CALLBACK (on_items_changed), self,
                           0);
  on_items_changed (source, 0, 0, g_list_model_get_n_items (source), self);
  return self;
}

gboolean
exm_batched_list_model_is_behind (ExmBatchedListModel *self)
{
  g_return_val_if_fail (EXM_IS_BATCHED_LIST_MODEL (self), FALSE);
  return self->step_id != 0;
}
