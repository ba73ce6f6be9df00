/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/workbench/exm-toaster.h"

#include "app/widgets/exm-toast.h"

#include <glib/gi18n-lib.h>

#define TOAST_SECONDS 8

struct _ExmToaster
{
  GObject parent_instance;

  GtkWidget *widget; /* (unowned) (nullable): the screen */
  AdwToast *last;    /* (unowned) (nullable) */
};

G_DEFINE_FINAL_TYPE (ExmToaster, exm_toaster, G_TYPE_OBJECT)

static void
exm_toaster_finalize (GObject *object)
{
  ExmToaster *self = EXM_TOASTER (object);

  g_clear_weak_pointer (&self->widget);
  g_clear_weak_pointer (&self->last);
  G_OBJECT_CLASS (exm_toaster_parent_class)->finalize (object);
}

static void
exm_toaster_class_init (ExmToasterClass *class)
{
  G_OBJECT_CLASS (class)->finalize = exm_toaster_finalize;
}

static void
exm_toaster_init (ExmToaster *self)
{
}

ExmToaster *
exm_toaster_new (GtkWidget *widget)
{
  ExmToaster *self = g_object_new (EXM_TYPE_TOASTER, NULL);

  g_set_weak_pointer (&self->widget, widget);
  return self;
}

AdwToast *
exm_toaster_show (ExmToaster *self, const char *words)
{
  GtkWidget *overlay
      = self->widget != NULL
            ? gtk_widget_get_ancestor (self->widget, ADW_TYPE_TOAST_OVERLAY)
            : NULL;

  if (overlay == NULL)
    return NULL;
  if (self->last != NULL)
    exm_toast_dismiss (self->last);
  AdwToast *toast = exm_toast_new (words);
  adw_toast_set_timeout (toast, TOAST_SECONDS);
  g_set_weak_pointer (&self->last, toast);
  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (overlay), toast);
  return toast;
}

static void
add_button (AdwToast *toast,
            const char *label,
            GCallback callback,
            gpointer data,
            GClosureNotify destroy)
{
  adw_toast_set_button_label (toast, label);
  g_signal_connect_data (toast, "button-clicked", callback, data, destroy, 0);
}

AdwToast *
exm_toaster_show_button (ExmToaster *self,
                         const char *words,
                         const char *label,
                         GCallback callback,
                         gpointer data,
                         GClosureNotify destroy)
{
  AdwToast *toast = exm_toaster_show (self, words);

  if (toast != NULL)
    add_button (toast, label != NULL ? label : _ ("Undo"), callback, data, destroy);
  else
    destroy (data, NULL);
  return toast;
}

void
exm_toaster_show_failure (ExmToaster *self,
                          const char *words,
                          GCallback retry,
                          gpointer data,
                          GClosureNotify destroy)
{
  AdwToast *toast = exm_toast_new (words);

  adw_toast_set_timeout (toast, 0);
  add_button (toast, _ ("_Retry"), retry, data, destroy);
  if (self->widget != NULL)
    exm_toast_show (self->widget, toast);
  else
    g_object_unref (toast);
}
