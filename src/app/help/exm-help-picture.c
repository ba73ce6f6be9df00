/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/help/exm-help-picture.h"

#include "app/chart/exm-chart-colors.h"
#include "app/help/exm-help-book.h"

#include <math.h>

struct _ExmHelpPicture
{
  GtkWidget parent_instance;

  char *svg;           /* (owned): as it is drawn in the light style */
  int width;           /* its own, in pixels */
  int height;          /* likewise */
  GdkTexture *texture; /* (owned) (nullable): drawn for @pixels */
  int pixels;          /* of the device, in a row */
};

G_DEFINE_FINAL_TYPE (ExmHelpPicture, exm_help_picture, GTK_TYPE_WIDGET)

/* A colour as it stands in the drawings. */
typedef struct
{
  const char *written;
  gsize offset; /* in ExmChartColors */
} Ink;

static const Ink inks[] = {
  { "#000000", G_STRUCT_OFFSET (ExmChartColors, ink) },
  { "#ffffff", G_STRUCT_OFFSET (ExmChartColors, paper) },
  { "#1a5fb4", G_STRUCT_OFFSET (ExmChartColors, fs) },
  { "#b5460f", G_STRUCT_OFFSET (ExmChartColors, bs) },
  { "#0d6640", G_STRUCT_OFFSET (ExmChartColors, body) },
  { "#77767b", G_STRUCT_OFFSET (ExmChartColors, seen) },
};

static guint
to_byte (float channel)
{
  return (guint) lroundf (CLAMP (channel, 0, 1) * 255);
}

/* All at once: a new colour may be another one's written one. */
static char *
dye (ExmHelpPicture *self)
{
  g_autoptr (GString) dyed = g_string_new (NULL);
  ExmChartColors colors;

  exm_chart_colors_get (GTK_WIDGET (self), &colors);
  for (const char *at = self->svg; *at != '\0'; at++)
    {
      const Ink *ink = inks, *end = inks + G_N_ELEMENTS (inks);
      while (ink < end && !g_str_has_prefix (at, ink->written))
        ink++;
      if (ink == end)
        {
          g_string_append_c (dyed, *at);
          continue;
        }
      const GdkRGBA *color = G_STRUCT_MEMBER_P (&colors, ink->offset);
      g_string_append_printf (dyed, "#%02x%02x%02x", to_byte (color->red),
                              to_byte (color->green), to_byte (color->blue));
      at += strlen (ink->written) - 1;
    }
  return g_string_free (g_steal_pointer (&dyed), FALSE);
}

/* Reads the size that the drawing gives at its beginning. To draw it for that takes
 * longer than a frame. */
static int
read_size (const char *svg, const char *attribute)
{
  const char *at = strstr (svg, attribute);

  return at != NULL ? (int) g_ascii_strtoll (at + strlen (attribute), NULL, 10) : 0;
}

/* @width: in pixels */
static GdkPixbuf *
render (const char *svg, int width)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (svg, -1, NULL);
  g_autoptr (GError) error = NULL;
  GdkPixbuf *pixels
      = gdk_pixbuf_new_from_stream_at_scale (stream, width, -1, TRUE, NULL, &error);

  if (pixels == NULL)
    g_info ("A picture of the help cannot be drawn: %s", error->message);
  return pixels;
}

static void
ensure_texture (ExmHelpPicture *self, int pixels)
{
  if (self->texture != NULL && self->pixels == pixels)
    return;
  g_autofree char *dyed = dye (self);
  g_autoptr (GdkPixbuf) drawn = render (dyed, pixels);
  g_clear_object (&self->texture);
  if (drawn != NULL)
    self->texture = gdk_texture_new_for_pixbuf (drawn);
  self->pixels = pixels;
}

static void
exm_help_picture_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ExmHelpPicture *self = EXM_HELP_PICTURE (widget);
  float width = MIN ((float) gtk_widget_get_width (widget), (float) self->width);
  float height = width * (float) self->height / (float) self->width;

  if (width < 1)
    return;
  ensure_texture (self, (int) width * gtk_widget_get_scale_factor (widget));
  if (self->texture != NULL)
    gtk_snapshot_append_texture (snapshot, self->texture,
                                 &GRAPHENE_RECT_INIT (0, 0, width, height));
}

static GtkSizeRequestMode
exm_help_picture_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
exm_help_picture_measure (GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_size,
                          int *minimum,
                          int *natural,
                          int *minimum_baseline,
                          int *natural_baseline)
{
  ExmHelpPicture *self = EXM_HELP_PICTURE (widget);
  int width = for_size < 0 ? self->width : MIN (for_size, self->width);

  *minimum = 0;
  *natural = self->width;
  if (orientation == GTK_ORIENTATION_VERTICAL && self->width > 0)
    *minimum = *natural = (width * self->height + self->width - 1) / self->width;
}

/* Another style has other colours. */
static void
exm_help_picture_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (exm_help_picture_parent_class)->css_changed (widget, change);
  g_clear_object (&EXM_HELP_PICTURE (widget)->texture);
  gtk_widget_queue_draw (widget);
}

static void
exm_help_picture_finalize (GObject *object)
{
  ExmHelpPicture *self = EXM_HELP_PICTURE (object);

  g_free (self->svg);
  g_clear_object (&self->texture);
  G_OBJECT_CLASS (exm_help_picture_parent_class)->finalize (object);
}

static void
exm_help_picture_class_init (ExmHelpPictureClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = exm_help_picture_finalize;
  widget_class->snapshot = exm_help_picture_snapshot;
  widget_class->measure = exm_help_picture_measure;
  widget_class->get_request_mode = exm_help_picture_get_request_mode;
  widget_class->css_changed = exm_help_picture_css_changed;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
exm_help_picture_init (ExmHelpPicture *self)
{
}

GtkWidget *
exm_help_picture_new (const char *name, const char *words)
{
  ExmHelpPicture *self = g_object_new (EXM_TYPE_HELP_PICTURE, NULL);
  g_autoptr (GBytes) bytes = exm_help_book_read_picture (name);

  self->svg = bytes != NULL
                  ? g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes))
                  : g_strdup ("");
  self->width = read_size (self->svg, " width=\"");
  self->height = read_size (self->svg, " height=\"");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  words, -1);
  return GTK_WIDGET (self);
}
