/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/session/exm-saved-search-item.h"

#include <string.h>

struct _ExmSavedSearchItem
{
  GObject parent_instance;

  char *scope;   /* (owned): with the name behind its prefix */
  char *words;   /* (owned) */
  char *outputs; /* (owned) (nullable) */
  gboolean alerts;
  int n_unread;
};

enum
{
  PROP_0,
  PROP_NAME,
  PROP_WORDS,
  PROP_ALERTS,
  PROP_N_UNREAD,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ExmSavedSearchItem, exm_saved_search_item, G_TYPE_OBJECT)

static void
exm_saved_search_item_get_property (GObject *object,
                                    guint id,
                                    GValue *value,
                                    GParamSpec *pspec)
{
  ExmSavedSearchItem *self = EXM_SAVED_SEARCH_ITEM (object);

  switch (id)
    {
    case PROP_NAME:
      g_value_set_string (value, exm_saved_search_item_get_name (self));
      break;
    case PROP_WORDS:
      g_value_set_string (value, self->words);
      break;
    case PROP_ALERTS:
      g_value_set_boolean (value, self->alerts);
      break;
    case PROP_N_UNREAD:
      g_value_set_int (value, self->n_unread);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
exm_saved_search_item_finalize (GObject *object)
{
  ExmSavedSearchItem *self = EXM_SAVED_SEARCH_ITEM (object);

  g_free (self->scope);
  g_free (self->words);
  g_free (self->outputs);
  G_OBJECT_CLASS (exm_saved_search_item_parent_class)->finalize (object);
}

static void
exm_saved_search_item_class_init (ExmSavedSearchItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = exm_saved_search_item_get_property;
  object_class->finalize = exm_saved_search_item_finalize;
  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL, flags);
  properties[PROP_WORDS] = g_param_spec_string ("words", NULL, NULL, NULL, flags);
  properties[PROP_ALERTS] = g_param_spec_boolean ("alerts", NULL, NULL, FALSE, flags);
  properties[PROP_N_UNREAD]
      = g_param_spec_int ("n-unread", NULL, NULL, -1, G_MAXINT, 0, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
exm_saved_search_item_init (ExmSavedSearchItem *self)
{
}

ExmSavedSearchItem *
exm_saved_search_item_new (const ExmSavedSearch *search)
{
  ExmSavedSearchItem *self = g_object_new (EXM_TYPE_SAVED_SEARCH_ITEM, NULL);

  self->scope = g_strconcat (EXM_SAVED_SEARCH_SCOPE, search->name, NULL);
  self->words = g_strdup (search->words);
  self->alerts = search->alerts;
  self->outputs = g_strdup (search->outputs);
  return self;
}

void
exm_saved_search_item_update (ExmSavedSearchItem *self, const ExmSavedSearch *search)
{
  g_object_freeze_notify (G_OBJECT (self));
  if (!g_str_equal (exm_saved_search_item_get_name (self), search->name))
    {
      g_free (self->scope);
      self->scope = g_strconcat (EXM_SAVED_SEARCH_SCOPE, search->name, NULL);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NAME]);
    }
  if (!g_str_equal (self->words, search->words))
    {
      g_free (self->words);
      self->words = g_strdup (search->words);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WORDS]);
    }
  g_free (self->outputs);
  self->outputs = g_strdup (search->outputs);
  if (self->alerts != search->alerts)
    {
      self->alerts = search->alerts;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ALERTS]);
    }
  g_object_thaw_notify (G_OBJECT (self));
}

void
exm_saved_search_item_set_n_unread (ExmSavedSearchItem *self, int n_unread)
{
  if (self->n_unread == n_unread)
    return;
  self->n_unread = n_unread;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_UNREAD]);
}

const char *
exm_saved_search_item_get_name (ExmSavedSearchItem *self)
{
  return self->scope + strlen (EXM_SAVED_SEARCH_SCOPE);
}

const char *
exm_saved_search_item_get_scope (ExmSavedSearchItem *self)
{
  return self->scope;
}

const char *
exm_saved_search_item_get_words (ExmSavedSearchItem *self)
{
  return self->words;
}

gboolean
exm_saved_search_item_get_alerts (ExmSavedSearchItem *self)
{
  return self->alerts;
}

const char *
exm_saved_search_item_get_outputs (ExmSavedSearchItem *self)
{
  return self->outputs;
}

int
exm_saved_search_item_get_n_unread (ExmSavedSearchItem *self)
{
  return self->n_unread;
}
