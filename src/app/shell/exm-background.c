/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/shell/exm-background.h"

#include <glib/gi18n-lib.h>
#ifdef EXM_HAVE_PORTAL
#include <libportal-gtk4/portal-gtk4.h>
#endif

struct _ExmBackground
{
  GObject parent_instance;

  GApplication *app;   /* (unowned): it outlives this */
  ExmSession *session; /* (owned) */
  GSettings *settings; /* (owned) (nullable) */
  gboolean held;
#ifdef EXM_HAVE_PORTAL
  XdpPortal *portal; /* (owned) (nullable): once it was asked */
#endif
};

G_DEFINE_FINAL_TYPE (ExmBackground, exm_background, G_TYPE_OBJECT)

static void
set_held (ExmBackground *self, gboolean held)
{
  if (self->held == held)
    return;
  self->held = held;
  if (held)
    g_application_hold (self->app);
  else
    g_application_release (self->app);
}

static void
update (ExmBackground *self)
{
  guint n_active;

  g_object_get (self->session, "n-active", &n_active, NULL);
  set_held (self,
            n_active > 0
                && (self->settings == NULL
                    || g_settings_get_boolean (self->settings, "run-in-background")));
}

static void
exm_background_dispose (GObject *object)
{
  ExmBackground *self = EXM_BACKGROUND (object);

  set_held (self, FALSE);
  g_clear_object (&self->session);
  g_clear_object (&self->settings);
#ifdef EXM_HAVE_PORTAL
  g_clear_object (&self->portal);
#endif
  G_OBJECT_CLASS (exm_background_parent_class)->dispose (object);
}

static void
exm_background_class_init (ExmBackgroundClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = exm_background_dispose;
}

static void
exm_background_init (ExmBackground *self)
{
}

ExmBackground *
exm_background_new (GApplication *app, ExmSession *session, GSettings *settings)
{
  ExmBackground *self = g_object_new (EXM_TYPE_BACKGROUND, NULL);

  self->app = app;
  self->session = g_object_ref (session);
  g_signal_connect_object (session, "notify::n-active", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  if (settings != NULL)
    {
      self->settings = g_object_ref (settings);
      g_signal_connect_object (settings, "changed::run-in-background",
                               G_CALLBACK (update), self, G_CONNECT_SWAPPED);
    }
  update (self);
  return self;
}

gboolean
exm_background_is_held (ExmBackground *self)
{
  g_return_val_if_fail (EXM_IS_BACKGROUND (self), FALSE);
  return self->held;
}

#ifdef EXM_HAVE_PORTAL
static void
on_asked (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  if (!xdp_portal_request_background_finish (XDP_PORTAL (source), result, &error))
    g_message ("The desktop does not let us collect without a window: %s",
               error != NULL ? error->message : "no reason given");
}

void
exm_background_ask (ExmBackground *self, GtkWindow *window)
{
  g_return_if_fail (EXM_IS_BACKGROUND (self));

  if (!self->held || !xdp_portal_running_under_sandbox ())
    return;
  if (self->portal == NULL)
    self->portal = xdp_portal_new ();
  xdp_portal_request_background (
      self->portal, NULL, (char *) _ ("Exemplar collects articles by schedule"), NULL,
      XDP_BACKGROUND_FLAG_ACTIVATABLE, NULL, on_asked, NULL);
}
#else
void
exm_background_ask (ExmBackground *self, GtkWindow *window)
{
  g_return_if_fail (EXM_IS_BACKGROUND (self));
}
#endif
