/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Saved searches: a text file in the data folder that people may edit. A line is
 * "name = query". Marks may stand before the query: "[alert]" where the desktop tells of
 * new articles, and "[to FORMAT:FOLDER]" or "[to KIND:NAME]" for each output that gets
 * them; "[run]" or "[daily HH:MM]" behind one gathers them into a message. Empty lines
 * and those that begin with # are notes. A change leaves all other lines as they are,
 * those that cannot be read too. Any thread; all calls block. */

#pragma once

#include "store/db/exm-store-error.h"
#include "task/exm-task-fields.h"

G_BEGIN_DECLS

/* Name of the file in the data folder. */
#define EXM_SAVED_SEARCHES_NAME "searches.txt"

/* Searches that are read of the file; the others are told, and stay. */
#define EXM_SAVED_SEARCHES_MAX 10000u

/* Bytes of the longest file, name and query. */
#define EXM_SAVED_SEARCHES_MAX_BYTES (16u << 20)
#define EXM_SAVED_SEARCH_MAX_NAME 200u
#define EXM_SAVED_SEARCH_MAX_WORDS 16384u

/**
 * ExmSavedSearch:
 * @name: (owned): UTF-8; no other one has it, whatever the case
 * @words: (owned): a query that asks for something, see exm_search_query_new()
 * @alerts: whether the desktop tells of new articles that it finds
 * @outputs: (owned) (nullable): the marks of its outputs, as they stand in the file
 * @start: where its line begins in the file, in bytes
 * @n_bytes: length of the line, with its end
 */
typedef struct
{
  char *name;
  char *words;
  gboolean alerts;
  char *outputs;
  gsize start;
  gsize n_bytes;
} ExmSavedSearch;

void exm_saved_search_free (ExmSavedSearch *search);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmSavedSearch, exm_saved_search_free)

/**
 * exm_saved_search_add_outputs:
 * @fields: (inout): gets its outputs, each of which can be used
 */
void exm_saved_search_add_outputs (const ExmSavedSearch *search, ExmTaskFields *fields);

/**
 * exm_saved_search_write_outputs:
 * @fields: whose outputs are looked at: format and folder, or kind, name and when; marks
 *   say no more of them
 *
 * Returns: (transfer full): their marks, "" for none
 */
char *exm_saved_search_write_outputs (const ExmTaskFields *fields);

/**
 * exm_saved_searches_load:
 * @folder: the data folder; without the file there are no searches
 * @messages: (element-type utf8): is given a sentence for each line that cannot be read
 *
 * Returns: (transfer full) (nullable) (element-type ExmSavedSearch): in their order
 */
GPtrArray *
exm_saved_searches_load (const char *folder, GPtrArray *messages, GError **error);

/* Returns: (transfer none) (nullable): the search of that name, whatever its case */
const ExmSavedSearch *exm_saved_searches_find (GPtrArray *searches, const char *name);

/**
 * exm_saved_searches_check_name:
 * @name: as it was typed
 * @error: (out): why it cannot be the name of a further search: %EXM_STORE_ERROR, as
 *   exm_saved_searches_add()
 */
gboolean
exm_saved_searches_check_name (GPtrArray *searches, const char *name, GError **error);

/**
 * exm_saved_searches_add:
 * @search: its name is without "=", control characters and "#" at its beginning; line
 *   breaks of its query become spaces; its place is not looked at
 * @position: of the search that it comes before; behind all others with %G_MAXUINT
 * @error: (out): %EXM_STORE_ERROR: CONSTRAINT where there is one of that name, FAILED for
 *   what cannot stand in the file, NOT_FOUND without data folder; %G_FILE_ERROR
 */
gboolean exm_saved_searches_add (const char *folder,
                                 const ExmSavedSearch *search,
                                 guint position,
                                 GError **error);

/* @name: of a search that is there. What it publishes goes with it. @error: as
 * exm_saved_searches_add(), and those of the store */
gboolean exm_saved_searches_rename (const char *folder,
                                    const char *name,
                                    const char *new_name,
                                    GError **error);

/* The same, whether it alerts from now on. */
gboolean exm_saved_searches_set_alerts (const char *folder,
                                        const char *name,
                                        gboolean alerts,
                                        GError **error);

/* The same, where its new articles go. @outputs: marks, "" for nowhere */
gboolean exm_saved_searches_set_outputs (const char *folder,
                                         const char *name,
                                         const char *outputs,
                                         GError **error);

/**
 * exm_saved_searches_remove:
 * @name: of a search that is there
 * @position: (out) (optional): where it stood among the others
 * @error: (out): as exm_saved_searches_add()
 *
 * Returns: (transfer full) (nullable): it, as it was
 */
ExmSavedSearch *exm_saved_searches_remove (const char *folder,
                                           const char *name,
                                           guint *position,
                                           GError **error);

G_END_DECLS
