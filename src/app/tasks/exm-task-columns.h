/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Columns of the table of tasks. */

#pragma once

#include "app/widgets/exm-site-icons.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Adds the columns to @view, whose items are those of an #ExmTaskTree. They sort, the
 * first one does from the start. */
void exm_task_columns_add (GtkColumnView *view);

/* @icons: (nullable): of the sites of the tasks that @view gets next */
void exm_task_columns_set_icons (GtkColumnView *view, ExmSiteIcons *icons);

G_END_DECLS
