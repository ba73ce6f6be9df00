/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/widgets/exm-site-icon.h"

/* Pixels of a side, before the scale of the screen. */
#define SIZE 16

struct _ExmSiteIcon
{
  AdwBin parent_instance;

  GSignalGroup *signals; /* (owned): of the icons */
  GtkWidget *image;      /* (owned) */
  GtkWidget *fallback;   /* (owned) (nullable) */
  char *uid;             /* (owned) (nullable): the task */
};

G_DEFINE_FINAL_TYPE (ExmSiteIcon, exm_site_icon, ADW_TYPE_BIN)

/* Puts a dark icon on a light ground in a dark row, and the other way round. */
static void
show (ExmSiteIcon *self, const ExmSiteIconLook *look)
{
  static const char *const classes[][2] = {
    [EXM_ICON_ON_ANY] = { NULL },
    [EXM_ICON_ON_LIGHT] = { "exm-icon-on-light", NULL },
    [EXM_ICON_ON_DARK] = { "exm-icon-on-dark", NULL },
  };
  GtkWidget *now = adw_bin_get_child (ADW_BIN (self));

  if (now != self->image)
    g_set_object (&self->fallback, now);
  GtkWidget *child = look->texture != NULL ? self->image : self->fallback;
  gtk_image_set_from_paintable (GTK_IMAGE (self->image),
                                look->texture != NULL ? GDK_PAINTABLE (look->texture)
                                                      : NULL);
  gtk_widget_set_css_classes (self->image, (const char **) classes[look->ground]);
  if (now != child)
    adw_bin_set_child (ADW_BIN (self), child);
  gtk_widget_set_visible (GTK_WIDGET (self), child != NULL || look->has_room);
}

static void
update (ExmSiteIcon *self)
{
  g_autoptr (ExmSiteIcons) icons = g_signal_group_dup_target (self->signals);
  guint size = SIZE * (guint) gtk_widget_get_scale_factor (GTK_WIDGET (self));
  ExmSiteIconLook look = { NULL };

  if (icons != NULL && self->uid != NULL)
    look = exm_site_icons_get (icons, self->uid, size);
  show (self, &look);
}

static void
exm_site_icon_dispose (GObject *object)
{
  ExmSiteIcon *self = EXM_SITE_ICON (object);

  g_clear_object (&self->signals);
  G_OBJECT_CLASS (exm_site_icon_parent_class)->dispose (object);
  g_clear_object (&self->image);
  g_clear_object (&self->fallback);
}

static void
exm_site_icon_finalize (GObject *object)
{
  g_free (EXM_SITE_ICON (object)->uid);
  G_OBJECT_CLASS (exm_site_icon_parent_class)->finalize (object);
}

static void
exm_site_icon_class_init (ExmSiteIconClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = exm_site_icon_dispose;
  G_OBJECT_CLASS (klass)->finalize = exm_site_icon_finalize;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass),
                                        GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
exm_site_icon_init (ExmSiteIcon *self)
{
  self->signals = g_signal_group_new (EXM_TYPE_SITE_ICONS);
  g_signal_group_connect_swapped (self->signals, "changed", G_CALLBACK (update), self);
  self->image = g_object_ref_sink (g_object_new (
      GTK_TYPE_IMAGE, "pixel-size", SIZE, "halign", GTK_ALIGN_CENTER, "valign",
      GTK_ALIGN_CENTER, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL));
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (update), NULL);
  gtk_widget_set_size_request (GTK_WIDGET (self), SIZE, SIZE);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

void
exm_site_icon_set_task (ExmSiteIcon *self, ExmSiteIcons *icons, const char *uid)
{
  g_return_if_fail (EXM_IS_SITE_ICON (self));

  if (g_strcmp0 (self->uid, uid) != 0)
    {
      g_free (self->uid);
      self->uid = g_strdup (uid);
    }
  g_signal_group_set_target (self->signals, icons);
  update (self);
}
