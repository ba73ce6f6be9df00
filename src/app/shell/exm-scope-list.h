/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The list of what can be shown: what needs a person, everything, and each task, in the
 * sidebar below its group; with an entry to find a task. In the sidebar the selection is
 * the choice; in a popover a row has to be activated. */

#pragma once

#include "app/session/exm-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_SCOPE_LIST (exm_scope_list_get_type ())
G_DECLARE_FINAL_TYPE (ExmScopeList, exm_scope_list, EXM, SCOPE_LIST, GtkBox)

/**
 * exm_scope_list_set_session:
 *
 * Once. Property "scope" (nullable): the chosen one's name, a task's identity; writing it
 * moves the selection. Property "picker", for construction: as in a popover. Signal
 * "picked" (char *scope): the operator chose one.
 */
void exm_scope_list_set_session (ExmScopeList *self, ExmSession *session);

const char *exm_scope_list_get_scope (ExmScopeList *self);
void exm_scope_list_set_scope (ExmScopeList *self, const char *scope);

/* The entry is emptied and gets the keyboard. */
void exm_scope_list_start_search (ExmScopeList *self);

G_END_DECLS
