/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/chart/exm-chart-colors.h"

/* Contrast with white and with #1e1e1e at least 4.3:1, the first four apart under the
 * usual colour blindnesses. */
static const struct
{
  const char *name;
  const char *light;
  const char *dark;
  gsize offset;
} named[] = {
  { "exm_fs", "#1a5fb4", "#78aeed", G_STRUCT_OFFSET (ExmChartColors, fs) },
  { "exm_bs", "#b5460f", "#ff9e64", G_STRUCT_OFFSET (ExmChartColors, bs) },
  { "exm_body", "#0d6640", "#5bd0a6", G_STRUCT_OFFSET (ExmChartColors, body) },
  { "exm_body_tint", "rgba(13,102,64,.14)", "rgba(91,208,166,.20)",
    G_STRUCT_OFFSET (ExmChartColors, body_tint) },
  { "exm_seen", "#77767b", "#9a9996", G_STRUCT_OFFSET (ExmChartColors, seen) },
};

static gboolean
is_dark (const GdkRGBA *ink)
{
  return .299f * ink->red + .587f * ink->green + .114f * ink->blue > .5f;
}

void
exm_chart_colors_get (GtkWidget *widget, ExmChartColors *colors)
{
  GtkStyleContext *context = gtk_widget_get_style_context (widget);

  gtk_style_context_get_color (context, &colors->ink);
  gboolean dark = is_dark (&colors->ink);
  if (!gtk_style_context_lookup_color (context, "view_bg_color", &colors->paper)
      && !gtk_style_context_lookup_color (context, "theme_base_color", &colors->paper))
    gdk_rgba_parse (&colors->paper, dark ? "#1e1e1e" : "#ffffff");
  for (gsize i = 0; i < G_N_ELEMENTS (named); i++)
    {
      GdkRGBA *color = G_STRUCT_MEMBER_P (colors, named[i].offset);
      if (!gtk_style_context_lookup_color (context, named[i].name, color))
        gdk_rgba_parse (color, dark ? named[i].dark : named[i].light);
    }
}

void
exm_chart_colors_use (cairo_t *cr, const GdkRGBA *color, double alpha)
{
  cairo_set_source_rgba (cr, (double) color->red, (double) color->green,
                         (double) color->blue, (double) color->alpha * alpha);
}
