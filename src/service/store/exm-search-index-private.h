/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "store/db/exm-db.h"
#include "store/exm-search-index.h"

G_BEGIN_DECLS

/* Marks before tokens that are no words of the text, of characters that are in none. */
#define EXM_SEARCH_TOKEN_TITLE "\uE000" /* a token of the title */
#define EXM_SEARCH_TOKEN_SITE "\uE001"  /* a host, and each domain that it is in */
#define EXM_SEARCH_TOKEN_TASK "\uE002"  /* the row of the task */
#define EXM_SEARCH_TOKEN_ALL "\uE003"   /* in every document */

struct _ExmSearchIndex
{
  char *path;         /* (owned): of search.db */
  ExmDb *main;        /* (owned): exemplar.db, to read */
  ExmDb *db;          /* (owned) (nullable): %NULL where a new one could not be made */
  GPtrArray *notices; /* (owned) (nullable) (element-type utf8) */
  gboolean damaged;   /* the last error was damage of search.db */
};

/* Notes whether @error, of search.db, is damage. Returns: %FALSE */
gboolean exm_search_index_note_error (ExmSearchIndex *self, const GError *error);

/* Makes a damaged search.db anew, and tells that. Returns: whether that was done; @error
 * is cleared then
 */
gboolean exm_search_index_renew (ExmSearchIndex *self, GError **error);

/* Returns: (transfer full): the host of an address, in lower case, as a token has it */
char *exm_search_index_dup_host (const char *url);

G_END_DECLS
