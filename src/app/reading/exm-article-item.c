/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/reading/exm-article-item.h"

#include "app/session/exm-local-time.h"

#include <string.h>

struct _ExmArticleItem
{
  GObject parent_instance;

  ExmArticleInfo *info; /* (owned) */
  guint day;
  gboolean starts_day;
};

enum
{
  PROP_0,
  PROP_INFO,
  PROP_STARTS_DAY,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ExmArticleItem, exm_article_item, G_TYPE_OBJECT)

static void
exm_article_item_get_property (GObject *object,
                               guint id,
                               GValue *value,
                               GParamSpec *pspec)
{
  ExmArticleItem *self = EXM_ARTICLE_ITEM (object);

  if (id == PROP_INFO)
    g_value_set_pointer (value, self->info);
  else if (id == PROP_STARTS_DAY)
    g_value_set_boolean (value, self->starts_day);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
exm_article_item_finalize (GObject *object)
{
  exm_article_info_unref (EXM_ARTICLE_ITEM (object)->info);
  G_OBJECT_CLASS (exm_article_item_parent_class)->finalize (object);
}

static void
exm_article_item_class_init (ExmArticleItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = exm_article_item_get_property;
  object_class->finalize = exm_article_item_finalize;
  properties[PROP_INFO] = g_param_spec_pointer ("info", NULL, NULL, flags);
  properties[PROP_STARTS_DAY]
      = g_param_spec_boolean ("starts-day", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
exm_article_item_init (ExmArticleItem *self)
{
}

static guint
find_day (gint64 usec)
{
  g_autoptr (GDateTime) time = exm_local_time_new (usec);
  GDate date;

  if (time == NULL)
    return 0;
  g_date_clear (&date, 1);
  g_date_set_dmy (&date, (GDateDay) g_date_time_get_day_of_month (time),
                  (GDateMonth) g_date_time_get_month (time),
                  (GDateYear) g_date_time_get_year (time));
  return g_date_get_julian (&date);
}

/* A date without a zone is that of any computer, whatever its zone. */
gint64
exm_article_item_get_order_usec (ExmArticleItem *self)
{
  const ExmArticleInfo *info = self->info;
  const char *time = info->published != NULL ? strchr (info->published, 'T') : NULL;

  if (info->order_usec == info->collected_usec
      || (time != NULL && strpbrk (time, "Z+-") != NULL))
    return info->order_usec;
  g_autoptr (GDateTime) there
      = g_date_time_new_from_unix_utc (info->order_usec / G_USEC_PER_SEC);
  g_autoptr (GDateTime) here
      = there != NULL ? g_date_time_new_local (
            g_date_time_get_year (there), g_date_time_get_month (there),
            g_date_time_get_day_of_month (there), g_date_time_get_hour (there),
            g_date_time_get_minute (there), 0)
                      : NULL;
  return here != NULL ? g_date_time_to_unix (here) * G_USEC_PER_SEC : info->order_usec;
}

ExmArticleItem *
exm_article_item_new (ExmArticleInfo *info)
{
  ExmArticleItem *self = g_object_new (EXM_TYPE_ARTICLE_ITEM, NULL);

  self->info = exm_article_info_ref (info);
  self->day = find_day (exm_article_item_get_order_usec (self));
  return self;
}

void
exm_article_item_update (ExmArticleItem *self, ExmArticleInfo *info)
{
  const ExmArticleInfo *old = self->info;
  gboolean same
      = strcmp (old->state, info->state) == 0
        && old->collected_usec == info->collected_usec
        && old->confidence == info->confidence && g_strcmp0 (old->title, info->title) == 0
        && strcmp (old->excerpt, info->excerpt) == 0
        && g_strcmp0 (old->published, info->published) == 0
        && g_strcmp0 (old->reason, info->reason) == 0 && old->n_chars == info->n_chars
        && old->unread == info->unread && old->starred == info->starred
        && g_strcmp0 (old->tags, info->tags) == 0 && old->order_usec == info->order_usec
        && g_strcmp0 (old->found_title, info->found_title) == 0
        && g_strcmp0 (old->found_text, info->found_text) == 0;

  if (same)
    return;
  exm_article_info_ref (info);
  exm_article_info_unref (self->info);
  self->info = info;
  self->day = find_day (exm_article_item_get_order_usec (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_INFO]);
}

const ExmArticleInfo *
exm_article_item_get_info (ExmArticleItem *self)
{
  return self->info;
}

guint
exm_article_item_get_day (ExmArticleItem *self)
{
  return self->day;
}

void
exm_article_item_set_starts_day (ExmArticleItem *self, gboolean starts_day)
{
  if (self->starts_day == starts_day)
    return;
  self->starts_day = starts_day;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STARTS_DAY]);
}

gboolean
exm_article_item_get_starts_day (ExmArticleItem *self)
{
  return self->starts_day;
}
