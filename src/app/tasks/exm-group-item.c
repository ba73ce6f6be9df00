/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/tasks/exm-group-item.h"

#include <string.h>

struct _ExmGroupItem
{
  GObject parent_instance;

  char *path; /* (owned) */
  gboolean expanded;
  ExmGroupCounts counts;
};

enum
{
  PROP_0,
  PROP_EXPANDED,
  PROP_COUNTS,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ExmGroupItem, exm_group_item, G_TYPE_OBJECT)

static void
exm_group_item_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  ExmGroupItem *self = EXM_GROUP_ITEM (object);

  if (id == PROP_EXPANDED)
    g_value_set_boolean (value, self->expanded);
  else if (id == PROP_COUNTS)
    g_value_set_pointer (value, &self->counts);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
exm_group_item_finalize (GObject *object)
{
  g_free (EXM_GROUP_ITEM (object)->path);
  G_OBJECT_CLASS (exm_group_item_parent_class)->finalize (object);
}

static void
exm_group_item_class_init (ExmGroupItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = exm_group_item_get_property;
  object_class->finalize = exm_group_item_finalize;
  properties[PROP_EXPANDED] = g_param_spec_boolean ("expanded", NULL, NULL, TRUE, flags);
  properties[PROP_COUNTS] = g_param_spec_pointer ("counts", NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
exm_group_item_init (ExmGroupItem *self)
{
  self->expanded = TRUE;
}

ExmGroupItem *
exm_group_item_new (const char *path)
{
  ExmGroupItem *self = g_object_new (EXM_TYPE_GROUP_ITEM, NULL);

  self->path = g_strdup (path);
  return self;
}

const char *
exm_group_item_get_path (ExmGroupItem *self)
{
  return self->path;
}

const char *
exm_group_item_get_title (ExmGroupItem *self)
{
  const char *slash = strrchr (self->path, '/');

  return slash != NULL ? slash + 1 : self->path;
}

guint
exm_group_item_get_depth (ExmGroupItem *self)
{
  guint depth = 0;

  for (const char *c = self->path; *c != '\0'; c++)
    depth += *c == '/';
  return depth;
}

gboolean
exm_group_item_get_expanded (ExmGroupItem *self)
{
  return self->expanded;
}

const ExmGroupCounts *
exm_group_item_get_counts (ExmGroupItem *self)
{
  return &self->counts;
}

void
exm_group_item_update (ExmGroupItem *self,
                       gboolean expanded,
                       const ExmGroupCounts *counts)
{
  const gboolean changed[N_PROPS] = {
    [PROP_EXPANDED] = self->expanded != expanded,
    [PROP_COUNTS] = memcmp (&self->counts, counts, sizeof *counts) != 0,
  };

  g_return_if_fail (EXM_IS_GROUP_ITEM (self));
  self->expanded = expanded;
  self->counts = *counts;
  for (guint i = PROP_0 + 1; i < N_PROPS; i++)
    if (changed[i])
      g_object_notify_by_pspec (G_OBJECT (self), properties[i]);
}
