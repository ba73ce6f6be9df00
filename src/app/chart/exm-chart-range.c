/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/chart/exm-chart-range.h"

struct _ExmChartRange
{
  GObject parent_instance;

  double length;
  double begin;
  double end;
};

enum
{
  PROP_LENGTH = 1,
  PROP_BEGIN,
  PROP_END,
  N_PROPS,
};

enum
{
  CHANGED,
  N_SIGNALS,
};

static GParamSpec *props[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ExmChartRange, exm_chart_range, G_TYPE_OBJECT)

static void
exm_chart_range_get_property (GObject *object,
                              guint prop_id,
                              GValue *value,
                              GParamSpec *pspec)
{
  ExmChartRange *self = EXM_CHART_RANGE (object);

  switch (prop_id)
    {
    case PROP_LENGTH:
      g_value_set_double (value, self->length);
      break;
    case PROP_BEGIN:
      g_value_set_double (value, self->begin);
      break;
    case PROP_END:
      g_value_set_double (value, self->end);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
exm_chart_range_class_init (ExmChartRangeClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = exm_chart_range_get_property;
  props[PROP_LENGTH]
      = g_param_spec_double ("length", NULL, NULL, 0, G_MAXDOUBLE, 1, flags);
  props[PROP_BEGIN] = g_param_spec_double ("begin", NULL, NULL, 0, G_MAXDOUBLE, 0, flags);
  props[PROP_END] = g_param_spec_double ("end", NULL, NULL, 0, G_MAXDOUBLE, 1, flags);
  g_object_class_install_properties (object_class, N_PROPS, props);
  signals[CHANGED] = g_signal_new ("changed", EXM_TYPE_CHART_RANGE, G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
exm_chart_range_init (ExmChartRange *self)
{
  self->length = 1;
  self->end = 1;
}

ExmChartRange *
exm_chart_range_new (void)
{
  return g_object_new (EXM_TYPE_CHART_RANGE, NULL);
}

static void
apply (ExmChartRange *self, double length, double begin, double end)
{
  gboolean new_length = length != self->length;
  gboolean new_begin = begin != self->begin, new_end = end != self->end;

  self->length = length;
  self->begin = begin;
  self->end = end;
  if (new_length)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_LENGTH]);
  if (new_begin)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BEGIN]);
  if (new_end)
    g_object_notify_by_pspec (G_OBJECT (self), props[PROP_END]);
  if (new_length || new_begin || new_end)
    g_signal_emit (self, signals[CHANGED], 0);
}

void
exm_chart_range_set_length (ExmChartRange *self, double length)
{
  length = MAX (length, 1);
  apply (self, length, 0, length);
}

void
exm_chart_range_set (ExmChartRange *self, double begin, double end)
{
  double least = MIN (EXM_CHART_RANGE_LEAST, self->length);
  double span = CLAMP (end - begin, least, self->length);
  /* Widened about its middle. */
  begin = (begin + end - span) / 2;
  begin = CLAMP (begin, 0, self->length - span);
  apply (self, self->length, begin, MIN (begin + span, self->length));
}

void
exm_chart_range_zoom (ExmChartRange *self, double factor, double at)
{
  g_return_if_fail (factor > 0);

  double old = self->end - self->begin;
  double least = MIN (EXM_CHART_RANGE_LEAST, self->length);
  double span = CLAMP (old / factor, least, self->length);
  double begin = at - (at - self->begin) * span / old;
  exm_chart_range_set (self, begin, begin + span);
}

void
exm_chart_range_pan (ExmChartRange *self, double delta)
{
  exm_chart_range_set (self, self->begin + delta, self->end + delta);
}

double
exm_chart_range_get_length (ExmChartRange *self)
{
  return self->length;
}

double
exm_chart_range_get_begin (ExmChartRange *self)
{
  return self->begin;
}

double
exm_chart_range_get_end (ExmChartRange *self)
{
  return self->end;
}

gboolean
exm_chart_range_is_whole (ExmChartRange *self)
{
  return self->end - self->begin >= self->length;
}
