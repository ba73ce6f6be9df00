/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/chart/exm-chart-scene.h"

#define TAGS_HEIGHT 22.0
#define LANE_HEIGHT 18.0
#define SEEN_HEIGHT 8.0
#define TICKS_HEIGHT 20.0
#define STRIP_HEIGHT 14.0
#define GAP 4.0
/* Curves and C(x) together. */
#define LEAST_CURVES 84.0

static double
get_fixed_height (guint n_lanes, double scale)
{
  return (TAGS_HEIGHT + n_lanes * LANE_HEIGHT + SEEN_HEIGHT + TICKS_HEIGHT) * scale
         + STRIP_HEIGHT + 4 * GAP;
}

int
exm_chart_rows_get_least (guint n_lanes, double scale)
{
  return (int) (get_fixed_height (n_lanes, scale) + LEAST_CURVES);
}

void
exm_chart_rows_init (
    ExmChartRows *rows, double height, guint shows, guint n_lanes, double scale)
{
  double room = MAX (height - get_fixed_height (n_lanes, scale), 0);
  gboolean up = shows & EXM_CHART_SHOWS_FS, down = shows & EXM_CHART_SHOWS_BS;
  gboolean c = shows & EXM_CHART_SHOWS_C;
  double parts = (up ? 1 : 0) + (down ? 1 : 0) + (c ? 1.3 : 0);

  *rows = (ExmChartRows){ .scale = scale,
                          .plot_top = TAGS_HEIGHT * scale,
                          .lane_height = LANE_HEIGHT * scale };
  rows->up = up ? room / parts : 0;
  rows->down = down ? room / parts : 0;
  rows->middle = rows->plot_top + GAP + rows->up;
  rows->c_height = c ? room * 1.3 / parts - 2 * GAP : 0;
  rows->c_top = rows->middle + rows->down + 2 * GAP;
  rows->lanes_top = rows->plot_top + GAP + room;
  rows->seen_top = rows->lanes_top + n_lanes * rows->lane_height + GAP;
  rows->seen_height = shows & EXM_CHART_SHOWS_SEEN ? SEEN_HEIGHT * scale : 0;
  rows->ticks_top = rows->seen_top + SEEN_HEIGHT * scale + GAP;
  rows->plot_bottom = rows->ticks_top;
  rows->strip_top = rows->ticks_top + TICKS_HEIGHT * scale;
  rows->strip_height = STRIP_HEIGHT;
}

PangoLayout *
exm_chart_text_new (const ExmChartScene *scene,
                    const char *text,
                    double size,
                    gboolean bold)
{
  PangoLayout *layout = pango_layout_new (scene->fonts);
  g_autoptr (PangoFontDescription) font
      = pango_font_description_copy (pango_context_get_font_description (scene->fonts));

  pango_font_description_set_absolute_size (font, size * scene->rows.scale * PANGO_SCALE);
  pango_font_description_set_weight (font,
                                     bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_layout_set_font_description (layout, font);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_text (layout, text, -1);
  return layout;
}
