/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/web/exm-page-fit.h"

#include "app/web/exm-page-script.h"

#define MIN_ZOOM 0.4
/* Pages that adapt themselves are laid out for a desktop too: half a window is as wide as
 * a telephone, and beside its menus leaves the article a few words a line. */
#define MIN_LAYOUT_WIDTH 960u

/* A page that was asked for its width. */
typedef struct
{
  ExmPageFit *fit;
  GObject *owner;            /* (owned): of it */
  GCancellable *cancellable; /* (owned) */
} Measuring;

void
exm_page_fit_begin (ExmPageFit *self, WebKitWebView *view, int width)
{
  self->view = view;
  self->natural_width = 0;
  self->zoom = self->wanted && width > 0
                   ? CLAMP ((double) width / MIN_LAYOUT_WIDTH, MIN_ZOOM, 1.0)
                   : 1.0;
  webkit_web_view_set_zoom_level (view, self->zoom);
}

static void
set_zoom (ExmPageFit *self, GCancellable *cancellable, double zoom)
{
  GVariantDict arguments;

  self->zoom = zoom;
  webkit_web_view_set_zoom_level (self->view, zoom);
  g_variant_dict_init (&arguments, NULL);
  g_variant_dict_insert (&arguments, "zoom", "d", zoom);
  exm_page_script_call (self->view, "exemplar.setZoom(zoom)",
                        g_variant_dict_end (&arguments), cancellable, NULL, NULL);
}

static void
fit_to_natural_width (ExmPageFit *self, GCancellable *cancellable)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self->view));

  self->fitted_width = (guint) width;
  set_zoom (self, cancellable,
            self->natural_width > 0 ? CLAMP (width / self->natural_width, MIN_ZOOM, 1.0)
                                    : 1.0);
}

static void
on_measured (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autofree Measuring *measuring = data;
  ExmPageFit *self = measuring->fit;
  g_autoptr (GObject) owner = measuring->owner;
  g_autoptr (GCancellable) cancellable = measuring->cancellable;
  g_autofree char *width
      = exm_page_script_call_finish (WEBKIT_WEB_VIEW (source), result, NULL);

  if (width == NULL || (gpointer) self->view != (gpointer) source)
    return;
  self->natural_width
      = MAX ((guint) g_ascii_strtoull (width, NULL, 10), MIN_LAYOUT_WIDTH);
  fit_to_natural_width (self, cancellable);
}

/* A page that had to be made smaller has a width of its own; one that had not has to be
 * asked again, which only a view that is not wider than its layout can answer. */
void
exm_page_fit_update (ExmPageFit *self,
                     WebKitWebView *view,
                     GCancellable *cancellable,
                     gpointer owner)
{
  if (gtk_widget_get_width (GTK_WIDGET (view)) <= 0)
    return;
  self->view = view;
  if (!self->wanted)
    set_zoom (self, cancellable, 1.0);
  else if (self->zoom < 1.0 && self->natural_width > 0)
    fit_to_natural_width (self, cancellable);
  else
    {
      Measuring *measuring = g_new (Measuring, 1);
      *measuring = (Measuring){ self, g_object_ref (owner), g_object_ref (cancellable) };
      exm_page_script_call (view, "return exemplar.measure()", NULL, cancellable,
                            on_measured, measuring);
    }
}
