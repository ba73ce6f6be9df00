/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A page of a run: what became of it, why, what to do, and the buttons for that. */

#pragma once

#include "app/activity/exm-run-page-item.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_RUN_PAGE_ROW (exm_run_page_row_get_type ())
G_DECLARE_FINAL_TYPE (ExmRunPageRow, exm_run_page_row, EXM, RUN_PAGE_ROW, GtkWidget)

/* @item: (nullable): what is shown from now on; at no cost what is shown already, since
 * views bind rows anew behind one that comes or goes. Its buttons call "activity.retry",
 * with address and normal form, and "win.open-article" with the article. */
void exm_run_page_row_set_item (ExmRunPageRow *self, ExmRunPageItem *item);

G_END_DECLS
