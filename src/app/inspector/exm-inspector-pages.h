/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The one list of pages: those that a new task is tried on, those to be reviewed, those
 * that are stored. */

#pragma once

#include "app/setup/exm-page-item.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_INSPECTOR_PAGES (exm_inspector_pages_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmInspectorPages, exm_inspector_pages, EXM, INSPECTOR_PAGES, GtkWidget)

/**
 * exm_inspector_pages_set_pages:
 * @pages: (element-type ExmPageItem): the page that is shown is selected; whoever shows
 *   pages watches it for the one that is chosen
 */
void exm_inspector_pages_set_pages (ExmInspectorPages *self, GtkSingleSelection *pages);

G_END_DECLS
