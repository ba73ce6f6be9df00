/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/widgets/exm-screen.h"

G_DEFINE_INTERFACE (ExmScreen, exm_screen, GTK_TYPE_WIDGET)

static void
exm_screen_default_init (ExmScreenInterface *iface)
{
}

void
exm_screen_set_session (ExmScreen *self, ExmSession *session)
{
  g_return_if_fail (EXM_IS_SCREEN (self));
  EXM_SCREEN_GET_IFACE (self)->set_session (self, session);
}

void
exm_screen_set_task (ExmScreen *self, const char *uid)
{
  g_return_if_fail (EXM_IS_SCREEN (self));
  EXM_SCREEN_GET_IFACE (self)->set_task (self, uid);
}

const char *
exm_screen_get_help (ExmScreen *self)
{
  g_return_val_if_fail (EXM_IS_SCREEN (self), NULL);
  ExmScreenInterface *iface = EXM_SCREEN_GET_IFACE (self);

  return iface->get_help != NULL ? iface->get_help (self) : NULL;
}

gboolean
exm_screen_can_undo (ExmScreen *self)
{
  g_return_val_if_fail (EXM_IS_SCREEN (self), FALSE);

  ExmScreenInterface *iface = EXM_SCREEN_GET_IFACE (self);
  return iface->can_undo != NULL && iface->can_undo (self);
}
