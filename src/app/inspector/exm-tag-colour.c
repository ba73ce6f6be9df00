/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/inspector/exm-tag-colour.h"

void
exm_tag_colour_set (GtkTextView *view,
                    const char *tag,
                    const char *property,
                    const char *colour,
                    double alpha)
{
  GtkStyleContext *context = gtk_widget_get_style_context (GTK_WIDGET (view));
  GtkTextTagTable *table
      = gtk_text_buffer_get_tag_table (gtk_text_view_get_buffer (view));
  GdkRGBA rgba;

  if (!gtk_style_context_lookup_color (context, colour, &rgba))
    return;
  rgba.alpha *= (float) alpha;
  g_object_set (gtk_text_tag_table_lookup (table, tag), property, &rgba, NULL);
}
