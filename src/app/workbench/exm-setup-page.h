/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Setting a task up: the entry for an address, then the workbench with the steps above
 * it. */

#pragma once

#include "app/setup/exm-setup.h"
#include "app/workbench/exm-workbench-page.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* Signals: "done" (const char *uid): the task that was stored, %NULL if the operator gave
 * up; "sample-asked": as of #ExmStartPage.
 * Actions: "page.save". */
#define EXM_TYPE_SETUP_PAGE (exm_setup_page_get_type ())
G_DECLARE_FINAL_TYPE (ExmSetupPage, exm_setup_page, EXM, SETUP_PAGE, GtkWidget)

/* Returns: (transfer floating) */
GtkWidget *exm_setup_page_new (ExmSession *session);

/* @first: there is no task yet, and nothing to go back to */
void exm_setup_page_set_first (ExmSetupPage *self, gboolean first);

/* Looks at @url, as if it had been pasted. */
void exm_setup_page_open (ExmSetupPage *self, const char *url);

void exm_setup_page_show_error (ExmSetupPage *self, const char *message);

/* Returns: (transfer none) */
ExmSetup *exm_setup_page_get_setup (ExmSetupPage *self);

/* Returns: (transfer none) (nullable): where keys go: the list page where it is shown,
 * else the workbench; %NULL before there is an example */
GtkWidget *exm_setup_page_get_shown (ExmSetupPage *self);

G_END_DECLS
