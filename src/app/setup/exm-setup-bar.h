/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The row above the workbench while a task is set up: its four steps, and what the last
 * one of them changed. */

#pragma once

#include "app/setup/exm-setup.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* Signals: "cancelled"; "pages-asked": the check was begun, or its pages are wanted. */
#define EXM_TYPE_SETUP_BAR (exm_setup_bar_get_type ())
G_DECLARE_FINAL_TYPE (ExmSetupBar, exm_setup_bar, EXM, SETUP_BAR, GtkWidget)

/* Returns: (transfer floating) */
GtkWidget *exm_setup_bar_new (ExmSetup *setup);

/* Does what the third step's button does, where it can be pressed. */
void exm_setup_bar_check (ExmSetupBar *self);

/* Shows what would be saved, with the button that does. */
void exm_setup_bar_ask_save (ExmSetupBar *self);

G_END_DECLS
