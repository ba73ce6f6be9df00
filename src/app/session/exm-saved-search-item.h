/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A saved search as lists show it. The object stays the same while its line is in the
 * file, also under another name. Main thread. */

#pragma once

#include "saved/exm-saved-searches.h"

#include <glib-object.h>

G_BEGIN_DECLS

/* Stands before the name of a saved search where scopes are told apart. */
#define EXM_SAVED_SEARCH_SCOPE "search:"

#define EXM_TYPE_SAVED_SEARCH_ITEM (exm_saved_search_item_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmSavedSearchItem, exm_saved_search_item, EXM, SAVED_SEARCH_ITEM, GObject)

/**
 * exm_saved_search_item_new:
 *
 * Properties, all for reading and with notification: "name"; "words"; "alerts";
 * "n-unread", articles that it finds and nobody has read, −1 where they are too many to
 * tell.
 *
 * Returns: (transfer full): an item
 */
ExmSavedSearchItem *exm_saved_search_item_new (const ExmSavedSearch *search);

/* Takes over what the file says now; notifies of what changed. */
void exm_saved_search_item_update (ExmSavedSearchItem *self,
                                   const ExmSavedSearch *search);
void exm_saved_search_item_set_n_unread (ExmSavedSearchItem *self, int n_unread);

const char *exm_saved_search_item_get_name (ExmSavedSearchItem *self);
/* Returns: %EXM_SAVED_SEARCH_SCOPE and the name */
const char *exm_saved_search_item_get_scope (ExmSavedSearchItem *self);
const char *exm_saved_search_item_get_words (ExmSavedSearchItem *self);
gboolean exm_saved_search_item_get_alerts (ExmSavedSearchItem *self);
/* Returns: (nullable): marks of its outputs */
const char *exm_saved_search_item_get_outputs (ExmSavedSearchItem *self);
int exm_saved_search_item_get_n_unread (ExmSavedSearchItem *self);

G_END_DECLS
