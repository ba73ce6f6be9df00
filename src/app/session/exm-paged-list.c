/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/session/exm-paged-list.h"

#define PAGE_ROWS EXM_STORE_PAGE_ROWS

/* An item so near the end has the next page read. */
#define NEAR_END 60u

/* Rows that a refresh reads at most: of a longer list only the top is looked at. */
#define MAX_REFRESH_ROWS 1000u

/* Places that change one by one when something else is asked for: each takes about a
 * millisecond of selection and view, 23 of them were seen to hold the window for 33. */
#define MAX_RESET_CHANGES 4u

typedef enum
{
  LOAD_RESET,
  LOAD_REFRESH,
  LOAD_MORE,
} LoadKind;

typedef struct
{
  ExmStoreReader *reader;    /* (owned) (nullable) */
  GPtrArray *items;          /* (owned) (element-type GObject) */
  GCancellable *cancellable; /* (owned) (nullable): of the reading under way */
  char *message;             /* (owned) (nullable) */
  guint more_source;         /* of load_more(), 0 for none */
  gboolean has_more;
  gboolean settled;
  gboolean refresh_wanted; /* something changed while rows were read */
} ExmPagedListPrivate;

typedef struct
{
  ExmPagedList *list;        /* (owned) */
  GCancellable *cancellable; /* (owned) */
  LoadKind kind;
  guint limit;
} Load;

enum
{
  PROP_0,
  PROP_N_ITEMS,
  PROP_LOADING,
  PROP_SETTLED,
  PROP_MESSAGE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void list_model_init (GListModelInterface *iface);

G_DEFINE_ABSTRACT_TYPE_WITH_CODE (ExmPagedList,
                                  exm_paged_list,
                                  G_TYPE_OBJECT,
                                  G_ADD_PRIVATE (ExmPagedList)
                                      G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                             list_model_init))

#define GET_PRIVATE(self)                                                                \
  ((ExmPagedListPrivate *) exm_paged_list_get_instance_private (self))

static void load (ExmPagedList *self, LoadKind kind);

static void
load_free (Load *self)
{
  g_object_unref (self->list);
  g_object_unref (self->cancellable);
  g_free (self);
}

/* Puts @n_new items in the place of @n_old ones. */
static void
splice (ExmPagedList *self, guint position, guint n_old, GPtrArray *new_items)
{
  ExmPagedListPrivate *priv = GET_PRIVATE (self);

  if (n_old == 0 && new_items->len == 0)
    return;
  if (n_old > 0)
    g_ptr_array_remove_range (priv->items, position, n_old);
  for (guint i = 0; i < new_items->len; i++)
    g_ptr_array_insert (priv->items, (gint) (position + i),
                        g_object_ref (g_ptr_array_index (new_items, i)));
  g_list_model_items_changed (G_LIST_MODEL (self), position, n_old, new_items->len);
  if (n_old != new_items->len)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_ITEMS]);
}

static gboolean
is_hidden (ExmPagedList *self, gpointer row)
{
  ExmPagedListClass *klass = EXM_PAGED_LIST_GET_CLASS (self);

  return klass->is_hidden != NULL && klass->is_hidden (self, row);
}

/* The item of @row among those from @from on, or NULL. Rows come in the order of items,
 * so that it is most often the first one. */
static GObject *
find_item (ExmPagedList *self, guint from, gpointer row)
{
  ExmPagedListPrivate *priv = GET_PRIVATE (self);
  ExmPagedListClass *klass = EXM_PAGED_LIST_GET_CLASS (self);
  guint until = MIN (priv->items->len, from + MAX_REFRESH_ROWS);

  for (guint i = from; i < until; i++)
    if (klass->is_same (g_ptr_array_index (priv->items, i), row))
      return g_ptr_array_index (priv->items, i);
  return NULL;
}

/* Items for @rows; those that are there already, at @from or behind, are brought up to
 * date. */
static GPtrArray *
make_items (ExmPagedList *self, GPtrArray *rows, guint from)
{
  ExmPagedListPrivate *priv = GET_PRIVATE (self);
  ExmPagedListClass *klass = EXM_PAGED_LIST_GET_CLASS (self);
  GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);
  guint first = from;

  for (guint i = 0; i < rows->len; i++)
    {
      gpointer row = g_ptr_array_index (rows, i);
      if (is_hidden (self, row))
        continue;
      gboolean next = from < priv->items->len
                      && klass->is_same (g_ptr_array_index (priv->items, from), row);
      GObject *item
          = next ? g_ptr_array_index (priv->items, from) : find_item (self, first, row);
      if (next)
        from++;
      if (item != NULL)
        klass->update_item (item, row);
      g_ptr_array_add (items,
                       item != NULL ? g_object_ref (item) : klass->make_item (self, row));
    }
  return items;
}

static GHashTable *
make_set (GPtrArray *items, guint n_items)
{
  GHashTable *set = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < n_items; i++)
    g_hash_table_add (set, g_ptr_array_index (items, i));
  return set;
}

static guint
count_absent (GPtrArray *items, guint from, guint until, GHashTable *set)
{
  guint n = 0;

  while (from + n < until
         && !g_hash_table_contains (set, g_ptr_array_index (items, from + n)))
    n++;
  return n;
}

static GPtrArray *
copy_range (GPtrArray *items, guint from, guint n_items)
{
  GPtrArray *range = g_ptr_array_sized_new (n_items);

  for (guint i = 0; i < n_items; i++)
    g_ptr_array_add (range, g_ptr_array_index (items, from + i));
  return range;
}

/* Returns: in how many places the first @n_old items differ from @fresh; %G_MAXUINT where
 * they come in another order */
static guint
count_changes (GPtrArray *items,
               guint n_old,
               GPtrArray *fresh,
               GHashTable *old_set,
               GHashTable *new_set)
{
  guint i = 0, k = 0, n_changes = 0;

  while (i < n_old || k < fresh->len)
    {
      guint n_gone = count_absent (items, i, n_old, new_set);
      guint n_come = count_absent (fresh, k, fresh->len, old_set);
      if (n_gone > 0 || n_come > 0)
        n_changes++;
      else if (i == n_old || k == fresh->len
               || g_ptr_array_index (items, i++) != g_ptr_array_index (fresh, k++))
        return G_MAXUINT;
      i += n_gone;
      k += n_come;
    }
  return n_changes;
}

/* Puts @fresh in the place of the first @n_old items, changing only where they differ.
 * What differs in more than @max_changes places is changed at once from the first one on,
 * because a view takes its time for each change, all of them in the same callback. */
static void
replace_top (ExmPagedList *self, guint n_old, GPtrArray *fresh, guint max_changes)
{
  ExmPagedListPrivate *priv = GET_PRIVATE (self);
  g_autoptr (GHashTable) old_set = make_set (priv->items, n_old);
  g_autoptr (GHashTable) new_set = make_set (fresh, fresh->len);
  guint i = 0, end = n_old;
  gboolean at_once
      = count_changes (priv->items, n_old, fresh, old_set, new_set) > max_changes;

  while (i < end || i < fresh->len)
    {
      guint n_gone = count_absent (priv->items, i, end, new_set);
      guint n_come = count_absent (fresh, i, fresh->len, old_set);
      if (n_gone == 0 && n_come == 0
          && g_ptr_array_index (priv->items, i) == g_ptr_array_index (fresh, i))
        {
          i++;
          continue;
        }
      if (at_once || (n_gone == 0 && n_come == 0))
        {
          n_gone = end - i;
          n_come = fresh->len - i;
        }
      g_autoptr (GPtrArray) come = copy_range (fresh, i, n_come);
      splice (self, i, n_gone, come);
      end += n_come - n_gone;
      i += n_come;
    }
}

/* How many of the items the rows of a refresh cover: up to the last one that is among
 * them. Where none is, so much is new that the rows do not reach the old ones. */
static guint
count_covered (ExmPagedList *self, GPtrArray *fresh, gboolean at_end)
{
  ExmPagedListPrivate *priv = GET_PRIVATE (self);
  guint position = 0;

  for (guint i = at_end ? 0 : fresh->len; i > 0; i--)
    if (g_ptr_array_find (priv->items, g_ptr_array_index (fresh, i - 1), &position))
      return i == fresh->len ? position + 1 : priv->items->len;
  return priv->items->len;
}

static void
take_rows (ExmPagedList *self, const Load *loaded, GPtrArray *rows)
{
  ExmPagedListPrivate *priv = GET_PRIVATE (self);
  ExmPagedListClass *klass = EXM_PAGED_LIST_GET_CLASS (self);
  gboolean at_end = rows->len < loaded->limit;
  /* Items of the next page that are listed already are in the page before it. */
  guint from = loaded->kind == LOAD_MORE && priv->items->len > PAGE_ROWS
                   ? priv->items->len - PAGE_ROWS
                   : 0;
  g_autoptr (GPtrArray) fresh = make_items (self, rows, from);

  if (loaded->kind == LOAD_MORE)
    {
      /* Leave out items that moved down meanwhile: they are listed already. */
      for (guint i = fresh->len; i > 0; i--)
        if (g_ptr_array_find (priv->items, g_ptr_array_index (fresh, i - 1), NULL))
          g_ptr_array_remove_index (fresh, i - 1);
      priv->has_more = !at_end;
      splice (self, priv->items->len, 0, fresh);
    }
  else
    {
      guint n_old = loaded->kind == LOAD_RESET ? priv->items->len
                                               : count_covered (self, fresh, at_end);
      if (n_old == priv->items->len)
        priv->has_more = !at_end;
      replace_top (self, n_old, fresh,
                   loaded->kind == LOAD_RESET ? MAX_RESET_CHANGES : G_MAXUINT);
    }
  if (klass->arranged != NULL)
    klass->arranged (self);
}

static void
set_message (ExmPagedList *self, const char *message)
{
  ExmPagedListPrivate *priv = GET_PRIVATE (self);

  if (g_strcmp0 (message, priv->message) == 0)
    return;
  g_free (priv->message);
  priv->message = g_strdup (message);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MESSAGE]);
}

static void
on_rows_read (GObject *source, GAsyncResult *result, gpointer data)
{
  Load *loaded = data;
  ExmPagedList *self = loaded->list;
  ExmPagedListPrivate *priv = GET_PRIVATE (self);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) rows
      = exm_store_reader_read_finish (EXM_STORE_READER (source), result, &error);

  if (loaded->cancellable != priv->cancellable)
    {
      load_free (loaded);
      return;
    }
  g_clear_object (&priv->cancellable);
  /* No store yet, or the task was deleted: there is nothing to be seen. */
  if (g_error_matches (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND))
    {
      rows = g_ptr_array_new ();
      g_clear_error (&error);
    }
  if (rows != NULL)
    take_rows (self, loaded, rows);
  set_message (self, error != NULL ? error->message : NULL);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOADING]);
  if (!priv->settled)
    {
      priv->settled = TRUE;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SETTLED]);
    }
  if (priv->refresh_wanted)
    {
      priv->refresh_wanted = FALSE;
      load (self, LOAD_REFRESH);
    }
  load_free (loaded);
}

static void
load (ExmPagedList *self, LoadKind kind)
{
  ExmPagedListPrivate *priv = GET_PRIVATE (self);
  ExmPagedListClass *klass = EXM_PAGED_LIST_GET_CLASS (self);
  ExmStoreQuery query = { 0 };

  if (priv->reader == NULL)
    return;
  Load *next = g_new0 (Load, 1);
  next->list = g_object_ref (self);
  next->cancellable = g_cancellable_new ();
  next->kind = kind;
  next->limit = PAGE_ROWS;
  if (kind == LOAD_REFRESH)
    next->limit = CLAMP (priv->items->len, PAGE_ROWS, MAX_REFRESH_ROWS);
  gboolean behind = kind == LOAD_MORE && priv->items->len > 0;
  klass->make_query (
      self, behind ? g_ptr_array_index (priv->items, priv->items->len - 1) : NULL,
      next->limit, &query);
  g_set_object (&priv->cancellable, next->cancellable);
  exm_store_reader_read_async (priv->reader, &query, next->cancellable, on_rows_read,
                               next);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOADING]);
}

static void
cancel (ExmPagedList *self)
{
  ExmPagedListPrivate *priv = GET_PRIVATE (self);

  g_cancellable_cancel (priv->cancellable);
  g_clear_object (&priv->cancellable);
  priv->refresh_wanted = FALSE;
}

static gboolean
on_more_idle (gpointer data)
{
  ExmPagedList *self = data;

  GET_PRIVATE (self)->more_source = 0;
  exm_paged_list_load_more (self);
  return G_SOURCE_REMOVE;
}

static GType
get_item_type (GListModel *model)
{
  return EXM_PAGED_LIST_GET_CLASS (model)->item_type;
}

static guint
get_n_items (GListModel *model)
{
  return GET_PRIVATE (EXM_PAGED_LIST (model))->items->len;
}

static gpointer
get_item (GListModel *model, guint position)
{
  ExmPagedListPrivate *priv = GET_PRIVATE (EXM_PAGED_LIST (model));

  if (position >= priv->items->len)
    return NULL;
  if (position + NEAR_END >= priv->items->len && priv->has_more
      && priv->cancellable == NULL && priv->more_source == 0)
    priv->more_source = g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, on_more_idle,
                                         g_object_ref (model), g_object_unref);
  return g_object_ref (g_ptr_array_index (priv->items, position));
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static void
exm_paged_list_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  ExmPagedListPrivate *priv = GET_PRIVATE (EXM_PAGED_LIST (object));

  if (id == PROP_N_ITEMS)
    g_value_set_uint (value, priv->items->len);
  else if (id == PROP_LOADING)
    g_value_set_boolean (value, priv->cancellable != NULL);
  else if (id == PROP_SETTLED)
    g_value_set_boolean (value, priv->settled);
  else if (id == PROP_MESSAGE)
    g_value_set_string (value, priv->message);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
exm_paged_list_dispose (GObject *object)
{
  ExmPagedList *self = EXM_PAGED_LIST (object);
  ExmPagedListPrivate *priv = GET_PRIVATE (self);

  cancel (self);
  g_clear_handle_id (&priv->more_source, g_source_remove);
  g_clear_object (&priv->reader);
  G_OBJECT_CLASS (exm_paged_list_parent_class)->dispose (object);
}

static void
exm_paged_list_finalize (GObject *object)
{
  ExmPagedListPrivate *priv = GET_PRIVATE (EXM_PAGED_LIST (object));

  g_ptr_array_unref (priv->items);
  g_free (priv->message);
  G_OBJECT_CLASS (exm_paged_list_parent_class)->finalize (object);
}

static void
exm_paged_list_class_init (ExmPagedListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = exm_paged_list_get_property;
  object_class->dispose = exm_paged_list_dispose;
  object_class->finalize = exm_paged_list_finalize;
  properties[PROP_N_ITEMS]
      = g_param_spec_uint ("n-items", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_LOADING] = g_param_spec_boolean ("loading", NULL, NULL, FALSE, flags);
  properties[PROP_SETTLED] = g_param_spec_boolean ("settled", NULL, NULL, FALSE, flags);
  properties[PROP_MESSAGE] = g_param_spec_string ("message", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
exm_paged_list_init (ExmPagedList *self)
{
  GET_PRIVATE (self)->items = g_ptr_array_new_with_free_func (g_object_unref);
}

void
exm_paged_list_set_reader (ExmPagedList *self, ExmStoreReader *reader)
{
  cancel (self);
  g_set_object (&GET_PRIVATE (self)->reader, reader);
}

ExmStoreReader *
exm_paged_list_get_reader (ExmPagedList *self)
{
  return GET_PRIVATE (self)->reader;
}

void
exm_paged_list_reset (ExmPagedList *self)
{
  ExmPagedListPrivate *priv = GET_PRIVATE (self);

  cancel (self);
  if (priv->settled)
    {
      priv->settled = FALSE;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SETTLED]);
    }
  load (self, LOAD_RESET);
}

void
exm_paged_list_refresh (ExmPagedList *self)
{
  ExmPagedListPrivate *priv = GET_PRIVATE (self);

  if (priv->cancellable != NULL)
    priv->refresh_wanted = TRUE;
  else
    load (self, priv->settled ? LOAD_REFRESH : LOAD_RESET);
}

void
exm_paged_list_load_more (ExmPagedList *self)
{
  ExmPagedListPrivate *priv = GET_PRIVATE (self);

  if (priv->has_more && priv->cancellable == NULL)
    load (self, LOAD_MORE);
}

void
exm_paged_list_remove (ExmPagedList *self, GObject *item)
{
  ExmPagedListPrivate *priv = GET_PRIVATE (self);
  ExmPagedListClass *klass = EXM_PAGED_LIST_GET_CLASS (self);
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  guint position = 0;

  if (!g_ptr_array_find (priv->items, item, &position))
    return;
  splice (self, position, 1, none);
  if (klass->arranged != NULL)
    klass->arranged (self);
}

GObject *
exm_paged_list_peek (ExmPagedList *self, guint position)
{
  return g_ptr_array_index (GET_PRIVATE (self)->items, position);
}

gboolean
exm_paged_list_is_loading (ExmPagedList *self)
{
  return GET_PRIVATE (self)->cancellable != NULL;
}

const char *
exm_paged_list_get_message (ExmPagedList *self)
{
  return GET_PRIVATE (self)->message;
}

gboolean
exm_paged_list_is_settled (ExmPagedList *self)
{
  return GET_PRIVATE (self)->settled;
}
