/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/chart/exm-chart-scene.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define TAG_HEIGHT 18.0
#define TAG_TOP 2.0
#define TAG_PADDING 6.0
#define WORDS_SIZE 11.0
#define HANDLE_WIDTH 14.0
#define BRACKET 9.0
#define BUBBLE_SIZE 12.0
#define BUBBLE_PADDING 7.0
#define BUBBLE_CHARS 20

typedef struct
{
  const ExmChartScene *scene; /* (unowned) */
  gboolean tail;
  const GdkRGBA *color; /* (unowned) */
  double px;
  double width;    /* of the tag */
  gboolean inside; /* the tag stands on the body's side of the line */
} Flag;

static void
trace_rounded (cairo_t *cr, double x, double y, double width, double height, double r)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - r, y + r, r, -G_PI_2, 0);
  cairo_arc (cr, x + width - r, y + height - r, r, 0, G_PI_2);
  cairo_arc (cr, x + r, y + height - r, r, G_PI_2, G_PI);
  cairo_arc (cr, x + r, y + r, r, G_PI, 3 * G_PI_2);
  cairo_close_path (cr);
}

static PangoLayout *
make_words (const ExmChartScene *scene, gboolean tail)
{
  g_autofree char *words = tail ? g_strconcat (_ ("Body ends"), " ⌟", NULL)
                                : g_strconcat ("⌜ ", _ ("Body starts"), NULL);
  return exm_chart_text_new (scene, words, WORDS_SIZE, TRUE);
}

static double
get_tag_left (const Flag *flag)
{
  return flag->inside != flag->tail ? flag->px : flag->px - flag->width;
}

static gboolean
is_seen (const Flag *flag)
{
  const ExmChartAxis *axis = &flag->scene->axis;

  return flag->scene->lines[flag->tail ? 1 : 0] != EXM_NONE && flag->px >= axis->left - 1
         && flag->px <= axis->left + axis->width + 1;
}

static gboolean
fits (const Flag *flag)
{
  const ExmChartAxis *axis = &flag->scene->axis;
  double left = get_tag_left (flag);

  return !is_seen (flag)
         || (left >= axis->left - 1
             && left + flag->width <= axis->left + axis->width + 1);
}

/* Whether a tag hides the other one, or its line. */
static gboolean
are_apart (const Flag *start, const Flag *end)
{
  double start_left = get_tag_left (start), end_left = get_tag_left (end);
  double start_right = start_left + start->width, end_right = end_left + end->width;

  if (!is_seen (start) || !is_seen (end))
    return TRUE;
  return (start_right <= end_left || end_right <= start_left)
         && (end->px <= start_left || end->px >= start_right)
         && (start->px <= end_left || start->px >= end_right);
}

/* Both tags inside the body if it is wide enough for them, else outside of it, else where
 * there is room; words that have none nowhere are left out. */
static void
place_tags (Flag flags[2], const double widths[2])
{
  const double between = flags[1].px - flags[0].px;
  const gboolean wide = between >= widths[0] + widths[1] + 8;
  guint least = G_MAXUINT, best = 0;

  /* Two bits a tag: without words, on the less wanted side. */
  for (guint choice = 0; choice <= 16; choice++)
    {
      guint now = choice < 16 ? choice : best, cost = 0;
      for (guint i = 0; i < 2; i++)
        {
          guint bits = now >> 2 * i & 3;
          flags[i].inside = (bits & 1) == 0 ? wide : !wide;
          flags[i].width = (bits & 2) == 0 ? widths[i] : HANDLE_WIDTH;
          cost += bits;
          cost += fits (&flags[i]) ? 0 : 100;
        }
      cost += are_apart (&flags[0], &flags[1]) ? 0 : 100;
      if (cost >= least)
        continue;
      least = cost;
      best = choice;
    }
}

/* The upright with the bracket that opens towards the body. */
static void
draw_upright (const Flag *flag, cairo_t *cr, double px, double alpha)
{
  const ExmChartRows *rows = &flag->scene->rows;
  double x = floor (px) + .5, bottom = rows->plot_bottom - 1, top = TAG_TOP;

  cairo_new_path (cr);
  if (flag->tail)
    {
      cairo_move_to (cr, x, top);
      cairo_line_to (cr, x, bottom);
      cairo_rel_line_to (cr, -BRACKET, 0);
    }
  else
    {
      cairo_move_to (cr, x + BRACKET, rows->plot_top + 1);
      cairo_line_to (cr, x, rows->plot_top + 1);
      cairo_move_to (cr, x, top);
      cairo_line_to (cr, x, bottom);
    }
  exm_chart_colors_use (cr, flag->color, alpha);
  cairo_set_line_width (cr, 2);
  cairo_stroke (cr);
}

static void
draw_tag (const Flag *flag, cairo_t *cr, PangoLayout *words)
{
  const ExmChartScene *scene = flag->scene;
  double left = get_tag_left (flag);
  double tag_height = TAG_HEIGHT * scene->rows.scale;

  trace_rounded (cr, left, TAG_TOP, flag->width, tag_height, 4);
  exm_chart_colors_use (cr, flag->color, 1);
  cairo_fill (cr);
  if (scene->focused == (flag->tail ? 1 : 0))
    {
      trace_rounded (cr, left - 1, TAG_TOP - 1, flag->width + 2, tag_height + 2, 5);
      exm_chart_colors_use (cr, &scene->colors.ink, 1);
      cairo_set_line_width (cr, 2);
      cairo_stroke (cr);
      /* Ink alone is hardly seen beside a flag that is as dark. */
      trace_rounded (cr, left + 1, TAG_TOP + 1, flag->width - 2, tag_height - 2, 3);
      exm_chart_colors_use (cr, &scene->colors.paper, 1);
      cairo_stroke (cr);
    }
  if (flag->width <= HANDLE_WIDTH)
    return;
  int height;
  pango_layout_get_pixel_size (words, NULL, &height);
  cairo_move_to (cr, left + TAG_PADDING, TAG_TOP + (tag_height - height) / 2);
  exm_chart_colors_use (cr, &scene->colors.paper, 1);
  pango_cairo_show_layout (cr, words);
}

/* @words: (out): what stands on each, for the caller to unref */
static void
init_flags (const ExmChartScene *scene, Flag flags[2], PangoLayout *words[2])
{
  double widths[2];

  for (guint i = 0; i < 2; i++)
    {
      int width;
      flags[i] = (Flag){ .scene = scene,
                         .tail = i == 1,
                         .color = i == 0 ? &scene->colors.fs : &scene->colors.bs,
                         .px = scene->edges[i] };
      words[i] = make_words (scene, i == 1);
      pango_layout_get_pixel_size (words[i], &width, NULL);
      widths[i] = width + 2 * TAG_PADDING;
    }
  place_tags (flags, widths);
}

void
exm_chart_flags_get_tags (const ExmChartScene *scene, double lefts[2], double widths[2])
{
  Flag flags[2];
  PangoLayout *words[2];

  init_flags (scene, flags, words);
  for (guint i = 0; i < 2; i++)
    {
      lefts[i] = get_tag_left (&flags[i]);
      widths[i] = flags[i].width;
      g_object_unref (words[i]);
    }
}

void
exm_chart_layer_flags (const ExmChartScene *scene, cairo_t *cr)
{
  Flag flags[2];
  PangoLayout *words[2];

  init_flags (scene, flags, words);
  for (guint i = 0; i < 2; i++)
    {
      if (is_seen (&flags[i]))
        {
          draw_upright (&flags[i], cr, scene->solid[i], 1);
          if (fabs (scene->solid[i] - flags[i].px) > 1)
            draw_upright (&flags[i], cr, flags[i].px, .4);
          draw_tag (&flags[i], cr, words[i]);
        }
      g_object_unref (words[i]);
    }
}

void
exm_chart_layer_ghosts (const ExmChartScene *scene, cairo_t *cr)
{
  const ExmChartAxis *axis = &scene->axis;
  const double dots[] = { 2, 3 };

  cairo_save (cr);
  cairo_set_dash (cr, dots, G_N_ELEMENTS (dots), 0);
  cairo_set_line_width (cr, 2);
  for (guint i = 0; i < 2; i++)
    {
      guint line = scene->ghosts[i];
      if (line >= scene->data->n_lines || line == scene->lines[i])
        continue;
      double px = exm_chart_axis_to_px (
          axis, exm_chart_data_get_edge (scene->data, line, i == 1));
      if (px < axis->left - 1 || px > axis->left + axis->width + 1)
        continue;
      cairo_new_path (cr);
      cairo_move_to (cr, floor (px) + .5, scene->rows.plot_top);
      cairo_line_to (cr, floor (px) + .5, scene->rows.plot_bottom);
      exm_chart_colors_use (cr, i == 0 ? &scene->colors.fs : &scene->colors.bs, .8);
      cairo_stroke (cr);
    }
  cairo_restore (cr);
}

void
exm_chart_layer_bubble (const ExmChartScene *scene,
                        cairo_t *cr,
                        double px,
                        double y,
                        guint line,
                        const GdkRGBA *accent)
{
  const ExmChartAxis *axis = &scene->axis;
  g_autofree char *beginning
      = exm_chart_data_dup_line_text (scene->data, line, BUBBLE_CHARS);
  g_autofree char *words = g_strdup_printf ("%u  %s", line + 1, beginning);
  g_autoptr (PangoLayout) text = exm_chart_text_new (scene, words, BUBBLE_SIZE, FALSE);
  int width, height;

  /* Dark in light and in dark windows, as tooltips are. */
  const GdkRGBA bubble = { .16f, .16f, .16f, 1 }, words_color = { 1, 1, 1, 1 };

  pango_layout_get_pixel_size (text, &width, &height);
  double w = width + 2 * BUBBLE_PADDING, h = height + BUBBLE_PADDING;
  double x = CLAMP (px - w / 2, axis->left, MAX (axis->left + axis->width - w, 0));
  trace_rounded (cr, x, y, w, h, 5);
  exm_chart_colors_use (cr, &bubble, 1);
  cairo_fill_preserve (cr);
  exm_chart_colors_use (cr, accent != NULL ? accent : &scene->colors.seen, 1);
  cairo_set_line_width (cr, accent != NULL ? 2 : 1);
  cairo_stroke (cr);
  cairo_move_to (cr, x + BUBBLE_PADDING, y + BUBBLE_PADDING / 2);
  exm_chart_colors_use (cr, &words_color, 1);
  pango_cairo_show_layout (cr, text);
}
