/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The list page of a task that is being set up, in place of the target: what is collected
 * is tinted, and a click on a link says what of it is to be.
 *
 * Signals: "closed": the target is wanted again */

#pragma once

#include "app/setup/exm-list-editor.h"
#include "app/web/exm-page-view.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_LIST_PANE (exm_list_pane_get_type ())
G_DECLARE_FINAL_TYPE (ExmListPane, exm_list_pane, EXM, LIST_PANE, GtkWidget)

GtkWidget *exm_list_pane_new (ExmSession *session, ExmSetup *setup);

/* Fetches the page, unless it is there, and shows it. */
void exm_list_pane_open (ExmListPane *self);

ExmListEditor *exm_list_pane_get_editor (ExmListPane *self);
ExmPageView *exm_list_pane_get_view (ExmListPane *self);

G_END_DECLS
