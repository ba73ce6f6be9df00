/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Outputs of a saved search: where new articles go that it finds. */

#pragma once

#include "app/session/exm-session.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_SEARCH_OUTPUTS_DIALOG (exm_search_outputs_dialog_get_type ())
G_DECLARE_FINAL_TYPE (ExmSearchOutputsDialog,
                      exm_search_outputs_dialog,
                      EXM,
                      SEARCH_OUTPUTS_DIALOG,
                      AdwWindow)

/**
 * exm_search_outputs_dialog_present:
 * @parent: with which it goes
 * @session: whose file of searches is changed
 * @search: whose outputs are shown
 *
 * Shows the outputs; Save writes them, and tells in place what is wrong with one.
 */
void exm_search_outputs_dialog_present (GtkWindow *parent,
                                        ExmSession *session,
                                        ExmSavedSearchItem *search);

G_END_DECLS
