/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Question for the name of a saved search. */

#pragma once

#include "app/session/exm-saved-search-list.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* @name: as it was typed; can be given */
typedef void (*ExmSearchNameFunc) (const char *name, gpointer data);

/**
 * exm_search_name_ask:
 * @parent: whose window the question belongs to
 * @list: in which no other one has the name
 * @words: the query, which is shown
 * @old_name: (nullable): of a search that gets another name; %NULL for a new one
 * @func: called with the answer, unless there is none
 * @data: (transfer full): freed by @free_data
 */
void exm_search_name_ask (GtkWidget *parent,
                          ExmSavedSearchList *list,
                          const char *words,
                          const char *old_name,
                          ExmSearchNameFunc func,
                          gpointer data,
                          GDestroyNotify free_data);

G_END_DECLS
