/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/setup/exm-section-item.h"

struct _ExmSectionItem
{
  GObject parent_instance;

  guint index;
  guint n_changes;
  ExmSectionState state;
  char *title;    /* (owned) */
  char *address;  /* (owned) (nullable) */
  char *question; /* (owned) (nullable) */
  char *uid;      /* (owned) (nullable) */
};

enum
{
  PROP_0,
  PROP_CHANGED,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ExmSectionItem, exm_section_item, G_TYPE_OBJECT)

static void
exm_section_item_get_property (GObject *object,
                               guint id,
                               GValue *value,
                               GParamSpec *pspec)
{
  if (id == PROP_CHANGED)
    g_value_set_uint (value, EXM_SECTION_ITEM (object)->n_changes);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
exm_section_item_finalize (GObject *object)
{
  ExmSectionItem *self = EXM_SECTION_ITEM (object);

  g_free (self->title);
  g_free (self->address);
  g_free (self->question);
  g_free (self->uid);
  G_OBJECT_CLASS (exm_section_item_parent_class)->finalize (object);
}

static void
exm_section_item_class_init (ExmSectionItemClass *klass)
{
  G_OBJECT_CLASS (klass)->get_property = exm_section_item_get_property;
  G_OBJECT_CLASS (klass)->finalize = exm_section_item_finalize;
  properties[PROP_CHANGED] = g_param_spec_uint (
      "changed", NULL, NULL, 0, G_MAXUINT, 0, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, properties);
}

static void
exm_section_item_init (ExmSectionItem *self)
{
}

ExmSectionItem *
exm_section_item_new (guint index, const ExmSectionEntry *entry)
{
  ExmSectionItem *self = g_object_new (EXM_TYPE_SECTION_ITEM, NULL);
  const ExmSection *section = entry->section;

  self->index = index;
  self->address = g_strdup (section->address);
  self->title = g_strdup (section->name != NULL      ? section->name
                          : section->address != NULL ? section->address
                                                     : "");
  exm_section_item_update (self, entry);
  return self;
}

void
exm_section_item_update (ExmSectionItem *self, const ExmSectionEntry *entry)
{
  g_return_if_fail (EXM_IS_SECTION_ITEM (self));

  self->state = entry->state;
  g_free (self->question);
  self->question = g_strdup (entry->question);
  g_free (self->uid);
  self->uid = g_strdup (entry->uid);
  self->n_changes++;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CHANGED]);
}

guint
exm_section_item_get_index (ExmSectionItem *self)
{
  return self->index;
}

ExmSectionState
exm_section_item_get_state (ExmSectionItem *self)
{
  return self->state;
}

const char *
exm_section_item_get_title (ExmSectionItem *self)
{
  return self->title;
}

const char *
exm_section_item_get_address (ExmSectionItem *self)
{
  return self->address;
}

const char *
exm_section_item_get_question (ExmSectionItem *self)
{
  return self->question;
}

const char *
exm_section_item_get_uid (ExmSectionItem *self)
{
  return self->uid;
}
