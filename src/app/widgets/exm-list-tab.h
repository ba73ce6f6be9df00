/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Tab in lists. */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * exm_list_tab_install:
 *
 * From now on, Tab goes through what is in a row of a list view and then behind the list,
 * as arrows go from row to row. GTK 4.8 has it go through all rows, of which there may be
 * thousands; what later GTK calls GTK_LIST_TAB_ITEM. Not where lists are in popovers.
 * Main thread; once.
 */
void exm_list_tab_install (void);

G_END_DECLS
