/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The icon of a task's site in a row. The child that it is given is shown where there is
 * no icon; without one nothing is, and no room is taken before the first icon of any
 * task. Decoration: screen readers pass over it. */

#pragma once

#include "app/widgets/exm-site-icons.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_SITE_ICON (exm_site_icon_get_type ())
G_DECLARE_FINAL_TYPE (ExmSiteIcon, exm_site_icon, EXM, SITE_ICON, AdwBin)

/**
 * exm_site_icon_set_task:
 * @icons: (nullable): where it comes from
 * @uid: (nullable): the task; %NULL for none
 *
 * Shows the icon when it is there, of this task alone.
 */
void exm_site_icon_set_task (ExmSiteIcon *self, ExmSiteIcons *icons, const char *uid);

G_END_DECLS
