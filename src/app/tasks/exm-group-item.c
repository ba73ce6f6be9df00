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
  guint n_tasks;
  guint n_needs_you;
};

enum
{
  PROP_0,
  PROP_EXPANDED,
  PROP_N_TASKS,
  PROP_N_NEEDS_YOU,
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
  else if (id == PROP_N_TASKS)
    g_value_set_uint (value, self->n_tasks);
  else if (id == PROP_N_NEEDS_YOU)
    g_value_set_uint (value, self->n_needs_you);
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
  properties[PROP_N_TASKS]
      = g_param_spec_uint ("n-tasks", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_N_NEEDS_YOU]
      = g_param_spec_uint ("n-needs-you", NULL, NULL, 0, G_MAXUINT, 0, flags);
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

guint
exm_group_item_get_n_tasks (ExmGroupItem *self)
{
  return self->n_tasks;
}

guint
exm_group_item_get_n_needs_you (ExmGroupItem *self)
{
  return self->n_needs_you;
}

void
exm_group_item_update (ExmGroupItem *self,
                       gboolean expanded,
                       guint n_tasks,
                       guint n_needs_you)
{
  const gboolean changed[N_PROPS] = {
    [PROP_EXPANDED] = self->expanded != expanded,
    [PROP_N_TASKS] = self->n_tasks != n_tasks,
    [PROP_N_NEEDS_YOU] = self->n_needs_you != n_needs_you,
  };

  g_return_if_fail (EXM_IS_GROUP_ITEM (self));
  self->expanded = expanded;
  self->n_tasks = n_tasks;
  self->n_needs_you = n_needs_you;
  for (guint i = PROP_0 + 1; i < N_PROPS; i++)
    if (changed[i])
      g_object_notify_by_pspec (G_OBJECT (self), properties[i]);
}
