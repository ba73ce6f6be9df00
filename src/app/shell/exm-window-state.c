/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/shell/exm-window-private.h"
#include "app/tasks/exm-closed-groups.h"

void
exm_window_state_restore (ExmWindow *self)
{
  self->sidebar_wanted
      = self->settings == NULL || g_settings_get_boolean (self->settings, "sidebar");
  adw_flap_set_reveal_flap (self->flap, self->sidebar_wanted);
  if (self->settings == NULL)
    return;
  gtk_window_set_default_size (GTK_WINDOW (self),
                               g_settings_get_int (self->settings, "window-width"),
                               g_settings_get_int (self->settings, "window-height"));
  if (g_settings_get_boolean (self->settings, "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
  g_free (self->scope);
  self->scope = g_settings_get_string (self->settings, "scope");
  g_auto (GStrv) collapsed = g_settings_get_strv (self->settings, "collapsed-groups");
  exm_closed_groups_set (exm_closed_groups_get (self->session),
                         (const char *const *) collapsed);
}

static char *
dup_view (ExmWindow *self)
{
  return self->settings != NULL ? g_settings_get_string (self->settings, "view") : NULL;
}

void
exm_window_state_prepare_view (ExmWindow *self)
{
  g_autofree char *view = dup_view (self);

  exm_window_pages_prepare (self, view != NULL ? view : exm_window_get_view (self));
}

void
exm_window_state_restore_view (ExmWindow *self)
{
  g_autofree char *view = dup_view (self);

  if (view != NULL)
    exm_window_set_view (self, view);
}

void
exm_window_state_save (ExmWindow *self)
{
  const char *view = exm_window_get_view (self);
  int width, height;

  if (self->settings == NULL)
    return;
  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  g_settings_set_int (self->settings, "window-width", MAX (width, 360));
  g_settings_set_int (self->settings, "window-height", MAX (height, 300));
  g_settings_set_boolean (self->settings, "window-maximized",
                          gtk_window_is_maximized (GTK_WINDOW (self)));
  g_settings_set_boolean (self->settings, "sidebar", self->sidebar_wanted);
  g_auto (GStrv) collapsed
      = exm_closed_groups_dup (exm_closed_groups_get (self->session));
  g_settings_set_strv (self->settings, "collapsed-groups",
                       (const char *const *) collapsed);
  /* Keep the stored scope and view until the tasks are known. */
  if (self->tasks_known)
    g_settings_set_string (self->settings, "scope", self->scope);
  if (self->tasks_known && view != NULL)
    g_settings_set_string (self->settings, "view", view);
}
