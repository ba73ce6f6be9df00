/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Icons of the sites of tasks, for lists: read and decoded away from the main thread, and
 * only for tasks that are asked for. Main thread. */

#pragma once

#include "app/session/exm-session.h"
#include "app/widgets/exm-icon-picture.h"

G_BEGIN_DECLS

#define EXM_TYPE_SITE_ICONS (exm_site_icons_get_type ())
G_DECLARE_FINAL_TYPE (ExmSiteIcons, exm_site_icons, EXM, SITE_ICONS, GObject)

/**
 * exm_site_icons_get_of:
 * @session: whose tasks
 *
 * Signal "changed": ask again for what you show.
 *
 * Returns: (transfer none): always the same of a session
 */
ExmSiteIcons *exm_site_icons_get_of (ExmSession *session);

/* An icon in a list. */
typedef struct
{
  GdkTexture *texture;  /* (unowned) (nullable): %NULL: there is none, or none yet */
  ExmIconGround ground; /* that it needs */
  gboolean has_room;    /* where there is none its room stays, since others have one */
} ExmSiteIconLook;

/**
 * exm_site_icons_get:
 * @uid: of a task
 * @size: pixels of a side that it is shown with
 *
 * Returns: its icon, until "changed", which is emitted when it comes, too
 */
ExmSiteIconLook exm_site_icons_get (ExmSiteIcons *self, const char *uid, guint size);

G_END_DECLS
