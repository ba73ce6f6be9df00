/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/inspector/exm-contribution-bar.h"

#include "app/chart/exm-chart-colors.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Pixels. */
#define WIDTH 44
#define HEIGHT 8

/* Evidence that fills one half of a line's bar: seldom more comes together. */
#define LINE_FULL 5.f

/* How much of the colour what speaks for and against has, behind what comes of both. */
#define BEHIND .3f

struct _ExmContributionBar
{
  GtkWidget parent_instance;

  float positive; /* what speaks for the body */
  float negative; /* what speaks against it, at most 0 */
  float full;     /* what fills one half */
};

G_DEFINE_FINAL_TYPE (ExmContributionBar, exm_contribution_bar, GTK_TYPE_WIDGET)

/* Draws @value from the middle. */
static void
draw (ExmContributionBar *self, GtkSnapshot *snapshot, const GdkRGBA *color, float value)
{
  float half = (float) gtk_widget_get_width (GTK_WIDGET (self)) / 2;
  float height = (float) gtk_widget_get_height (GTK_WIDGET (self));
  gboolean mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  float width = MIN (fabsf (value) / self->full, 1) * half;
  float x = (value > 0) != mirrored ? half : half - width;

  if (width > 0)
    gtk_snapshot_append_color (snapshot, color,
                               &GRAPHENE_RECT_INIT (x, 1, width, height - 2));
}

static void
exm_contribution_bar_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ExmContributionBar *self = EXM_CONTRIBUTION_BAR (widget);
  float half = (float) gtk_widget_get_width (widget) / 2;
  float height = (float) gtk_widget_get_height (widget);
  float sum = self->positive + self->negative;
  ExmChartColors colors;

  exm_chart_colors_get (widget, &colors);
  GdkRGBA light = colors.body, against = colors.bs;
  light.alpha *= BEHIND;
  against.alpha *= BEHIND;
  draw (self, snapshot, &light, self->positive);
  draw (self, snapshot, &against, self->negative);
  draw (self, snapshot, sum > 0 ? &colors.body : &colors.bs, sum);
  colors.ink.alpha *= .5f;
  gtk_snapshot_append_color (snapshot, &colors.ink,
                             &GRAPHENE_RECT_INIT (half - .5f, 0, 1, height));
}

static void
exm_contribution_bar_measure (GtkWidget *widget,
                              GtkOrientation orientation,
                              int for_size,
                              int *minimum,
                              int *natural,
                              int *minimum_baseline,
                              int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? WIDTH : HEIGHT;
}

/* Tells the numbers behind a bar; those of its lanes are in the line's detail. */
static gboolean
exm_contribution_bar_query_tooltip (
    GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  ExmContributionBar *self = EXM_CONTRIBUTION_BAR (widget);
  g_autofree char *words
      /* translators: sums of evidence, as "Evidence: +0.40 for the body, −2.13 against"
       */
      = g_strdup_printf (_ ("Evidence: +%1$.2f for the body, −%2$.2f against"),
                         (double) self->positive, -(double) self->negative);

  gtk_tooltip_set_text (tooltip, words);
  return TRUE;
}

static void
exm_contribution_bar_class_init (ExmContributionBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->snapshot = exm_contribution_bar_snapshot;
  widget_class->measure = exm_contribution_bar_measure;
  widget_class->query_tooltip = exm_contribution_bar_query_tooltip;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
exm_contribution_bar_init (ExmContributionBar *self)
{
  self->full = 1;
}

static void
add (ExmContributionBar *self, float contribution)
{
  *(contribution > 0 ? &self->positive : &self->negative) += contribution;
}

void
exm_contribution_bar_show (ExmContributionBar *self, float contribution, float full)
{
  g_return_if_fail (full > 0);

  self->positive = self->negative = 0;
  add (self, contribution);
  self->full = full;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
exm_contribution_bar_show_line (ExmContributionBar *self,
                                const ExmResultData *data,
                                guint line)
{
  self->positive = self->negative = 0;
  self->full = LINE_FULL;
  for (guint i = 0; data != NULL && line < data->n_lines && i < data->lanes->len; i++)
    add (self, g_array_index (data->lanes, ExmLane, i).contributions[line]);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), data != NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
exm_contribution_bar_get_sums (ExmContributionBar *self, float *positive, float *negative)
{
  *positive = self->positive;
  *negative = self->negative;
}
