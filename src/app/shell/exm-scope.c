/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/shell/exm-scope.h"

#include <glib/gi18n-lib.h>

struct _ExmScope
{
  GObject parent_instance;

  const char *name;    /* (unowned): interned */
  ExmSession *session; /* (owned) */
  guint count;
};

enum
{
  PROP_0,
  PROP_COUNT,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ExmScope, exm_scope, G_TYPE_OBJECT)

/* Tells the names apart. */
static gboolean
is (ExmScope *self, const char *name)
{
  return g_str_equal (self->name, name);
}

static guint
count_tasks (ExmScope *self)
{
  GListModel *tasks = exm_session_get_tasks (self->session);
  guint count = 0;

  for (guint i = 0; i < g_list_model_get_n_items (tasks); i++)
    {
      g_autoptr (ExmTaskItem) item = g_list_model_get_item (tasks, i);
      if (is (self, EXM_SCOPE_ALL))
        count += exm_task_item_get_n_articles (item);
      else
        count += exm_task_item_count_needs (item);
    }
  return count;
}

static void
count_again (ExmScope *self)
{
  guint count = is (self, EXM_SCOPE_TRASH)
                    ? g_list_model_get_n_items (exm_session_get_trash (self->session))
                    : count_tasks (self);

  if (count == self->count)
    return;
  self->count = count;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_COUNT]);
}

static void
exm_scope_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_COUNT)
    g_value_set_uint (value, EXM_SCOPE (object)->count);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
exm_scope_dispose (GObject *object)
{
  g_clear_object (&EXM_SCOPE (object)->session);
  G_OBJECT_CLASS (exm_scope_parent_class)->dispose (object);
}

static void
exm_scope_class_init (ExmScopeClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = exm_scope_get_property;
  object_class->dispose = exm_scope_dispose;
  properties[PROP_COUNT] = g_param_spec_uint ("count", NULL, NULL, 0, G_MAXUINT, 0,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
exm_scope_init (ExmScope *self)
{
}

ExmScope *
exm_scope_new (const char *name, ExmSession *session)
{
  ExmScope *self = g_object_new (EXM_TYPE_SCOPE, NULL);

  self->name = g_intern_string (name);
  self->session = g_object_ref (session);
  g_signal_connect_object (session, "tasks-changed", G_CALLBACK (count_again), self,
                           G_CONNECT_SWAPPED);
  count_again (self);
  return self;
}

const char *
exm_scope_get_name (ExmScope *self)
{
  return self->name;
}

const char *
exm_scope_get_title (ExmScope *self)
{
  if (is (self, EXM_SCOPE_TRASH))
    return _ ("Trash");
  return is (self, EXM_SCOPE_ALL) ? _ ("All Articles") : _ ("Needs You");
}

guint
exm_scope_get_count (ExmScope *self)
{
  return self->count;
}
