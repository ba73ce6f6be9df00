/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/db/exm-schema.h"

/* Tokens come ready made, with spaces between. Neither they nor their places are kept:
 * only which documents have them. Thus no document can be taken out: an article that
 * changes gets a new one, and the old one belongs to no entry any more. */
#define TOKENS                                                                           \
  "CREATE VIRTUAL TABLE token USING fts5 (tokens, content = '', detail = none,"          \
  " columnsize = 0, tokenize = 'ascii tokenchars ''.-:''');"

static const char version_1_tokens[] = TOKENS;

/* The checksum is that of the article as it was indexed, 0 where it had none. */
static const char version_1_entry[]
    = "CREATE TABLE entry ("
      "  article INTEGER PRIMARY KEY,"
      "  doc INTEGER NOT NULL UNIQUE,"
      "  checksum INTEGER NOT NULL"
      ") STRICT;"
      "CREATE TABLE last_doc (doc INTEGER NOT NULL) STRICT;"
      "INSERT INTO last_doc (doc) VALUES (0);"
      /* "EXM4" */
      "PRAGMA application_id = 0x45584d34;"
      "PRAGMA user_version = 1;";

/* All is indexed anew. Fewer and longer parts are written than by default, which saves
 * nearly half of the time. */
static const char version_2_tokens[]
    = "DROP TABLE token; DELETE FROM entry; UPDATE last_doc SET doc = 0;" TOKENS
      "INSERT INTO token (token, rank) VALUES ('hashsize', 8000000);"
      "INSERT INTO token (token, rank) VALUES ('automerge', 8);"
      "PRAGMA user_version = 2;";

static const char *const version_1[] = { version_1_tokens, version_1_entry, NULL };

static const char *const version_2[] = { version_2_tokens, NULL };

static const char *const *const migrations[] = { version_1, version_2 };

G_STATIC_ASSERT (G_N_ELEMENTS (migrations) == EXM_SCHEMA_SEARCH_NEXT - 1);

const ExmSchema exm_schema_search = {
  .application_id = 0x45584d34,
  .version = G_N_ELEMENTS (migrations),
  .migrations = migrations,
};
