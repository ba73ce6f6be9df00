/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Start page of a new task: the entry for an address, and what becomes of it. */

#pragma once

#include "app/setup/exm-setup.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* Signals: "sample-asked": the operator wants to try it on the sample site;
 * "cancelled". */
#define EXM_TYPE_START_PAGE (exm_start_page_get_type ())
G_DECLARE_FINAL_TYPE (ExmStartPage, exm_start_page, EXM, START_PAGE, GtkWidget)

/**
 * exm_start_page_new:
 * @setup: is started with the address
 *
 * Returns: (transfer floating)
 */
GtkWidget *exm_start_page_new (ExmSetup *setup);

/* @first: there is no task yet, and nothing to go back to */
void exm_start_page_set_first (ExmStartPage *self, gboolean first);

/* Writes @url into the entry, and looks at it. */
void exm_start_page_open (ExmStartPage *self, const char *url);

/* Says what is wrong, though nothing was asked of the set-up. */
void exm_start_page_show_error (ExmStartPage *self, const char *message);

G_END_DECLS
