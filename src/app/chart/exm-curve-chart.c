/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/chart/exm-curve-chart-private.h"

#include "app/chart/exm-chart-flag.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Height of the curves beyond the least, where there is room. */
#define COMFORT 48
/* Resolution of text at its usual size. */
#define USUAL_DPI 96.0
#define NATURAL_WIDTH 480
#define LEAST_WIDTH 240
#define RIGHT_MARGIN 10.0
#define FLAG_ZONE 16
#define WORDS_AFTER_MS 300
#define SPINNER_AFTER_MS 700 /* after the words */
#define BUSY_ALPHA 0.4
#define BUBBLE_GAP 6.0
#define BODY_MARGIN 0.12

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

/* Drawing */

static gboolean
is_moving (ExmCurveChart *self, gboolean tail)
{
  return self->drag.hold == EXM_CHART_HOLDS_FLAG && !self->drag.by_keys
         && self->drag.tail == tail;
}

static double
get_edge_px (ExmCurveChart *self, gboolean tail, double solid)
{
  if (is_moving (self, tail))
    return self->drag.px;
  if (self->ease.tick != 0 && self->ease.tail == tail)
    return self->ease.from_px + (solid - self->ease.from_px) * self->ease.part;
  return solid;
}

static void
init_scene (ExmCurveChart *self, ExmChartScene *scene)
{
  GtkWidget *widget = GTK_WIDGET (self);
  const ExmChartData *data = self->data;

  *scene = (ExmChartScene){
    .data = data,
    .fonts = gtk_widget_get_pango_context (widget),
    .density = gtk_widget_get_scale_factor (widget),
    .shows = exm_curve_chart_get_shows (self),
    .all_lanes = exm_curve_chart_get_lanes (self),
    .lanes = self->lanes,
    .lines = { self->lines[0], self->lines[1] },
    .ghosts = { self->ghosts[0], self->ghosts[1] },
    .focused = -1,
    .hover = self->hover,
  };
  exm_curve_chart_get_axis (self, &scene->axis);
  exm_curve_chart_get_rows (self, &scene->rows);
  exm_chart_colors_get (widget, &scene->colors);
  for (guint side = 0; data != NULL && side < 2; side++)
    {
      if (self->lines[side] == EXM_NONE)
        continue;
      scene->solid[side] = exm_curve_chart_get_flag_px (self, side == 1);
      scene->edges[side] = get_edge_px (self, side == 1, scene->solid[side]);
      if (gtk_widget_has_visible_focus (self->flags[side]))
        scene->focused = (int) side;
    }
}

static void
measure_gutter (ExmCurveChart *self)
{
  ExmChartScene scene;

  init_scene (self, &scene);
  self->gutter = exm_chart_scene_measure_gutter (&scene);
}

/* The curves, C(x), lanes, strips and names: what only other data, another range or
 * another size change. */
static GskRenderNode *
make_picture (const ExmChartScene *scene, const graphene_rect_t *bounds)
{
  GskRenderNode *node = gsk_cairo_node_new (bounds);
  cairo_t *cr = gsk_cairo_node_get_draw_context (node);

  exm_chart_layer_curves (scene, cr);
  exm_chart_layer_evidence (scene, cr);
  exm_chart_layer_lanes (scene, cr);
  exm_chart_layer_lines (scene, cr);
  exm_chart_layer_labels (scene, cr);
  cairo_destroy (cr);
  return node;
}

static void
draw_bubble (ExmCurveChart *self, const ExmChartScene *scene, cairo_t *cr)
{
  double y = scene->rows.plot_top + BUBBLE_GAP;

  if (self->drag.hold == EXM_CHART_HOLDS_FLAG)
    {
      guint side = self->drag.tail ? 1 : 0;
      exm_chart_layer_bubble (scene, cr, scene->edges[side], y, self->lines[side],
                              side == 1 ? &scene->colors.bs : &scene->colors.fs);
    }
  else if (self->pointed && self->hover < self->data->n_lines
           && self->drag.hold == EXM_CHART_HOLDS_NOTHING)
    exm_chart_layer_bubble (scene, cr, self->pointer_x, y, self->hover, NULL);
}

static void
snapshot_whole (ExmCurveChart *self,
                GtkSnapshot *snapshot,
                const ExmChartScene *scene,
                const graphene_rect_t *bounds)
{
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, bounds);

  exm_chart_layer_body (scene, cr);
  cairo_destroy (cr);
  if (self->picture == NULL)
    self->picture = make_picture (scene, bounds);
  gtk_snapshot_append_node (snapshot, self->picture);
  cr = gtk_snapshot_append_cairo (snapshot, bounds);
  exm_chart_layer_hover (scene, cr);
  exm_chart_layer_rings (scene, cr);
  exm_chart_layer_ghosts (scene, cr);
  exm_chart_layer_flags (scene, cr);
  exm_chart_layer_overview (scene, cr, FALSE);
  draw_bubble (self, scene, cr);
  cairo_destroy (cr);
}

static void
snapshot_empty (GtkSnapshot *snapshot,
                const ExmChartScene *scene,
                const graphene_rect_t *bounds)
{
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, bounds);
  g_autoptr (PangoLayout) text = exm_chart_text_new (
      scene, _ ("The curves appear here when a target page is open"), 13, FALSE);
  int width, height;

  pango_layout_get_pixel_size (text, &width, &height);
  cairo_move_to (cr, ((double) bounds->size.width - width) / 2,
                 ((double) bounds->size.height - height) / 2);
  exm_chart_colors_use (cr, &scene->colors.ink, .7);
  pango_cairo_show_layout (cr, text);
  cairo_destroy (cr);
}

static void
exm_curve_chart_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ExmCurveChart *self = EXM_CURVE_CHART (widget);
  const graphene_rect_t bounds
      = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                            (float) gtk_widget_get_height (widget));
  ExmChartScene scene;

  init_scene (self, &scene);
  if (self->data != NULL)
    {
      if (self->busy)
        gtk_snapshot_push_opacity (snapshot, BUSY_ALPHA);
      if (self->folded)
        {
          cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &bounds);
          exm_chart_layer_overview (&scene, cr, TRUE);
          cairo_destroy (cr);
        }
      else
        snapshot_whole (self, snapshot, &scene, &bounds);
      if (self->busy)
        gtk_snapshot_pop (snapshot);
    }
  else if (!self->busy && !self->folded)
    snapshot_empty (snapshot, &scene, &bounds);
  gtk_widget_snapshot_child (widget, self->notice, snapshot);
}

/* Changes */

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

  /* Handlers of the pointer set the line in turn. */
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
  measure_gutter (self);
  exm_curve_chart_redraw (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[prop]);
}

/* Public functions */

static void
find_lanes (ExmCurveChart *self)
{
  const ExmChartLanes *lanes = exm_curve_chart_get_lanes (self);

  g_array_set_size (self->lanes, 0);
  for (guint i = 0; lanes != NULL && i < lanes->lanes->len; i++)
    if (exm_curve_chart_get_lane_shown (self, exm_chart_lanes_get (lanes, i)->id))
      g_array_append_val (self->lanes, i);
  measure_gutter (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  exm_curve_chart_redraw (self);
}

static gboolean
is_same_page (const ExmChartData *a, const ExmChartData *b)
{
  if (a == NULL || b == NULL)
    return FALSE;
  return a->curves->page == b->curves->page
         || (a->n_lines == b->n_lines && a->curves->n_chars == b->curves->n_chars
             && g_strcmp0 (exm_page_text_get_url (a->curves->page),
                           exm_page_text_get_url (b->curves->page))
                    == 0);
}

static void
show_new_page (ExmCurveChart *self)
{
  const ExmChartData *data = self->data;

  exm_chart_range_set_length (self->range, (double) data->curves->n_chars);
  if (data->head == EXM_NONE)
    return;
  double body = exm_chart_data_get_end (data, data->tail)
                - exm_chart_data_get_start (data, data->head);
  if (body < EXM_CHART_SMALL_BODY * (double) data->curves->n_chars)
    exm_curve_chart_fit_body (self);
}

void
exm_curve_chart_set_data (ExmCurveChart *self, ExmChartData *data)
{
  if (self->data == data)
    return;
  gboolean same = is_same_page (self->data, data);
  gboolean dragged = same && self->drag.hold == EXM_CHART_HOLDS_FLAG;
  if (!same)
    {
      exm_curve_chart_cancel_drag (self);
      exm_curve_chart_drop_ghost (self);
      exm_curve_chart_set_hover (self, EXM_NONE, FALSE);
    }
  exm_curve_chart_stop_ease (self);
  g_autoptr (ExmChartData) old = g_steal_pointer (&self->data);
  self->data = data != NULL ? exm_chart_data_ref (data) : NULL;
  for (guint side = 0; side < 2; side++)
    {
      guint line = data == NULL ? EXM_NONE : side == 1 ? data->tail : data->head;
      if (!dragged || self->drag.tail != (side == 1))
        exm_curve_chart_set_boundary (self, side == 1, line);
    }
  exm_curve_chart_update_flag (self, 0);
  exm_curve_chart_update_flag (self, 1);
  find_lanes (self);
  if (!same && data != NULL)
    show_new_page (self);
}

ExmChartData *
exm_curve_chart_get_data (ExmCurveChart *self)
{
  return self->data;
}

ExmChartLanes *
exm_curve_chart_get_lanes (ExmCurveChart *self)
{
  if (self->data == NULL)
    return NULL;
  /* The data may be those of the page before. */
  if (self->other_lanes != NULL && self->other_lanes->n_rows == self->data->n_rows)
    return self->other_lanes;
  return self->data->lanes;
}

void
exm_curve_chart_set_lanes (ExmCurveChart *self, ExmChartLanes *lanes)
{
  if (lanes == self->other_lanes)
    return;
  if (lanes != NULL)
    exm_chart_lanes_ref (lanes);
  g_clear_pointer (&self->other_lanes, exm_chart_lanes_unref);
  self->other_lanes = lanes;
  find_lanes (self);
}

ExmChartRange *
exm_curve_chart_get_range (ExmCurveChart *self)
{
  return self->range;
}

guint
exm_curve_chart_get_head (ExmCurveChart *self)
{
  return self->lines[0];
}

guint
exm_curve_chart_get_tail (ExmCurveChart *self)
{
  return self->lines[1];
}

gboolean
exm_curve_chart_get_lane_shown (ExmCurveChart *self, const char *id)
{
  return g_ptr_array_find_with_equal_func (self->lane_ids, id, g_str_equal, NULL);
}

void
exm_curve_chart_set_lane_shown (ExmCurveChart *self, const char *id, gboolean shown)
{
  guint i;

  gboolean is_shown
      = g_ptr_array_find_with_equal_func (self->lane_ids, id, g_str_equal, &i);
  if (is_shown == shown)
    return;
  if (shown)
    g_ptr_array_add (self->lane_ids, g_strdup (id));
  else
    g_ptr_array_remove_index (self->lane_ids, i);
  find_lanes (self);
  g_signal_emit (self, exm_curve_chart_signals[EXM_CHART_LANES_SHOWN_CHANGED], 0);
}

void
exm_curve_chart_fit_body (ExmCurveChart *self)
{
  if (self->data == NULL || self->lines[0] == EXM_NONE || self->lines[1] == EXM_NONE)
    {
      exm_curve_chart_fit_all (self);
      return;
    }
  double begin = exm_chart_data_get_start (self->data, self->lines[0]);
  double end = exm_chart_data_get_end (self->data, self->lines[1]);
  double margin = MAX ((end - begin) * BODY_MARGIN, EXM_CHART_RANGE_LEAST);
  exm_chart_range_set (self->range, MAX (begin - margin, 0), end + margin);
}

void
exm_curve_chart_fit_all (ExmCurveChart *self)
{
  exm_chart_range_set (self->range, 0, exm_chart_range_get_length (self->range));
}

void
exm_curve_chart_zoom (ExmCurveChart *self, double factor)
{
  exm_chart_range_zoom (
      self->range, factor,
      (exm_chart_range_get_begin (self->range) + exm_chart_range_get_end (self->range))
          / 2);
}

GtkWidget *
exm_curve_chart_get_flag (ExmCurveChart *self, gboolean tail)
{
  return self->flags[tail ? 1 : 0];
}

/* The widget */

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
  measure_gutter (self);
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
  measure_gutter (self);
}
