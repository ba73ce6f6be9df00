/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/lab/exm-loss-chart.h"

#include "app/chart/exm-chart-colors.h"
#include "lab/train/exm-train-curve.h"

#include <glib/gi18n-lib.h>

/* Room for the numbers of the axes, and above for the legend, pixels. */
#define LEFT 46
#define RIGHT 12
#define TOP 30
#define BOTTOM 24

#define MIN_WIDTH 280
#define MIN_HEIGHT 190

#define N_RULES 5u

/* Fewer epochs do not fill the width: a curve of two points says nothing. */
#define LEAST_EPOCHS 10u

/* For the number of epochs below the axis. */
#define LEAST_LABEL 60

#define SWATCH 22
#define GAP 6

struct _ExmLossChart
{
  GtkWidget parent_instance;

  GArray *losses;      /* (owned) (element-type double) */
  GArray *held_losses; /* (owned) (element-type double) */
};

G_DEFINE_FINAL_TYPE (ExmLossChart, exm_loss_chart, GTK_TYPE_WIDGET)

/* Plane that is drawn on. */
typedef struct
{
  ExmLossChart *self;
  cairo_t *cr;
  ExmChartColors colors;
  double width; /* of the plot */
  double height;
  double top; /* loss at its upper edge */
} Plot;

/* @x, @y: of the middle of its left or, with @right, right side. Returns: its width */
static double
draw_text (const Plot *plot, const char *text, double x, double y, gboolean right)
{
  g_autoptr (PangoLayout) layout
      = gtk_widget_create_pango_layout (GTK_WIDGET (plot->self), text);
  int width, height;

  pango_layout_get_pixel_size (layout, &width, &height);
  exm_chart_colors_use (plot->cr, &plot->colors.ink, .8);
  cairo_move_to (plot->cr, right ? x - width : x, y - height / 2.0);
  pango_cairo_show_layout (plot->cr, layout);
  return width;
}

static void
draw_rules (const Plot *plot)
{
  for (guint i = 0; i <= N_RULES; i++)
    {
      double y = TOP + plot->height * (1 - (double) i / N_RULES);
      g_autofree char *number = g_strdup_printf ("%.2f", plot->top * i / N_RULES);
      exm_chart_colors_use (plot->cr, &plot->colors.ink, i == 0 ? .5 : .15);
      cairo_set_line_width (plot->cr, 1);
      cairo_move_to (plot->cr, LEFT, (int) y + .5);
      cairo_line_to (plot->cr, LEFT + plot->width, (int) y + .5);
      cairo_stroke (plot->cr);
      draw_text (plot, number, LEFT - GAP, y, TRUE);
    }
}

static void
use_line (const Plot *plot, gboolean held)
{
  static const double dashes[] = { 5, 4 };

  exm_chart_colors_use (plot->cr, held ? &plot->colors.bs : &plot->colors.fs, 1);
  cairo_set_line_width (plot->cr, 2);
  cairo_set_dash (plot->cr, dashes, held ? (int) G_N_ELEMENTS (dashes) : 0, 0);
}

static double
get_x (const Plot *plot, guint epoch)
{
  guint n_wide = MAX (plot->self->losses->len, LEAST_EPOCHS);

  return LEFT + plot->width * epoch / (n_wide - 1);
}

static void
draw_curve (const Plot *plot, const GArray *losses, gboolean held)
{
  use_line (plot, held);
  for (guint i = 0; i < losses->len; i++)
    {
      double x = get_x (plot, i);
      double y = TOP + plot->height * (1 - g_array_index (losses, double, i) / plot->top);
      if (i == 0)
        cairo_move_to (plot->cr, x, y);
      else
        cairo_line_to (plot->cr, x, y);
    }
  cairo_stroke (plot->cr);
  cairo_set_dash (plot->cr, NULL, 0, 0);
}

/* Returns: where the next one may begin */
static double
draw_legend (const Plot *plot, double x, const char *words, gboolean held)
{
  const double y = TOP / 2 - 2;

  use_line (plot, held);
  cairo_move_to (plot->cr, x, y);
  cairo_rel_line_to (plot->cr, SWATCH, 0);
  cairo_stroke (plot->cr);
  cairo_set_dash (plot->cr, NULL, 0, 0);
  x += SWATCH + GAP;
  return x + draw_text (plot, words, x, y, FALSE) + 3 * GAP;
}

static void
exm_loss_chart_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ExmLossChart *self = EXM_LOSS_CHART (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  const graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height);
  Plot plot = {
    .self = self,
    .width = width - LEFT - RIGHT,
    .height = height - TOP - BOTTOM,
    .top = exm_train_curve_get_top (self->losses, self->held_losses),
  };
  guint n = self->losses->len;

  exm_chart_colors_get (widget, &plot.colors);
  plot.cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  draw_rules (&plot);
  draw_curve (&plot, self->losses, FALSE);
  draw_curve (&plot, self->held_losses, TRUE);
  double x = draw_legend (&plot, LEFT, _ ("Articles learned from"), FALSE);
  if (self->held_losses->len > 0)
    draw_legend (&plot, x, _ ("Articles held back"), TRUE);
  g_autofree char *epochs = g_strdup_printf (ngettext ("%u epoch", "%u epochs", n), n);
  /* The curves may end before the axis does. */
  double end = get_x (&plot, MAX (n, 2) - 1);
  draw_text (&plot, epochs, MAX (end, LEFT + LEAST_LABEL), height - BOTTOM / 2 + 2, TRUE);
  cairo_destroy (plot.cr);
}

static void
exm_loss_chart_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  *minimum = *natural
      = orientation == GTK_ORIENTATION_HORIZONTAL ? MIN_WIDTH : MIN_HEIGHT;
}

/* In words what the curves say. */
static void
describe (ExmLossChart *self)
{
  guint n = self->losses->len, n_held = self->held_losses->len;
  g_autoptr (GString) words = g_string_new (NULL);

  if (n > 0)
    g_string_append_printf (
        words,
        ngettext ("Articles learned from: loss %.3f after %u epoch, %.3f at first",
                  "Articles learned from: loss %.3f after %u epochs, %.3f at first", n),
        g_array_index (self->losses, double, n - 1), n,
        g_array_index (self->losses, double, 0));
  if (n_held > 0)
    g_string_append_printf (words, _ ("; articles held back: %.3f, %.3f at first"),
                            g_array_index (self->held_losses, double, n_held - 1),
                            g_array_index (self->held_losses, double, 0));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words->str, -1);
}

static void
exm_loss_chart_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (exm_loss_chart_parent_class)->css_changed (widget, change);
  gtk_widget_queue_draw (widget);
}

static void
exm_loss_chart_finalize (GObject *object)
{
  ExmLossChart *self = EXM_LOSS_CHART (object);

  g_array_unref (self->losses);
  g_array_unref (self->held_losses);
  G_OBJECT_CLASS (exm_loss_chart_parent_class)->finalize (object);
}

static void
exm_loss_chart_class_init (ExmLossChartClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = exm_loss_chart_finalize;
  widget_class->measure = exm_loss_chart_measure;
  widget_class->snapshot = exm_loss_chart_snapshot;
  widget_class->css_changed = exm_loss_chart_css_changed;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
exm_loss_chart_init (ExmLossChart *self)
{
  self->losses = g_array_new (FALSE, FALSE, sizeof (double));
  self->held_losses = g_array_new (FALSE, FALSE, sizeof (double));
  gtk_widget_add_css_class (GTK_WIDGET (self), "caption");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Loss curve"), -1);
}

static void
take (GArray *own, const GArray *given)
{
  g_array_set_size (own, 0);
  g_array_append_vals (own, given->data, given->len);
}

void
exm_loss_chart_set_losses (ExmLossChart *self,
                           const GArray *losses,
                           const GArray *held_losses)
{
  take (self->losses, losses);
  take (self->held_losses, held_losses);
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
