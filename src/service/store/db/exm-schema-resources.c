/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/db/exm-schema.h"

/* Bytes are stored once by their hash, and found by the addresses that gave them. A later
 * version may add who holds a hash: what nobody holds goes by its last use. */
static const char version_1_resource[]
    = "CREATE TABLE resource ("
      "  hash TEXT PRIMARY KEY NOT NULL,"
      "  size INTEGER NOT NULL,"
      "  used_usec INTEGER NOT NULL,"
      "  type TEXT NOT NULL,"
      "  bytes BLOB NOT NULL"
      ") STRICT;"
      /* Sums and sweeps read this alone, not the bytes. */
      "CREATE INDEX resource_used ON resource (used_usec, size, hash);";
static const char version_1_address[]
    = "CREATE TABLE address ("
      "  url TEXT PRIMARY KEY NOT NULL,"
      "  hash TEXT NOT NULL REFERENCES resource (hash) ON DELETE CASCADE,"
      "  final_url TEXT NOT NULL,"
      "  charset TEXT,"
      "  fetched_usec INTEGER NOT NULL"
      ") STRICT;"
      "CREATE INDEX address_hash ON address (hash);"
      /* "EXM3" */
      "PRAGMA application_id = 0x45584d33;"
      "PRAGMA user_version = 1;";

static const char *const version_1[] = { version_1_resource, version_1_address, NULL };

static const char *const *const migrations[] = { version_1 };

G_STATIC_ASSERT (G_N_ELEMENTS (migrations) == EXM_SCHEMA_RESOURCES_NEXT - 1);

const ExmSchema exm_schema_resources = {
  .application_id = 0x45584d33,
  .version = G_N_ELEMENTS (migrations),
  .migrations = migrations,
};
