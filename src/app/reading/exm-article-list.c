/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/reading/exm-article-list.h"

struct _ExmArticleList
{
  ExmPagedList parent_instance;

  ExmArticleFilter filter;   /* with strings of its own */
  gboolean asked;            /* for anything */
  GHashTable *hidden;        /* (owned): ids */
  GHashTable *set_aside;     /* (owned): ids that were not listed when they were hidden */
  GCancellable *cancellable; /* (owned) (nullable): of the counting */
  guint n_matches;
};

enum
{
  PROP_0,
  PROP_N_MATCHES,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ExmArticleList, exm_article_list, EXM_TYPE_PAGED_LIST)

static void
make_query (ExmPagedList *list, GObject *last, guint limit, ExmStoreQuery *query)
{
  query->kind = EXM_READ_ARTICLES;
  query->filter = exm_article_list_get_filter (EXM_ARTICLE_LIST (list));
  query->filter.limit = limit;
  if (last == NULL)
    return;
  const ExmArticleInfo *info = exm_article_item_get_info (EXM_ARTICLE_ITEM (last));
  query->filter.before_usec = info->order_usec;
  query->filter.before_id = info->id;
}

static GObject *
make_item (ExmPagedList *list, gpointer row)
{
  return G_OBJECT (exm_article_item_new (row));
}

static gboolean
is_same (GObject *item, gpointer row)
{
  const ExmArticleInfo *info = row;

  return exm_article_item_get_info (EXM_ARTICLE_ITEM (item))->id == info->id;
}

static void
update_item (GObject *item, gpointer row)
{
  exm_article_item_update (EXM_ARTICLE_ITEM (item), row);
}

static gboolean
is_hidden (ExmPagedList *list, gpointer row)
{
  const ExmArticleInfo *info = row;

  return g_hash_table_contains (EXM_ARTICLE_LIST (list)->hidden, &info->id)
         || g_hash_table_contains (EXM_ARTICLE_LIST (list)->set_aside, &info->id);
}

static void
on_counted (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmArticleList) self = data;
  g_autofree gint64 *n_matches
      = exm_store_reader_read_finish_or_report (EXM_STORE_READER (source), result);

  /* Keep the number if counting was cancelled or failed. */
  if (n_matches == NULL)
    return;
  self->n_matches = *n_matches < 0 ? G_MAXUINT : (guint) MIN (*n_matches, G_MAXUINT - 1);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_MATCHES]);
}

static void
count (ExmArticleList *self)
{
  ExmStoreReader *reader = exm_paged_list_get_reader (EXM_PAGED_LIST (self));
  const ExmStoreQuery query = {
    .kind = EXM_READ_ARTICLE_COUNT,
    .filter = exm_article_list_get_filter (self),
  };

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (reader == NULL)
    return;
  self->cancellable = g_cancellable_new ();
  exm_store_reader_read_async (reader, &query, self->cancellable, on_counted,
                               g_object_ref (self));
}

static void
arranged (ExmPagedList *list)
{
  ExmArticleList *self = EXM_ARTICLE_LIST (list);
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (list)), day = 0;

  for (guint i = 0; i < n_items; i++)
    {
      ExmArticleItem *item = EXM_ARTICLE_ITEM (exm_paged_list_peek (list, i));
      exm_article_item_set_starts_day (item, exm_article_item_get_day (item) != day);
      day = exm_article_item_get_day (item);
    }
  count (self);
}

static void
exm_article_list_get_property (GObject *object,
                               guint id,
                               GValue *value,
                               GParamSpec *pspec)
{
  if (id == PROP_N_MATCHES)
    g_value_set_uint (value, exm_article_list_get_n_matches (EXM_ARTICLE_LIST (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
exm_article_list_dispose (GObject *object)
{
  ExmArticleList *self = EXM_ARTICLE_LIST (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  G_OBJECT_CLASS (exm_article_list_parent_class)->dispose (object);
}

static void
clear_filter (ExmArticleFilter *filter)
{
  g_free ((char *) filter->task_uid);
  g_free ((char *) filter->state);
  g_free ((char *) filter->tag);
  g_free ((char *) filter->search);
}

static void
exm_article_list_finalize (GObject *object)
{
  ExmArticleList *self = EXM_ARTICLE_LIST (object);

  clear_filter (&self->filter);
  g_hash_table_unref (self->hidden);
  g_hash_table_unref (self->set_aside);
  G_OBJECT_CLASS (exm_article_list_parent_class)->finalize (object);
}

static void
exm_article_list_class_init (ExmArticleListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  ExmPagedListClass *list_class = EXM_PAGED_LIST_CLASS (klass);

  object_class->get_property = exm_article_list_get_property;
  object_class->dispose = exm_article_list_dispose;
  object_class->finalize = exm_article_list_finalize;
  list_class->item_type = EXM_TYPE_ARTICLE_ITEM;
  list_class->make_query = make_query;
  list_class->make_item = make_item;
  list_class->is_same = is_same;
  list_class->update_item = update_item;
  list_class->is_hidden = is_hidden;
  list_class->arranged = arranged;
  properties[PROP_N_MATCHES]
      = g_param_spec_uint ("n-matches", NULL, NULL, 0, G_MAXUINT, 0,
                           G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
exm_article_list_init (ExmArticleList *self)
{
  self->hidden = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->set_aside = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
}

ExmArticleList *
exm_article_list_new (void)
{
  return g_object_new (EXM_TYPE_ARTICLE_LIST, NULL);
}

static gboolean
is_same_filter (const ExmArticleFilter *a, const ExmArticleFilter *b)
{
  return g_strcmp0 (a->task_uid, b->task_uid) == 0 && g_strcmp0 (a->state, b->state) == 0
         && g_strcmp0 (a->tag, b->tag) == 0 && g_strcmp0 (a->search, b->search) == 0
         && a->to_review == b->to_review && a->unread == b->unread
         && a->starred == b->starred && a->since_usec == b->since_usec
         && a->until_usec == b->until_usec && a->order == b->order;
}

void
exm_article_list_set_filter (ExmArticleList *self, const ExmArticleFilter *filter)
{
  ExmArticleFilter old = self->filter, wanted = *filter;

  if (wanted.search != NULL && *wanted.search == '\0')
    wanted.search = NULL;
  if (self->asked && is_same_filter (&old, &wanted))
    return;
  wanted.task_uid = g_strdup (wanted.task_uid);
  wanted.state = g_strdup (wanted.state);
  wanted.tag = g_strdup (wanted.tag);
  wanted.search = g_strdup (wanted.search);
  wanted.also_id = 0;
  self->filter = wanted;
  clear_filter (&old);
  self->asked = TRUE;
  exm_paged_list_reset (EXM_PAGED_LIST (self));
}

void
exm_article_list_keep (ExmArticleList *self, gint64 id)
{
  self->filter.also_id = id;
}

ExmArticleFilter
exm_article_list_get_filter (ExmArticleList *self)
{
  return self->filter;
}

guint
exm_article_list_get_n_matches (ExmArticleList *self)
{
  return self->n_matches == G_MAXUINT
             ? G_MAXUINT
             : self->n_matches - MIN (self->n_matches, g_hash_table_size (self->hidden));
}

void
exm_article_list_hide (ExmArticleList *self, ExmArticleItem *item)
{
  gint64 id = exm_article_item_get_info (item)->id;

  g_hash_table_add (self->hidden, g_memdup2 (&id, sizeof id));
  exm_paged_list_remove (EXM_PAGED_LIST (self), G_OBJECT (item));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_MATCHES]);
}

void
exm_article_list_hide_all (ExmArticleList *self, GArray *ids)
{
  GListModel *model = G_LIST_MODEL (self);
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < ids->len; i++)
    g_hash_table_add (self->set_aside,
                      g_memdup2 (&g_array_index (ids, gint64, i), sizeof (gint64)));
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (ExmArticleItem) item = g_list_model_get_item (model, i);
      if (g_hash_table_remove (self->set_aside, &exm_article_item_get_info (item)->id))
        g_ptr_array_add (items, g_steal_pointer (&item));
    }
  for (guint i = 0; i < items->len; i++)
    exm_article_list_hide (self, g_ptr_array_index (items, i));
}

void
exm_article_list_unhide (ExmArticleList *self, gint64 id)
{
  gboolean was_set_aside = g_hash_table_remove (self->set_aside, &id);

  if (g_hash_table_remove (self->hidden, &id) || was_set_aside)
    exm_paged_list_refresh (EXM_PAGED_LIST (self));
}

void
exm_article_list_forget (ExmArticleList *self, gint64 id)
{
  g_hash_table_remove (self->hidden, &id);
  g_hash_table_remove (self->set_aside, &id);
}
