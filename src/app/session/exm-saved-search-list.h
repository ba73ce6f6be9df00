/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The saved searches of a data folder, in the order of their file, which is watched; and
 * how many unread articles each finds. Nothing blocks: files are read and written on
 * other threads, and articles are counted by one search after the other. Main thread. */

#pragma once

#include "app/session/exm-saved-search-item.h"
#include "store/exm-store-reader.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define EXM_TYPE_SAVED_SEARCH_LIST (exm_saved_search_list_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmSavedSearchList, exm_saved_search_list, EXM, SAVED_SEARCH_LIST, GObject)

/**
 * exm_saved_search_list_new:
 * @folder: the data folder
 * @reader: counts what they find
 *
 * Property for reading: "message" (nullable): lines of the file that cannot be read, one
 * sentence a line. Signal "changed": a search came, went, or has another name or query;
 * also when the file was read for the first time.
 *
 * Returns: (transfer full): a list, empty until it is started
 */
ExmSavedSearchList *exm_saved_search_list_new (const char *folder,
                                               ExmStoreReader *reader);

/* Reads the file, and follows it from now on; once there is a data folder. */
void exm_saved_search_list_start (ExmSavedSearchList *self);
void exm_saved_search_list_stop (ExmSavedSearchList *self);

/* Counts again, soon; several calls are one counting. */
void exm_saved_search_list_count (ExmSavedSearchList *self);

/* Returns: (transfer none) (element-type ExmSavedSearchItem): always the same list */
GListModel *exm_saved_search_list_get_model (ExmSavedSearchList *self);
const char *exm_saved_search_list_get_message (ExmSavedSearchList *self);

/* Whether the file was read since the list was started first. */
gboolean exm_saved_search_list_is_loaded (ExmSavedSearchList *self);

/* Returns: (transfer none) (nullable): the search of this scope */
ExmSavedSearchItem *exm_saved_search_list_find (ExmSavedSearchList *self,
                                                const char *scope);

/* As exm_saved_searches_check_name(), of those that are listed. */
gboolean exm_saved_search_list_check_name (ExmSavedSearchList *self,
                                           const char *name,
                                           GError **error);

/* Changes of the file, see exm-saved-searches.h. All end with
 * exm_saved_search_list_change_finish(); the list shows the change then. */

void exm_saved_search_list_add_async (ExmSavedSearchList *self,
                                      const ExmSavedSearch *search,
                                      guint position,
                                      GAsyncReadyCallback callback,
                                      gpointer data);
void exm_saved_search_list_rename_async (ExmSavedSearchList *self,
                                         const char *name,
                                         const char *new_name,
                                         GAsyncReadyCallback callback,
                                         gpointer data);
void exm_saved_search_list_set_alerts_async (ExmSavedSearchList *self,
                                             const char *name,
                                             gboolean alerts,
                                             GAsyncReadyCallback callback,
                                             gpointer data);
/* @outputs: marks, see exm_saved_search_write_outputs() */
void exm_saved_search_list_set_outputs_async (ExmSavedSearchList *self,
                                              const char *name,
                                              const char *outputs,
                                              GAsyncReadyCallback callback,
                                              gpointer data);
void exm_saved_search_list_remove_async (ExmSavedSearchList *self,
                                         const char *name,
                                         GAsyncReadyCallback callback,
                                         gpointer data);

/**
 * exm_saved_search_list_change_finish:
 * @old: (out) (transfer full) (nullable) (optional): the search that was removed
 * @position: (out) (optional): where that stood
 */
gboolean exm_saved_search_list_change_finish (ExmSavedSearchList *self,
                                              GAsyncResult *result,
                                              ExmSavedSearch **old,
                                              guint *position,
                                              GError **error);

G_END_DECLS
