/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/chart/exm-curve-chart-private.h"

#include <glib/gi18n-lib.h>

#define BUSY_ALPHA 0.4
#define BUBBLE_GAP 6.0

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

void
exm_curve_chart_measure_gutter (ExmCurveChart *self)
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

void
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
