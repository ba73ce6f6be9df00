/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/analysis/exm-shown-blocks.h"

struct _ExmShownBlocks
{
  GObject parent_instance;

  ExmResult *target;  /* (owned) (nullable) */
  ExmResult *example; /* (owned) (nullable) */
  guint current;
  gboolean drawn;
};

enum
{
  PROP_DRAWN = 1,
  PROP_CURRENT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
static guint changed_signal;

G_DEFINE_FINAL_TYPE (ExmShownBlocks, exm_shown_blocks, G_TYPE_OBJECT)

static void
set_drawn (ExmShownBlocks *self, gboolean drawn)
{
  if (self->drawn == drawn)
    return;
  self->drawn = drawn;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DRAWN]);
}

static void
exm_shown_blocks_get_property (GObject *object,
                               guint id,
                               GValue *value,
                               GParamSpec *pspec)
{
  ExmShownBlocks *self = EXM_SHOWN_BLOCKS (object);

  switch (id)
    {
    case PROP_DRAWN:
      g_value_set_boolean (value, self->drawn);
      break;
    case PROP_CURRENT:
      g_value_set_uint (value, self->current);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
exm_shown_blocks_set_property (GObject *object,
                               guint id,
                               const GValue *value,
                               GParamSpec *pspec)
{
  ExmShownBlocks *self = EXM_SHOWN_BLOCKS (object);

  switch (id)
    {
    case PROP_DRAWN:
      set_drawn (self, g_value_get_boolean (value));
      break;
    case PROP_CURRENT:
      exm_shown_blocks_set_current (self, g_value_get_uint (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
exm_shown_blocks_finalize (GObject *object)
{
  ExmShownBlocks *self = EXM_SHOWN_BLOCKS (object);

  g_clear_pointer (&self->target, exm_result_unref);
  g_clear_pointer (&self->example, exm_result_unref);
  G_OBJECT_CLASS (exm_shown_blocks_parent_class)->finalize (object);
}

static void
exm_shown_blocks_class_init (ExmShownBlocksClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags
      = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = exm_shown_blocks_get_property;
  object_class->set_property = exm_shown_blocks_set_property;
  object_class->finalize = exm_shown_blocks_finalize;
  properties[PROP_DRAWN] = g_param_spec_boolean ("drawn", NULL, NULL, TRUE, flags);
  properties[PROP_CURRENT]
      = g_param_spec_uint ("current", NULL, NULL, 0, G_MAXUINT32, EXM_NONE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
exm_shown_blocks_init (ExmShownBlocks *self)
{
  self->current = EXM_NONE;
  self->drawn = TRUE;
}

ExmShownBlocks *
exm_shown_blocks_new (void)
{
  return g_object_new (EXM_TYPE_SHOWN_BLOCKS, NULL);
}

void
exm_shown_blocks_set (ExmShownBlocks *self, ExmResult *target, ExmResult *example)
{
  g_return_if_fail (EXM_IS_SHOWN_BLOCKS (self));

  if (self->target == target && self->example == example)
    return;
  g_clear_pointer (&self->target, exm_result_unref);
  g_clear_pointer (&self->example, exm_result_unref);
  self->target = target != NULL ? exm_result_ref (target) : NULL;
  self->example = example != NULL ? exm_result_ref (example) : NULL;
  exm_shown_blocks_set_current (self, EXM_NONE);
  g_signal_emit (self, changed_signal, 0);
}

ExmResult *
exm_shown_blocks_get (ExmShownBlocks *self, ExmResult **example)
{
  g_return_val_if_fail (EXM_IS_SHOWN_BLOCKS (self), NULL);

  if (example != NULL)
    *example = self->example;
  return self->target;
}

gboolean
exm_shown_blocks_get_drawn (ExmShownBlocks *self)
{
  g_return_val_if_fail (EXM_IS_SHOWN_BLOCKS (self), FALSE);

  return self->drawn;
}

guint
exm_shown_blocks_get_current (ExmShownBlocks *self)
{
  g_return_val_if_fail (EXM_IS_SHOWN_BLOCKS (self), EXM_NONE);

  return self->current;
}

void
exm_shown_blocks_set_current (ExmShownBlocks *self, guint block)
{
  g_return_if_fail (EXM_IS_SHOWN_BLOCKS (self));

  if (self->current == block)
    return;
  self->current = block;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CURRENT]);
}
