/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/analysis/exm-view-state.h"

#include <string.h>

enum
{
  PROP_HOVER_LINE = 1,
  PROP_CURRENT_LINE,
  PROP_CURRENT_BLOCK,
  N_PLACES,
  PROP_BLOCKS_DRAWN = N_PLACES,
  N_PROPS
};

struct _ExmViewState
{
  GObject parent_instance;

  guint places[N_PLACES]; /* by property */
  ExmChartLanes *lanes;   /* (owned) (nullable) */
  ExmResult *target;      /* (owned) (nullable): with the blocks */
  ExmResult *example;     /* (owned) (nullable): the same */
  gboolean blocks_drawn;
  guint8 *hidden; /* (owned) (nullable): n_hidden */
  guint n_hidden;
};

enum
{
  LANES_CHANGED,
  BLOCKS_CHANGED,
  HIDDEN_CHANGED,
  EXAMPLE_LINE_ACTIVATED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ExmViewState, exm_view_state, G_TYPE_OBJECT)

static void
set_place (ExmViewState *self, guint property, guint place)
{
  if (self->places[property] == place)
    return;
  self->places[property] = place;
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

static void
exm_view_state_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  ExmViewState *self = EXM_VIEW_STATE (object);

  if (id == PROP_BLOCKS_DRAWN)
    g_value_set_boolean (value, self->blocks_drawn);
  else
    g_value_set_uint (value, self->places[id]);
}

static void
exm_view_state_set_property (GObject *object,
                             guint id,
                             const GValue *value,
                             GParamSpec *pspec)
{
  ExmViewState *self = EXM_VIEW_STATE (object);

  if (id != PROP_BLOCKS_DRAWN)
    set_place (self, id, g_value_get_uint (value));
  else if (self->blocks_drawn != g_value_get_boolean (value))
    {
      self->blocks_drawn = !self->blocks_drawn;
      g_object_notify_by_pspec (object, pspec);
    }
}

static void
exm_view_state_finalize (GObject *object)
{
  ExmViewState *self = EXM_VIEW_STATE (object);

  g_clear_pointer (&self->lanes, exm_chart_lanes_unref);
  g_clear_pointer (&self->target, exm_result_unref);
  g_clear_pointer (&self->example, exm_result_unref);
  g_free (self->hidden);
  G_OBJECT_CLASS (exm_view_state_parent_class)->finalize (object);
}

static void
exm_view_state_class_init (ExmViewStateClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  static const char *const names[]
      = { NULL, "hover-line", "current-line", "current-block" };
  const GParamFlags flags
      = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->get_property = exm_view_state_get_property;
  object_class->set_property = exm_view_state_set_property;
  object_class->finalize = exm_view_state_finalize;
  for (guint i = PROP_HOVER_LINE; i < N_PLACES; i++)
    properties[i]
        = g_param_spec_uint (names[i], NULL, NULL, 0, G_MAXUINT32, EXM_NONE, flags);
  properties[PROP_BLOCKS_DRAWN]
      = g_param_spec_boolean ("blocks-drawn", NULL, NULL, TRUE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[LANES_CHANGED]
      = g_signal_new ("lanes-changed", EXM_TYPE_VIEW_STATE, G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 0);
  signals[BLOCKS_CHANGED]
      = g_signal_new ("blocks-changed", EXM_TYPE_VIEW_STATE, G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 0);
  signals[HIDDEN_CHANGED]
      = g_signal_new ("hidden-changed", EXM_TYPE_VIEW_STATE, G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 0);
  signals[EXAMPLE_LINE_ACTIVATED]
      = g_signal_new ("example-line-activated", EXM_TYPE_VIEW_STATE, G_SIGNAL_RUN_LAST, 0,
                      NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
exm_view_state_init (ExmViewState *self)
{
  for (guint i = 0; i < N_PLACES; i++)
    self->places[i] = EXM_NONE;
  self->blocks_drawn = TRUE;
}

ExmViewState *
exm_view_state_new (void)
{
  return g_object_new (EXM_TYPE_VIEW_STATE, NULL);
}

guint
exm_view_state_get_hover_line (ExmViewState *self)
{
  return self->places[PROP_HOVER_LINE];
}

void
exm_view_state_set_hover_line (ExmViewState *self, guint line)
{
  set_place (self, PROP_HOVER_LINE, line);
}

guint
exm_view_state_get_current_line (ExmViewState *self)
{
  return self->places[PROP_CURRENT_LINE];
}

void
exm_view_state_set_current_line (ExmViewState *self, guint line)
{
  set_place (self, PROP_CURRENT_LINE, line);
}

void
exm_view_state_activate_example_line (ExmViewState *self, guint line)
{
  g_signal_emit (self, signals[EXAMPLE_LINE_ACTIVATED], 0, line);
}

void
exm_view_state_set_lanes (ExmViewState *self, ExmChartLanes *lanes)
{
  if (self->lanes == lanes)
    return;
  if (lanes != NULL)
    exm_chart_lanes_ref (lanes);
  g_clear_pointer (&self->lanes, exm_chart_lanes_unref);
  self->lanes = lanes;
  g_signal_emit (self, signals[LANES_CHANGED], 0);
}

ExmChartLanes *
exm_view_state_get_lanes (ExmViewState *self)
{
  return self->lanes;
}

void
exm_view_state_set_blocks (ExmViewState *self, ExmResult *target, ExmResult *example)
{
  if (self->target == target && self->example == example)
    return;
  g_clear_pointer (&self->target, exm_result_unref);
  g_clear_pointer (&self->example, exm_result_unref);
  self->target = target != NULL ? exm_result_ref (target) : NULL;
  self->example = example != NULL ? exm_result_ref (example) : NULL;
  exm_view_state_set_current_block (self, EXM_NONE);
  g_signal_emit (self, signals[BLOCKS_CHANGED], 0);
}

ExmResult *
exm_view_state_get_blocks (ExmViewState *self, ExmResult **example)
{
  if (example != NULL)
    *example = self->example;
  return self->target;
}

void
exm_view_state_set_hidden (ExmViewState *self, const guint8 *hidden, guint n_lines)
{
  guint n = hidden != NULL ? n_lines : 0;

  if (n == self->n_hidden && (n == 0 || memcmp (hidden, self->hidden, n) == 0))
    return;
  g_free (self->hidden);
  self->hidden = n > 0 ? g_memdup2 (hidden, n) : NULL;
  self->n_hidden = n;
  g_signal_emit (self, signals[HIDDEN_CHANGED], 0);
}

gboolean
exm_view_state_is_hidden (ExmViewState *self, guint line)
{
  return line < self->n_hidden && self->hidden[line] != 0;
}

gboolean
exm_view_state_get_blocks_drawn (ExmViewState *self)
{
  return self->blocks_drawn;
}

guint
exm_view_state_get_current_block (ExmViewState *self)
{
  return self->places[PROP_CURRENT_BLOCK];
}

void
exm_view_state_set_current_block (ExmViewState *self, guint block)
{
  set_place (self, PROP_CURRENT_BLOCK, block);
}
