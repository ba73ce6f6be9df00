/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/chart/exm-curve-chart-private.h"

#include "app/chart/exm-chart-flag.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* What the curves get beyond the least, where there is room. */
#define COMFORT 48
/* Of text at its usual size. */
#define USUAL_DPI 96.0
#define NATURAL_WIDTH 480
#define LEAST_WIDTH 240
#define RIGHT_MARGIN 10.0
#define FLAG_ZONE 16
#define WORDS_AFTER_MS 300
#define SPINNER_AFTER_MS 700 /* after the words */

enum
{
  PROP_HEAD = 1,
  PROP_TAIL,
  PROP_HOVER_LINE,
  PROP_BUSY,
  PROP_FOLDED,
  PROP_SHOW_FS,
  PROP_SHOW_BS,
  PROP_SHOW_C,
  PROP_SHOW_SEEN,
  PROP_RANGE,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];
guint exm_curve_chart_signals[EXM_CHART_N_SIGNALS];

G_DEFINE_FINAL_TYPE (ExmCurveChart, exm_curve_chart, GTK_TYPE_WIDGET)

void
exm_curve_chart_redraw (ExmCurveChart *self)
{
  g_clear_pointer (&self->picture, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
exm_curve_chart_get_axis (ExmCurveChart *self, ExmChartAxis *axis)
{
  *axis = (ExmChartAxis){
    .begin = exm_chart_range_get_begin (self->range),
    .end = exm_chart_range_get_end (self->range),
    .left = self->gutter,
    .width
    = MAX (gtk_widget_get_width (GTK_WIDGET (self)) - self->gutter - RIGHT_MARGIN, 1),
  };
}

guint
exm_curve_chart_get_shows (ExmCurveChart *self)
{
  guint shows = self->shows;

  if (self->data == NULL || self->data->fs == NULL)
    shows &= ~(guint) (EXM_CHART_SHOWS_FS | EXM_CHART_SHOWS_BS | EXM_CHART_SHOWS_SEEN);
  if (self->data == NULL || self->data->c == NULL)
    shows &= ~(guint) EXM_CHART_SHOWS_C;
  return shows;
}

/* How large the operator wants texts. */
static double
get_text_scale (ExmCurveChart *self)
{
  double dpi = pango_cairo_context_get_resolution (
      gtk_widget_get_pango_context (GTK_WIDGET (self)));

  return dpi > 0 ? dpi / USUAL_DPI : 1;
}

void
exm_curve_chart_get_rows (ExmCurveChart *self, ExmChartRows *rows)
{
  exm_chart_rows_init (rows, gtk_widget_get_height (GTK_WIDGET (self)),
                       exm_curve_chart_get_shows (self), self->lanes->len,
                       get_text_scale (self));
}

double
exm_curve_chart_get_flag_px (ExmCurveChart *self, gboolean tail)
{
  ExmChartAxis axis;
  guint line = self->lines[tail ? 1 : 0];

  exm_curve_chart_get_axis (self, &axis);
  return exm_chart_axis_to_px (&axis, exm_chart_data_get_edge (self->data, line, tail));
}

static void
on_range_changed (ExmCurveChart *self)
{
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  exm_curve_chart_redraw (self);
}

void
exm_curve_chart_update_flag (ExmCurveChart *self, guint side)
{
  gboolean there = self->data != NULL && self->lines[side] < self->data->n_lines;

  gtk_widget_set_visible (self->flags[side], there && !self->folded);
  if (there)
    exm_chart_flag_set_line (EXM_CHART_FLAG (self->flags[side]), self->lines[side],
                             self->data->n_lines);
  g_autofree char *words = NULL;
  if (self->data != NULL && self->lines[0] < self->data->n_lines
      && self->lines[1] < self->data->n_lines)
    {
      g_autofree char *curves = exm_chart_data_describe (self->data);
      words = g_strdup_printf ("%s; %s%s%s",
                               exm_chart_flag_get_words (EXM_CHART_FLAG (self->flags[0])),
                               exm_chart_flag_get_words (EXM_CHART_FLAG (self->flags[1])),
                               curves != NULL ? "; " : "", curves != NULL ? curves : "");
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  words != NULL ? words : _ ("No body"), -1);
}

void
exm_curve_chart_set_boundary (ExmCurveChart *self, gboolean tail, guint line)
{
  guint side = tail ? 1 : 0;

  g_return_if_fail (EXM_IS_CURVE_CHART (self));
  if (self->data != NULL && line >= self->data->n_lines)
    line = EXM_NONE;
  if (self->lines[side] == line)
    return;
  self->lines[side] = line;
  exm_curve_chart_update_flag (self, side);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), props[tail ? PROP_TAIL : PROP_HEAD]);
}

void
exm_curve_chart_set_hover (ExmCurveChart *self, guint line, gboolean by_pointer)
{
  gboolean changed = line != self->hover;

  /* Who was told of the pointer tells us of the line in turn. */
  if (!changed && (!by_pointer || self->pointed))
    return;
  self->pointed = by_pointer;
  self->hover = line;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (!changed)
    return;
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_HOVER_LINE]);
  if (by_pointer)
    g_signal_emit (self, exm_curve_chart_signals[EXM_CHART_LINE_HOVERED], 0, line);
}

static gboolean
on_busy_timer (void *user_data)
{
  ExmCurveChart *self = user_data;

  self->busy_timer = 0;
  self->busy_stage++;
  if (self->busy_stage == 1)
    self->busy_timer = g_timeout_add (SPINNER_AFTER_MS, on_busy_timer, self);
  else
    gtk_spinner_start (GTK_SPINNER (self->spinner));
  gtk_widget_set_visible (self->spinner, self->busy_stage > 1);
  gtk_widget_set_visible (self->notice, !self->folded);
  return G_SOURCE_REMOVE;
}

static void
set_busy (ExmCurveChart *self, gboolean busy)
{
  if (self->busy == busy)
    return;
  self->busy = busy;
  self->busy_stage = 0;
  g_clear_handle_id (&self->busy_timer, g_source_remove);
  gtk_spinner_stop (GTK_SPINNER (self->spinner));
  gtk_widget_set_visible (self->spinner, FALSE);
  gtk_widget_set_visible (self->notice, FALSE);
  if (busy)
    self->busy_timer = g_timeout_add (WORDS_AFTER_MS, on_busy_timer, self);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_BUSY, busy,
                               -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_BUSY]);
}

static void
set_folded (ExmCurveChart *self, gboolean folded)
{
  if (self->folded == folded)
    return;
  self->folded = folded;
  exm_curve_chart_cancel_drag (self);
  exm_curve_chart_update_flag (self, 0);
  exm_curve_chart_update_flag (self, 1);
  exm_curve_chart_redraw (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_FOLDED]);
}

static void
set_shown (ExmCurveChart *self, guint what, gboolean shown, guint prop)
{
  guint shows = shown ? self->shows | what : self->shows & ~what;

  if (shows == self->shows)
    return;
  self->shows = shows;
  exm_curve_chart_measure_gutter (self);
  exm_curve_chart_redraw (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[prop]);
}

static void
exm_curve_chart_measure (GtkWidget *widget,
                         GtkOrientation orientation,
                         int for_size,
                         int *minimum,
                         int *natural,
                         int *minimum_baseline,
                         int *natural_baseline)
{
  ExmCurveChart *self = EXM_CURVE_CHART (widget);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = LEAST_WIDTH;
      *natural = NATURAL_WIDTH;
      return;
    }
  const double scale = get_text_scale (self);
  int least = exm_chart_rows_get_least (self->lanes->len, scale);
  *minimum = self->folded ? EXM_CHART_FOLDED_HEIGHT : least;
  *natural = self->folded ? EXM_CHART_FOLDED_HEIGHT : least + COMFORT;
}

static void
exm_curve_chart_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  ExmCurveChart *self = EXM_CURVE_CHART (widget);
  ExmChartRows rows;

  g_clear_pointer (&self->picture, gsk_render_node_unref);
  exm_curve_chart_get_rows (self, &rows);
  for (guint side = 0; side < 2; side++)
    if (gtk_widget_should_layout (self->flags[side]))
      {
        int px = (int) exm_curve_chart_get_flag_px (self, side == 1);
        const GtkAllocation place = { CLAMP (px, 0, width) - FLAG_ZONE / 2, 0, FLAG_ZONE,
                                      (int) rows.plot_bottom };
        gtk_widget_size_allocate (self->flags[side], &place, -1);
      }
  if (gtk_widget_should_layout (self->notice))
    {
      int least, natural, least_height, natural_height;
      gtk_widget_measure (self->notice, GTK_ORIENTATION_HORIZONTAL, -1, &least, &natural,
                          NULL, NULL);
      gtk_widget_measure (self->notice, GTK_ORIENTATION_VERTICAL, -1, &least_height,
                          &natural_height, NULL, NULL);
      const GtkAllocation place = { (width - natural) / 2, (height - natural_height) / 2,
                                    natural, natural_height };
      gtk_widget_size_allocate (self->notice, &place, -1);
    }
}

static void
exm_curve_chart_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  ExmCurveChart *self = EXM_CURVE_CHART (widget);

  GTK_WIDGET_CLASS (exm_curve_chart_parent_class)->css_changed (widget, change);
  exm_curve_chart_measure_gutter (self);
  exm_curve_chart_redraw (self);
}

static void
exm_curve_chart_get_property (GObject *object,
                              guint prop_id,
                              GValue *value,
                              GParamSpec *pspec)
{
  ExmCurveChart *self = EXM_CURVE_CHART (object);

  switch (prop_id)
    {
    case PROP_HEAD:
      g_value_set_uint (value, self->lines[0]);
      break;
    case PROP_TAIL:
      g_value_set_uint (value, self->lines[1]);
      break;
    case PROP_HOVER_LINE:
      g_value_set_uint (value, self->hover);
      break;
    case PROP_BUSY:
      g_value_set_boolean (value, self->busy);
      break;
    case PROP_FOLDED:
      g_value_set_boolean (value, self->folded);
      break;
    case PROP_SHOW_FS:
    case PROP_SHOW_BS:
    case PROP_SHOW_C:
    case PROP_SHOW_SEEN:
      g_value_set_boolean (value, (self->shows & 1u << (prop_id - PROP_SHOW_FS)) != 0);
      break;
    case PROP_RANGE:
      g_value_set_object (value, self->range);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
exm_curve_chart_set_property (GObject *object,
                              guint prop_id,
                              const GValue *value,
                              GParamSpec *pspec)
{
  ExmCurveChart *self = EXM_CURVE_CHART (object);

  switch (prop_id)
    {
    case PROP_HEAD:
    case PROP_TAIL:
      exm_curve_chart_set_boundary (self, prop_id == PROP_TAIL, g_value_get_uint (value));
      break;
    case PROP_HOVER_LINE:
      exm_curve_chart_set_hover (self, g_value_get_uint (value), FALSE);
      break;
    case PROP_BUSY:
      set_busy (self, g_value_get_boolean (value));
      break;
    case PROP_FOLDED:
      set_folded (self, g_value_get_boolean (value));
      break;
    case PROP_SHOW_FS:
    case PROP_SHOW_BS:
    case PROP_SHOW_C:
    case PROP_SHOW_SEEN:
      set_shown (self, 1u << (prop_id - PROP_SHOW_FS), g_value_get_boolean (value),
                 prop_id);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
exm_curve_chart_dispose (GObject *object)
{
  ExmCurveChart *self = EXM_CURVE_CHART (object);

  exm_curve_chart_stop_ease (self);
  g_clear_handle_id (&self->drag.settle, g_source_remove);
  g_clear_handle_id (&self->busy_timer, g_source_remove);
  g_clear_handle_id (&self->ghost_source, g_source_remove);
  g_clear_pointer (&self->flags[0], gtk_widget_unparent);
  g_clear_pointer (&self->flags[1], gtk_widget_unparent);
  g_clear_pointer (&self->notice, gtk_widget_unparent);
  g_clear_pointer (&self->data, exm_chart_data_unref);
  g_clear_pointer (&self->other_lanes, exm_chart_lanes_unref);
  g_clear_pointer (&self->picture, gsk_render_node_unref);
  G_OBJECT_CLASS (exm_curve_chart_parent_class)->dispose (object);
}

static void
exm_curve_chart_finalize (GObject *object)
{
  ExmCurveChart *self = EXM_CURVE_CHART (object);

  g_object_unref (self->range);
  g_ptr_array_unref (self->lane_ids);
  g_array_unref (self->lanes);
  G_OBJECT_CLASS (exm_curve_chart_parent_class)->finalize (object);
}

static void
install_properties (GObjectClass *object_class)
{
  const GParamFlags flags
      = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  props[PROP_HEAD] = g_param_spec_uint ("head", NULL, NULL, 0, EXM_NONE, EXM_NONE, flags);
  props[PROP_TAIL] = g_param_spec_uint ("tail", NULL, NULL, 0, EXM_NONE, EXM_NONE, flags);
  props[PROP_HOVER_LINE]
      = g_param_spec_uint ("hover-line", NULL, NULL, 0, EXM_NONE, EXM_NONE, flags);
  props[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE, flags);
  props[PROP_FOLDED] = g_param_spec_boolean ("folded", NULL, NULL, FALSE, flags);
  props[PROP_SHOW_FS] = g_param_spec_boolean ("show-fs", NULL, NULL, TRUE, flags);
  props[PROP_SHOW_BS] = g_param_spec_boolean ("show-bs", NULL, NULL, TRUE, flags);
  props[PROP_SHOW_C] = g_param_spec_boolean ("show-c", NULL, NULL, TRUE, flags);
  props[PROP_SHOW_SEEN] = g_param_spec_boolean ("show-seen", NULL, NULL, TRUE, flags);
  props[PROP_RANGE] = g_param_spec_object ("range", NULL, NULL, EXM_TYPE_CHART_RANGE,
                                           G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

static void
exm_curve_chart_class_init (ExmCurveChartClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const struct
  {
    const char *name;
    guint n_params;
    GType params[2];
  } signals[EXM_CHART_N_SIGNALS] = {
    { "boundary-moving", 2, { G_TYPE_BOOLEAN, G_TYPE_UINT } },
    { "boundary-moved", 2, { G_TYPE_BOOLEAN, G_TYPE_UINT } },
    { "line-hovered", 1, { G_TYPE_UINT } },
    { "line-activated", 1, { G_TYPE_UINT } },
    { "lanes-shown-changed", 0, { 0 } },
  };

  object_class->get_property = exm_curve_chart_get_property;
  object_class->set_property = exm_curve_chart_set_property;
  object_class->dispose = exm_curve_chart_dispose;
  object_class->finalize = exm_curve_chart_finalize;
  widget_class->measure = exm_curve_chart_measure;
  widget_class->size_allocate = exm_curve_chart_size_allocate;
  widget_class->snapshot = exm_curve_chart_snapshot;
  widget_class->css_changed = exm_curve_chart_css_changed;
  install_properties (object_class);
  for (guint i = 0; i < EXM_CHART_N_SIGNALS; i++)
    exm_curve_chart_signals[i] = g_signal_newv (
        signals[i].name, EXM_TYPE_CURVE_CHART, G_SIGNAL_RUN_LAST, NULL, NULL, NULL, NULL,
        G_TYPE_NONE, signals[i].n_params, (GType *) signals[i].params);
  exm_curve_chart_bind_keys (widget_class);
  gtk_widget_class_set_css_name (widget_class, "curvechart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
add_notice (ExmCurveChart *self)
{
  self->notice = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  self->spinner = gtk_spinner_new ();
  gtk_widget_set_visible (self->spinner, FALSE);
  gtk_box_append (GTK_BOX (self->notice), self->spinner);
  gtk_box_append (GTK_BOX (self->notice), gtk_label_new (_ ("Reading page…")));
  gtk_widget_set_visible (self->notice, FALSE);
  gtk_widget_set_can_target (self->notice, FALSE);
  gtk_widget_set_parent (self->notice, GTK_WIDGET (self));
}

static void
exm_curve_chart_init (ExmCurveChart *self)
{
  self->range = exm_chart_range_new ();
  g_signal_connect_object (self->range, "changed", G_CALLBACK (on_range_changed), self,
                           G_CONNECT_SWAPPED);
  self->lines[0] = self->lines[1] = self->hover = EXM_NONE;
  self->ghosts[0] = self->ghosts[1] = EXM_NONE;
  self->shows = EXM_CHART_SHOWS_FS | EXM_CHART_SHOWS_BS | EXM_CHART_SHOWS_C
                | EXM_CHART_SHOWS_SEEN;
  self->lane_ids = g_ptr_array_new_with_free_func (g_free);
  self->lanes = g_array_new (FALSE, FALSE, sizeof (guint));
  gtk_widget_set_direction (GTK_WIDGET (self), GTK_TEXT_DIR_LTR);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Similarity to the example, along the page"), -1);
  for (guint side = 0; side < 2; side++)
    {
      self->flags[side] = exm_chart_flag_new (side == 1);
      gtk_widget_set_visible (self->flags[side], FALSE);
      gtk_widget_set_parent (self->flags[side], GTK_WIDGET (self));
    }
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (exm_curve_chart_redraw),
                    NULL);
  add_notice (self);
  exm_curve_chart_init_input (self);
  exm_curve_chart_measure_gutter (self);
}
