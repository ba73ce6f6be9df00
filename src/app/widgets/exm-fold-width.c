/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/widgets/exm-fold-width.h"

struct _ExmFoldWidth
{
  AdwBin parent_instance;

  int natural_width;
  gboolean repeated;  /* places were given once more */
  gboolean was_asked; /* for its size, which GTK keeps until a resize is queued */
};

enum
{
  PROP_NATURAL_WIDTH = 1,
};

G_DEFINE_FINAL_TYPE (ExmFoldWidth, exm_fold_width, ADW_TYPE_BIN)

static GtkSizeRequestMode
exm_fold_width_get_request_mode (GtkWidget *widget)
{
  return gtk_widget_get_request_mode (adw_bin_get_child (ADW_BIN (widget)));
}

static void
exm_fold_width_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  EXM_FOLD_WIDTH (widget)->was_asked = TRUE;
  gtk_widget_measure (adw_bin_get_child (ADW_BIN (widget)), orientation, for_size,
                      minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *natural = MAX (*minimum, EXM_FOLD_WIDTH (widget)->natural_width);
}

static void
exm_fold_width_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_allocate (adw_bin_get_child (ADW_BIN (widget)), width, height, baseline,
                       NULL);
}

/* Any of them may be the one that GTK has forgotten. */
static void
queue_all (GtkWidget *widget)
{
  gtk_widget_queue_allocate (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_get_mapped (child))
      queue_all (child);
}

/* While a flap or a leaflet gives places, a part of the view may find that it needs
 * another size, as a scrolled window does whose bar comes. GTK loses that where the
 * places above it stay as they are: nothing would be drawn until the window gets another
 * size. So places are given once more, before anything is drawn. */
static void
on_layout (ExmFoldWidth *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  self->was_asked = FALSE;
  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
  /* Not again at once: a part that always asks for more would keep all others busy. */
  self->repeated = self->was_asked && !self->repeated;
  if (!self->repeated || gtk_widget_get_parent (widget) == NULL)
    return;
  queue_all (widget);
  gtk_widget_queue_allocate (gtk_widget_get_parent (widget));
}

static void
exm_fold_width_realize (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (exm_fold_width_parent_class)->realize (widget);
  g_signal_connect_object (gtk_native_get_surface (gtk_widget_get_native (widget)),
                           "layout", G_CALLBACK (on_layout), widget,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

static void
exm_fold_width_unrealize (GtkWidget *widget)
{
  g_signal_handlers_disconnect_by_func (
      gtk_native_get_surface (gtk_widget_get_native (widget)), on_layout, widget);
  GTK_WIDGET_CLASS (exm_fold_width_parent_class)->unrealize (widget);
}

static void
exm_fold_width_set_property (GObject *object,
                             guint id,
                             const GValue *value,
                             GParamSpec *pspec)
{
  ExmFoldWidth *self = EXM_FOLD_WIDTH (object);

  if (id != PROP_NATURAL_WIDTH)
    {
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
      return;
    }
  self->natural_width = g_value_get_int (value);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
exm_fold_width_class_init (ExmFoldWidthClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->set_property = exm_fold_width_set_property;
  g_object_class_install_property (
      G_OBJECT_CLASS (klass), PROP_NATURAL_WIDTH,
      g_param_spec_int ("natural-width", NULL, NULL, 0, G_MAXINT, 0,
                        G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS));
  widget_class->get_request_mode = exm_fold_width_get_request_mode;
  widget_class->realize = exm_fold_width_realize;
  widget_class->unrealize = exm_fold_width_unrealize;
  widget_class->measure = exm_fold_width_measure;
  widget_class->size_allocate = exm_fold_width_size_allocate;
}

static void
exm_fold_width_init (ExmFoldWidth *self)
{
  /* It measures by itself. */
  gtk_widget_set_layout_manager (GTK_WIDGET (self), NULL);
}
