/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The one list of pages: those that a new task is tried on, those to be reviewed, those
 * that are stored. */

#pragma once

#include "exm-page-item.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Signals: "page-activated" (guint position): the operator chose another page. */
#define EXM_TYPE_INSPECTOR_PAGES (exm_inspector_pages_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmInspectorPages, exm_inspector_pages, EXM, INSPECTOR_PAGES, GtkWidget)

/* @pages: (nullable) (element-type ExmPageItem) */
void
exm_inspector_pages_set_pages (ExmInspectorPages *self, GListModel *pages);

/* @position: of the page that is shown, %GTK_INVALID_LIST_POSITION for none of them */
void
exm_inspector_pages_set_current (ExmInspectorPages *self, guint position);

G_END_DECLS
